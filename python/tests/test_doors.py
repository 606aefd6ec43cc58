"""One engine, whichever way it is asked: Python's answers are those of the command line, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import falsecard as fc
from conftest import EXAMPLE
from falsecard import _falsecard

PROGRAM = os.environ.get("FALSECARD")


def asked(folder: Path, scoring: str | None) -> Path:
    """The example as a board, not as a problem, played for something else or for what is not known."""
    lines = [line for line in EXAMPLE.read_text().splitlines() if not line.startswith(("[Scoring", "[Problem"))]
    at = next(number for number, line in enumerate(lines) if line.startswith("[Dealer"))
    if scoring is not None:
        lines.insert(at, f'[Scoring "{scoring}"]')
    file = folder / "asked.pbn"
    file.write_text("\n".join(lines) + "\n")
    return file


def printed(*args: str) -> list[str]:
    """What the program prints, a line for each object."""
    assert PROGRAM is not None
    return subprocess.run([PROGRAM, *args, "--json"], capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.skipif(PROGRAM is None, reason="FALSECARD names the program")
@pytest.mark.parametrize(("tag", "scoring"), [(None, "imps"), ("MP", "matchpoints"), ("Rubber", "points")])
def test_the_same_question_has_the_same_answer(tmp_path: Path, tag: str | None, scoring: str) -> None:
    file = asked(tmp_path, tag)
    view, rules = fc.read(file)[0].view(), fc.rules("paper")
    lines = printed("choose", str(file), "--system", "paper")
    for engine, line in zip(["minimax", "fused"], lines, strict=True):
        said = _falsecard.choose(view._native, rules._native, engine, {})
        assert line.partition(',"ms":')[0] + "}" == said
        assert json.loads(said)["scoring"] == scoring


def test_a_limit_of_time_allows_more_worlds() -> None:
    verdict = next(line for line in fc.run(EXAMPLE, engines=["minimax"], budget=0.001) if "solved" in line)
    assert verdict["worlds"] == 16 * 80
