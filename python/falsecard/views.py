"""Views: what one player may know, from a game or from what he has before him at the table."""

from __future__ import annotations


from . import _falsecard
from .pictures import framed


class View:
    """All that one player may know: his own hand, dummy's once it is faced, the calls and the cards.

    At the table two hands are enough, and before the opening lead his own:

    >>> view = View(
    ...     "E", "QJT.KJT9.QJT9.K2", "3NT by South", dummy="432.32.32.AJT987",
    ...     auction="2NT P 3NT", play="H6 H2 HK HA CQ C3 C7")
    >>> view.legal
    ('CK', 'C2')
    >>> view.hidden
    ('S', 'W')
    >>> View("N", "QJT.KJT9.QJT9.K2", "3NT by South")
    Traceback (most recent call last):
    ...
    falsecard.FalsecardError: ...
    """

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
    ) -> None:
        """Hands are as dealt, suits from spades down; the passes that end the auction may be left out; without a dealer,
        declarer dealt; ``scoring`` is what the board is played for, if that is known. Raises FalsecardError, which names the law.
        """
        self._native = _falsecard.View(
            seat,
            hand,
            contract,
            dummy,
            dealer=dealer,
            vulnerability=vulnerability,
            auction=auction,
            play=play,
            scoring=scoring,
        )

    @classmethod
    def _of(cls, native: _falsecard.View) -> View:
        view = cls.__new__(cls)
        view._native = native
        return view

    @property
    def seat(self) -> str:
        """The player whose view it is."""
        return self._native.seat

    @property
    def hand(self) -> str:
        """The hand that he was dealt."""
        return self._native.hand

    @property
    def dummy(self) -> str | None:
        """Dummy's hand as dealt, once it is faced."""
        return self._native.dummy

    @property
    def contract(self) -> str:
        """The contract in words."""
        return self._native.contract

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards in the order of play."""
        return tuple(self._native.cards)

    @property
    def legal(self) -> tuple[str, ...]:
        """The cards that may be played now, from whichever hand is to play."""
        return tuple(self._native.legal)

    @property
    def hidden(self) -> tuple[str, ...]:
        """The seats whose hands he does not see."""
        return tuple(self._native.hidden)

    @property
    def is_deciding(self) -> bool:
        """Whether it is for him to choose a card."""
        return self._native.is_deciding

    def first(self, cards: int) -> View:
        """What the same player knew when this many cards had been played, at most all."""
        return View._of(self._native.first(cards))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._native == other._native

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        return f"<View of {self.seat}, {self.contract}, {len(self.cards)} cards played>"

    def _repr_html_(self) -> str:
        return framed(self._native.html(), 460)
