"""Checks of the compiled functions: the contract of `fairyring.kernels.contract`, on one position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from fairyring.board import Side
from fairyring.errors import PositionError, reason_of
from fairyring.game import Move, Position, Variant
from fairyring.kernels import contract, entry_points
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States
from fairyring.mechanics import Promotions, Rebirth
from fairyring.messages import Message
from fairyring.testing.fault import ConformanceError, hold
from fairyring.testing.moves import some_of


def check_hash(position: Position) -> None:
    """The key after a move is the one that derive computes; it depends on all pieces and on no clock."""
    rules = position.variant.rules
    boards: dict[int, tuple[Move, bytes]] = {}
    for move in some_of(position.legal_moves()):
        after = position.play(move)
        derived = after.rows(1)
        rules.derive(derived, 0)
        hold(
            int(derived.key[0]) == after.key,
            "the key after it is not the one that derive computes",
            position,
            move,
        )
        hold(
            np.array_equal(derived.info[0], after.rows(1).info[0]),
            "the derived fields after it are not those that derive computes",
            position,
            move,
        )
        cells = after.rows(1).cells.tobytes()
        twin, others = boards.setdefault(after.key, (move, cells))
        hold(
            others == cells,
            "it leads to the same key as {twin}, but to another board",
            position,
            move,
            twin=twin,
        )
    later = position.rows(1)
    later.info[0, int(contract.CLOCK)] += U(1)
    later.info[0, int(contract.NUMBER)] += U(1)
    rules.derive(later, 0)
    hold(int(later.key[0]) == position.key, "the key depends on a clock", position)


def check_kernel(position: Position) -> None:
    """The compiled functions keep the contract: they agree, and change nothing that they must not."""
    tables = position.variant.rules.tables
    states, before = position.rows(3), position.rows(3)
    zero = U(0)
    moves = np.zeros(position.variant.rules.most_moves, np.uint64)
    mark = U(0xFFFF_FFFF_FFFF_FFFF)

    def listed(function: Callable[..., Any], start: int) -> list[int]:
        moves[:start] = mark
        end = int(function(tables, states, zero, moves, U(start)))
        hold(
            bool((moves[:start] == mark).all()),
            "{function} writes before its place",
            position,
            function=function.__name__,
        )
        return [int(code) for code in moves[start:end]]

    legal = listed(contract.legal, 0)
    hold(
        legal == [move.code for move in position.legal_moves()],
        "legal returns other moves each time",
        position,
    )
    hold(listed(contract.legal, 3) == legal, "legal depends on the place it writes to", position)
    number = int(contract.count(tables, states, zero, moves, zero))
    hold(
        number == len(legal),
        "count is {number}, but there are {expected} legal moves",
        position,
        number=number,
        expected=len(legal),
    )
    noisy = listed(entry_points.noisy, 2)
    hold(len(set(noisy)) == len(noisy), "noisy lists a move twice", position)
    by_code = {move.code: move for move in position.legal_moves()}
    for code in noisy:
        hold(code in by_code, "noisy lists {code}, which is not legal", position, code=hex(code))
    further = position.variant.rules.further
    told = {by_code[code].choices[:-1] if further else code for code in noisy}
    for move in some_of(position.legal_moves()):
        code = move.code
        changes = _changes(position, move)
        if changes is not None:
            found = (move.choices[:-1] if further else code) in told
            hold(
                found == changes,
                "it is a capture or promotion, but noisy does not list it"
                if changes
                else "it is neither a capture nor a promotion, but noisy lists it",
                position,
                move,
            )
    for code in by_code:
        entry_points.capture_score(tables, states, zero, U(code))
    checked = bool(contract.in_check(tables, states, zero))
    hold(checked == position.in_check, "in_check returns another answer each time", position)
    contract.outcome(tables, states, zero, U(number))
    worth = int(entry_points.evaluate(tables, states, zero))
    hold(
        worth == int(entry_points.evaluate(tables, states, zero)),
        "evaluate returns another value each time",
        position,
    )
    hold(same_rows(before, states, 3), "a function that must not change the row changes it", position)
    alternate = bool(entry_points.alternates(tables))
    for code, move in by_code.items():
        contract.play(tables, states, zero, U(code))
        sides = {int(states.info[ply, int(contract.SIDE)]) for ply in (0, 1)}
        hold(
            len(sides) == 2 or not alternate,
            "after it the same side is to move: make both parts one move, or define `alternates`",
            position,
            move,
        )
        hold(same_row(before, states, 0), "play changes the row it starts from", position, move)
        hold(same_row(before, states, 2), "play writes beyond the next row", position, move)
    _check_null_move(position)


def _check_null_move(position: Position) -> None:
    tables = position.variant.rules.tables
    states, before = position.rows(3), position.rows(3)
    if entry_points.null_move(tables, states, U(0)):
        hold(
            int(states.info[1, 0]) != int(states.info[0, 0]),
            "null_move does not change the side to move",
            position,
        )
        key = int(states.key[1])
        position.variant.rules.derive(states, 1)
        hold(key == int(states.key[1]), "null_move and derive give different keys", position)
        moved = any(event.what != "halt" for event in position.course())
        hold(
            moved or _places(position, states, 0) == _places(position, states, 1),
            "null_move moves a piece",
            position,
        )
        _check_row_after_null_move(position, states)
        hold(not position.in_check, "null_move returns True in check", position)
    else:
        hold(same_row(before, states, 1), "null_move returns False, but writes", position)
    hold(same_row(before, states, 0), "null_move changes the row it starts from", position)


def _check_row_after_null_move(position: Position, states: States) -> None:
    """What a null move writes is a position: its text is read back as the same row."""
    form = position.variant.definition.form
    text = form.write(states, 1)
    try:
        again = form.read(text)
    except PositionError as error:
        reason = Message("null_move writes {text}: {reason}", text=text, reason=reason_of(error))
        raise ConformanceError(reason, position.variant.name, str(position)) from error
    layout = position.variant.rules.layout
    told = [number for number, field in enumerate(layout.fields) if field not in layout.history]
    same = np.array_equal(again.cells[0], states.cells[1])
    same = same and np.array_equal(again.info[0, told], states.info[1, told])
    hold(same, "the row after a null move is not that of its text", position)


def _places(position: Position, states: States, ply: int) -> list[tuple[str, str, str]]:
    """What stands where."""
    tokens = position.variant.rules.tokens(states, ply)
    return [(token.site, token.level, token.letter) for token in tokens]


def _changes(position: Position, move: Move) -> bool | None:
    """Whether a move captures or promotes; if it has several parts, whether the mover's own part does.

    A capture removes something of the opponent's, or of nobody's, from the board; a promotion makes another
    piece of one of the mover's. So dropping a piece is neither. None if the board alone cannot tell: a piece
    of the opponent's that is elsewhere now may have been captured and reborn, or just pushed or carried, and
    so may one of the mover's own; and where pieces turn into each other and back, that is no progress.
    """
    course = position.course(move)
    if course:
        return any(event.captured or event.becomes for event in course if event.what == "move")
    before, after = (_Things(each, position.side) for each in (position, position.play(move)))
    taken = before.pieces[1] - after.pieces[1]
    lost, won = before.pieces[0] - after.pieces[0], after.pieces[0] - before.pieces[0]
    promotes = lost and won and not _turn_back(position.variant)
    if taken or len(after.others) < len(before.others) or promotes:
        return True
    rebirth = any(isinstance(each, Rebirth) for each in getattr(position.variant.rules, "mechanics", ()))
    if rebirth and len(before.own - after.own) > 1:
        return None
    same_place = before.enemies <= after.enemies and before.others <= after.others
    return False if same_place and not lost else None


def _turn_back(variant: Variant) -> bool:
    """Whether what a piece becomes can become something again."""
    promotions = [each for each in getattr(variant.rules, "mechanics", ()) if isinstance(each, Promotions)]
    tables = [each.to_of(side) for each in promotions for side in Side]
    return any(letter in to for to in tables for letters in to.values() for letter in letters)


class _Things:
    """What is on the board of a position, for the side that moves.

    Attributes:
        pieces: its pieces by letter, and the opponent's.
        own: the places of its pieces, with their letters.
        enemies: those of the opponent's pieces.
        others: the places of things that belong to nobody.
    """

    def __init__(self, position: Position, mover: Side) -> None:
        tokens = position.view().tokens
        own = [token for token in tokens if token.side is mover]
        enemy = [token for token in tokens if token.side is mover.other]
        self.pieces = Counter(token.letter for token in own), Counter(token.letter for token in enemy)
        self.own = {(token.site, token.level, token.letter) for token in own}
        self.enemies = {(token.site, token.level, token.letter) for token in enemy}
        self.others = {(token.site, token.level) for token in tokens if not token.side}


def same_row(one: States, other: States, ply: int) -> bool:
    """Whether two rows are equal, apart from sets, which may be scratch."""
    return all(
        np.array_equal(a[ply], b[ply])
        for a, b in ((one.cells, other.cells), (one.info, other.info), (one.key, other.key))
    )


def same_rows(one: States, other: States, rows: int) -> bool:
    """Whether the first rows are equal."""
    return all(same_row(one, other, ply) for ply in range(rows))
