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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._public import *
else:

    def __getattr__(name: str) -> object:
        # The command lies in this package too, and starts sooner if nothing of it is loaded.
        if not name.startswith("_") or name in ("__all__", "__version__"):
            from . import _public

            found = globals().get(name, getattr(_public, name, None))
            if found is not None:
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        from . import _public

        return [*globals(), *_public.__all__]
