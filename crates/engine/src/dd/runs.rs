//! Many short lists in one block of memory.
//!
//! A list that outgrows its run of places moves to a run twice as long. The old run is given to the
//! next list that needs one of its length.

/// A list: a run of `1 << class` places, of which `len` are used.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListRun {
    first: u32,
    len: u16,
    class: u8,
}

impl ListRun {
    /// The class of a list that has no run yet.
    const NOWHERE: u8 = u8::MAX;

    /// An empty list, which takes no room.
    pub(super) const EMPTY: Self = Self { first: 0, len: 0, class: Self::NOWHERE };

    /// The number of items.
    pub(super) const fn len(self) -> usize {
        self.len as usize
    }

    const fn range(self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.len as usize
    }
}

/// There is no room for another item.
#[derive(Debug)]
pub(super) struct Full;

/// The memory of many lists.
#[derive(Debug)]
pub(super) struct Runs<T> {
    places: Vec<T>,
    most: usize,
    /// Runs given up, by class.
    free: [Vec<u32>; 32],
}

impl<T: Copy> Runs<T> {
    /// Room for at most `most` places, allocated as needed.
    pub(super) const fn new(most: usize) -> Self {
        Self { places: Vec::new(), most, free: [const { Vec::new() }; 32] }
    }

    /// Gives up all lists.
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// The items of a list.
    pub(super) fn get(&self, run: ListRun) -> &[T] {
        &self.places[run.range()]
    }

    /// The items of a list, mutable.
    pub(super) fn get_mut(&mut self, run: ListRun) -> &mut [T] {
        &mut self.places[run.range()]
    }

    /// Adds an item at the end.
    pub(super) fn push(&mut self, run: &mut ListRun, item: T) -> Result<(), Full> {
        if run.class == ListRun::NOWHERE {
            *run = ListRun { first: self.take(0, item)?, len: 0, class: 0 };
        } else if run.len == 1 << run.class {
            let class = run.class + 1;
            let first = self.take(class, item)?;
            self.places.copy_within(run.range(), first as usize);
            self.free[usize::from(run.class)].push(run.first);
            *run = ListRun { first, len: run.len, class };
        }
        run.len += 1;
        self.places[run.range().end - 1] = item;
        Ok(())
    }

    /// Removes an item; the last item takes its place.
    pub(super) fn swap_remove(&mut self, run: &mut ListRun, at: usize) {
        let items = self.get_mut(*run);
        items[at] = items[items.len() - 1];
        run.len -= 1;
    }

    /// Gives up a list.
    pub(super) fn release(&mut self, run: &mut ListRun) {
        if run.class != ListRun::NOWHERE {
            self.free[usize::from(run.class)].push(run.first);
        }
        *run = ListRun::EMPTY;
    }

    fn take(&mut self, class: u8, filler: T) -> Result<u32, Full> {
        if let Some(first) = self.free[usize::from(class)].pop() {
            return Ok(first);
        }
        let first = self.places.len();
        let end = first + (1 << class);
        if end > self.most {
            return Err(Full);
        }
        self.places.resize(end, filler);
        Ok(first as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_do_not_mix() {
        let mut runs = Runs::new(128);
        let mut lists = [ListRun::EMPTY; 3];
        for n in 0..30 {
            runs.push(&mut lists[n % 3], n).unwrap();
        }
        for (i, list) in lists.iter().enumerate() {
            let wanted: Vec<usize> = (0..10).map(|n| 3 * n + i).collect();
            assert_eq!(runs.get(*list), wanted);
        }
        runs.swap_remove(&mut lists[0], 0);
        assert_eq!(runs.get(lists[0])[0], 27);
        runs.release(&mut lists[1]);
        let used = runs.places.len();
        for n in 0..16 {
            runs.push(&mut lists[1], n).unwrap();
        }
        assert_eq!(runs.places.len(), used);
        assert!((0..100).any(|n| runs.push(&mut lists[2], n).is_err()));
    }
}
