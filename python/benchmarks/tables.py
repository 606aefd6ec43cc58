"""Double-dummy tables through Python and through Rust: the same deals, the same answers, one after the other.

``python benchmarks/tables.py N PROGRAM`` makes N deals; PROGRAM is the example ``tables`` (``cargo build --release -p falsecard-python --example
tables``). Build the wheel with the same profile.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import falsecard as fc


PORTIONS = 10
"""The two take turns in so many portions, so that whatever else the machine does is shared by both."""


def main(number: int, program: str) -> None:
    """Prints the seconds of each and their ratio."""
    rng = np.random.default_rng(1)
    pack = np.repeat(np.arange(4, dtype=np.uint8), 13)
    deals = rng.permuted(np.tile(pack, (number, 1)), axis=1)
    rust = python = 0.0
    with tempfile.TemporaryDirectory() as folder:
        into, out = Path(folder) / "deals", Path(folder) / "tables"
        for portion in np.array_split(deals, PORTIONS):
            into.write_bytes(portion.tobytes())
            rust += float(subprocess.run([program, into, out], capture_output=True, text=True, check=True).stdout)
            start = time.perf_counter()
            tables = fc.tables(portion)
            python += time.perf_counter() - start
            assert tables.tobytes() == out.read_bytes(), "both solve the same"
    print(f"{number} tables: Rust {rust:.1f} s, Python {python:.1f} s, ratio {python / rust:.3f}")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
