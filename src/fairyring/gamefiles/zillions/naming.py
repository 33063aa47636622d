"""Leaps as Betza's letters, where these say them exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from fairyring.board import Board, Side, grid
from fairyring.gamefiles.pieces import MOVEMENT
from fairyring.pieces import Movement, betza
from fairyring.pieces.betza.terms import ATOMS

Vector = tuple[int, int]

# The letters of leaps by their longer and shorter part: of two for the same leap, the later one.
_LETTERS: Final = {atom.steps: letter for letter, atom in ATOMS.items() if atom.limit == 1}


def named(parts: Iterable[Any]) -> list[Any]:
    """Movements as a game file writes them, those that are leaps as one text in Betza's notation."""
    leaps: dict[tuple[tuple[str, Any], ...], list[dict[str, Any]]] = {}
    rest: list[Any] = []
    for part in parts:
        flags = {key: value for key, value in part.items() if key not in ("right", "forward")}
        if part.get("kind") == "leap" and not part.get("friendly"):
            flags["size"] = tuple(sorted((abs(part["right"]), abs(part["forward"]))))
            leaps.setdefault(tuple(sorted(flags.items(), key=str)), []).append(part)
        else:
            rest.append(part)
    text = ""
    for group in leaps.values():
        found = _text(group)
        if found and _same(found, group):
            text += found
        else:
            rest += group
    return [text, *rest] if text else rest


def _text(group: list[dict[str, Any]]) -> str:
    """Leaps that differ in their directions alone; nothing if there is no name for them."""
    first = group[0]
    short, long = sorted((abs(first["right"]), abs(first["forward"])))
    atom = _LETTERS.get(((long, short),))
    limit = first.get("limit", 1)
    if atom is None or (first.get("lame") and limit != 1):
        return ""
    signs = ("i" if first.get("initial") else "") + ("c" if not first.get("move", True) else "")
    signs += "" if first.get("capture", True) else "m"
    signs += "n" if first.get("lame") else ""
    vectors = {(each["right"], each["forward"]) for each in group}
    range_ = "" if limit == 1 else "0" if limit == 0 else str(limit)
    if range_ == "0" and atom in "WF":
        atom, range_ = {"W": "R", "F": "B"}[atom], ""
    ways = _directions(vectors, short, long)
    return "".join(f"{signs}{each}{atom}{range_}" for each in ways)


def _directions(vectors: set[Vector], short: int, long: int) -> Iterator[str]:
    """The letters of directions."""
    every = {
        (x * across, y * along)
        for across, along in ((short, long), (long, short))
        for x in (1, -1)
        for y in (1, -1)
    }
    if vectors == every:
        yield ""
        return
    letters = ["f" * (y > 0) + "b" * (y < 0) + "l" * (x < 0) + "r" * (x > 0) for x, y in sorted(vectors)]
    if short == 0:
        yield "".join(sorted(letters))
        return
    for pair, (one, other) in {"f": ("fl", "fr"), "b": ("bl", "br")}.items():
        if one in letters and other in letters and short == long:
            yield pair
            letters = [each for each in letters if each not in (one, other)]
    yield from letters


def _same(text: str, group: list[dict[str, Any]]) -> bool:
    """Whether a text says just these leaps."""
    board = grid(15, 15)
    one, others = betza(text), [MOVEMENT.read(each, ()) for each in group]
    return _ways(one, board) == {way for other in others for way in _ways(other, board)}


def _ways(movement: Movement, board: Board) -> set[Any]:
    middle = len(board) // 2
    return {(side, *way) for side in Side for way in movement.ways(board, middle, side)}
