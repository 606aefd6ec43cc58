//! Checks the values of PBN tags one by one: dates, numbers of tricks, scores and other forms of
//! the standard.
//!
//! Reading a file warns of values that no game can have. Only [`strict`] warns of forms that hardly
//! matter.

use super::deviation::Deviation;
use super::findings::TextFindings;
use super::game::Tag;
use super::words;
use falsecard_bridge::cards::Side;

/// The form of a value: whether a text has it, and the message if not.
type ValueForm = (fn(&str) -> bool, &'static str);

const DATE: ValueForm = (is_date, "a day reads YYYY.MM.DD, with ? for digits that are not known");
const TIME: ValueForm = (is_time, "a time reads HH:MM:SS, with ? for digits that are not known");
const NUMBER: ValueForm = (is_number, "it is a whole number");
const POINTS: ValueForm = (
    |text| are_scores(text, is_integer),
    "a score is a whole number, declarer's, or behind NS or EW that side's",
);
const AVERAGED: ValueForm = (
    |text| are_scores(text, is_decimal),
    "a score is a number such as 2.5, declarer's, or behind NS or EW that side's",
);

/// Forms that are checked whenever a file is read.
const ALWAYS: [(&str, ValueForm); 11] = [
    ("Date", DATE),
    ("EventDate", DATE),
    ("UTCDate", DATE),
    (
        "Result",
        (
            is_result,
            "declarer takes 0 to 13 tricks; behind NS or EW stand that side's, and both take 13",
        ),
    ),
    ("Score", POINTS),
    ("ScoreIMP", AVERAGED),
    ("ScoreMP", AVERAGED),
    ("ScorePercentage", (|text| are_scores(text, is_percentage), "a percentage is 0 to 100")),
    (
        "ScoreRubber",
        (
            |text| are_scores(text, is_rubber),
            "a rubber score reads 300/40, above and below the line",
        ),
    ),
    (
        "OptimumScore",
        (is_optimum, "it reads NS 420, EW -420 or both, and one is the other's opposite"),
    ),
    (
        "DoubleDummyTricks",
        (
            is_double_dummy,
            "it has 20 digits, 0 to d: for N, S, E and W the tricks in NT, S, H, D and C",
        ),
    ),
];

/// Forms that only [`strict`] checks.
const STRICT: [(&str, ValueForm); 12] = [
    ("Board", (|text| is_number(text) && text != "0", "it is a whole number above 0")),
    ("Round", (is_round, "it holds letters, digits and _, and points between its parts")),
    ("Time", TIME),
    ("UTCTime", TIME),
    ("TimeCall", NUMBER),
    ("TimeCard", NUMBER),
    ("TimeControl", (is_time_control, "it reads 4/30, games and minutes")),
    ("FrenchMP", (|text| matches!(text, "Yes" | "No"), "it is Yes or No")),
    ("Room", (|text| matches!(text, "Open" | "Closed"), "it is Open or Closed")),
    ("Hidden", (is_hidden, "it holds the letters of the hands, once each, as in WE")),
    (
        "ScoreRubberHistory",
        (
            |text| rubber_games(text).is_some(),
            "it reads NS 0 0 / 100 0 EW 0 0 / 0 0: points in rubbers before and in this one, \
             then below the line in each game",
        ),
    ),
    ("Scoring", (|text| text.split(';').all(|part| !part.is_empty()), "no part of it is empty")),
];

/// Notes values that no game can have.
pub(super) fn check<'a>(tags: impl IntoIterator<Item = &'a Tag>, findings: &mut TextFindings) {
    for tag in tags {
        if let Some(deviation) = wrong(tag, &ALWAYS) {
            findings.note(deviation, &tag.span);
        }
    }
}

/// The deviation of a value from a form that only the standard asks for.
pub(super) fn strict(tag: &Tag) -> Option<Deviation> {
    wrong(tag, &STRICT)
}

fn wrong(tag: &Tag, forms: &[(&str, ValueForm)]) -> Option<Deviation> {
    let text = tag.value.trim();
    let (_, (fits, right)) = forms.iter().find(|(name, _)| tag.name.eq_ignore_ascii_case(name))?;
    if words::is_unknown(text) || fits(text) {
        return None;
    }
    let (tag, text) = (tag.name.clone(), words::quoted(&tag.value));
    Some(Deviation::Value { tag, text, right: (*right).to_owned() })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_integer(text: &str) -> bool {
    is_number(text.strip_prefix(['+', '-']).unwrap_or(text))
}

fn is_decimal(text: &str) -> bool {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    is_integer(whole) && (part.is_empty() || is_number(part))
}

fn is_percentage(text: &str) -> bool {
    is_decimal(text) && text.parse().is_ok_and(|share: f64| (0.0..=100.0).contains(&share))
}

fn is_rubber(text: &str) -> bool {
    text.split_once('/')
        .is_some_and(|(above, below)| [above, below].map(str::trim).into_iter().all(is_number))
}

fn is_round(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    text.split('.').all(is_part)
}

fn is_time_control(text: &str) -> bool {
    text.split_once('/').is_some_and(|(games, minutes)| is_number(games) && is_number(minutes))
}

fn is_hidden(text: &str) -> bool {
    text.char_indices().all(|(at, seat)| "WNES".contains(seat) && !text[..at].contains(seat))
}

/// The numbers between separators, with these numbers of digits; `None` stands for an unknown
/// number.
fn digits<const N: usize>(
    text: &str,
    separator: char,
    widths: [usize; N],
) -> Option<[Option<u32>; N]> {
    let parts: Vec<&str> = text.split(separator).collect();
    let parts: [&str; N] = parts.try_into().ok()?;
    let fits = |(part, width): (&&str, usize)| {
        part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?')
    };
    parts.iter().zip(widths).all(fits).then(|| parts.map(|part| part.parse().ok()))
}

fn is_date(text: &str) -> bool {
    let Some([year, month, day]) = digits(text, '.', [4, 2, 2]) else { return false };
    let days = match month {
        Some(4 | 6 | 9 | 11) => 30,
        Some(2) if year.is_none_or(is_leap) => 29,
        Some(2) => 28,
        _ => 31,
    };
    month.is_none_or(|month| (1..=12).contains(&month))
        && day.is_none_or(|day| (1..=days).contains(&day))
}

const fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

fn is_time(text: &str) -> bool {
    digits(text, ':', [2, 2, 2]).is_some_and(|parts| {
        let limits = [24, 60, 60];
        parts.into_iter().zip(limits).all(|(part, limit)| part.is_none_or(|part| part < limit))
    })
}

/// Splits a value by sides. Its forms are `S` (for declarer's side, given as `None`), `NS S`,
/// `EW S`, `NS S EW S` and `EW S NS S`.
pub(super) fn by_side(text: &str) -> Vec<(Option<Side>, &str)> {
    let text = text.trim();
    let of = |side: Side, name: &str, other: Side, other_name: &str| {
        let rest = text.strip_prefix(name)?;
        Some(match rest.split_once(other_name) {
            Some((one, two)) => vec![(Some(side), one.trim()), (Some(other), two.trim())],
            None => vec![(Some(side), rest.trim())],
        })
    };
    of(Side::NorthSouth, "NS", Side::EastWest, "EW")
        .or_else(|| of(Side::EastWest, "EW", Side::NorthSouth, "NS"))
        .unwrap_or_else(|| vec![(None, text)])
}

fn are_scores(text: &str, is_score: fn(&str) -> bool) -> bool {
    by_side(text).iter().all(|(_, score)| is_score(score))
}

fn is_result(text: &str) -> bool {
    let tricks =
        |text: &str| text.parse().ok().filter(|tricks: &u8| is_number(text) && *tricks <= 13);
    let text = text.strip_prefix('^').unwrap_or(text);
    match by_side(text).as_slice() {
        [(_, one)] => tricks(one).is_some(),
        [(_, one), (_, other)] => {
            tricks(one).zip(tricks(other)).is_some_and(|(one, other)| one + other == 13)
        }
        _ => false,
    }
}

fn is_optimum(text: &str) -> bool {
    let points = |text: &str| text.parse::<i32>().ok();
    match by_side(text).as_slice() {
        [(Some(_), score)] => points(score).is_some(),
        [(Some(_), one), (_, other)] => {
            points(one).zip(points(other)).is_some_and(|(one, other)| one == other.saturating_neg())
        }
        _ => false,
    }
}

fn is_double_dummy(text: &str) -> bool {
    text.len() == 20
        && text.bytes().all(|byte| matches!(byte.to_ascii_lowercase(), b'0'..=b'9' | b'a'..=b'd'))
}

/// The games that North-South and East-West have won, from a `[ScoreRubberHistory]`. It holds for
/// each side the points in former rubbers, the points above the line in this one, a slash, and the
/// points below the line in each game.
pub(super) fn rubber_games(text: &str) -> Option<[u8; 2]> {
    const GAME: u32 = 100;
    let (ours, theirs) = text.trim().strip_prefix("NS")?.split_once("EW")?;
    let below = |text: &str| {
        let (above, below) = text.split_once('/')?;
        let numbers = |text: &str| {
            text.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<u32>>>()
        };
        (numbers(above)?.len() == 2).then(|| numbers(below)).flatten()
    };
    let (ours, theirs) = (below(ours)?, below(theirs)?);
    if ours.len() != theirs.len() || !(1..=3).contains(&ours.len()) {
        return None;
    }
    // The last is the game in progress.
    let won = |points: &[u32]| {
        points[..points.len() - 1].iter().filter(|points| **points >= GAME).count() as u8
    };
    Some([won(&ours), won(&theirs)])
}
