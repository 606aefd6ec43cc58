//! The program, run as a person runs it: in the project's folder, without colours, 80 columns wide.

use std::process::{Command, Output};

/// The program with these words, not begun yet. What it remembers lies apart from the user's.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_falsecard"));
    command
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .env("COLUMNS", "80")
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The end of the program with these words.
pub(crate) fn falsecard(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// Prints of the program, which ends well.
pub(crate) fn stdout(args: &[&str]) -> String {
    let output = falsecard(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    text(&output.stdout)
}

/// Bytes that the program wrote, as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
