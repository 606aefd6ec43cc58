//! The sentences of the protocol, read tolerantly and written in one form.

use std::fmt;

use falsecard_engine::cards::{
    Bid, Call, Card, Hand, Holding, Rank, Seat, Suit, Vulnerability, pbn_name, pbn_strain,
    read_card, seat_name,
};

/// A line that the manager sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ManagerMessage {
    Seated,
    Teams,
    Start,
    Board {
        number: usize,
        dealer: Seat,
        vulnerability: Vulnerability,
    },
    /// The hand of a player, or of dummy.
    Cards {
        who: HandOwner,
        hand: Hand,
    },
    Call {
        seat: Seat,
        call: Call,
        told: Option<String>,
    },
    Lead,
    Plays {
        card: Card,
    },
    Timing,
    End,
    /// Anything else: a refusal, or a remark.
    Other,
}

/// The owner of a hand or a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HandOwner {
    Seat(Seat),
    Dummy,
}

/// A line that a player sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlayerMessage {
    Connecting { team: String, seat: Seat },
    Ready(AwaitedMessage),
    Call { call: Call, told: Option<String> },
    Plays { card: Card },
    Other,
}

/// The message that a player is ready for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AwaitedMessage {
    Teams,
    Start,
    Deal,
    Cards,
    Call,
    Card,
    Dummy,
}

/// The words of a line, without the stop at its end.
fn words(line: &str) -> Vec<&str> {
    line.trim().trim_end_matches('.').split_whitespace().collect()
}

/// Whether words begin with these, in any case.
fn begins(words: &[&str], with: &str) -> bool {
    let mut words = words.iter();
    with.split(' ').all(|wanted| words.next().is_some_and(|word| word.eq_ignore_ascii_case(wanted)))
}

fn seat(word: &str) -> Option<Seat> {
    let word = word.trim_end_matches(['.', ',', ':']);
    Seat::ALL.into_iter().find(|seat| seat_name(*seat).eq_ignore_ascii_case(word))
}

fn owner(word: &str) -> Option<HandOwner> {
    let name = word.strip_suffix("'s").or_else(|| word.strip_suffix("'S"))?;
    if name.eq_ignore_ascii_case("dummy") {
        Some(HandOwner::Dummy)
    } else {
        seat(name).map(HandOwner::Seat)
    }
}

impl ManagerMessage {
    /// Reads a line of the manager.
    pub(super) fn read(line: &str) -> Self {
        Self::try_read(line).unwrap_or(Self::Other)
    }

    fn try_read(line: &str) -> Option<Self> {
        let words = words(line);
        let last = words.last()?;
        if begins(&words, "start of board") {
            return Some(Self::Start);
        } else if begins(&words, "end of session") {
            return Some(Self::End);
        } else if begins(&words, "board number") {
            return board(&words);
        } else if begins(&words, "timing") {
            return Some(Self::Timing);
        } else if begins(&words[..1], "teams") || begins(&words[..1], "teams:") {
            return Some(Self::Teams);
        } else if last.eq_ignore_ascii_case("seated") {
            return Some(Self::Seated);
        } else if words.len() == 3 && begins(&words[1..], "to lead") {
            return Some(Self::Lead);
        }
        if let (Some(who), Some(word)) = (owner(words[0]), words.get(1))
            && word.trim_end_matches(':').eq_ignore_ascii_case("cards")
        {
            let at = line.find(':').map_or(line.len(), |at| at + 1);
            return Some(Self::Cards { who, hand: hand(&line[at..])? });
        }
        match deed(&words, line)? {
            PlayerMessage::Call { call, told } => {
                Some(Self::Call { seat: seat(words[0])?, call, told })
            }
            PlayerMessage::Plays { card } => Some(Self::Plays { card }),
            _ => None,
        }
    }
}

impl PlayerMessage {
    /// Reads a line of a player.
    pub(super) fn read(line: &str) -> Self {
        Self::try_read(line).unwrap_or(Self::Other)
    }

    fn try_read(line: &str) -> Option<Self> {
        let words = words(line);
        if begins(&words, "connecting") {
            return connecting(line);
        }
        if words.get(1)?.eq_ignore_ascii_case("ready") {
            return ready(&words[2..]).map(Self::Ready);
        }
        deed(&words, line)
    }
}

/// `Connecting "Team" as South using protocol version 18`. `ANYPL`, for any seat, is not accepted.
fn connecting(line: &str) -> Option<PlayerMessage> {
    let (_, rest) = line.split_once('"')?;
    let (team, rest) = rest.split_once('"')?;
    let words = words(rest);
    let at = words.iter().position(|word| word.eq_ignore_ascii_case("as"))?;
    Some(PlayerMessage::Connecting {
        team: team.trim().to_owned(),
        seat: seat(words.get(at + 1)?)?,
    })
}

/// Reads what follows "South ready".
fn ready(words: &[&str]) -> Option<AwaitedMessage> {
    let what = words.get(1)?;
    let is = |word: &str| what.eq_ignore_ascii_case(word);
    if is("teams") {
        return Some(AwaitedMessage::Teams);
    } else if is("start") {
        return Some(AwaitedMessage::Start);
    } else if is("deal") {
        return Some(AwaitedMessage::Deal);
    } else if is("cards") {
        return Some(AwaitedMessage::Cards);
    } else if is("dummy") {
        return Some(AwaitedMessage::Dummy);
    }
    owner(what)?;
    let of = words.get(2)?;
    let bids = ["bid", "call"].iter().any(|word| of.eq_ignore_ascii_case(word));
    let cards = of.eq_ignore_ascii_case("card");
    if bids { Some(AwaitedMessage::Call) } else { cards.then_some(AwaitedMessage::Card) }
}

/// `South bids 1NT Alert. 15-17`, `South passes`, `South plays 3C`.
fn deed(words: &[&str], line: &str) -> Option<PlayerMessage> {
    let does = words.get(1)?;
    let is = |word: &str| does.eq_ignore_ascii_case(word);
    let call = if is("passes") {
        Call::Pass
    } else if is("doubles") {
        Call::Double
    } else if is("redoubles") {
        Call::Redouble
    } else if is("bids") {
        Call::Bid(words.get(2)?.trim_end_matches('.').to_ascii_uppercase().parse::<Bid>().ok()?)
    } else if is("plays") {
        return Some(PlayerMessage::Plays {
            card: read_card(words.get(2)?.trim_end_matches('.'))?,
        });
    } else {
        return None;
    };
    Some(PlayerMessage::Call { call, told: alert(line) })
}

/// The explanation of a call: the text after "Alert." or "Infos.".
fn alert(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    let at = ["alert.", "infos."].iter().find_map(|word| Some(lower.find(word)? + word.len()))?;
    let told = line[at..].trim();
    (!told.is_empty()).then(|| told.to_owned())
}

/// Thirteen cards, suits in any order, with or without blanks between: a suit's letter, and the
/// ranks behind it.
fn hand(text: &str) -> Option<Hand> {
    let (mut hand, mut suit) = (Hand::EMPTY, None);
    for c in text.chars().filter(|c| !c.is_whitespace() && !".-,1".contains(*c)) {
        let letter = c.to_ascii_uppercase();
        if let Some(named) = Suit::ASC.into_iter().find(|suit| suit.letter() == letter) {
            suit = Some(named);
            continue;
        }
        // The 1 of a 10 has been skipped.
        let letter = if letter == '0' { 'T' } else { letter };
        let rank = Holding::ALL.into_iter().find(|rank: &Rank| rank.letter() == letter)?;
        if !hand.insert(Card { suit: suit?, rank }) {
            return None;
        }
    }
    (hand.len() == 13).then_some(hand)
}

/// `Board number 8. Dealer West. Neither vulnerable.`
fn board(words: &[&str]) -> Option<ManagerMessage> {
    let word = |at: usize| words.get(at).map(|word| word.trim_end_matches('.'));
    let number = word(2)?.parse().ok()?;
    let vulnerability = match word(5)?.to_ascii_lowercase().as_str() {
        "neither" | "none" => Vulnerability::NONE,
        "n/s" => Vulnerability::NS,
        "e/w" => Vulnerability::EW,
        "both" | "all" => Vulnerability::ALL,
        _ => return None,
    };
    Some(ManagerMessage::Board { number, dealer: seat(word(4)?)?, vulnerability })
}

/// A hand as the manager writes it: `S K J 9 3. H K 7 6. D A J. C A Q 8 7.`
pub(super) struct HandText(pub(super) Hand);

impl fmt::Display for HandText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, suit) in Suit::ASC.into_iter().rev().enumerate() {
            let apart = if at == 0 { "" } else { " " };
            write!(f, "{apart}{}", suit.letter())?;
            if self.0[suit].is_empty() {
                f.write_str(" -")?;
            }
            for rank in self.0[suit] {
                write!(f, " {}", rank.letter())?;
            }
            f.write_str(".")?;
        }
        Ok(())
    }
}

/// The sentence for a call: `South bids 1NT`.
pub(super) fn says(seat: Seat, call: Call) -> String {
    let name = seat_name(seat);
    match call {
        Call::Pass => format!("{name} passes"),
        Call::Double => format!("{name} doubles"),
        Call::Redouble => format!("{name} redoubles"),
        Call::Bid(bid) => format!("{name} bids {}{}", bid.level, pbn_strain(bid.strain)),
    }
}

/// The sentence for a call with its explanation: `South bids 1NT Alert. 15-17`.
pub(super) fn explains(seat: Seat, call: Call, told: Option<&str>) -> String {
    let told = told.map(|told| format!(" Alert. {told}"));
    says(seat, call) + &told.unwrap_or_default()
}

/// The sentence for a card: `South plays 3C`.
pub(super) fn plays(seat: Seat, card: Card) -> String {
    let name: String = pbn_name(card).chars().rev().collect();
    format!("{} plays {name}", seat_name(seat))
}

/// The vulnerability in the manager's words.
pub(super) const fn vulnerable(vulnerability: Vulnerability) -> &'static str {
    match (vulnerability.contains(Vulnerability::NS), vulnerability.contains(Vulnerability::EW)) {
        (false, false) => "Neither",
        (true, false) => "N/S",
        (false, true) => "E/W",
        (true, true) => "Both",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use falsecard_engine::cards::Builder;

    const DEAL: &str = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543";

    #[test]
    fn hands_are_read_as_they_are_written_and_as_others_write_them() {
        let deal: falsecard_engine::cards::FullDeal = DEAL.parse().unwrap();
        for seat in Seat::ALL {
            let line = format!("{}'s cards : {}", seat_name(seat), HandText(deal[seat]));
            assert_eq!(
                ManagerMessage::read(&line),
                ManagerMessage::Cards { who: HandOwner::Seat(seat), hand: deal[seat] }
            );
        }
        let void = "S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -.";
        let mut builder = Builder::new();
        builder[Seat::North] = hand(void).unwrap();
        assert_eq!(HandText(builder[Seat::North]).to_string(), void);
        let deal_north = deal[Seat::North];
        for text in [
            "C A J T 9 8 7. D 3 2. H 3 2. S 4 3 2.",
            "S 4 3 2.H 3 2.D 3 2.C A J T 9 8 7.",
            "s 4 3 2. h 3 2. d 3 2. c a j 10 9 8 7",
        ] {
            assert_eq!(hand(text), Some(deal_north), "{text}");
        }
        for text in ["", "S A A", "S X", "S 4 3 2. H 3 2. D 3 2. C A J T 9 8", "4 3 2"] {
            assert_eq!(hand(text), None, "{text}");
        }
    }

    #[test]
    fn every_deed_is_read_as_it_is_written() {
        let calls = ["P", "X", "XX", "1C", "3NT", "7S"].map(|call| call.parse::<Call>().unwrap());
        for call in calls {
            for told in [None, Some("HCP=15-17,C=2-5")] {
                let line = explains(Seat::West, call, told);
                let told = told.map(str::to_owned);
                let read = ManagerMessage::Call { seat: Seat::West, call, told: told.clone() };
                assert_eq!(ManagerMessage::read(&line), read, "{line}");
                assert_eq!(
                    PlayerMessage::read(&line),
                    PlayerMessage::Call { call, told },
                    "{line}"
                );
            }
        }
        for card in Hand::ALL {
            let line = plays(Seat::East, card);
            assert_eq!(PlayerMessage::read(&line), PlayerMessage::Plays { card }, "{line}");
            assert_eq!(ManagerMessage::read(&line), ManagerMessage::Plays { card }, "{line}");
        }
    }

    #[test]
    fn sentences_are_read_as_programs_write_them() {
        let told = [
            ("South (\"Team\") seated", ManagerMessage::Seated),
            ("south team  seated.", ManagerMessage::Seated),
            ("Teams : N/S : \"A\" E/W : \"B\". playing IMP", ManagerMessage::Teams),
            ("Teams: N/S \"A\" E/W \"B\"", ManagerMessage::Teams),
            ("Start of Board", ManagerMessage::Start),
            ("start of board.", ManagerMessage::Start),
            ("End of session", ManagerMessage::End),
            ("Timing - N/S : this board  01:36,  total  0:01:36.", ManagerMessage::Timing),
            ("North to lead", ManagerMessage::Lead),
            ("Dummy to lead", ManagerMessage::Lead),
            ("SOUTH PLAYS qs", ManagerMessage::Plays { card: "SQ".parse().unwrap() }),
            (
                "Board number 8. Dealer West. Neither vulnerable.",
                ManagerMessage::Board {
                    number: 8,
                    dealer: Seat::West,
                    vulnerability: Vulnerability::NONE,
                },
            ),
            (
                "Board number 12. Dealer North. E/W vulnerable",
                ManagerMessage::Board {
                    number: 12,
                    dealer: Seat::North,
                    vulnerability: Vulnerability::EW,
                },
            ),
            ("Illegal bid", ManagerMessage::Other),
            ("", ManagerMessage::Other),
            ("North", ManagerMessage::Other),
            ("Board number", ManagerMessage::Other),
        ];
        for (line, wanted) in told {
            assert_eq!(ManagerMessage::read(line), wanted, "{line}");
        }
        let connecting =
            PlayerMessage::Connecting { team: "My team".to_owned(), seat: Seat::South };
        let said = [
            ("Connecting \"My team\" as South using protocol version 18", connecting),
            ("Connecting \"My team\" as ANYPL using protocol version 18", PlayerMessage::Other),
            ("South ready for teams", PlayerMessage::Ready(AwaitedMessage::Teams)),
            ("SOUTH ready to start.", PlayerMessage::Ready(AwaitedMessage::Start)),
            ("South ready for deal", PlayerMessage::Ready(AwaitedMessage::Deal)),
            ("South ready for cards", PlayerMessage::Ready(AwaitedMessage::Cards)),
            ("South ready for East's bid", PlayerMessage::Ready(AwaitedMessage::Call)),
            ("South ready for EAST'S BID", PlayerMessage::Ready(AwaitedMessage::Call)),
            ("South ready for dummy", PlayerMessage::Ready(AwaitedMessage::Dummy)),
            ("South ready for dummy's card to trick 4", PlayerMessage::Ready(AwaitedMessage::Card)),
            (
                "South  ready for West's card to trick 13.",
                PlayerMessage::Ready(AwaitedMessage::Card),
            ),
            (
                "South bids 1nt Infos. HCP=15-17",
                PlayerMessage::Call {
                    call: "1NT".parse().unwrap(),
                    told: Some("HCP=15-17".to_owned()),
                },
            ),
            ("South bids", PlayerMessage::Other),
            ("South bids 8C", PlayerMessage::Other),
            ("South plays 1C", PlayerMessage::Other),
            ("ready", PlayerMessage::Other),
        ];
        for (line, wanted) in said {
            assert_eq!(PlayerMessage::read(line), wanted, "{line}");
        }
    }
}
