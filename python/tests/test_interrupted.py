"""Ctrl-C ends what takes long, soon, and as Python expects."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

LONG = {
    "a decision": "fc.choose(view, worlds=100000, mind_worlds=50)",
    "an explanation": "fc.explain(view, 'C2', 'CK', worlds=100000, mind_worlds=50)",
    "tables": "fc.tables(np.array([rng.permutation(np.repeat(np.arange(4, dtype=np.uint8), 13)) for _ in range(100000)]))",
    "samples": "fc.Belief(view).sample(100000000)",
    "a match": "fc.match(n=500, a='fused', worlds=1000)",
}

PROGRAM = """
import numpy as np
import falsecard as fc
rng = np.random.default_rng(1)
view = fc.View("E", "QJT.KJT9.QJT9.K2", "3NT by South", dummy="432.32.32.AJT987",
               auction="2NT P 3NT", play="H6 H2 HK HA CQ C3 C7")
print("ready", flush=True)
try:
    {}
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
@pytest.mark.parametrize("what", LONG)
def test_ctrl_c(what: str) -> None:
    program = [sys.executable, "-c", PROGRAM.format(LONG[what])]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None and running.stdout.readline() == "ready\n"
        time.sleep(1.5)
        assert running.poll() is None, "it takes long"
        running.send_signal(signal.SIGINT)
        assert running.stdout.readline() == "interrupted\n"
        assert running.wait(timeout=60) == 0
