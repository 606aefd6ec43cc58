//! Random deals that fit a common auction, from which the search for problems starts.

use std::sync::{Arc, LazyLock};

use falsecard_engine::cards::{FullDeal, Seat, Vulnerability};
use falsecard_engine::constraint::{DealCondition, parse_deal_condition};
use falsecard_engine::play::{Bidding, Board};
use falsecard_engine::work::{purpose, shuffled, stream};

/// An auction by South as dealer, and the deals on which it is natural.
struct ProblemAuction {
    auction: &'static str,
    deals: &'static str,
}

/// Common auctions to part scores, games and slams. The opponents always pass, so [`QUIET`] limits
/// their hands.
const AUCTIONS: [ProblemAuction; 8] = [
    ProblemAuction {
        auction: "1NT P 3NT P P P",
        deals: "hcp(south) >= 15 && hcp(south) <= 17 && hcp(north) >= 10 && hcp(north) <= 15 \
                && spades(north) <= 3 && hearts(north) <= 3 \
                && shape(south, any 4333 + any 4432 + any 5332) \
                && shape(north, any 4333 + any 4432 + any 5332 + any 5422)",
    },
    ProblemAuction {
        auction: "2NT P 3NT P P P",
        deals: "hcp(south) >= 20 && hcp(south) <= 22 && hcp(north) >= 4 && hcp(north) <= 9 \
                && spades(north) <= 3 && hearts(north) <= 3 \
                && shape(south, any 4333 + any 4432 + any 5332)",
    },
    ProblemAuction {
        auction: "1NT P P P",
        deals: "hcp(south) >= 15 && hcp(south) <= 17 && hcp(north) <= 7 \
                && spades(north) <= 4 && hearts(north) <= 4 \
                && shape(south, any 4333 + any 4432 + any 5332)",
    },
    ProblemAuction {
        auction: "1S P 2S P 4S P P P",
        deals: "hcp(south) >= 16 && hcp(south) <= 19 && spades(south) >= 5 \
                && hcp(north) >= 7 && hcp(north) <= 9 && spades(north) == 3",
    },
    ProblemAuction {
        auction: "1H P 3H P 4H P P P",
        deals: "hcp(south) >= 13 && hcp(south) <= 16 && hearts(south) >= 5 && spades(south) <= 4 \
                && hcp(north) >= 10 && hcp(north) <= 12 && hearts(north) == 4",
    },
    ProblemAuction {
        auction: "1H P 2H P P P",
        deals: "hcp(south) >= 12 && hcp(south) <= 14 && hearts(south) >= 5 && spades(south) <= 4 \
                && hcp(north) >= 6 && hcp(north) <= 9 && hearts(north) == 3",
    },
    ProblemAuction {
        auction: "1NT P 2C P 2S P 4S P P P",
        deals: "hcp(south) >= 15 && hcp(south) <= 17 && spades(south) == 4 && hearts(south) <= 3 \
                && shape(south, any 4333 + any 4432) \
                && hcp(north) >= 10 && hcp(north) <= 14 && spades(north) == 4",
    },
    ProblemAuction {
        auction: "1NT P 6NT P P P",
        deals: "hcp(south) >= 15 && hcp(south) <= 17 && hcp(north) >= 17 && hcp(north) <= 19 \
                && shape(south, any 4333 + any 4432) && shape(north, any 4333 + any 4432)",
    },
];

/// A condition on the opponents' hands: too few points and suits too short to open, overcall or
/// double for takeout.
const QUIET: &str = "hcp(west) <= 11 && hcp(east) <= 11 \
                     && spades(west) <= 5 && hearts(west) <= 5 && diamonds(west) <= 5 \
                     && clubs(west) <= 5 && spades(east) <= 5 && hearts(east) <= 5 \
                     && diamonds(east) <= 5 && clubs(east) <= 5";

/// A [`ProblemAuction`] that has been parsed.
#[derive(Debug, Clone)]
pub(super) struct ParsedAuction {
    bidding: Arc<Bidding>,
    deals: DealCondition,
}

static PARSED: LazyLock<Vec<ParsedAuction>> = LazyLock::new(|| {
    let parsed = AUCTIONS.iter().map(|common| {
        let condition = format!("{} && {QUIET}", common.deals);
        let auction = common.auction.parse().expect("common auctions are legal");
        let contract = Bidding::contract_of(Seat::South, &auction).expect("somebody bids");
        let bidding = Bidding::new(Seat::South, Vulnerability::NONE, auction, contract);
        ParsedAuction {
            bidding: Arc::new(bidding.expect("South bids the strain first")),
            deals: parse_deal_condition(&condition, None).expect("the conditions are well formed"),
        }
    });
    parsed.collect()
});

impl ParsedAuction {
    /// The auction and its contract, which everybody knows before the opening lead.
    pub(super) fn bidding(&self) -> Arc<Bidding> {
        Arc::clone(&self.bidding)
    }
}

/// How many random deals are tried for one number. One in about 140 fits some auction, so hardly
/// any number is without a deal.
const TRIES: usize = 4000;

/// The random deal with this seed and number, and its auction; `None` if none of [`TRIES`] deals
/// fits.
///
/// Consecutive numbers begin with different auctions, so that common auctions do not crowd out the
/// others.
pub(super) fn deal_for(seed: u64, number: u64) -> Option<(ParsedAuction, FullDeal)> {
    let auction = &PARSED[(number % PARSED.len() as u64) as usize];
    let mut rng = stream(seed, &[purpose::PROBLEM_DEAL, number]);
    let mut deals = (0..TRIES).map(|_| shuffled(&mut rng));
    let deal = deals.find(|deal| auction.deals.is_true_of_deal(deal))?;
    Some((auction.clone(), deal))
}

/// The board with this seed and number: a random deal with an auction that fits it, declared by
/// South; `None` if none of many deals fits.
///
/// ```
/// use falsecard::problem::random_board;
///
/// let board = random_board(1, 0).unwrap();
/// assert_eq!(board.bidding().contract().to_string(), "3NT by South");
/// assert_eq!(random_board(1, 0).unwrap(), board);
/// ```
pub fn random_board(seed: u64, number: u64) -> Option<Board> {
    let (auction, deal) = deal_for(seed, number)?;
    Some(Board::new(deal, auction.bidding()))
}
