"""How hard an engine thinks, and about what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from .rules import GivenRules


class Thinking(TypedDict, total=False):
    """How hard an engine thinks: keywords of every job in which engines decide. What is left out or None is as usual.

    A type checker knows the keywords by these classes; without one, a wrong keyword raises an error.
    """

    #: The number of layouts that are drawn: 80, or sixteen times as many with a budget.
    worlds: int | None
    #: The number of worlds that an imagined player solves early in the play: 4.
    mind_worlds: int | None
    #: What imagined players judge cards by.
    mind_by: Literal["worlds", "both"] | None
    #: How many cards ahead ``abc-2006`` looks; ``"full"`` is to the end.
    lookahead: int | Literal["full"] | None
    #: The share of opponents, 0 to 1, who play as if they saw all hands, for ``fused``: 0.3.
    best_defence: float | None
    #: What is played for; by default what the board's file says, or else IMPs.
    scoring: Literal["points", "imps", "matchpoints"] | None
    #: How playouts are shared out among the cards.
    allocation: str | None
    #: The most time for a decision, in seconds.
    budget: float | None
    #: Whether the signals on the table are not read.
    ignore_signals: bool | None
    #: Whether it is not read from the cards so far what they cost.
    ignore_line: bool | None


class Settings(Thinking, total=False):
    """The keywords of :func:`falsecard.choose`."""

    #: The seed of all random numbers: without a budget, the same seed gives the same decision.
    seed: int | None


class MatchOptions(Thinking, total=False):
    """The keywords of :class:`falsecard.MatchJob`."""

    a: str
    b: str
    against: str | None
    partner: str | None
    role: Literal["both", "declare", "defend"]
    n: int | None
    system: GivenRules | None
    seed: int


class RunOptions(Thinking, total=False):
    """The keywords of :class:`falsecard.RunJob`."""

    engines: Sequence[str]
    seeds: int
    seed: int
    system: GivenRules | None


class LearnOptions(TypedDict, total=False):
    """The keywords of :class:`falsecard.LearnJob`."""

    price: int
    minds: int
    mind_worlds: int
    seed: int
    system: GivenRules | None
