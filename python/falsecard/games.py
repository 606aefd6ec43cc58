"""Games: read from PBN, LIN, JSON, addresses of the handviewer and what people type; looked at; written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _falsecard
from ._falsecard import FalsecardError
from .pictures import framed

if TYPE_CHECKING:
    from .views import View

#: The seats in the order of arrays.
SEATS: tuple[str, ...] = ("N", "E", "S", "W")

#: The cards in the order of arrays: spades first, aces first.
CARDS: tuple[str, ...] = tuple(suit + rank for suit in "SHDC" for rank in "AKQJT98765432")

#: The formats by the endings of files.
_FORMATS = {".pbn": "pbn", ".lin": "lin", ".json": "json", ".jsonl": "json", ".ndjson": "json", ".url": "url", ".txt": "text"}


class Notice(NamedTuple):
    """What is wrong or unusual about a file, with the line, from 1."""

    line: int
    said: str


@dataclass(frozen=True)
class Reading:
    """What a file holds: the games, what is wrong with the others, and what is unusual."""

    games: list[Game]
    faults: list[Notice]
    warnings: list[Notice]


class Game:
    """A deal with its auction and its play, as far as they are known.

    >>> game = Game.from_deal("N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543")
    >>> game.hands["E"]
    'QJT.KJT9.QJT9.K2'
    >>> game = game.filled(contract="3NT by South", auction="2NT P 3NT", play="H6 H2")
    >>> game.contract, game.declarer, game.cards
    ('3NT', 'S', ('H6', 'H2'))
    """

    def __init__(self, native: _falsecard.Game) -> None:
        self._native = native

    @classmethod
    def from_deal(cls, deal: str) -> Game:
        """A bare deal as PBN writes it, with - for a hand that is not known.

        Raises NotationError if it is none.
        """
        return loads(deal, format="text")[0]

    @classmethod
    def from_endplay(cls, deal: Any) -> Game:
        """A deal or a board of the package endplay.

        A board keeps its number, dealer, vulnerability, auction, contract and play.
        """
        if hasattr(deal, "deal"):
            from endplay.parsers import pbn

            return loads(pbn.dumps([deal]), format="pbn")[0]
        to_pbn = getattr(deal, "to_pbn", None)
        if to_pbn is None:
            raise FalsecardError(f"{type(deal).__name__} is no deal of endplay: it has no to_pbn()")
        return cls.from_deal(to_pbn())

    def to_endplay(self) -> Any:
        """The deal as one of the package endplay, which must be installed."""
        from endplay.types import Deal

        if any(hand is None for hand in self.hands.values()):
            raise FalsecardError("endplay's deals have four hands: not all of this game's are known")
        return Deal(self.deal)

    @property
    def number(self) -> int:
        """Its number in its file, from 1."""
        return self._native.number

    @property
    def tags(self) -> dict[str, str]:
        """What its file says of it."""
        return dict(self._native.tags)

    @property
    def board(self) -> str | None:
        """Its ``[Board]``."""
        return self._native.tag("Board")

    @property
    def dealer(self) -> str | None:
        """Who makes the first call."""
        return self._native.dealer

    @property
    def vulnerability(self) -> str | None:
        """Who is vulnerable, as the library writes it."""
        return self._native.vulnerability

    @property
    def deal(self) -> str:
        """The hands as PBN writes them, North's first, with - for one that is not known."""
        return self._native.deal

    @property
    def hands(self) -> dict[str, str | None]:
        """Each seat's hand, suits from spades down; None where it is not known."""
        return {seat: self._native.hand(seat) for seat in SEATS}

    @property
    def auction(self) -> tuple[str, ...]:
        """The calls, the dealer's first."""
        return tuple(self._native.auction)

    @property
    def contract(self) -> str | None:
        """Level, strain and doubling, as in ``"3NTx"``."""
        found = self._native.contract
        return found and found[0]

    @property
    def declarer(self) -> str | None:
        """Who plays the contract."""
        found = self._native.contract
        return found and found[1]

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards in the order of play."""
        return tuple(self._native.cards)

    @property
    def result(self) -> int | None:
        """The tricks that declarer took."""
        return self._native.result

    @property
    def is_passed_out(self) -> bool:
        """Whether all four passed."""
        return self._native.is_passed_out

    def filled(
        self,
        *,
        dealer: str | None = None,
        vulnerability: str | None = None,
        contract: str | None = None,
        auction: str | None = None,
        lead: str | None = None,
        play: str | None = None,
    ) -> Game:
        """The game with what it leaves open filled in, in the words of the command line.

        Raises FalsecardError where that contradicts the game or the laws.
        """
        return Game(
            self._native.filled(
                dealer=dealer, vulnerability=vulnerability, contract=contract, auction=auction, lead=lead, play=play
            )
        )

    def view(self, seat: str | None = None, after: int | None = None) -> View:
        """What a player may know after this many cards; by default now, and whose turn it is.

        For dummy's seat it is declarer's view. Raises FalsecardError if hands that he sees are not known.
        """
        from .views import View

        return View._of(self._native.view(seat, after))

    def pbn(self) -> str:
        """The game in PBN."""
        return self._native.write("pbn")

    def to_dict(self) -> dict[str, Any]:
        """The game as the program's JSON has it."""
        import json

        return json.loads(self._native.write("json"))

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        return f"Game.from_deal({self.deal!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.pbn() == other.pbn()

    def __hash__(self) -> int:
        return hash(self.pbn())

    def __reduce__(self):
        return _unpickled, (self.pbn(),)

    def _repr_html_(self) -> str:
        return framed(self._native.html(), 520)


def _unpickled(pbn: str) -> Game:
    return loads(pbn, format="pbn")[0]


def load(path: str | Path, *, format: str | None = None) -> Reading:
    """All that a file holds: what is good is read, and what is not is named with its line.

    The format is told by the ending, or else by the beginning.
    """
    path = Path(path)
    format = format or _FORMATS.get(path.suffix.lower())
    games, faults, warnings = _falsecard.read(path.read_bytes(), str(path), None if format == "text" else format, False)
    return Reading([Game(game) for game in games], [Notice(*it) for it in faults], [Notice(*it) for it in warnings])


def read(path: str | Path, *, format: str | None = None) -> list[Game]:
    """The games of a file in PBN, LIN, JSON or whatever people type.

    Raises NotationError, with ``file``, ``line`` and ``column``, at the first fault: :func:`load` reads the rest all the same.
    """
    path = Path(path)
    format = format or _FORMATS.get(path.suffix.lower())
    return loads(path.read_bytes(), name=str(path), format=None if format == "text" else format)


def loads(text: str | bytes, *, name: str = "text", format: str | None = None) -> list[Game]:
    """The games of a text; ``format`` is ``pbn``, ``lin``, ``url``, ``json`` or ``text``, by default what it looks like.

    Raises NotationError at the first fault.

    >>> loads('[Deal "N:AKQJ... .AKQJ.. ..AKQJ. ...AKQ"]', format="pbn")
    Traceback (most recent call last):
    ...
    falsecard.NotationError: ...
    """
    content = text.encode() if isinstance(text, str) else text
    games, _, _ = _falsecard.read(content, name, format, True)
    return [Game(game) for game in games]


def dumps(games: Iterable[Game], *, format: str = "pbn") -> str:
    """Games as a text in a format: ``pbn``, ``lin``, ``url``, ``json`` or ``text``.

    >>> game = Game.from_deal("N:432.32.32.AJT987 - - -")
    >>> loads(dumps([game], format="json"))[0].hands["N"]
    '432.32.32.AJT987'
    """
    written = (game._native.write(format) for game in games)
    # Games of PBN have an empty line between them.
    return _falsecard.header(format) + ("\n" if format == "pbn" else "").join(written)


def write(path: str | Path, games: Iterable[Game], *, format: str | None = None) -> None:
    """Writes games to a file, whole or not at all; the format is told by the ending."""
    from .files import write_whole

    path = Path(path)
    format = format or _FORMATS.get(path.suffix.lower())
    if format is None:
        raise FalsecardError(f"{path}: the ending tells no format: name it, as in format='pbn'")
    write_whole(path, dumps(games, format=format).encode())
