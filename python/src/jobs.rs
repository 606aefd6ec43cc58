//! The pieces of long jobs: boards of a match, problems of a run, games of records. A piece is
//! text, so that it can be done anywhere, and its result is text.

use std::collections::BTreeMap;
use std::sync::Arc;

use falsecard::bidding::Bidder;
use falsecard::carding;
use falsecard::mind::JudgesBy;
use falsecard::notation::{Game, Problem, pbn};
use falsecard::play::Play;
use falsecard::problem::{self, Memory, RuleFileRef};
use falsecard::records::GameRecord;
use falsecard::search::Search;
use falsecard::table::{
    Duel, Entrant, EntrantAgreements, Fixture, Meeting, NumberedDeal, PlayedBoard, Roles, RuleFile,
    Strategy, bid_board, match_summaries,
};
use falsecard::text;
use falsecard_lab::learn::{GameFindings, Inquiry, RecordSurvey, Study};
use pyo3::prelude::*;

use crate::faults::{of_file, wrong};
use crate::search::{Given, Rules, engine, rule_file};
use crate::stop::{Stop, interruptible, on_one_thread};

/// A rule file as it is handed over: its name and its text.
#[derive(Debug, Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GivenRules {
    name: String,
    text: String,
}

impl GivenRules {
    fn file(&self) -> PyResult<RuleFile> {
        rule_file(&self.name, &self.text)
    }
}

/// An entrant as it is handed over: a dict.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GivenEntrant {
    name: String,
    engine: String,
    /// What holds for everybody.
    usual: Given,
    /// Its own settings, by name.
    own: Vec<[String; 2]>,
    system: Option<GivenRules>,
    carding: Option<GivenRules>,
    silent: bool,
    without: Vec<String>,
}

impl GivenEntrant {
    fn entrant(&self) -> PyResult<Entrant> {
        let unknown = self.without.iter().find(|name| carding::named(name).is_none());
        if let Some(unknown) = unknown {
            let known: Vec<_> = carding::CONVENTIONS.iter().map(|known| known.slug).collect();
            let known = known.join(", ");
            return Err(wrong(format!("no convention {unknown:?}; there are {known}")));
        }
        let own = self.own.iter().map(|[name, value]| (name.as_str(), value.as_str()));
        let settings = self.usual.0.with_own(own);
        let settings = settings.map_err(|bad| wrong(format!("{:?}: {bad}", self.name)))?;
        Ok(Entrant {
            name: self.name.clone(),
            engine: match self.engine.as_str() {
                "open" => Strategy::Open,
                "person" => Strategy::Person,
                "random" => Strategy::Random,
                name => Strategy::Search(engine(name)?),
            },
            settings,
            agreed: EntrantAgreements {
                system: self.system.as_ref().map(GivenRules::file).transpose()?,
                carding: self.carding.as_ref().map(GivenRules::file).transpose()?,
                silent: self.silent,
                without: self.without.clone(),
                ..EntrantAgreements::default()
            },
        })
    }
}

/// The roles of a name.
fn roles(name: &str) -> PyResult<Roles> {
    match name {
        "both" => Ok(Roles::Both),
        "declare" => Ok(Roles::Declare),
        "defend" => Ok(Roles::Defend),
        _ => Err(wrong(format!("role {name:?}: expected both, declare or defend"))),
    }
}

/// A match: who plays, by which rules.
#[pyclass(frozen, module = "falsecard._falsecard")]
pub(crate) struct Match {
    duel: Duel,
    rules: BTreeMap<String, Arc<RuleFile>>,
}

/// The one game of a text.
fn game(name: &str, text: &str) -> PyResult<Game> {
    let read = pbn::read(name, text.as_bytes()).all().map_err(|fault| of_file(&fault))?;
    read.into_iter().next().ok_or_else(|| wrong(format!("{name}: there is no game")))
}

/// What a fixture keeps of its file.
const KEPT: [&str; 4] = ["Event", "Site", "Date", "Board"];

#[pymethods]
impl Match {
    /// `rules` are the rule files of the boards, by name.
    #[new]
    #[pyo3(signature = (a, b, against, partner, role, rules))]
    fn new(
        a: GivenEntrant,
        b: GivenEntrant,
        against: Option<GivenEntrant>,
        partner: Option<GivenEntrant>,
        role: &str,
        rules: BTreeMap<String, String>,
    ) -> PyResult<Self> {
        let read = |(name, text): (String, String)| {
            let file = rule_file(&name, &text)?;
            Ok((name, Arc::new(file)))
        };
        let entrant =
            |given: Option<GivenEntrant>| given.as_ref().map(GivenEntrant::entrant).transpose();
        let (against, partner) = (entrant(against)?, entrant(partner)?);
        let [a, b] = [a.entrant()?, b.entrant()?];
        let duel = Duel { a, b, against, partner, roles: roles(role)? };
        Ok(Self { duel, rules: rules.into_iter().map(read).collect::<PyResult<_>>()? })
    }

    /// Plays a board on one thread: a line of `match --json`; nothing if `stop` was set meanwhile.
    fn play(
        &self,
        py: Python<'_>,
        number: usize,
        board: &str,
        system: &str,
        stop: &Stop,
    ) -> PyResult<Option<String>> {
        let fixture = self.fixture(number, board, system)?;
        let outcome = py.detach(|| on_one_thread(|| self.duel.play(&fixture, &stop.0)));
        let line = outcome.map(|outcome| text::json(&PlayedBoard::new(&fixture, outcome)));
        line.transpose().map_err(wrong)
    }

    /// All that the outcome of a board depends on.
    fn key(&self, number: usize, board: &str, system: &str) -> PyResult<String> {
        Ok(self.duel.key(&self.fixture(number, board, system)?))
    }

    /// What boards say together: the lines of `match --json` behind those of the boards.
    fn together(&self, boards: Vec<String>) -> PyResult<Vec<String>> {
        let read = |line: &String| serde_json::from_str::<PlayedBoard>(line).map_err(wrong);
        let boards = boards.iter().map(read).collect::<PyResult<Vec<_>>>()?;
        let all = match_summaries(&Meeting::of(&self.duel), &boards);
        all.iter().map(|line| text::json(line).map_err(wrong)).collect()
    }
}

impl Match {
    fn fixture(&self, number: usize, board: &str, system: &str) -> PyResult<Fixture> {
        let game = game(&format!("board {number}"), board)?;
        let fault = || wrong(format!("there is no rule file {system:?} for board {number}"));
        let tag = |name: &&str| Some(((*name).to_owned(), game.tag(name)?.to_owned()));
        Ok(Fixture {
            number,
            board: game.board().map_err(|fault| of_file(&fault))?,
            agreements: Arc::clone(self.rules.get(system).ok_or_else(fault)?),
            tags: KEPT.iter().filter_map(tag).collect(),
        })
    }
}

/// More deals than these, beside one in two, are not looked at, as on the command line.
const PASSED_OUT: usize = 50;

/// Random deals of a seed, bid by four players of the same agreements, as PBN; those that are
/// passed out are left out.
#[pyfunction]
pub(crate) fn random_boards(
    py: Python<'_>,
    seed: u64,
    n: usize,
    rules: &Rules,
) -> PyResult<Vec<String>> {
    let bidder = Bidder::new(&rules.file.system);
    interruptible(py, |stop| {
        let goes_on = |_: &usize| !stop.load(std::sync::atomic::Ordering::Relaxed);
        let numbers = (1..=n.saturating_mul(2) + PASSED_OUT).take_while(goes_on);
        let boards = numbers.filter_map(|number| {
            let board = bid_board(&bidder, &NumberedDeal::random(seed, number))?;
            let name = number.to_string();
            Some(Game::from_play(&Play::new(board), &[("Board", name.as_str())]).to_pbn())
        });
        boards.take(n).collect()
    })
}

/// The problems of a set that comes with the program, as PBN; nothing if there is no such set.
#[pyfunction]
pub(crate) fn bundled_problems(set: &str) -> Option<Vec<String>> {
    let problems = problem::set(set)?;
    Some(problems.iter().map(|problem| problem.game().to_pbn()).collect())
}

/// Solves a problem with each engine and seed: lines of `run --json`; nothing if `stop` was set
/// meanwhile.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    problem: &str,
    rules: &Rules,
    engines: Vec<String>,
    seeds: Vec<u64>,
    settings: Given,
    stop: &Stop,
) -> PyResult<Option<Vec<String>>> {
    let problem = Problem::new(game("problem", problem)?).map_err(|fault| of_file(&fault))?;
    let Given(settings) = settings;
    let known = RuleFileRef { system: &rules.file.system, text: &rules.file.text };
    let engines = engines.iter().map(|name| engine(name)).collect::<PyResult<Vec<_>>>()?;
    let answer = |engine: &'static dyn Search, seed: u64| {
        let settings = settings.with_seed(seed);
        let memory = &mut Memory::default();
        problem::solve(&problem, engine, known, &settings, memory, &stop.0, &|_| ())
    };
    let verdicts = py.detach(|| {
        on_one_thread(|| {
            let asked =
                engines.iter().flat_map(|&engine| seeds.iter().map(move |&seed| (engine, seed)));
            asked.map(|(engine, seed)| answer(engine, seed)).collect::<Result<Vec<_>, _>>()
        })
    });
    match verdicts {
        Ok(verdicts) => verdicts
            .iter()
            .map(|it| text::json(it).map_err(wrong))
            .collect::<PyResult<_>>()
            .map(Some),
        Err(problem::NoAnswer::Interrupted) => Ok(None),
        Err(problem::NoAnswer::NoDecision(why)) => Err(crate::faults::no_decision(why)),
        Err(why) => Err(wrong(why)),
    }
}

/// A game of records as it is handed over, with its number in its file.
fn record(number: usize, text: &str) -> PyResult<GameRecord> {
    let game = game(&format!("game {number}"), text)?;
    let record = GameRecord::of(&game).map_err(|fault| of_file(&fault))?;
    Ok(GameRecord { number, ..record })
}

/// What is asked of each game of records: a dict.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GivenInquiry {
    price: usize,
    minds: usize,
    mind_worlds: usize,
    seed: u64,
}

impl GivenInquiry {
    fn inquiry(&self) -> Inquiry {
        let Self { price, minds, mind_worlds, seed } = *self;
        Inquiry { price, minds, mind_worlds, mind_by: JudgesBy::default(), seed }
    }
}

/// What a game shows, as JSON.
#[pyfunction]
pub(crate) fn look(
    py: Python<'_>,
    number: usize,
    game: &str,
    rules: &Rules,
    inquiry: GivenInquiry,
) -> PyResult<String> {
    let (record, inquiry) = (record(number, game)?, inquiry.inquiry());
    let system = &rules.file.system;
    let priced = inquiry.price > 0;
    let look = py.detach(|| on_one_thread(|| GameFindings::at(&record, system, &inquiry, priced)));
    text::json(&look).map_err(wrong)
}

/// What the games of a file show together: lines of `learn --json`.
#[pyfunction]
pub(crate) fn survey(file: &str, looks: Vec<String>, prices: usize) -> PyResult<Vec<String>> {
    let mut survey = RecordSurvey::default();
    for look in &looks {
        survey.add(&serde_json::from_str::<GameFindings>(look).map_err(wrong)?, prices);
    }
    let lines = survey.lines(file);
    lines.iter().map(|line| text::json(line).map_err(wrong)).collect()
}

/// Fits a style to games, each with its number: the text of a rule file.
#[pyfunction]
pub(crate) fn fit(
    py: Python<'_>,
    games: Vec<(usize, String)>,
    rules: &Rules,
    name: &str,
    seed: u64,
) -> PyResult<String> {
    let read =
        |(number, text): &(usize, String)| Ok((record(*number, text)?, rules.file.system.clone()));
    let reads = games.iter().map(read).collect::<PyResult<Vec<_>>>()?;
    interruptible(py, |_| {
        let study = Study::of(&reads, seed);
        let everybody: Vec<usize> = (0..study.len()).collect();
        let source = format!("fitted to {} games", reads.len());
        study.style(&everybody, None).text(name, &source)
    })
}
