"""The hidden royal in a turn: True Kings are chosen, go with their pieces, and are captured."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit
from fairyring.kernels.contract import MOVER_LOSES, MOVER_WINS, ONGOING, SIDE, TRUE_KING
from fairyring.kernels.declared import mixed
from fairyring.kernels.orthodox.codes import (
    CHOOSE,
    FELL,
    FIELD_MASK,
    GOAL_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    captures,
    encode,
)
from fairyring.kernels.orthodox.tables import RIGHTS
from fairyring.kernels.packed import packed
from fairyring.kernels.stages import register_part, sweeps, swept
from fairyring.kernels.true_kings import CAPTURED, UNCHOSEN, UNKNOWN

TRUE, KINGS = U(0), U(1)  # words: the field of White's True King, and the codes of kings, a bit each
HAS_CHOSEN, HAS_TO_CHOOSE, HAS_LOST = U(0), U(1), U(2)  # what everybody knows of a side's True King
WHOLE_GAME = I(20_000)  # in `tempting`, more than any other piece


@packed
class Hidden(NamedTuple):
    """The hidden royal's part of a game's tables.

    Attributes:
        words: uint64[word]; see `TRUE` and `KINGS`.
    """

    words: npt.NDArray[np.uint64]


@inlined
def is_king(part: Any, piece: Any) -> Any:
    """Whether a piece is a king."""
    return (part.words[KINGS] >> U(piece)) & U(1) != U(0)


@inlined
def kings_among(part: Any, states: Any, ply: Any, word: Any, sites: Any) -> Any:
    """Those sites of a word of a set on which kings stand."""
    kings = sites
    while sites != U(0):
        bit = lowest_bit(sites)
        sites &= sites - U(1)
        if not is_king(part, states.cells[ply, U(0), (word << U(6)) + bit]):
            kings &= ~(U(1) << bit)
    return kings


@inlined
def has_to_choose(part: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side has not chosen its True King."""
    return states.info[ply, part.words[TRUE] + side] == UNCHOSEN


@inlined
def _known(true: Any) -> Any:
    """What everybody knows of a side's True King; only that counts for repetition."""
    return HAS_TO_CHOOSE if true == UNCHOSEN else HAS_LOST if true == CAPTURED else HAS_CHOSEN


@inlined
def _set_true(part: Any, states: Any, ply: Any, side: Any, true: Any) -> None:
    """Change the field of a side's True King, and the key as far as everybody knows of it."""
    field = part.words[TRUE] + side
    states.key[ply] ^= mixed(field, _known(states.info[ply, field])) ^ mixed(field, _known(true))
    states.info[ply, field] = true


@inlined
def derived(part: Any, tables: Any, states: Any, ply: Any) -> None:
    """What everybody knows of both True Kings."""
    for side in range(U(2)):
        field = part.words[TRUE] + side
        states.key[ply] ^= mixed(field, _known(states.info[ply, field]))


@inlined
def over(part: Any, tables: Any, states: Any, ply: Any) -> Any:
    """A True King has been captured."""
    side = states.info[ply, SIDE]
    if states.info[ply, part.words[TRUE] + side] == CAPTURED:
        return TRUE_KING | MOVER_LOSES
    if states.info[ply, part.words[TRUE] + (U(1) - side)] == CAPTURED:
        return TRUE_KING | MOVER_WINS
    return ONGOING


@inlined
def generated(part: Any, tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any) -> Any:
    """The choices of a True King."""
    side = states.info[ply, SIDE]
    if not has_to_choose(part, states, ply, side):
        return n
    for word in range(U(states.bits.shape[2])):
        kings = kings_among(part, states, ply, word, states.bits[ply, side, word])
        while kings != U(0):
            moves[n] = encode(U(0), (word << U(6)) + lowest_bit(kings), U(0), CHOOSE, U(0))
            kings &= kings - U(1)
            n += U(1)
    return n


@inlined
def listed(part: Any, tables: Any) -> Any:
    """Moves are filtered one by one."""
    return True


@inlined
def filtered(part: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Nothing but a choice while there is one to make; no capture that takes a king of its own side away."""
    side = states.info[ply, SIDE]
    choosing = has_to_choose(part, states, ply, side)
    if not choosing and not sweeps(tables):
        return n
    kept = begin
    for i in range(begin, n):
        move = moves[i]
        if choosing:
            legal = (move >> TAG_SHIFT) & TAG_MASK == CHOOSE
        else:
            legal = not (captures(states, ply, move) and _sweeps_own(part, tables, states, ply, side, move))
        if legal:
            moves[kept] = move
            kept += U(1)
    return kept


@internal
def _sweeps_own(part: Any, tables: Any, states: Any, ply: Any, side: Any, move: Any) -> Any:
    """Whether a capture takes a king of its own side off the board."""
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    if is_king(part, states.cells[ply, U(0), start]):
        return True
    for word in range(U(states.bits.shape[2])):
        gone = swept(tables, states, ply, goal, word, U(0)) & states.bits[ply, side, word]
        if kings_among(part, states, ply, word, gone) != U(0):
            return True
    return False


@inlined
def chosen(part: Any, tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The choice of a True King, after which the other side chooses or moves."""
    if (move >> TAG_SHIFT) & TAG_MASK != CHOOSE:
        return False
    side, rights = states.info[ply, SIDE], states.info[ply, RIGHTS]
    _set_true(part, states, ply, side, (move >> GOAL_SHIFT) & FIELD_MASK)
    states.info[ply, SIDE] = U(1) - side
    states.key[ply] ^= tables.keys.to_move[rights, side] ^ tables.keys.to_move[rights, U(1) - side]
    return True


@inlined
def arrived(part: Any, tables: Any, states: Any, ply: Any, move: Any, taken: Any, kept: Any) -> Any:
    """A True King goes with its piece; after a capture, see which kings are left."""
    mover = states.info[ply, SIDE]
    if states.info[ply, part.words[TRUE] + mover] == move & FIELD_MASK:
        states.info[ply, part.words[TRUE] + mover] = (move >> GOAL_SHIFT) & FIELD_MASK
    if taken != U(0):
        _see_kings(part, states, ply, U(1) - mover, move & FELL != U(0))
    return kept


@internal
def _see_kings(part: Any, states: Any, ply: Any, side: Any, fell: Any) -> None:
    """After a capture, see what is known of a side's True King; ``fell`` answers if the row does not know."""
    number, last, there = U(0), U(0), False
    true = states.info[ply, part.words[TRUE] + side]
    for word in range(U(states.bits.shape[2])):
        kings = kings_among(part, states, ply, word, states.bits[ply, side, word])
        while kings != U(0):
            last = (word << U(6)) + lowest_bit(kings)
            kings &= kings - U(1)
            number += U(1)
            there = there or last == true
    if number == U(0) or (not there and true != UNKNOWN) or (true == UNKNOWN and fell):
        _set_true(part, states, ply, side, CAPTURED)
    elif number == U(1):
        _set_true(part, states, ply, side, last)


@inlined
def no_pass(part: Any, tables: Any, states: Any, ply: Any) -> Any:
    """A player who has to choose cannot pass."""
    return has_to_choose(part, states, ply, states.info[ply, SIDE])


@inlined
def tempting(part: Any, tables: Any, states: Any, ply: Any, move: Any, score: Any) -> Any:
    """To capture a king that is known to be the True King wins."""
    true = states.info[ply, part.words[TRUE] + (U(1) - states.info[ply, SIDE])]
    if true >= U(states.cells.shape[2]) or not captures(states, ply, move):
        return score
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    gone = swept(tables, states, ply, goal, true >> U(6), U(0))
    return WHOLE_GAME if goal == true or (gone >> (true & U(63))) & U(1) != U(0) else score


register_part(Hidden, globals())
