"""One suit, played as well as it can be."""

from __future__ import annotations

import json
from typing import Any

from . import _falsecard
from ._falsecard import FalsecardError
from .rules import GivenRules, rules as rules_of
from .views import View


def suit(
    suit: str,
    view: View | None = None,
    *,
    rules: GivenRules = "natural",
    vacant: str | None = None,
    entries: int | None = None,
    lead_from: str | None = None,
) -> dict[str, Any]:
    """The best plan for each number of tricks in a suit: the object that ``falsecard suit --json`` prints (docs/json.md).

    ``suit`` is declarer's two holdings, as in ``"AJ109 / K32"``; with declarer's ``view`` of a deal it is ``"S"``, ``"H"``, ``"D"``
    or ``"C"``, and the chances come from what he has seen and heard, by ``rules``. ``vacant`` says how many unknown cards West
    and East hold, as in ``"10-12"``, where there is no view. ``entries`` says how often declarer can come to North (to dummy) in
    other suits, and ``lead_from`` which hand leads first, ``"north"`` or ``"south"`` (``"dummy"`` or ``"declarer"``).

    >>> answer = suit("AK943 / Q10")
    >>> round(100 * answer["at_least"][4]["value"], 1)
    54.1
    >>> round(suit("87 / AJ10", entries=1)["average"]["value"], 2)
    1.28

    Raises :class:`FalsecardError` if that is no suit, or the view is not declarer's with dummy in sight.
    """
    if view is None:
        return json.loads(_falsecard.suit(suit, vacant or "13-13", entries, lead_from))
    if vacant is not None:
        raise FalsecardError("vacant is for two holdings: a view says it itself")
    return json.loads(_falsecard.declarers_suit(suit, view._native, rules_of(rules)._native, entries, lead_from))
