//! Double dummy for programs: tricks of all declarers, par, and what each card takes.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use falsecard_engine::cards::{
    Seat, Side, Vulnerability, contract_in_letters, serialize_seat, vulnerable_sides,
};
use falsecard_engine::dd::{CardValues, Par, Table};
use falsecard_engine::play::DeclaredContract;
use falsecard_notation::Game;

/// Par, and for which vulnerability and dealers.
#[derive(Debug, Clone)]
pub struct ParCase {
    /// Who is vulnerable.
    pub vulnerability: Vulnerability,
    /// Who may deal.
    pub dealers: Vec<Seat>,
    /// Par.
    pub par: Par,
}

/// Par, for one vulnerability.
#[derive(Debug, Clone, JsonSchema, Serialize)]
#[schemars(rename = "Par")]
pub struct ParLine {
    /// Who is vulnerable: `None`, `NS`, `EW` or `All`.
    vulnerable: &'static str,
    /// Who deals. Dealers with equal par stand together.
    #[schemars(with = "Vec<falsecard_engine::cards::SeatLetter>")]
    dealers: Vec<char>,
    /// The score of North and South.
    score: i32,
    /// The contracts of par; none if the deal is passed out.
    contracts: Vec<ContractLine>,
}

/// A contract.
#[derive(Debug, Clone, JsonSchema, Serialize)]
#[schemars(rename = "Contract")]
pub struct ContractLine {
    /// The contract: `4S`, `5Dx`.
    contract: String,
    /// Who declares.
    #[serde(serialize_with = "serialize_seat")]
    #[schemars(with = "falsecard_engine::cards::SeatLetter")]
    declarer: Seat,
}

impl From<&DeclaredContract> for ContractLine {
    fn from(it: &DeclaredContract) -> Self {
        Self { contract: contract_in_letters(it.contract), declarer: it.declarer }
    }
}

impl ParCase {
    /// The cases of a game. Dealers with the same par are one.
    pub fn all(table: &Table, game: &Game) -> Vec<Self> {
        const ALL: [Vulnerability; 4] =
            [Vulnerability::NONE, Vulnerability::NS, Vulnerability::EW, Vulnerability::ALL];
        let sides = game.vulnerability().map_or(ALL.to_vec(), |it| vec![it]);
        let seats = game.dealer().map_or(Seat::ALL.to_vec(), |it| vec![it]);
        let mut cases: Vec<Self> = Vec::new();
        for (vulnerability, &dealer) in
            sides.into_iter().flat_map(|side| seats.iter().map(move |seat| (side, seat)))
        {
            let par = Par::of(table, dealer, vulnerability);
            let is_same = |case: &&mut Self| case.vulnerability == vulnerability && case.par == par;
            match cases.iter_mut().find(is_same) {
                Some(case) => case.dealers.push(dealer),
                None => cases.push(Self { vulnerability, dealers: vec![dealer], par }),
            }
        }
        cases
    }
}

/// The cases of a game for programs.
fn par_lines(table: &Table, game: &Game) -> Vec<ParLine> {
    let line = |ParCase { vulnerability, dealers, par }: ParCase| ParLine {
        vulnerable: vulnerable_sides(vulnerability),
        dealers: dealers.into_iter().map(Seat::letter).collect(),
        score: par.score,
        contracts: par.contracts.iter().map(ContractLine::from).collect(),
    };
    ParCase::all(table, game).into_iter().map(line).collect()
}

/// What the contract of a game takes when nobody errs, and what that scores.
#[derive(Debug, Clone)]
pub struct ContractResult {
    /// The contract.
    pub contract: DeclaredContract,
    /// Declarer's tricks.
    pub tricks: u8,
    /// The score of North and South: for those who are vulnerable or, where the game does not say,
    /// for nobody and for all.
    pub scores: Vec<(Vulnerability, i32)>,
}

impl ContractResult {
    /// The result of a game's contract; `None` if it has none.
    pub fn of(game: &Game, table: &Table) -> Option<Self> {
        let contract = game.contract()?;
        let tricks = table.tricks(contract.declarer, contract.strain());
        let cases = game
            .vulnerability()
            .map_or(vec![Vulnerability::NONE, Vulnerability::ALL], |it| vec![it]);
        let score = |it| (it, contract.score(tricks, it, Side::NorthSouth));
        Some(Self { contract, tricks, scores: cases.into_iter().map(score).collect() })
    }
}

/// What the contract of a game comes to when nobody errs.
#[derive(Debug, Clone, JsonSchema, Serialize)]
#[schemars(rename = "Made")]
pub struct ResultLine {
    /// Who is vulnerable: `None`, `NS`, `EW` or `All`.
    vulnerable: &'static str,
    #[serde(flatten)]
    contract: ContractLine,
    /// Declarer's tricks.
    takes: u8,
    /// The score of North and South.
    score: i32,
}

/// The result of a game's contract for programs.
fn result_lines(table: &Table, game: &Game) -> Vec<ResultLine> {
    let Some(result) = ContractResult::of(game, table) else { return Vec::new() };
    let line = |(vulnerability, score): &(Vulnerability, i32)| ResultLine {
        vulnerable: vulnerable_sides(*vulnerability),
        contract: (&result.contract).into(),
        takes: result.tricks,
        score: *score,
    };
    result.scores.iter().map(line).collect()
}

/// The tricks of all declarers, and par.
#[derive(Debug, Clone, JsonSchema, Serialize)]
#[schemars(rename = "DoubleDummy")]
pub struct TableLine {
    /// The game in the file, from 1.
    game: usize,
    /// Its `[Board]`, or else the number of the game.
    board: String,
    /// By declarer and strain: the tricks that declarer takes.
    #[schemars(with = "BTreeMap<falsecard_engine::cards::SeatLetter, \
                BTreeMap<falsecard_engine::cards::StrainName, u8>>")]
    tricks: Table,
    /// Par, for the vulnerability and the dealer of the game, or else for all of them.
    par: Vec<ParLine>,
    /// What the contract of the game takes and scores when nobody errs, for the vulnerability of
    /// the game, or else for none and all. Only for a game with a contract.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    made: Vec<ResultLine>,
}

impl TableLine {
    /// What is said of the table of a game, whose board is called so.
    pub fn new(game: &Game, board: String, table: Table) -> Self {
        let (par, made) = (par_lines(&table, game), result_lines(&table, game));
        Self { game: game.number(), board, tricks: table, par, made }
    }
}

/// What each legal card takes: with `--cards`, or if a hand is not known.
#[derive(Debug, Clone, JsonSchema, Serialize)]
#[schemars(rename = "DoubleDummyCards")]
pub struct CardsLine {
    /// The game in the file, from 1.
    game: usize,
    /// Its `[Board]`, or else the number of the game.
    board: String,
    /// By card: the tricks that the side to play still takes with it.
    #[schemars(with = "BTreeMap<falsecard_engine::cards::CardText, u8>")]
    cards: CardValues,
}

impl CardsLine {
    /// What is said of the cards at a moment of a game, whose board is called so.
    pub fn new(game: &Game, board: String, cards: CardValues) -> Self {
        Self { game: game.number(), board, cards }
    }
}

/// The board as its file calls it, or else its number.
pub fn board_name(game: &Game) -> String {
    game.tag("Board").map_or_else(|| game.number().to_string(), str::to_owned)
}
