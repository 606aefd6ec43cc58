//! Tricks that need no search: what the side on lead can cash, and what the others cannot lose.
//!
//! Each bound comes with the top cards it was read from. After B. Haglund, *Search algorithms for
//! a bridge double dummy solver* (2004), which calls them quick tricks and later tricks.

use super::patterns::Proof;
use super::ranks::{Cards, TOPS, at_least, highest, lane};
use super::state::{Table, is_ns, left_of};

/// Tricks of one side, and the top cards that prove them.
#[derive(Debug, Clone, Copy, Default)]
struct Sure {
    tricks: u8,
    ranks: Cards,
}

/// A proof at the start of a trick that North-South take `target` tricks or that they do not, if
/// sure tricks are enough for it.
pub(super) fn sure_tricks(table: &Table, target: u8) -> Option<Proof> {
    let ns = is_ns(table.seat);
    let wanted = if ns { target } else { table.left + 1 - target };
    let quick = quick_tricks(table);
    if quick.tricks >= wanted {
        let tricks = if ns { quick.tricks } else { table.left - quick.tricks };
        return Some(Proof { tricks, ranks: quick.ranks });
    }
    let against = table.left + 1 - wanted;
    let later = later_tricks(table);
    if later.tricks >= against {
        let tricks = if ns { table.left - later.tricks } else { later.tricks };
        return Some(Proof { tricks, ranks: later.ranks });
    }
    None
}

/// Tricks that the hand on lead can cash itself, one suit after the other.
fn quick_tricks(table: &Table) -> Sure {
    let me = table.hands[table.seat];
    let others = [1, 2, 3].map(|steps| table.hands[(table.seat + steps) & 3]);
    let mut sure = Sure::default();
    for suit in (0..4).rev() {
        let mine = me & lane(suit);
        if mine == 0 {
            continue;
        }
        let run = top_run(mine);
        let tops = run.count_ones();
        let longest = |hand: Cards| (hand & lane(suit)).count_ones();
        let [lho, partner, rho] = others.map(longest);
        let ruffed = |hand: Cards, length: u32| {
            if hand & table.trumps != 0 && lane(suit) != table.trumps { length } else { 13 }
        };
        let safe = ruffed(others[0], lho).min(ruffed(others[2], rho));
        let all = lho.max(partner).max(rho) <= tops;
        let cashed = if all { mine.count_ones() } else { tops }.min(safe);
        if cashed > 0 {
            sure.tricks += cashed as u8;
            if lho | partner | rho != 0 {
                sure.ranks |= run;
            }
        }
    }
    sure.tricks = sure.tricks.min(table.left);
    sure
}

/// The unbroken run of cards from the top of a suit.
fn top_run(holding: Cards) -> Cards {
    let mut run = holding & TOPS;
    let mut next = run;
    while next != 0 {
        next = (next >> 1) & holding;
        run |= next;
    }
    run
}

/// Tricks that the side not on lead takes whatever is led.
fn later_tricks(table: &Table) -> Sure {
    let we = table.hands[left_of(table.seat)] | table.hands[(table.seat + 3) & 3];
    let leader = table.hands[table.seat];
    if table.trumps != 0 {
        let [a, b] = [1, 3].map(|steps| table.hands[(table.seat + steps) & 3] & table.trumps);
        let [a, b] = [top_run(a), top_run(b)];
        let run = if a.count_ones() > b.count_ones() { a } else { b };
        let tricks = run.count_ones() as u8;
        return Sure { tricks, ranks: run };
    }
    let mut ranks = 0;
    for suit in 0..4 {
        if leader & lane(suit) == 0 {
            continue;
        }
        let ours = we & lane(suit);
        if ours & TOPS == 0 {
            return Sure::default();
        }
        ranks |= at_least(highest(ours));
    }
    Sure { tricks: 1, ranks }
}
