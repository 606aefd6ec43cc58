"""Finished pieces on disk, as Parquet: a job that was stopped goes on from there. Needs pyarrow."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from .jobs import Piece

_SCHEMA = pa.schema([("number", pa.int64()), ("key", pa.string()), ("result", pa.string())])

#: The number of results that are read at a time.
_CHUNK = 1024


class Finished(NamedTuple):
    """What came of a piece."""

    number: int
    key: str
    result: str


class Store:
    """A folder of Parquet files with the columns ``number``, ``key`` and ``result``.

    Each file is written whole or not at all, and by one process; several jobs may share a folder, for a result counts only under the
    key of all that it depends on.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def keep(self, finished: Sequence[Finished]) -> None:
        """Writes results as another file."""
        columns = zip(*finished)
        table = pa.table([pa.array(column, kind) for column, kind in zip(columns, _SCHEMA.types)], schema=_SCHEMA)
        path = self.folder / f"{min(it.number for it in finished):09}-{uuid.uuid4().hex}.parquet"
        beside = path.with_suffix(".partial")
        pq.write_table(table, beside, compression="zstd")
        beside.rename(path)

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("*.parquet"))

    def known(self) -> set[str]:
        """The keys of all results."""
        return {key for path in self._files() for key in pq.read_table(path, columns=["key"])["key"].to_pylist()}

    def results(self, pieces: Iterable[Piece]) -> Iterator[str]:
        """The results of pieces in their order; all must be there."""
        tables = [pq.read_table(path, schema=_SCHEMA) for path in self._files()]
        table = pa.concat_tables(tables) if tables else _SCHEMA.empty_table()
        rows = {key: row for row, key in enumerate(table["key"].to_pylist())}
        wanted = [rows[piece.key] for piece in pieces]
        for start in range(0, len(wanted), _CHUNK):
            yield from table["result"].take(pa.array(wanted[start : start + _CHUNK])).to_pylist()
