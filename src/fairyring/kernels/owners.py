"""Whose code a module is: fairyring's own, that of a user's file, or somebody else's."""

from __future__ import annotations

# A user's file is imported as a module, or package, of this name with the digest of its content after it.
USER_MODULE = "fairyring_user_"

HOUSE = "fairyring"


def owner_of(module: str) -> str | None:
    """`HOUSE`, the top module of a user's file, or None for code of which we know nothing more."""
    top = module.partition(".")[0]
    return top if top == HOUSE or top.startswith(USER_MODULE) else None
