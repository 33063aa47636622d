"""Checks of the compiled functions: the contract of `fairyring.kernels.contract`, on one position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from fairyring.errors import PositionError
from fairyring.game import Move, Position
from fairyring.kernels import contract, doors
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States
from fairyring.testing.fault import ConformanceError, hold
from fairyring.testing.moves import some_of


def check_hash(position: Position) -> None:
    """The key kept up move by move is the key worked out afresh; it leaves out clocks, and no man."""
    rules = position.variant.rules
    boards: dict[int, tuple[Move, bytes]] = {}
    for move in some_of(position.legal_moves()):
        after = position.play(move)
        afresh = after.rows(1)
        rules.derive(afresh, 0)
        hold(
            int(afresh.key[0]) == after.key,
            "the key after it is not the one worked out afresh",
            position,
            move,
        )
        hold(
            np.array_equal(afresh.info[0], after.rows(1).info[0]),
            "the derived fields after it are not those worked out afresh",
            position,
            move,
        )
        cells = after.rows(1).cells.tobytes()
        twin, others = boards.setdefault(after.key, (move, cells))
        hold(others == cells, f"it leads to the same key as {twin}, and to another board", position, move)
    later = position.rows(1)
    later.info[0, int(contract.CLOCK)] += U(1)
    later.info[0, int(contract.NUMBER)] += U(1)
    rules.derive(later, 0)
    hold(int(later.key[0]) == position.key, "the key depends on a clock", position)


def check_kernel(position: Position) -> None:
    """The compiled functions keep the contract: they agree with each other and leave the row as it was."""
    tables = position.variant.rules.tables
    states, before = position.rows(3), position.rows(3)
    zero = U(0)
    moves = np.zeros(position.variant.rules.layout.moves, np.uint64)
    mark = U(0xFFFF_FFFF_FFFF_FFFF)

    def listed(function: Callable[..., Any], start: int) -> list[int]:
        moves[:start] = mark
        end = int(function(tables, states, zero, moves, U(start)))
        hold(bool((moves[:start] == mark).all()), f"{function.__name__} writes before its place", position)
        return [int(code) for code in moves[start:end]]

    legal = listed(contract.legal, 0)
    hold(legal == [move.code for move in position.legal_moves()], "legal answers differently", position)
    hold(listed(contract.legal, 3) == legal, "legal depends on where it writes", position)
    number = int(contract.count(tables, states, zero, moves, zero))
    hold(number == len(legal), f"count is {number}, and there are {len(legal)} legal moves", position)
    noisy = listed(doors.noisy, 2)
    hold(len(set(noisy)) == len(noisy), "noisy lists a move twice", position)
    by_code = {move.code: move for move in position.legal_moves()}
    for code in noisy:
        hold(code in by_code, f"noisy lists {code:#x}, which is not legal", position)
    for move in some_of(position.legal_moves()):
        code = move.code
        changes = _changes(position, move)
        wrong = (
            "neither capture nor promotion, and noisy" if code in noisy else "capture or promotion, not noisy"
        )
        hold((code in noisy) == changes, wrong, position, move)
    for code in by_code:
        doors.gain(tables, states, zero, U(code))
    checked = bool(contract.in_check(tables, states, zero))
    hold(checked == position.in_check, "in_check answers differently", position)
    contract.outcome(tables, states, zero, U(number))
    worth = int(doors.evaluate(tables, states, zero))
    hold(worth == int(doors.evaluate(tables, states, zero)), "evaluate answers differently", position)
    hold(same_rows(before, states, 3), "a function that only looks changes the row", position)
    for code, move in by_code.items():
        contract.play(tables, states, zero, U(code))
        hold(same_row(before, states, 0), "play changes the row it starts from", position, move)
        hold(same_row(before, states, 2), "play writes beyond the next row", position, move)
    _check_skip(position)


def _check_skip(position: Position) -> None:
    tables = position.variant.rules.tables
    states, before = position.rows(3), position.rows(3)
    if doors.skip(tables, states, U(0)):
        hold(
            int(states.info[1, 0]) != int(states.info[0, 0]), "skip leaves the turn with the mover", position
        )
        key = int(states.key[1])
        position.variant.rules.derive(states, 1)
        hold(key == int(states.key[1]), "the key after skip is not the one worked out afresh", position)
        moved = any(event.what != "halt" for event in position.course())
        hold(
            moved or _places(position, states, 0) == _places(position, states, 1),
            "skip moves a man",
            position,
        )
        _check_skipped(position, states)
        hold(not position.in_check, "skip is granted in check", position)
    else:
        hold(same_row(before, states, 1), "skip refuses, and writes all the same", position)
    hold(same_row(before, states, 0), "skip changes the row it starts from", position)


def _check_skipped(position: Position, states: States) -> None:
    """What skip writes is a position: its text is read back as the same row."""
    form = position.variant.definition.form
    text = form.write(states, 1)
    try:
        again = form.read(text)
    except PositionError as error:
        name = position.variant.name
        raise ConformanceError(f"skip writes {text}: {error}", name, str(position)) from error
    same = np.array_equal(again.cells[0], states.cells[1]) and np.array_equal(again.info[0], states.info[1])
    hold(same, "the row after skip is not that of its text", position)


def _places(position: Position, states: States, ply: int) -> list[tuple[str, str, str]]:
    """Who stands where."""
    tokens = position.variant.rules.tokens(states, ply)
    return [(token.site, token.level, token.letter) for token in tokens]


def _changes(position: Position, move: Move) -> bool:
    """Whether a move takes or promotes; in a turn of several parts, the mover's own part."""
    course = position.course(move)
    if course:
        return any(event.taken or event.becomes for event in course if event.what == "move")
    after = position.play(move)
    return _men(after) != _men(position) or not _things(position) <= _things(after)


def _men(position: Position) -> Counter[str]:
    """The men on the board, wherever they stand: other ones after a capture or promotion, and only then."""
    return Counter(token.letter for token in position.view().tokens if token.side)


def _things(position: Position) -> set[str]:
    """Where something lies that is nobody's: it goes when it is taken, and only then."""
    return {token.site for token in position.view().tokens if not token.side}


def same_row(one: States, other: States, ply: int) -> bool:
    """Whether two rows are equal, but for sets, which may be scratch."""
    return all(
        np.array_equal(a[ply], b[ply])
        for a, b in ((one.cells, other.cells), (one.info, other.info), (one.key, other.key))
    )


def same_rows(one: States, other: States, rows: int) -> bool:
    """Whether all rows are, spare ones left out."""
    return all(same_row(one, other, ply) for ply in range(rows))
