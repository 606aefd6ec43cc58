//! `falsecard serve`: the page.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;

use miette::{Result, miette};

use super::{Answer, Output, input, tell};
use crate::web::page::{Browser, Opening, PageServer, files};

/// The arguments of `falsecard serve`.
///
/// The page shows deals that are pasted, dropped or clicked together, steps through them, and asks
/// of any moment which card to play, what the others think, and what was a mistake; the problems
/// are a quiz. It is for this machine alone, until --listen says otherwise.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of deals to begin with, or the deal itself, as for choose.
    #[arg(value_name = "FILE|DEAL")]
    file: Option<String>,
    /// The port; 0 takes any that is free.
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,
    /// The address to listen at. Whoever can reach it can let this machine work.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
}

/// A pack has this many cards.
const PORT: u16 = 5252;

/// The file that the page begins with.
struct File(String);

impl Opening for File {
    fn tell(&self, reader: &Browser) {
        match input::games(&self.0, None) {
            Ok(games) => files::tell(games, reader),
            Err(report) => drop(files::fault(reader, &report.to_string())),
        }
    }
}

/// The command that opens an address in the browser.
const OPENER: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else if cfg!(windows) {
    &["cmd", "/C", "start", ""]
} else {
    &["xdg-open"]
};

/// Opens the page in the browser. That there is none is told, and the page is served all the same.
fn show(address: SocketAddr) {
    let ip = if address.ip().is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { address.ip() };
    let address = SocketAddr::new(ip, address.port());
    let mut opener = Command::new(OPENER[0]);
    opener.args(&OPENER[1..]).arg(format!("http://{address}/"));
    let quiet = opener.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = quiet.spawn() {
        tell(&format!("--open: {} cannot be run: {error}", OPENER[0]));
    }
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        if let Some(file) = &self.file {
            // Each page that is opened reads it again.
            if file == "-" {
                return Err(miette!(help = "give it a name", "the page takes no standard input"));
            }
            // What cannot be opened is told here, where it was asked for.
            drop(input::open(file)?);
        }
        let opening = self.file.map(|file| Arc::new(File(file)) as Arc<dyn Opening>);
        let page = PageServer::bind(self.listen, self.port, opening).map_err(|error| {
            let help = "--port 0 takes any port that is free";
            miette!(help = help, "{}, port {}: {error}", self.listen, self.port)
        })?;
        output.line(format!("http://{}/", page.address()))?;
        output.finish()?;
        if self.open {
            show(page.address());
        }
        page.run()
    }
}
