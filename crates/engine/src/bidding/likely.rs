//! The probabilities of a player's calls, and which call he makes.

use crate::cards::{Call, Strain};

/// A call that a player may make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LikelyCall {
    /// The call.
    pub call: Call,
    /// How likely a player with this hand is to make it, from 0 to 1.
    pub probability: f64,
}

/// What a call aims at, as far as it decides how calls are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallAim {
    /// To pass.
    Pass,
    /// To double or redouble.
    Double,
    /// A contract of game or slam, to be played.
    Contract,
    /// To exchange information, or a contract below game.
    More,
}

impl CallAim {
    const EACH: [Self; 4] = [Self::Pass, Self::Double, Self::Contract, Self::More];

    /// The aim of a call.
    pub fn of(call: Call) -> Self {
        match call {
            Call::Pass => Self::Pass,
            Call::Double | Call::Redouble => Self::Double,
            Call::Bid(bid) => {
                let game = match bid.strain {
                    Strain::Notrump => 3,
                    Strain::Hearts | Strain::Spades => 4,
                    Strain::Clubs | Strain::Diamonds => 5,
                };
                let level = bid.level.get();
                if level == game || level >= 6 { Self::Contract } else { Self::More }
            }
        }
    }
}

/// The call that is made: first the likeliest aim, and then the likeliest call with it. Where there
/// are five ways to go on and one to sign off, each of the five may be less likely than the one,
/// and yet most players go on.
///
/// # Panics
///
/// When there are no calls.
pub fn commonest(calls: &[LikelyCall]) -> LikelyCall {
    let share = |aim: &CallAim| -> f64 {
        calls.iter().filter(|it| CallAim::of(it.call) == *aim).map(|it| it.probability).sum()
    };
    let aim = CallAim::EACH.into_iter().max_by(|a, b| share(a).total_cmp(&share(b)));
    let call = calls.iter().find(|it| Some(CallAim::of(it.call)) == aim);
    *call.unwrap_or(&calls[0])
}
