//! The `falsecard-lab` program: see `falsecard-lab --help`.

fn main() -> std::process::ExitCode {
    falsecard_lab::cli::main(std::env::args_os()).into()
}
