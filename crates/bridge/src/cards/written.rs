//! How cards, ranks, seats, strains and suits are written in JSON, for the schemas of fields that
//! hold them.

use schemars::JsonSchema;

/// A card, suit and rank: `SA`, `CT`.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Card", extend("type" = "string", "pattern" = "^[SHDC][AKQJT2-9]$"))]
pub struct CardText;

/// A rank: `A`, `K`, `Q`, `J`, `T` or `2` to `9`.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Rank", extend("type" = "string", "pattern" = "^[AKQJT2-9]$"))]
pub struct RankLetter;

/// A seat.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Seat", extend("type" = "string", "enum" = ["N", "E", "S", "W"]))]
pub struct SeatLetter;

/// A strain.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Strain", extend("type" = "string", "enum" = ["S", "H", "D", "C", "NT"]))]
pub struct StrainName;

/// A suit.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Suit", extend("type" = "string", "enum" = ["S", "H", "D", "C"]))]
pub struct SuitLetter;
