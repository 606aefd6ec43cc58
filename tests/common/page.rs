//! The tables of docs/json.md, as they come from the schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

use super::schemas::Schemas;

const PLACE: &str = "#/components/schemas/";
const TABLE: &str = "<!-- table: ";
const SEEN: &str = "<!-- see: ";
const END: &str = "<!-- end -->";
/// What has no table of its own stands here: what several tables speak of.
const SHARED: &str = "shared";
/// The page says at its head what these are.
const KNOWN: [&str; 6] = ["Card", "Rank", "Seat", "Strain", "Suit", "Scoring"];
/// A choice of so many words or more has a table of its own.
const MANY: usize = 4;

/// The object that a line of the page puts there, or speaks of.
pub(crate) fn named(line: &str) -> Option<&str> {
    let name =
        line.strip_prefix(TABLE).or_else(|| line.strip_prefix(SEEN))?.strip_suffix(" -->")?;
    (name != SHARED).then_some(name)
}

/// The page with its tables written anew.
pub(crate) fn with_tables(page: &str, schemas: &Schemas) -> String {
    let roots: Vec<&str> =
        page.lines().filter(|line| line.starts_with(TABLE)).filter_map(named).collect();
    let mut speak: BTreeMap<&str, usize> = BTreeMap::new();
    for root in &roots {
        for name in within(schemas, root) {
            *speak.entry(name).or_default() += 1;
        }
    }
    let shared: BTreeSet<&str> =
        speak.iter().filter(|(_, count)| **count > 1).map(|(name, _)| *name).collect();
    let known: BTreeSet<&str> = roots.iter().copied().chain(speak.into_keys()).collect();
    let unseen: Vec<&String> = schemas
        .keys()
        .filter(|name| !KNOWN.contains(&name.as_str()) && !known.contains(name.as_str()))
        .filter(|name| has_table(&schemas[*name]))
        .collect();
    assert!(unseen.is_empty(), "docs/json.md has no table for {unseen:?}");
    let mut written = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        writeln!(written, "{line}").unwrap();
        let Some(name) = line.strip_prefix(TABLE) else { continue };
        let name = name.trim_end_matches(" -->");
        if name == SHARED {
            written.push('\n');
            for name in &shared {
                headed(&mut written, schemas, name);
            }
        } else {
            table(&mut written, schemas, name);
            for own in within(schemas, name).into_iter().filter(|own| !shared.contains(own)) {
                headed(&mut written, schemas, own);
            }
        }
        let end = lines.find(|line| *line == END);
        writeln!(written, "{}", end.unwrap_or_else(|| panic!("{name} has no end"))).unwrap();
    }
    written
}

/// The name of the schema that a schema refers to.
fn referred(schema: &Value) -> Option<&str> {
    let named = schema.get("$ref").or_else(|| schema.get("allOf")?.get(0)?.get("$ref"));
    named?.as_str()?.strip_prefix(PLACE)
}

/// What is worth a table.
fn has_table(schema: &Value) -> bool {
    schema.get("properties").is_some()
        || schema.get("oneOf").is_some()
        || schema["enum"].as_array().is_some_and(|words| words.len() >= MANY)
}

/// The objects within an object, in the order in which they are met.
fn within<'a>(schemas: &'a Schemas, root: &str) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    let schema = schemas.get(root).unwrap_or_else(|| panic!("there is no object {root}"));
    let mut open = referrals(schema);
    while !open.is_empty() {
        let name = open.remove(0);
        let is_new = name != root && !KNOWN.contains(&name) && !found.contains(&name);
        if is_new && has_table(&schemas[name]) {
            found.push(name);
            open.splice(0..0, referrals(&schemas[name]));
        }
    }
    found
}

/// The schemas that a schema refers to, in the order of its table.
fn referrals(schema: &Value) -> Vec<&str> {
    if let Some(name) = referred(schema) {
        return vec![name];
    }
    let of_keys = keys(schema).into_iter().map(|(_, value)| value);
    let ways = schema["oneOf"].as_array().into_iter().flatten();
    let others = ["items", "additionalProperties"].into_iter().filter_map(|it| schema.get(it));
    of_keys.chain(ways).chain(others).flat_map(referrals).collect()
}

/// The keys of an object: those that are always there as they are printed, then the others.
fn keys(schema: &Value) -> Vec<(&str, &Value)> {
    let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
    let required = schema["required"].as_array().into_iter().flatten();
    let mut names: Vec<&str> = required.map(|name| name.as_str().unwrap()).collect();
    let rest: Vec<&str> =
        properties.keys().map(String::as_str).filter(|name| !names.contains(name)).collect();
    names.extend(rest);
    names.into_iter().map(|name| (name, &properties[name])).collect()
}

fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|names| names.iter().any(|it| it == name))
}

fn headed(page: &mut String, schemas: &Schemas, name: &str) {
    write!(page, "#### {name}\n\n{}\n", text(&schemas[name])).unwrap();
    table(page, schemas, name);
}

fn table(page: &mut String, schemas: &Schemas, name: &str) {
    let schema = &schemas[name];
    if let Some(words) = schema["enum"].as_array() {
        page.push_str("\n| text | means |\n|---|---|\n");
        for word in words {
            let meaning = schema["x-enumDescriptions"][word.as_str().unwrap()].as_str();
            writeln!(page, "| `{word}` | {} |", meaning.unwrap_or_default()).unwrap();
        }
    } else if let Some(ways) = schema["oneOf"].as_array() {
        page.push_str("\n| is | means | with |\n|---|---|---|\n");
        for way in ways {
            writeln!(page, "| {} | {} | {} |", what(way), text(way), with(schemas, way)).unwrap();
        }
    } else {
        page.push_str("\n| key | type | is |\n|---|---|---|\n");
        for (name, value) in keys(schema) {
            let absent = if is_required(schema, name) { "" } else { ", or absent" };
            let kind = kind(schemas, value);
            writeln!(page, "| `{name}` | {kind}{absent} | {} |", text(value)).unwrap();
        }
    }
    page.push('\n');
}

/// What tells one of several kinds of objects: a word, or its first key.
fn what(way: &Value) -> String {
    match way["enum"].get(0) {
        Some(word) => format!("`{word}`"),
        None => match keys(way)[0] {
            (name, value) if value["enum"].is_array() => format!("`{name}` `{}`", value["enum"][0]),
            (name, _) => format!("`{name}`"),
        },
    }
}

/// What else it has.
fn with(schemas: &Schemas, way: &Value) -> String {
    let told = |(name, value): &(&str, &Value)| {
        let absent = if is_required(way, name) { "" } else { ", or absent" };
        let says = value["description"].as_str().map_or(String::new(), |says| format!(" {says}"));
        format!("`{name}` ({}{absent}){}", kind(schemas, value), says.replacen(' ', ": ", 1))
    };
    let words = keys(way).into_iter().filter(|(_, value)| !value["enum"].is_array());
    words.map(|key| told(&key)).collect::<Vec<_>>().join(" ")
}

fn text(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// A type, in words.
fn kind(schemas: &Schemas, schema: &Value) -> String {
    let kind = match referred(schema) {
        Some(name) if KNOWN.contains(&name) && name != "Scoring" => name.to_lowercase(),
        Some(name) if has_table(&schemas[name]) => {
            format!("[{name}](#{})", name.to_lowercase())
        }
        Some(name) => kind(schemas, &schemas[name]),
        None => plain(schemas, schema),
    };
    if schema["nullable"] == true { format!("{kind} or `null`") } else { kind }
}

/// Several of a type, in words.
fn several(schemas: &Schemas, schema: &Value) -> String {
    let one = kind(schemas, schema);
    let (word, rest) = one.split_once(' ').map_or((&*one, ""), |(word, rest)| (word, rest));
    match word {
        "card" | "seat" | "suit" | "number" | "text" | "list" => {
            format!("{word}s {rest}").trim_end().to_owned()
        }
        "whole" => one.replacen("number", "numbers", 1),
        _ => one,
    }
}

fn plain(schemas: &Schemas, schema: &Value) -> String {
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let (last, first) = words.split_last().unwrap();
        return if first.is_empty() {
            last.clone()
        } else {
            format!("{} or {last}", first.join(", "))
        };
    }
    match schema["type"].as_str() {
        Some("integer") => "whole number".to_owned(),
        Some("number") => "number".to_owned(),
        Some("string") => "text".to_owned(),
        Some("boolean") => "true or false".to_owned(),
        Some("array") => {
            let count = schema.get("maxItems").map_or(String::new(), |count| format!("{count} "));
            format!("list of {count}{}", several(schemas, &schema["items"]))
        }
        Some("object") => format!("object of {}", kind(schemas, &schema["additionalProperties"])),
        _ => "anything".to_owned(),
    }
}
