//! Files of networks that `falsecard-lab learn` has written.

use std::path::Path;

use falsecard_engine::network::Network;

/// The network of a file; `by` is the option of learn that writes such a file.
///
/// # Errors
///
/// The file cannot be read, or is no such network.
pub fn network<N: Network>(path: &Path, by: &str) -> Result<N, String> {
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    N::read(&bytes)
        .map_err(|why| format!("{name}: {why}; such a file is written by falsecard-lab learn {by}"))
}
