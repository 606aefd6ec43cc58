//! Candidates that stand and fall together.
//!
//! Cards of one suit that double dummy cannot tell apart, all of them spots or all of them honours, differ in their
//! message alone, and hardly in that: of 1,400 pairs of such cards, neither of them minimax's, the playouts differ as noise makes
//! them differ (`docs/playouts.md`). So they are a *row*: what is seen of one counts for most of its worth for the others too, and one
//! of them is played unless another is clearly better.

/// Which candidates, by their numbers, are of one row, and which of a row is the one to be played.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    /// By candidate: the one of its row that is to be played.
    pub(super) face: Vec<usize>,
}

impl Rows {
    /// The rows of such candidates: who is the `same` as the first of a row belongs to it, and the least by `order` is the one to be
    /// played.
    pub(super) fn of<T, K: Ord>(
        candidates: &[T],
        same: impl Fn(&T, &T) -> bool,
        order: impl Fn(&T) -> K,
    ) -> Self {
        let mut first: Vec<usize> = Vec::new();
        for (at, candidate) in candidates.iter().enumerate() {
            let is_its =
                |&other: &usize| first[other] == other && same(&candidates[other], candidate);
            first.push((0..at).find(is_its).unwrap_or(at));
        }
        let face = |row: usize| {
            let its = (0..candidates.len()).filter(|&at| first[at] == row);
            its.min_by_key(|&at| order(&candidates[at])).unwrap_or(row)
        };
        Self { face: first.iter().map(|&row| face(row)).collect() }
    }

    /// So many candidates, each a row of its own.
    pub(super) fn apart(candidates: usize) -> Self {
        Self { face: (0..candidates).collect() }
    }

    /// Whether two candidates are of one row.
    pub(super) fn are_one(&self, candidate: usize, other: usize) -> bool {
        self.face[candidate] == self.face[other]
    }

    /// Whether it is the one of its row that is to be played.
    pub(super) fn is_face(&self, candidate: usize) -> bool {
        self.face[candidate] == candidate
    }

    /// The others of its row.
    pub(super) fn others(&self, candidate: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.face.len())
            .filter(move |&other| other != candidate && self.are_one(candidate, other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_is_of_one_row_with_itself_and_with_its_like() {
        let rows = Rows::of(&[3, 25, 13, 4, 5], |one, other| one % 10 == other % 10, |it| *it);
        let faces: Vec<bool> = (0..5).map(|at| rows.is_face(at)).collect();
        assert_eq!(faces, [true, false, false, true, true]);
        assert_eq!(rows.others(4).collect::<Vec<_>>(), [1]);
        assert_eq!(rows.others(3).count(), 0);
        assert!(rows.are_one(0, 2) && !rows.are_one(0, 1));
        assert!((0..5).all(|at| Rows::apart(5).is_face(at)));
    }
}
