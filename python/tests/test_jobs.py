"""Jobs: the same bytes as the program's, on any number of threads."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import falsecard as fc

from conftest import PLAYED, ROOT

MATCH = {"a": "open", "b": "random:seed=9", "n": 6}


def program() -> str:
    """The program, where it has been built."""
    found = os.environ.get("FALSECARD") or shutil.which("falsecard")
    if not found:
        pytest.skip("FALSECARD names no program to compare with")
    return found


def printed(*args: str, of: str | None = None) -> list[str]:
    done = subprocess.run([of or program(), *args, "--json"], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_a_match_is_the_same_on_any_number_of_threads(tmp_path: Path) -> None:
    for threads in (1, 3):
        fc.match(**MATCH, threads=threads, out=tmp_path / f"{threads}.jsonl")
    one, three = ((tmp_path / f"{threads}.jsonl").read_bytes() for threads in (1, 3))
    assert one == three and len(one.splitlines()) > 6


def test_a_match_is_the_programs(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    fc.match(**MATCH, out=out)
    assert out.read_text().splitlines() == printed("match", "--a", "open", "--b", "random:seed=9", "-n", "6")
    settings = {"a": "minimax", "b": "minimax:without=count", "role": "defend", "partner": "open", "system": "textbook", "worlds": 1}
    fc.match(PLAYED, **settings, out=out)
    same = ["match", str(PLAYED), "--a", "minimax", "--b", "minimax:without=count", "--role", "defend", "--partner", "open"]
    assert out.read_text().splitlines() == printed(*same, "--system", "textbook", "--worlds", "1")


def test_a_run_is_the_programs() -> None:
    ours = fc.run("paper", engines=["minimax"], worlds=2, seeds=2)
    theirs = printed("run", "paper", "--engine", "minimax", "--worlds", "2", "--seeds", "2", "--cache=off")

    def timeless(line: dict) -> dict:
        return {key: value for key, value in line.items() if key != "ms"}

    assert list(map(timeless, ours)) == [timeless(json.loads(line)) for line in theirs]


def test_what_is_learned_is_the_programs(tmp_path: Path) -> None:
    out = tmp_path / "learned.jsonl"
    fc.learn(PLAYED, price=1, minds=1, out=out)
    theirs = printed("learn", "--test", str(PLAYED), "--price", "1", "--minds", "1", of=program() + "-lab")
    assert out.read_text().splitlines() == theirs


def test_a_style_is_fitted() -> None:
    style = fc.fit(fc.read(PLAYED), name="played")
    assert style.name == "played" and "fitted to" in style.text
    assert fc.Belief(fc.read(PLAYED)[0].view(after=8), style).seats


def test_nonsense_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.pbn"
    empty.write_text("")
    for what, said in [
        ({"n": 0}, "at least one board"),
        ({"a": "nobody", "n": 1}, "the engines are"),
        ({"a": "fused:worlds=many", "n": 1}, "worlds many"),
        ({"against": "open", "n": 1}, "role='declare'"),
        ({"partner": "open", "role": "declare", "n": 1}, "role='defend'"),
        ({"a": "minimax:without=nothing", "n": 1}, "no convention"),
        ({"role": "watch", "n": 1}, "watch"),
    ]:
        with pytest.raises(fc.FalsecardError, match=said):
            fc.MatchJob(**what)
    for job in (fc.LearnJob, fc.MatchJob, fc.RunJob):
        with pytest.raises(fc.FalsecardError, match="there is no|holds no game"):
            job(empty)


def test_keys_say_what_results_depend_on() -> None:
    same, again, other = (fc.MatchJob(**{**MATCH, **more}) for more in ({}, {}, {"b": "random:seed=8"}))
    keys = [[piece.key for piece in job.pieces] for job in (same, again, other)]
    assert keys[0] == keys[1] and not set(keys[0]) & set(keys[2]) and len(set(keys[0])) == 6
