"""Double dummy: the tricks that each side takes when all four hands are open and nobody errs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import _falsecard
from ._falsecard import FalsecardError
from .games import CARDS, SEATS, Game

if TYPE_CHECKING:
    import numpy as np

    Deals = np.ndarray | Sequence[Game | str]

#: The declarers in the order of tables.
DECLARERS: tuple[str, ...] = SEATS

#: The strains in the order of tables.
STRAINS: tuple[str, ...] = ("NT", "S", "H", "D", "C")

_PLACE = {card: place for place, card in enumerate(CARDS)}


def _owners(deal: Game | str) -> np.ndarray:
    import numpy as np

    text = deal.deal if isinstance(deal, Game) else deal
    first, _, hands = text.partition(":")
    seats = "NESW"
    start = seats.find(first.strip().upper())
    owners = np.full(52, 255, dtype=np.uint8)
    named = hands.split()
    if start < 0 or len(named) != 4:
        raise FalsecardError(f"{text!r} is no deal: expected N: and four hands, as in N:AQT.K4.32.J98765 ...")
    for turn, hand in enumerate(named):
        for suit, ranks in zip("SHDC", hand.split(".")):
            for rank in ranks.upper():
                place = _PLACE.get(suit + rank)
                if place is None:
                    raise FalsecardError(f"{text!r}: {suit + rank} is no card")
                owners[place] = (start + turn) % 4
    return owners


def tables(deals: Deals) -> np.ndarray:
    """The tables of many deals, on all cores and with the interpreter free: an array of shape (deals, 4, 5), the tricks of each
    declarer (as in ``DECLARERS``) in each strain (as in ``STRAINS``).

    Deals are games, PBN texts, or an array of uint8 with a row of 52 a deal: the seat of each card, as ``Belief.sample`` draws them.
    Ctrl-C ends it. Raises FalsecardError if a hand has not 13 cards.

    >>> tables(["N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543"])[0, 2].tolist()
    [12, 9, 9, 9, 12]
    """
    import numpy as np

    if isinstance(deals, np.ndarray):
        if deals.dtype != np.uint8 or deals.ndim != 2 or deals.shape[1] != 52:
            raise FalsecardError(f"deals of {deals.dtype} {deals.shape}: expected uint8 with 52 columns")
        owners = np.ascontiguousarray(deals)
    else:
        owners = np.array([_owners(deal) for deal in deals], dtype=np.uint8).reshape(-1, 52)
    solved = np.frombuffer(_falsecard.tables(owners.tobytes()), dtype=np.uint8)
    return solved.reshape(-1, len(DECLARERS), len(STRAINS))


def table(deal: Game | str) -> dict[str, dict[str, int]]:
    """The table of one deal: declarer to strain to tricks.

    >>> table("N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543")["S"]["NT"]
    12
    """
    tricks = tables([deal])[0]
    return {
        declarer: {strain: int(taken) for strain, taken in zip(STRAINS, row)} for declarer, row in zip(DECLARERS, tricks)
    }


def card_values(game: Game, *, strain: str | None = None, leader: str | None = None) -> dict[str, int]:
    """What each legal card is worth now: the tricks that the side to play still takes with it, nobody erring.

    Of a bare deal, ``strain`` and ``leader`` say what is played and who is on lead.

    >>> deal = Game.from_deal("N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543")
    >>> min(card_values(deal, strain="NT", leader="W").values())
    1
    """
    if (strain is None) != (leader is None):
        raise FalsecardError("strain and leader are given together")
    return dict(_falsecard.cards(game._native, strain, leader))
