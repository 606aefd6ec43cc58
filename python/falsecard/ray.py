"""Long jobs on a Ray cluster: the boards of a match, the problems of a run and the games of records are its tasks.

The files are the same bytes as those of :func:`falsecard.match`, :func:`falsecard.run` and :func:`falsecard.learn` on one machine, however many
workers there are and whichever of them are lost, as long as work is counted in worlds and not by a budget of time (and except for the
times that ``run`` tells). What is finished is kept in Parquet files: the same call goes on from there.

>>> import falsecard.ray  # doctest: +SKIP
>>> falsecard.ray.match("boards.pbn", a="fused", out="match.jsonl", store="match.parquet")  # doctest: +SKIP

Needs the packages ray and pyarrow: ``pip install falsecard[ray]``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ray
from ray.util.metrics import Gauge

from . import _falsecard
from .files import write_whole
from .jobs import Boards, Job, LearnJob, MatchJob, Piece, RunJob, do
from .settings import LearnOptions, MatchOptions, RunOptions
from .store import Finished, Store

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: A task whose worker is lost is tried again so often.
RETRIES = 5

#: What a worker is given of a node's memory, in bytes: docs/cluster.md says what it uses.
MEMORY = 1 << 30

#: The number of tasks a core that wait for their turn, so that no core is idle and none has to be remembered for long.
_WAITING = 3

#: Finished pieces are written so often, in seconds.
_WRITTEN_EVERY = 10.0

Paths = str | Path | None


def _done(verb: str, spec: str, pieces: list[Piece]) -> list[Finished]:
    """What a task does."""
    stop = _falsecard.Stop()
    done = []
    for piece in pieces:
        result = do(verb, spec, piece.number, piece.data, stop)
        assert result is not None, "nobody stops a task from within"
        done.append(Finished(piece.number, piece.key, result))
    return done


def _batches(pieces: list[Piece], size: int) -> Iterator[list[Piece]]:
    for start in range(0, len(pieces), size):
        yield pieces[start : start + size]


def finish(job: Job, store: Store, *, batch: int = 1, memory: int = MEMORY) -> None:
    """Does on the cluster what the store lacks of a job, ``batch`` pieces a task.

    A task that loses its worker is tried again, :data:`RETRIES` times. Ctrl-C ends it; what was finished is kept.
    """
    if not ray.is_initialized():
        ray.init()
    known = store.known()
    missing = [piece for piece in job.pieces if piece.key not in known]
    task = ray.remote(_done)
    needs = {"num_cpus": 1, "memory": memory, "max_retries": RETRIES}
    spec = ray.put(job.spec)
    progress = Gauge("falsecard_pieces_done", "The pieces of a job that are finished.", ("verb",))
    waiting: list[Any] = []
    fresh: list[Finished] = []
    finished, written = len(job.pieces) - len(missing), time.monotonic()

    def keep() -> None:
        nonlocal finished, written
        if fresh:
            store.keep(fresh)
        finished, written = finished + len(fresh), time.monotonic()
        fresh.clear()
        progress.set(finished, {"verb": job.verb})

    def keep_now_and_then() -> None:
        if time.monotonic() - written >= _WRITTEN_EVERY:
            keep()

    try:
        for pieces in _batches(missing, batch):
            if len(waiting) >= _WAITING * max(1, int(ray.cluster_resources().get("CPU", 1))):
                _gather(waiting, fresh)
            name = f"{job.verb} {pieces[0].number}-{pieces[-1].number} of {len(job.pieces)}"
            waiting.append(task.options(name=name, **needs).remote(job.verb, spec, pieces))
            keep_now_and_then()
        while waiting:
            _gather(waiting, fresh)
            keep_now_and_then()
    finally:
        for it in waiting:
            ray.cancel(it, force=True)
        keep()


def _gather(waiting: list[Any], fresh: list[Finished]) -> None:
    """Moves what is finished from the tasks that are waited for to what is new."""
    ready, waiting[:] = ray.wait(waiting, num_returns=1)
    for it in ready:
        fresh.extend(ray.get(it))


def _printed(job: Job, out: Paths, store: str | Path, batch: int, memory: int) -> list[dict[str, Any]]:
    kept = Store(store)
    finish(job, kept, batch=batch, memory=memory)
    lines = list(job.lines(kept.results(job.pieces)))
    if out is not None:
        write_whole(Path(out), "".join(line + "\n" for line in lines).encode())
    return [json.loads(line) for line in lines]


def match(
    boards: Boards | None = None,
    *,
    store: str | Path,
    out: Paths = None,
    batch: int = 1,
    memory: int = MEMORY,
    **what: Unpack[MatchOptions],
) -> list[dict[str, Any]]:
    """Plays a match on the cluster: :func:`falsecard.match` with the folder ``store`` for finished boards.

    The cluster is the one that the program is connected to, or that ``RAY_ADDRESS`` names, or else this machine.
    """
    return _printed(MatchJob(boards, **what), out, store, batch, memory)


def run(
    problems: Boards = "paper",
    *,
    store: str | Path,
    out: Paths = None,
    batch: int = 1,
    memory: int = MEMORY,
    **what: Unpack[RunOptions],
) -> list[dict[str, Any]]:
    """Solves problems on the cluster: :func:`falsecard.run` with the folder ``store`` for finished problems."""
    return _printed(RunJob(problems, **what), out, store, batch, memory)


def learn(
    games: Boards,
    *,
    store: str | Path,
    out: Paths = None,
    batch: int = 8,
    memory: int = MEMORY,
    **what: Unpack[LearnOptions],
) -> list[dict[str, Any]]:
    """Looks at records on the cluster: :func:`falsecard.learn` with the folder ``store`` for finished games."""
    return _printed(LearnJob(games, **what), out, store, batch, memory)
