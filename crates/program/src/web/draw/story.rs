//! The story of a board in one picture: its hands, its line of play coloured by what each card gave
//! up, and its turning points.

use super::figures::svg;
use super::{rank, seen_and_said};
use crate::web::markup::{Element, Markup, el};
use crate::wording::for_people;
use falsecard_engine::cards::{Card, Seat, Suit, clockwise, seat_name};
use falsecard_engine::play::DeclaredContract;
use falsecard_laboratory::problem::Remark;
use falsecard_notation::Diagram;

/// What a card gave up, by what its player could know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenUp {
    /// Less than the least mistake.
    Nothing,
    /// As much as a mistake, but the difference is not clear.
    Unclear,
    /// A mistake.
    Mistake,
    /// A mistake of five times the least at least.
    Blunder,
}

/// How many of the least mistakes are a blunder.
const BLUNDER: f64 = 5.0;

impl GivenUp {
    /// What a remark says that its card gave up.
    pub fn of(remark: &Remark) -> Self {
        let least = remark.scoring.least_mistake();
        match remark.behind {
            behind if remark.mistake && behind >= BLUNDER * least => Self::Blunder,
            _ if remark.mistake => Self::Mistake,
            behind if behind >= least => Self::Unclear,
            _ => Self::Nothing,
        }
    }

    /// Its name in the page's style sheet.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Unclear => "unclear",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The colour of its card in the picture.
    const fn ground(self) -> &'static str {
        match self {
            Self::Nothing => "#d3eadb",
            Self::Unclear => "#f7e6a8",
            Self::Mistake => "#f9c3cc",
            Self::Blunder => "#9f1239",
        }
    }

    /// The mark behind its card.
    const fn sign(self) -> &'static str {
        match self {
            Self::Nothing | Self::Unclear => "",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// What becomes of a contract as the cards lie.
#[derive(Debug, Clone)]
pub struct ContractFate {
    /// The contract.
    pub contract: DeclaredContract,
    /// The tricks that declarer takes in all after each trick, when nobody errs any more.
    pub tricks: Vec<u8>,
}

impl ContractFate {
    /// A row below the line of play, in which numbers below the contract's stand out.
    pub fn row(&self) -> Markup {
        let name = Markup::text(self.contract.contract);
        let name = seen_and_said(name, "tricks that declarer takes as the cards lie");
        let cell = |&tricks: &u8| {
            let is_down = tricks < self.contract.goal();
            el("td").at_some("class", is_down.then_some("down")).put(el("span").say(tricks))
        };
        let cells = self.tricks.iter().map(cell).collect();
        el("tr").at("class", "fate").put(el("th").at("scope", "row").put(name).and(cells))
    }
}

/// The size of the picture, in SVG units.
const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 630.0;

/// The most turning points that have a place beside the hands.
pub const MOST_POINTS: usize = 4;

/// The colour of cards that were not chosen, or are not judged.
const QUIET: &str = "#efece3";
const BLACK: &str = "#1d1b18";
const SOFT: &str = "#57524a";
const RED: &str = "#b80f0f";
const WHITE: &str = "#fff";

/// The picture. `gave` tells what the n-th card played gave up, if it was chosen and is judged; the
/// fate is known where all hands are; each turning point is a line that names it and one that says
/// what it cost. It consists of `rect` and `text` with all that they need in attributes, so that a
/// page can paint it.
pub fn story(
    board: &Diagram,
    [title, facts]: [&str; 2],
    gave: impl Fn(usize) -> Option<GivenUp>,
    fate: Option<&ContractFate>,
    points: &[[String; 2]],
) -> Markup {
    let hands = HANDS.iter().flat_map(|&(seat, x, y)| hand(board, seat, x, y));
    let told = points.iter().take(MOST_POINTS).zip(0u8..).flat_map(|([head, told], n)| {
        let y = 150.0 + 62.0 * f64::from(n);
        [(y, "600", head), (y + 27.0, "400", told)]
            .map(|(y, weight, said)| said_at([640.0, y], 20, weight, BLACK, said))
    });
    let rows = line(&board.by_trick(), gave, fate);
    let parts = [
        rect([0.0, 0.0, WIDTH, HEIGHT], "#fbfaf6"),
        rect([0.0, 0.0, WIDTH, 88.0], "#14532d"),
        said_at([36.0, 56.0], 32, "700", WHITE, title),
        text([WIDTH - 36.0, 46.0], 24, "400", WHITE).at("text-anchor", "end").put(plain(facts)),
        text([WIDTH - 36.0, 72.0], 14, "400", WHITE)
            .at("text-anchor", "end")
            .put(plain("falsecard")),
    ];
    let all = parts.into_iter().chain(hands).chain(told).chain(rows).collect();
    svg("story", WIDTH, HEIGHT)
        .at("font-family", "system-ui, 'DejaVu Sans', sans-serif")
        .at("role", "img")
        .at("aria-label", format_args!("{title}, {facts}"))
        .put(all)
}

/// The places of the hands.
const HANDS: [(Seat, f64, f64); 4] = [
    (Seat::North, 236.0, 122.0),
    (Seat::West, 36.0, 186.0),
    (Seat::East, 436.0, 186.0),
    (Seat::South, 236.0, 262.0),
];

fn hand(board: &Diagram, seat: Seat, x: f64, y: f64) -> Vec<Markup> {
    let name = said_at([x, y], 17, "700", SOFT, seat_name(seat));
    let Some(hand) = board.hand_of(seat) else { return vec![name] };
    let row = |(suit, y): (Suit, f64)| {
        let ranks = hand[suit].iter().map(|rank_of| rank(Card { suit, rank: rank_of }));
        let ranks: Vec<String> = ranks.collect();
        let ranks = if ranks.is_empty() { "—".to_owned() } else { ranks.join(" ") };
        let sign = said_at([x, y], 20, "400", colour(suit), &suit.to_string());
        [sign, said_at([x + 24.0, y], 19, "400", BLACK, &ranks)]
    };
    let rows = Suit::DESC.into_iter().zip([25.0, 49.0, 73.0, 97.0].map(|below| y + below));
    std::iter::once(name).chain(rows.flat_map(row)).collect()
}

/// The line of play: a column a trick, a row a hand.
fn line(
    tricks: &[Vec<(Seat, Card)>],
    gave: impl Fn(usize) -> Option<GivenUp>,
    fate: Option<&ContractFate>,
) -> Vec<Markup> {
    const LEFT: f64 = 70.0;
    const TOP: f64 = 416.0;
    const HIGH: f64 = 42.0;
    let leader = tricks.first().and_then(|trick| trick.first()).map_or(Seat::West, |it| it.0);
    // The cards of few tricks are no larger than those of eight.
    let wide = (WIDTH - LEFT - 36.0) / tricks.len().max(8) as f64;
    let row_of = |seat: Seat| (0u8..4).find(|&n| clockwise(leader, n.into()) == seat);
    let mut all = Vec::new();
    for n in 0u8..4 {
        let y = TOP + HIGH * f64::from(n) + 28.0;
        let name = clockwise(leader, n.into()).letter().to_string();
        all.push(said_at([36.0, y], 18, "700", SOFT, &name));
    }
    if let Some(fate) = fate {
        let name = fate.contract.contract.to_string();
        all.push(said_at([20.0, TOP + 4.0 * HIGH + 24.0], 16, "700", SOFT, &name));
    }
    for ((number, trick), n) in tricks.iter().enumerate().zip(0u8..) {
        let x = LEFT + wide * f64::from(n);
        let middle = |y: f64, size, ink| {
            text([x + wide / 2.0, y], size, "600", ink).at("text-anchor", "middle")
        };
        all.push(middle(TOP - 8.0, 15, SOFT).put(plain(&(number + 1).to_string())));
        if let Some((fate, takes)) = fate.and_then(|it| Some((it, it.tricks.get(number)?))) {
            let ink = if *takes < fate.contract.goal() { RED } else { SOFT };
            all.push(middle(TOP + 4.0 * HIGH + 24.0, 18, ink).put(plain(&takes.to_string())));
        }
        for (nth, (seat, card)) in trick.iter().enumerate() {
            let y = TOP + HIGH * f64::from(row_of(*seat).unwrap_or_default());
            let given_up = gave(4 * number + nth);
            let ink = match given_up {
                Some(GivenUp::Blunder) => WHITE,
                _ => colour(card.suit),
            };
            let sign = given_up.map_or("", GivenUp::sign);
            let name = format!("{}{} {sign}", card.suit, rank(*card));
            let place = [x + 2.0, y + 2.0, wide - 4.0, HIGH - 4.0];
            all.push(rect(place, given_up.map_or(QUIET, GivenUp::ground)));
            all.push(middle(y + 28.0, 20, ink).put(plain(name.trim_end())));
        }
    }
    all
}

const fn colour(suit: Suit) -> &'static str {
    match suit {
        Suit::Hearts | Suit::Diamonds => RED,
        Suit::Clubs | Suit::Spades => BLACK,
    }
}

fn rect([x, y, width, height]: [f64; 4], fill: &'static str) -> Markup {
    let drawn = el("rect").at("x", x).at("y", y).at("width", width).at("height", height);
    drawn.at("rx", if x > 0.0 { 6 } else { 0 }).at("fill", fill).empty()
}

fn text([x, y]: [f64; 2], size: u8, weight: &'static str, fill: &'static str) -> Element {
    let drawn = el("text").at("x", x).at("y", y).at("fill", fill);
    drawn.at("font-size", size).at("font-weight", weight)
}

fn said_at(at: [f64; 2], size: u8, weight: &'static str, fill: &'static str, said: &str) -> Markup {
    text(at, size, weight, fill).put(plain(said))
}

/// Text for people, without the elements that suits have elsewhere.
fn plain(said: &str) -> Markup {
    Markup::plain(&for_people(said))
}
