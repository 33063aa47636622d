"""What walls do on the board: the stages of ducks, walls, trails and stones."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, called, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import SIDE
from fairyring.kernels.law import slots
from fairyring.kernels.orthodox.attacks import add_to_set, in_set, is_in_check, occupied
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DROP,
    FIELD_MASK,
    GOAL_SHIFT,
    LOCUST,
    MOVE,
    PROMOTION_SHIFT,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    UNDECIDED,
    captures,
    encode,
    third_of,
    with_third,
)
from fairyring.kernels.orthodox.edit import remove_piece
from fairyring.kernels.orthodox.effects import standing_after, tried
from fairyring.kernels.orthodox.tables import BLOCKS, LINE, WALLS
from fairyring.kernels.stages import ALL_MOVES, NO_MOVES
from fairyring.mechanics import explosion, rebirth

# WALL: the code of a wall that faces White; 0 in a game without. BOARD: the sites where a player may put one
# with each move, as a set; 0 if players put none. LASTING: 1 if walls stay. SHOT: 1 if one is put where the
# piece could go next. TRAIL: 1 if a piece leaves one behind. STONE: the codes of the pieces that become one
# when they capture, a bit each. SHORE: the squares at the edge of the board as a set, and then for each site
# those next to it; 0 if no wall is put in place of a move. GUARDED: 1 if walls that come with moves
# may save royal pieces or lay them open. HURDLES: 1 if some piece hops, for which a wall is a hurdle.
WALL, BOARD, LASTING, SHOT, TRAIL, STONE, SHORE, GUARDED, HURDLES = slots(9)


@inlined
def derived(words: Any, tables: Any, states: Any, ply: Any) -> None:
    """The set of walls, and what they add to the key. They face the mover."""
    if words[WALL] == U(0):
        return
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, WALLS, word] = U(0)
    for site in range(U(states.cells.shape[2])):
        if U(states.cells[ply, U(0), site]) | U(1) == words[WALL] | U(1):
            raise_wall(words, tables, states, ply, site, states.info[ply, SIDE])


@inlined
def raise_wall(words: Any, tables: Any, states: Any, ply: Any, site: Any, side: Any) -> None:
    """Put a wall on an empty site. It has the side's own code, so that the side cannot capture it."""
    states.cells[ply, U(0), site] = words[WALL] | side
    states.key[ply] ^= tables.keys.zobrist[words[WALL], site]
    add_to_set(states, ply, WALLS, site)


@inlined
def arrived(words: Any, tables: Any, states: Any, ply: Any, move: Any, taken: Any) -> None:
    """A piece that has captured turns to stone; not one that has promoted by it."""
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    same = (move >> PROMOTION_SHIFT) & BYTE_MASK == U(0)
    if taken != U(0) and same and (words[STONE] >> U(states.cells[ply, U(0), goal])) & U(1) != U(0):
        remove_piece(tables, states, ply, goal)
        raise_wall(words, tables, states, ply, goal, U(1) - states.info[ply, SIDE])


@inlined
def pick_up(words: Any, tables: Any, states: Any, ply: Any) -> None:
    """The duck leaves its square."""
    for word in range(U(states.bits.shape[2])):
        if states.bits[ply, WALLS, word] != U(0):
            site = (word << U(6)) + lowest_bit(states.bits[ply, WALLS, word])
            states.bits[ply, WALLS, word] = U(0)
            states.cells[ply, U(0), site] = 0
            states.key[ply] ^= tables.keys.zobrist[words[WALL], site]


@internal
def set_down(words: Any, tables: Any, states: Any, ply: Any, move: Any) -> None:
    """The duck or a wall goes where the move says, and a trail where the piece was."""
    other = U(1) - states.info[ply, SIDE]
    if words[BOARD] != U(0) and third_of(move) == UNDECIDED:
        return
    if words[BOARD] != U(0) and words[LASTING] == U(0):
        pick_up(words, tables, states, ply)
    else:
        face(words, states, ply, other)
    if words[BOARD] != U(0):
        raise_wall(words, tables, states, ply, third_of(move), other)
    start = move & FIELD_MASK
    if words[TRAIL] != U(0) and states.cells[ply, U(0), start] == 0:
        raise_wall(words, tables, states, ply, start, other)


@inlined
def sinks(words: Any, move: Any) -> Any:
    """Whether a move puts a wall on its goal in place of moving a piece: it drops nothing."""
    nothing = (move >> PROMOTION_SHIFT) & BYTE_MASK == U(0)
    return words[SHORE] != U(0) and nothing and (move >> TAG_SHIFT) & TAG_MASK == DROP


@inlined
def sink(words: Any, tables: Any, states: Any, ply: Any, move: Any) -> None:
    """A wall stands there; until now it was a piece of no kind."""
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    remove_piece(tables, states, ply, goal)
    raise_wall(words, tables, states, ply, goal, U(1) - states.info[ply, SIDE])


@internal
def sinking(words: Any, tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Append the moves that put a wall on an empty square at the edge, or next to a wall."""
    size = U(states.bits.shape[2])
    for word in range(size):
        shore = words[words[SHORE] + word]
        for other in range(size):
            walls = states.bits[ply, WALLS, other]
            while walls != U(0):
                site = (other << U(6)) + lowest_bit(walls)
                walls &= walls - U(1)
                shore |= words[words[SHORE] + (U(1) + site) * size + word]
        shore &= ~occupied(states, ply, word)
        while shore != U(0):
            goal = (word << U(6)) + lowest_bit(shore)
            shore &= shore - U(1)
            moves[n] = encode(goal, goal, U(0), DROP, U(0))
            if words[HURDLES] == U(0) or not is_in_check(
                tables, states, tried(tables, states, ply, moves[n]), states.info[ply, SIDE]
            ):
                n += U(1)
    return n


@internal
def face(words: Any, states: Any, ply: Any, side: Any) -> None:
    """Turn the walls to the side that moves next, where that is not the other side."""
    for word in range(U(states.bits.shape[2])):
        sites = states.bits[ply, WALLS, word]
        while sites != U(0):
            states.cells[ply, U(0), (word << U(6)) + lowest_bit(sites)] = words[WALL] | side
            sites &= sites - U(1)


@inlined
def free(words: Any, states: Any, ply: Any, word: Any) -> Any:
    """A word of the set of the sites that are empty before a move."""
    return words[words[BOARD] + word] & ~occupied(states, ply, word)


@internal
def reach(ways: Any, states: Any, ply: Any, move: Any) -> None:
    """Put the sites where a move's piece could go next without capturing into the set BLOCKS.

    The set LINE has what is occupied after the move. A piece that has exploded goes nowhere.
    """
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    piece = U(states.cells[ply, U(0), start])
    if promotion != U(0):
        piece = promotion << U(1) | states.info[ply, SIDE]  # a piece that is dropped was on no square
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, BLOCKS, word] = U(0)
    if not in_set(states, ply, LINE, goal):
        return
    at = piece * U(states.cells.shape[2]) + goal
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    while i < end:
        step = U(ways.rays[i])
        if in_set(states, ply, LINE, step & SITE_MASK):
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            continue
        i += U(1)
        if step & MOVE != U(0):
            add_to_set(states, ply, BLOCKS, step & SITE_MASK)


@inlined
def probing(words: Any) -> Any:
    """Any move may end a check or let one arise by its wall."""
    return ALL_MOVES if words[GUARDED] != U(0) else NO_MOVES


@inlined
def endangers(words: Any, tables: Any, states: Any, ply: Any, spare: Any, site: Any) -> Any:
    """Whether the mover is lost on the row on which a move has been tried, with a wall on an empty site."""
    states.cells[spare, U(0), site] = words[WALL]
    checked = is_in_check(tables, states, spare, states.info[ply, SIDE])
    states.cells[spare, U(0), site] = 0
    return explosion.loses(words, states, ply, spare, checked)


@inlined
def doubtful(words: Any, tables: Any, states: Any, ply: Any, spare: Any) -> Any:
    """Lift the duck on the row on which a move has been tried: whether some walls would lose the mover."""
    if words[LASTING] == U(0):
        pick_up(words, tables, states, spare)
    checked = is_in_check(tables, states, spare, states.info[ply, SIDE])
    return words[HURDLES] != U(0) or explosion.loses(words, states, ply, spare, checked)


@called
def spared(words: Any, tables: Any, states: Any, ply: Any, spare: Any, move: Any) -> Any:
    """Whether the mover is lost on the row on which a move has been tried, wherever its wall is put."""
    if words[TRAIL] != U(0):
        start = move & FIELD_MASK
        if states.cells[spare, U(0), start] == 0:
            return endangers(words, tables, states, ply, spare, start)
        checked = is_in_check(tables, states, spare, states.info[ply, SIDE])
        return explosion.loses(words, states, ply, spare, checked)
    if not doubtful(words, tables, states, ply, spare):
        return False
    standing_after(tables, states, ply, move)
    if words[SHOT] != U(0):
        reach(tables.ways, states, ply, move)
    if words[LASTING] == U(0):
        pick_up(words, tables, states, spare)  # a capture has been made there once more
    for word in range(U(states.bits.shape[2])):
        sites = words[words[BOARD] + word] & ~states.bits[ply, LINE, word]
        if words[SHOT] != U(0):
            sites &= states.bits[ply, BLOCKS, word]
        while sites != U(0):
            site = (word << U(6)) + lowest_bit(sites)
            sites &= sites - U(1)
            if not endangers(words, tables, states, ply, spare, site):
                return False
    return True


@internal
def completed(
    words: Any, tables: Any, states: Any, ply: Any, noisy: Any, moves: Any, begin: Any, n: Any
) -> Any:
    """Each move with every square of the duck or wall; in a quiescence search, with one."""
    end = n
    spare = U(states.key.shape[0]) - U(1)
    for i in range(begin, n):
        standing_after(tables, states, ply, moves[i])
        if words[SHOT] != U(0):
            reach(tables.ways, states, ply, moves[i])
        doubts = False
        if words[GUARDED] != U(0):
            doubts = doubtful(words, tables, states, ply, tried(tables, states, ply, moves[i]))
        first = end
        for word in range(U(states.bits.shape[2])):
            sites = words[words[BOARD] + word] & ~states.bits[ply, LINE, word]
            if words[SHOT] != U(0):
                sites &= states.bits[ply, BLOCKS, word]
            while sites != U(0) and not (noisy and end > first):
                site = (word << U(6)) + lowest_bit(sites)
                sites &= sites - U(1)
                if doubts and endangers(words, tables, states, ply, spare, site):
                    continue
                moves[end] = with_third(moves[i], site)
                end += U(1)
    for i in range(n, end):
        moves[begin + i - n] = moves[i]
    return begin + end - n


@inlined
def choices(words: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, end: Any) -> Any:
    """How many moves `completed` makes of those from begin to end."""
    changing = words[explosion.BLAST] | words[rebirth.HOMES]
    if words[LASTING] | words[GUARDED] | changing != U(0):
        return completed(words, tables, states, ply, False, moves, begin, end) - begin
    total = U(0)
    for word in range(U(states.bits.shape[2])):
        total += popcount(free(words, states, ply, word))
    number = U(0)
    for i in range(begin, end):
        tag, goal = (moves[i] >> TAG_SHIFT) & TAG_MASK, (moves[i] >> GOAL_SHIFT) & FIELD_MASK
        number += total + U(captures(states, ply, moves[i])) - U(tag == DROP)
        if tag == LOCUST and goal != moves[i] & FIELD_MASK:  # perhaps a second one on the goal
            number += U(states.cells[ply, U(0), goal] != 0)
    return number
