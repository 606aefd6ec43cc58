"""Bidding: what to call, how likely champions are to make each call, and what it shows."""

from __future__ import annotations

import json
from typing import Any

from . import _falsecard
from .rules import GivenRules, rules as rules_of


def bid(
    hand: str,
    auction: str = "",
    *,
    dealer: str = "N",
    vulnerable: str | None = None,
    rules: GivenRules = "natural",
    opponents: GivenRules | None = None,
    deals: int = 24,
    seed: int = 1,
) -> dict[str, Any]:
    """What to call with a hand after the calls of an auction: the object that ``falsecard bid --json`` prints (docs/json.md).

    ``auction`` has the calls so far, from the dealer's on, as in ``"1S P 2S P"``; the hand is that of the player who is to call next.
    ``rules`` is what his side has agreed, ``opponents`` what the others have (by default the same). The calls that
    come into question are tried in ``deals`` deals that fit the auction, up to 10,000; with 0 none is.

    Raises :class:`FalsecardError` if a call is not legal, the auction is over or the hand has not thirteen cards.
    """
    own = rules_of(rules)
    theirs = own if opponents is None else rules_of(opponents)
    text = _falsecard.bid(
        hand,
        own._native,
        theirs._native,
        auction=auction,
        dealer=dealer,
        vulnerable=vulnerable,
        deals=deals,
        seed=seed,
    )
    return json.loads(text)
