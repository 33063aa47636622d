"""One server for one SQLite file: what one server does, another would not hear of.

The lock is the operating system's, on a file beside the database. It ends with the process that holds it,
however that ends. The processes of one server share it: the one that started them holds it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

from sqlalchemy import make_url

from fairyring.web.store.store import StoreError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FAR = 1 << 20  # where Windows locks a byte, because nobody else could read it then


class FileLock:
    """Held from `__enter__` on, for a database that is a file; for others it is nothing."""

    def __init__(self, url: str) -> None:
        found = make_url(url)
        lite = found.get_backend_name() == "sqlite"
        self._database = Path(found.database).resolve() if lite and found.database else None
        self._file: int | None = None

    def __enter__(self) -> FileLock:
        """Hold the lock.

        Raises:
            StoreError: another server holds it, or there can be no file.
        """
        if self._database is None:
            return self
        path = self._database.with_name(f"{self._database.name}.lock")
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from error
        try:
            _lock(self._file)
        except OSError:
            holder = _read(self._file).decode("utf-8", "replace").strip() or "it does not say where"
            os.close(self._file)
            self._file = None
            raise StoreError(
                f"{self._database} is in use by another fairyring server ({holder}): stop that one first,"
                " or give this one another file, such as --database sqlite:///other.sqlite3"
            ) from None
        self.say(f"process {os.getpid()}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def say(self, words: str) -> None:
        """What others are told about the holder."""
        if self._file is not None:
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, words.encode())


def _lock(file: int) -> None:
    if sys.platform == "win32":
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _read(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    return os.read(file, 200)
