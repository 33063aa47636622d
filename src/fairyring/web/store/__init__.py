"""Games on disk."""

from fairyring.web.store.lock import FileLock
from fairyring.web.store.store import ConflictError, DamagedError, Store, StoreError, default_database

__all__ = ["ConflictError", "DamagedError", "FileLock", "Store", "StoreError", "default_database"]
