"""The native half of the package. Users have the modules beside it."""

from collections.abc import Mapping

PROGRAM: str
__version__: str

class FalsecardError(ValueError):
    """What was given is wrong; the text says what would be right."""

class NotationError(FalsecardError):
    """A file is at fault."""

    file: str
    line: int
    column: int

class NoBeliefError(FalsecardError):
    """Nothing fits what is certain."""

class Game:
    number: int
    tags: list[tuple[str, str]]
    dealer: str | None
    vulnerability: str | None
    contract: tuple[str, str] | None
    auction: list[str]
    cards: list[str]
    result: int | None
    is_passed_out: bool
    deal: str
    def tag(self, name: str) -> str | None: ...
    def hand(self, of: str) -> str | None: ...
    def filled(
        self,
        *,
        dealer: str | None = None,
        vulnerability: str | None = None,
        contract: str | None = None,
        auction: str | None = None,
        lead: str | None = None,
        play: str | None = None,
    ) -> Game: ...
    def view(self, seat: str | None = None, after: int | None = None) -> View: ...
    def write(self, format: str) -> str: ...
    def html(self) -> str: ...
    def text(self) -> str: ...

class View:
    seat: str
    hand: str
    dummy: str | None
    contract: str
    cards: list[str]
    legal: list[str]
    hidden: list[str]
    is_deciding: bool
    def __init__(
        self,
        seat: str,
        hand: str,
        contract: str,
        dummy: str | None = None,
        *,
        dealer: str | None = None,
        vulnerability: str = "None",
        auction: str = "",
        play: str = "",
        scoring: str | None = None,
    ) -> None: ...
    def first(self, cards: int) -> View: ...
    def html(self) -> str: ...
    def text(self) -> str: ...

class Rules:
    name: str
    text: str
    def __init__(self, name: str, text: str) -> None: ...
    @staticmethod
    def names() -> list[str]: ...
    @staticmethod
    def bundled(name: str) -> str | None: ...

class Belief:
    seats: list[str]
    possible: int
    fitting: int
    weight: float
    honours: list[str]
    said: list[str]
    def __init__(self, view: View, rules: Rules, evidence: str = "all") -> None: ...
    def owner(self, name: str) -> list[tuple[str, float]]: ...
    def lengths(self, seat: str, of: str) -> list[float]: ...
    def points(self, seat: str) -> list[float]: ...
    def holdings(self, seat: str, of: str) -> list[tuple[str, float]]: ...
    def sample(self, n: int, seed: int) -> bytes: ...
    def html(self) -> str: ...

class Stop:
    def __init__(self) -> None: ...
    def set(self) -> None: ...

class Match:
    def __init__(
        self,
        a: Mapping[str, object],
        b: Mapping[str, object],
        against: Mapping[str, object] | None,
        partner: Mapping[str, object] | None,
        role: str,
        rules: dict[str, str],
    ) -> None: ...
    def play(self, number: int, board: str, system: str, stop: Stop) -> str | None: ...
    def key(self, number: int, board: str, system: str) -> str: ...
    def together(self, boards: list[str]) -> list[str]: ...

Notices = list[tuple[int, str]]

def program(arguments: list[str]) -> int: ...
def read(text: bytes, name: str, format: str | None, strict: bool) -> tuple[list[Game], Notices, Notices]: ...
def header(format: str) -> str: ...
def tables(deals: bytes) -> bytes: ...
def cards(game: Game, strain: str | None = None, leader: str | None = None) -> list[tuple[str, int]]: ...
def choose(view: View, rules: Rules, name: str, settings: Mapping[str, object]) -> str: ...
def explain(view: View, rules: Rules, cards: list[str], settings: Mapping[str, object]) -> str: ...
def bid(
    cards: str,
    rules: Rules,
    opponents: Rules,
    *,
    auction: str,
    dealer: str,
    vulnerable: str | None,
    deals: int,
    seed: int,
) -> str: ...
def suit(holdings: str, vacant: str, entries: int | None, lead_from: str | None) -> str: ...
def declarers_suit(suit: str, view: View, rules: Rules, entries: int | None, lead_from: str | None) -> str: ...
def random_boards(seed: int, n: int, rules: Rules) -> list[str]: ...
def bundled_problems(set: str) -> list[str] | None: ...
def solve(
    problem: str, rules: Rules, engines: list[str], seeds: list[int], settings: Mapping[str, object], stop: Stop
) -> list[str] | None: ...
def look(number: int, game: str, rules: Rules, inquiry: Mapping[str, object]) -> str: ...
def survey(file: str, looks: list[str], prices: int) -> list[str]: ...
def fit(games: list[tuple[int, str]], rules: Rules, name: str, seed: int) -> str: ...
