"""A cluster makes the same files, and loses nothing with a worker."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

import falsecard as fc

pytest.importorskip("ray")
pytest.importorskip("pyarrow")

from conftest import PLAYED  # noqa: E402

#: Cheap boards, and enough of them that a worker can be lost in the middle of some.
MATCH = {"a": "open", "b": "random", "n": 24}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("alone") / "match.jsonl"
    fc.match(**MATCH, out=out, threads=1)
    return out.read_bytes()


def workers(cluster) -> list[int]:
    """The processes of this machine's cluster that do tasks of ours now."""
    import psutil

    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if any(part.startswith("ray::match") for part in process.cmdline()):
                found.append(process.pid)
        except psutil.Error:
            pass  # It has ended meanwhile.
    return found


def test_two_workers_make_the_same_file(cluster, alone: bytes, tmp_path: Path) -> None:
    import falsecard.ray

    out = tmp_path / "match.jsonl"
    falsecard.ray.match(**MATCH, out=out, store=tmp_path / "store")
    assert out.read_bytes() == alone


def test_a_lost_worker_changes_nothing(cluster, alone: bytes, tmp_path: Path) -> None:
    import falsecard.ray

    lost: list[int] = []

    def lose_one() -> None:
        """Ends a worker in the middle of a board."""
        deadline = time.monotonic() + 120
        while not lost and time.monotonic() < deadline:
            for worker in workers(cluster)[:1]:
                os.kill(worker, signal.SIGKILL)
                lost.append(worker)
            time.sleep(0.05)

    loser = threading.Thread(target=lose_one)
    loser.start()
    out = tmp_path / "match.jsonl"
    falsecard.ray.match(**MATCH, out=out, store=tmp_path / "store", batch=6)
    loser.join()
    assert lost, "no worker was there to be lost"
    assert out.read_bytes() == alone


def test_a_stopped_job_goes_on(cluster, alone: bytes, tmp_path: Path) -> None:
    """What is on disk is not done again, and what is torn or of another job does no harm."""
    import falsecard.ray
    from falsecard.store import Finished, Store

    job = fc.MatchJob(**MATCH)
    store = Store(tmp_path / "store")
    done = dict(zip((piece.number for piece in job.pieces), alone.decode().splitlines()))
    store.keep([Finished(it.number, it.key, done[it.number]) for it in job.pieces[:20]])
    store.keep([Finished(21, "of another job", "nothing")])
    (tmp_path / "store" / "torn.partial").write_bytes(b"PAR1")
    played: list[int] = []
    keep = Store.keep
    try:
        Store.keep = lambda self, finished: (played.extend(it.number for it in finished), keep(self, finished))[1]
        out = tmp_path / "match.jsonl"
        falsecard.ray.match(**MATCH, out=out, store=tmp_path / "store", batch=2)
    finally:
        Store.keep = keep
    assert sorted(played) == [21, 22, 23, 24] and out.read_bytes() == alone


def test_learning_is_the_same(cluster, tmp_path: Path) -> None:
    import falsecard.ray

    here = fc.learn(PLAYED, price=1, minds=1)
    assert falsecard.ray.learn(PLAYED, price=1, minds=1, store=tmp_path / "store") == here


def test_a_run_is_the_same(cluster, tmp_path: Path) -> None:
    import falsecard.ray

    settings = {"engines": ["minimax"], "worlds": 2}
    here = fc.run("paper", **settings)
    there = falsecard.ray.run("paper", **settings, store=tmp_path / "store")
    again = falsecard.ray.run("paper", **settings, store=tmp_path / "store")
    assert there == again, "times are of when it was worked out"
    assert [{**it, "ms": 0} for it in there] == [{**it, "ms": 0} for it in here]
