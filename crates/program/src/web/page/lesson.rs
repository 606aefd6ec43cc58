//! A lesson: moments of boards that a teacher has collected, as a file of problems.

use serde::Serialize;

use super::address::Address;
use super::handout::MOST_BOARDS;
use super::quiz::{said, without_tags};
use super::spot::Spot;
use falsecard_engine::text::on_one_line;
use falsecard_notation::{Game, Problem, pbn};

/// A file of problems.
#[derive(Serialize)]
pub(super) struct LessonFile {
    /// The text of the PBN file.
    problems: String,
}

/// The file of a lesson. Each line is the address of a moment, with the right cards (`answer`) and,
/// if there are any, the tempting one (`tempting`), what the player is told (`note`) and why the
/// answer is right (`why`). Hands that the player does not see are in the file, and not shown.
///
/// # Errors
///
/// A sentence, if there are no moments or too many, or if one of them is no problem.
pub(super) fn file(text: &str) -> Result<LessonFile, String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    match lines.len() {
        0 => return Err("the lesson is empty".to_owned()),
        some if some > MOST_BOARDS => {
            return Err(format!("a lesson has {MOST_BOARDS} problems at most"));
        }
        _ => {}
    }
    let problems = lines.iter().enumerate().map(|(at, line)| problem(at + 1, line));
    let problems: Vec<Game> = problems.collect::<Result<_, String>>()?;
    Ok(LessonFile { problems: pbn::write(&problems) })
}

/// A problem of the lesson.
fn problem(number: usize, line: &str) -> Result<Game, String> {
    let why = |reason: String| format!("problem {number}: {reason}");
    let address = Address::read(line).map_err(why)?;
    let spot = Spot::read(without_tags(&address)).map_err(why)?;
    let decider = spot.decision().map_err(why)?.seat().letter().to_string();
    let mut tags: Vec<(&str, String)> =
        said(&address).map(|(name, text)| (name, on_one_line(text).into_owned())).collect();
    tags.retain(|(name, _)| !["Problem", "Category"].contains(name));
    tags.push(("Problem", format!("lesson-{number}")));
    tags.push(("Category", "lesson".to_owned()));
    tags.push(("Decider", decider));
    tags.extend(spot.address.get("board").map(|board| ("Board", board.to_owned())));
    tags.extend(spot.address.get("system").map(|name| ("System", name.to_owned())));
    let tags: Vec<(&str, &str)> = tags.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let game = Game::from_partial(&spot.now().map_err(why)?, &tags);
    let problem = Problem::new(game).map_err(|fault| why(fault.breach().to_string()))?;
    Ok(problem.game().clone())
}
