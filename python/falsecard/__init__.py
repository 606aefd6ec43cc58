"""falsecard: a contract bridge card-play engine that models what the other players believe.

Games are read, a player's view is taken of one, and the view is asked: what its player believes, which card he should play,
and why.

>>> import falsecard as fc
>>> deal = '''
... [Dealer "S"]
... [Vulnerable "NS"]
... [Deal "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543"]
... [Auction "S"]
... 2NT Pass 3NT AP
... [Play "W"]
... H6 H2 HK HA
... C3 C7 +  CQ
... '''
>>> game = fc.loads(deal)[0]
>>> view = game.view()
>>> view.seat, view.legal
('E', ('CK', 'C2'))
>>> fc.choose(view, "minimax", rules="paper", worlds=4).card
'CK'

Cards are two letters, suit and rank (``"CK"``); seats ``"N"``, ``"E"``, ``"S"`` and ``"W"``; strains ``"NT"``, ``"S"``, ``"H"``,
``"D"`` and ``"C"``. What is wrong raises :class:`FalsecardError`, whose text says what would be right.
"""

from ._falsecard import FalsecardError, NoBeliefError, NotationError, __version__
from .beliefs import Belief
from .bidding import bid
from .decisions import Candidate, Decision, Explanation, choose, explain
from .double_dummy import DECLARERS, STRAINS, card_values, table, tables
from .games import CARDS, SEATS, Game, Notice, dumps, load, loads, read, write
from .jobs import LearnJob, MatchJob, RunJob, learn, match, run
from .rules import Rules, fit, rules
from .settings import Settings
from .suits import suit
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
    "suit",
    "table",
    "tables",
    "write",
]
