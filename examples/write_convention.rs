//! Rusinow leads: from touching honours the second, against a suit contract. A convention is a rule
//! on the card to play from a holding; the same rule says how likely each card is, and so what a
//! card that was led says.

use falsecard::carding::{Asks, Convention, ConventionKind, Layer, Policy, Situation};
use falsecard::cards::{Holding, Rank, Seat, Suit};
use falsecard::play::DeclaredContract;

const RUSINOW: &Convention = &Convention {
    slug: "rusinow",
    about: "leads: the second of touching honours against a suit contract",
    kind: ConventionKind::Signal,
    speaks: |situation| {
        situation.is_fresh_lead() && situation.has_trumps() && !situation.is_trumps()
    },
    asks: Asks::Cards(|_, holding, allowed| {
        let touching = [Rank::A, Rank::K, Rank::Q, Rank::J, Rank::T];
        let mut pairs = touching.windows(2);
        let pair = pairs.find(|pair| pair.iter().all(|&rank| holding.contains(rank)));
        pair.map_or(Holding::EMPTY, |pair| Holding::from_rank(pair[1]) & allowed)
    }),
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let policy = Policy::new([Layer { convention: RUSINOW, kept: 0.9 }]);
    let contract = DeclaredContract { contract: "4H".parse()?, declarer: Seat::South };
    let lead = policy.at(&Situation::after(contract, None, [], Suit::Spades));
    for holding in ["KQ5", "QJ5", "K85"] {
        let holding: Holding = holding.parse()?;
        let each =
            holding.iter().map(|rank| format!("{rank} {:.2}", lead.probability(holding, rank)));
        println!("from {holding}: {}", each.collect::<Vec<_>>().join(", "));
    }
    // A reader weighs holdings by it: the queen is from king and queen, not from queen and jack.
    let likely = |holding: &str| holding.parse().map(|it| lead.probability(it, Rank::Q));
    println!("the queen: KQ5 {:.2}, QJ5 {:.2}", likely("KQ5")?, likely("QJ5")?);
    Ok(())
}
