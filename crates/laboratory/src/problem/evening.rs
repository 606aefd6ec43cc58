//! The choices of an evening by player: their number by kind, and what they gave up.

use super::review::{PlayedChoice, Remark};
use falsecard_engine::play::Scoring;

/// The occasion of a choice: which side plays, and whether the card is a lead, follows suit or is a
/// discard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceOccasion {
    /// The opening lead.
    OpeningLead,
    /// A lead to a later trick, by a defender.
    DefendersLead,
    /// A defender's card of the suit led.
    DefendersFollowing,
    /// A defender's card of another suit than led, discard or ruff.
    DefendersDiscard,
    /// Declarer's lead, from his hand or from dummy.
    DeclarersLead,
    /// Declarer's card of the suit led.
    DeclarersFollowing,
    /// Declarer's card of another suit than led, discard or ruff.
    DeclarersDiscard,
}

impl ChoiceOccasion {
    /// All occasions, in the order in which they are listed.
    pub const EACH: [Self; 7] = [
        Self::OpeningLead,
        Self::DefendersLead,
        Self::DefendersFollowing,
        Self::DefendersDiscard,
        Self::DeclarersLead,
        Self::DeclarersFollowing,
        Self::DeclarersDiscard,
    ];

    /// The name of the occasion, for tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpeningLead => "opening lead",
            Self::DefendersLead => "defender: lead",
            Self::DefendersFollowing => "defender: following suit",
            Self::DefendersDiscard => "defender: discard or ruff",
            Self::DeclarersLead => "declarer: lead",
            Self::DeclarersFollowing => "declarer: following suit",
            Self::DeclarersDiscard => "declarer: discard or ruff",
        }
    }

    /// The occasion of a choice.
    pub fn of(moment: &PlayedChoice) -> Self {
        let (view, card) = (moment.view(), moment.played());
        let (history, contract) = (view.history(), view.contract());
        let declares = contract.declaring_side().has(view.seat());
        match (history.trick().suit_led(), declares) {
            (None, false) if history.played().is_empty() => Self::OpeningLead,
            (None, false) => Self::DefendersLead,
            (None, true) => Self::DeclarersLead,
            (Some(led), false) if led == card.suit => Self::DefendersFollowing,
            (Some(_), false) => Self::DefendersDiscard,
            (Some(led), true) if led == card.suit => Self::DeclarersFollowing,
            (Some(_), true) => Self::DeclarersDiscard,
        }
    }
}

/// Counts over some choices.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ChoiceTally {
    /// The number of choices.
    pub choices: usize,
    /// The number of choices at which the engine would have played the same card.
    pub same_card: usize,
    /// The number of [mistakes](Remark::mistake).
    pub mistakes: usize,
    /// What the mistakes gave up together, in units of the scoring.
    pub given_up: f64,
}

impl ChoiceTally {
    /// Adds a choice.
    pub fn add(&mut self, remark: &Remark) {
        self.choices += 1;
        self.same_card += usize::from(remark.played == remark.card);
        if remark.mistake {
            self.mistakes += 1;
            self.given_up += remark.behind;
        }
    }
}

/// A mistake and the choice at which it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Mistake {
    /// The number of the game in the evening, from 1.
    pub game: usize,
    /// The occasion of the choice.
    pub occasion: ChoiceOccasion,
    /// The engine's remark.
    pub remark: Remark,
    /// The remark of the engine that was asked for a second opinion.
    pub again: Option<Remark>,
}

/// The choices of one player.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayersEvening {
    /// His name.
    pub name: String,
    /// The number of games in which he had a choice.
    pub games: usize,
    /// The counts for each of [`ChoiceOccasion::EACH`].
    pub by_occasion: [ChoiceTally; ChoiceOccasion::EACH.len()],
    /// His mistakes, the most costly first.
    pub mistakes: Vec<Mistake>,
    latest: usize,
}

impl PlayersEvening {
    /// The counts over all his choices.
    pub fn all(&self) -> ChoiceTally {
        let add = |sum: ChoiceTally, it: &ChoiceTally| ChoiceTally {
            choices: sum.choices + it.choices,
            same_card: sum.same_card + it.same_card,
            mistakes: sum.mistakes + it.mistakes,
            given_up: sum.given_up + it.given_up,
        };
        self.by_occasion.iter().fold(ChoiceTally::default(), add)
    }

    /// What his mistakes gave up per board, in units of the scoring.
    pub fn a_board(&self) -> f64 {
        self.all().given_up / self.games.max(1) as f64
    }
}

/// The choices of an evening with one scoring, by player.
#[derive(Debug, Clone, PartialEq)]
pub struct Evening {
    players: Vec<PlayersEvening>,
    scoring: Scoring,
}

impl Evening {
    /// An evening without choices.
    pub const fn new(scoring: Scoring) -> Self {
        Self { players: Vec::new(), scoring }
    }

    /// Adds a choice of `player` in the game with this number: the engine's remark, and that of the
    /// engine asked for a second opinion.
    pub fn add(
        &mut self,
        (game, player): (usize, &str),
        moment: &PlayedChoice,
        remark: &Remark,
        again: Option<&Remark>,
    ) {
        debug_assert_eq!(remark.scoring, self.scoring, "amounts of one kind can be added up");
        let at = self.players.iter().position(|it| it.name == player).unwrap_or_else(|| {
            self.players.push(PlayersEvening {
                name: player.to_owned(),
                games: 0,
                by_occasion: Default::default(),
                mistakes: Vec::new(),
                latest: 0,
            });
            self.players.len() - 1
        });
        let player = &mut self.players[at];
        player.games += usize::from(player.latest != game);
        player.latest = game;
        let occasion = ChoiceOccasion::of(moment);
        player.by_occasion[occasion as usize].add(remark);
        if remark.mistake {
            let (remark, again) = (remark.clone(), again.cloned());
            let mistake = Mistake { game, occasion, remark, again };
            let after =
                player.mistakes.partition_point(|it| it.remark.behind >= mistake.remark.behind);
            player.mistakes.insert(after, mistake);
        }
    }

    /// The players in ascending order of what they gave up per board.
    pub fn players(&self) -> Vec<&PlayersEvening> {
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_by(|a, b| a.a_board().total_cmp(&b.a_board()));
        players
    }

    /// The scoring of the evening.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }
}

/// Evenings by scoring, whose amounts cannot be added up.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Evenings {
    each: Vec<Evening>,
}

impl Evenings {
    /// Adds a choice, as [`Evening::add`] does, to the evening of its scoring.
    pub fn add(
        &mut self,
        of: (usize, &str),
        moment: &PlayedChoice,
        remark: &Remark,
        again: Option<&Remark>,
    ) {
        let at = self.each.iter().position(|it| it.scoring() == remark.scoring);
        let at = at.unwrap_or_else(|| {
            self.each.push(Evening::new(remark.scoring));
            self.each.len() - 1
        });
        self.each[at].add(of, moment, remark, again);
    }

    /// The evenings, one a scoring, in the order in which the first choice of each was added.
    pub fn each(&self) -> &[Evening] {
        &self.each
    }
}
