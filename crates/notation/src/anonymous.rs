//! Games without their players' names.

use super::game::{Game, Raw, Tag};
use super::scoring::word;
use super::{Comment, Manner};
use falsecard_bridge::cards::{Seat, seat_name};

/// The shortest name that is replaced in other texts, in characters: shorter names could be words.
const SHORTEST: usize = 3;

/// Tags that are removed because they hold names or addresses: those of the standard, and LIN's
/// `pw` and `vg`.
const NAMES: [&str; 10] = [
    "HomeTeam",
    "VisitTeam",
    "Annotator",
    "AnnotatorNA",
    "NorthNA",
    "EastNA",
    "SouthNA",
    "WestNA",
    "LIN_pw",
    "LIN_vg",
];

impl Game {
    /// The game without its players' names. Tags of names and the chat are removed; in all other
    /// texts the name of the seat replaces a player's name.
    ///
    /// ```
    /// use falsecard::notation::pbn;
    ///
    /// let text = "[North \"otto42\"]\n[Event \"otto42's table\"]\n[Board \"1\"]";
    /// let game = pbn::read("deal.pbn", text.as_bytes()).all()?.remove(0).anonymous();
    /// assert_eq!((game.tag("North"), game.tag("Event")), (None, Some("North's table")));
    /// # Ok::<(), falsecard::notation::Fault>(())
    /// ```
    #[must_use]
    pub fn anonymous(mut self) -> Self {
        let mut players: Vec<(String, &str)> = Seat::ALL
            .into_iter()
            .filter_map(|seat| {
                Some((self.tag(seat_name(seat))?.trim().to_owned(), seat_name(seat)))
            })
            .filter(|(name, _)| name.chars().count() >= SHORTEST)
            .collect();
        // Ann is a part of Anna.
        players.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        // The title of a vugraph file goes, and with it what it says of the scoring.
        if let (Some(scoring), None) = (self.scoring(), self.tag("Scoring")) {
            self.tags.push(Tag::new("Scoring", word(scoring)));
        }
        let is_name = |tag: &Tag| {
            let seats = Seat::ALL.into_iter().map(seat_name);
            NAMES.into_iter().chain(seats).any(|name| name.eq_ignore_ascii_case(&tag.name))
        };
        let hide = |text: &mut String| {
            for (name, seat) in &players {
                if text.contains(name.as_str()) {
                    *text = text.replace(name.as_str(), seat);
                }
            }
        };
        // Remarks refer to tags by number, so a tag of names is only emptied here, and removed at
        // the end.
        for tag in &mut self.tags {
            if is_name(tag) {
                "Anonymous".clone_into(&mut tag.name);
                tag.value.clear();
                tag.table.clear();
            }
            hide(&mut tag.value);
            tag.table.iter_mut().for_each(hide);
        }
        let marks = &mut self.marks;
        let said = marks.calls.values_mut().chain(marks.cards.values_mut());
        let mut comments: Vec<&mut Vec<Comment>> = vec![&mut marks.head];
        for annotation in said {
            annotation.explanation.iter_mut().for_each(hide);
            comments.push(&mut annotation.comments);
        }
        comments.extend(marks.tags.values_mut());
        for comments in comments {
            comments.retain(|comment| comment.manner != Manner::Chat);
            for comment in comments {
                hide(&mut comment.text);
            }
        }
        for Raw { lines, notes, .. } in marks.auction.iter_mut().chain(&mut marks.play) {
            lines.iter_mut().chain(notes).for_each(hide);
        }
        self.remove_tags("Anonymous");
        self
    }

    /// Removes all tags of a name; remarks after them go to the tag before.
    fn remove_tags(&mut self, name: &str) {
        let mut comments = std::mem::take(&mut self.marks.tags);
        let mut kept = Vec::with_capacity(self.tags.len());
        for (number, tag) in std::mem::take(&mut self.tags).into_iter().enumerate() {
            if tag.name != name {
                kept.push(tag);
            }
            let Some(comments) = comments.remove(&number) else { continue };
            match kept.len() {
                0 => self.marks.head.extend(comments),
                tags => self.marks.tags.entry(tags - 1).or_default().extend(comments),
            }
        }
        self.tags = kept;
    }
}
