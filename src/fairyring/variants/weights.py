"""Files of weights: what was learned of a game's evaluation, next to the game.

Those of a game that comes with fairyring are in ``weights/`` here; those of a user's file are beside it. Each
is named by its game, such as ``chess.weights.json``, and is made by ``fairyring train``.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.errors import VariantError, shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.learned import Learned
from fairyring.kernels.network import LANES
from fairyring.kernels.network_weights import MOST_UNITS, NetworkWeights
from fairyring.messages import Message
from fairyring.notation.position import Form
from fairyring.variants.definition import Definition

FOLDER, ENDING = "weights", ".weights.json"
MOST_BYTES, MOST = 1 << 20, 1 << 20  # of a file, and of a weight
MOST_STAGES, MOST_UNPACKED = 16, 1 << 24  # of a network; and the bytes of its units' weights
FULL_OUTPUT, FULL_CONSTANT = 1 << 15, 1 << 24


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
    return _taught(definition, weights, read(weights))


def _taught(definition: Definition, weights: Kept, learned: Learned) -> Definition:
    rules = definition.rules
    if not isinstance(rules, PieceRules):
        raise _wrong(weights, "this game's evaluation cannot be learned")
    rules, form = rules.taught(learned), definition.form
    if isinstance(form, Form):  # what it reads has sums by the weights, too
        form = replace(form, rules=rules)
    return replace(definition, rules=rules, form=form)


def lenders() -> tuple[str, ...]:
    """The games whose weights other games may use: those that come with fairyring and have some."""
    return tuple(sorted(_shipped()))


def lent(definition: Definition) -> Definition:
    """A game with the weights of the game that it names; itself if it has them.

    Raises:
        ValueError: that game has no weights.
        VariantError: this game's family has nothing that can be learned.
    """
    if isinstance(definition.rules, PieceRules) and definition.rules.learned is not None:
        return definition
    weights = _shipped().get(definition.weights)
    if weights is None:
        raise ValueError(
            Message(
                "weights: no game called {name} comes with weights; these do: {games}",
                name=shown(definition.weights),
                games=", ".join(lenders()),
            )
        )
    return _taught(definition, weights, replace(read(weights), rules="", network=None))


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
    network = said.get("network")
    try:
        learned = None if network is None else unpacked(network)
    except ValueError as error:
        raise _wrong(weights, f"network: {error}") from error
    made = said.get("made")
    made = made if isinstance(made, dict) else {}
    return Learned(terms, said["rules"], weights.source, weights.told, learned, made)


def _wrong(weights: Kept, reason: str) -> VariantError:
    return VariantError(Message("{place}: {reason}", place=weights.source, reason=reason))


def written(
    name: str,
    rules: str,
    terms: Mapping[str, int],
    made: Mapping[str, object],
    network: NetworkWeights | None = None,
) -> str:
    """A file of weights: ``made`` says how they were learned."""
    said: dict[str, object] = {"game": name, "rules": rules, "made": made, "terms": terms}
    if network is not None:
        said["network"] = as_json(network)
    return json.dumps(said, indent=0) + "\n"


def as_json(weights: NetworkWeights) -> dict[str, object]:
    """Weights as plain values."""
    hidden = np.ascontiguousarray(weights.hidden, "<i2")
    return {
        "shape": [*hidden.shape],
        "hidden": base64.b64encode(zlib.compress(hidden.tobytes(), 9)).decode("ascii"),
        "output": weights.output.tolist(),
        "constant": weights.constant.tolist(),
    }


def unpacked(said: Any) -> NetworkWeights:
    """Weights from the plain values that `as_json` makes of them.

    Raises:
        ValueError: they are not such values; the text says what is wrong.
    """
    if not isinstance(said, dict) or said.keys() != {"shape", "hidden", "output", "constant"}:
        raise ValueError("it has shape, hidden, output and constant, and nothing else")
    shape = said["shape"]
    if not (isinstance(shape, list) and len(shape) == 4 and all(type(each) is int for each in shape)):
        raise ValueError("shape: four whole numbers")
    views, codes, places, units = shape
    if not (1 <= views <= 2 and codes > 2 and places > 0 and 0 < units <= MOST_UNITS and units % LANES == 0):
        raise ValueError(f"shape: one or two views, and at most {MOST_UNITS} units, a multiple of {LANES}")
    size = 2 * views * codes * places * units
    if size > MOST_UNPACKED:
        raise ValueError(f"shape: at most {MOST_UNPACKED // 2} weights")
    try:
        packed = base64.b64decode(said["hidden"], validate=True)
        content = zlib.decompressobj().decompress(packed, size + 1)
    except (TypeError, ValueError, zlib.error) as error:
        raise ValueError(f"hidden: {error}") from error
    if len(content) != size:
        raise ValueError(f"hidden: {size // 2} weights, as shape says")
    hidden = np.frombuffer(content, "<i2").astype(np.int16).reshape(shape)
    constant = _numbers("constant", said["constant"], 1, FULL_CONSTANT)
    output = _numbers("output", said["output"], 3, FULL_OUTPUT)
    if not 1 <= len(constant) <= MOST_STAGES or output.shape != (len(constant), 2, units):
        raise ValueError(f"output: for each of 1 to {MOST_STAGES} constants, two rows of {units} weights")
    return NetworkWeights(hidden, output, constant)


def _numbers(name: str, said: Any, dimensions: int, most: int) -> npt.NDArray[np.int32]:
    """Whole numbers in lists."""
    try:
        found = np.array(said)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    if found.dtype.kind != "i" or found.ndim != dimensions or (found.size and np.abs(found).max() > most):
        raise ValueError(f"{name}: whole numbers from {-most} to {most}, in {dimensions} levels of lists")
    return found.astype(np.int32)
