"""Agreements: rule files, those that come with the program and one's own."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from . import _falsecard
from ._falsecard import FalsecardError

if TYPE_CHECKING:
    from .games import Game


class Rules:
    """What the players of a table have agreed on calls and cards: a rule file.

    >>> Rules.named("paper").name
    'paper'
    >>> "natural" in Rules.names()
    True
    >>> Rules("mine", "no such line")
    Traceback (most recent call last):
    ...
    falsecard.FalsecardError: ...
    """

    def __init__(self, name: str, text: str) -> None:
        self._native = _falsecard.Rules(name, text)

    @classmethod
    def named(cls, name: str | Path) -> Rules:
        """Those that come with the program under that name, or else those of the file.

        Raises FalsecardError if there are none.
        """
        return _named(str(name))

    @staticmethod
    def names() -> list[str]:
        """The names of those that come with the program."""
        return _falsecard.Rules.names()

    @property
    def name(self) -> str:
        """The name that faults and results call them by."""
        return self._native.name

    @property
    def text(self) -> str:
        """The text of the rule file."""
        return self._native.text

    def __reduce__(self):
        return Rules, (self.name, self.text)

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"


GivenRules = Rules | str | Path


@functools.lru_cache(maxsize=64)
def _bundled(name: str) -> Rules:
    return Rules(name, _falsecard.Rules.bundled(name) or "")


def _named(name: str) -> Rules:
    if _falsecard.Rules.bundled(name) is not None:
        return _bundled(name)
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as why:
        known = ", ".join(Rules.names())
        raise FalsecardError(f"no rule file {name}: {why}; give a file, or one of {known}") from None
    return Rules(name, text)


def rules(given: GivenRules) -> Rules:
    """Rules as they are, or by their name.

    >>> rules("natural") is rules(rules("natural"))
    True
    """
    return given if isinstance(given, Rules) else Rules.named(given)


def fit(games: Iterable[Game], *, name: str = "style", rules: GivenRules = "natural", seed: int = 1) -> Rules:
    """Fits to records how far calls are kept to and how people choose their cards: rules for people who play as they do.

    Games that were passed out are left out. Raises FalsecardError if a game has no auction or play.
    """
    played = [(game.number, game.pbn()) for game in games if not game.is_passed_out]
    if not played:
        raise FalsecardError("there is no game that was played: give games with their auctions and plays")
    known = globals()["rules"](rules)
    return Rules(name, _falsecard.fit(played, known._native, name, seed))
