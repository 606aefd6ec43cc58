//! Problem files: PBN games that ask which card to play.
//!
//! A problem is an ordinary game whose play stops at the decision. These tags hold the question:
//!
//! | tag | says |
//! |---|---|
//! | `Problem` | an identifier |
//! | `Category` | what it tests; several, separated by blanks or commas or in several tags |
//! | `Decider` | the seat that chooses (declarer also chooses dummy's cards) |
//! | `Answer` | the acceptable cards, separated by blanks |
//! | `Tempting` | the natural wrong cards; may be missing |
//! | `Expert` | the card that the source names, if it names one |
//! | `Role` | `give` or `read`, in signal problems |
//! | `System` | the rule file that the players bid and card by; missing: the default |
//! | `Carding`, `Level`, `Note`, `Why`, `Source` | text for the reader |

use super::fault::{Contents, Fault};
use super::{Breach, Game, pbn, words};
use falsecard_bridge::cards::{Card, Seat};
use falsecard_bridge::play::{PartialPlay, Play, View};

/// The task of a signal problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SignalTask {
    /// Which signal to give.
    Give,
    /// How to read a signal.
    Read,
}

/// A decision with its known answer.
#[derive(Debug, Clone)]
pub struct Problem {
    game: Game,
    play: PartialPlay,
    view: View,
    id: String,
    categories: Vec<String>,
    decider: Seat,
    answer: Vec<Card>,
    tempting: Vec<Card>,
    expert: Vec<Card>,
    role: Option<SignalTask>,
}

/// Reads the problems of a PBN file. Faults call the file `name`.
///
/// ```
/// use falsecard::notation::problem;
///
/// let text = r#"
/// [Dealer "S"]
/// [Deal "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543"]
/// [Auction "S"]
/// 2NT Pass 3NT AP
/// [Play "W"]
/// H6 H2 HK HA
/// C3 C7 +  CQ
/// [Problem "duck"]
/// [Category "falsecard-defender"]
/// [Decider "E"]
/// [Answer "C2"]
/// [Tempting "CK"]
/// "#;
/// let problems = problem::read("duck.pbn", text.as_bytes()).all()?;
/// assert!(problems[0].is_answer("C2".parse().unwrap()));
/// # Ok::<(), falsecard::notation::Fault>(())
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Contents<Problem> {
    let games = pbn::read(name, bytes);
    let mut contents =
        Contents { good: Vec::new(), faults: games.faults, warnings: games.warnings };
    for game in games.good {
        match Problem::new(game) {
            Ok(problem) => contents.good.push(problem),
            Err(fault) => contents.faults.push(fault),
        }
    }
    contents.faults.sort_by_key(Fault::line);
    contents
}

/// The agreements of problems that name none.
const TEXTBOOK: &str = "textbook";

impl Game {
    /// Whether the file gives it as a problem, by a tag `[Problem]`.
    pub fn is_problem(&self) -> bool {
        self.said("Problem").is_some()
    }

    /// The name of the agreements of its table: the value of `[System]`, or else `textbook` for a
    /// problem. `None` leaves them to the caller.
    pub fn agreements(&self) -> Option<&str> {
        self.said("System").or_else(|| self.is_problem().then_some(TEXTBOOK))
    }

    /// The value of a tag, if it is not empty.
    fn said(&self, tag: &str) -> Option<&str> {
        self.tag(tag).map(str::trim).filter(|value| !["", "?", "-"].contains(value))
    }
}

impl Problem {
    /// Makes a problem of a game.
    ///
    /// # Errors
    ///
    /// A [`Fault`] if the auction or play is faulty, if the play is over, if a hand that the
    /// decider sees or a tag (`Problem`, `Category`, `Decider`, `Answer`) is missing, if another
    /// player chooses now, if a card named is not legal, or if a tempting card is an answer.
    pub fn new(game: Game) -> Result<Self, Fault> {
        if let Some(fault) = game.faults().first() {
            return Err(fault.clone());
        }
        let play = game.partial_play()?;
        if play.is_over() {
            return Err(game.fault("Play", Breach::NoDecision));
        }
        let problem = Self {
            id: required(&game, "Problem")?.to_owned(),
            categories: categories(&game)?,
            decider: decider(&game, &play)?,
            answer: choices(&game, &play, "Answer")?,
            tempting: choices(&game, &play, "Tempting")?,
            expert: choices(&game, &play, "Expert")?,
            role: role(&game)?,
            view: play
                .view(decider(&game, &play)?)
                .map_err(|why| game.fault("Deal", why.into()))?,
            play,
            game,
        };
        if problem.answer.is_empty() {
            let breach = Breach::MissingTag { tag: "Answer", needed_by: NEEDED_BY };
            return Err(problem.game.fault("Answer", breach));
        }
        if let Some(&card) = problem.tempting.iter().find(|&&card| problem.is_answer(card)) {
            return Err(problem.game.fault("Tempting", Breach::TemptingAnswer { card }));
        }
        Ok(problem)
    }

    /// The game, with all its tags.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The view of the decider.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// The play up to the decision with all four hands; `None` if not all are given.
    pub fn play(&self) -> Option<Play> {
        self.play.complete()
    }

    /// Its identifier.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its categories, one or more, in the order of the file.
    pub fn categories(&self) -> &[String] {
        &self.categories
    }

    /// Who chooses: for dummy's cards, declarer.
    pub const fn decider(&self) -> Seat {
        self.decider
    }

    /// The acceptable cards, one or more; all may legally be played.
    pub fn answer(&self) -> &[Card] {
        &self.answer
    }

    /// Whether the card solves the problem.
    pub fn is_answer(&self, card: Card) -> bool {
        self.answer.contains(&card)
    }

    /// The natural wrong cards; none of them is in the answer.
    pub fn tempting(&self) -> &[Card] {
        &self.tempting
    }

    /// The cards that the source names: none or one as a rule.
    pub fn expert(&self) -> &[Card] {
        &self.expert
    }

    /// The role, in signal problems.
    pub const fn role(&self) -> Option<SignalTask> {
        self.role
    }

    /// The name of the rule file that the players bid and card by.
    pub fn system(&self) -> Option<&str> {
        self.text("System")
    }

    /// The defenders' carding, in words.
    pub fn carding(&self) -> Option<&str> {
        self.text("Carding")
    }

    /// How hard it is, in words.
    pub fn level(&self) -> Option<&str> {
        self.text("Level")
    }

    /// Why the answer is right.
    pub fn why(&self) -> Option<&str> {
        self.text("Why")
    }

    /// Where the problem comes from.
    pub fn source(&self) -> Option<&str> {
        self.text("Source")
    }

    /// A remark, for example on facts that had to be filled in. PBN's numbered notes are skipped.
    pub fn note(&self) -> Option<&str> {
        let is_numbered = |text: &str| {
            let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
            digits.len() < text.len() && digits.starts_with(':')
        };
        let mut notes = self.game.tags().iter().filter(|tag| tag.name.eq_ignore_ascii_case("Note"));
        notes.find(|tag| !is_numbered(&tag.value)).map(|tag| tag.value.as_str())
    }

    fn text(&self, tag: &str) -> Option<&str> {
        self.game.tag(tag).filter(|text| !words::is_unknown(text))
    }
}

const NEEDED_BY: &str = "a problem";

fn required<'a>(game: &'a Game, tag: &'static str) -> Result<&'a str, Fault> {
    let value = game.tag(tag).filter(|value| !words::is_unknown(value));
    value.ok_or_else(|| game.fault(tag, Breach::MissingTag { tag, needed_by: NEEDED_BY }))
}

fn categories(game: &Game) -> Result<Vec<String>, Fault> {
    required(game, "Category")?;
    let tags = game.tags().iter().filter(|tag| tag.name.eq_ignore_ascii_case("Category"));
    let words = tags.flat_map(|tag| tag.value.split([' ', ',']));
    let mut categories: Vec<String> = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        if !categories.iter().any(|category| category == word) {
            categories.push(word.into());
        }
    }
    Ok(categories)
}

fn decider(game: &Game, play: &PartialPlay) -> Result<Seat, Fault> {
    let text = required(game, "Decider")?;
    let unknown = || Breach::UnknownSeat { tag: "Decider".into(), text: words::quoted(text) };
    let named = words::seat(text).ok_or_else(|| game.fault("Decider", unknown()))?;
    let decider = play.history().decider();
    if named != decider {
        return Err(game.fault("Decider", Breach::WrongDecider { named, decider }));
    }
    Ok(decider)
}

/// The cards that a tag lists, each of which may be played now.
fn choices(game: &Game, play: &PartialPlay, tag: &'static str) -> Result<Vec<Card>, Fault> {
    let cards = game.card_list(tag)?;
    let illegal = cards.iter().find_map(|&card| play.clone().play(card).err());
    match illegal {
        Some(why) => Err(game.fault(tag, Breach::IllegalChoice { tag, why })),
        None => Ok(cards),
    }
}

fn role(game: &Game) -> Result<Option<SignalTask>, Fault> {
    match game.tag("Role").map(str::trim) {
        None => Ok(None),
        Some(text) if words::is_unknown(text) => Ok(None),
        Some(text) if text.eq_ignore_ascii_case("give") => Ok(Some(SignalTask::Give)),
        Some(text) if text.eq_ignore_ascii_case("read") => Ok(Some(SignalTask::Read)),
        Some(text) => Err(game.fault("Role", Breach::UnknownRole { text: words::quoted(text) })),
    }
}
