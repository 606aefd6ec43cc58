"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Writes beside the file and renames: who looks finds the old file or the new one. A link is followed, and who may read an old file
    may read the new one."""
    path = path.resolve()
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, _rights(path))
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _rights(path: Path) -> int:
    """Those of the file, or those that the system gives to a new one."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
