"""Games: what is read is written and read again, and faults say where they are."""

from __future__ import annotations

import pickle

import pytest

import falsecard as fc

from conftest import EXAMPLE, PLAYED, ROOT

FORMATS = sorted((ROOT / "tests" / "data" / "formats").glob("*.*"))


@pytest.mark.parametrize("format", ["pbn", "lin", "json"])
def test_games_come_back(format: str) -> None:
    for path in (EXAMPLE, PLAYED):
        games = fc.read(path)
        again = fc.loads(fc.dumps(games, format=format), format=format)
        facts = [(it.hands, it.auction, it.contract, it.declarer, it.cards, it.dealer) for it in games]
        assert facts == [(it.hands, it.auction, it.contract, it.declarer, it.cards, it.dealer) for it in again]


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: path.name)
def test_every_file_is_read_or_refused(path) -> None:
    reading = fc.load(path, format=None if path.suffix != ".md" else "text")
    for game in reading.games:
        assert len(game.hands) == 4 and str(game)
        assert pickle.loads(pickle.dumps(game)).hands == game.hands
    assert all(line >= 1 and said for line, said in reading.faults + reading.warnings)


def test_files_are_written_whole(tmp_path, game: fc.Game) -> None:
    path = tmp_path / "out.lin"
    fc.write(path, [game, game])
    assert [it.hands for it in fc.read(path)] == [game.hands] * 2
    assert [it.name for it in tmp_path.iterdir()] == ["out.lin"]
    with pytest.raises(fc.FalsecardError, match="tells no format"):
        fc.write(tmp_path / "out", [game])


def test_a_fault_says_where(tmp_path) -> None:
    path = tmp_path / "bad.pbn"
    path.write_text('[Dealer "S"]\n[Deal "N:AKQJ... .AKQJ.. ..AKQJ. ...AKQ"]\n')
    with pytest.raises(fc.NotationError, match="bad.pbn:2") as raised:
        fc.read(path)
    assert (raised.value.line, raised.value.file) == (2, str(path)) and raised.value.column >= 1
    assert isinstance(raised.value, ValueError)
    with pytest.raises(FileNotFoundError):
        fc.read(tmp_path / "none.pbn")
    with pytest.raises(fc.FalsecardError, match="expected pbn, lin, url, json or text"):
        fc.loads("x", format="docx")


def test_what_is_left_open_is_filled_in() -> None:
    deal = fc.Game.from_deal("N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 - -")
    game = deal.filled(contract="3NT by South", auction="2NT P 3NT", play="H6 H2 HK HA CQ C3 C7")
    assert (game.contract, game.declarer, game.dealer) == ("3NT", "S", "S")
    assert game.auction[:3] == ("2NT", "P", "3NT") and game.hands["S"] is None
    assert game.view().legal == ("CK", "C2")
    with pytest.raises(fc.FalsecardError, match="given as"):
        game.filled(contract="4S by South")


def test_pictures_are_framed(game: fc.Game, view: fc.View) -> None:
    for picture in (game._repr_html_(), view._repr_html_(), fc.Belief(view, "paper")._repr_html_()):
        assert picture.startswith("<iframe srcdoc=") and picture.count("<") == 2
    assert "J109" in str(view) and "AK9" not in str(view), "a view shows no hidden hand"


class Endplays:
    """What this package asks of a deal of endplay's."""

    def to_pbn(self) -> str:
        return "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543"


def test_endplay() -> None:
    game = fc.Game.from_endplay(Endplays())
    assert game.hands["E"] == "QJT.KJT9.QJT9.K2"
    with pytest.raises(fc.FalsecardError, match="no deal of endplay"):
        fc.Game.from_endplay(3)


def test_real_endplay() -> None:
    types = pytest.importorskip("endplay.types")
    game = fc.Game.from_endplay(types.Deal(Endplays().to_pbn()))
    assert fc.Game.from_endplay(game.to_endplay()).hands == game.hands
    with pytest.raises(fc.FalsecardError, match="four hands"):
        fc.Game.from_deal("N:432.32.32.AJT987 - - -").to_endplay()
