//! `falsecard convert`: games from one format into another.

use std::fs;
use std::io::Write;
use std::iter::once;
use std::path::Path;

use miette::{Result, miette};

use super::filled::Filled;
use super::settings::exit_on_ctrl_c;
use super::{Answer, Output, complain, input, tell};
use crate::cli::diagnostic::located;
use falsecard_laboratory::files::NewFile;
use falsecard_notation::{Contents, DiagramStyle, Format, Game, Pips};

/// The arguments of `falsecard convert`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of deals: PBN, LIN, JSON, addresses of the handviewer, typed diagrams; - for standard
    /// input, or the deal itself: an address, a LIN line, or hands such as "N:AQT.K4.32.J98765 - -
    /// -".
    #[arg(value_name = "IN")]
    from_file: String,
    /// The file to write; - for standard output. It is left as it was until all games are written;
    /// so it may be IN itself, unless a game in that is faulty.
    #[arg(value_name = "OUT", default_value = "-")]
    to_file: String,
    /// The format of IN: pbn, lin, url, json or text. By default what its name or its beginning
    /// tells.
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
    #[command(flatten)]
    filled: Filled,
}

impl Args {
    pub(super) fn run(self, output: &mut Output) -> Result<Answer> {
        let to = self.to.or_else(|| Format::of_name(&self.to_file)).ok_or_else(|| {
            let help = "give --to pbn, lin, url, json or text, or a file name that ends so";
            miette!(help = help, "{}: the format to write is not known", self.to_file)
        })?;
        exit_on_ctrl_c();
        let games: Box<dyn Iterator<Item = Contents<Game>>> = match self.game {
            Some(number) => Box::new(once(input::only(&self.from_file, self.from, number)?)),
            None => Box::new(input::games(&self.from_file, self.from)?),
        };
        let mut sink = Sink::new(&self.to_file, output)?;
        let (mut faults, mut warnings, mut done) = (0, 0, 0);
        for piece in games {
            warnings += piece.warnings.iter().filter(|it| it.deviation.is_departure()).count();
            faults += piece.faults.len();
            for fault in piece.faults {
                complain(&located(fault));
            }
            for game in piece.good {
                input::warn(&game);
                let game = match self.prepared(game) {
                    Ok(game) => game,
                    Err(misfit) => {
                        faults += 1;
                        complain(&misfit);
                        continue;
                    }
                };
                // Where nothing can be converted, nothing is written: no header either.
                if done == 0 {
                    sink.write(|_| to.header().to_owned())?;
                }
                done += 1;
                sink.write(|style| to.write(&game, style))?;
            }
        }
        if warnings > 0 {
            let name = input::name(&self.from_file);
            let times = if warnings == 1 { "once".into() } else { format!("{warnings} times") };
            tell(&format!("{name} departs from its standard {times}: falsecard lint says where"));
        }
        if faults > 0 && (done == 0 || self.is_onto_itself()) {
            return sink.give_up().map(|()| Answer::SomeBad);
        }
        sink.finish()?;
        Ok(if faults == 0 { Answer::Yes } else { Answer::SomeBad })
    }

    fn prepared(&self, game: Game) -> Result<Game> {
        let game = self.filled.complete(game)?;
        Ok(if self.anonymous { game.anonymous() } else { game })
    }

    /// Whether the file that is written is the one that is read. What cannot be read in it would be
    /// lost for ever.
    fn is_onto_itself(&self) -> bool {
        let [from, to] = [&self.from_file, &self.to_file].map(|path| fs::canonicalize(path).ok());
        from.is_some() && from == to
    }
}

/// Where the games go.
enum Sink<'a, 'b> {
    Out(&'a mut Output<'b>),
    File { file: NewFile, path: &'a str, pips: Pips },
}

impl<'a, 'b> Sink<'a, 'b> {
    fn new(path: &'a str, output: &'a mut Output<'b>) -> Result<Self> {
        if path == "-" {
            return Ok(Self::Out(output));
        }
        let file = NewFile::create(Path::new(path)).map_err(|error| miette!("{path}: {error}"))?;
        Ok(Self::File { file, path, pips: output.style.pips })
    }

    fn write(&mut self, text: impl Fn(DiagramStyle) -> String) -> Result<()> {
        match self {
            Self::Out(output) => output.data(text),
            Self::File { file, path, pips } => {
                // Colours are for the terminal.
                let text = text(DiagramStyle { pips: *pips, colour: false });
                file.write_all(text.as_bytes()).map_err(|error| miette!("{path}: {error}"))
            }
        }
    }

    fn finish(self) -> Result<()> {
        match self {
            Self::Out(output) => output.finish(),
            Self::File { file, path, .. } => {
                file.finish().map_err(|error| miette!("{path}: {error}"))
            }
        }
    }

    /// Leaves a file as it was.
    fn give_up(self) -> Result<()> {
        match self {
            Self::Out(output) => output.finish(),
            Self::File { path, .. } => {
                tell(&format!("{path}: nothing was written"));
                Ok(())
            }
        }
    }
}
