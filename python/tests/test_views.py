"""Views, beliefs and decisions: what is not seen changes nothing, and shares are what counting says."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter

import numpy as np
import pytest

import falsecard as fc

HANDS = dict(
    hand="QJT.KJT9.QJT9.K2", dummy="432.32.32.AJT987", contract="3NT by South", vulnerability="NS", dealer="S"
)


def at_the_table(**more: str) -> fc.View:
    given = {"auction": "2NT P 3NT", "play": "H6 H2 HK HA CQ C3 C7", **HANDS, **more}
    return fc.View("E", **given)


def test_two_hands_are_the_view_of_a_board(game: fc.Game, view: fc.View) -> None:
    """Other hidden hands make no other view, nor another decision."""
    own = game.hands["E"], game.hands["N"]
    alone = fc.View(
        "E", own[0], "3NT by South", own[1], dealer="S", vulnerability=game.vulnerability,
        auction=" ".join(game.auction), play=" ".join(game.cards), scoring="points",
    )  # fmt: skip
    assert alone == view
    ours, theirs = (fc.choose(it, "fused", rules="paper", worlds=2, mind_worlds=1) for it in (alone, view))
    assert ours.to_dict() == theirs.to_dict()


def test_a_view_follows_the_play(game: fc.Game) -> None:
    whole = game.view()
    for cards in range(len(game.cards) + 1):
        assert whole.first(cards).cards == game.cards[:cards]
    assert game.view(after=0).seat == "W" and game.view(after=0).dummy is None
    assert game.view("N", after=1).seat == "S", "declarer chooses dummy's cards"
    with pytest.raises(fc.FalsecardError, match="cards have been played"):
        game.view(after=53)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"hand": "QJT.KJT9.QJT9.K"}, "instead of thirteen"),
        ({"hand": "432.32.32.AJT987"}, "law 1"),
        ({"contract": "3NT"}, "who declares"),
        ({"contract": "8NT by South"}, "8NT"),
        ({"play": "H6 S2"}, "card 2"),
        ({"auction": "3NT 2NT"}, "2NT"),
        ({"dealer": "Q"}, "expected N, E, S or W"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, str], said: str) -> None:
    with pytest.raises(fc.FalsecardError, match=said):
        at_the_table(**wrong)


def test_facts_are_counted_exactly() -> None:
    """East sees 26 cards and one of West's: twelve of the other 25 are West's."""
    view = at_the_table(play="H6", auction="")
    assert fc.Belief(view, evidence="facts").possible == math.comb(25, 12)
    everything = fc.Belief(at_the_table(), "paper")
    assert isinstance(everything.possible, int) and 0 < everything.fitting <= everything.possible


def test_shares_add_up() -> None:
    belief = fc.Belief(at_the_table(), "paper")
    assert belief.seats == ("S", "W") and belief.said
    for card in belief.honours:
        assert sum(belief.owner(card).values()) == pytest.approx(1)
    for seat in belief.seats:
        assert belief.points(seat).sum() == pytest.approx(1) and belief.points(seat).shape == (38,)
        for suit in "SHDC":
            lengths = belief.lengths(seat, suit)
            assert lengths.sum() == pytest.approx(1) and lengths.shape == (14,)
            by_holding = np.zeros(14)
            for holding, share in belief.holdings(seat, suit).items():
                by_holding[len(holding.strip("-"))] += share
            assert by_holding == pytest.approx(lengths)
    with pytest.raises(fc.FalsecardError, match="not hidden"):
        belief.lengths("N", "S")


def test_samples_are_layouts_in_proportion() -> None:
    view = at_the_table()
    belief = fc.Belief(view, "paper")
    drawn = belief.sample(4000, seed=3)
    assert drawn.shape == (4000, 52) and drawn.dtype == np.uint8
    for row in drawn[:50]:
        assert Counter(row.tolist()) == {0: 13, 1: 13, 2: 13, 3: 13}
    for card in belief.honours:
        share = (drawn[:, fc.CARDS.index(card)] == fc.SEATS.index("W")).mean()
        assert share == pytest.approx(belief.owner(card)["W"], abs=0.04)
    held = {card for card, seat in zip(fc.CARDS, drawn[0]) if seat == 1}
    assert {"CK", "C2", "SQ"} <= held, "the hand that he sees is in every layout"
    assert (drawn == belief.sample(4000, seed=3)).all() and (drawn != belief.sample(4000, seed=4)).any()


def test_nothing_fits() -> None:
    with pytest.raises(fc.FalsecardError):
        fc.Belief(at_the_table(), "no-such-rules")
    with pytest.raises(fc.FalsecardError, match="expected facts"):
        fc.Belief(at_the_table(), evidence="hope")


def test_decisions_are_data(view: fc.View) -> None:
    pandas = pytest.importorskip("pandas")
    decision = fc.choose(view, "minimax", rules="paper", worlds=8)
    assert (decision.card, decision.seat, decision.engine) == ("CK", "E", "minimax")
    assert dataclasses.is_dataclass(decision) and decision.candidates[0].behind == 0
    frame = decision.frame()
    assert isinstance(frame, pandas.DataFrame) and list(frame.index) == [it.card for it in decision.candidates]
    data = decision.to_dict()
    data["card"] = "changed"
    assert decision.to_dict()["card"] == "CK"
    assert decision == fc.choose(view, "minimax", rules="paper", worlds=8)


def test_explanations_are_data(view: fc.View) -> None:
    pytest.importorskip("pandas")
    told = fc.explain(view, "C2", "CK", rules="paper", worlds=2, mind_worlds=1)
    assert [it["card"] for it in told.accounts] == ["C2", "CK"] and told.worlds == 2
    places = told.whereabouts()
    kings = places[(places.card == "CK") & (places.reader == "S") & (places.played == "C2")]
    assert (kings.after > kings.before).all() and len(kings) == 1
    with pytest.raises(fc.FalsecardError, match="legal cards are"):
        fc.explain(view, "SQ", "CK")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"worlds": 0}, "worlds 0"),
        ({"engine": "magic"}, "the engines are"),
        ({"scoring": "money"}, "expected points"),
        ({"budget": -1}, "budget"),
        ({"best_defence": 2.0}, "best-defence"),
        ({"tempo": 3}, "tempo"),
    ],
)
def test_bad_settings_are_refused(view: fc.View, given: dict, said: str) -> None:
    with pytest.raises(fc.FalsecardError, match=said):
        fc.choose(view, **given)


def test_only_who_is_to_play_is_asked(game: fc.Game) -> None:
    with pytest.raises(fc.FalsecardError, match="turn"):
        fc.choose(game.view("S"), worlds=1)
