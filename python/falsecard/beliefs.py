"""Beliefs: what a player can infer, counted exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _falsecard
from .games import SEATS
from .pictures import framed
from .rules import GivenRules, rules as rules_of
from .views import View

if TYPE_CHECKING:
    import numpy as np
    import pandas


class Belief:
    """The weight of every layout of the hands that a player does not see.

    ``evidence`` says what he goes by: ``"facts"`` (cards and voids), ``"auction"`` (the calls too), ``"no-signals"`` (the cards too,
    agreed signals left out) or ``"all"``.

    >>> view = View(
    ...     "E", "QJT.KJT9.QJT9.K2", "3NT by South", dummy="432.32.32.AJT987",
    ...     auction="2NT P 3NT", play="H6 H2 HK HA CQ C3 C7")
    >>> belief = Belief(view, "paper")
    >>> sum(belief.owner("HA").values())
    1.0
    >>> belief.sample(3).shape
    (3, 52)

    Raises NoBeliefError where nothing fits what is certain.
    """

    def __init__(self, view: View, rules: GivenRules = "natural", *, evidence: str = "all") -> None:
        self.view = view
        self._native = _falsecard.Belief(view._native, rules_of(rules)._native, evidence)

    @property
    def seats(self) -> tuple[str, ...]:
        """The hidden seats, two or three."""
        return tuple(self._native.seats)

    @property
    def possible(self) -> int:
        """The number of layouts that the hard facts allow: exact of two hidden hands, right to fifteen digits of three.

        >>> view = View("E", "QJT.KJT9.QJT9.K2", "3NT by South", dummy="432.32.32.AJT987", play="H6")
        >>> Belief(view, evidence="facts").possible == 25 * 24 * 23 * 22 * 21 * 20 * 19 * 18 * 17 * 16 * 15 * 14 // 479001600
        True
        """
        return self._native.possible

    @property
    def fitting(self) -> int:
        """The number of layouts that keep every promise and signal."""
        return self._native.fitting

    @property
    def weight(self) -> float:
        """The total weight of all layouts; one that keeps every promise weighs 1 at most."""
        return self._native.weight

    @property
    def honours(self) -> tuple[str, ...]:
        """The high cards that are out."""
        return tuple(self._native.honours)

    @property
    def said(self) -> tuple[str, ...]:
        """What the player goes by, in sentences."""
        return tuple(self._native.said)

    def owner(self, card: str) -> dict[str, float]:
        """The probability that each seat was dealt a card."""
        return dict(self._native.owner(card))

    def lengths(self, seat: str, suit: str) -> np.ndarray:
        """The probability of each length, 0 to 13, of a hidden hand's suit."""
        import numpy as np

        return np.array(self._native.lengths(seat, suit))

    def points(self, seat: str) -> np.ndarray:
        """The probability of each number of high-card points, 0 to 37, of a hidden hand."""
        import numpy as np

        return np.array(self._native.points(seat))

    def holdings(self, seat: str, suit: str) -> dict[str, float]:
        """What a hand may have been dealt in a suit, with the probability of each holding."""
        return dict(self._native.holdings(seat, suit))

    def sample(self, n: int, *, seed: int = 1) -> np.ndarray:
        """``n`` layouts drawn in proportion to their weights: an array of ``n`` rows and 52 columns, the seat (0 to 3, as in
        ``SEATS``) of each card (as in ``CARDS``). The same seed gives the same layouts.
        """
        import numpy as np

        drawn = np.frombuffer(self._native.sample(n, seed), dtype=np.uint8)
        return drawn.reshape(-1, 52)

    def frame(self) -> pandas.DataFrame:
        """Who holds the high cards that are out, a row a card. Needs pandas."""
        import pandas

        rows = {card: self.owner(card) for card in self.honours}
        return pandas.DataFrame.from_dict(rows, orient="index", columns=list(SEATS))[list(self.seats)]

    def __repr__(self) -> str:
        return f"<Belief of {self.view.seat} about {' and '.join(self.seats)}>"

    def _repr_html_(self) -> str:
        return framed(self._native.html(), 420)
