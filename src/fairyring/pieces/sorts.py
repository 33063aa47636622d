"""The sorts of ways that a movement is made of, such as a bishop's lines and a passage to another board."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace

from fairyring.board import Side
from fairyring.pieces.given import parts_of, without_given
from fairyring.pieces.movement import (
    Flat,
    Movement,
    Round,
    Swap,
    Where,
    Within,
    field_names,
    together,
)

VECTOR = ("right", "forward")
NOTHING = together(())


def sorts_of_ways(movement: Movement, side: Side) -> tuple[Movement, ...]:
    """A side's movement in parts, one for each sort of ways.

    Ways of one sort differ by their direction, or by the area in which a piece has them: a rook's lines are
    one sort, and a queen has two. What others lend to the piece is left out.
    """
    found: dict[Hashable, list[Movement]] = {}
    for part in _parts(without_given(movement), side):
        found.setdefault(_kind(part), []).append(part)
    return tuple(together(parts) for parts in found.values())


def _parts(movement: Movement, side: Side) -> Iterator[Movement]:
    for whole in parts_of(movement, side):
        match whole:
            case Where():
                for part in _parts(whole.inside, side):
                    yield Where(whole.area, part, NOTHING)
                for part in _parts(whole.outside, side):
                    yield Where(whole.area, NOTHING, part)
            case Within() | Flat() | Round() | Swap():
                for part in _parts(whole.movement, side):
                    yield replace(whole, movement=part)
            case _:
                yield whole


def _kind(value: object) -> Hashable:
    """What is the same for two parts that differ by their direction, or by an area, alone."""
    if isinstance(value, Within):
        return _kind(value.movement)
    if isinstance(value, Where):
        return _kind(value.outside if value.inside == NOTHING else value.inside)
    if isinstance(value, Mapping):
        return tuple((key, _kind(each)) for key, each in value.items())
    if names := field_names(value):
        rest = tuple(_kind(getattr(value, name)) for name in names if name not in VECTOR)
        return type(value), _turned(*(getattr(value, name, 0) for name in VECTOR)), rest
    if isinstance(value, tuple | list):
        if len(value) == len(VECTOR) and all(type(each) is int for each in value):
            return _turned(*value)
        return tuple(map(_kind, value))
    try:
        hash(value)
    except TypeError:
        return id(value)
    return value


def _turned(right: int, forward: int) -> tuple[int, ...]:
    """A vector, whatever its direction."""
    return tuple(sorted((abs(right), abs(forward))))
