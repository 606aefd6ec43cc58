//! Rule files: the promises of a partnership's calls, and its carding agreements.
//!
//! ```text
//! system weak-notrump
//! about  12-14 balanced opens 1NT
//! source any book on Acol
//! use    natural                                 # rules of another file, behind these
//! caller champions                               # learned: how likely a hand is to make a call
//!                                                # (outranks all lines, unlike a textbook)
//! player champions                               # learned: how likely each card is to be played
//! reading full                                   # soft edges and negative inference; see below
//!
//! opening 1NT: hcp 12-14, balanced @ 93%         # what the call promises, and how reliably
//!   yes A72.K963.K53.A76                         # hands that must fit, or must not
//!   no  AK2.K963.K53.A76
//! opening 1M-2M: M 3+, hcp 6-9 @ 90%             # for each major: 1♥-2♥, 1♠-2♠
//! opening 1m-(1S)-X: hearts 4+, hcp 7+ @ 92%     # the opponents' calls in parentheses
//! overcall (1x)-1y: y 5+, hcp 8-16 @ 92%
//! opening 4M: M 7+, hcp 5-11 @ 85% within M 6+   # hardly ever outside what follows "within"
//!
//! general responder new at 2: suit 4+, hcp 10+ @ 90%     # by kind, where no line above speaks
//! general raise game: partners 3+, combined 24-31 @ 80%  # with the points that partner showed
//!
//! reliance responder raise: below -0.5, card -1.2    # how calls depart from their promises, nats
//! habit third defender: third-hand-high 1.2          # how cards of a suit are preferred, nats
//! inclination lead defender: partners 0.8, new -0.4  # how suits are preferred, nats
//! style modern: 40%                                 # the share of pairs that play what follows
//! use    upside-down-carding                        # of a file, the carding alone
//! card   smith: kept 60%, partner 60%, declarer 40%
//! habit  lead defender: lowest 0.3                  # nats by which they depart from everybody
//!
//! card count: kept 85%, partner 85%, declarer 55%   # who keeps to it, and who believes it
//! card smith: off                                   # not played, whatever a file behind this says
//! ```
//!
//! With `reading full`, the lines for one turn of an auction are in order of priority. A call then
//! also denies the calls above it, and a pass without a line of its own denies them all. A line
//! without "within" gets a core: its condition softened ([`Condition::softened`]). Without
//! `reading full` a call promises its own line and no more.

use std::collections::HashMap;
use std::sync::Arc;

use thiserror::Error;

use super::caller::CallNetwork;
use super::carding_style::StatedStyle;
use super::kind::{KindPattern, NAMES};
use super::part::{LineFault, LinePart};
use super::pattern::{AuctionPattern, Instance};
use super::reliance::{DEPARTURES, Reliance};
use super::system::{Agreement, CallMeaning, CardingStyle, General, System};
use super::template::Template;
use crate::carding::habits::Habits;
use crate::carding::inclination::Inclinations;
use crate::carding::lines::{Lines, Occasions};
use crate::carding::player::CardNetwork;
use crate::cards::{Hand, Suit};
use crate::constraint::language::{Condition, Vocabulary};
use crate::text::Excerpt;

/// A fault in a rule file, with its place.
#[derive(Debug, Clone, Error)]
#[error("{file}:{line}: {message}")]
pub struct SystemFault {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What was expected.
    pub message: String,
    /// The lines around the place.
    pub excerpt: Excerpt,
}

impl System {
    /// The system of a file's own lines, and the systems that it uses. `named` looks those up.
    pub(super) fn own_lines(
        file: &str,
        text: &str,
        named: fn(&str) -> Option<Self>,
    ) -> Result<(Self, Vec<Self>), Box<SystemFault>> {
        let mut reader = RuleFileReader {
            named,
            system: Self::empty(file),
            bases: Vec::new(),
            seen: HashMap::new(),
            exemplified: Vec::new(),
            styles: Vec::new(),
            full: false,
        };
        let mut start = 0;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in text.split('\n').enumerate() {
            let content = line.split('#').next().unwrap_or_default();
            reader.line(&LinePart::of(content), number + 1).map_err(|fault| {
                let span = start + fault.span.start..start + fault.span.end;
                let (file, line) = (file.to_owned(), number + 1);
                let excerpt = Excerpt::around(&file, text, span, line, start);
                Box::new(SystemFault { file, line, message: fault.message, excerpt })
            })?;
            start += line.len() + 1;
        }
        // The habits that the system will have once it has taken over those of the files that it
        // uses.
        let habits = || reader.bases.iter().find_map(|base| base.habits.clone());
        let everybody = reader.system.habits.clone().or_else(habits).unwrap_or_default();
        reader.system.styles = CardingStyle::of_file(reader.styles, &everybody).into();
        Ok((reader.system, reader.bases))
    }
}

/// A rule file while it is read.
struct RuleFileReader {
    /// Looks a system up by name, for `use`.
    named: fn(&str) -> Option<System>,
    system: System,
    bases: Vec<System>,
    /// The subjects explained so far, with their lines.
    seen: HashMap<String, usize>,
    /// The conditions of the line above, one for each choice of its suits. Example hands refer to
    /// them.
    exemplified: Vec<Condition>,
    /// The styles of carding so far. `use`, `card` and `habit` lines below a style belong to it.
    styles: Vec<StatedStyle>,
    /// Whether the file says `reading full`.
    full: bool,
}

impl RuleFileReader {
    fn line(&mut self, line: &LinePart, number: usize) -> Result<(), LineFault> {
        let Some((word, rest)) = line.first_word() else { return Ok(()) };
        let system = &mut self.system;
        match word.text {
            "system" => rest.text.clone_into(&mut system.name),
            "about" => rest.text.clone_into(&mut system.about),
            "source" => rest.text.clone_into(&mut system.source),
            "use" => {
                let base = (self.named)(rest.text);
                let base = base.ok_or_else(|| rest.fault("no rule file of that name"))?;
                match self.styles.last_mut() {
                    Some(style) => style.used.extend(base.cards),
                    None => self.bases.push(base),
                }
            }
            "opening" | "overcall" => self.sequence(&word, &rest, number)?,
            "caller" => self.caller(&rest)?,
            "player" => self.player(&rest)?,
            "reading" => self.full = is_full(&rest)?,
            "general" => self.general(&rest, number)?,
            "card" => self.card(&rest, number)?,
            "reliance" => self.reliance(&rest, number)?,
            "habit" => self.habit(&rest, number)?,
            "style" => self.style(&rest, number)?,
            "inclination" => self.inclination(&rest, number)?,
            "yes" | "no" => self.example(word.text == "yes", &rest)?,
            _ => {
                return Err(word.fault(
                    "expected one of: system, about, source, use, caller, player, reading, \
                     opening, overcall, general, reliance, habit, inclination, style, card, yes, \
                     no",
                ));
            }
        }
        Ok(())
    }

    fn caller(&mut self, rest: &LinePart) -> Result<(), LineFault> {
        let network = CallNetwork::bundled(rest.text);
        self.system.caller = Some(network.ok_or_else(|| rest.fault("expected \"champions\""))?);
        Ok(())
    }

    fn player(&mut self, rest: &LinePart) -> Result<(), LineFault> {
        let network = CardNetwork::bundled(rest.text);
        self.system.player = Some(network.ok_or_else(|| rest.fault("expected \"champions\""))?);
        Ok(())
    }

    /// Refuses a second line on the same subject.
    fn once(&mut self, what: &str, place: &LinePart, number: usize) -> Result<(), LineFault> {
        let key = format!("{what} {}", place.text.split_whitespace().collect::<String>());
        match self.seen.insert(key, number) {
            None => Ok(()),
            Some(before) => Err(place.fault(format!("this has been explained in line {before}"))),
        }
    }

    fn sequence(
        &mut self,
        word: &LinePart,
        rest: &LinePart,
        number: usize,
    ) -> Result<(), LineFault> {
        let (calls, promise) = rest.split(':', "expected \":\" after the calls")?;
        self.once("call", &calls, number)?;
        let pattern = AuctionPattern::parse(&calls)?;
        if pattern.opens != (word.text == "opening") {
            let message = "an opening begins with our call, an overcall with theirs in parentheses";
            return Err(calls.fault(message));
        }
        let template = Template::parse(&promise)?;
        self.exemplified.clear();
        for Instance { before, call, names } in pattern.instances() {
            let filled = template.fill(&names, &promise)?;
            self.exemplified.push(filled.condition.clone());
            let label = format!("{} {}", word.text, names.fill_calls(calls.text));
            let promise = Arc::new(filled.promise(&label, &self.system.source, self.full));
            let full = self.full;
            let stated = true;
            let meaning = CallMeaning { before, call, promise, line: number, full, stated };
            Arc::make_mut(&mut self.system.calls).push(meaning);
        }
        Ok(())
    }

    fn general(&mut self, rest: &LinePart, number: usize) -> Result<(), LineFault> {
        let (kind, promise) = rest.split(':', "expected \":\" after the kind of call")?;
        self.once("kind", &kind, number)?;
        let pattern = KindPattern::parse(&kind)?;
        let template = Template::parse(&promise)?;
        let suits = NAMES.iter().map(|name| ((*name).to_owned(), Suit::Clubs)).collect();
        template.fill(&Vocabulary { suits, partner: Some(0) }, &promise)?;
        let bid = |suit| Vocabulary { suits: vec![(NAMES[0].to_owned(), suit)], partner: None };
        let filled = Suit::ASC.into_iter().filter_map(|suit| template.with(&bid(suit)));
        self.exemplified = filled.map(|filled| filled.condition).collect();
        let label = format!("general {}", kind.text);
        let source = self.system.source.clone();
        let (line, full) = (number, self.full);
        let stated = true;
        let general = General { pattern, template, label, line, source, full, stated };
        Arc::make_mut(&mut self.system.general).push(general);
        Ok(())
    }

    fn card(&mut self, rest: &LinePart, number: usize) -> Result<(), LineFault> {
        let (name, _) = rest.split(':', "expected \":\" after the convention's name")?;
        let of_style = self.styles.last().map_or("", |style| &style.name);
        self.once(&format!("card {of_style}"), &name, number)?;
        self.exemplified.clear();
        let agreement = agreement(rest)?;
        self.styles
            .last_mut()
            .map_or(&mut self.system.cards, |style| &mut style.cards)
            .push(agreement);
        Ok(())
    }

    fn reliance(&mut self, rest: &LinePart, number: usize) -> Result<(), LineFault> {
        let (kind, nats) = rest.split(':', "expected \":\" after the kind of call")?;
        self.once("reliance", &kind, number)?;
        self.exemplified.clear();
        let mut found = [0.0; DEPARTURES.len()];
        for (name, value) in named_nats(&nats)? {
            let at = DEPARTURES.iter().position(|known| *known == name.text);
            let expected = || name.fault(format!("expected one of: {}", DEPARTURES.join(", ")));
            found[at.ok_or_else(expected)?] = value;
        }
        let known = self.system.reliance.take();
        let mut reliance = known.map_or_else(Reliance::new, Arc::unwrap_or_clone);
        reliance.set(kind.text, found);
        self.system.reliance = Some(Arc::new(reliance));
        Ok(())
    }

    fn style(&mut self, rest: &LinePart, number: usize) -> Result<(), LineFault> {
        let (name, share) = rest.split(':', "expected \":\" after the style's name")?;
        self.once("style", &name, number)?;
        self.exemplified.clear();
        let share = share.percent()?;
        let name = name.text.to_owned();
        self.styles.push(StatedStyle {
            name,
            share,
            cards: Vec::new(),
            used: Vec::new(),
            habits: None,
        });
        Ok(())
    }

    fn habit(&mut self, rest: &LinePart, number: usize) -> Result<(), LineFault> {
        if let Some(mut style) = self.styles.pop() {
            let mut habits = style.habits.take().unwrap_or_default();
            self.occasion(&format!("habit of {}", style.name), &mut habits, rest, number)?;
            self.styles.push(StatedStyle { habits: Some(habits), ..style });
            return Ok(());
        }
        let known = self.system.habits.take();
        let mut habits = known.map_or_else(Habits::default, Arc::unwrap_or_clone);
        self.occasion("habit", &mut habits, rest, number)?;
        self.system.habits = Some(Arc::new(habits));
        Ok(())
    }

    fn inclination(&mut self, rest: &LinePart, number: usize) -> Result<(), LineFault> {
        let known = self.system.inclinations.take();
        let mut inclinations = known.map_or_else(Inclinations::default, Arc::unwrap_or_clone);
        self.occasion("inclination", &mut inclinations, rest, number)?;
        self.system.inclinations = Some(Arc::new(inclinations));
        Ok(())
    }

    /// Adds a line of nats for an occasion.
    fn occasion<O: Occasions>(
        &mut self,
        word: &str,
        lines: &mut Lines<O>,
        rest: &LinePart,
        number: usize,
    ) -> Result<(), LineFault> {
        let (occasion, nats) = rest.split(':', "expected \":\" after the occasion")?;
        self.once(word, &occasion, number)?;
        self.exemplified.clear();
        let nats: Vec<(&str, f64)> =
            named_nats(&nats)?.into_iter().map(|(name, nats)| (name.text, nats)).collect();
        lines.set(occasion.text, &nats).map_err(|expected| rest.fault(expected))
    }

    fn example(&mut self, fits: bool, rest: &LinePart) -> Result<(), LineFault> {
        let hand: Hand = match rest.text.parse::<Hand>() {
            Ok(hand) if hand.len() == 13 => hand,
            _ => return Err(rest.fault("expected a hand of 13 cards, as in \"AK9.AQ87.AK87.Q6\"")),
        };
        if self.exemplified.is_empty() {
            let message = "an example hand belongs under a call, or under a general rule that \
                speaks of no suit but the one bid";
            return Err(rest.fault(message));
        }
        if self.exemplified.iter().any(|said| said.is_true_of(&hand)) != fits {
            let verdict = if fits { "does not fit" } else { "fits" };
            return Err(rest.fault(format!("this hand {verdict} the rule above it")));
        }
        Ok(())
    }
}

/// The largest nats allowed: more than records can show.
const MOST_NATS: f64 = 20.0;

/// `below -0.5, card -1.2`
fn named_nats<'a>(list: &LinePart<'a>) -> Result<Vec<(LinePart<'a>, f64)>, LineFault> {
    let named = |part: LinePart<'a>| {
        let (name, value) =
            part.split(' ', "expected a word and a number, as in \"below -0.5\"")?;
        let nats = value.text.parse().ok().filter(|nats: &f64| nats.abs() <= MOST_NATS);
        Ok((name, nats.ok_or_else(|| value.fault("expected nats, from -20 to 20"))?))
    };
    list.items(',').map(named).collect()
}

/// Whether the line is `reading full`.
fn is_full(text: &LinePart) -> Result<bool, LineFault> {
    match text.text {
        "full" => Ok(true),
        "literal" => Ok(false),
        _ => Err(text.fault("expected \"full\" or \"literal\"")),
    }
}

/// `count: kept 85%, partner 85%, declarer 55%` or `count: off`
fn agreement(rest: &LinePart) -> Result<Agreement, LineFault> {
    let (name, shares) = rest.split(':', "expected \":\" after the convention's name")?;
    if shares.text == "off" {
        let convention = name.text.to_owned();
        return Ok(Agreement { convention, kept: 0.0, partner: 0.0, declarer: 0.0 });
    }
    let mut values = [None; 3];
    for part in shares.items(',') {
        let (key, value) = part.split(' ', "expected a word and a share, as in \"kept 85%\"")?;
        let slot = ["kept", "partner", "declarer"].iter().position(|known| *known == key.text);
        let slot = slot.ok_or_else(|| key.fault("expected kept, partner or declarer"))?;
        values[slot] = Some(value.percent()?);
    }
    match values {
        [Some(kept), Some(partner), Some(declarer)] => {
            Ok(Agreement { convention: name.text.to_owned(), kept, partner, declarer })
        }
        _ => Err(shares.fault("expected three shares: kept, partner and declarer; or \"off\"")),
    }
}
