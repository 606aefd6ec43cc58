//! `falsecard convert`: games from one format into another.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::iter::once;

use miette::{Result, miette};

use super::{Answer, Output, Unwritable, complain, input};
use crate::notation::{Contents, Format, Game};

/// The arguments of `falsecard convert`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A PBN, LIN or JSON file, or one of handviewer addresses; - for standard input.
    #[arg(value_name = "IN")]
    from_file: String,
    /// The file to write; - for standard output.
    #[arg(value_name = "OUT", default_value = "-")]
    to_file: String,
    /// The format of IN: pbn, lin, url or json. By default what its name or its beginning tells.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The format of OUT: pbn, lin, url, json or text (the hand diagram). By default what its name
    /// tells.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Only this game, from 1; the file is read no further.
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Leave out the players' names and the chat.
    #[arg(long)]
    anonymous: bool,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let to = self.to.or_else(|| Format::of_name(&self.to_file)).ok_or_else(|| {
            let help = "give --to pbn, lin, url, json or text, or a file name that ends so";
            miette!(help = help, "{}: the format to write is not known", self.to_file)
        })?;
        self.check_paths()?;
        let games: Box<dyn Iterator<Item = Contents<Game>>> = match self.game {
            Some(number) => Box::new(once(input::only(&self.from_file, self.from, number)?)),
            None => Box::new(input::games(&self.from_file, self.from)?),
        };
        let wrap = |error: io::Error| match self.to_file.as_str() {
            "-" => Unwritable(error).into(),
            path => miette!("{path}: {error}"),
        };
        let mut file;
        let out: &mut dyn Write = if self.to_file == "-" {
            &mut *output.out
        } else {
            file = BufWriter::new(File::create(&self.to_file).map_err(wrap)?);
            &mut file
        };
        out.write_all(to.header().as_bytes()).map_err(wrap)?;
        let (mut faults, mut warnings) = (0, 0);
        for piece in games {
            warnings += piece.warnings.len();
            faults += piece.faults.len();
            for fault in piece.faults {
                complain(&fault.into());
            }
            for game in piece.good {
                let text = to.write(&self.prepared(game), output.style);
                out.write_all(text.as_bytes()).map_err(wrap)?;
            }
        }
        out.flush().map_err(wrap)?;
        if warnings > 0 {
            let name = input::name(&self.from_file);
            let times = if warnings == 1 { "once".into() } else { format!("{warnings} times") };
            eprintln!("{name} departs from its standard {times}: falsecard lint says where");
        }
        Ok(if faults == 0 { Answer::Yes } else { Answer::SomeBad })
    }

    fn prepared(&self, game: Game) -> Game {
        if self.anonymous { game.anonymous() } else { game }
    }

    /// A file is read while it is written, so it cannot be written over itself.
    fn check_paths(&self) -> Result<()> {
        let paths = [&self.from_file, &self.to_file].map(|path| fs::canonicalize(path).ok());
        if let [Some(from), Some(to)] = paths
            && from == to
            && from.is_file()
        {
            return Err(miette!("{}: a file cannot be converted into itself", self.from_file));
        }
        Ok(())
    }
}
