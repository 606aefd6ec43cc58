//! A player's belief about the hidden hands, before and after a card: as cards on the board, and in
//! a panel.

use super::hands::sees;
use super::spot::Spot;
use crate::web::draw::{Inference, cards, held, owners, shapes};
use crate::web::markup::{Markup, el};
use crate::wording::{
    LikelierPlace, WORTH_TELLING, decisive, in_points, likelier_place, of_agreement, percent,
    readings, source_text, thousands,
};
use falsecard_engine::belief::{Belief, Evidence, NoBelief, Reader, explained};
use falsecard_engine::carding::Layer;
use falsecard_engine::cards::{Call, Card, Seat, Side, seat_name};
use falsecard_engine::constraint::caller::Typical;
use falsecard_engine::constraint::{Rule, System};
use falsecard_engine::play::{PartialPlay, View};
use falsecard_laboratory::signal::{InferenceSource, last_card_sources};
use falsecard_notation::read_cards;
use itertools::Itertools;

/// The belief of the player named in the address (`of`), with the changes by a card (`after`). The
/// first element is for the board: the hidden hands as he sees them.
///
/// # Errors
///
/// A sentence, if he is dummy, if a hand that he sees is missing, or if nothing fits his evidence.
pub(super) fn panel(spot: &Spot) -> Result<Markup, String> {
    let play = spot.now()?;
    let named = spot.address.get("of").and_then(|seat| seat.parse::<Seat>().ok());
    let seat = named.or_else(|| first_asked(&play)).unwrap_or_else(|| play.history().decider());
    if seat == play.bidding().contract().dummy() {
        return Err(format!("{} is dummy, who decides nothing", seat_name(seat)));
    }
    let system = spot.system()?;
    let pointed = spot.address.get("after").map(read_cards).transpose()?;
    let card = pointed.and_then(|cards| cards.first().copied());
    let view = play.view(seat).map_err(|why| why.to_string())?;
    let now = EvidenceAndBelief::of(&view, &system)?;
    let Some(card) = card else {
        let it = Inference { view: &view, belief: &now.belief, before: None };
        let picture = picture(spot, &play, &it, hint(spot, &play, seat), None);
        let title = el("h2").say(format_args!("What {} thinks", seat_name(seat)));
        return Ok([picture, title, drawn(&it, &system, &now)].into_iter().collect());
    };
    let after = after(&play, card, seat)?;
    let then = EvidenceAndBelief::of(&after, &system)?;
    let is_comparable = after.hidden() == view.hidden();
    let before = is_comparable.then_some(&now.belief);
    let it = Inference { view: &after, belief: &then.belief, before };
    let most = match before {
        Some(before) => decisive(&after, before, &then.belief),
        // Dummy is seen too: what the card itself decides.
        None => then
            .reading(card)
            .and_then(|number| likelier_place(&after, &then.belief, &then.evidence, number)),
    };
    let most = most.filter(|most| most.after - most.before >= WORTH_TELLING);
    let seen = seat_name(seat);
    let signalled = signalled(&after, &then);
    let told = match (&most, &signalled) {
        (Some(LikelierPlace { card: honour, seat: with, before, after }), _) => {
            let (with, [before, after]) = (seat_name(*with), [*before, *after].map(percent));
            let change = el("span").at("class", "change").say(format_args!("{before} → {after}."));
            Markup::text(format_args!("After {card} {seen} gives {with} the {honour} ")).and(change)
        }
        (None, Some(said)) => Markup::text(format_args!("{card} tells {seen}: {said}.")),
        (None, None) if before.is_none() => {
            Markup::text(format_args!("{card} itself tells {seen} little of the honours."))
        }
        (None, None) => {
            Markup::text(format_args!("After {card} {seen} thinks of the honours as before."))
        }
    };
    let picture = picture(spot, &play, &it, told, most.map(|most| most.card));
    let title = Markup::text(format_args!("What {seen} thinks after ")).and(cards([card]));
    let why = el("p").at("class", "legend").say(reason(&after, &then, card));
    let parts = [picture, el("h2").put(title), why, drawn(&it, &system, &then)];
    Ok(parts.into_iter().collect())
}

/// What the conventions that apply to the last card tell, as far as they change it, the most first.
fn sources_of_last(view: &View, thought: &EvidenceAndBelief) -> Vec<InferenceSource> {
    let change = |it: &InferenceSource| (it.with - it.without).abs();
    let mut all = last_card_sources(view, &thought.evidence, &thought.belief);
    all.retain(|it| change(it) >= WORTH_TELLING);
    all.sort_by(|a, b| change(b).total_cmp(&change(a)));
    all
}

/// What the last card signals: "an odd number of cards 55 % → 98 %".
fn signalled(view: &View, thought: &EvidenceAndBelief) -> Option<String> {
    sources_of_last(view, thought).first().map(source_text)
}

/// What the picture shows, and how to ask for more.
fn hint(spot: &Spot, play: &PartialPlay, seat: Seat) -> Markup {
    let turn = play.history().to_play();
    let has_turn = spot.upto().is_none() && !play.is_over() && sees(spot, play, turn);
    let is_played = spot.whole.as_ref().is_ok_and(|whole| !whole.history().played().is_empty());
    let by_hand = |point: &str, click: &str, class: &'static str| {
        let asked = if has_turn && play.history().decider() != seat {
            let (turn, seen) = (seat_name(turn), seat_name(seat));
            format!("{point} a card of {turn}: what will {seen} think after it?")
        } else {
            "The stronger a card, the likelier it lies there.".to_owned()
        };
        let played = format!(" {click} a card of the play: what did it say?");
        let played = if is_played { played } else { String::new() };
        el("span").at("class", class).say(asked + &played)
    };
    by_hand("Point at", "Click", "mouse").and(by_hand("Tap", "Tap", "touch"))
}

/// What the board shows in place of the hidden hands: each card as strong as the player believes
/// that it lies there, with a sentence. The page's script puts it there.
fn picture(
    spot: &Spot,
    play: &PartialPlay,
    it: &Inference,
    told: Markup,
    decisive: Option<Card>,
) -> Markup {
    let seen = seat_name(it.view.seat());
    let more = el("span").at("class", "wide").say(": the stronger, the likelier it lies there");
    let title = Markup::text(format_args!("As {seen} sees it")).and(more);
    let title = el("p").at("class", "legend").put(title);
    let eyes = el("div").at("class", "eyes").put(title.and(eyes(spot, play, it.view.seat())));
    let hand = |(seat, held): (Seat, Markup)| {
        let letter = seat.letter().to_ascii_lowercase();
        let name = el("div").put(el("span").at("class", "seat").say(seat_name(seat)));
        el("div")
            .at("class", format_args!("hand {letter} believed"))
            .at("role", "group")
            .at("aria-label", format_args!("{}, as {seen} sees it", seat_name(seat)))
            .put(name.and(held))
    };
    let hands: Markup = held(it, decisive).into_iter().map(hand).collect();
    let again = el("span").at("class", "again").say("Tap again to play it.");
    // The next card of the play is asked about, not played.
    let next = spot.moved_to(spot.at + 1);
    let is_new = it.view.history().played().last().is_some_and(|it| spot.after(it.card) != next);
    let is_pointed = it.view.history() != play.history() && is_new;
    let again = if is_pointed { again } else { Markup::default() };
    let told = el("p").at("class", "told").at("role", "status").put(told.and(again));
    el("div").is("data-picture", true).is("hidden", true).put(eyes.and(hands).and(told))
}

/// What the panel shows beside the picture: curves with their sources, and the honours in figures.
fn drawn(it: &Inference, system: &System, thought: &EvidenceAndBelief) -> Markup {
    let figures = el("details").put(el("summary").say("The honours in figures").and(owners(it)));
    shapes(it, &sources(it.view, system, thought)).and(how_many(thought)).and(figures)
}

/// The players who can be asked what they think: all but dummy, as far as the hands that they see
/// are known.
fn thinkers(play: &PartialPlay) -> impl Iterator<Item = Seat> {
    let dummy = play.bidding().contract().dummy();
    Seat::ALL.into_iter().filter(move |&seat| seat != dummy && play.view(seat).is_ok())
}

/// Whose thoughts are shown first: an opponent's of the player to move, or his partner's, or his
/// own; `None` if nobody can be asked.
pub(super) fn first_asked(play: &PartialPlay) -> Option<Seat> {
    let decider = play.history().decider();
    let apart = |seat: &Seat| (Side::of(*seat) == Side::of(decider), *seat == decider);
    thinkers(play).min_by_key(apart)
}

/// Who is asked first what a played card has told him: its player's partner, for whom signals are,
/// or an opponent.
pub(super) fn first_told(play: &PartialPlay, by: Seat) -> Option<Seat> {
    let decider = play.bidding().contract().decider(by);
    let apart = |seat: &Seat| (*seat != decider.partner(), Side::of(*seat) == Side::of(decider));
    thinkers(play).filter(|seat| *seat != decider).min_by_key(apart)
}

/// Links to the thoughts of each player. Who sits at the table is shown his own.
fn eyes(spot: &Spot, play: &PartialPlay, now: Seat) -> Markup {
    if spot.address.get("me").is_some() {
        return Markup::default();
    }
    let link = |seat: Seat| {
        let address = spot.address.clone().with("of", Some(seat.letter()));
        let address = address.with("after", None::<&str>);
        el("a")
            .at("class", if seat == now { "button on" } else { "button" })
            .at_some("aria-current", (seat == now).then_some("true"))
            .at("href", format_args!("#{address}"))
            .say(seat_name(seat))
    };
    let links = thinkers(play).map(link).collect();
    el("nav").at("class", "steps").at("aria-label", "Whose eyes").put(links)
}

/// A player's evidence, and his belief from it.
struct EvidenceAndBelief {
    evidence: Evidence,
    belief: Belief,
}

impl EvidenceAndBelief {
    fn of(view: &View, system: &System) -> Result<Self, String> {
        let evidence = Evidence::of(view, system, Reader::AtTheTable);
        let belief = Belief::new(&evidence).map_err(|error| match error {
            NoBelief::NothingFits => {
                "nothing fits what is known: falsecard believe says what contradicts".to_owned()
            }
            other => other.to_string(),
        })?;
        Ok(Self { evidence, belief })
    }

    /// The number of the reading of a card, if it has one.
    fn reading(&self, card: Card) -> Option<usize> {
        self.evidence.readings.iter().position(|reading| reading.card == card)
    }
}

/// The player's view after one more card.
fn after(play: &PartialPlay, card: Card, seat: Seat) -> Result<View, String> {
    let mut later = play.clone();
    later.play(card).map_err(|why| why.to_string())?;
    later.view(seat).map_err(|why| why.to_string())
}

/// Why the card changes the belief: the conventions that apply to it, with the trust in them.
fn reason(view: &View, thought: &EvidenceAndBelief, card: Card) -> String {
    let Some(number) = thought.reading(card) else {
        let own = view.seat() == view.history().played().last().map_or(view.seat(), |it| it.seat);
        let whole_hands = thought.evidence.whole_hands.as_ref();
        return if own {
            "It is his own card: he learns nothing by it.".to_owned()
        } else if whole_hands.is_some_and(|it| it.speaks_of(card)) {
            "By how declarers play from such hands.".to_owned()
        } else {
            "No rule speaks of this card: what changes is what it leaves to others.".to_owned()
        };
    };
    let sources = sources_of_last(view, thought);
    let rule = |layer: Layer| {
        let (name, about) = (layer.convention.slug, layer.convention.about);
        let said = sources.iter().find(|it| it.convention == name).map(source_text);
        let said = said.map_or_else(String::new, |said| format!(": {said}"));
        format!("{name} ({about}), trusted in {}{said}", percent(layer.kept))
    };
    let rules: Vec<String> =
        thought.evidence.readings[number].choice().layers().map(rule).collect();
    if rules.is_empty() {
        return "By how people choose among their cards; nothing is agreed about it.".to_owned();
    }
    format!("By {}.", rules.join("; then "))
}

/// So many lines of what a hand has said are seen at once.
const AT_ONCE: usize = 5;

/// What each hidden hand has said: the promises of its calls, and the readings of its cards.
fn sources(view: &View, system: &System, thought: &EvidenceAndBelief) -> Vec<(Seat, Markup)> {
    let auction = explained(view.bidding(), system);
    let calls = auction.iter().enumerate().filter_map(|(at, it)| {
        let promise = it.promise.as_ref()?;
        let call = match it.call {
            Call::Pass => "Pass".to_owned(),
            other => other.to_string(),
        };
        let said = match Typical::behind(&auction[..=at]) {
            Some(hands) => {
                let hands = in_points(&hands.to_string());
                format!("{hands}; by the book {}", of_agreement(&promise.source))
            }
            None => of_agreement(&promise.source),
        };
        Some((it.seat, format!("{call}: {said}")))
    });
    let is_call = |rule: &Rule| auction.iter().any(|call| rule.is_said_by(call));
    let others = thought.evidence.rules.iter().filter(|rule| !is_call(rule));
    let others = others.map(|rule| (rule.seat, rule.source.clone()));
    let told = readings(view, &thought.belief, &thought.evidence, |card| card.to_string());
    let told = thought.evidence.readings.iter().zip(told).map(|(reading, told)| {
        // The column has his name.
        let name = format!("{} ", seat_name(reading.seat));
        (reading.seat, told.strip_prefix(&name).unwrap_or(&told).to_owned())
    });
    let all: Vec<(Seat, String)> = calls.chain(others).chain(told).collect();
    let of = |&seat: &Seat| {
        // A call that is repeated says no more.
        let own = all.iter().filter(|(of, _)| *of == seat).map(|(_, said)| said).dedup();
        let mut own: Vec<Markup> = own.map(|said| el("li").say(said)).collect();
        let more = own.split_off(own.len().min(AT_ONCE));
        let list = |lines: Vec<Markup>| el("ul").put(lines.into_iter().collect());
        if own.is_empty() {
            return None;
        } else if more.is_empty() {
            return Some((seat, list(own)));
        }
        let summary = el("summary").say(format_args!("{} more", more.len()));
        Some((seat, list(own).and(el("details").put(summary.and(list(more))))))
    };
    thought.belief.seats().iter().filter_map(of).collect()
}

/// How many layouts keep what is known, and from how many shares are estimated.
fn how_many(thought: &EvidenceAndBelief) -> Markup {
    let fit = Belief::fitting(&thought.evidence).ok();
    let fit =
        fit.map(|fit| format!("{} layouts keep all of it; others count less.", thousands(fit)));
    let estimated = thought.belief.effective_size().map(|layouts| {
        let layouts = thousands(layouts.round() as u64);
        format!("Shares are estimated, as from {layouts} layouts drawn one by one.")
    });
    let said: Vec<String> = fit.into_iter().chain(estimated).collect();
    el("p").at("class", "legend").say(said.join(" "))
}
