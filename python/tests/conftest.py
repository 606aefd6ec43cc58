"""What the tests have in common."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import falsecard as fc

#: The repository, whose problems and recorded games are read.
ROOT = Path(__file__).resolve().parents[2]

#: Example 1 of Otawa and Uehara (2006).
EXAMPLE = ROOT / "problems" / "paper" / "paper-ex1.pbn"

PLAYED = ROOT / "tests" / "data" / "played.pbn"


@pytest.fixture
def game() -> fc.Game:
    return fc.read(EXAMPLE)[0]


@pytest.fixture
def view(game: fc.Game) -> fc.View:
    return game.view()


@pytest.fixture(scope="session")
def cluster():
    """Two workers on this machine, shared by the tests."""
    ray = pytest.importorskip("ray")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    # A machine that is busy with other things starts slowly.
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "180")
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=100 << 20, log_to_driver=False)
    yield ray
    ray.shutdown()
