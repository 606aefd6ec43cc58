//! Settings: how much work a search may do, and how.

mod table;

pub use table::{BadSetting, SETTINGS, Setting, read_time};

use std::sync::Arc;
use std::time::Duration;

use super::allocation::Allocation;
use crate::belief::Reader;
use crate::mind::JudgesBy;
use crate::mind::glance::Glance;
use crate::play::{Scoring, View};

/// How much work a search may do, and how. A [builder](Settings::builder) makes them; it refuses
/// values that no search can work with.
///
/// ```
/// use std::time::Duration;
///
/// use falsecard::search::Settings;
///
/// let settings = Settings::builder().seed(7).worlds(20).build()?;
/// assert_eq!(settings.with_seed(8).worlds(), 20);
///
/// // Where the time is limited the time decides, so there are more worlds than it will last for.
/// let limited = Settings::builder().budget(Duration::from_secs(30)).build()?;
/// assert_eq!((Settings::default().worlds(), limited.worlds()), (80, 1280));
///
/// let nonsense = Settings::builder().worlds(0).build();
/// assert_eq!(nonsense.unwrap_err().to_string(), "worlds 0: expected a number from 1 to 1000000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    pub(super) seed: u64,
    worlds: Worlds,
    pub(super) mind_worlds: usize,
    mind_by: Option<JudgesBy>,
    pub(super) glance: Option<Arc<Glance>>,
    pub(super) lookahead: Option<usize>,
    pub(super) reader: Reader,
    pub(super) read_line: bool,
    pub(super) best_defence: f64,
    scoring: Option<Scoring>,
    pub(super) allocation: Option<&'static dyn Allocation>,
    pub(super) budget: Option<Duration>,
}

/// The share of opponents who are taken to see all hands: imagined players err more than people do.
/// Set at 4,128 decisions of people, whose results kept .78 ± .12 of the tricks and .66 ± .14 of
/// the IMPs that playouts promise beyond double dummy; at 2,043 decisions of other championships,
/// which judged it, .65 ± .14 and .53 ± .17. 0.4 was tried first, and given up because fused then
/// solves fewer problems (`docs/playouts.md`, "What people's results keep").
const BEST_DEFENCE: f64 = 0.3;

/// How the number of worlds is determined.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Worlds {
    /// This number where time does not matter, and more where it is limited.
    Unhurried(usize),
    /// This number in any case.
    Exactly(usize),
}

/// The default settings, from which all ways to ask an engine start: the library, the command line,
/// the page and Python.
pub(super) static USUAL: Settings = Settings {
    seed: 1,
    worlds: Worlds::Unhurried(80),
    mind_worlds: 4,
    mind_by: None,
    glance: None,
    lookahead: Some(16),
    reader: Reader::AtTheTable,
    read_line: true,
    best_defence: BEST_DEFENCE,
    scoring: None,
    allocation: None,
    budget: None,
};

/// Settings in the making.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct SettingsBuilder(Settings);

impl Settings {
    /// The largest number of worlds that may be asked for.
    pub const MOST_WORLDS: usize = 1_000_000;

    /// The longest time that may be allowed for a decision: a day.
    pub const LONGEST: Duration = Duration::from_secs(86_400);

    /// The factor of the number of worlds where the time is limited: then the clock or a clear
    /// result ends the search.
    const PATIENCE: usize = 16;

    /// The most playouts of all candidates of the fused search together, as a multiple of the
    /// worlds for one; most decisions are clear long before. Chosen at the paper's third and fourth
    /// examples, not judged (`docs/playouts.md`).
    pub(super) const ALL_PLAYOUTS: usize = 9;

    /// The share of the time that a decision may take, where it is explained afterwards.
    const DECIDING: f64 = 0.6;

    /// With ten tricks left the number of solved worlds for each that is played out; to solve one
    /// costs a single double-dummy search.
    const MINIMAX_FACTOR: usize = 4;

    /// The most tricks left with which there is full effort.
    const FULL_EFFORT: u8 = 10;

    /// A builder that begins with the default settings.
    pub fn builder() -> SettingsBuilder {
        USUAL.to_builder()
    }

    /// A builder that begins with these settings.
    pub fn to_builder(&self) -> SettingsBuilder {
        SettingsBuilder(self.clone())
    }

    /// These settings with another seed.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        Self { seed, ..self.clone() }
    }

    /// These settings with another scoring.
    #[must_use]
    pub fn with_scoring(&self, scoring: Scoring) -> Self {
        Self { scoring: Some(scoring), ..self.clone() }
    }

    /// These settings with this scoring, unless one was set.
    #[must_use]
    pub fn or_scoring(&self, scoring: Scoring) -> Self {
        self.with_scoring(self.scoring.unwrap_or(scoring))
    }

    /// These settings with all values fixed that otherwise depend on the question: what is played
    /// for, and the number of worlds.
    #[must_use]
    pub fn settled(&self, view: &View) -> Self {
        let worlds = Worlds::Exactly(self.worlds());
        Self { worlds, ..self.with_scoring(self.scoring_of(view)) }
    }

    /// These settings without the weighing of worlds by what the last cards cost.
    pub(super) fn without_line(&self) -> Self {
        Self { read_line: false, ..self.clone() }
    }

    /// These settings with this way of imagined players to judge cards, unless one was set. Each
    /// search with a way of its own calls this once, before it asks for anything.
    #[must_use]
    pub fn or_mind_by(&self, by: JudgesBy) -> Self {
        Self { mind_by: Some(self.mind_by.unwrap_or(by)), ..self.clone() }
    }

    /// These settings with another glance network than the one that comes with the program.
    #[must_use]
    pub fn with_glance(&self, glance: Arc<Glance>) -> Self {
        Self { glance: Some(glance), ..self.clone() }
    }

    /// These settings with another limit of time, at most a day ([`Settings::LONGEST`]).
    #[must_use]
    pub fn with_budget(&self, budget: Duration) -> Self {
        Self { budget: Some(budget.min(Self::LONGEST)), ..self.clone() }
    }

    /// These settings with part of the time, for a decision that is to be explained afterwards.
    #[must_use]
    pub fn leaving_time_to_explain(&self) -> Self {
        let budget = self.budget.map(|whole| whole.mul_f64(Self::DECIDING));
        Self { budget, ..self.clone() }
    }

    /// These settings after this much of the time has passed.
    #[must_use]
    pub fn after(&self, elapsed: Duration) -> Self {
        let left = self.budget.map(|budget| budget.saturating_sub(elapsed));
        Self { budget: left, ..self.clone() }
    }

    /// The seed of all random numbers.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The most worlds in which a candidate is played out. The fused search may use half as many
    /// again where two cards contend. Before the second trick half of this number is used, and
    /// before the opening lead a quarter where minds go by worlds: [`Settings::playout_worlds`].
    pub fn worlds(&self) -> usize {
        match self.worlds {
            Worlds::Exactly(worlds) => worlds,
            Worlds::Unhurried(worlds) if self.budget.is_none() => worlds,
            Worlds::Unhurried(worlds) => {
                worlds.saturating_mul(Self::PATIENCE).min(Self::MOST_WORLDS)
            }
        }
    }

    /// The number of worlds that an imagined player draws for a decision with ten tricks left or
    /// more.
    pub const fn mind_worlds(&self) -> usize {
        self.mind_worlds
    }

    /// How imagined players judge their cards: by worlds, unless something else was set or the
    /// search has a way of its own ([`Settings::or_mind_by`]).
    pub fn mind_by(&self) -> JudgesBy {
        self.mind_by.unwrap_or_default()
    }

    /// The glance network of players, imagined ones and those of `Strategy::Person` in matches.
    pub fn glance(&self) -> &Glance {
        self.glance.as_deref().unwrap_or_else(|| Glance::bundled())
    }

    /// How many cards ahead the published rule probes; `None` means to the end.
    pub const fn lookahead(&self) -> Option<usize> {
        self.lookahead
    }

    /// Whether the imagined players read signals.
    pub const fn reader(&self) -> Reader {
        self.reader
    }

    /// Whether the decider weighs worlds by what the last cards cost double dummy.
    pub const fn read_line(&self) -> bool {
        self.read_line
    }

    /// The share of opponents, 0 to 1, who play as if they saw all hands, for the fused search.
    pub const fn best_defence(&self) -> f64 {
        self.best_defence
    }

    /// The scoring, if it was set.
    pub const fn scoring(&self) -> Option<Scoring> {
        self.scoring
    }

    /// The scoring that a player goes by: the one set, else that of his board, else IMPs.
    pub fn scoring_of(&self, view: &View) -> Scoring {
        self.scoring.or(view.bidding().scoring()).unwrap_or_default()
    }

    /// The allocation of playouts; `None` means that each search has its own.
    pub const fn allocation(&self) -> Option<&'static dyn Allocation> {
        self.allocation
    }

    /// The time allowed for a decision.
    pub const fn budget(&self) -> Option<Duration> {
        self.budget
    }

    /// The most worlds in which a search other than fused plays out a candidate (fused has up to
    /// nine times as many playouts for all candidates together): half of all before the second
    /// trick, and a quarter before the opening lead if minds go by worlds, for there a playout
    /// costs most and there are most candidates. (Twice as many with at most ten tricks left solve
    /// one problem of 75 more, and take twice the time where it is longest.)
    pub fn playout_worlds(&self, view: &View) -> usize {
        playouts_by(self.mind_by(), self.worlds(), view)
    }

    /// The worlds in which the fused search may play out a single candidate: half of all its
    /// playouts, for two candidates may be left when the others have fallen behind.
    pub(super) fn candidate_worlds(&self, view: &View) -> usize {
        self.playout_worlds(view).saturating_mul(Self::ALL_PLAYOUTS).div_ceil(2)
    }

    /// The fewest layouts that the fused search solves where its time is not limited. Once it has
    /// played them all out, it begins anew, with other random numbers.
    pub(super) fn fewest_layouts(&self, view: &View) -> usize {
        self.playout_worlds(view).saturating_mul(3).div_ceil(2)
    }

    /// [`Settings::playout_worlds`] without a limit of time.
    pub(super) fn unhurried_playout_worlds(&self, view: &View) -> usize {
        let (Worlds::Exactly(worlds) | Worlds::Unhurried(worlds)) = self.worlds;
        playouts_by(self.mind_by(), worlds, view)
    }

    /// The worlds that are solved double dummy at most: four times as many as are played out with
    /// ten tricks left, and half as many for each trick more.
    pub fn double_dummy_worlds(&self, view: &View) -> usize {
        let left = 13 - view.history().tricks_played();
        (self.worlds().saturating_mul(Self::MINIMAX_FACTOR)
            >> left.saturating_sub(Self::FULL_EFFORT))
        .max(self.playout_worlds(view))
    }
}

/// The number of playouts out of so many worlds for minds that judge in this way: half before the
/// second trick, and half of that before the opening lead if they solve worlds.
fn playouts_by(by: JudgesBy, worlds: usize, view: &View) -> usize {
    let left = 13 - view.history().tricks_played();
    let is_dear = view.history().played().is_empty() && by == JudgesBy::Worlds;
    (worlds >> (left.saturating_sub(12) + u8::from(is_dear))).max(1)
}

impl Default for Settings {
    fn default() -> Self {
        USUAL.clone()
    }
}

impl SettingsBuilder {
    /// The seed of all random numbers: usually 1.
    pub fn seed(mut self, seed: u64) -> Self {
        self.0.seed = seed;
        self
    }

    /// The most worlds in which a candidate is played out, from 1 to [`Settings::MOST_WORLDS`]:
    /// usually 80, and 1280 where the time is limited. Half as many before the second trick, a
    /// quarter before the opening lead where minds go by worlds. The fused search plays all
    /// candidates out up to nine times as often together, and none of them more than half of that.
    pub fn worlds(mut self, worlds: usize) -> Self {
        self.0.worlds = Worlds::Exactly(worlds);
        self
    }

    /// Sets [`SettingsBuilder::worlds`] for a search whose time is not limited; if it is, there are
    /// sixteen times as many, so that the time decides.
    pub fn unhurried_worlds(mut self, worlds: usize) -> Self {
        self.0.worlds = Worlds::Unhurried(worlds);
        self
    }

    /// The number of worlds that an imagined player solves for a decision with ten tricks left or
    /// more, from 1 to [`Settings::MOST_WORLDS`]: usually 4. Later, where worlds are cheap, he
    /// draws up to eight times as many; where he judges by a glance and worlds, fewer
    /// ([`Mind::worlds_at`](crate::mind::Mind::worlds_at)).
    ///
    /// The cost of a playout grows in proportion, and more were worth no more: on the 52 problems
    /// quickest to decide four, eight and 24 worlds solved 107, 108 and 104 of 156; on the next 34,
    /// with twice as many playouts of four worlds as of eight, 35 and 32 of 68.
    pub fn mind_worlds(mut self, worlds: usize) -> Self {
        self.0.mind_worlds = worlds;
        self
    }

    /// How imagined players judge their cards. By default in the fused search by a glance while
    /// worlds are costly, and by worlds where they are cheap; in abc by worlds at all times.
    pub fn mind_by(mut self, by: JudgesBy) -> Self {
        self.0.mind_by = Some(by);
        self
    }

    /// How many cards ahead the published rule probes, from 1 to 52: usually 16; `None` means to
    /// the end.
    pub fn lookahead(mut self, cards: Option<usize>) -> Self {
        self.0.lookahead = cards;
        self
    }

    /// Whether the imagined players read signals: usually they do.
    pub fn reader(mut self, reader: Reader) -> Self {
        self.0.reader = reader;
        self
    }

    /// Whether the decider weighs worlds by what double dummy makes of the last cards: usually he
    /// does. A world counts for less if the last cards cost tricks in it, or if partner asked for a
    /// suit that is not the best one there; and he himself asks for the best suit. Imagined players
    /// heed what their partners ask for, but do not consider what cards cost: each of their
    /// decisions would take twice as long.
    pub fn read_line(mut self, does: bool) -> Self {
        self.0.read_line = does;
        self
    }

    /// The share of opponents, 0 to 1, who play as if they saw all hands, for the fused search:
    /// usually 0.3. Against them a card loses its double-dummy price; only the others can be
    /// misled.
    pub fn best_defence(mut self, share: f64) -> Self {
        self.0.best_defence = share;
        self
    }

    /// The scoring: usually that of the board, from the `[Scoring]` tag of its file, and else IMPs,
    /// as most boards are. Cards are judged by it; imagined players always choose by points.
    pub fn scoring(mut self, scoring: Scoring) -> Self {
        self.0.scoring = Some(scoring);
        self
    }

    /// The allocation of playouts; by default each search has its own.
    pub fn allocation(mut self, allocation: &'static dyn Allocation) -> Self {
        self.0.allocation = Some(allocation);
        self
    }

    /// The time allowed for a decision, up to a day, observed to within a few double-dummy solves.
    /// Usually there is no limit: the worlds alone decide, and the result depends on the seed
    /// alone. With a limit there are sixteen times as many worlds, unless their number is set, so
    /// that the time or a clear result ends the search.
    pub fn budget(mut self, time: Duration) -> Self {
        self.0.budget = Some(time);
        self
    }
}
