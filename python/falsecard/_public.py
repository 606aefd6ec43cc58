"""All that the package offers."""

from ._falsecard import FalsecardError, NoBeliefError, NotationError, __version__
from .beliefs import Belief
from .bidding import bid
from .decisions import Candidate, Decision, Explanation, choose, explain
from .double_dummy import DECLARERS, STRAINS, card_values, table, tables
from .games import CARDS, SEATS, Game, Notice, dumps, load, loads, read, write
from .jobs import LearnJob, MatchJob, RunJob, learn, match, run
from .rules import Rules, fit, rules
from .settings import Settings
from .views import View

__all__ = [
    "CARDS",
    "DECLARERS",
    "SEATS",
    "STRAINS",
    "Belief",
    "Candidate",
    "Decision",
    "Explanation",
    "FalsecardError",
    "Game",
    "LearnJob",
    "MatchJob",
    "NoBeliefError",
    "NotationError",
    "Notice",
    "Rules",
    "RunJob",
    "Settings",
    "View",
    "__version__",
    "bid",
    "card_values",
    "choose",
    "dumps",
    "explain",
    "fit",
    "learn",
    "load",
    "loads",
    "match",
    "read",
    "rules",
    "run",
    "table",
    "tables",
    "write",
]
