"""Files of the compile cache: written whole or not at all, and read only if they are whole and ours."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
import time
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_DIGEST_SIZE = 32
PATIENCE, PAUSE = 60.0, 0.02  # seconds for which a file is left to another process, and between looks at it


class Claim:
    """Has other processes that claim a file wait until this one has released it, or has ended."""

    def __init__(self, lock: Path, number: int) -> None:
        """``number``: the descriptor of the lock's file, which the system has locked."""
        self._lock, self._number = lock, number

    def release(self) -> None:
        """Have others wait no longer."""
        with contextlib.suppress(OSError):
            self._lock.unlink()
        os.close(self._number)


def claim(path: Path) -> Claim | None:
    """Claim a file, once no other process does.

    None where that takes more than `PATIENCE` seconds, where the folder cannot be written to, and on Windows:
    then two processes may make the same file, and one of them in vain.
    """
    if sys.platform == "win32":
        return None
    lock, until = path.with_suffix(".lock"), time.monotonic() + PATIENCE
    with contextlib.suppress(OSError):
        while time.monotonic() < until:
            number = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(number).st_nlink:  # else the one before has just removed it
                    return Claim(lock, number)
            except BlockingIOError:
                time.sleep(PAUSE)
            except BaseException:
                os.close(number)
                raise
            os.close(number)
    return None


def read(path: Path) -> bytes | None:
    """What `write` put into a file; None if it is missing, damaged or open to others."""
    try:
        with path.open("rb") as file:
            if why_not_private(os.fstat(file.fileno())):
                return None
            content = file.read()
    except OSError:
        return None
    digest, data = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
    return data if hashlib.sha256(data).digest() == digest else None


def write(path: Path, data: bytes) -> None:
    """Write a file in one step. Where that fails, nothing is left behind and the next process starts over."""
    with contextlib.suppress(OSError):
        number, name = tempfile.mkstemp(dir=path.parent)  # only its owner may read and write it
        spare = Path(name)
        try:
            with open(number, "wb") as file:  # noqa: PTH123 -- a descriptor, not a path
                file.write(hashlib.sha256(data).digest() + data)
            spare.replace(path)
        except BaseException:
            spare.unlink(missing_ok=True)
            raise


def mark_used(path: Path) -> None:
    """Note that a file is used now, for `make_room`."""
    with contextlib.suppress(OSError):
        os.utime(path)


def make_room(folder: Path, most: int) -> None:
    """Remove the files of a folder that were used longest ago; the others take at most ``most`` bytes."""
    with contextlib.suppress(OSError):  # another process may remove some, too
        found = sorted(
            (
                (status.st_mtime, status.st_size, path)
                for path in folder.iterdir()
                for status in (path.stat(),)
            ),
            reverse=True,
        )
        total = 0
        for _, size, path in found:
            total += size
            if total > most:
                path.unlink(missing_ok=True)


def why_not_private(status: os.stat_result) -> str | None:
    """Why a file or folder cannot be trusted: who besides us may have written to it; None if nobody.

    Windows has neither owners nor modes in this form; there the folder of a user is closed to other users.
    """
    if os.name == "nt":
        return None
    if status.st_uid != os.geteuid():
        return "it belongs to another user"
    if status.st_mode & 0o022:
        return "other users may write to it"
    return None
