//! The script that plays a match against BEN starts and ends, here with a stand-in for BEN.
#![cfg(unix)]

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use falsecard::notation::pbn;

/// A port that is free, and so is the next one.
fn two_free_ports() -> u16 {
    let is_free = |port| TcpListener::bind(("127.0.0.1", port)).is_ok();
    let some_port = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut ports = std::iter::repeat_with(some_port);
    ports.find(|&port| port < u16::MAX && is_free(port + 1)).unwrap()
}

/// A board is played in both rooms, though one of the players died at first.
#[test]
fn a_match_against_ben_starts_and_ends() {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers");
    let folder = tempfile::tempdir().unwrap();
    let ben = folder.path().join("ben");
    fs::create_dir_all(ben.join("src/config")).unwrap();
    fs::write(ben.join("src/table_manager_client.py"), "").unwrap();
    fs::write(ben.join("src/config/default.conf"), "").unwrap();
    // Whatever happens, the test ends: the script ends its players when it is told to.
    let mut script = Command::new("timeout");
    script
        .args(["100", "sh"])
        .arg(peers.join("ben.sh"))
        .args([env!("CARGO_BIN_EXE_falsecard"), "ben", "1", "random"])
        .current_dir(folder.path())
        .env("PYTHON", peers.join("stand-in.sh"))
        .env("FALSECARD", env!("CARGO_BIN_EXE_falsecard"))
        .env("PORT", two_free_ports().to_string());
    let output = script.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Board 1: "), "{said}");
    assert!(ben.join("src/died").exists(), "nobody died: {said}");
    let kept = fs::read(folder.path().join("ben.pbn")).unwrap();
    let games = pbn::read("ben.pbn", kept.as_slice()).all().unwrap();
    let names = |game: usize| ["North", "East"].map(|seat| games[game].tag(seat).unwrap());
    assert_eq!(games.len(), 2);
    assert_eq!([names(0), names(1)], [["falsecard", "BEN"], ["BEN", "falsecard"]]);
}
