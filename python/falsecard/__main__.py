"""The command ``falsecard``: the whole program, which asks nothing of Python. So that it starts soon, no module loads numpy at once."""

import signal
import sys

from ._falsecard import program


def main() -> int:
    """Runs the program on the words of the command line, and returns its exit status."""
    # Python's own handler would wait until the program returns.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return program(["falsecard", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
