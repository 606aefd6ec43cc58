"""Entrants of matches as they are named on the command line: ``fused:mind_worlds=8,no-signals``."""

from __future__ import annotations

from typing import Any

from .rules import rules


def _rules(name: str) -> dict[str, str]:
    found = rules(name)
    return {"name": name, "text": found.text}


def entrant(name: str, usual: dict[str, Any]) -> dict[str, Any]:
    """What a name stands for; what it does not say is as usual. Its settings are those of ``falsecard help settings``.

    >>> entrant("minimax:seed=2,no-signals", {"worlds": 8})["own"]
    [['seed', '2']]
    """
    engine, _, said = name.partition(":")
    found: dict[str, Any] = {
        "name": name.strip(),
        "engine": engine.strip(),
        "usual": usual,
        "own": [],
        "system": None,
        "carding": None,
        "silent": False,
        "without": [],
    }
    for part in filter(None, map(str.strip, said.split(","))):
        key, has_value, value = (it.strip() for it in part.partition("="))
        if key in ("no-signals", "no_signals"):
            found["silent"] = True
        elif key in ("system", "carding"):
            found[key] = _rules(value)
        elif key == "without":
            found["without"].append(value)
        else:
            # What is said without a value is so.
            found["own"].append([key, value if has_value else "yes"])
    return found
