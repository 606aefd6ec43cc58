//! Lists the files of `problems/` for the program to carry, and names the state of the source.
//!
//! A problem is added by adding its file: nothing else has to name it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The files that decide which card an engine plays: a remembered answer is valid while they are
/// unchanged. A package from a registry lacks all but those of `src/`; there the version is enough,
/// since each crate requires the same version of the others.
const ENGINE: [&str; 9] = [
    "../../Cargo.lock",
    "../../constraints",
    "../bridge/src",
    "../engine/src",
    "../notation/src",
    "src/problem",
    "src/records",
    "src/signal",
    "src/table",
];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    // A link to the folder at the top; where links are not made, a small file.
    let problems = [root.join("problems"), root.join("../../problems")];
    let problems = problems.iter().find(|folder| folder.is_dir()).expect("problems/ is there");
    println!("cargo::rerun-if-changed={}", problems.display());
    fs::write(out.join("problems.rs"), listing(problems)?)?;

    let mut state = OFFSET;
    let is_in_workspace = root.ends_with("crates/laboratory");
    for part in ENGINE.iter().filter(|part| is_in_workspace || part.starts_with("src/")) {
        let path = root.join(part);
        assert!(path.exists(), "{part}, which decides the cards of an engine, is not there");
        println!("cargo::rerun-if-changed={}", path.display());
        for file in files(&path)? {
            state = hash(state, &fs::read(file)?);
        }
    }
    println!("cargo::rustc-env=FALSECARD_ENGINE={state:016x}");
    Ok(())
}

/// The problem files as a Rust expression: pairs of the path within `problems/` and the text.
fn listing(problems: &Path) -> io::Result<String> {
    let mut text = String::from("[\n");
    for file in files(problems)? {
        if file.extension().is_some_and(|ending| ending == "pbn") {
            let inside = file.strip_prefix(problems).expect("it was found there");
            let name = inside.to_string_lossy().replace('\\', "/");
            let (path, text) = (file.to_string_lossy(), &mut text);
            writeln!(text, "    ({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
        }
    }
    Ok(text + "]\n")
}

/// The paths of a file, or of all files of a folder and its subfolders, in order of name.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(if path.exists() { vec![path.to_owned()] } else { Vec::new() });
    }
    let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
        found.extend(files(&entry)?);
    }
    Ok(found)
}

/// The offset basis of the 64-bit FNV-1a hash.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// Extends a 64-bit FNV-1a hash by these bytes.
fn hash(state: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(state, |state, &byte| (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
