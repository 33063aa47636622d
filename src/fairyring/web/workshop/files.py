"""Game files as texts, and the games in them. Call `game` only in a process that may end."""

from __future__ import annotations

import hashlib
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fairyring.web.store.gallery import PREFIX

if TYPE_CHECKING:
    from fairyring.game import Variant

NAME = "game.toml"  # what errors call the file

HASH = re.compile("[0-9a-f]{32}")
_VARIANT = re.compile(f"{PREFIX}({HASH.pattern})")


def digest(text: str) -> str:
    """The hash of a file's content: 32 hexadecimal digits, so that nobody can make two files of one hash."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()[:32]


def digest_in(variant: str) -> str | None:
    """The hash in the name of a variant of the workshop; None if it is no such name."""
    found = _VARIANT.fullmatch(variant)
    return found[1] if found else None


def variant_of(digest: str) -> str:
    """The name of the variant that the file with this hash describes."""
    return PREFIX + digest


def game(text: str) -> Variant:
    """The game that a file describes.

    Raises:
        VariantError: there can be no such game; the message names line and column.
    """
    from fairyring.game import load

    path = _folder() / NAME
    path.write_text(text, encoding="utf-8", newline="")
    return load(path)


@cache
def _folder() -> Path:
    """A folder of this process."""
    return Path(tempfile.mkdtemp(prefix="fairyring-"))
