//! What calls show and which is made, in words for people. Programs get the text of the agreements as it is.

use falsecard_engine::bidding::{BidAdvice, Bidder, Heard};
use falsecard_engine::cards::{Call, Suit};
use falsecard_engine::constraint::caller::Typical;

/// The names of suits, as they are said of hands.
const SUITS: [(Suit, &str); 4] = [
    (Suit::Spades, "spades"),
    (Suit::Hearts, "hearts"),
    (Suit::Diamonds, "diamonds"),
    (Suit::Clubs, "clubs"),
];

/// The least length of each suit in a balanced hand.
const NOT_SHORT: u8 = 2;

/// A call in words or signs.
pub fn call_name(call: Call) -> String {
    match call {
        Call::Pass => "Pass".to_owned(),
        Call::Double => "Double".to_owned(),
        Call::Redouble => "Redouble".to_owned(),
        bid @ Call::Bid(_) => bid.to_string(),
    }
}

/// What a call shows: the points, the suit that is bid, and "balanced" or the other lengths that say something. Empty if nothing is
/// known.
pub fn shown(bidder: &Bidder, heard: &Heard, call: Call) -> String {
    let whole = bidder.shows(heard, call);
    let Some(next) = heard.with(call) else { return whole };
    let explained =
        bidder.system().explain_so_far(&next.calls(), next.told(), next.vulnerability());
    match Typical::behind(&explained) {
        Some(hands) => {
            let usual = hands.to_string();
            // An answer about key cards stands before what hands are usual.
            let first = whole.strip_suffix(&usual).unwrap_or_default();
            format!("{first}{}", of_hands(&hands, &usual, call))
        }
        None => of_agreement(&whole),
    }
}

/// What hands are that make a call. `usual` names all that says more of them than of any hand.
fn of_hands(hands: &Typical, usual: &str, call: Call) -> String {
    let bid = if let Call::Bid(bid) = call { bid.strain.suit() } else { None };
    let length = |(suit, name): (Suit, &str)| {
        let range = &hands.lengths[suit];
        format!("{name} {}-{}", range.start(), range.end())
    };
    let points = format!("{}-{} points", hands.points.start(), hands.points.end());
    let points = usual.contains("hcp").then_some(points);
    let own = SUITS.into_iter().find(|(suit, _)| Some(*suit) == bid).map(length);
    let is_balanced = SUITS.iter().all(|(suit, _)| *hands.lengths[*suit].start() >= NOT_SHORT);
    let tells = |(suit, name): &(Suit, &str)| Some(*suit) != bid && usual.contains(name);
    let others: Vec<String> = if is_balanced {
        vec!["balanced".to_owned()]
    } else {
        SUITS.into_iter().filter(tells).map(length).collect()
    };
    let said: Vec<String> = points.into_iter().chain(own).chain(others).collect();
    if said.is_empty() { "any hand".to_owned() } else { said.join(", ") }
}

/// A line of agreements without its label, its source and how far it is kept: "15-17 points, balanced" of "opening 1NT: hcp 15-17,
/// balanced @ 93% (natural bidding)". What stands in a file's own words is left as it is.
pub fn of_agreement(line: &str) -> String {
    let Some((said, _)) = line.rsplit_once(" @ ") else { return line.to_owned() };
    let said = said.split_once(": ").map_or(said, |(_, said)| said);
    let mut words = said.split(' ');
    let mut plain = Vec::new();
    while let Some(word) = words.next() {
        let is_points = word.trim_start_matches('(') == "hcp";
        match words.clone().next().filter(|_| is_points) {
            Some(number) => {
                words.next();
                let bare = number.trim_end_matches([',', ')']);
                let opened = &word[..word.len() - "hcp".len()];
                plain.push(format!("{opened}{bare} points{}", &number[bare.len()..]));
            }
            None => plain.push(word.to_owned()),
        }
    }
    plain.join(" ")
}

/// What our player calls. Where another call is likelier, it is said why he does not make that one.
pub fn advised(advice: &BidAdvice) -> String {
    let call = call_name(advice.call);
    let first = format!("Our player calls {call}.");
    let Some(likeliest) = advice.calls.first().filter(|it| it.call != advice.call) else {
        return first;
    };
    let other = match likeliest.call {
        Call::Pass => " than to pass",
        Call::Double | Call::Redouble => " than to double",
        Call::Bid(_) => "",
    };
    let likeliest = call_name(likeliest.call);
    format!(
        "{first} {likeliest} is the likeliest single call, but to bid on is likelier{other}: of the calls that do, {call} is the likeliest."
    )
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
    }

    /// A bid of a suit names it, and a balanced hand is called so.
    #[test]
    fn bids_name_their_suit() {
        let bidder = Bidder::new(System::natural());
        let opening = Heard::new(Seat::South, Vulnerability::NONE);
        let notrump: Call = "1NT".parse().unwrap();
        let said = shown(&bidder, &opening, notrump);
        assert!(said.ends_with("points, balanced"), "{said}");
        let mut later = opening.clone();
        for call in ["1NT", "P", "2C", "2H"] {
            assert!(later.push(call.parse().unwrap(), None));
        }
        let diamonds = shown(&bidder, &later, "3D".parse().unwrap());
        assert!(diamonds.contains("points, diamonds "), "{diamonds}");
        let spades = shown(&bidder, &opening, "1S".parse().unwrap());
        assert!(spades.contains("spades 5-") && !spades.contains("hcp"), "{spades}");
    }
}
