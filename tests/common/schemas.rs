//! The schemas of objects, as they come from the types: made plain, and values held to them.

use serde_json::{Map, Value, json};

/// Schemas by name.
pub(crate) type Schemas = Map<String, Value>;

/// Schemas as they come from the types, made plain.
pub(crate) fn plain(schemas: impl IntoIterator<Item = (String, Value)>) -> Schemas {
    let mut schemas: Schemas = schemas.into_iter().collect();
    schemas.values_mut().for_each(make_plain);
    schemas
}

/// Takes out what tells a reader nothing, and says the rest in the shortest way that `OpenAPI` 3.0
/// has.
fn make_plain(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(make_plain),
        Value::Object(fields) => {
            fields.values_mut().for_each(make_plain);
            for useless in ["format", "default"] {
                if fields.get(useless).is_some_and(|it| !it.is_object()) {
                    fields.remove(useless);
                }
            }
            if fields.get("maximum").is_some_and(|most| most == 255) {
                fields.remove("maximum");
            }
            if let Some(Value::String(text)) = fields.get_mut("description") {
                *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            make_null_plain(fields);
            make_choice_plain(fields);
            make_map_plain(fields);
            make_pair_plain(fields);
            make_absence_plain(fields);
        }
        _ => {}
    }
}

/// An object or nothing.
fn make_null_plain(fields: &mut Schemas) {
    let Some(Value::Array(ways)) = fields.get("anyOf") else { return };
    if let [object, nothing] = &ways[..]
        && nothing["enum"] == json!([null])
    {
        let object = json!([object]);
        fields.remove("anyOf");
        fields.insert("allOf".to_owned(), object);
        fields.insert("nullable".to_owned(), Value::Bool(true));
    }
}

/// One of several words.
fn make_choice_plain(fields: &mut Schemas) {
    let Some(Value::Array(ways)) = fields.get("oneOf") else { return };
    if !ways.iter().all(|way| way["type"] == "string" && way["enum"].is_array()) {
        return;
    }
    let word = |way: &Value| way["enum"][0].clone();
    let words: Vec<Value> = ways.iter().map(word).collect();
    let meanings: Map<String, Value> = ways
        .iter()
        .map(|way| (word(way).as_str().unwrap().to_owned(), way["description"].clone()))
        .collect();
    fields.remove("oneOf");
    fields.insert("type".to_owned(), json!("string"));
    fields.insert("enum".to_owned(), Value::Array(words));
    fields.insert("x-enumDescriptions".to_owned(), Value::Object(meanings));
}

/// A map whose keys are cards, seats, suits or strains.
fn make_map_plain(fields: &mut Schemas) {
    if fields.get("additionalProperties") != Some(&Value::Bool(false)) {
        return;
    }
    let each = |keys: &str| Some(fields.get(keys)?.as_object()?.values().cloned().collect());
    let values: Option<Vec<Value>> = each("patternProperties").or_else(|| each("properties"));
    let Some([first, rest @ ..]) = values.as_deref() else { return };
    if fields.contains_key("required") || rest.iter().any(|value| value != first) {
        return;
    }
    let first = first.clone();
    fields.remove("patternProperties");
    fields.remove("properties");
    fields.insert("additionalProperties".to_owned(), first);
}

/// A list whose items have kinds of their own, if all of them are of one kind.
fn make_pair_plain(fields: &mut Schemas) {
    if let Some(Value::Array(items)) = fields.get("items")
        && items.iter().all(|item| *item == items[0])
    {
        let item = items[0].clone();
        fields.insert("items".to_owned(), item);
    }
}

/// What may be absent is never `null`.
fn make_absence_plain(fields: &mut Schemas) {
    let required = fields.get("required").cloned().unwrap_or(json!([]));
    let Some(Value::Object(properties)) = fields.get_mut("properties") else { return };
    for (name, property) in properties {
        if let Value::Object(property) = property
            && !required.as_array().unwrap().iter().any(|it| it == name)
        {
            property.remove("nullable");
        }
    }
}

/// What a value has against a schema; nothing if it keeps it. An object has no keys but those that
/// are described.
pub(crate) fn against(all: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.trim_start_matches('#');
        let referred = all.pointer(pointer).unwrap_or_else(|| panic!("{name} is not there"));
        return against(all, referred, value, place);
    }
    if value.is_null() && schema["nullable"] == true {
        return Vec::new();
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().flat_map(|part| against(all, part, value, place)).collect();
    }
    if let Some(ways) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        let found = ways.iter().map(|way| against(all, way, value, place));
        return found.min_by_key(Vec::len).unwrap();
    }
    let is_of_type = match schema["type"].as_str() {
        None => return Vec::new(),
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some(other) => panic!("{place}: type {other}"),
    };
    if !is_of_type {
        return vec![format!("{place}: {value} is no {}", schema["type"])];
    }
    let mut wrong = Vec::new();
    if let Some(known) = schema["enum"].as_array()
        && !known.contains(value)
    {
        wrong.push(format!("{place}: {value} is none of {known:?}"));
    }
    for item in value.as_array().into_iter().flatten() {
        wrong.extend(against(all, &schema["items"], item, &format!("{place}[]")));
    }
    let Some(fields) = value.as_object() else { return wrong };
    let required = schema["required"].as_array().into_iter().flatten();
    let missing = required.filter(|name| !fields.contains_key(name.as_str().unwrap()));
    wrong.extend(missing.map(|name| format!("{place}: {name} is missing")));
    for (name, field) in fields {
        let known = schema["properties"]
            .get(name)
            .or_else(|| schema.get("additionalProperties").filter(|others| others.is_object()));
        match known {
            Some(schema) => wrong.extend(against(all, schema, field, &format!("{place}.{name}"))),
            None if schema["properties"].is_object() => {
                wrong.push(format!("{place}: {name} is not described"));
            }
            None => {}
        }
    }
    wrong
}

/// Compares a generated text with its file. With `INSTA_UPDATE=always` the file is written anew.
pub(crate) fn hold(path: &std::path::Path, text: &str) {
    let kept = std::fs::read_to_string(path).unwrap();
    if kept != text && std::env::var("INSTA_UPDATE").is_ok_and(|it| it == "always") {
        std::fs::write(path, text).unwrap();
        return;
    }
    let differs = kept.lines().zip(text.lines()).enumerate().find(|(_, (kept, new))| kept != new);
    assert!(
        kept == text,
        "{} is not what the types say; INSTA_UPDATE=always writes it anew. The first line that differs: {differs:#?}",
        path.display()
    );
}
