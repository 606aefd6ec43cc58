//! Problems as a quiz: choose a card, then see the answer and why.
//!
//! The address of a bundled problem has its set (`quiz`) and its number (`number`, from 1). A
//! problem from a file that the page was given is written into its address, whose set is `own`.
//! `day` is the problem of a day, by its number. Once a card is chosen, the address has it
//! (`card`).

use super::address::Address;
use super::hands;
use super::spot::{Spot, address_of};
use crate::web::draw::{auction, cards, tricks};
use crate::web::markup::{Markup, el};
use crate::wording::compared;
use falsecard_engine::carding::touching;
use falsecard_engine::cards::{Card, Hand, pbn_name, seat_name};
use falsecard_engine::play::{PartialPlay, View};
use falsecard_engine::search::Decision;
use falsecard_engine::text::quoted;
use falsecard_laboratory::problem::{set, sets};
use falsecard_notation::{Diagram, DiagramCards, Game, Pips, Problem, read_cards};
use itertools::Itertools;

/// The set of problems from a file that the page was given.
pub(super) const OWN: &str = "own";

/// The set that has every problem which comes with the program.
const ALL: &str = "all";

/// In place of a set: the problem of a day.
const DAY: &str = "day";

/// The list of sets, or a problem of one of them.
///
/// # Errors
///
/// A sentence, if there is no such set or problem.
pub(super) fn page(address: &Address) -> Result<Markup, String> {
    let name = match address.get("quiz") {
        None | Some("sets") => return Ok(list()),
        Some(OWN) => return own(address),
        Some(DAY) => return of_day(address),
        Some(name) => name,
    };
    let problems = set(name).ok_or_else(|| format!("there is no set {}", quoted(name)))?;
    let number = address.get("number").and_then(|number| number.parse().ok()).unwrap_or(1);
    let problem = usize::checked_sub(number, 1).and_then(|at| problems.get(at));
    let problem = problem.ok_or_else(|| format!("the set has {} problems", problems.len()))?;
    let board = address_of(problem.game());
    Ok(asked(&QuizQuestion {
        set: name,
        title: format!("{name}, {number} of {}: {}", problems.len(), problem.id()),
        problem,
        here: Address::default().with("quiz", Some(name)).with("number", Some(number)),
        board,
        card: chosen(address, problem)?,
        ways: ways(name, number, problems.len()),
    }))
}

/// The problem of a day, another each day. The address has the day's number, as the page counts.
fn of_day(address: &Address) -> Result<Markup, String> {
    let day = address.get("number").and_then(|number| number.parse::<usize>().ok());
    let day = day.ok_or("a day has a number")?;
    let problems = set(ALL).unwrap_or_default();
    let at = day.checked_rem(problems.len()).ok_or("there are no problems")?;
    let problem = &problems[at];
    Ok(asked(&QuizQuestion {
        set: ALL,
        title: "Today's problem".to_owned(),
        problem,
        here: Address::default().with("quiz", Some(ALL)).with("number", Some(at + 1)),
        board: address_of(problem.game()),
        card: None,
        ways: Markup::default(),
    }))
}

/// The tags of a problem beside its board: the key in the address, and the name in the file.
const TAGS: [(&str, &str); 8] = [
    ("problem", "Problem"),
    ("category", "Category"),
    ("answer", "Answer"),
    ("tempting", "Tempting"),
    ("cards", "Carding"),
    ("why", "Why"),
    ("source", "Source"),
    ("note", "Note"),
];

/// The longest value of such a tag in an address, in characters.
const LONGEST_TEXT: usize = 1_000;

/// The address of a game as a quiz problem; `None` if it is not a problem.
pub(super) fn address_of_problem(game: &Game) -> Option<Address> {
    Problem::new(game.clone()).ok()?;
    let address = address_of(game).with("quiz", Some(OWN));
    let tag = |tag: &str| game.tag(tag).map(|it| it.chars().take(LONGEST_TEXT).collect::<String>());
    Some(TAGS.iter().fold(address, |address, (key, name)| address.with(key, tag(name))))
}

/// The tags of the problem that is written into an address, by their names.
pub(super) fn said(address: &Address) -> impl Iterator<Item = (&'static str, &str)> {
    TAGS.iter().filter_map(|(key, name)| Some((*name, address.get(key)?)))
}

/// The address of a problem's board.
pub(super) fn without_tags(address: &Address) -> Address {
    let keys = TAGS.iter().map(|(key, _)| *key).chain(["quiz", "card"]);
    keys.fold(address.clone(), |board, key| board.with(key, None::<&str>))
}

/// The problem that is written into an address, as its decider sees it.
///
/// # Errors
///
/// A sentence, if it is no problem.
pub(super) fn problem_in(address: &Address) -> Result<Problem, String> {
    let view = Spot::read(without_tags(address))?.decision()?;
    let decider = view.seat().letter().to_string();
    let said: Vec<_> = said(address).chain([("Decider", decider.as_str())]).collect();
    Problem::new(Game::from_view(&view, &said)).map_err(|fault| fault.breach().to_string())
}

/// The question of the problem that is written into an address.
fn own(address: &Address) -> Result<Markup, String> {
    let here = address.clone().with("card", None::<&str>);
    let (board, problem) = (without_tags(address), &problem_in(address)?);
    Ok(asked(&QuizQuestion {
        set: OWN,
        title: title(problem.id()),
        problem,
        here,
        board,
        card: chosen(address, problem)?,
        ways: own_ways(),
    }))
}

/// The title of a problem of the file: "Mistake 1".
fn title(id: &str) -> String {
    match id.split_once('-') {
        Some(("mistake", number)) => format!("Mistake {number}"),
        Some(("lesson", number)) => format!("Problem {number}"),
        _ => format!("Your file: {id}"),
    }
}

/// A text with the cards that are written by letters, as "HT", written by symbols.
pub(super) fn with_symbols(text: &str) -> String {
    let word = |word: &str| {
        let end = word.trim_end_matches(['.', ',', ';', ':', ')']);
        let is_card = end.len() == 2 && end.starts_with(['S', 'H', 'D', 'C']);
        let card = end.parse::<Card>().ok().filter(|_| is_card);
        card.map_or_else(|| word.to_owned(), |card| format!("{card}{}", &word[end.len()..]))
    };
    text.split(' ').map(word).join(" ")
}

/// The card that was chosen; `None` if there is none yet or it is not legal.
fn chosen(address: &Address, problem: &Problem) -> Result<Option<Card>, String> {
    let card = address.get("card").map(read_cards).transpose()?;
    let card = card.and_then(|cards| cards.first().copied());
    Ok(card.filter(|&card| problem.view().legal().contains(card)))
}

fn list() -> Markup {
    let row = |set: falsecard_laboratory::problem::Set| {
        let address = Address::default().with("quiz", Some(&set.name)).with("number", Some(1));
        let link = el("a").at("href", format_args!("#{address}")).say(&set.name);
        let score = el("td").at("data-score", &set.name).empty();
        let cells = [
            el("th").at("scope", "row").put(link),
            el("td").say(set.problems),
            el("td").say(set.about),
            score,
        ];
        el("tr").put(cells.into_iter().collect())
    };
    let column = |name: &str| el("th").at("scope", "col").say(name);
    let head = ["set", "problems", "what is tested", "your score"].map(column);
    let head = el("thead").put(el("tr").put(head.into_iter().collect()));
    let body = el("tbody").put(sets().into_iter().map(row).collect());
    let said = el("p").say(
        "Choose a card, then see the answer, why it is right, and what the engines would play.",
    );
    let table = el("table").at("class", "sets").put(head.and(body));
    // The page knows whether its file has problems, and shows this if so.
    let button = el("button").at("type", "button").at("data-own", 0);
    let button = button.say("The problems of your file");
    let score = el("span").at("class", "legend").at("data-score", OWN).empty();
    let own = el("p").at("class", "steps").at("data-own-set", "").is("hidden", true);
    let own = own.put(button.and(score));
    el("h2").say("The problems as a quiz").and(said).and(again()).and(own).and(table)
}

/// A link to what is to be repeated, which the page's script shows if there is anything.
fn again() -> Markup {
    let link = el("a").at("class", "button").empty();
    el("p").at("class", "steps").is("data-due", true).is("hidden", true).put(link)
}

/// A problem as a question of the quiz.
struct QuizQuestion<'a> {
    /// The set to whose score the answer counts.
    set: &'a str,
    title: String,
    problem: &'a Problem,
    /// The address of the question.
    here: Address,
    /// The address of the board, with the agreements and the scoring.
    board: Address,
    /// The card that was chosen.
    card: Option<Card>,
    /// Links to other problems.
    ways: Markup,
}

/// A problem as its decider sees it, with the verdict once a card is chosen.
fn asked(question: &QuizQuestion) -> Markup {
    let QuizQuestion { set, title, problem, here, board, card, ways } = question;
    let (problem, card, decider) = (*problem, *card, problem.decider());
    let Ok(spot) = Spot::read(board.clone().with("see", Some(decider.letter()))) else {
        return el("p").say("this problem cannot be shown");
    };
    let Ok(play) = spot.now() else { return el("p").say("this problem cannot be shown") };
    let link =
        |choice: Card| card.is_none().then(|| here.clone().with("card", Some(pbn_name(choice))));
    let view = problem.view();
    let picture = Diagram::of_view(view, DiagramCards::Left);
    let facts = picture.facts().iter().map(|fact| el("li").say(fact)).collect();
    let facts = el("ul").at("class", "facts").put(facts);
    let title = el("h2").say(title);
    let agreed = problem.carding().map(|text| format!("Carding: {text}."));
    let notes = agreed.into_iter().chain(problem.note().map(str::to_owned));
    let notes: Markup = notes.map(|note| el("p").at("class", "legend").say(note)).collect();
    let asks = el("p").at("class", "answer").say(sentence(view));
    let asks = if card.is_none() { asks } else { Markup::default() };
    let table = hands::table(&spot, &play, &link, &hands::nobody, None);
    let record = auction(picture.calls(), |call| picture.mark(call), |_| None)
        .and(tricks(&picture.by_trick(), |_, _, card| cards([card])));
    let record = el("div").at("class", "record").put(record);
    let verdict = card.map_or_else(Markup::default, |card| verdict(problem, card, &spot, &play));
    let score = el("p").at("class", "legend").at("data-score", set).empty();
    let ways = ways.clone();
    [title, facts, asks, verdict, table, ways, again(), score, notes, record].into_iter().collect()
}

/// The question in a sentence: who decides, in which contract, and of whose cards.
pub(super) fn sentence(view: &View) -> String {
    let (seat, declared) = (seat_name(view.seat()), view.contract());
    let does = if declared.declarer == view.seat() {
        format!("declarer in {}", declared.contract)
    } else if view.history().played().is_empty() {
        format!("on lead against {declared}")
    } else {
        format!("defending against {declared}")
    };
    let from = if view.history().to_play() == view.seat() { "" } else { " from dummy" };
    format!("You are {seat}, {does}. Which card{from}?")
}

/// The verdict: whether the card is right, the right cards, and why.
fn verdict(problem: &Problem, card: Card, spot: &Spot, play: &PartialPlay) -> Markup {
    let solved = problem.is_answer(card);
    let mine = cards([card]);
    let first = if solved {
        Markup::text("Right: ").and(mine)
    } else {
        let right = cards(problem.answer().iter().copied());
        mine.and(Markup::text(" is not the answer. It is ")).and(right)
    };
    let class = if solved { "answer right" } else { "answer wrong" };
    let first = el("p").at("class", class).at("role", "status").put(first);
    let equal = if solved { equal(play, card) } else { Markup::default() };
    let why = problem.why().map_or_else(Markup::default, |why| el("p").say(with_symbols(why)));
    let source = problem.source().map_or_else(Markup::default, |source| {
        el("p").at("class", "legend").say(format_args!("Source: {source}"))
    });
    let address = spot.address.clone().with("see", None::<&str>).with("panel", Some("choose"));
    let look = el("a").at("class", "button").at("href", format_args!("#{address}"));
    let look = look.say("Look at all hands");
    let on = spot.address.clone().with("see", None::<&str>);
    let on = on.with("me", spot.address.get("see")).with("result", None::<&str>);
    let on = el("a").at("class", "button").at("href", format_args!("#{on}")).say("Play it out");
    let named = |cards: &[Card]| Some(cards.iter().map(|&card| pbn_name(card)).join(" "));
    let ask = spot.address.clone().with("answer", named(problem.answer()));
    let ask = ask.with("card", named(&[card]));
    el("section")
        .at("class", "verdict")
        .at("data-problem", problem.id())
        .at("data-solved", solved)
        // The page then asks the engines about this address.
        .at("data-ask", ask)
        .put(
            [first, equal, why, source, el("p").at("class", "steps").put(look.and(on))]
                .into_iter()
                .collect(),
        )
}

/// An engine's opinion on a problem's answer and on the chosen card, both in the address, if it
/// plays another card than the answer, or if another than the answer was chosen. Empty for other
/// questions.
pub(super) fn beside_answer(address: &Address, view: &View, decided: &Decision) -> Markup {
    let cards = |key| address.get(key).and_then(|cards| read_cards(cards).ok()).unwrap_or_default();
    let (answer, mine) = (cards("answer"), cards("card"));
    let of_answer = decided.candidates.iter().find(|it| answer.contains(&it.card));
    let Some(right) = of_answer.map(|it| it.card) else { return Markup::default() };
    let beside = |card| compared(view, decided, [right, card], Pips::Symbols);
    let finds = answer.iter().any(|&card| decided.is_chosen(card));
    let failing =
        || beside(decided.card).map(|said| format!("It does not find the answer: {said}."));
    let missed = if finds { None } else { failing() };
    let told = |card: &Card| !answer.contains(card) && (finds || *card != decided.card);
    let other = mine.first().filter(|card| told(card)).and_then(|&card| beside(card));
    let other = other.map(|said| format!("The answer beside your card: {said}."));
    missed.into_iter().chain(other).map(|said| el("p").say(said)).collect()
}

/// A note that other cards are equal to the chosen one, since engines may name one of those.
fn equal(play: &PartialPlay, card: Card) -> Markup {
    let equals = equals(play, card);
    if equals.is_empty() {
        return Markup::default();
    }
    let are = if equals.len() == 1 { " is equal to " } else { " are equal to " };
    let said = [
        cards(equals),
        Markup::text(are),
        cards([card]),
        Markup::text(": they take the same tricks, and either is meant where one is named."),
    ];
    el("p").put(said.into_iter().collect())
}

/// The other cards of the hand to play that are equal to a card of it.
fn equals(play: &PartialPlay, card: Card) -> Vec<Card> {
    let history = play.history();
    let held = play.left(history.to_play()).unwrap_or_default()[card.suit];
    let earlier = history.played().len() - history.trick().cards().count();
    let gone: Hand = history.played()[..earlier].iter().map(|it| it.card).collect();
    let equals = touching(held, card.rank, gone[card.suit]).iter();
    equals.filter(|&rank| rank != card.rank).map(|rank| Card { rank, ..card }).collect()
}

/// Buttons to the other problems of the file, which the page's script knows.
fn own_ways() -> Markup {
    let way = |step: i8, name: &str, key: &'static str| {
        let button = el("button").at("type", "button").at("data-own", step);
        button.at("data-key", key).say(name)
    };
    let ways = way(-1, "Previous", "ArrowLeft").and(way(1, "Next", "ArrowRight"));
    let sets = el("a").at("class", "button").at("href", "#quiz=sets").say("All sets");
    // Where the problems came from, if the page's script knows.
    let back = el("a").at("class", "button").is("data-before", true).is("hidden", true);
    let back = back.say("◀ Back");
    let place = el("span").at("class", "legend").at("data-own-place", "").empty();
    el("nav")
        .at("class", "steps")
        .at("aria-label", "Problems")
        .put(back.and(ways).and(place).and(sets))
}

/// Links to the other problems.
fn ways(set: &str, number: usize, all: usize) -> Markup {
    let way = |to: Option<usize>, name: &str, key: &'static str| {
        let link = el("a").at("class", "button").at("data-key", key);
        match to {
            Some(to) => {
                let to = Address::default().with("quiz", Some(set)).with("number", Some(to));
                link.at("href", format_args!("#{to}")).say(name)
            }
            None => link.at("role", "link").at("aria-disabled", "true").say(name),
        }
    };
    let sets = el("a").at("class", "button").at("href", "#quiz=sets").say("All sets");
    let before = way((number > 1).then(|| number - 1), "Previous", "ArrowLeft");
    let next = way((number < all).then_some(number + 1), "Next", "ArrowRight");
    el("nav").at("class", "steps").at("aria-label", "Problems").put(before.and(next).and(sets))
}
