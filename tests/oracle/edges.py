"""Edges that end a board, join it or reflect what comes (minigolf.md, "Edges").

A place here is a pair of 0-based coordinates, file and rank. The two coordinates never mix: what an edge
does to a file is told by one `Axis`, what it does to a rank by another.
"""

from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[int, int]
# Files and ranks; as a momentum, with the number of a board behind them where boards lead elsewhere.
Vector = tuple[int, ...]

STANDARD = "standard"
CYLINDER = "cylinder"
HALB = "halb"
ZERO_ZERO = "00"
ZERO_ONE = "01"


class Axis(NamedTuple):
    """The files, or the ranks, of a board, and the kinds of edge below the first and beyond the last."""

    size: int
    low: str
    high: str


class Edges(NamedTuple):
    """The edges of a board "for a given side's pieces"."""

    files: Axis
    ranks: Axis


def fold(axis: Axis, at: int) -> tuple[int, int] | None:
    """Where a piece that goes to `at` arrives, and -1 if that turns the direction around, else 1.

    None beyond a standard edge. Under 01 the place may be -1 or `axis.size`: "the imaginary file".
    """
    if 0 <= at < axis.size:
        return at, 1
    beyond_high = at > 0
    match axis.high if beyond_high else axis.low:
        case "standard":
            return None
        case "cylinder":
            return at % axis.size, 1
        case "halb":  # "x becomes 14 - x (left: -x)"
            return (2 * (axis.size - 1) - at if beyond_high else -at), -1
        case "00":  # "x becomes 15 - x (left: -1 - x)"
            return (2 * axis.size - 1 - at if beyond_high else -1 - at), -1
        case "01":  # "x becomes 16 - x (left: -2 - x)"
            return (2 * axis.size - at if beyond_high else -2 - at), -1
        case kind:
            raise ValueError(f"no such edge: {kind}")


def go(edges: Edges, place: Place, vector: Vector) -> tuple[Place, Vector] | None:
    """The place to which a vector leads, and the vector afterwards: "reflected as a whole".

    The place may lie on an imaginary file, where nothing stands.
    """
    file = fold(edges.files, place[0] + vector[0])
    rank = fold(edges.ranks, place[1] + vector[1])
    if file is None or rank is None:
        return None
    return (file[0], rank[0]), (vector[0] * file[1], vector[1] * rank[1])


def is_real(edges: Edges, place: Place) -> bool:
    """Not on an imaginary file."""
    return 0 <= place[0] < edges.files.size and 0 <= place[1] < edges.ranks.size


class Going(NamedTuple):
    """A way on an empty board."""

    to: Place
    between: tuple[Place, ...]  # to be empty; the start is not among them, it "counts as empty"
    leaves: Vector  # "the direction it ends with, times the distance it went"


def leap(edges: Edges, place: Place, vector: Vector) -> Going | None:
    """A vector move, if it ends on the board; it may end where it began."""
    gone = go(edges, place, vector)
    if gone is None or not is_real(edges, gone[0]):
        return None
    return Going(gone[0], (), gone[1])


def ride(edges: Edges, place: Place, direction: Vector) -> Iterator[Going]:
    """The steps of a slider, endlessly where no edge ends them; imaginary places are not told.

    The number of steps is that of `leaves`: an imaginary place is a step of the distance too.
    """
    between: tuple[Place, ...] = ()
    at, distance = place, 0
    while (gone := go(edges, at, direction)) is not None:
        at, direction = gone
        distance += 1
        if not is_real(edges, at):
            continue
        yield Going(at, between, (direction[0] * distance, direction[1] * distance))
        if at != place and at not in between:
            between = (*between, at)


def rides(edges: Edges, place: Place, direction: Vector, most: int | None) -> Iterator[Going]:
    """Where a slider may go on an empty board, at most so many steps.

    It "may bounce any number of times, pass its start as an empty square, and ends where it would
    repeat a position and direction".
    """
    seen = {(place, direction)}
    for going in ride(edges, place, direction):
        state = going.to, unit(going.leaves)
        if state in seen or (most is not None and length(going.leaves) > most):
            return
        seen.add(state)
        if going.to != place:  # it "may not end on it (that is no move)"
            yield going


def carry_on(edges: Edges, place: Place, vector: Vector) -> Going | None:
    """A slider's whole vector once more, step by step; None if that is beyond a standard edge."""
    for going in ride(edges, place, unit(vector)):
        if length(going.leaves) >= length(vector):
            return going if length(going.leaves) == length(vector) else None
    return None


def length(vector: Vector) -> int:
    """The steps of a slider's vector."""
    return max(abs(vector[0]), abs(vector[1]))


def unit(vector: Vector) -> Vector:
    """The direction of a slider's vector."""
    return vector[0] // length(vector), vector[1] // length(vector)
