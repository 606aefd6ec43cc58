//! Checks the tables of the standard against their heads, which describe the
//! columns.

use crate::game::Tag;

/// Characters that an element may only hold in quotes.
const FORBIDDEN: [char; 7] = ['[', ']', '{', '}', ';', '"', '%'];

/// A column: whether its values must fall (`+`) or rise (`-`), if the head says so.
struct Column {
    falls: Option<bool>,
}

/// The fault of a table, in a sentence; `None` if it has none or the tag is no table of the
/// standard.
pub(super) fn fault(tag: &Tag) -> Option<String> {
    let is_table = tag.name.ends_with("Table") && super::known_tag(&tag.name).is_some();
    if !is_table {
        return None;
    }
    let columns = match columns(&tag.value) {
        Ok(columns) => columns,
        Err(why) => return Some(why),
    };
    let elements: Vec<&str> = tag.table.iter().flat_map(|row| elements(row)).collect();
    let is_element = |text: &&str| text.starts_with('"') || !text.contains(FORBIDDEN);
    if let Some(other) = elements.iter().find(|text| !is_element(text)) {
        return Some(format!("{other:?} is no element: write it between quotes"));
    }
    if !elements.len().is_multiple_of(columns.len()) {
        let (count, columns) = (elements.len(), columns.len());
        return Some(format!("{count} elements do not fill rows of {columns} columns"));
    }
    let rows = || elements.chunks(columns.len());
    let disordered = columns.iter().enumerate().find_map(|(number, column)| {
        let falls = column.falls?;
        let values: Vec<f64> = rows().filter_map(|row| row[number].parse().ok()).collect();
        let fits = |pair: &[f64]| if falls { pair[0] >= pair[1] } else { pair[0] <= pair[1] };
        (!values.windows(2).all(fits)).then_some((number + 1, falls))
    });
    disordered.map(|(number, falls)| {
        let (mark, order) = if falls { ('+', "fall") } else { ('-', "rise") };
        format!("column {number} is marked {mark}, and its values do not {order}")
    })
}

/// The columns that the head of a table names.
fn columns(head: &str) -> Result<Vec<Column>, String> {
    head.split(';').map(column).collect()
}

fn column(head: &str) -> Result<Column, String> {
    if let Some((name, width)) = head.split_once('\\') {
        let digits = width.strip_suffix(['L', 'R']).unwrap_or(width);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!(
                "the width of {name:?} is a number, with L or R behind it perhaps"
            ));
        }
    }
    let falls = match head.as_bytes().first() {
        Some(b'+') => Some(true),
        Some(b'-') => Some(false),
        _ => None,
    };
    Ok(Column { falls })
}

/// The elements of a row: words and quoted texts.
fn elements(row: &str) -> Vec<&str> {
    let mut elements = Vec::new();
    let mut rest = row.trim_start();
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"').map(|text| text.find('"')) {
            Some(Some(close)) => close + 2,
            _ => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        elements.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    elements
}
