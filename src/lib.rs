//! falsecard: a contract bridge card-play engine that models what the other players believe.
//!
//! To choose a card takes what the player knows and an engine:
//!
//! ```
//! use falsecard::constraint::System;
//! use falsecard::notation;
//! use falsecard::search::Engine;
//!
//! // Hands that the player does not see may be left open.
//! let text = include_bytes!("../problems/paper/paper-ex1.pbn");
//! let game = notation::read("paper-ex1.pbn", text).all()?.remove(0);
//! let play = game.partial_play()?;
//! let view = play.view(play.history().decider())?;
//!
//! // What this table has agreed; among strangers, `Engine::fused()` is all.
//! let engine = Engine::fused().with_system(System::bundled("paper").unwrap());
//! let decision = engine.choose(&view)?;
//! assert_eq!(decision.card, "C2".parse()?); // the card that misleads declarer, and not the king
//! println!("{decision}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The way of the data, each step a module:
//!
//! 1. [`notation`] reads a PBN or LIN file into a [`play::PartialPlay`], of which some hands may
//!    not be known.
//! 2. [`play::View`] is what one player may know of it; from here on nothing else is looked at.
//! 3. [`belief::Evidence`] gathers what he can infer: hard facts, what the auction promises by a
//!    [`constraint::System`], what the cards say by the conventions in [`carding`].
//! 4. [`belief::Belief`] weighs every layout of the hidden hands, exactly.
//! 5. A [`search::Search`] scores his legal cards, asking [`dd`] for the tricks and [`mind`] for
//!    what the others will do, and returns a [`search::Decision`].
//!
//! ```
//! use falsecard::belief::{Belief, Evidence, Reader};
//! use falsecard::cards::Seat;
//! use falsecard::constraint::System;
//! use falsecard::notation::problem;
//! use falsecard::search::{Engine, Settings};
//!
//! // Example 1 of Otawa & Uehara (2006): East holds ♣K2 behind dummy's ♣AJT987.
//! let text = include_bytes!("../problems/paper/paper-ex1.pbn");
//! let problems = problem::read("paper-ex1.pbn", text).all()?;
//! let play = problems[0].play().expect("all four hands are given");
//! let system = System::bundled("paper").unwrap();
//!
//! // Where does South look for the king if East does not take the queen with it?
//! let ducked = play.with("C2".parse()?)?;
//! let evidence = Evidence::of(&ducked.view(Seat::South), &system, Reader::AtTheTable);
//! let king = Belief::new(&evidence)?.owner("CK".parse()?);
//! assert!(king[Seat::West] > 0.8);
//!
//! // What would a program play that looks at all four hands?
//! let settings = Settings::builder().worlds(8).build()?;
//! let minimax = Engine::minimax().with_system(system).with_settings(settings);
//! assert_eq!(minimax.choose(problems[0].view())?.card, "CK".parse()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

//!
//! This crate is the door: what it offers stands in six others, which know each other in one
//! direction alone. The game itself ([`cards`], [`play`]); the engine ([`carding`] to [`search`]),
//! which reads no files, and [`notation`], which does; the laboratory ([`records`], [`problem`],
//! [`signal`], [`table`]) knows players from their records and compares engines, and [`protocol`]
//! brings other programs to its tables; the program ([`web`], [`wording`] and the command line)
//! talks to people.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(inline)]
pub use falsecard_bridge::{cards, play, text};
#[doc(inline)]
pub use falsecard_engine::{
    belief, bidding, carding, constraint, dd, mind, network, search, suit, work,
};
#[doc(inline)]
pub use falsecard_laboratory::{files, problem, records, signal, store, table};
#[doc(inline)]
pub use falsecard_notation as notation;
#[cfg(feature = "cli")]
#[doc(inline)]
pub use falsecard_program::cli;
#[doc(inline)]
pub use falsecard_program::{web, wording};
#[doc(inline)]
pub use falsecard_protocol as protocol;
