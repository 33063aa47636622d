"""Move generation of the orthodox family."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, called, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import ONGOING, SIDE
from fairyring.kernels.orthodox.attacks import attacked, in_set, looked, under_attack
from fairyring.kernels.orthodox.codes import (
    ACTION_SHIFT,
    BESIDE,
    BYTE_MASK,
    CAPTURE,
    CAPTURES,
    CASTLE,
    DOUBLE,
    DOUBLE_STEP,
    DOUBTFUL,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    MOVE,
    MOVES,
    ORDINAL_MASK,
    ORDINAL_SHIFT,
    PASSING,
    PAWN,
    PLAIN,
    PROMOTE,
    PROMOTION_SHIFT,
    SHARED,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    UNLOAD,
    captures,
    encode,
    extra_of,
)
from fairyring.kernels.orthodox.effects import loses_king, settle_doubts
from fairyring.kernels.orthodox.tables import (
    BLOCKS,
    CASTLER,
    CASTLING_SITES,
    EMPTIES,
    EP_PAWN,
    EP_SQUARE,
    HOME,
    KING,
    KING_GOAL,
    KING_START,
    LINE,
    NOWHERE,
    PINNED,
    RETEST,
    RIGHT,
    RIGHTS,
    ROOK_GOAL,
    ROOK_START,
    SAFES,
)
from fairyring.kernels.stages import (
    ALL_GOALS,
    ALL_MOVES,
    CAPTURING,
    GOALS_IN_LINE,
    NO_GOALS,
    NO_MOVES,
    alone,
    asked,
    completed,
    doubted,
    filtered,
    further_moves,
    generated,
    movable,
    over,
    probing,
    promoted,
    risky,
    sheltered,
    stage,
    unloading,
)


@inlined
def empties_more(ways: Any, move: Any) -> Any:
    """Whether more sites change by a move that is not a castling than its start and goal."""
    tag = (move >> TAG_SHIFT) & TAG_MASK
    return tag & BESIDE == EN_PASSANT or (unloading(ways) and tag == UNLOAD)


@internal
def leaves_king_attacked(ways: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a pseudo-legal move would leave the mover's king attacked: made on the row, and unmade."""
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    if king == NOWHERE:
        return False
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    tag, extra = (move >> TAG_SHIFT) & TAG_MASK, extra_of(move)
    # The second site that changes: that of the pawn captured en passant, of the castling rook, or where a
    # piece is put down, or where it was.
    second = (
        extra if empties_more(ways, move) else ways.castlings[extra, ROOK_START] if tag == CASTLE else start
    )
    rook_goal = ways.castlings[extra, ROOK_GOAL] if tag == CASTLE else start
    cells = states.cells
    piece, captured, other = cells[ply, U(0), start], cells[ply, U(0), goal], cells[ply, U(0), second]
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    landing = piece if promotion == U(0) else promotion << U(1) | side  # a drop has one, too
    cells[ply, U(0), start] = 0
    if tag != PLAIN:
        cells[ply, U(0), second] = 0
        if tag == CASTLE:
            cells[ply, U(0), rook_goal] = other
        elif unloading(ways) and tag == UNLOAD:
            away = second != start and other != 0
            cells[ply, U(0), start if away else second] = other if away else captured
    cells[ply, U(0), goal] = landing
    exposed = attacked(ways, states, ply, goal if start == king else king, U(1) - side)
    cells[ply, U(0), goal] = captured
    if tag != PLAIN:
        if tag == CASTLE:
            cells[ply, U(0), rook_goal] = 0
        cells[ply, U(0), second] = other
    cells[ply, U(0), start] = piece
    return exposed


@stage(alone)
def exposing(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """`leaves_king_attacked`, or what a part finds in place of it."""
    return leaves_king_attacked(tables.ways, states, ply, move)


@internal
def unsafe(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a pseudo-legal move is illegal for what it leaves of the mover's king."""
    if probing(tables) >= CAPTURING:
        return loses_king(tables, states, ply, move)
    return exposing(tables, states, ply, move)


@inlined
def piece_moves(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, moves: Any, n: Any
) -> Any:
    """Append a non-pawn piece's pseudo-legal moves; ``actions`` selects moves, captures or both."""
    piece = U(states.cells[ply, U(0), start])
    at = piece * U(states.cells.shape[2]) + start
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    seen = U(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, U(0), goal])
        if other == U(0):
            action = U(1)
            i += U(1)
        else:
            action = U(2) - U(2) * U(other & U(1) == side)
            i += (step >> SKIP_SHIFT) & SKIP_MASK
        if action & actions & (step >> ACTION_SHIFT) == U(0):
            continue
        if step & SHARED != U(0):
            mark = U(1) << ((step >> ORDINAL_SHIFT) & ORDINAL_MASK)
            if seen & mark != U(0):
                continue
            seen |= mark
        moves[n] = start | goal << GOAL_SHIFT
        n += U(1)
    return further_moves(ways, states, ply, side, start, actions, seen, moves, n)


@stage(alone)
def stepped(
    tables: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, moves: Any, n: Any
) -> Any:
    """`piece_moves`, or what a part appends in place of them."""
    return piece_moves(tables.ways, states, ply, side, start, actions, moves, n)


@inlined
def pawn_moves(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, noisy: Any, moves: Any, n: Any
) -> Any:
    """Append a pawn's pseudo-legal moves; with ``noisy``, only captures and promotions."""
    piece = U(states.cells[ply, U(0), start])
    at = piece * U(states.cells.shape[2]) + start
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    ep_square = states.info[ply, EP_SQUARE]
    seen = U(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, U(0), goal])
        tag, extra = PLAIN, U(0)
        if other == U(0):
            i += U(1)
            if step & PASSING != U(0) and goal == ep_square:
                tag, extra = EN_PASSANT, states.info[ply, EP_PAWN]
            elif step & MOVE == U(0) or (noisy and step & PROMOTE == U(0)):
                continue
            elif step & DOUBLE != U(0):
                tag, extra = DOUBLE_STEP, U(ways.rays[i - U(2)]) & SITE_MASK
        else:
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            if other & U(1) == side or step & CAPTURE == U(0):
                continue
        if step & SHARED != U(0):
            mark = U(1) << ((step >> ORDINAL_SHIFT) & ORDINAL_MASK)
            if seen & mark != U(0):
                continue
            seen |= mark
        if step & PROMOTE != U(0):
            for choice in range(U(ways.promotions.shape[0])):
                moves[n] = encode(start, goal, ways.promotions[choice], tag, extra)
                n += U(1)
            continue
        moves[n] = encode(start, goal, U(0), tag, extra)
        n += U(1)
    actions = CAPTURES if noisy else MOVES | CAPTURES
    return further_moves(ways, states, ply, side, start, actions, seen, moves, n)


@internal
def moves_from(ways: Any, states: Any, ply: Any, side: Any, start: Any, moves: Any, n: Any) -> Any:
    """Append the pseudo-legal moves of any piece but the royal king."""
    if ways.kinds[states.cells[ply, U(0), start]] == PAWN:
        return pawn_moves(ways, states, ply, side, start, False, moves, n)
    return piece_moves(ways, states, ply, side, start, MOVES | CAPTURES, moves, n)


@internal
def king_moves(tables: Any, states: Any, ply: Any, side: Any, actions: Any, moves: Any, n: Any) -> Any:
    """Append the royal king's legal moves, except castling; where captures are probed, all as `DOUBTFUL`."""
    ways = tables.ways
    king = states.info[ply, KING + side]
    last = stepped(tables, states, ply, side, king, actions, moves, n)
    if probing(tables) >= CAPTURING:
        for i in range(n, last):
            moves[i] |= DOUBTFUL
        return last
    if probing(tables) != NO_MOVES or doubted(ways, states, ply, U(0)) == ALL_GOALS:
        for i in range(n, last):
            if not exposing(tables, states, ply, moves[i]):
                moves[n] = moves[i]
                n += U(1)
        return n
    piece = states.cells[ply, U(0), king]
    states.cells[ply, U(0), king] = 0
    for i in range(n, last):
        if not attacked(ways, states, ply, moves[i] >> GOAL_SHIFT, U(1) - side):
            moves[n] = moves[i]
            n += U(1)
    states.cells[ply, U(0), king] = piece
    return n


@internal
def castling_moves(tables: Any, states: Any, ply: Any, side: Any, checks: Any, moves: Any, n: Any) -> Any:
    """Append a side's legal castlings, in check only those that allow it; as `DOUBTFUL` if that is probed."""
    ways = tables.ways
    rights = states.info[ply, RIGHTS]
    for number in range(U(ways.castlings.shape[0])):
        allowed = (rights >> ways.castlings[number, RIGHT]) & U(1) != U(0)
        if not allowed or ways.castlings[number, CASTLER] != side:
            continue
        if checks != U(0) and ways.castlings[number, SAFES] != U(0):
            continue
        i, end = CASTLING_SITES, CASTLING_SITES + ways.castlings[number, EMPTIES]
        while i < end and states.cells[ply, U(0), ways.castlings[number, i]] == 0:
            i += U(1)
        if i < end:
            continue
        start, goal = ways.castlings[number, KING_START], ways.castlings[number, KING_GOAL]
        piece = states.cells[ply, U(0), start]
        if ways.castlings[number, HOME] not in (U(0), U(piece)):
            continue
        states.cells[ply, U(0), start] = 0
        end += ways.castlings[number, SAFES]
        while i < end and (
            not under_attack(tables, states, ply, ways.castlings[number, i], U(1) - side)
            or sheltered(tables, states, ply, side, ways.castlings[number, i])
            or (probing(tables) >= CAPTURING and ways.castlings[number, i] == goal)  # seen afterwards
        ):
            i += U(1)
        states.cells[ply, U(0), start] = piece
        if i < end:
            continue
        move = encode(start, goal, U(0), CASTLE, number)
        if probing(tables) >= CAPTURING:
            move |= DOUBTFUL
        elif ways.castlings[number, RETEST] != U(0) and exposing(tables, states, ply, move):
            continue
        moves[n] = move
        n += U(1)
    return n


@inlined
def generate(tables: Any, states: Any, ply: Any, actions: Any, moves: Any, n: Any) -> Any:
    """Append the legal moves as far as they do not ask for a further choice; `completed` makes those.

    It is one function for all moves and for the noisy ones: a literal True or False would compile it twice.
    """
    noisy = actions & MOVES == U(0)
    ways = tables.ways
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    checks = looked(tables, states, ply)
    if checks != U(0) and sheltered(tables, states, ply, side, king):
        checks = U(0)
    doubts = doubted(ways, states, ply, checks)
    probed = probing(tables)
    own_check = checks if probed != ALL_MOVES else U(0)  # what ends a check is seen by making the move
    begin = n
    for word in range(U(states.bits.shape[2])):
        pieces = movable(tables, states, ply, word, states.bits[ply, side, word])
        while pieces != U(0):
            bit = lowest_bit(pieces)
            pieces &= pieces - U(1)
            start = (word << U(6)) + bit
            if start == king:
                continue
            first = n
            ep_open = False
            if ways.kinds[states.cells[ply, U(0), start]] == PAWN:
                quiet = asked(tables, states, ply, start, actions) & MOVES == U(0)
                n = pawn_moves(ways, states, ply, side, start, quiet, moves, n)
                ep_open = states.info[ply, EP_SQUARE] != NOWHERE
            else:
                n = stepped(
                    tables, states, ply, side, start, asked(tables, states, ply, start, actions), moves, n
                )
            n = promoted(tables, states, ply, start, actions, moves, first, n)
            pinned = in_set(states, ply, PINNED, start)
            if checks == U(0) and not pinned and not ep_open and probed == NO_MOVES and doubts == NO_GOALS:
                continue
            last, n = n, first
            for i in range(first, last):
                move = moves[i]
                doubtful = pinned or probed == ALL_MOVES or doubts == ALL_GOALS
                if doubts == GOALS_IN_LINE and in_set(states, ply, LINE, (move >> GOAL_SHIFT) & FIELD_MASK):
                    doubtful = True
                if probed != NO_MOVES and risky(tables, states, ply, checks, move):
                    doubtful = True
                if probed == CAPTURING and captures(states, ply, move):
                    doubtful = True
                if empties_more(ways, move):
                    doubtful = True
                elif (
                    checks != U(0)
                    and not in_set(states, ply, BLOCKS, (move >> GOAL_SHIFT) & FIELD_MASK)
                    and not (probed != NO_MOVES and doubtful)
                ):
                    continue
                if doubtful and probed >= CAPTURING:
                    move |= DOUBTFUL
                elif doubtful and exposing(tables, states, ply, move):
                    continue
                moves[n] = move
                n += U(1)
    if king != NOWHERE:
        n = king_moves(tables, states, ply, side, actions, moves, n)
    if not noisy:
        n = castling_moves(tables, states, ply, side, checks, moves, n)
        first = n
        n = U(generated(tables, states, ply, own_check, moves, n))
        if probed != NO_MOVES or doubts != NO_GOALS:
            last, n = n, first
            for i in range(first, last):
                doubtful = probed == ALL_MOVES or doubts != NO_GOALS
                if not doubtful and probed != NO_MOVES:
                    doubtful = risky(tables, states, ply, checks, moves[i])
                if doubtful and probed >= CAPTURING:
                    moves[i] |= DOUBTFUL
                elif doubtful and exposing(tables, states, ply, moves[i]):
                    continue
                moves[n] = moves[i]
                n += U(1)
    if probed >= CAPTURING:
        n = settle_doubts(tables, states, ply, moves, begin, n)
    return filtered(tables, states, ply, moves, begin, n)


@compiled
def legal(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``legal``."""
    if over(tables, states, ply) != ONGOING:
        return n
    end = U(generate(tables, states, ply, MOVES | CAPTURES, moves, n))
    return completed(tables, states, ply, False, moves, n, end)


@called
def noisy(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``noisy``: captures and promotions."""
    if over(tables, states, ply) != ONGOING:
        return n
    end = U(generate(tables, states, ply, CAPTURES, moves, n))
    return completed(tables, states, ply, True, moves, n, end)
