//! `falsecard help terms`: what the words of the answers mean. `falsecard help settings`: what can
//! be set.

use itertools::Itertools;
use miette::Result;

use super::{Answer, Output};
use falsecard_engine::search::allocation::{ALLOCATIONS, Allocation};
use falsecard_engine::search::{SETTINGS, Setting};

/// Every word that an answer uses in a sense of its own.
pub(super) const GLOSSARY: &str = "\
What the words of the answers mean.

THE WORLDS
layout, world: one way the hidden cards may lie that agrees with all that the player knows: his hand, dummy, the calls \
with their explanations, and the cards played. The program draws many, the likelier ones more often, and \
tries each card in them.
double dummy: played with all four hands open, by everybody as well as possible. The program solves layouts this way. It \
flatters: at the table nobody sees through the backs of the cards.
solved: a layout whose tricks are known double dummy.
played out: a layout in which every player chose each card by what he himself could know, to the end.
in brackets: the engine goes by what is played out, and this card was not; the figure is what double dummy says.
seed: the number that starts the random generator. The same seed gives the same answer, on any machine.
interrupted: Ctrl-C, or the time allowed, ended the work; what is shown had been found by then.

THE ENGINES
minimax: the best card on average, double dummy. Most programs play so.
abc: plays layouts out with players who choose by their own beliefs: so it can mislead, and help partner.
fused: minimax's card, unless playouts show, beyond their noise, that another is better. All its figures are made so: what \
double dummy says of all layouts, moved by the playouts as far as they can be trusted.
reflex: the card that a network finds best at a glance, in milliseconds.
abc-2006: the rule as it was first published.

THE FIGURES OF A CARD
makes, sets: the share of the layouts in which the contract is made, if you are declarer, or defeated, if you \
defend. With fewer than 20 layouts you see a count, as in \"2 of 3\", or not at all.
tricks: the mean number that your side takes in all, those already won among them.
points: the mean score of your side.
IMPs: the mean gain in international match points (law 78B) against a table where each of the cards that you could \
play is as likely as any other.
matchpoints: the share of your other cards that this one beats, in the same layouts; a tie counts for half.
mean: the average score, in what is played for: points, IMPs or matchpoints (--scoring).
behind: how much less the card is worth than the one chosen, layout by layout; for fused, by its combined estimate of both.
gain: for fused, how much more a card is believed to be worth than minimax's card.
\u{b1}: one standard error. Chance alone moves a figure by more than that one time in three, by more than twice that one \
time in twenty. A difference of less than two errors is no clear difference. \"?\": it cannot be told from so few.
worst tenth, worst 10%: the mean score of the tenth of the layouts that go worst; - where there are fewer than ten layouts.
resolved: the card chosen is ahead of all others by two standard errors; for fused, hardly anything is expected to be \
lost if another should be better after all.
stake: the most that one trick may be worth here: the contract, as long as it is in doubt.
♥QJ, ♣52: one play: cards of a suit that are as good in every layout, double dummy, and that playouts cannot tell apart. \
Cards of other suits stand beside them if all figures are the same.
(or ♣5): a card that is one play with the one before it.
shows less: as good double dummy, but an opponent who sees it learns less of what its player was dealt in the suit.

MATCHES
differ: the boards on which the two engines had different scores, or the choices with a different price.
goals: how often the one engine reached its goal and how often the other: made the contract, or, defending, set it.
open, closed, control: the rooms of a match. In the open room the first engine declares, in the closed room it defends, \
and in the control room the second engine does what the first does elsewhere.
95 % interval: the mean of infinitely many boards of the kind lies in it nineteen times out of twenty.

WHAT THE OTHERS THINK
belief: how likely a player thinks each layout, from his own seat.
\"places the ♣K with West in 87 %\": his belief, on average over your layouts.
told by the line: layouts in which the last cards of the others would have cost them tricks are less likely, and \
count for less.
asked for: by his signal or lead, partner wants that suit led.
mistake: a card that gives up about an overtrick or more by what its player could know, clearly.
cost a trick as the cards lay: double dummy, in the deal itself; no fault if nobody could know it.

SIGNALS
says: what a card means by the agreement: high or low, the number of cards, or how much its player likes the suit.
the truth, the opposite, nothing: what a card says of your hand.
count: an even or odd number of cards. attitude: that you like the suit. suit preference: which other suit you like.
agreed: the card that the agreement asks for among those that cost nothing.
price: what a card costs double dummy, in points.
reads, does not: a declarer who draws conclusions from your signals, and one who ignores them. mixture: either, with the \
share that --readers says.
trusted: how far a reader believes that a convention is kept.
";

/// The settings of a search, each with its values.
pub(super) fn settings() -> String {
    let setting = |it: &Setting| format!("{}: {}. Takes {}.", it.name, it.about, it.values);
    let way = |it: &&dyn Allocation| format!("{}: {}", it.slug(), it.about());
    format!(
        "What --set NAME=VALUE takes, and what may stand behind the name of an engine in a match, as in \
         fused:mind-worlds=8,seed=2.\n\n{}\n\nTHE WAYS TO SHARE PLAYOUTS (allocation)\n{}\n",
        SETTINGS.iter().map(setting).format("\n"),
        ALLOCATIONS.iter().map(way).format("\n"),
    )
}

/// Tells one of these texts.
pub(super) fn tell(text: &str, output: &mut Output) -> Result<Answer> {
    output.line(text.trim_end())?;
    Ok(Answer::Yes)
}
