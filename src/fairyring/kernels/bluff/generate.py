"""Move generation of the bluff family.

A move is 64 bits: start, goal, the number of the kind that a pawn becomes, and a tag. The last bits depend on
the tag: the site that a double step crosses, the site of the pawn captured en passant, in castling the rook's
site and its direction, or the chips that are put, four bits a denomination. The choice of a True King has the
king's site as its goal. `FELL` is set to say that a captured king was the True King, if the row does not
know.

No king is royal: every pseudo-legal move is legal, unless it takes a king of its own side off the board.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.attacks import attacks_along, sweeps_king
from fairyring.kernels.bluff.tables import (
    CAPTURES,
    CHIPS,
    DEMAND,
    DOUBLE,
    END,
    EP_SQUARE,
    FIRST,
    KING,
    KINGS,
    NOWHERE,
    PAWN,
    PIECE,
    PROMOTED,
    PROMOTES,
    PURSES,
    RIDES,
    STACKS,
    STEP,
    TRUE,
    UNMOVED,
)
from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.codes import (
    CHOOSE,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    TAG_SHIFT,
    encode,
)
from fairyring.kernels.stages import sweeps
from fairyring.kernels.true_kings import CAPTURED, UNCHOSEN

CAPTURING, STRAIGHT, DOUBLE_STEP, EN_PASSANT, CASTLE, PUT = (U(tag) for tag in range(6))
TAG_MASK = U(0x7F)  # of the byte: the tag without `FELL`
ROOK_MASK, WAY_SHIFT = U(0x3FF), U(10)  # in castling's last bits: the rook's site, and its direction
CHIP_MASK, CHIP_BITS = U(0xF), U(4)


@inlined
def has_stack(states: Any, ply: Any, site: Any) -> Any:
    """Whether there are chips on a site."""
    return (states.bits[ply, STACKS, site >> U(6)] >> (site & U(63))) & U(1) != U(0)


@inlined
def capturable(other: Any, side: Any) -> Any:
    """Whether a side may capture what is on a site that is not empty: an enemy, or a demand."""
    return other & U(1) != side or other == DEMAND


@inlined
def any_stack(states: Any, ply: Any) -> Any:
    """Whether there are chips on any site."""
    found = U(0)
    for word in range(U(states.bits.shape[2])):
        found |= states.bits[ply, STACKS, word]
    return found != U(0)


@inlined
def _piece_moves(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, quiet: Any, stacks: Any, moves: Any, n: Any
) -> Any:
    """Append the moves of a non-pawn piece; without ``quiet`` only those that capture a piece or chips."""
    piece = U(states.cells[ply, PIECE, start])
    rides = ways.spans[piece, RIDES] != 0
    for entry in range(U(ways.spans[piece, FIRST]), U(ways.spans[piece, END])):
        vector = U(ways.vectors[entry])
        goal = U(ways.steps[start, vector])
        while goal != NOWHERE:
            other = U(states.cells[ply, PIECE, goal])
            if other != U(0):
                if capturable(other, side):
                    moves[n] = start | goal << GOAL_SHIFT
                    n += U(1)
                break
            if quiet or (stacks and has_stack(states, ply, goal)):
                moves[n] = start | goal << GOAL_SHIFT
                n += U(1)
            if not rides:
                break
            goal = U(ways.steps[goal, vector])
    return n


@inlined
def _pawn_goal(ways: Any, start: Any, goal: Any, promotes: Any, tag: Any, moves: Any, n: Any) -> Any:
    """Append a pawn's move, or one for each promotion."""
    if promotes == 0:
        moves[n] = encode(start, goal, U(0), tag, U(0))
        return n + U(1)
    for choice in range(U(ways.promotions.shape[0])):
        moves[n] = encode(start, goal, ways.promotions[choice], tag, U(0))
        n += U(1)
    return n


@inlined
def _pawn_moves(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, quiet: Any, moves: Any, n: Any
) -> Any:
    """Append a pawn's moves; without ``quiet`` only those that capture a piece or chips, or promote."""
    own = ways.pawns
    promotes = own[side, start, PROMOTES]
    step = U(own[side, start, STEP])
    if (quiet or promotes != 0) and states.cells[ply, PIECE, step] == 0:
        n = _pawn_goal(ways, start, step, promotes, STRAIGHT, moves, n)
        twice = U(own[side, start, DOUBLE])
        if quiet and twice != NOWHERE and states.cells[ply, PIECE, twice] == 0:
            moves[n] = encode(start, twice, U(0), DOUBLE_STEP, step)
            n += U(1)
    for column in range(CAPTURES, CAPTURES + U(2)):
        goal = U(own[side, start, column])
        if goal == NOWHERE:
            continue
        other = U(states.cells[ply, PIECE, goal])
        if other == U(0):
            if goal == states.info[ply, EP_SQUARE]:
                # The pawn that crossed the site stands where its next step would lead from there.
                ep_pawn = U(own[U(1) - side, goal, STEP])
                moves[n] = encode(start, goal, U(0), EN_PASSANT, ep_pawn)
                n += U(1)
                continue
            if not has_stack(states, ply, goal):
                continue
        elif not capturable(other, side):
            continue
        n = _pawn_goal(ways, start, goal, promotes, CAPTURING, moves, n)
    return n


@inlined
def _castling_moves(ways: Any, states: Any, ply: Any, side: Any, moves: Any, n: Any) -> Any:
    """Append the castlings: a king with the nearest thing beside it, if that is a rook; neither has moved."""
    for word in range(U(states.bits.shape[2])):
        pieces = states.info[ply, UNMOVED + word] & states.bits[ply, side, word]
        while pieces != U(0):
            start = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            if ways.kinds[states.cells[ply, PIECE, start]] != KING:
                continue
            for way in range(U(2)):
                vector = U(ways.sideways[way])
                rook, distance = U(ways.steps[start, vector]), U(1)
                while rook != NOWHERE and states.cells[ply, PIECE, rook] == 0:
                    rook = U(ways.steps[rook, vector])
                    distance += U(1)
                if rook == NOWHERE or not _unmoved_rook(ways, states, ply, side, rook):
                    continue
                goal = start
                for _ in range((distance + U(1)) // U(2)):
                    goal = U(ways.steps[goal, vector])
                moves[n] = encode(start, goal, U(0), CASTLE, rook | way << WAY_SHIFT)
                n += U(1)
    return n


@inlined
def _unmoved_rook(ways: Any, states: Any, ply: Any, side: Any, site: Any) -> Any:
    # Only kings and rooks are in the set of pieces that never moved.
    piece = U(states.cells[ply, PIECE, site])
    unmoved = (states.info[ply, UNMOVED + (site >> U(6))] >> (site & U(63))) & U(1) != U(0)
    return unmoved and piece & U(1) == side and ways.kinds[piece] != KING


@inlined
def knows(states: Any, ply: Any, side: Any) -> Any:
    """Whether a row has the site of a side's True King."""
    return states.info[ply, TRUE + side] < U(states.cells.shape[2])


@inlined
def over(states: Any, ply: Any) -> Any:
    """Whether a True King has been captured."""
    return states.info[ply, TRUE] == CAPTURED or states.info[ply, TRUE + U(1)] == CAPTURED


@inlined
def may_put(states: Any, ply: Any) -> Any:
    """Whether chips may be put: both sides have promoted, and both have more than one king."""
    return (
        states.info[ply, PROMOTED] == U(3)
        and states.info[ply, KINGS] > U(1)
        and states.info[ply, KINGS + U(1)] > U(1)
    )


@inlined
def affordable(states: Any, ply: Any, side: Any, chips: Any) -> Any:
    """Whether a side's purse holds chips, four bits a denomination."""
    for place in range(U(states.cells.shape[1]) - CHIPS):
        if (chips >> (CHIP_BITS * place)) & CHIP_MASK > states.info[ply, PURSES + U(4) * side + place]:
            return False
    return True


@inlined
def _put_moves(tables: Any, states: Any, ply: Any, side: Any, moves: Any, n: Any) -> Any:
    for choice in range(U(tables.ways.puts.shape[0])):
        chips = tables.ways.puts[choice]
        if not affordable(states, ply, side, chips):
            continue
        for word in range(U(states.bits.shape[2])):
            free = ~(states.bits[ply, U(0), word] | states.bits[ply, U(1), word])
            while free != U(0):
                goal = (word << U(6)) + lowest_bit(free)
                free &= free - U(1)
                moves[n] = encode(U(0), goal, U(0), PUT, chips)
                n += U(1)
    return n


@inlined
def _shields(ways: Any, states: Any, ply: Any, side: Any, moves: Any, n: Any) -> Any:
    """Append the demands that can be put between riders and the True King, if the row has its site."""
    if not knows(states, ply, side):
        return n
    king = U(states.info[ply, TRUE + side])
    for choice in range(U(ways.shields.shape[0])):
        if not affordable(states, ply, side, ways.shields[choice]):
            continue
        for vector in range(U(ways.steps.shape[1])):
            if (ways.covers[0] >> vector) & U(1) == U(0):
                continue
            near = U(ways.steps[king, vector])
            origin = near
            while origin != NOWHERE and states.cells[ply, PIECE, origin] == 0:
                origin = U(ways.steps[origin, vector])
            if origin == NOWHERE:
                continue
            piece = U(states.cells[ply, PIECE, origin])
            if attacks_along(ways, piece, U(1) - side, vector, near == origin):
                while near != origin:
                    moves[n] = encode(U(0), near, U(0), PUT, ways.shields[choice])
                    n += U(1)
                    near = U(ways.steps[near, vector])
    return n


@inlined
def _choices(tables: Any, states: Any, ply: Any, side: Any, moves: Any, n: Any) -> Any:
    """Append the choices of a True King."""
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            if tables.ways.kinds[states.cells[ply, PIECE, site]] == KING:
                moves[n] = encode(U(0), site, U(0), CHOOSE, U(0))
                n += U(1)
    return n


@inlined
def captured_site(states: Any, ply: Any, move: Any) -> Any:
    """Where the piece stands that a move captures; `NOWHERE` if it captures none."""
    tag, goal = (move >> TAG_SHIFT) & TAG_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    if tag == EN_PASSANT:
        return move >> EXTRA_SHIFT
    return goal if tag == CAPTURING and states.cells[ply, PIECE, goal] > DEMAND else NOWHERE


@internal
def _without_own_kings(tables: Any, states: Any, ply: Any, side: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Drop the captures that take a king of their own side off the board; returns the end of the list."""
    kept = begin
    for i in range(begin, n):
        move = moves[i]
        if captured_site(states, ply, move) != NOWHERE:
            start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
            king = tables.ways.kinds[states.cells[ply, PIECE, start]] == KING
            if king or sweeps_king(tables, states, ply, goal, side):
                continue
        moves[kept] = move
        kept += U(1)
    return kept


@internal
def generate(tables: Any, states: Any, ply: Any, quiet: Any, moves: Any, n: Any) -> Any:
    """Append every legal move; without ``quiet`` only captures, also of chips, and promotions."""
    # One function for all moves and for the noisy ones: a literal True or False would compile it twice.
    ways = tables.ways
    side, begin = states.info[ply, SIDE], n
    if over(states, ply):
        return n
    if states.info[ply, TRUE + side] == UNCHOSEN:
        return _choices(tables, states, ply, side, moves, n) if quiet else n
    stacks = any_stack(states, ply)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            start = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            if ways.kinds[states.cells[ply, PIECE, start]] == PAWN:
                n = _pawn_moves(ways, states, ply, side, start, quiet, moves, n)
            else:
                n = _piece_moves(ways, states, ply, side, start, quiet, stacks, moves, n)
    if sweeps(tables):
        n = _without_own_kings(tables, states, ply, side, moves, begin, n)
    if quiet:
        n = _castling_moves(ways, states, ply, side, moves, n)
        if may_put(states, ply):
            n = _put_moves(tables, states, ply, side, moves, n)
            n = _shields(ways, states, ply, side, moves, n)
    return n


@inlined
def noisy(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``noisy``: captures, also of chips, and promotions."""
    return generate(tables, states, ply, False, moves, n)


@compiled
def count(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``count``."""
    ways = tables.ways
    side = states.info[ply, SIDE]
    if sweeps(tables) or over(states, ply) or states.info[ply, TRUE + side] == UNCHOSEN:
        return generate(tables, states, ply, True, moves, n) - n
    promotions = U(ways.promotions.shape[0])
    ep_square = states.info[ply, EP_SQUARE]
    total = U(0)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            start = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            piece = U(states.cells[ply, PIECE, start])
            if ways.kinds[piece] == PAWN:
                goals = U(0)
                step = U(ways.pawns[side, start, STEP])
                if states.cells[ply, PIECE, step] == 0:
                    goals += U(1)
                    twice = U(ways.pawns[side, start, DOUBLE])
                    if twice != NOWHERE and states.cells[ply, PIECE, twice] == 0:
                        goals += U(1)
                for column in range(CAPTURES, CAPTURES + U(2)):
                    goal = U(ways.pawns[side, start, column])
                    if goal == NOWHERE:
                        continue
                    other = U(states.cells[ply, PIECE, goal])
                    if other == U(0):
                        goals += U(goal == ep_square or has_stack(states, ply, goal))
                    else:
                        goals += U(capturable(other, side))
                total += goals if ways.pawns[side, start, PROMOTES] == 0 else goals * promotions
                continue
            rides = ways.spans[piece, RIDES] != 0
            for entry in range(U(ways.spans[piece, FIRST]), U(ways.spans[piece, END])):
                vector = U(ways.vectors[entry])
                goal = U(ways.steps[start, vector])
                while goal != NOWHERE:
                    other = U(states.cells[ply, PIECE, goal])
                    if other != U(0):
                        total += U(capturable(other, side))
                        break
                    total += U(1)
                    if not rides:
                        break
                    goal = U(ways.steps[goal, vector])
    total += _castling_moves(ways, states, ply, side, moves, n) - n
    if may_put(states, ply):
        free = U(0)
        for word in range(U(states.bits.shape[2])):
            free += popcount(~(states.bits[ply, U(0), word] | states.bits[ply, U(1), word]))
        for choice in range(U(ways.puts.shape[0])):
            if affordable(states, ply, side, ways.puts[choice]):
                total += free
    return total
