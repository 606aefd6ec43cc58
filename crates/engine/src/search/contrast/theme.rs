//! What decides between two cards in most layouts.

use std::cmp::Ordering;
use std::hash::Hash;

use itertools::Itertools;

use super::course;
use super::idea::Idea;
use super::parting::By;
use super::turning::{Turning, TurningKind, all_of};
use crate::cards::Side;
use crate::play::Play;
use crate::work::on_all_threads;

/// A layout in which the better card does better.
pub(super) struct PlayPair<'a> {
    pub(super) plays: [&'a Play; 2],
    /// The cards that take a trick after one of the two alone, each with the technique that it
    /// shows.
    turnings: Vec<(Turning, Option<Idea>)>,
    /// The technique that the whole play shows, whichever cards decide.
    whole: Option<Idea>,
}

/// A feature that layouts have in common.
#[derive(Clone, Copy)]
enum CommonTrait {
    Turning(TurningKind),
    Whole(Idea),
}

/// The feature that decides in most layouts.
pub(super) struct Theme<'a> {
    pub(super) turning: Turning,
    /// The technique that at least half of these layouts show.
    pub(super) idea: Option<Idea>,
    /// The number of layouts in which it decides.
    pub(super) often: usize,
    /// The plays of a typical one of these layouts.
    pub(super) typical: [&'a Play; 2],
}

/// The weight of a kind of turning that shows a technique, since it says why.
const SAYS_WHY: f64 = 1.5;

/// The weight of a turning in the trick of the decision itself, since nothing comes between.
const AT_ONCE: f64 = 1.3;

/// The number of cards after the decision by which two courses are compared.
const ALIKE: usize = 4;

/// Finds what makes the difference in each layout.
pub(super) fn pairs<'a>(
    plays: &[[&'a Play; 2]],
    (side, by): (Side, By),
    from: usize,
) -> Vec<PlayPair<'a>> {
    on_all_threads(plays, |&plays, solver| {
        let tricks = plays.map(|play| course::all(play, from));
        let all = all_of(&tricks, side);
        let whole = Idea::of_whole_play(plays, &tricks, (side, by), from);
        let shown = |it: &Turning| Idea::shown((plays, &tricks), from, (it, &all), solver);
        // A player who takes all his tricks at once strands nobody.
        let is_told = |idea: &Idea| whole.is_none() || !matches!(idea, Idea::Stranded { .. });
        let ideas = all.iter().map(shown).map(|idea| idea.filter(is_told)).collect_vec();
        PlayPair { plays, turnings: all.into_iter().zip(ideas).collect(), whole }
    })
}

impl PlayPair<'_> {
    fn of_kind(&self, kind: TurningKind) -> Option<&(Turning, Option<Idea>)> {
        self.turnings.iter().find(|(turning, _)| turning.kind() == kind)
    }

    /// The turning that decides here, if it has this feature.
    fn alike(&self, likeness: CommonTrait) -> Option<(&Turning, Option<Idea>)> {
        match likeness {
            CommonTrait::Turning(kind) => {
                self.of_kind(kind).map(|(turning, idea)| (turning, *idea))
            }
            CommonTrait::Whole(idea) if self.whole == Some(idea) => {
                self.turnings.first().map(|(turning, _)| (turning, self.whole))
            }
            CommonTrait::Whole(_) => None,
        }
    }
}

impl<'a> Theme<'a> {
    /// The theme of some layouts; `None` if no card takes a trick after one of the two alone.
    pub(super) fn of(pairs: &[PlayPair<'a>], from: usize) -> Option<Self> {
        let kinds = pairs.iter().flat_map(|pair| pair.turnings.iter().map(|(it, _)| it.kind()));
        let whole = pairs.iter().filter_map(|pair| pair.whole).unique().map(CommonTrait::Whole);
        let likenesses = kinds.unique().map(CommonTrait::Turning).chain(whole);
        let themes = likenesses.filter_map(|it| Self::of_likeness(pairs, it, from));
        // Of several with the same weight, the first.
        let heavier = |(one, _): &(f64, Self), (other, _): &(f64, Self)| one.total_cmp(other);
        let later_is_less = |one: &(f64, Self), other: &(f64, Self)| match heavier(one, other) {
            Ordering::Equal => Ordering::Greater,
            order => order,
        };
        themes.max_by(later_is_less).map(|(_, theme)| theme)
    }

    /// The theme of layouts with this feature, with its weight.
    fn of_likeness(
        pairs: &[PlayPair<'a>],
        likeness: CommonTrait,
        from: usize,
    ) -> Option<(f64, Self)> {
        let decided = pairs.iter().filter(|pair| pair.alike(likeness).is_some()).collect_vec();
        let often = decided.len();
        let ideas = decided.iter().filter_map(|pair| pair.alike(likeness)?.1);
        let idea = most_frequent(ideas).filter(|(_, count)| 2 * count >= often);
        let idea = idea.map(|(idea, _)| idea);
        let shows = |pair: &&&PlayPair| pair.alike(likeness).is_some_and(|(_, own)| own == idea);
        let alike = decided.iter().filter(shows).copied().collect_vec();
        let typical = typical(if alike.is_empty() { &decided } else { &alike }, from);
        let turning = typical.alike(likeness)?.0.clone();
        let at_once = matches!(likeness, CommonTrait::Turning(_))
            && typical.plays.iter().any(|play| {
                let played = play.history().played();
                let trick = &played[from - from % 4..];
                trick.iter().take(4).any(|it| (it.seat, it.card) == (turning.seat, turning.card))
            });
        let mut weight = often as f64;
        if idea.is_some() {
            weight *= SAYS_WHY;
        }
        if at_once {
            weight *= AT_ONCE;
        }
        Some((weight, Self { turning, idea, often, typical: typical.plays }))
    }
}

/// The layout whose play is most like that of the others.
fn typical<'a, 'b>(pairs: &[&'b PlayPair<'a>], from: usize) -> &'b PlayPair<'a> {
    let next = |pair: &PlayPair| {
        pair.plays.map(|play| {
            let next = play.history().played().iter().skip(from + 1).take(ALIKE);
            next.map(|played| played.card).collect_vec()
        })
    };
    let all = pairs.iter().map(|pair| next(pair)).collect_vec();
    let likeness = |mine: &[Vec<_>; 2]| -> usize {
        let like = |theirs: &[Vec<_>; 2]| -> usize {
            let same = |at: usize| mine[at].iter().zip(&theirs[at]).filter(|(a, b)| a == b).count();
            same(0) + same(1)
        };
        all.iter().map(like).sum()
    };
    let most = (0..pairs.len()).rev().max_by_key(|&at| likeness(&all[at]));
    pairs[most.expect("it decides in some layout")]
}

/// The most frequent item, with its frequency; of several the first.
pub(super) fn most_frequent<T: Eq + Hash + Clone>(
    items: impl Iterator<Item = T>,
) -> Option<(T, usize)> {
    let items = items.collect_vec();
    let counts = items.iter().cloned().counts();
    let most = *counts.values().max()?;
    items.into_iter().find(|it| counts[it] == most).map(|it| (it, most))
}
