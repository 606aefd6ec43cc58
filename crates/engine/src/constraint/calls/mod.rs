//! The meaning of calls: promises and how far they are kept, rule files, and the reading of
//! auctions.

mod auction_reader;
mod bundled;
pub mod caller;
mod carding_style;
mod explanation;
mod kind;
mod lint;
mod outline;
mod pair;
mod part;
mod pattern;
mod prior;
mod promise;
pub mod reliance;
pub mod rulefile;
mod situation;
mod system;
mod template;

pub use caller::CallNetwork;
pub use explanation::{CallExplanation, ExplainedCall};
pub use kind::{AuctionRole, CallKind};
pub use lint::{Finding, lint};
pub use outline::Outline;
pub use pair::NoProfile;
pub use promise::{Promise, Rule};
pub use rulefile::SystemFault;
pub use system::{Agreement, CallMeaning, CardingStyle, Pair, System};
