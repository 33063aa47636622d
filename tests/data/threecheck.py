"""Three-check: chess that is also won by giving a third check. A family of its own in a user's file."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from fairyring.board import grid
from fairyring.kernels.compiling import I, U, compiled, inlined
from fairyring.kernels.contract import (
    CHECKMATE,
    MOVER_LOSES,
    SIDE,
    Family,
    Layout,
    States,
    register,
)
from fairyring.kernels.orthodox import attacks, count, evaluate, generate, play, tables
from fairyring.kernels.orthodox.rules import Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.notation.position import Counter, Form
from fairyring.variants.definition import Definition

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
GIVEN = U(len(tables.LAYOUT.fields))  # how many checks White gave; Black's are in the field after it
LIMIT = U(3)
WORTH = I(150)
LAYOUT = replace(tables.LAYOUT, fields=(*tables.LAYOUT.fields, "checks by white", "checks by black"))


class Tables(NamedTuple):
    """Chess's tables, and hash numbers for the checks."""

    plain: tables.Tables
    checks: np.ndarray


@inlined
def lost(states: Any, ply: Any) -> Any:
    return states.info[ply, GIVEN + (U(1) - states.info[ply, SIDE])] >= LIMIT


@inlined
def hashed(own: Any, states: Any, ply: Any) -> Any:
    return own.checks[U(0), states.info[ply, GIVEN]] ^ own.checks[U(1), states.info[ply, GIVEN + U(1)]]


@compiled
def legal(own: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    return n if lost(states, ply) else generate.legal(own.plain, states, ply, moves, n)


@compiled
def counted(own: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    return U(0) if lost(states, ply) else U(count.count(own.plain, states, ply, moves, n))


@inlined
def noisy(own: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    return n if lost(states, ply) else generate.noisy(own.plain, states, ply, moves, n)


@compiled
def played(own: Any, states: Any, ply: Any, move: Any) -> None:
    play.play(own.plain, states, ply, move)
    ply += U(1)
    if attacks.in_check(own.plain, states, ply):
        states.key[ply] ^= hashed(own, states, ply)
        states.info[ply, GIVEN + (U(1) - states.info[ply, SIDE])] += U(1)
        states.key[ply] ^= hashed(own, states, ply)


@inlined
def null_move(own: Any, states: Any, ply: Any) -> Any:
    return play.null_move(own.plain, states, ply)


@compiled
def in_check(own: Any, states: Any, ply: Any) -> Any:
    return attacks.in_check(own.plain, states, ply)


@compiled
def outcome(own: Any, states: Any, ply: Any, moves: Any) -> Any:
    if lost(states, ply):
        return CHECKMATE | MOVER_LOSES
    return play.outcome(own.plain, states, ply, moves)


@inlined
def evaluated(own: Any, states: Any, ply: Any) -> Any:
    side = states.info[ply, SIDE]
    more = I(states.info[ply, GIVEN + side]) - I(states.info[ply, GIVEN + (U(1) - side)])
    return evaluate.evaluate(own.plain, states, ply) + more * WORTH


@inlined
def capture_score(own: Any, states: Any, ply: Any, move: Any) -> Any:
    return evaluate.capture_score(own.plain, states, ply, move)


@compiled
def derive(own: Any, states: Any, ply: Any) -> None:
    play.derive(own.plain, states, ply)
    states.key[ply] ^= hashed(own, states, ply)


register(
    Tables,
    Family(legal, counted, noisy, played, null_move, in_check, outcome, evaluated, capture_score),
)


@dataclass(frozen=True)
class ThreeCheck(Orthodox):
    """Orthodox rules that count checks."""

    @property
    def layout(self) -> Layout:
        return LAYOUT

    @cached_property
    def tables(self) -> Any:
        return Tables(self.plain_tables, tables.hash_numbers(8).reshape(2, 4))

    def derive(self, states: States, ply: int) -> None:
        derive(self.tables, states, U(ply))


def variant() -> Definition:
    board = grid(8, 8)
    rules = ThreeCheck(board, usual_pieces(), promotions="QRBN", castlings=usual_castlings(board))
    form = orthodox_form(rules, ARRAY)
    checks = [
        Counter(f"checks by {side}", int(GIVEN) + number, 0, f"How many checks {side} gave.")
        for number, side in enumerate(("White", "Black"))
    ]
    return Definition(
        title="Three-check",
        summary="Chess, and a third check wins.",
        rules=rules,
        form=Form(rules, (*form.fields, *checks)),
        start=f"{ARRAY} w KQkq - 0 1 0 0",
    )
