//! The page's questions for programs: held to their description, to `--json`, and to what odd
//! requests may bring.

use crate::schemas;
use crate::served;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use schemas::{Schemas, against, hold, plain};
use serde_json::{Map, Value, json};
use served::{PAGE, request, send};

fn description() -> Value {
    serde_json::from_str(include_str!("../../crates/program/src/web/page/api/openapi.json"))
        .unwrap()
}

/// What came back: the status, and the body without the marks of its pieces.
fn asked(path: &str, body: &str) -> (u16, String) {
    let answer = send(request("POST", path, "Content-Type: application/json\r\n", body).as_bytes());
    let body = answer.text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (answer.status, body.to_owned())
}

fn object(path: &str, question: &Value) -> Value {
    let (status, body) = asked(path, &question.to_string());
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).unwrap_or_else(|why| panic!("{path}: {why} in {body}"))
}

/// A part of the description, or what it refers to.
fn meant<'a>(whole: &'a Value, part: &'a Value) -> &'a Value {
    let referred = part["$ref"].as_str().map(|name| name.trim_start_matches('#'));
    referred.map_or(part, |pointer| whole.pointer(pointer).unwrap())
}

/// The schemas that a text refers to.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let places = text.split("#/components/schemas/").skip(1);
    places.filter_map(|rest| rest.split(['"', '/']).next())
}

/// A value over as many lines as it needs, none of them wider than the page if it can be helped.
fn laid_out(value: &Value, indent: usize) -> String {
    let flat = value.to_string();
    if flat.len() + indent <= 130 {
        return flat;
    }
    let pad = " ".repeat(indent);
    let within = |lines: Vec<String>| lines.join(&format!(",\n{pad} "));
    match value {
        Value::Array(items) => {
            let lines = items.iter().map(|item| laid_out(item, indent + 1)).collect();
            format!("[\n{pad} {}\n{pad}]", within(lines))
        }
        Value::Object(fields) => {
            let line = |(name, field)| format!("{}: {}", json!(name), laid_out(field, indent + 1));
            format!("{{\n{pad} {}\n{pad}}}", within(fields.iter().map(line).collect()))
        }
        _ => flat,
    }
}

/// What is described are the types: the schemas of the description are made of them, as far as its
/// paths refer to them. `INSTA_UPDATE=always` writes them anew.
#[test]
fn the_schemas_are_those_of_the_types() {
    const SCHEMAS: &str = "  \"schemas\": ";
    use falsecard::cli::schemas::{printed, served};
    let mut all: Schemas = plain(printed().into_iter().chain(served()));
    // Of a question each path says which fields it takes, and which of them it needs.
    let question = all["Question"].as_object_mut().unwrap();
    let fields: Vec<String> = question["properties"].as_object().unwrap().keys().cloned().collect();
    question.insert("required".to_owned(), json!(fields));
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/program/src/web/page/api/openapi.json");
    let kept = std::fs::read_to_string(&path).unwrap();
    let (head, _) = kept.split_once(SCHEMAS).unwrap();
    let mut open: Vec<String> = named(head).map(str::to_owned).collect();
    let mut needed = BTreeSet::new();
    while let Some(name) = open.pop() {
        let text = all[&name].to_string();
        if needed.insert(name) {
            open.extend(named(&text).map(str::to_owned));
        }
    }
    let schemas: Schemas =
        needed.into_iter().map(|name| (name.clone(), all[&name].clone())).collect();
    hold(&path, &format!("{head}{SCHEMAS}{}\n }}\n}}\n", laid_out(&Value::Object(schemas), 2)));
}

/// The paths that are asked by POST, with what is said of them.
fn questions(whole: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let paths = whole["paths"].as_object().unwrap().iter();
    paths.filter_map(|(path, item)| Some((path.as_str(), item.get("post")?)))
}

fn example(question: &Value) -> &Value {
    &question["requestBody"]["content"]["application/json"]["example"]
}

/// Holds an answer to its description.
fn check(whole: &Value, path: &str, question: &Value, (status, body): (u16, &str)) {
    let described = meant(whole, &question["responses"][status.to_string()]);
    assert!(described.is_object(), "{path}: status {status} is not described: {body}");
    let schema = &described["content"]["application/json"]["schema"];
    let value: Value =
        serde_json::from_str(body).unwrap_or_else(|why| panic!("{path}: {why} in {body}"));
    assert_eq!(against(whole, schema, &value, path), Vec::<String>::new());
}

#[test]
fn the_description_is_served() {
    let answer = send(request("GET", "/api/openapi.json", "", "").as_bytes());
    let body = answer.text.split_once("\r\n\r\n").unwrap().1;
    assert_eq!(serde_json::from_str::<Value>(body).unwrap(), description());
}

/// Every route is described, and every question that is described is answered as it says.
#[test]
fn the_examples_are_answered_as_described() {
    let whole = description();
    let source = concat!(
        include_str!("../../crates/program/src/web/page/api/mod.rs"),
        include_str!("../../crates/program/src/web/page/server.rs"),
    );
    let named = source.split("(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut known: Vec<&str> = named.filter(|path| path.starts_with("/api/")).collect();
    let mut described: Vec<&str> =
        whole["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    known.sort_unstable();
    described.sort_unstable();
    assert_eq!(known, described);
    for (path, question) in questions(&whole) {
        let schema = &question["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(against(&whole, schema, example(question), path), Vec::<String>::new());
        let (status, body) = asked(path, &example(question).to_string());
        assert_eq!(status, 200, "{path}: {body}");
        check(&whole, path, question, (status, &body));
    }
}

/// What `falsecard` prints with `--json`, the time apart.
fn printed(words: &[&str]) -> Value {
    let output =
        Command::new(env!("CARGO_BIN_EXE_falsecard")).args(words).arg("--json").output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    timeless(serde_json::from_slice(&output.stdout).unwrap())
}

fn timeless(mut value: Value) -> Value {
    if let Some(fields) = value.as_object_mut() {
        fields.remove("ms");
    }
    value
}

#[test]
fn answers_are_the_objects_of_the_command_line() {
    let whole = description();
    let ex = example(&whole["paths"]["/api/dd"]["post"]).clone();
    let text = |name: &str| ex[name].as_str().unwrap();
    let deal = [
        text("deal"),
        "--dealer",
        "S",
        "--vul",
        "NS",
        "--auction",
        text("auction"),
        "--played",
        text("played"),
    ];
    let words = |verb: &'static str, more: &[&'static str]| {
        [&[verb][..], &deal, more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let with = |more: Value| {
        let mut question = ex.as_object().unwrap().clone();
        question.extend(more.as_object().unwrap().clone());
        Value::Object(question)
    };
    let cases = [
        ("/api/dd", json!({}), words("dd", &[])),
        ("/api/dd", json!({"cards": true}), words("dd", &["--cards"])),
        (
            "/api/believe",
            json!({"seat": "S"}),
            words("believe", &["--system", "paper", "--seat", "S"]),
        ),
        (
            "/api/choose",
            json!({"engine": "minimax", "worlds": 8}),
            words("choose", &["--system", "paper", "--engine", "minimax", "--worlds", "8"]),
        ),
        (
            "/api/choose",
            json!({"worlds": 4, "seed": 3}),
            words(
                "choose",
                &["--system", "paper", "--engine", "fused", "--worlds", "4", "--seed", "3"],
            ),
        ),
        (
            "/api/explain",
            json!({"worlds": 4, "card": "C2", "against": "CK"}),
            words(
                "explain",
                &["--system", "paper", "--worlds", "4", "--card", "C2", "--against", "CK"],
            ),
        ),
        (
            "/api/signal",
            json!({"worlds": 2}),
            words("signal", &["--system", "paper", "--worlds", "2"]),
        ),
    ];
    for (path, more, words) in cases {
        let said = timeless(object(path, &with(more)));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(said, printed(&words), "{path} {words:?}");
    }
    let hand = example(&whole["paths"]["/api/bid"]["post"]);
    let bid = printed(&["bid", "AQ3.KJ52.7.QJ943", "--dealer", "N", "--auction", "1D 1S"]);
    assert_eq!(object("/api/bid", hand), bid);
    for format in ["pbn", "lin", "url", "json", "text"] {
        let question = example(&whole["paths"]["/api/convert"]["post"]).as_object().unwrap();
        let mut question = question.clone();
        question.insert("to".to_owned(), json!(format));
        let words = ["convert"].into_iter().chain(deal).chain(["--to", format]);
        let output = Command::new(env!("CARGO_BIN_EXE_falsecard")).args(words).output().unwrap();
        let said = object("/api/convert", &Value::Object(question));
        assert_eq!(said["text"], String::from_utf8(output.stdout).unwrap(), "{format}");
    }
}

/// Events come while it is thought, and the last is the answer.
#[test]
fn answers_come_in_events() {
    let whole = description();
    for (path, last) in [("/api/choose", "candidates"), ("/api/review", "choices")] {
        let mut question = example(&whole["paths"][path]["post"]).as_object().unwrap().clone();
        question.insert("stream".to_owned(), Value::Bool(true));
        let (status, body) = asked(path, &Value::Object(question).to_string());
        assert_eq!(status, 200);
        let answer =
            body.rsplit_once("event: answer\ndata: ").unwrap_or_else(|| panic!("{body}")).1;
        let answer: Value = serde_json::from_str(answer.lines().next().unwrap()).unwrap();
        assert!(!answer[last].is_null(), "{answer}");
    }
    let (_, body) = asked("/api/choose", r#"{"deal":"N:AKQ.432.AKQ.5432 - - -","stream":true}"#);
    assert!(body.contains("event: error\ndata: {\"error\":"), "{body}");
}

#[test]
fn what_is_asked_wrongly_is_told() {
    let whole = description();
    let choose = &whole["paths"]["/api/choose"]["post"];
    let good = example(choose).as_object().unwrap();
    let with = |name: &str, value: Value| {
        let mut question = good.clone();
        question.insert(name.to_owned(), value);
        Value::Object(question).to_string()
    };
    for (body, why) in [
        (String::new(), "question"),
        ("{".to_owned(), "question"),
        ("[]".to_owned(), "question"),
        ("{}".to_owned(), "deal"),
        (with("deal", json!("/etc/passwd")), ""),
        (with("deal", json!(17)), "string"),
        (with("file", json!("x")), "unknown field"),
        (with("engine", json!("magic")), "no engine"),
        (with("worlds", json!(0)), "worlds"),
        (with("worlds", json!(1_000_000)), "worlds"),
        (with("time", json!(-1)), "time"),
        (with("scoring", json!("magic")), "scoring"),
        (with("system", json!("../x")), "no agreements"),
        (with("at", json!(-1)), "question"),
        (with("played", json!("ZZ")), ""),
    ] {
        let (status, answer) = asked("/api/choose", &body);
        assert_eq!(status, 400, "{body}: {answer}");
        assert!(answer.contains(why), "{body}: {answer}");
        check(&whole, "/api/choose", choose, (status, &answer));
    }
    let (status, answer) = asked("/api/choose", &with("deal", json!("x".repeat(1 << 17))));
    assert_eq!(status, 413, "{answer}");
    check(&whole, "/api/choose", choose, (status, &answer));
}

/// Texts that may stand anywhere.
const ODD: [&str; 18] = [
    "",
    " ",
    "-",
    "N:",
    "N:- - - -",
    "\u{0}",
    "\u{202e}",
    "♠A",
    "HA HA HA",
    "1NT P P P P P P",
    "XX",
    "7NT by Nobody",
    "AP",
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
    "[Deal \"N:\"]",
    "st||md|1S,H|",
    "{}",
    "99999999999999999999",
];

/// A value for a field: mostly as it is described, sometimes of another kind.
fn any_value(rng: &mut ChaCha8Rng, whole: &Value, schema: &Value) -> Value {
    let schema = meant(whole, meant(whole, schema));
    if rng.random_range(0..8) == 0 {
        return [
            json!(null),
            json!(-1),
            json!(1e300),
            json!([]),
            json!({"a": 1}),
            json!(true),
            json!("x"),
        ]
        .choose(rng)
        .unwrap()
        .clone();
    }
    if let Some(known) = schema["enum"].as_array() {
        return known.choose(rng).unwrap().clone();
    }
    match schema["type"].as_str() {
        // Few worlds and little time, so that there is time for many requests.
        Some("integer") => json!(*[0_u64, 1, 2, 3, 7, 60].choose(rng).unwrap()),
        Some("number") => json!(*[0.0, 0.05, 0.1, -3.0].choose(rng).unwrap()),
        Some("boolean") => json!(rng.random_bool(0.5)),
        _ => json!(*ODD.choose(rng).unwrap()),
    }
}

/// A request like the example, with some fields left out, changed or cut.
fn any_request(rng: &mut ChaCha8Rng, whole: &Value, question: &Value) -> String {
    let mut body = example(question).as_object().unwrap().clone();
    let schema = &question["requestBody"]["content"]["application/json"]["schema"];
    let fields: &Map<String, Value> = schema["properties"].as_object().unwrap();
    let names: Vec<&String> = fields.keys().collect();
    for _ in 0..rng.random_range(0..4) {
        let name = *names.choose(rng).unwrap();
        match rng.random_range(0..5) {
            0 => drop(body.remove(name)),
            1 => cut(rng, &mut body, name),
            _ => drop(body.insert(name.clone(), any_value(rng, whole, &fields[name]))),
        }
    }
    // Whatever else is asked, it takes no time.
    if fields.contains_key("worlds")
        && body.get("worlds").is_none_or(|it| it.as_u64().is_some_and(|it| it >= 3))
    {
        body.insert("worlds".to_owned(), json!(1));
    }
    if fields.contains_key("time") && rng.random_bool(0.8) {
        body.entry("time").or_insert(json!(0.05));
    }
    let mut text = Value::Object(body).to_string();
    if rng.random_range(0..40) == 0 {
        let mut at = rng.random_range(0..=text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text.truncate(at);
    }
    text
}

/// Takes a piece of a text away, or writes one into it.
fn cut(rng: &mut ChaCha8Rng, body: &mut Map<String, Value>, name: &str) {
    let Some(Value::String(text)) = body.get_mut(name) else { return };
    let mut letters: Vec<char> = text.chars().collect();
    let at = rng.random_range(0..=letters.len());
    match rng.random_range(0..3) {
        0 => letters.truncate(at),
        1 if at < letters.len() => drop(letters.remove(at)),
        _ => letters.insert(at, *['A', '.', ' ', '-', '9', 'H', '♠', '\n'].choose(rng).unwrap()),
    }
    *text = letters.into_iter().collect();
}

/// Odd requests by the hundred: each is answered as described, none with a fault of the server.
/// `FALSECARD_REQUESTS` names another number of them.
#[test]
fn odd_requests_are_answered_as_described() {
    let whole = description();
    let count = std::env::var("FALSECARD_REQUESTS").map_or(120, |count| count.parse().unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let all: Vec<(&str, &Value)> = questions(&whole).collect();
    let mut answered = 0;
    for number in 0..count {
        // Searches take the most time.
        let is_short = |(path, _): &&(&str, &Value)| {
            ["/api/bid", "/api/convert", "/api/dd", "/api/suit"].contains(path)
        };
        let short: Vec<_> = all.iter().filter(is_short).collect();
        let &(path, question) = if number % 3 == 0 {
            all.choose(&mut rng).unwrap()
        } else {
            short.choose(&mut rng).unwrap()
        };
        let body = any_request(&mut rng, &whole, question);
        let (status, answer) = asked(path, &body);
        assert!([200, 400].contains(&status), "{path} {body}: {status} {answer}");
        answered += usize::from(status == 200);
        if answer.starts_with("event: ") || answer.contains("\nevent: ") {
            assert!(body.contains("stream"), "{path} {body}");
            continue;
        }
        check(&whole, path, question, (status, &answer));
    }
    println!("{answered} of {count} answered, the others refused");
    assert!(answered * 10 > count && answered < count);
}

#[cfg(unix)]
#[test]
fn the_browser_is_opened_when_asked() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let told = folder.path().join("told");
    for name in ["xdg-open", "open"] {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\necho \"$1\" > {}\n", told.display())).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let places = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut page = Command::new(env!("CARGO_BIN_EXE_falsecard"))
        .args(["serve", "--port", "0", "--open"])
        .env("PATH", places)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let start = std::time::Instant::now();
    while !told.exists() && start.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::thread::sleep(std::time::Duration::from_millis(50));
    let address = std::fs::read_to_string(&told).unwrap();
    page.kill().unwrap();
    page.wait().unwrap();
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
}

/// The examples in other languages run against a page.
#[test]
fn the_examples_in_other_languages_run() {
    let address = format!("http://{}", *PAGE);
    for (program, file, said) in [
        ("python3", "examples/http/choose.py", "fused plays C2"),
        ("node", "examples/http/watch.mjs", "answer: C2"),
    ] {
        let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
        let Ok(output) = Command::new(program).arg(path).arg(&address).output() else {
            println!("{program} is not installed");
            continue;
        };
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(
            printed.contains(said),
            "{file}: {printed}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
