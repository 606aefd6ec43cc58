//! The `falsecard` program: see `falsecard --help`.

fn main() -> std::process::ExitCode {
    falsecard::cli::main(std::env::args_os()).into()
}
