"""A kernel held against an oracle: one position with all that lies a turn ahead, games, and faulty texts."""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import pytest

import fairyring
from fairyring import Position, PositionError, Result, Variant
from fairyring.kernels.rules import Chips
from tests import lanes
from tests.oracle.texts import OracleError

P = TypeVar("P")
DENOMINATIONS = 5, 10, 25, 50


class OracleOf(Protocol[P]):
    """What every oracle can tell of its own kind of positions."""

    def write(self, pos: P) -> str: ...
    def read(self, text: str) -> P: ...
    def side(self, pos: P) -> str: ...
    def in_check(self, pos: P) -> bool: ...
    def legal(self, pos: P) -> Mapping[str, P]: ...
    def repetition_key(self, pos: P) -> Hashable: ...
    def result(self, pos: P, history: Collection[Hashable] = ()) -> tuple[Any, ...] | None: ...


def result_of(oracle: OracleOf[P], pos: P, history: list[Hashable]) -> Result | None:
    """What the oracle says, in fairyring's words; of purses it tells the numbers alone."""
    found = oracle.result(pos, history)
    if found is None:
        return None
    winner, reason, *rest = found
    purses = rest[0] if rest else None
    if purses is not None:
        worths = DENOMINATIONS[: len(purses[0])]
        purses = tuple(tuple(map(Chips, worths, purse)) for purse in purses)
    return Result(None if winner is None else fairyring.Side(winner), reason, purses)


def compare(
    oracle: OracleOf[P], pos: P, position: Position, some: Collection[str] | None = None
) -> dict[str, Position]:
    """Hold everything but the result against the oracle, one turn ahead; the successors by their texts.

    Where there are too many turns to play them all, only ``some`` are.
    """
    successors: dict[str, Position] = {}
    text = oracle.write(pos)
    assert str(position) == text
    assert position.side == oracle.side(pos)
    assert position.in_check == oracle.in_check(pos), text
    turns = oracle.legal(pos)
    listed = position.legal_moves()
    moves = {move.text: move for move in listed}
    assert sorted(moves) == sorted(turns), text
    assert len(moves) == len(listed), text
    for turn, expected in turns.items():
        if some is not None and turn not in some:
            continue
        after = position.play(moves[turn])
        come = str(after)
        assert come == oracle.write(expected), f"{turn} in {text}"
        assert after.in_check == oracle.in_check(expected), f"{turn} in {text}"
        successors[come] = after
    return successors


def follow(oracle: OracleOf[P], position: Position, game: Iterable[P]) -> set[str | None]:
    """Compare along a game, results with their history too; the reasons for which it was over."""
    stay_within_arrays(position)
    history: list[Hashable] = []
    reasons: set[str | None] = set()
    successors = {str(position): position}
    for pos in game:
        text = oracle.write(pos)
        position = successors[text]
        successors = compare(oracle, pos, position)
        assert position.result == result_of(oracle, pos, history), (text, history)
        reasons.add(position.result.reason if position.result else None)
        history.append(oracle.repetition_key(pos))
    return reasons


def stay_within_arrays(position: Position) -> None:
    """Play random games from a position where indices are checked."""
    if lanes.BOUNDS:
        fairyring.playouts(position, 8, 60)


FIELDS = ["w", "b", "-", "KQkq", "KQ", "kq", "QK", "0", "00", "1", "99", "a3", "d3d", "e6", "e6u", ""]


def mutated(text: str, signs: Sequence[str], chance: random.Random) -> str:
    """A text with one to three faults, or another field, or sometimes none at all."""
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(6):
            case 0:
                text = text[:at] + chance.choice(signs) + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + chance.choice(signs) + text[at + 1 :]
            case 3:
                low, high = sorted((at, chance.randrange(len(text) + 1)))
                first, last = text[low : low + 1], text[high : high + 1]
                text = text[:low] + last + text[low + 1 : high] + first + text[high + 1 :]
            case 4:
                fields = text.split(" ")
                fields[chance.randrange(len(fields))] = chance.choice(FIELDS)
                text = " ".join(fields)
            case _:
                parts = text.split("/")
                chance.shuffle(parts)
                text = "/".join(parts)
    return text


def same_refusals(oracle: OracleOf[P], variant: Variant, texts: Iterable[str]) -> tuple[int, int]:
    """Hold it that both read the same texts; how many were accepted, and how many refused."""
    accepted = refused = 0
    for text in texts:
        try:
            oracle.read(text)
        except OracleError as error:
            refused += 1
            with pytest.raises(PositionError) as caught:
                pytest.fail(f"{error}, but read as {variant.position(text)}")
            assert caught.value.text == text
            assert 1 <= caught.value.column <= len(text) + 1
            assert "\n" not in str(caught.value)
        else:
            accepted += 1
            assert str(variant.position(text)) == text
    return accepted, refused
