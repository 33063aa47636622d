"""What partner boards do: which board is to move, its hands, and what is known of the other board."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.contract import SIDE
from fairyring.kernels.declared import mixed
from fairyring.kernels.law import slots
from fairyring.kernels.orthodox.codes import CASTLE, FIELD_MASK, ROYAL, TAG_MASK, TAG_SHIFT
from fairyring.kernels.orthodox.play import ep_possible
from fairyring.kernels.orthodox.tables import EP_SQUARE, KING, NOWHERE

# GROUND: for each board, the set of its sites; 0 in a game of one board. TURN: the field with the number of
# the board to move. AWAY: how many fields the hands of one board have. ASIDE: the first field with what is
# known of the other board: its en passant square, its pawn, and the kings, in the order of the row's own.
GROUND, TURN, AWAY, ASIDE = slots(4)
KEPT = U(4)  # so many fields are kept aside


@inlined
def boards(words: Any) -> Any:
    """How many boards there are, of which each counts by itself."""
    return U(1) if words[GROUND] == U(0) else U(2)


@inlined
def board_to_move(words: Any, states: Any, ply: Any) -> Any:
    """Its number; 0 in a game of one board."""
    return U(0) if words[GROUND] == U(0) else states.info[ply, words[TURN]]


@inlined
def of_board(words: Any, states: Any, board: Any, word: Any) -> Any:
    """A word of the set of the sites of a board: all, in a game of one board."""
    if words[GROUND] == U(0):
        return ~U(0)
    return words[words[GROUND] + board * U(states.bits.shape[2]) + word]


@inlined
def ground(words: Any, states: Any, ply: Any, word: Any) -> Any:
    """A word of the set of the sites of the board to move: all, in a game of one board."""
    return of_board(words, states, board_to_move(words, states, ply), word)


@inlined
def own_hand(words: Any, states: Any, ply: Any) -> Any:
    """How far behind the first hands those for the board to move are; 0 in a game of one board."""
    return words[AWAY] * states.info[ply, words[TURN]]


@inlined
def partners_hand(words: Any, states: Any, ply: Any) -> Any:
    """How far behind the first hands those for the other board are; 0 in a game of one board."""
    return words[AWAY] * (U(1) - states.info[ply, words[TURN]])


@inlined
def on_ground(words: Any, states: Any, ply: Any, site: Any) -> Any:
    """Whether a site is on the board to move."""
    return (ground(words, states, ply, site >> U(6)) >> (site & U(63))) & U(1) != U(0)


@internal
def switch(words: Any, states: Any, ply: Any) -> None:
    """The other board is to move. The key does not count this yet."""
    info = states.info
    info[ply, words[TURN]] = U(1) - info[ply, words[TURN]]
    for number in range(KEPT):
        own, aside = EP_SQUARE + number, words[ASIDE] + number
        info[ply, own], info[ply, aside] = info[ply, aside], info[ply, own]


@internal
def turned(words: Any, states: Any, ply: Any) -> None:
    """After a move of White's, the other board is to move.

    On the board that is left, Black is the next to move, as on that to which play goes. So what the key
    counts of their en passant squares stays as it is: it was found when Black was to move there.
    """
    if states.info[ply, SIDE] != U(0):
        field, board = words[TURN], states.info[ply, words[TURN]]
        states.key[ply] ^= mixed(field, board) ^ mixed(field, U(1) - board)
        switch(words, states, ply)


@internal
def derived(words: Any, tables: Any, states: Any, ply: Any) -> None:
    """The kings of both boards, and the en passant square of the one that is not to move, for the key."""
    info, kings = states.info, words[ASIDE] + KING - EP_SQUARE
    for side in range(U(2)):
        info[ply, KING + side] = NOWHERE
        info[ply, kings + side] = NOWHERE
    for site in range(U(states.cells.shape[2])):
        piece = U(states.cells[ply, U(0), site])
        if tables.ways.kinds[piece] == ROYAL:
            first = KING if on_ground(words, states, ply, site) else kings
            info[ply, first + (piece & U(1))] = site
    if info[ply, words[ASIDE]] != NOWHERE:
        site, side = info[ply, words[ASIDE]], info[ply, SIDE]
        switch(words, states, ply)
        info[ply, SIDE] = U(1)  # Black is the next to move there
        if ep_possible(tables, states, ply):
            states.key[ply] ^= tables.keys.zobrist[U(0), site]
        info[ply, SIDE] = side
        switch(words, states, ply)


@internal
def filtered(words: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Without castlings on the board that is not to move."""
    end = begin
    for i in range(begin, n):
        castles = (moves[i] >> TAG_SHIFT) & TAG_MASK == CASTLE
        if castles and not on_ground(words, states, ply, moves[i] & FIELD_MASK):
            continue
        moves[end] = moves[i]
        end += U(1)
    return end
