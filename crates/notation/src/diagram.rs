//! The hand diagram as text.
//!
//! North is at the top, West and East at the sides, South at the bottom; suits run from spades to
//! clubs. This module only makes text. No line is wider than 80 columns.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Annotation, Game, agree};
use falsecard_bridge::cards::{
    BySeat, Call, Card, Contract, Hand, Seat, Side, Strain, Suit, Vulnerability, clockwise,
    holding_name, seat_name, with_tens,
};
use falsecard_bridge::play::{Bidding, DeclaredContract, History, PartialPlay, Play, View};
use falsecard_bridge::text::on_one_line;

/// The width of West's hand and of North's and South's, in columns: a suit of thirteen fits.
const HAND_WIDTH: usize = 18;

/// The width of a column of the auction.
const CALL_WIDTH: usize = 7;

/// The columns of an auction, as players read them.
const COLUMNS: [Seat; 4] = [Seat::West, Seat::North, Seat::East, Seat::South];

/// Which cards of a hand a diagram shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagramCards {
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

impl Pips {
    /// A card as people write it: `♠10` or `S10`.
    pub fn card(self, card: Card) -> String {
        self.text(&card.to_string())
    }

    /// A suit.
    pub const fn suit(self, suit: Suit) -> char {
        match self {
            Self::Symbols => ['♣', '♦', '♥', '♠'][suit as usize],
            Self::Letters => suit.letter(),
        }
    }

    /// A text with its suit symbols written in this way, and its tens as people write them.
    pub fn text(self, text: &str) -> String {
        let letter =
            |symbol| Suit::ASC.into_iter().find(|&suit| Self::Symbols.suit(suit) == symbol);
        let text = with_tens(text);
        match self {
            Self::Symbols => text,
            Self::Letters => text.chars().map(|c| letter(c).map_or(c, Suit::letter)).collect(),
        }
    }
}

/// How a diagram is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DiagramStyle {
    /// How the suits are written.
    pub pips: Pips,
    /// Whether hearts and diamonds are red, by ANSI codes.
    pub colour: bool,
}

/// The picture of a board: hands, auction and play so far.
///
/// ```
/// use falsecard::cards::BySeat;
/// use falsecard::notation::{Diagram, Pips, DiagramStyle};
///
/// let hands = ["AQ..K.", "KJ...2", "..432.", "32.A.."].map(|hand| hand.parse().unwrap());
/// let diagram = Diagram::of_hands(BySeat::from_fn(|seat| Some(hands[seat as usize])));
/// let text = diagram.draw(DiagramStyle { pips: Pips::Letters, colour: false });
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
#[derive(Debug, Clone, Default)]
pub struct Diagram {
    title: Option<String>,
    hands: BySeat<Option<Hand>>,
    dealer: Option<Seat>,
    vulnerability: Option<Vulnerability>,
    contract: ShownContract,
    calls: Vec<Call>,
    /// Annotations of calls from a file, by their numbers from 0.
    said: BTreeMap<usize, Annotation>,
    play: Option<ShownTricks>,
}

/// The contract as far as it is known.
#[derive(Debug, Clone, Copy, Default)]
enum ShownContract {
    #[default]
    Unknown,
    PassedOut,
    Strain(Strain),
    Bid(Contract, Option<Seat>),
}

/// The cards played.
#[derive(Debug, Clone)]
struct ShownTricks {
    strain: Strain,
    leader: Seat,
    cards: Vec<Card>,
}

impl Diagram {
    /// Hands without a board. `None` is a hidden hand, which is left blank.
    pub fn of_hands(hands: BySeat<Option<Hand>>) -> Self {
        Self { hands, ..Self::default() }
    }

    /// A play, with all four hands shown.
    pub fn of_play(play: &Play, cards: DiagramCards) -> Self {
        Self::of_partial(&play.into(), cards)
    }

    /// A player's view; the other hands are left blank.
    pub fn of_view(view: &View, cards: DiagramCards) -> Self {
        Self::of_partial(&view.into(), cards)
    }

    /// A play; hands that are not known are left blank.
    pub fn of_partial(play: &PartialPlay, cards: DiagramCards) -> Self {
        let hands = BySeat::from_fn(|seat| match cards {
            DiagramCards::Dealt => play.dealt(seat),
            DiagramCards::Left => play.left(seat),
        });
        Self::of_hands(hands).played(play.bidding(), play.history())
    }

    /// A game as far as it is known, as dealt.
    pub fn of_game(game: &Game) -> Self {
        let facts = &game.facts;
        let contract = match (facts.contract, facts.strain) {
            (Some(contract), _) => ShownContract::Bid(contract, facts.declarer),
            (None, _) if facts.passed_out => ShownContract::PassedOut,
            (None, Some(strain)) => ShownContract::Strain(strain),
            (None, None) => ShownContract::Unknown,
        };
        let tricks = |(strain, leader)| ShownTricks { strain, leader, cards: facts.cards.clone() };
        Self {
            title: None,
            hands: facts.known(),
            dealer: facts.dealer,
            vulnerability: facts.vulnerability,
            contract,
            calls: facts.auction.iter().copied().collect(),
            said: game.marks.calls.clone(),
            play: facts.strain.zip(facts.leader).map(tricks),
        }
    }

    fn played(self, bidding: &Bidding, history: &History) -> Self {
        let DeclaredContract { contract, declarer } = bidding.contract();
        Self {
            dealer: bidding.dealer(),
            vulnerability: Some(bidding.vulnerability()),
            contract: ShownContract::Bid(contract, Some(declarer)),
            calls: bidding.calls().map(|(_, call)| call).collect(),
            said: explained(bidding),
            play: Some(ShownTricks {
                strain: contract.bid.strain,
                leader: declarer.lho(),
                cards: history.played().iter().map(|played| played.card).collect(),
            }),
            ..self
        }
    }

    /// Marks the calls that were alerted in a game, beside those that are explained.
    #[must_use]
    pub fn alerted_in(mut self, game: &Game) -> Self {
        if self.calls.len() == game.auction().len() {
            self.said.clone_from(&game.marks.calls);
        }
        self
    }

    /// Puts a line above it, such as the name of the problem.
    #[must_use]
    pub fn titled(mut self, title: &str) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The line above it.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// A hand, if it is not left blank.
    pub fn hand_of(&self, seat: Seat) -> Option<Hand> {
        self.hands[seat]
    }

    /// The calls with their callers; none if the auction was not recorded.
    pub fn calls(&self) -> impl Iterator<Item = (Seat, Call)> + '_ {
        let dealer = self.dealer.into_iter();
        dealer.flat_map(|dealer| {
            self.calls.iter().enumerate().map(move |(n, &call)| (clockwise(dealer, n), call))
        })
    }

    /// The mark of a call, by its number from 0: `!` if it was alerted or is explained, else PBN's
    /// mark.
    pub fn mark(&self, call: usize) -> &'static str {
        self.said.get(&call).map_or("", Annotation::mark)
    }

    /// What a call means, by its number from 0, if a file says so.
    pub fn explanation(&self, call: usize) -> Option<&str> {
        self.said.get(&call)?.explanation.as_deref()
    }

    /// The cards played, trick by trick, with their players.
    pub fn by_trick(&self) -> Vec<Vec<(Seat, Card)>> {
        let Some(ShownTricks { strain, leader, cards }) = &self.play else { return Vec::new() };
        let winners = agree::winners(cards, *strain, *leader);
        let leaders = std::iter::once(*leader).chain(winners);
        let trick = |(leader, cards): (Seat, &[Card])| {
            let card = |(n, &card): (usize, &Card)| (clockwise(leader, n), card);
            cards.iter().enumerate().map(card).collect()
        };
        leaders.zip(cards.chunks(4)).map(trick).collect()
    }

    /// Dealer, vulnerability and contract as far as known, a phrase each.
    pub fn facts(&self) -> Vec<String> {
        self.corner(DiagramStyle::default()).into_iter().map(|line| line.text).collect()
    }

    /// The title, the hands, the auction and the tricks, with blank lines between.
    pub fn draw(&self, style: DiagramStyle) -> String {
        let title = self.title.iter().map(|title| format!("{}\n", on_one_line(title)));
        let parts = [self.hands(style), self.auction(style), self.tricks(style)];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        title.chain(parts).collect::<Vec<_>>().join("\n")
    }

    /// The four hands, with dealer, vulnerability and contract in the corner.
    pub fn hands(&self, style: DiagramStyle) -> String {
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
    pub fn auction(&self, style: DiagramStyle) -> String {
        let (Some(dealer), false) = (self.dealer, self.calls.is_empty()) else {
            return String::new();
        };
        let skipped = COLUMNS.iter().take_while(|&&seat| seat != dealer).count();
        let mut cells = vec![Text::default(); skipped];
        cells.extend(self.calls.iter().enumerate().map(|(number, &call)| {
            let mut cell = Text::call(call, style);
            cell.push(self.mark(number));
            cell
        }));
        let head = COLUMNS.map(|seat| Text::plain(seat_name(seat)));
        let rows = cells.chunks(4).map(|r| row(r, CALL_WIDTH)).collect::<String>();
        row(&head, CALL_WIDTH) + &rows + &self.meanings(style)
    }

    /// The calls that are explained, a line each.
    fn meanings(&self, style: DiagramStyle) -> String {
        let mut text = String::new();
        for (number, (caller, call)) in self.calls().enumerate() {
            if let Some(explanation) = self.explanation(number) {
                let call = Text::call(call, style).text;
                let explanation = on_one_line(explanation);
                let _ = writeln!(text, "! {}'s {call}: {explanation}", seat_name(caller));
            }
        }
        text
    }

    /// The play so far, a line for each trick; empty before the lead.
    pub fn tricks(&self, style: DiagramStyle) -> String {
        let Some(ShownTricks { strain, leader, cards }) = &self.play else { return String::new() };
        let winners = agree::winners(cards, *strain, *leader);
        let mut leader = *leader;
        let mut text = String::new();
        for (n, trick) in cards.chunks(4).enumerate() {
            let names: Vec<_> = trick.iter().map(|&card| Text::card(card, style).text).collect();
            let to_play = clockwise(leader, trick.len());
            let (next, outcome) = winners.get(n).map_or((to_play, "to play"), |&it| (it, "wins"));
            let (names, next) = (names.join(" "), seat_name(next));
            let line = format!("{:<5} leads {names}, {next} {outcome}", seat_name(leader));
            let _ = writeln!(text, "{:>2}. {line}", n + 1);
            leader = winners.get(n).copied().unwrap_or(leader);
        }
        if !winners.is_empty() {
            let won = |side: Side| winners.iter().filter(|&&seat| side.has(seat)).count();
            let (ours, theirs) = (won(Side::NorthSouth), won(Side::EastWest));
            let _ = writeln!(text, "Tricks: N-S {ours}, E-W {theirs}");
        }
        text
    }

    /// Dealer, vulnerability and contract, and the leader if he is not declarer's left-hand
    /// opponent.
    fn corner(&self, style: DiagramStyle) -> Vec<Text> {
        let dealer = self.dealer.map(|seat| Text::plain(&format!("Dealer {}", seat_name(seat))));
        let vulnerable = self.vulnerability.map(|who| Text::plain(vulnerability(who)));
        let (contract, declarer) = self.contract(style);
        let leader = self.play.as_ref().map(|play| play.leader);
        let leads = leader.filter(|&leader| declarer.map(Seat::lho) != Some(leader));
        let leads = leads.map(|seat| Text::plain(&format!("{} to lead", seat_name(seat))));
        [dealer, vulnerable, contract, leads].into_iter().flatten().collect()
    }

    /// The contract in words, and declarer.
    fn contract(&self, style: DiagramStyle) -> (Option<Text>, Option<Seat>) {
        let text = match self.contract {
            ShownContract::Unknown => return (None, None),
            ShownContract::PassedOut => Text::plain("Passed out"),
            ShownContract::Strain(strain) => {
                let mut text = Text::plain("Contract ");
                text.add(&Text::strain(strain, style));
                text
            }
            ShownContract::Bid(contract, declarer) => {
                let mut text = Text::plain(if declarer.is_some() { "" } else { "Contract " });
                text.add(&Text::call(Call::Bid(contract.bid), style));
                text.push(&contract.penalty.to_string());
                if let Some(declarer) = declarer {
                    text.push(&format!(" by {}", seat_name(declarer)));
                }
                return (Some(text), declarer);
            }
        };
        (Some(text), None)
    }

    fn hand(&self, seat: Seat, style: DiagramStyle) -> [Text; 4] {
        Suit::DESC.map(|suit| {
            self.hands[seat].map_or_else(Text::default, |hand| {
                let mut text = Text::pip(suit, style);
                let void = if style.pips == Pips::Letters { "-" } else { "—" };
                let ranks = holding_name(hand[suit]);
                text.push(" ");
                text.push(if ranks.is_empty() { void } else { &ranks });
                text
            })
        })
    }
}

/// The explanations that players gave of their calls.
fn explained(bidding: &Bidding) -> BTreeMap<usize, Annotation> {
    let said = bidding.explanations().iter().enumerate();
    let said = said.filter_map(|(number, said)| Some((number, said.clone()?)));
    said.map(|(number, said)| {
        (number, Annotation { explanation: Some(said), ..Annotation::default() })
    })
    .collect()
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

    fn add(&mut self, other: &Self) {
        self.text += &other.text;
        self.width += other.width;
    }

    /// A text in the colour of a suit.
    fn in_suit(suit: Suit, text: &str, style: DiagramStyle) -> Self {
        let mut coloured = Self::plain(text);
        if style.colour && matches!(suit, Suit::Hearts | Suit::Diamonds) {
            coloured.text = format!("\x1b[31m{text}\x1b[0m");
        }
        coloured
    }

    fn pip(suit: Suit, style: DiagramStyle) -> Self {
        Self::in_suit(suit, &pip(suit, style), style)
    }

    fn card(card: Card, style: DiagramStyle) -> Self {
        Self::in_suit(card.suit, &style.pips.card(card), style)
    }

    fn call(call: Call, style: DiagramStyle) -> Self {
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

    fn strain(strain: Strain, style: DiagramStyle) -> Self {
        strain.suit().map_or_else(|| Self::plain("NT"), |suit| Self::pip(suit, style))
    }
}

fn pip(suit: Suit, style: DiagramStyle) -> String {
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
