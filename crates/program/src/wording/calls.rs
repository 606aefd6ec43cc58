//! Calls in words for people: what they show, and which is made. Programs get the text of the
//! agreements unchanged.

use std::ops::RangeInclusive;

use super::numbers::{percent, with_half};
use falsecard_engine::bidding::{
    AdvisedCall, AuctionEnd, AuctionSoFar, BidAdvice, Bidder, CallAhead, CallAim, ShownCall,
};
use falsecard_engine::cards::{Call, Suit, suit_name};
use falsecard_engine::constraint::caller::Typical;
use falsecard_laboratory::problem::Sheet;

/// The least length of a suit in a balanced hand.
const NOT_SHORT: u8 = 2;

/// Of a suit that is not bid, a length is told if it is always at least this, or at most this.
const MARKED: u8 = 3;

/// A call as people read it, in words or signs.
pub fn call_name(call: Call) -> String {
    match call {
        Call::Pass => "Pass".to_owned(),
        Call::Double => "Double".to_owned(),
        Call::Redouble => "Redouble".to_owned(),
        bid @ Call::Bid(_) => bid.to_string(),
    }
}

/// What a call shows: the points, the suit that is bid, and "balanced" or the other lengths that
/// say something. Empty if nothing is known.
pub fn call_meaning(bidder: &Bidder, heard: &AuctionSoFar, call: Call) -> String {
    meaning(bidder, heard, call, None)
}

/// What a player's own call shows, by the hands that make it where no agreement speaks of it.
pub fn shown_call(bidder: &Bidder, heard: &AuctionSoFar, shown: &ShownCall) -> String {
    meaning(bidder, heard, shown.call, Some(&shown.hands))
}

fn meaning(bidder: &Bidder, heard: &AuctionSoFar, call: Call, makers: Option<&Typical>) -> String {
    let whole = bidder.shows(heard, call);
    let Some(next) = heard.with(call) else { return whole };
    let explained =
        bidder.system().explain_so_far(&next.calls(), next.explanations(), next.vulnerability());
    match Typical::behind(&explained) {
        Some(hands) => {
            let usual = hands.to_string();
            // An answer about key cards stands before what hands are usual.
            let first = whole.strip_suffix(&usual).unwrap_or_default();
            // Such an answer does not show the suit that it names.
            let natural = if first.is_empty() { call } else { Call::Pass };
            format!("{first}{}", of_hands(makers.unwrap_or(&hands), natural))
        }
        None if whole.is_empty() => makers.map_or_else(String::new, |it| of_hands(it, call)),
        None => of_agreement(&whole),
    }
}

/// A range in words: "5-7", or "6" alone.
fn within(range: &RangeInclusive<u8>) -> String {
    match (range.start(), range.end()) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least}-{most}"),
    }
}

/// The hands that usually make a call, in words.
fn of_hands(hands: &Typical, call: Call) -> String {
    let bid = if let Call::Bid(bid) = call { bid.strain.suit() } else { None };
    let length = |suit: Suit| format!("{}s {}", suit_name(suit), within(&hands.lengths[suit]));
    let points = format!("{} points", within(&hands.points));
    let points = hands.tells_points().then_some(points);
    let own = bid.map(length);
    let is_balanced = Suit::DESC.iter().all(|suit| *hands.lengths[*suit].start() >= NOT_SHORT);
    let is_marked = |range: &RangeInclusive<u8>| *range.start() >= MARKED || *range.end() <= MARKED;
    let tells = |suit: &Suit| {
        Some(*suit) != bid && hands.tells_length(*suit) && is_marked(&hands.lengths[*suit])
    };
    let others: Vec<String> = if is_balanced {
        vec!["balanced".to_owned()]
    } else {
        Suit::DESC.into_iter().filter(tells).map(length).collect()
    };
    let said: Vec<String> = points.into_iter().chain(own).chain(others).collect();
    if said.is_empty() { "any hand".to_owned() } else { said.join(", ") }
}

/// A line of agreements without its label, source and reliance: "15-17 points, balanced" of
/// "opening 1NT: hcp 15-17, balanced @ 93% (natural bidding)". A line in a file's own words stays
/// unchanged.
pub fn of_agreement(line: &str) -> String {
    let Some((said, _)) = line.rsplit_once(" @ ") else { return line.to_owned() };
    let said = said.split_once(": ").map_or(said, |(_, said)| said);
    in_points(&together(said))
}

/// A rule's text with points as players name them: "15-17 points, balanced" of "hcp 15-17,
/// balanced".
pub fn in_points(said: &str) -> String {
    let mut words = said.split(' ');
    let mut plain = Vec::new();
    while let Some(word) = words.next() {
        let is_points = word.trim_start_matches('(') == "hcp";
        match words.clone().next().filter(|_| is_points) {
            Some(number) => {
                words.next();
                let bare = number.trim_end_matches([',', ')', ';']);
                let opened = &word[..word.len() - "hcp".len()];
                plain.push(format!("{opened}{bare} points{}", &number[bare.len()..]));
            }
            None => plain.push(word.to_owned()),
        }
    }
    plain.join(" ")
}

/// The combined points of two hands, for people: "at most 32 points with partner's 10" for
/// "combined 0-32 with 10 shown".
fn together(said: &str) -> String {
    let found = said.split_once("combined ").and_then(|(before, rest)| {
        let (rest, shown) = rest.strip_suffix(" shown")?.rsplit_once(" with ")?;
        let end = rest.find(|it: char| !it.is_ascii_digit() && it != '-').unwrap_or(rest.len());
        let (range, after) = rest.split_at(end);
        let range = match range.split_once('-') {
            Some(("0", most)) => format!("at most {most}"),
            _ => range.to_owned(),
        };
        Some(format!("{before}{range} points with partner's {shown}{after}"))
    });
    found.unwrap_or_else(|| said.to_owned())
}

/// The legend of a table of calls: what its shares are.
pub const CALLED_BY: &str = "champions: how many of them (players of world, European and US \
     championships) call so with such a hand. falsecard: how inclined its bidder is to call so, \
     after eight million auctions against itself";

/// The legend of a table of calls that were tried: what they gain.
pub const GAINED_BY: &str = "What a call gains is in IMPs over the one that he would make at \
     once, double dummy, with a 95 % interval; where champions seldom call so, it must gain more \
     to be chosen";

/// No more ends of an auction than these are shown.
const ENDS: usize = 3;

/// The calls as a table, with what comes of those that were tried. What each shows is said by the
/// caller.
pub fn call_table(advice: &BidAdvice, shows: impl Fn(&AdvisedCall) -> String) -> Sheet {
    let ahead = if advice.is_tried() { &["gains", "ends in"][..] } else { &[] };
    let names = ["call", "champions", "falsecard"].iter().chain(ahead).chain(&["shows"]);
    let mut sheet = Sheet::new(names.copied());
    for row in &advice.calls {
        let mut cells = vec![call_name(row.call)];
        cells.extend([row.probability, row.inclination].map(percent));
        if advice.is_tried() {
            let ahead = row.ahead.as_ref();
            cells.push(ahead.map_or_else(String::new, |it| with_half(&it.gain, 1)));
            cells.push(ahead.map_or_else(String::new, ends));
        }
        cells.push(shows(row));
        sheet.rows.push(cells);
    }
    sheet
}

/// Where the auction ends most often after a call.
fn ends(ahead: &CallAhead) -> String {
    let end = |end: &AuctionEnd| {
        let contract = end.contract.map_or_else(|| "all pass".to_owned(), |it| it.to_string());
        format!("{contract} {}", percent(end.share))
    };
    ahead.ends.iter().take(ENDS).map(end).collect::<Vec<_>>().join(", ")
}

/// Why our player makes a call other than the one that champions make most, or that he would make
/// at once, or that he is most inclined to.
pub fn why_called(advice: &BidAdvice) -> Option<String> {
    let call = call_name(advice.call);
    if advice.call != advice.at_once {
        let made = advice.calls.iter().find(|it| it.call == advice.call)?;
        let (gain, at_once) = (&made.ahead.as_ref()?.gain, call_name(advice.at_once));
        let gained = with_half(gain, 1);
        return Some(format!(
            "In deals that fit the auction {call} gains {gained} IMPs over {at_once}, which he \
             would call at once."
        ));
    }
    let first = advice.calls.iter().max_by(|a, b| a.inclination.total_cmp(&b.inclination))?;
    if first.call != advice.call {
        let [own, other] = [advice.call, first.call].map(|call| aimed(CallAim::of(call)));
        let most = call_name(first.call);
        return Some(format!(
            "{most} is the single call that he is most inclined to, but he is more inclined {own} \
             than {other}: of the calls that do, \
             {call} comes first."
        ));
    }
    let most = advice.calls.first().filter(|most| most.call != advice.call)?;
    let most = call_name(most.call);
    Some(format!("Champions call {most} most; since it practised, falsecard prefers {call}."))
}

/// Our player's call and his reason, in words.
pub fn advised_call(advice: &BidAdvice) -> String {
    let call = format!("falsecard calls {}.", call_name(advice.call));
    match why_called(advice) {
        Some(why) => format!("{call} {why}"),
        None => call,
    }
}

const fn aimed(aim: CallAim) -> &'static str {
    match aim {
        CallAim::Pass => "to pass",
        CallAim::Double => "to double",
        CallAim::Contract => "to bid a game or slam",
        CallAim::More => "to bid on",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use falsecard_engine::cards::{Seat, Vulnerability};
    use falsecard_engine::constraint::System;

    #[test]
    fn agreements_are_told_without_their_machinery() {
        let line = "opening 1NT: hcp 15-17, balanced @ 93% (natural bidding)";
        assert_eq!(of_agreement(line), "15-17 points, balanced");
        let either = "x: (hcp 5-9) or spades 6+ @ 50% (y)";
        assert_eq!(of_agreement(either), "(5-9 points) or spades 6+");
        assert_eq!(of_agreement("transfer: hearts"), "transfer: hearts");
        let game = "raise game: spades 2+, combined 22-30 with 11 shown @ 88% (x)";
        assert_eq!(of_agreement(game), "spades 2+, 22-30 points with partner's 11");
        let pass = "pass: combined 0-32, hearts 2+ with 4 shown @ 98% (x)";
        assert_eq!(of_agreement(pass), "at most 32 points with partner's 4, hearts 2+");
    }

    /// A bid of a suit names it, and a balanced hand is called so.
    #[test]
    fn bids_name_their_suit() {
        let bidder = Bidder::new(System::natural());
        let opening = AuctionSoFar::new(Seat::South, Vulnerability::NONE);
        let notrump: Call = "1NT".parse().unwrap();
        let said = call_meaning(&bidder, &opening, notrump);
        assert!(said.ends_with("points, balanced"), "{said}");
        let mut later = opening.clone();
        for call in ["1NT", "P", "2C", "2H"] {
            assert!(later.push(call.parse().unwrap(), None));
        }
        let diamonds = call_meaning(&bidder, &later, "3D".parse().unwrap());
        assert!(diamonds.contains("points, diamonds "), "{diamonds}");
        let spades = call_meaning(&bidder, &opening, "1S".parse().unwrap());
        assert!(spades.contains("spades 5-") && !spades.contains("hcp"), "{spades}");
    }

    /// Where our player leaves what champions call most, a sentence says so; where he calls as they
    /// do, none does.
    #[test]
    fn a_call_that_is_not_the_likeliest_has_a_reason() {
        let opening = AuctionSoFar::new(Seat::South, Vulnerability::NONE);
        let why = |hand: &str| {
            let advice =
                BidAdvice::of(&Bidder::new(System::natural()), hand.parse().unwrap(), &opening);
            why_called(&advice.unwrap())
        };
        assert_eq!(why("AKQJ76.K5.82.Q94"), None);
        let balanced = why("AKQ76.KJ5.82.Q94").unwrap();
        assert_eq!(balanced, "Champions call 1NT most; since it practised, falsecard prefers 1♠.");
    }
}
