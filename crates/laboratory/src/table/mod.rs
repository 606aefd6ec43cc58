//! The table: matches between engines, and their statistics.
//!
//! An [`Entrant`] is an engine with its settings and agreements. A [`Duel`] plays a board in the
//! rooms that its [`Roles`] need; decisions that several rooms share are computed once. A
//! [`BoardOutcome`] is the result of a board, an [`AspectStatistics`] the statistics of many. In a
//! [`Contest`] the entrants bid the deals too. [`in_order`](falsecard_engine::work::in_order) plays
//! boards on all cores, and a [`Ledger`] keeps finished ones. Players bid as
//! [`Bidder`](falsecard_engine::bidding::Bidder)s do. A [`Traveller`] compares the tables of a
//! deal.

mod card_player;
mod contest;
mod costly;
mod deals;
mod duel;
mod entrant;
mod field;
mod ledger;
mod log;
mod luck;
mod outcome;
mod people;
mod played;
mod ranking;
mod reached;
mod room;
mod standing;
mod teams;
mod traveller;

pub use card_player::CardPlayer;
pub use contest::{BidTable, Contest, ContestResult, DealtBoard};
pub use costly::{CostlyCall, costly_calls};
pub use deals::{NumberedDeal, bid_board};
pub use duel::{Duel, Fixture, Roles};
pub use entrant::{
    Entrant, EntrantAgreements, EntrantNetwork, RuleFile, SeatedChoice, SeatedEntrant, Strategy,
};
pub use field::{bid_by_people, play_by_people};
pub use ledger::Ledger;
pub use log::BoardLog;
pub use outcome::{Aspect, BoardOutcome, Room, RoomResult, Swing, card_names};
pub use people::{PeopleComparison, against_people};
pub use played::{MatchSummary, Meeting, PlayedBoard, match_summaries, standing};
pub use ranking::{PairsResult, TableResult, pairs_results};
pub use reached::{ContractComparison, OffPar};
pub use standing::{AspectStatistics, PRECISE, still_needed};
pub use teams::{TeamMatch, team_matches};
pub use traveller::Traveller;
