"""Making moves, and how a game ends."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.attacks import exposed
from fairyring.kernels.bluff.generate import (
    CAPTURING,
    CASTLE,
    CHIP_BITS,
    CHIP_MASK,
    DOUBLE_STEP,
    EN_PASSANT,
    PUT,
    ROOK_MASK,
    TAG_MASK,
    WAY_SHIFT,
    has_stack,
    knows,
    over,
)
from fairyring.kernels.bluff.tables import (
    ATTACKED_FROM,
    CHIPS,
    DEMAND,
    DENOMINATIONS,
    EP_SQUARE,
    KING,
    KING_CAPTURED,
    KINGS,
    NOT_CHOSEN,
    NOWHERE,
    PAWN,
    PIECE,
    PROMOTED,
    PROMOTIONS,
    PURSES,
    SCORE,
    SCORE_ZERO,
    STACKS,
    TRUE,
    TRUES,
    TURN,
    TURNS,
    UNMOVED,
)
from fairyring.kernels.compiling import I, U, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import (
    CLOCK,
    MORE_PLIES,
    MOVER_LOSES,
    MOVER_WINS,
    NUMBER,
    ONGOING,
    SIDE,
    STALEMATE,
    TRUE_KING,
    copy_row,
)
from fairyring.kernels.orthodox.codes import (
    CHOOSE,
    EXTRA_SHIFT,
    FELL,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    TAG_SHIFT,
)
from fairyring.kernels.stages import sweeps, swept
from fairyring.kernels.true_kings import CAPTURED, UNCHOSEN, UNKNOWN

CLOCK_LIMIT = U(200)
PROMOTION_MASK = U(0xFF)


@inlined
def _remove_piece(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """Remove the piece from a site, and return its code."""
    piece = U(states.cells[ply, PIECE, site])
    states.cells[ply, PIECE, site] = 0
    states.bits[ply, piece & U(1), site >> U(6)] &= ~(U(1) << (site & U(63)))
    states.key[ply] ^= tables.keys.zobrist[piece, site]
    _weigh(tables, states, ply, site, piece, I(-1))
    return piece


@inlined
def _put_piece(tables: Any, states: Any, ply: Any, site: Any, piece: Any) -> None:
    """Put a piece on an empty site."""
    states.cells[ply, PIECE, site] = piece
    states.bits[ply, piece & U(1), site >> U(6)] |= U(1) << (site & U(63))
    states.key[ply] ^= tables.keys.zobrist[piece, site]
    _weigh(tables, states, ply, site, piece, I(1))


@inlined
def _weigh(tables: Any, states: Any, ply: Any, site: Any, piece: Any, sign: Any) -> None:
    sign *= I(1) - I(2) * I(piece & U(1))
    states.info[ply, SCORE] = U(I(states.info[ply, SCORE]) + sign * I(tables.worth.places[piece, site]))


@inlined
def _touch(keys: Any, states: Any, ply: Any, site: Any) -> None:
    """The piece that is or was on a site has moved, or is gone."""
    field, bit = UNMOVED + (site >> U(6)), U(1) << (site & U(63))
    if states.info[ply, field] & bit != U(0):
        states.info[ply, field] ^= bit
        states.key[ply] ^= keys.zobrist[DEMAND, site]


@inlined
def _collect_stack(tables: Any, states: Any, ply: Any, site: Any, side: Any) -> Any:
    """Move the chips on a site, if there are any, to a side's purse; returns whether there were."""
    if not has_stack(states, ply, site):
        return False
    if U(states.cells[ply, PIECE, site]) == DEMAND:
        states.cells[ply, PIECE, site] = 0
    states.bits[ply, STACKS, site >> U(6)] &= ~(U(1) << (site & U(63)))
    for place in range(U(states.cells.shape[1]) - CHIPS):
        number = U(states.cells[ply, CHIPS + place, site])
        if number != U(0):
            states.cells[ply, CHIPS + place, site] = 0
            states.key[ply] ^= tables.keys.chips[place, site] * number
            _pay(tables.keys, states, ply, side, place, I(number))
    return True


@inlined
def _pay(keys: Any, states: Any, ply: Any, side: Any, place: Any, number: Any) -> None:
    """Add a number, which may be negative, to a side's chips of one denomination."""
    field = PURSES + U(DENOMINATIONS) * side + place
    before = states.info[ply, field]
    after = U(I(before) + number)
    states.info[ply, field] = after
    states.key[ply] ^= (keys.purses[side, place] * before) ^ (keys.purses[side, place] * after)


@inlined
def _ep_possible(tables: Any, states: Any, ply: Any) -> Any:
    """Whether the next player can capture en passant; only then the square counts for repetition."""
    ep_square, side = states.info[ply, EP_SQUARE], states.info[ply, TURN]
    if ep_square == NOWHERE:
        return False
    for column in range(ATTACKED_FROM, ATTACKED_FROM + U(2)):
        site = U(tables.ways.pawns[side, ep_square, column])
        if site != NOWHERE:
            piece = U(states.cells[ply, PIECE, site])
            if tables.ways.kinds[piece] == PAWN and piece > DEMAND and piece & U(1) == side:
                return True
    return False


@inlined
def _clear_ep(tables: Any, states: Any, ply: Any) -> None:
    if states.info[ply, EP_SQUARE] != NOWHERE:
        if _ep_possible(tables, states, ply):
            states.key[ply] ^= tables.keys.zobrist[U(0), states.info[ply, EP_SQUARE]]
        states.info[ply, EP_SQUARE] = NOWHERE


@inlined
def _switch_side(keys: Any, states: Any, ply: Any) -> None:
    turn = states.info[ply, TURN]
    states.info[ply, NUMBER] += turn
    states.info[ply, TURN] = states.info[ply, SIDE] = U(1) - turn
    states.key[ply] ^= keys.states[TURNS, U(0)] ^ keys.states[TURNS, U(1)]


@internal
def _king_falls(tables: Any, states: Any, ply: Any, site: Any, side: Any, fell: Any) -> None:
    """A king of ``side`` has just left the board from a site; see whether it was the True King."""
    true = states.info[ply, TRUE + side]
    states.info[ply, KINGS + side] -= U(1)
    if true == CAPTURED:
        return
    if true == site or (true == UNKNOWN and fell):
        states.info[ply, TRUE + side] = CAPTURED
        states.key[ply] ^= tables.keys.states[TRUES + side, KING_CAPTURED]
    elif states.info[ply, KINGS + side] == U(1):
        states.info[ply, TRUE + side] = only_king(tables.ways, states, ply, side)


@internal
def only_king(ways: Any, states: Any, ply: Any, side: Any) -> Any:
    """The site of the only king of a side."""
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            if ways.kinds[states.cells[ply, PIECE, site]] == KING:
                return site
    return NOWHERE


@internal
def _choose(keys: Any, states: Any, ply: Any, site: Any) -> None:
    side = states.info[ply, SIDE]
    states.info[ply, TRUE + side] = site
    states.key[ply] ^= keys.states[TRUES + side, NOT_CHOSEN]
    states.info[ply, SIDE] = chooser(states, ply)


@inlined
def chooser(states: Any, ply: Any) -> Any:
    """The side that has to choose a True King, or else the side to move."""
    for side in range(U(2)):
        if states.info[ply, TRUE + side] == UNCHOSEN:
            return side
    return states.info[ply, TURN]


@internal
def _put(tables: Any, states: Any, ply: Any, side: Any, site: Any, chips: Any) -> None:
    last = U(states.cells.shape[1]) - CHIPS - U(1)
    for place in range(last + U(1)):
        number = (chips >> (CHIP_BITS * place)) & CHIP_MASK
        if number == U(0):
            continue
        before = U(states.cells[ply, CHIPS + place, site])
        states.cells[ply, CHIPS + place, site] = before + number
        key = tables.keys.chips[place, site]
        states.key[ply] ^= (key * before) ^ (key * (before + number))
        _pay(tables.keys, states, ply, side, place, -I(number))
        if place == last:
            states.cells[ply, PIECE, site] = DEMAND
    states.bits[ply, STACKS, site >> U(6)] |= U(1) << (site & U(63))


@internal
def _move(tables: Any, states: Any, ply: Any, side: Any, move: Any) -> Any:
    """Move a piece, with all that this does to the board; returns whether the clock restarts."""
    keys, info = tables.keys, states.info
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    tag, extra = (move >> TAG_SHIFT) & TAG_MASK, move >> EXTRA_SHIFT
    enemy = U(1) - side
    piece = _remove_piece(tables, states, ply, start)
    captured = U(0)
    reset = tables.ways.kinds[piece] == PAWN
    if tag in (CAPTURING, EN_PASSANT):
        # A demand goes first: no piece stands on one.
        if _collect_stack(tables, states, ply, goal, side):
            reset = True
        target = goal if tag == CAPTURING else extra
        if tag == EN_PASSANT:
            _collect_stack(tables, states, ply, extra, side)
        if states.cells[ply, PIECE, target] != 0:
            reset = True
            captured = _remove_piece(tables, states, ply, target)
            if tables.ways.kinds[captured] == KING:
                _king_falls(tables, states, ply, target, enemy, move & FELL != U(0))
    elif tag == CASTLE:
        home = extra & ROOK_MASK
        rook = _remove_piece(tables, states, ply, home)
        # The rook goes to the square beside the king, on the side that the king came from.
        back = U(tables.ways.sideways[U(1) - (extra >> WAY_SHIFT)])
        _put_piece(tables, states, ply, U(tables.ways.steps[goal, back]), rook)
        _touch(keys, states, ply, home)
    elif tag == DOUBLE_STEP:
        info[ply, EP_SQUARE] = extra
    promotion = (move >> PROMOTION_SHIFT) & PROMOTION_MASK
    if promotion != U(0):
        piece = promotion << U(1) | side
        before = info[ply, PROMOTED]
        info[ply, PROMOTED] = before | U(1) << side
        states.key[ply] ^= keys.states[PROMOTIONS, before] ^ keys.states[PROMOTIONS, info[ply, PROMOTED]]
    _put_piece(tables, states, ply, goal, piece)
    _touch(keys, states, ply, start)
    _touch(keys, states, ply, goal)
    if info[ply, TRUE + side] == start:
        info[ply, TRUE + side] = goal
    if sweeps(tables) and captured != U(0):
        _sweep(tables, states, ply, goal, move & FELL != U(0))
    return reset


@internal
def _sweep(tables: Any, states: Any, ply: Any, goal: Any, fell: Any) -> None:
    """Take the pieces off the board that leave it with a capture on the goal."""
    for word in range(U(states.bits.shape[2])):
        pieces = swept(tables, states, ply, goal, word, U(0))
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            piece = _remove_piece(tables, states, ply, site)
            _touch(tables.keys, states, ply, site)
            if tables.ways.kinds[piece] == KING:
                _king_falls(tables, states, ply, site, piece & U(1), fell)


@compiled
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """The contract's ``play``: write the position after a move into row ply + 1.

    A king is captured as a prince if the row does not know, unless `FELL` is set in the move.
    """
    copy_row(states, ply, ply + U(1))
    ply += U(1)
    tag, goal = (move >> TAG_SHIFT) & TAG_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    if tag == CHOOSE:
        _choose(tables.keys, states, ply, goal)
        return
    side = states.info[ply, SIDE]
    _clear_ep(tables, states, ply)
    reset = True
    if tag == PUT:
        _put(tables, states, ply, side, goal, move >> EXTRA_SHIFT)
    else:
        reset = _move(tables, states, ply, side, move)
    states.info[ply, CLOCK] = U(0) if reset else states.info[ply, CLOCK] + U(1)
    _switch_side(tables.keys, states, ply)
    if tag == DOUBLE_STEP and _ep_possible(tables, states, ply):
        states.key[ply] ^= tables.keys.zobrist[U(0), states.info[ply, EP_SQUARE]]


@inlined
def null_move(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``null_move``: write the position after passing into row ply + 1.

    On such large boards there is always a harmless move. Refused while True Kings are chosen.
    """
    if over(states, ply) or chooser(states, ply) != states.info[ply, TURN]:
        return False
    if states.info[ply, TRUE + states.info[ply, SIDE]] == UNCHOSEN:
        return False
    copy_row(states, ply, ply + U(1))
    ply += U(1)
    _clear_ep(tables, states, ply)
    states.info[ply, CLOCK] += U(1)
    _switch_side(tables.keys, states, ply)
    return True


@compiled
def derive(tables: Any, states: Any, ply: Any) -> None:
    """Compute the side to decide, the sets, the kings, the score, the demands and the key from all else."""
    keys, info = tables.keys, states.info
    states.key[ply] = keys.states[TURNS, info[ply, TURN]] ^ keys.states[PROMOTIONS, info[ply, PROMOTED]]
    info[ply, SCORE] = U(SCORE_ZERO)
    info[ply, SIDE] = chooser(states, ply)
    for side in range(U(2)):
        info[ply, KINGS + side] = U(0)
        if info[ply, TRUE + side] == UNCHOSEN:
            states.key[ply] ^= keys.states[TRUES + side, NOT_CHOSEN]
        elif info[ply, TRUE + side] == CAPTURED:
            states.key[ply] ^= keys.states[TRUES + side, KING_CAPTURED]
        for place in range(U(DENOMINATIONS)):
            number = info[ply, PURSES + U(DENOMINATIONS) * side + place]
            states.key[ply] ^= keys.purses[side, place] * number
    for chosen in range(U(states.bits.shape[1])):
        for word in range(U(states.bits.shape[2])):
            states.bits[ply, chosen, word] = U(0)
    for site in range(U(states.cells.shape[2])):
        _derive_site(tables, states, ply, site)
    if _ep_possible(tables, states, ply):
        states.key[ply] ^= keys.zobrist[U(0), info[ply, EP_SQUARE]]


@internal
def _derive_site(tables: Any, states: Any, ply: Any, site: Any) -> None:
    bit = U(1) << (site & U(63))
    for place in range(U(states.cells.shape[1]) - CHIPS):
        number = U(states.cells[ply, CHIPS + place, site])
        if number != U(0):
            states.bits[ply, STACKS, site >> U(6)] |= bit
            states.key[ply] ^= tables.keys.chips[place, site] * number
            if CHIPS + place + U(1) == U(states.cells.shape[1]) and states.cells[ply, PIECE, site] == 0:
                states.cells[ply, PIECE, site] = DEMAND
    if states.info[ply, UNMOVED + (site >> U(6))] & bit != U(0):
        states.key[ply] ^= tables.keys.zobrist[DEMAND, site]
    piece = U(states.cells[ply, PIECE, site])
    if piece > DEMAND:
        _put_piece(tables, states, ply, site, piece)
        if tables.ways.kinds[piece] == KING:
            states.info[ply, KINGS + (piece & U(1))] += U(1)


@compiled
def in_check(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``in_check``, for a search: whether the mover's True King could be captured.

    By the rules there is no check: a game's own tables say that no king is royal.
    """
    side = states.info[ply, SIDE]
    if tables.ways.royal[U(0)] == 0 or not knows(states, ply, side):
        # A bare False has a type of its own: the search would be compiled again for callers that pass it on.
        return bool(U(0))
    return exposed(tables, states, ply, side)


@compiled
def outcome(tables: Any, states: Any, ply: Any, moves: Any) -> Any:
    """The contract's ``outcome``."""
    side = states.info[ply, SIDE]
    if states.info[ply, TRUE + side] == CAPTURED:
        return TRUE_KING | MOVER_LOSES
    if states.info[ply, TRUE + (U(1) - side)] == CAPTURED:
        return TRUE_KING | MOVER_WINS
    if moves == U(0):
        return STALEMATE
    if states.info[ply, CLOCK] >= CLOCK_LIMIT:
        return MORE_PLIES
    return ONGOING
