"""Files of weights: what was learned of a game's evaluation, next to the game.

Those of a game that comes with fairyring are in ``weights/`` here; those of a user's file are beside it. Each
is named by its game, such as ``chess.weights.json``, and is made by ``fairyring train``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from fairyring.errors import VariantError, shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.learned import Learned
from fairyring.messages import Message
from fairyring.variants.definition import Definition

FOLDER, ENDING = "weights", ".weights.json"
MOST_BYTES, MOST = 1 << 20, 1 << 20  # of a file, and of a weight


class Kept(NamedTuple):
    """A file of weights.

    Attributes:
        source: its name.
        content: what is in it.
        told: whether a warning says that it was made for other rules.
    """

    source: str
    content: bytes
    told: bool = True


def kept(name: str, folder: Path | None) -> Kept | None:
    """The weights of a game: in a user's folder, or those that come with fairyring.

    Raises:
        VariantError: the file cannot be read, or is too large.
    """
    if folder is None:
        return _shipped().get(name)
    path = folder / f"{name}{ENDING}"
    try:
        if not path.is_file():
            return None
        content = path.read_bytes()
    except OSError as error:
        raise VariantError(
            Message("{place}: {reason}", place=path.name, reason=error.strerror or "cannot be read")
        ) from error
    return Kept(path.name, content)


def place_of(name: str, source: str) -> Path:
    """Where the weights of a game belong: its name, and where it was loaded from."""
    folder = Path(__file__).parent / FOLDER if source == name else Path(source).parent
    return folder / f"{name}{ENDING}"


@cache
def _shipped() -> Mapping[str, Kept]:
    folder = files("fairyring.variants") / FOLDER
    if not folder.is_dir():  # no game has weights
        return {}
    found = (file for file in folder.iterdir() if file.name.endswith(ENDING))
    return {file.name.removesuffix(ENDING): Kept(file.name, file.read_bytes()) for file in found}


def taught(definition: Definition, weights: Kept) -> Definition:
    """A game with the weights of a file.

    Raises:
        VariantError: the file is malformed, or the game's family has nothing that can be learned.
    """
    learned = read(weights)
    rules = definition.rules
    if not isinstance(rules, PieceRules):
        raise _wrong(weights, "this game's evaluation cannot be learned")
    return replace(definition, rules=rules.taught(learned))


def read(weights: Kept) -> Learned:
    """What a file of weights says.

    Raises:
        VariantError: it is malformed; the text says where.
    """
    if len(weights.content) > MOST_BYTES:
        raise _wrong(weights, f"a file of weights has at most {MOST_BYTES} bytes")
    try:
        said: Any = json.loads(weights.content)
    except (ValueError, RecursionError) as error:
        raise _wrong(
            weights, f"a file of weights is JSON, as `fairyring train` writes it: {error}"
        ) from error
    if not isinstance(said, dict) or not isinstance(said.get("rules"), str):
        raise _wrong(weights, 'it has "rules", which is a text, and "terms"; `fairyring train` writes it')
    terms = said.get("terms")
    if not isinstance(terms, dict):
        raise _wrong(weights, '"terms" is a table of numbers by the names of terms')
    for name, value in terms.items():
        if type(value) is not int or abs(value) > MOST:
            wanted = f"a whole number from {-MOST} to {MOST}"
            raise _wrong(weights, f"terms, {shown(name)}: {wanted}, not {shown(repr(value))}")
    return Learned(terms, said["rules"], weights.source, weights.told)


def _wrong(weights: Kept, reason: str) -> VariantError:
    return VariantError(Message("{place}: {reason}", place=weights.source, reason=reason))


def written(name: str, rules: str, terms: Mapping[str, int], made: Mapping[str, object]) -> str:
    """A file of weights: ``made`` says how they were learned."""
    return json.dumps({"game": name, "rules": rules, "made": made, "terms": terms}, indent=0) + "\n"
