//! The laws of the program: its command line, its page and its server, asked as users ask them.
//!
//! One file of it: `cargo test --profile quick --test program club::`.
#![cfg(feature = "cli")]

#[path = "../common/command.rs"]
mod command;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/schemas.rs"]
mod schemas;
#[path = "../common/served.rs"]
mod served;

mod answers;
mod api;
mod asked;
mod ben;
mod book;
mod border;
mod browser;
mod cli;
mod club;
mod doors;
mod interrupted;
mod json;
mod matches;
mod page;
mod parts;
mod problem;
mod scoring;
mod seat;
mod strength;
mod table;
mod together;
mod typed;
mod web;
