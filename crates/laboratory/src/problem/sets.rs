//! The sets of problems that come with the program.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use falsecard_engine::cards::Side;
use falsecard_notation::Problem;

/// The files of `problems/`: the path within that folder, and the text.
const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/problems.rs"));

/// A set defined by a condition on problems, rather than by category.
struct GatheredSet {
    name: &'static str,
    about: &'static str,
    has: fn(path: &str, problem: &Problem) -> bool,
}

const GATHERED: [GatheredSet; 6] = [
    GatheredSet { name: "all", about: "every problem", has: |_, _| true },
    GatheredSet {
        name: "paper",
        about: "the four examples of Otawa and Uehara (2006)",
        has: |path, _| folder(path) == "paper",
    },
    GatheredSet {
        name: "collected",
        about: "those of the paper, of books, columns and articles",
        has: |_, problem| !is_own(problem),
    },
    GatheredSet {
        name: "own",
        about: "those composed for this collection",
        has: |_, problem| is_own(problem),
    },
    GatheredSet {
        name: "defence",
        about: "a defender chooses",
        has: |_, problem| defends(problem),
    },
    GatheredSet {
        name: "declaring",
        about: "declarer chooses",
        has: |_, problem| !defends(problem),
    },
];

/// What each category tests. A category that is not listed is a set all the same.
const CATEGORIES: [(&str, &str); 14] = [
    ("avoid-endplay", "unblock or discard so as not to be thrown in or squeezed"),
    ("declarer", "declarer's technique"),
    ("duck", "let a trick go that could be won"),
    ("entries", "keep or kill entries"),
    ("entry-to-lead", "get in, or bring partner in, for the lead that is needed"),
    ("falsecard-declarer", "declarer's card that misleads a defender"),
    ("falsecard-defender", "a defender's card that misleads declarer"),
    ("holdings-234", "the right card from two, three or four"),
    ("keep-control", "keep control of trumps or of a suit"),
    ("learn-cards", "find out before deciding"),
    ("opening-lead", "what to lead before dummy is seen"),
    ("partner-safety", "spare partner a guess that he can get wrong"),
    ("signal", "which signal to give, or what one means"),
    ("trump-ruff", "trump promotions, ruffs and overruffs"),
];

/// The prefix of the identifiers of problems composed for this collection.
const OWN: &str = "own-";

/// A set of problems that comes with the program.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[schemars(rename = "ProblemSet")]
pub struct Set {
    /// The name of the set on the command line.
    pub name: String,
    /// A description, in a line.
    pub about: &'static str,
    /// The number of its problems.
    pub problems: usize,
}

/// The problems of the set with this name, in the order of the files; `None` if there is no such
/// set.
///
/// A set is a category (`falsecard-declarer`), or one of `all`, `paper`, `collected`, `own`,
/// `defence` and `declaring`.
///
/// ```
/// use falsecard::problem::set;
///
/// let paper = set("paper").unwrap();
/// assert_eq!(paper.len(), 4);
/// assert!(set("falsecard-defender").unwrap().iter().any(|p| p.id() == "paper-ex1"));
/// assert!(set("no-such-set").is_none());
/// ```
pub fn set(name: &str) -> Option<Vec<Problem>> {
    let gathered = GATHERED.iter().find(|gathered| gathered.name == name);
    let mut found = Vec::new();
    for (path, problem) in bundled() {
        let belongs = match gathered {
            Some(gathered) => (gathered.has)(path, &problem),
            None => problem.categories().iter().any(|category| category == name),
        };
        if belongs {
            found.push(problem);
        }
    }
    (!found.is_empty()).then_some(found)
}

/// All sets with their sizes: first [those by condition](set), then the categories in order of
/// name.
pub fn sets() -> Vec<Set> {
    let problems: Vec<_> = bundled().collect();
    let mut sets: Vec<Set> = GATHERED
        .iter()
        .map(|gathered| Set {
            name: gathered.name.to_owned(),
            about: gathered.about,
            problems: problems.iter().filter(|(path, p)| (gathered.has)(path, p)).count(),
        })
        .collect();
    let mut names: Vec<&String> = problems.iter().flat_map(|(_, p)| p.categories()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let has = |(_, problem): &&(&str, Problem)| problem.categories().contains(name);
        sets.push(Set {
            name: name.clone(),
            about: about(name).unwrap_or_default(),
            problems: problems.iter().filter(has).count(),
        });
    }
    sets
}

/// What a category tests, in a line; `None` if the category is not in the list.
pub fn about(category: &str) -> Option<&'static str> {
    CATEGORIES.iter().find(|(name, _)| *name == category).map(|(_, about)| *about)
}

/// The bundled problems with the paths of their files within `problems/`.
fn bundled() -> impl Iterator<Item = (&'static str, Problem)> {
    FILES.iter().flat_map(|(path, text)| {
        let contents = falsecard_notation::problem::read(path, text.as_bytes());
        contents.good.into_iter().map(move |problem| (*path, problem))
    })
}

fn folder(path: &str) -> &str {
    Path::new(path).parent().and_then(Path::to_str).unwrap_or_default()
}

fn is_own(problem: &Problem) -> bool {
    problem.id().starts_with(OWN)
}

fn defends(problem: &Problem) -> bool {
    Side::of(problem.decider()) != problem.view().bidding().contract().declaring_side()
}
