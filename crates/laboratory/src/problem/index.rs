//! Index pages: the problems of a folder as a page of diagrams, answers folded away.

use super::about;
use falsecard_engine::cards::{Card, seat_name};
use falsecard_engine::text::capital;
use falsecard_notation::{Diagram, DiagramCards, DiagramStyle, Problem, SignalTask};

/// The index page of a folder of problems, in Markdown. It shows what the decider sees; the answer,
/// the reason and the other hands are folded away.
pub fn page(folder: &str, problems: &[Problem]) -> String {
    let about = about(folder).map(|about| format!("{}: ", capital(about))).unwrap_or_default();
    let count = problems.len();
    let noun = if count == 1 { "problem" } else { "problems" };
    let head =
        format!("# {folder}\n\n{about}{count} {noun}. `falsecard run {folder}` solves them.\n");
    std::iter::once(head).chain(problems.iter().map(section)).collect()
}

/// The index page of the whole collection, in Markdown: its folders with their sizes, and the
/// sources of the problems.
pub fn contents(folders: &[(String, Vec<Problem>)]) -> String {
    let total: usize = folders.iter().map(|(_, problems)| problems.len()).sum();
    let mut parts = vec![format!(
        "# Problems\n\n{total} decisions with known answers, one PBN file each. `falsecard serve` \
         asks them as a \
         quiz; `falsecard run duck` has the engines solve a folder. This page and those of the \
         folders \
         are written by `falsecard problem index problems`.\n\n\
         | folder | problems | what is tested |\n|---|---|---|\n"
    )];
    parts.extend(folders.iter().map(|(folder, problems)| {
        let about = about(folder).unwrap_or("the examples of the paper");
        format!("| [{folder}]({folder}/README.md) | {} | {about} |\n", problems.len())
    }));
    parts.push(
        "\n## Sources\n\nDeals, auctions, plays and answers are facts; every explanation is in \
         this project's words. Each file names its source in full.\n\n"
            .to_owned(),
    );
    parts.extend(sources(folders).iter().map(|(source, count)| format!("- {source}: {count}\n")));
    parts.concat()
}

fn section(problem: &Problem) -> String {
    let view = Diagram::of_view(problem.view(), DiagramCards::Left);
    let to_play = problem.view().history().to_play();
    let from = if to_play == problem.decider() { "" } else { " from dummy" };
    let question = match problem.role() {
        Some(SignalTask::Give) => "which card tells partner what he needs?",
        Some(SignalTask::Read) => "what did partner say, and which card follows from it?",
        None => "which card?",
    };
    let not = match problem.tempting() {
        [] => String::new(),
        tempting => format!(", not {}", cards(tempting)),
    };
    let note = problem.note().map(|note| format!("Note: {note}.\n\n")).unwrap_or_default();
    format!(
        "\n## {id}\n\n```\n{view}```\n\n{seat} to choose{from}: {question}\n\n\
         <details><summary>Answer</summary>\n\n**{answer}**{not}. {why}\n\n\
         ```\n{all}```\n\n{note}Source: {source}\n\n</details>\n",
        id = problem.id(),
        view = view.draw(DiagramStyle::default()),
        seat = seat_name(problem.decider()),
        answer = cards(problem.answer()),
        why = problem.why().unwrap_or_default(),
        all = problem
            .play()
            .map_or(view, |play| Diagram::of_play(&play, DiagramCards::Left))
            .hands(DiagramStyle::default()),
        source = problem.source().unwrap_or("not named"),
    )
}

/// Cards as text: "♣2, ♣3 or ♣4".
fn cards(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// The publications with their numbers of problems. A publication is the text of a source before
/// its first comma, digit or quotation mark.
fn sources(folders: &[(String, Vec<Problem>)]) -> Vec<(String, usize)> {
    let problems = folders.iter().flat_map(|(_, problems)| problems);
    let name = |problem: &Problem| {
        let source = problem.source().unwrap_or("not named");
        let end = source.find([',', ';', '\'', '"', '#']).unwrap_or(source.len());
        source[..end].trim().trim_end_matches(|c: char| c.is_ascii_digit()).trim().to_owned()
    };
    let mut counts = std::collections::BTreeMap::new();
    problems.for_each(|problem| *counts.entry(name(problem)).or_insert(0) += 1);
    counts.into_iter().collect()
}
