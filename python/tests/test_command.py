"""The command that comes with the package is the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

import falsecard as fc
from conftest import EXAMPLE

COMMAND = str(Path(sysconfig.get_path("scripts"), "falsecard"))

PROGRAM = os.environ.get("FALSECARD")

LONG = ["match", "--a", "minimax", "--b", "random", "--boards", "500", "--worlds", "100000"]


def ran(*args: str, by: str = COMMAND) -> tuple[int, str, str]:
    done = subprocess.run([by, *args], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_it_has_the_version_of_the_package() -> None:
    version = (0, f"falsecard {fc.__version__}\n", "")
    assert ran("--version") == version
    assert ran("-m", "falsecard", "--version", by=sys.executable) == version


@pytest.mark.skipif(PROGRAM is None, reason="FALSECARD names the program")
@pytest.mark.parametrize(
    "args",
    [
        ["choose", str(EXAMPLE), "--engine", "minimax"],
        ["dd", str(EXAMPLE), "--json"],
        ["--help"],
        ["dd", "nowhere.pbn"],
        ["dd", "nowhere.pbn", "--json"],
        ["choose", "--wrong", "--json"],
        ["signal", str(EXAMPLE), "--problems"],
    ],
)
def test_it_answers_as_the_program_does(args: list[str]) -> None:
    assert PROGRAM is not None
    assert ran(*args) == ran(*args, by=PROGRAM)


def test_statuses() -> None:
    assert [ran(*args)[0] for args in [["terms"], ["signal", "--problems", str(EXAMPLE)], ["dd", "nowhere.pbn"]]] == [0, 1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_ends_it_with_what_there_is() -> None:
    with subprocess.Popen([COMMAND, *LONG], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        time.sleep(3)
        assert running.poll() is None, "it takes long"
        running.send_signal(signal.SIGINT)
        printed, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "broken off" in printed and "interrupted" in told


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")
def test_a_reader_may_go_away() -> None:
    with subprocess.Popen([COMMAND, "terms"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        assert (running.wait(timeout=60), running.stderr.read()) == (0, b"")


def test_it_starts_without_numpy() -> None:
    assert ran("-c", "import sys, falsecard.__main__; print('numpy' in sys.modules)", by=sys.executable)[1] == "False\n"
