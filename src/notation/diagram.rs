//! The hand diagram: what a bridge player looks at.
//!
//! North stands at the top, West and East at the sides, South at the bottom; the suits run from
//! spades to clubs. Pure data to text: nothing is printed here. No line is wider than 80 columns.

use std::sync::Arc;

use crate::cards::{BySeat, Call, Card, Hand, Seat, Side, Suit, Vulnerability, seat_name};
use crate::play::{Bidding, History, PartialPlay, Play, View};
use crate::text::on_one_line;

/// The width of West's hand and of North's and South's, in columns: a suit of thirteen fits.
const HAND_WIDTH: usize = 18;

/// The width of a column of the auction.
const CALL_WIDTH: usize = 7;

/// The columns of an auction, as players read them.
const COLUMNS: [Seat; 4] = [Seat::West, Seat::North, Seat::East, Seat::South];

/// Which cards of a hand a diagram shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cards {
    /// The thirteen cards of the deal.
    Dealt,
    /// Those not played yet.
    Left,
}

/// How the suits are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pips {
    /// `♠♥♦♣`, and `—` for a void.
    #[default]
    Symbols,
    /// `SHDC`, and `-` for a void: plain ASCII.
    Letters,
}

/// How a diagram is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// How the suits are written.
    pub pips: Pips,
    /// Whether hearts and diamonds are red, by ANSI codes.
    pub colour: bool,
}

/// The picture of a board: hands, auction and play so far.
///
/// ```
/// use falsecard::cards::BySeat;
/// use falsecard::notation::{Diagram, Pips, Style};
///
/// let hands = ["AQ..K.", "KJ...2", "..432.", "32.A.."].map(|hand| hand.parse().unwrap());
/// let diagram = Diagram::of_hands(BySeat::from_fn(|seat| Some(hands[seat as usize])));
/// let text = diagram.draw(Style { pips: Pips::Letters, colour: false });
/// let wanted = "
///                   S AQ
///                   H -
///                   D K
///                   C -
/// S 32                   N            S KJ
/// H A                  W   E          H -
/// D -                    S            D -
/// C -                                 C 2
///                   S -
///                   H -
///                   D 432
///                   C -
/// ";
/// assert_eq!(text, &wanted[1..]);
/// ```
#[derive(Debug, Clone)]
pub struct Diagram {
    title: Option<String>,
    hands: BySeat<Option<Hand>>,
    bidding: Option<Arc<Bidding>>,
    history: Option<History>,
}

impl Diagram {
    /// Hands without a board. `None` is a hidden hand, which is left blank.
    pub const fn of_hands(hands: BySeat<Option<Hand>>) -> Self {
        Self { title: None, hands, bidding: None, history: None }
    }

    /// A play, all four hands seen.
    pub fn of_play(play: &Play, cards: Cards) -> Self {
        Self::of_partial(&play.into(), cards)
    }

    /// What one player sees; the other hands are left blank.
    pub fn of_view(view: &View, cards: Cards) -> Self {
        Self::of_partial(&view.into(), cards)
    }

    /// A play; hands that are not known are left blank.
    pub fn of_partial(play: &PartialPlay, cards: Cards) -> Self {
        let hands = BySeat::from_fn(|seat| match cards {
            Cards::Dealt => play.dealt(seat),
            Cards::Left => play.left(seat),
        });
        Self {
            bidding: Some(Arc::clone(play.bidding())),
            history: Some(play.history().clone()),
            ..Self::of_hands(hands)
        }
    }

    /// The same with a line above it, such as the name of the problem.
    #[must_use]
    pub fn titled(mut self, title: &str) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The same with the hands of the other seats left blank.
    #[must_use]
    pub fn showing(mut self, seats: &[Seat]) -> Self {
        self.hands = BySeat::from_fn(|seat| self.hands[seat].filter(|_| seats.contains(&seat)));
        self
    }

    /// All of it: the title, the hands, the auction and the tricks, with blank lines between.
    pub fn draw(&self, style: Style) -> String {
        let title = self.title.iter().map(|title| format!("{}\n", on_one_line(title)));
        let parts = [self.hands(style), self.auction(style), self.tricks(style)];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        title.chain(parts).collect::<Vec<_>>().join("\n")
    }

    /// The four hands, with dealer, vulnerability and contract in the corner.
    pub fn hands(&self, style: Style) -> String {
        let corner = self.corner(style);
        let blank = Text::default();
        let mut lines = Vec::with_capacity(12);
        for (row, north) in self.hand(Seat::North, style).into_iter().enumerate() {
            lines.push([corner.get(row).unwrap_or(&blank).clone(), north, Text::default()]);
        }
        let compass = ["     N", "   W   E", "     S", ""].map(Text::plain);
        let sides = self.hand(Seat::West, style).into_iter().zip(self.hand(Seat::East, style));
        lines.extend(
            compass.into_iter().zip(sides).map(|(middle, (west, east))| [west, middle, east]),
        );
        for south in self.hand(Seat::South, style) {
            lines.push([Text::default(), south, Text::default()]);
        }
        if self.hands[Seat::South].is_none() {
            lines.truncate(8);
        }
        lines.into_iter().map(|cells| row(&cells, HAND_WIDTH)).collect()
    }

    /// The auction as a table, beginning under the dealer; empty if it was not recorded.
    pub fn auction(&self, style: Style) -> String {
        let Some(bidding) = &self.bidding else { return String::new() };
        let mut cells: Vec<Text> =
            bidding.calls().map(|(_, call)| Text::call(call, style)).collect();
        if cells.is_empty() {
            return String::new();
        }
        let skipped = COLUMNS.iter().take_while(|&&seat| seat != bidding.dealer()).count();
        cells.splice(0..0, vec![Text::default(); skipped]);
        let head = COLUMNS.map(|seat| Text::plain(seat_name(seat)));
        row(&head, CALL_WIDTH) + &cells.chunks(4).map(|r| row(r, CALL_WIDTH)).collect::<String>()
    }

    /// The play so far, a line for each trick in the order of play; empty before the lead.
    pub fn tricks(&self, style: Style) -> String {
        let Some(history) = &self.history else { return String::new() };
        let played = history.played();
        let tricks = played.chunks(4).enumerate().map(|(n, trick)| {
            let leader = seat_name(trick[0].seat);
            let cards: Vec<_> =
                trick.iter().map(|played| Text::card(played.card, style).text).collect();
            let next = played.get(4 * n + 4).map_or(history.to_play(), |played| played.seat);
            let outcome = if trick.len() == 4 { "wins" } else { "to play" };
            let (cards, next) = (cards.join(" "), seat_name(next));
            format!("{:>2}. {leader:<5} leads {cards}, {next} {outcome}\n", n + 1)
        });
        let won = |side| history.tricks_won(side);
        let score = format!("Tricks: N-S {}, E-W {}\n", won(Side::NorthSouth), won(Side::EastWest));
        tricks.chain((history.tricks_played() > 0).then_some(score)).collect()
    }

    fn corner(&self, style: Style) -> Vec<Text> {
        let Some(bidding) = &self.bidding else { return Vec::new() };
        let contract = bidding.contract();
        let mut played = Text::call(Call::Bid(contract.contract.bid), style);
        played.push(&format!("{} by {}", contract.contract.penalty, seat_name(contract.declarer)));
        vec![
            Text::plain(&format!("Dealer {}", seat_name(bidding.dealer()))),
            Text::plain(vulnerability(bidding.vulnerability())),
            played,
        ]
    }

    fn hand(&self, seat: Seat, style: Style) -> [Text; 4] {
        Suit::DESC.map(|suit| {
            self.hands[seat].map_or_else(Text::default, |hand| {
                let mut text = Text::pip(suit, style);
                let void = if style.pips == Pips::Letters { "-" } else { "—" };
                let ranks = hand[suit].to_string();
                text.push(" ");
                text.push(if ranks.is_empty() { void } else { &ranks });
                text
            })
        })
    }
}

const fn vulnerability(vulnerability: Vulnerability) -> &'static str {
    match (vulnerability.contains(Vulnerability::NS), vulnerability.contains(Vulnerability::EW)) {
        (false, false) => "None vulnerable",
        (true, false) => "N-S vulnerable",
        (false, true) => "E-W vulnerable",
        (true, true) => "All vulnerable",
    }
}

/// A text with its width on the screen, which colour does not change.
#[derive(Debug, Clone, Default)]
struct Text {
    text: String,
    width: usize,
}

impl Text {
    fn plain(text: &str) -> Self {
        Self { text: text.into(), width: text.chars().count() }
    }

    fn push(&mut self, text: &str) {
        self.text += text;
        self.width += text.chars().count();
    }

    /// A text in the colour of a suit.
    fn in_suit(suit: Suit, text: &str, style: Style) -> Self {
        let mut coloured = Self::plain(text);
        if style.colour && matches!(suit, Suit::Hearts | Suit::Diamonds) {
            coloured.text = format!("\x1b[31m{text}\x1b[0m");
        }
        coloured
    }

    fn pip(suit: Suit, style: Style) -> Self {
        Self::in_suit(suit, &pip(suit, style), style)
    }

    fn card(card: Card, style: Style) -> Self {
        Self::in_suit(card.suit, &format!("{}{}", pip(card.suit, style), card.rank), style)
    }

    fn call(call: Call, style: Style) -> Self {
        match call {
            Call::Pass => Self::plain("Pass"),
            Call::Double => Self::plain("X"),
            Call::Redouble => Self::plain("XX"),
            Call::Bid(bid) => match bid.strain.suit() {
                None => Self::plain(&bid.to_string()),
                Some(suit) => {
                    Self::in_suit(suit, &format!("{}{}", bid.level, pip(suit, style)), style)
                }
            },
        }
    }
}

fn pip(suit: Suit, style: Style) -> String {
    match style.pips {
        Pips::Symbols => suit.to_string(),
        Pips::Letters => suit.letter().into(),
    }
}

/// Cells side by side in columns of one width, without blanks at the end of the line.
fn row(cells: &[Text], width: usize) -> String {
    let mut line = String::new();
    for cell in cells {
        line += &cell.text;
        line += &" ".repeat(width.saturating_sub(cell.width));
    }
    format!("{}\n", line.trim_end())
}
