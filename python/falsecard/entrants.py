"""Entrants of matches as they are named on the command line: ``fused:mind_worlds=8,no-signals``."""

from __future__ import annotations

from typing import Any

from ._falsecard import FalsecardError
from .rules import rules

_NUMBERS = {"seed": int, "worlds": int, "mind_worlds": int, "lookahead": int}
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0}
_KNOWN = (
    "seed, worlds, mind_worlds, mind_by, lookahead, best_defence, budget, scoring, allocation, system, carding, without, each with = and its "
    "value; no-signals, ignore-signals, ignore-line"
)


def _seconds(text: str) -> float:
    """A time as in 300ms, 5s or 2m."""
    for unit, seconds in _UNITS.items():
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * seconds
    return float(text)


def _share(text: str) -> float:
    """A share as in 15%."""
    if not text.endswith("%"):
        raise ValueError("expected a share, 0% to 100%")
    return float(text.removesuffix("%")) / 100


def _rules(name: str) -> dict[str, str]:
    found = rules(name)
    return {"name": name, "text": found.text}


def _setting(key: str, value: str) -> Any:
    if key == "lookahead" and value == "full":
        return value
    if key in _NUMBERS:
        return _NUMBERS[key](value)
    if key == "best_defence":
        return _share(value)
    if key == "budget":
        return _seconds(value)
    if key in ("scoring", "allocation", "mind_by"):
        return value
    raise ValueError(f"no such setting; there are {_KNOWN}")


def entrant(name: str, usual: dict[str, Any]) -> dict[str, Any]:
    """What a name stands for; what it does not say is as usual.

    >>> entrant("minimax:seed=2", {"worlds": 8})["settings"]
    {'worlds': 8, 'seed': 2}
    >>> entrant("minimax:tempo=3", {})
    Traceback (most recent call last):
    ...
    falsecard.FalsecardError: 'minimax:tempo=3': tempo=3: no such setting; there are ...
    """
    engine, _, said = name.partition(":")
    found: dict[str, Any] = {
        "name": name.strip(),
        "engine": engine.strip(),
        "settings": dict(usual),
        "system": None,
        "carding": None,
        "silent": False,
        "without": [],
    }
    own_worlds = False
    for part in filter(None, map(str.strip, said.split(","))):
        key, has_value, value = (it.strip() for it in part.partition("="))
        key = key.replace("-", "_")
        try:
            if not has_value and key == "no_signals":
                found["silent"] = True
            elif not has_value and key in ("ignore_signals", "ignore_line"):
                found["settings"][key] = True
            elif key in ("system", "carding"):
                found[key] = _rules(value)
            elif key == "without":
                found["without"].append(value)
            else:
                found["settings"][key] = _setting(key, value)
                own_worlds = own_worlds or key == "worlds"
        except ValueError as why:
            raise FalsecardError(f"{name!r}: {part}: {why}") from None
    if "budget" in found["settings"] and "budget" not in usual and not own_worlds:
        # Only this engine's time is limited: then the time decides, whatever number of worlds is usual.
        usual_worlds = found["settings"].pop("worlds", None)
        if usual_worlds is not None:
            found["settings"]["unhurried_worlds"] = usual_worlds
    return found


def without(other: dict[str, Any], convention: str) -> dict[str, Any]:
    """The same entrant knowing nothing of a convention."""
    sign = "," if ":" in other["name"] else ":"
    name = f"{other['name']}{sign}without={convention.strip()}"
    return {**other, "name": name, "without": [*other["without"], convention.strip()]}
