"""Double dummy: one deal or many, however they are handed over."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import falsecard as fc

DEAL = "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543"


def shuffled(n: int, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(np.repeat(np.arange(4, dtype=np.uint8), 13)) for _ in range(n)])


def text(owners: np.ndarray) -> str:
    hand = lambda seat: ".".join(
        "".join(fc.CARDS[at][1] for at in range(52) if owners[at] == seat and fc.CARDS[at][0] == suit) for suit in "SHDC"
    )
    return "N:" + " ".join(hand(seat) for seat in range(4))


def test_forms_agree() -> None:
    deals = shuffled(4)
    by_array = fc.tables(deals)
    assert by_array.shape == (4, 4, 5) and by_array.max() <= 13
    texts = [text(deal) for deal in deals]
    assert (by_array == fc.tables(texts)).all()
    assert (by_array == fc.tables([fc.Game.from_deal(it) for it in texts])).all()
    assert fc.table(texts[0]) == {
        seat: {strain: int(by_array[0, at, of]) for of, strain in enumerate(fc.STRAINS)}
        for at, seat in enumerate(fc.DECLARERS)
    }
    assert fc.tables(deals[:0]).shape == fc.tables([]).shape == (0, 4, 5)


def test_turning_the_table_turns_the_tricks() -> None:
    deals = shuffled(2)
    turned = fc.tables((deals + 1) % 4)
    assert (np.roll(fc.tables(deals), 1, axis=1) == turned).all()


def test_cards_and_tables_agree() -> None:
    table = fc.table(DEAL)
    game = fc.Game.from_deal(DEAL)
    values = fc.card_values(game, strain="NT", leader="W")
    assert len(values) == 13 and 13 - max(values.values()) == table["S"]["NT"]
    by_east = fc.card_values(game, strain="NT", leader="E")
    assert 13 - max(by_east.values()) == table["N"]["NT"], "declarer's left-hand opponent leads"


def test_a_position_is_that_of_the_game(game: fc.Game) -> None:
    values = fc.card_values(game)
    assert set(values) == {"CK", "C2"} and values["CK"] > values["C2"], "the king wins a trick at once"


def test_bad_deals_are_refused() -> None:
    for deal in ("N:432.32", "N:432.32.32.AJT987 - - -", "X:" + DEAL[2:], DEAL.replace("Q", "Z")):
        with pytest.raises(fc.FalsecardError):
            fc.table(deal)
    with pytest.raises(fc.FalsecardError, match="13 cards"):
        fc.tables(np.zeros((1, 52), dtype=np.uint8))
    with pytest.raises(fc.FalsecardError, match="52 columns"):
        fc.tables(np.zeros((1, 51), dtype=np.uint8))
    with pytest.raises(fc.FalsecardError, match="together"):
        fc.card_values(fc.Game.from_deal(DEAL), strain="NT")


def test_the_interpreter_is_free_meanwhile() -> None:
    """Another thread counts while tables are solved."""
    counted, goes_on = 0, True

    def count() -> None:
        nonlocal counted
        while goes_on:
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    fc.tables(shuffled(40))
    solved = counted - before
    goes_on = False
    thread.join()
    assert solved > 5
