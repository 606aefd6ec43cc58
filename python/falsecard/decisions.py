"""Decisions: which card to play, what it was compared with, and why."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _falsecard
from .rules import GivenRules, rules as rules_of
from .settings import Settings
from .views import View

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Candidate:
    """A card that was considered. Scores are in what is played for (``Decision.scoring``), for the side of the player."""

    card: str
    #: The mean score.
    mean: float
    #: Its standard error; None of a single world.
    se: float | None
    #: How far it falls short of the card chosen.
    behind: float
    #: The standard error of that.
    behind_se: float | None
    #: The share of worlds in which the contract is made, or set.
    success: float
    #: The mean score of the worst tenth of the worlds.
    worst_tenth: float
    #: The mean score if all four hands were open.
    double_dummy: float
    #: The number of worlds that it was played out in.
    worlds: int
    #: All that the program says of it: docs/json.md.
    data: dict[str, Any] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Decision:
    """A chosen card and what it was compared with."""

    engine: str
    #: The agreements of the table, by name.
    system: str
    #: What is played for: ``points``, ``imps`` or ``matchpoints``.
    scoring: str
    #: The hand that the card is played from.
    seat: str
    card: str
    #: Whether it is ahead of every other by two standard errors at least.
    resolved: bool
    #: Every legal card, the chosen one first.
    candidates: tuple[Candidate, ...]
    seed: int
    _text: str = field(repr=False, compare=False)

    @classmethod
    def _of(cls, text: str) -> Decision:
        data = json.loads(text)
        names = [name for name in Candidate.__dataclass_fields__ if name != "data"]
        candidates = tuple(Candidate(**{name: it[name] for name in names}, data=it) for it in data["candidates"])
        kept = {name: data[name] for name in ("engine", "system", "scoring", "seat", "card", "resolved", "seed")}
        return cls(**kept, candidates=candidates, _text=text)

    def to_dict(self) -> dict[str, Any]:
        """All that the program says of it: docs/json.md."""
        return json.loads(self._text)

    def frame(self) -> pandas.DataFrame:
        """The candidates, a row a card, the chosen one first. Needs pandas."""
        import pandas

        return pandas.json_normalize([it.data for it in self.candidates]).set_index("card")


@dataclass(frozen=True)
class Explanation:
    """Why one card is played rather than another: what the others make of each, and how they then play."""

    seat: str
    #: The agreements of the table, by name.
    system: str
    scoring: str
    #: The worlds that both cards were played out in to see what the others do.
    worlds: int
    #: What the first card gains over the second, and the standard error.
    gain: tuple[float, float | None]
    #: What it would gain if all players saw all four hands.
    double_dummy_gain: float
    #: What comes of each of the two cards, as docs/json.md describes it.
    accounts: tuple[dict[str, Any], ...] = field(repr=False)
    #: How the play goes after each of them, and where it parts, as docs/json.md describes it; None where neither does better.
    contrast: dict[str, Any] | None = field(repr=False)
    _text: str = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """All that the program says: docs/json.md."""
        return json.loads(self._text)

    def whereabouts(self) -> pandas.DataFrame:
        """Where the others look for the player's high cards, before each card and after it. Needs pandas."""
        import pandas

        rows = [
            {"played": account["card"], "reader": reader["seat"], **place}
            for account in self.accounts
            for reader in account["readers"]
            for place in reader["honours"]
        ]
        return pandas.DataFrame(rows, columns=["played", "reader", "card", "elsewhere", "before", "after"])


def choose(
    view: View, engine: str = "fused", *, rules: GivenRules = "natural", **settings: Unpack[Settings]
) -> Decision:
    """Chooses a card for the player whose view it is, on all cores; Ctrl-C ends it.

    ``engine`` is ``fused``, ``minimax``, ``abc``, ``reflex`` or ``abc-2006``; the other keywords are those of :class:`falsecard.Settings`.

    Raises FalsecardError if it is not this player's turn or a setting makes no sense, NoBeliefError if nothing fits.

    >>> view = View(
    ...     "E", "QJT.KJT9.QJT9.K2", "3NT by South", dummy="432.32.32.AJT987",
    ...     auction="2NT P 3NT", play="H6 H2 HK HA CQ C3 C7")
    >>> decision = choose(view, "minimax", rules="paper", worlds=8)
    >>> decision.card, [it.card for it in decision.candidates]
    ('CK', ['CK', 'C2'])
    >>> choose(view, worlds=0)
    Traceback (most recent call last):
    ...
    falsecard.FalsecardError: worlds 0: expected a number from 1 to 1000000
    """
    return Decision._of(_falsecard.choose(view._native, rules_of(rules)._native, engine, settings))


def explain(
    view: View, card: str, against: str, *, rules: GivenRules = "natural", **settings: Unpack[Settings]
) -> Explanation:
    """Explains one card against another, by what ``fused`` decides there; settings are those of :func:`choose`.

    Raises FalsecardError if one of them may not be played.
    """
    text = _falsecard.explain(view._native, rules_of(rules)._native, [card, against], settings)
    data = json.loads(text)
    return Explanation(
        seat=data["seat"],
        system=data["system"],
        scoring=data["scoring"],
        worlds=data["worlds"],
        gain=tuple(data["gain"]),
        double_dummy_gain=data["double_dummy_gain"],
        accounts=tuple(data["accounts"]),
        contrast=data.get("contrast"),
        _text=text,
    )
