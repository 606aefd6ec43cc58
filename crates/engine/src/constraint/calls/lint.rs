//! Faults of rule files that parse: rules that no hand fits, that an earlier rule always shadows,
//! or that repeat themselves.

use std::collections::HashMap;

use itertools::Itertools;

use super::outline::Outline;
use super::rulefile::SystemFault;
use super::system::{CallMeaning, General, System};
use crate::cards::Call;
use crate::constraint::language::{Condition, Formula};

/// A rule that does not do what it seems to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// Checks the call rules of a rule file. Lengths and points are checked exactly; other conditions,
/// such as cards held, are assumed to be possible.
///
/// # Errors
///
/// [`SystemFault`] when the file cannot be read.
///
/// ```
/// use falsecard::constraint::lint;
///
/// let text = "reading full\nopening 1NT: hcp 12-17, balanced @ 95%\n\
///             opening 1C: hcp 15-17, shape 4333 @ 95%\nopening 2C: hcp 22+, hcp 4-20 @ 95%";
/// let findings = lint("mine", text)?;
/// assert_eq!(findings[0].message, "line 2 comes first and takes every hand that fits");
/// assert_eq!(findings[1].message, "no hand fits");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lint(file: &str, text: &str) -> Result<Vec<Finding>, Box<SystemFault>> {
    let (system, _) = System::own_lines(file, text, System::bundled)?;
    let mut turns: HashMap<&[Call], Vec<&CallMeaning>> = HashMap::new();
    for meaning in system.calls.iter() {
        turns.entry(&meaning.before).or_default().push(meaning);
    }
    let by_line = system.calls.iter().chunk_by(|meaning| meaning.line);
    let mut findings = Vec::new();
    for (line, meanings) in &by_line {
        let faults: Vec<_> =
            meanings.map(|meaning| fault(meaning, &turns[&meaning.before[..]])).collect();
        // A line with open suits makes several rules. It is faulty only if all of them are.
        if let Some(message) = faults.into_iter().collect::<Option<Vec<_>>>() {
            findings.extend(message.into_iter().next().map(|message| Finding { line, message }));
        }
    }
    findings.extend(covered(&system.general));
    findings.sort_by_key(|finding| finding.line);
    Ok(findings)
}

/// The general rules whose kind of call an earlier one covers.
fn covered(general: &[General]) -> impl Iterator<Item = Finding> {
    general.iter().enumerate().filter_map(|(i, rule)| {
        let earlier = general[..i].iter().find(|other| other.pattern.covers(&rule.pattern))?;
        let message = format!("line {} speaks of all such calls first", earlier.line);
        Some(Finding { line: rule.line, message })
    })
}

/// The fault of a rule among the rules for the same turn, if it has one.
fn fault(meaning: &CallMeaning, turn: &[&CallMeaning]) -> Option<String> {
    let condition = &meaning.promise.condition;
    if Outline::of(condition).is_empty() {
        return Some("no hand fits".to_owned());
    }
    let earlier = turn.iter().take_while(|other| other.line < meaning.line);
    for other in earlier {
        if other.call == meaning.call {
            return Some(format!("line {} explains the same call first", other.line));
        }
        if other.full && Outline::implies(condition, &other.promise.condition) {
            let message = "comes first and takes every hand that fits";
            return Some(format!("line {} {message}", other.line));
        }
    }
    superfluous(condition).map(|part| format!("\"{part}\" follows from the rest"))
}

/// A part of an "and" that the other parts imply.
fn superfluous(condition: &Condition) -> Option<&Condition> {
    let Formula::All(parts) = condition else { return None };
    // The outlines of the parts after each part, from the last. Computing the rest of each part
    // anew would take quadratic time.
    let mut behind = vec![Outline::open()];
    for part in parts.iter().skip(1).rev() {
        behind.push(behind[behind.len() - 1].and(&Outline::of(part)));
    }
    let mut before = Outline::open();
    parts.iter().find(|part| {
        let rest = behind.pop().unwrap_or_else(Outline::open).and(&before);
        before = before.and(&Outline::of(part));
        rest.and(&Outline::of_exceptions(part)).is_empty()
    })
}
