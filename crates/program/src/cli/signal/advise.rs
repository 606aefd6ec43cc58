//! `falsecard signal FILE`: what each card would tell, and whether to tell it.

use miette::{Result, miette};

use crate::cli::input::legal;
use crate::cli::place::Place;
use crate::cli::progress::Progress;
use crate::cli::settings::{ask, refusal};
use crate::cli::table::{WORTH_TELLING, counted, percent};
use crate::cli::{Answer, Output};
use falsecard_engine::carding::Tells;
use falsecard_engine::cards::{Card, seat_name};
use falsecard_engine::constraint::Rule;
use falsecard_engine::play::View;
use falsecard_engine::search::{NoDecision, Settings};
use falsecard_engine::work::{FEWEST, Interval};
use falsecard_laboratory::signal::{
    Advice, BeliefChange, Counsel, RatedCard, SignalMeaning, advise,
};
use falsecard_notation::{Diagram, DiagramCards};

/// The commonest replies that are shown.
const REPLIES: usize = 3;

/// Advises the player whose turn it is; `share` is the share of declarers who read.
pub(super) fn run(
    place: &Place,
    (among, share): (&[Card], f64),
    (settings, hints): (&Settings, &[Rule]),
    output: &mut Output,
) -> Result<Answer> {
    let (view, system) = place.open_decision()?;
    legal(&view, among.iter().copied())?;
    let progress = Progress::begin();
    progress.say("signal");
    let advice = ask(&view, &system, hints, settings, &progress, |it| advise(it, among, share));
    let advice = advice.map_err(|error| match error {
        NoDecision::NotToPlay => miette!(
            help = "signals are for partner: take a position in which a defender is to play",
            "{} is declarer, whose cards nobody on his side reads",
            seat_name(view.seat())
        ),
        error => refusal(error),
    })?;
    drop(progress);
    if output.json {
        output.json(&advice)?;
    } else {
        show(&view, &advice, output)?;
    }
    Ok(Answer::Yes)
}

fn show(view: &View, advice: &Advice, output: &mut Output) -> Result<()> {
    output.line(in_a_sentence(advice, output) + "\n")?;
    output.diagram(&Diagram::of_view(view, DiagramCards::Left))?;
    output.line(format!("Agreements: {}.\n", advice.system))?;
    if !advice.is_modelled {
        output.line(
            "Not modelled: no signal that is agreed, and coded, has anything to say of these cards.\n",
        )?;
    }
    table(advice, output)?;
    for option in advice.options.iter().filter(|option| option.meaning.said.is_some()) {
        show_learned(view, option, output)?;
    }
    if advice.options.iter().any(|option| option.meaning.said.is_some()) {
        let believed = counted(advice.believed, "world");
        output.line(format!("Beliefs are exact in each world and averaged over {believed}."))?;
    }
    output.line("")?;
    let Some(counsel) = &advice.counsel else {
        return output.line(
            "No advice: the time was up before any card had been played out before both kinds of \
             declarer.",
        );
    };
    output.line(format!("Advice, over {}:", counted(advice.worlds, "world")))?;
    let mixture = format!("a declarer who reads in {} of the cases", percent(advice.share));
    for (whom, counsel) in [
        ("a declarer who reads the signals", &counsel.reading),
        ("one who does not", &counsel.ignoring),
        (&mixture, &counsel.mixture),
    ] {
        output.line(format!("  against {whom}: {}", counsel_in_words(counsel, output)))?;
    }
    if advice.worlds < FEWEST {
        output.line("In so few worlds no gain is clear: the agreed card is advised.")?;
    }
    Ok(())
}

/// What to play, what it says, and whether that is what is agreed.
fn in_a_sentence(advice: &Advice, output: &Output) -> String {
    let agreed = output.card(advice.agreed);
    let option = advice.options.iter().find(|option| match &advice.counsel {
        Some(counsel) => option.meaning.card == counsel.mixture.card,
        None => option.meaning.card == advice.agreed,
    });
    let says = option.filter(|option| option.meaning.said.is_some()).map(|option| {
        let (words, tells) = said(&option.meaning, output);
        let which = if tells.is_empty() { String::new() } else { format!(" ({tells})") };
        format!("it says {words}{which}")
    });
    let says = says.unwrap_or_else(|| "it has nothing to say".to_owned());
    match (&advice.counsel, option) {
        (None, _) => format!("Play the {agreed}: {says}; nothing was played out in the time."),
        (Some(counsel), Some(option)) if counsel.mixture.card != advice.agreed => {
            let card = output.card(counsel.mixture.card);
            let gain = option.gain.map_or(String::new(), |gain| {
                let Interval { mean, error, .. } = gain.mixture;
                let error = error.map_or("?".to_owned(), |error| format!("{error:.0}"));
                format!(" and gains {mean:.0} ± {error} points")
            });
            format!("Play the {card} and not the {agreed}, which is agreed: {says}{gain}.")
        }
        (Some(_), _) => {
            format!(
                "Play the {agreed}, as agreed: {says}, and no other card gains more than the error."
            )
        }
    }
}

fn table(advice: &Advice, output: &mut Output) -> Result<()> {
    let agreed = output.card(advice.agreed);
    let solved = counted(advice.solved, "world");
    if advice.counsel.is_some() {
        output.line(format!(
            "Points gained over {agreed}, which is agreed on among the cards that cost nothing double \
             dummy ({solved}): against a declarer who reads the signals, one who does not, and the \
             mixture of both:"
        ))?;
    } else {
        output.line(format!(
            "Not played out. {agreed} is agreed on among the cards that cost nothing double dummy \
             ({solved}):"
        ))?;
    }
    let gains = ["reads", "does not", "mixture"].into_iter().filter(|_| advice.counsel.is_some());
    let head = ["", "says", "which is"].into_iter().chain(gains).chain(["price"]);
    let mut rows = vec![head.map(str::to_owned).collect::<Vec<_>>()];
    for option in &advice.options {
        let (words, tells) = said(&option.meaning, output);
        let gain = |interval: Interval| match interval.error {
            _ if option.meaning.card == advice.agreed => "0".to_owned(),
            Some(error) => format!("{:+.0} ± {error:.0}", interval.mean),
            None => format!("{:+.0} ± ?", interval.mean),
        };
        let gains = option.gain.map(|it| [it.reading, it.ignoring, it.mixture].map(gain));
        let price = format!("{:.0}", option.price);
        let said = [output.card(option.meaning.card), words, tells];
        rows.push(said.into_iter().chain(gains.into_iter().flatten()).chain([price]).collect());
    }
    output.columns(&rows)
}

/// What a card says, and whether that is so.
fn said(meaning: &SignalMeaning, output: &Output) -> (String, String) {
    let Some(said) = &meaning.said else { return ("-".to_owned(), String::new()) };
    let tells = match said.tells {
        Tells::Truth if said.truth.is_none() => "as agreed",
        Tells::Truth => "the truth",
        Tells::Opposite => "the opposite",
        Tells::Neither => "",
    };
    let words = said.words().unwrap_or_else(|| match said.tells {
        Tells::Truth => said.convention.to_owned(),
        _ => "nothing".to_owned(),
    });
    (output.pips(&words), tells.to_owned())
}

/// What the two readers make of a card.
fn show_learned(view: &View, option: &RatedCard, output: &mut Output) -> Result<()> {
    let (words, _) = said(&option.meaning, output);
    output.line(format!("\nAfter {} ({words}):", output.card(option.meaning.card)))?;
    for learned in &option.learned {
        let name = seat_name(learned.reader);
        output.line(format!("  {name} {}", learned_in_words(option, learned, output)))?;
        for (before, after) in learned.before.honours.iter().zip(&learned.after.honours) {
            if (after.share - before.share).abs() >= WORTH_TELLING
                && before.card != option.meaning.card
            {
                output.line(format!(
                    "    {} with {}: {} → {}",
                    output.card(before.card),
                    seat_name(view.seat()),
                    percent(before.share),
                    percent(after.share)
                ))?;
            }
        }
        let replies = learned.replies.iter().take(REPLIES);
        let replies: Vec<String> = replies
            .map(|reply| format!("{} {}", output.card(reply.card), percent(reply.share)))
            .collect();
        if !replies.is_empty() {
            output.line(format!("    plays next of the suit: {}", replies.join(", ")))?;
        }
    }
    Ok(())
}

/// What a reader believes of the sender, before and after.
fn learned_in_words(option: &RatedCard, learned: &BeliefChange, output: &Output) -> String {
    let (before, after) = (&learned.before, &learned.after);
    let mut parts = Vec::new();
    let said = option.meaning.said.as_ref();
    let truth = said.and_then(|said| Some(said.statement.as_ref()?.words(said.truth?)));
    if let (Some(truth), Some(was), Some(is)) = (truth, before.truth, after.truth) {
        let truth = output.pips(&truth);
        parts.push(format!("believes the truth ({truth}): {} → {}", percent(was), percent(is)));
    }
    let suit = output.suit(option.meaning.card.suit);
    parts.push(format!("length in {suit} {:.1} → {:.1}", before.length(), after.length()));
    parts.join("; ")
}

fn counsel_in_words(counsel: &Counsel, output: &Output) -> String {
    let card = output.card(counsel.card);
    let Some(rival) = &counsel.rival else { return card };
    let Some(error) = rival.margin.error else { return card };
    let margin = format!("{:+.0} ± {error:.0} over {}", rival.margin.mean, output.card(rival.card));
    if rival.margin.is_beyond_error() {
        format!("{card}, {margin}")
    } else {
        format!("{card} ({margin}: no difference beyond the error)")
    }
}
