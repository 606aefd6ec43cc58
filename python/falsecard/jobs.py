"""Long jobs in pieces: the boards of a match, the problems of a run, the games of records.

A job knows its pieces, how one is done anywhere, and what all results together say. Each piece has random numbers of its own, keyed by
the seed and its number, so that the result does not depend on who does which piece when. :func:`match`, :func:`run` and :func:`learn` do
a job on this machine; :mod:`falsecard.ray` does it on a cluster, with the same bytes.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol

from . import _falsecard
from ._falsecard import FalsecardError
from .entrants import entrant
from .files import write_whole
from .games import Game, read
from .rules import GivenRules, Rules, rules as rules_of
from .settings import LearnOptions, MatchOptions, RunOptions, Thinking

if TYPE_CHECKING:
    from typing_extensions import Unpack

Boards = str | Path | Sequence[str | Path | Game]


class Piece(NamedTuple):
    """A piece of work: its number from 1, all that its result depends on in few letters, and what is handed to the worker."""

    number: int
    key: str
    data: tuple[Any, ...]


class Job(Protocol):
    """Work in pieces."""

    #: What it is, in a word.
    verb: ClassVar[str]

    @property
    def spec(self) -> str:
        """What all pieces have in common, as JSON."""

    @property
    def pieces(self) -> Sequence[Piece]:
        """The pieces in the order of their numbers."""

    def lines(self, results: Iterable[str]) -> Iterator[str]:
        """The lines of JSON that the program prints, of the results of all pieces in their order."""


class Unfinished(FalsecardError):
    """A job was stopped before its end."""


def do(verb: str, spec: str, number: int, data: tuple[Any, ...], stop: _falsecard.Stop) -> str | None:
    """Does a piece of work on one thread; None if ``stop`` was set meanwhile."""
    return _DOING[verb](spec, number, data, stop)


def _digest(*parts: Any) -> str:
    text = json.dumps([_falsecard.PROGRAM, *parts], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _games(boards: Boards) -> Iterator[tuple[str, Game]]:
    """The games with the names of their files."""
    if isinstance(boards, (str, Path)):
        boards = [boards]
    for it in boards:
        if isinstance(it, Game):
            yield "games", it
        else:
            for game in read(it):
                yield str(it), game


def _system(game: Game, named: GivenRules | None, unnamed: str) -> Rules:
    """The agreements of a game: those that are named, else what its ``[System]`` says, else the usual ones."""
    if named is not None:
        return rules_of(named)
    tag = game.tags.get("System", "").strip()
    return rules_of(unnamed if tag in ("", "?", "-") else tag)


def _given(settings: Thinking) -> dict[str, Any]:
    """The settings that are not as usual."""
    return {key: value for key, value in settings.items() if value is not None}


class MatchJob:
    """Engines against each other over boards, as ``falsecard match`` plays them.

    ``boards`` are files or games with their auctions or contracts, a deal that comes again being passed over; without them ``n`` random
    deals of the seed are bid by ``system``. Engines are named as on the command line, settings of their own behind a colon; ``settings``
    are those of :func:`falsecard.choose`.

    >>> job = MatchJob(a="open", b="random", n=2)
    >>> len(job.pieces)
    2
    """

    verb: ClassVar[str] = "match"

    def __init__(
        self,
        boards: Boards | None = None,
        *,
        a: str = "fused",
        b: str = "minimax",
        against: str | None = None,
        partner: str | None = None,
        role: Literal["both", "declare", "defend"] = "both",
        n: int | None = None,
        system: GivenRules | None = None,
        seed: int = 1,
        **settings: Unpack[Thinking],
    ) -> None:
        """``role`` is ``both``, ``declare`` or ``defend``; with one of the last two, ``against`` names who sits against both. With
        ``defend``, ``partner`` sits opposite both, and leads on boards with an even number.

        Raises FalsecardError for what makes no sense, NotationError for what cannot be read.
        """
        if n is not None and n < 1:
            raise FalsecardError(f"n={n}: expected at least one board")
        if against is not None and role == "both":
            raise FalsecardError("against: in a match the engines sit against each other; role='declare' or 'defend' compares two")
        if partner is not None and role != "defend":
            raise FalsecardError("partner: only a defender has a partner who plays; role='defend' compares two")
        usual = {"seed": seed, **_given(settings)}
        first, second = entrant(a, usual), entrant(b, usual)
        self._boards: list[tuple[str, str]] = []
        known: dict[str, Rules] = {}
        for text, agreed in self._bid(boards, n, system, seed):
            known[agreed.name] = agreed
            self._boards.append((text, agreed.name))
        if not self._boards:
            raise FalsecardError("there is no board that was bid to a contract: give deals with their auctions or contracts")
        self.spec = json.dumps(
            {
                "a": first,
                "b": second,
                "against": entrant(against, usual) if against else None,
                "partner": entrant(partner, usual) if partner else None,
                "role": role,
                "rules": {name: rules.text for name, rules in sorted(known.items())},
            }
        )
        self._native = _match(self.spec)

    @staticmethod
    def _bid(
        boards: Boards | None, n: int | None, system: GivenRules | None, seed: int
    ) -> Iterator[tuple[str, Rules]]:
        if boards is None:
            agreed = rules_of(system if system is not None else "natural")
            for text in _falsecard.random_boards(seed, n or 24, agreed._native):
                yield text, agreed
            return
        dealt: set[str] = set()
        for _, game in _games(boards):
            if game.is_passed_out or game.deal in dealt:
                continue
            if n is not None and len(dealt) >= n:
                return
            dealt.add(game.deal)
            yield game.pbn(), _system(game, system, "natural")

    @functools.cached_property
    def pieces(self) -> Sequence[Piece]:
        """The boards."""
        key = self._native.key
        return [Piece(at, key(at, *board), board) for at, board in enumerate(self._boards, 1)]

    def lines(self, results: Iterable[str]) -> Iterator[str]:
        """A line a board, and then what they say together."""
        boards = []
        for line in results:
            yield line
            boards.append(line)
        yield from self._native.together(boards)


@functools.lru_cache(maxsize=4)
def _match(spec: str) -> _falsecard.Match:
    return _falsecard.Match(**json.loads(spec))


def _play(spec: str, number: int, data: tuple[Any, ...], stop: _falsecard.Stop) -> str | None:
    board, system = data
    return _match(spec).play(number, board, system, stop)


class RunJob:
    """Engines on problems, as ``falsecard run`` solves them.

    ``problems`` are files, games, or names of sets that come with the program (``"paper"``, ``"all"``, ``"falsecard-declarer"``).
    """

    verb: ClassVar[str] = "run"

    def __init__(
        self,
        problems: Boards = "paper",
        *,
        engines: Sequence[str] = ("minimax", "fused"),
        seeds: int = 1,
        seed: int = 1,
        system: GivenRules | None = None,
        **settings: Unpack[Thinking],
    ) -> None:
        if seeds < 1:
            raise FalsecardError(f"seeds={seeds}: expected at least one")
        self._problems: list[tuple[str, str]] = []
        known: dict[str, str] = {}
        for game in self._games(problems):
            agreed = _system(game, system, "textbook")
            known[agreed.name] = agreed.text
            self._problems.append((game.pbn(), agreed.name))
        if not self._problems:
            raise FalsecardError("there is no problem")
        self.spec = json.dumps(
            {
                "engines": list(engines),
                "seeds": list(range(seed, seed + seeds)),
                "settings": _given(settings),
                "rules": dict(sorted(known.items())),
            }
        )

    @staticmethod
    def _games(problems: Boards) -> Iterator[Game]:
        from .games import loads

        bundled = _falsecard.bundled_problems(problems) if isinstance(problems, str) else None
        if bundled is None:
            yield from (game for _, game in _games(problems))
        else:
            for text in bundled:
                yield from loads(text, format="pbn")

    @functools.cached_property
    def pieces(self) -> Sequence[Piece]:
        """The problems."""
        each = enumerate(self._problems, 1)
        return [Piece(at, _digest(self.verb, self.spec, problem), problem) for at, problem in each]

    def lines(self, results: Iterable[str]) -> Iterator[str]:
        """A line a trial: an engine's answer with a seed."""
        for found in results:
            yield from found.split("\n")


@functools.lru_cache(maxsize=64)
def _rules(spec: str, name: str) -> Rules:
    return Rules(name, json.loads(spec)["rules"][name])


def _solve(spec: str, number: int, data: tuple[Any, ...], stop: _falsecard.Stop) -> str | None:
    problem, agreed = data
    asked = json.loads(spec)
    found = _falsecard.solve(
        problem, _rules(spec, agreed)._native, asked["engines"], asked["seeds"], asked["settings"], stop
    )
    return None if found is None else "\n".join(found)


class LearnJob:
    """What beliefs are worth on games that people played, as ``falsecard-lab learn --test`` measures it.

    ``price`` asks for the double-dummy tricks that cards give up, at this many decisions of each file; ``minds`` for what imagined players
    would have done, at this many decisions of each game. A price is worked out for every game, and the first ``price`` of a file count.
    """

    verb: ClassVar[str] = "learn"

    def __init__(
        self,
        games: Boards,
        *,
        price: int = 0,
        minds: int = 0,
        mind_worlds: int = 4,
        seed: int = 1,
        system: GivenRules | None = None,
    ) -> None:
        self._price = price
        self._games: list[tuple[str, int, str, str]] = []
        known: dict[str, str] = {}
        for file, game in _games(games):
            if game.is_passed_out:
                continue
            agreed = _system(game, system, "natural")
            known[agreed.name] = agreed.text
            self._games.append((file, game.number, game.pbn(), agreed.name))
        if not self._games:
            raise FalsecardError("there is no game that was played: give games with their auctions and plays")
        inquiry = {"price": price, "minds": minds, "mind_worlds": mind_worlds, "seed": seed}
        self.spec = json.dumps({"inquiry": inquiry, "rules": dict(sorted(known.items()))})

    @functools.cached_property
    def pieces(self) -> Sequence[Piece]:
        """The games."""
        each = enumerate(self._games, 1)
        return [Piece(at, _digest(self.verb, self.spec, game[1:]), game[1:]) for at, game in each]

    def lines(self, results: Iterable[str]) -> Iterator[str]:
        """The lines of each file."""
        looks: dict[str, list[str]] = {}
        for (file, *_), look in zip(self._games, results):
            looks.setdefault(file, []).append(look)
        for file, found in looks.items():
            yield from _falsecard.survey(file, found, self._price)


def _look(spec: str, number: int, data: tuple[Any, ...], stop: _falsecard.Stop) -> str | None:
    in_file, game, agreed = data
    return _falsecard.look(in_file, game, _rules(spec, agreed)._native, json.loads(spec)["inquiry"])


_DOING: dict[str, Callable[[str, int, tuple[Any, ...], _falsecard.Stop], str | None]] = {
    "match": _play,
    "run": _solve,
    "learn": _look,
}


def results(job: Job, *, threads: int | None = None) -> Iterator[str]:
    """The results of all pieces in their order, done on this machine: as many at a time as there are threads, by default cores.

    Ctrl-C ends it.
    """
    stop = _falsecard.Stop()
    threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        try:
            waiting: dict[Any, int] = {}
            done: dict[int, str] = {}
            turn = 1
            # No more pieces are handed out than can soon be done.
            for piece in job.pieces:
                waiting[pool.submit(do, job.verb, job.spec, piece.number, piece.data, stop)] = piece.number
                if len(waiting) >= 2 * threads:
                    _gather(waiting, done)
                while turn in done:
                    yield done.pop(turn)
                    turn += 1
            while waiting:
                _gather(waiting, done)
                while turn in done:
                    yield done.pop(turn)
                    turn += 1
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _gather(waiting: dict[Any, int], done: dict[int, str]) -> None:
    """Takes in what has been done; what was stopped is not done."""
    finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for future in finished:
        result = future.result()
        if result is None:
            raise Unfinished("the work was stopped before its end")
        done[waiting.pop(future)] = result


def _printed(job: Job, out: str | Path | None, threads: int | None) -> list[dict[str, Any]]:
    lines = list(job.lines(results(job, threads=threads)))
    if out is not None:
        write_whole(Path(out), "".join(line + "\n" for line in lines).encode())
    return [json.loads(line) for line in lines]


def match(
    boards: Boards | None = None,
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    **what: Unpack[MatchOptions],
) -> list[dict[str, Any]]:
    """Plays a match (see :class:`MatchJob`) on this machine: the objects of ``falsecard match --json``, a board each and then what they
    say together. ``out`` names a file for them, a line each.

    >>> found = match(a="open", b="random", n=2)
    >>> [line["board"] for line in found[:2]], found[2]["aspect"]
    ([1, 2], 'match')
    """
    return _printed(MatchJob(boards, **what), out, threads)


def run(
    problems: Boards = "paper",
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    **what: Unpack[RunOptions],
) -> list[dict[str, Any]]:
    """Solves problems (see :class:`RunJob`) on this machine: the objects of ``falsecard run --json``, one a trial.

    >>> [line["card"] for line in run("paper", engines=["minimax"], worlds=1)][0]
    'CK'
    """
    return _printed(RunJob(problems, **what), out, threads)


def learn(
    games: Boards,
    *,
    out: str | Path | None = None,
    threads: int | None = None,
    **what: Unpack[LearnOptions],
) -> list[dict[str, Any]]:
    """Measures what beliefs are worth on records (see :class:`LearnJob`) on this machine: the objects of ``falsecard-lab learn --test --json``."""
    return _printed(LearnJob(games, **what), out, threads)
