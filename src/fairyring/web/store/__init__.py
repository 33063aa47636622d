"""Games on disk."""

from fairyring.web.store.store import ConflictError, Store, StoreError, default_database

__all__ = ["ConflictError", "Store", "StoreError", "default_database"]
