"""What hands do: the stages of captures to hand, of drops, and of setting up."""

from __future__ import annotations

from typing import Any

from fairyring.kernels import contract
from fairyring.kernels.compiling import I, U, called, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import SIDE
from fairyring.kernels.declared import marked, set_field, set_mark, unmark
from fairyring.kernels.law import slots
from fairyring.kernels.orthodox.attacks import occupied, under_attack
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DROP,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    ROYAL,
    TAG_MASK,
    TAG_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.tables import (
    BLOCKS,
    CASTLER,
    KING,
    KING_START,
    LINE,
    RIGHT,
    ROOK_START,
)
from fairyring.kernels.orthodox.worth import HAND as VALUE_IN_HAND
from fairyring.mechanics import drop_limits, exchanging

# HELD: the first field of the hands; 0 in a game without. HAND: the same, if pieces are dropped from them;
# from those of a gating they only come in behind others. KINDS: how many kinds of pieces there are.
# PROMOTED: the first field of the mark, 0 without. PAWN: the kind that a captured marked piece becomes.
# DROPS: for each side and kind, the sites where such a piece may be dropped. BECOMES: what each is in hand;
# 0 if captured pieces leave the game. HELD_AS: what a dropped piece was in hand.
HELD, HAND, KINDS, PROMOTED, PAWN, DROPS, BECOMES, HELD_AS = slots(8)
# FIRST: the kinds of which a side drops all that it has before it moves, a bit each. LIGHT: the light
# squares, as a set. APART: the kind of which a side's two go to squares of different shades, from 1; 0 for
# none. ROOK: the kind that castles with a king that has been dropped, from 1; 0 for none.
FIRST, LIGHT, APART, ROOK = slots(4)
IN_HAND = 1.1  # of its value on the board: a piece in hand can go anywhere


@inlined
def carried(words: Any, states: Any, ply: Any, start: Any) -> Any:
    """1 if the piece that leaves is promoted."""
    return U(words[PROMOTED] != U(0) and marked(states, ply, words[PROMOTED], start))


@inlined
def removed(words: Any, states: Any, ply: Any, site: Any) -> None:
    """A piece has left the site, and its mark with it."""
    unmark(states, ply, words[PROMOTED], site)


@inlined
def landed(words: Any, states: Any, ply: Any, site: Any, load: Any) -> None:
    """A promoted piece is marked where it is now."""
    if words[PROMOTED] != U(0) and load & U(1) != U(0):
        set_mark(states, ply, words[PROMOTED], site, True)


@inlined
def _has_hand(words: Any, piece: Any) -> Any:
    """Whether a piece can go to hand: kinds that are not among the rules' have codes behind theirs."""
    return U(piece) >> U(1) <= words[KINDS]


@inlined
def lost(words: Any, tables: Any, states: Any, ply: Any, site: Any, piece: Any) -> None:
    """The piece on the site goes to the hand of the other side, an exploded one too."""
    if words[BECOMES] != U(0) and tables.ways.kinds[piece] != ROYAL and _has_hand(words, piece):
        kind = words[words[BECOMES] + (piece >> U(1)) - U(1)]
        if words[PROMOTED] != U(0) and marked(states, ply, words[PROMOTED], site):
            kind = words[PAWN]
        side = U(1) - (piece & U(1))
        field = words[HAND] + exchanging.partners_hand(words, states, ply) + side * words[KINDS] + kind
        set_field(states, ply, field, states.info[ply, field] + U(1))


@inlined
def became(words: Any, states: Any, ply: Any, site: Any) -> None:
    """A pawn that promotes is marked, if it can come to hand."""
    if words[PROMOTED] != U(0) and _has_hand(words, states.cells[ply, U(0), site]):
        set_mark(states, ply, words[PROMOTED], site, True)


@inlined
def arrived(words: Any, tables: Any, states: Any, ply: Any, move: Any, kept: Any) -> Any:
    """A dropped piece leaves the hand; returns the castling rights, to which it may add."""
    if (move >> TAG_SHIFT) & TAG_MASK == DROP:
        side = states.info[ply, SIDE]
        kind = ((move >> PROMOTION_SHIFT) & BYTE_MASK) - U(1)
        field = hand(words, states, ply, side) + words[words[HELD_AS] + kind]
        set_field(states, ply, field, states.info[ply, field] - U(1))
        if words[FIRST] != U(0):
            kept = set_down(words, tables, states, ply, move, kept)
    return kept


@internal
def drops(words: Any, tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any) -> Any:
    """Append the mover's drops: in check, those that end it."""
    side = states.info[ply, SIDE]
    size = U(states.bits.shape[2])
    for kind in range(words[KINDS]):
        place = side * words[KINDS] + kind
        if states.info[ply, hand(words, states, ply, side) + words[words[HELD_AS] + kind]] == U(0):
            continue
        allowed = shades(words, states, ply, side, kind) if words[APART] != U(0) else U(3)
        limited = drop_limits.barred(words, tables, states, ply, side, kind)
        for word in range(size):
            free = words[words[DROPS] + place * size + word]
            free &= ~occupied(states, ply, word) & exchanging.ground(words, states, ply, word)
            if limited:
                free &= ~states.bits[ply, LINE, word]
            if checks != U(0):
                free &= states.bits[ply, BLOCKS, word]
            if allowed != U(3):
                free &= of_shade(words, allowed, word)
            while free != U(0):
                site = (word << U(6)) + lowest_bit(free)
                free &= free - U(1)
                moves[n] = encode(site, site, kind + U(1), DROP, U(0))
                n += U(1)
    return n


@inlined
def bulk(words: Any, tables: Any, states: Any, ply: Any) -> Any:
    """The number of drops of a mover that is not in check."""
    total = U(0)
    side = states.info[ply, SIDE]
    size = U(states.bits.shape[2])
    for kind in range(words[KINDS]):
        place = side * words[KINDS] + kind
        if states.info[ply, hand(words, states, ply, side) + words[words[HELD_AS] + kind]] != U(0):
            limited = drop_limits.barred(words, tables, states, ply, side, kind)
            for word in range(size):
                free = words[words[DROPS] + place * size + word] & ~occupied(states, ply, word)
                if limited:
                    free &= ~states.bits[ply, LINE, word]
                total += popcount(free)
    return total


@inlined
def hand(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """Where the fields of a side's hand begin: of the one for the board to move."""
    return words[HAND] + exchanging.own_hand(words, states, ply) + side * words[KINDS]


@inlined
def held_of(words: Any, states: Any, ply: Any, side: Any, kind: Any) -> Any:
    """How many pieces of a kind a side has in hand; none in a game without hands."""
    if words[HELD] == U(0):
        return U(0)
    own = words[HELD] + exchanging.own_hand(words, states, ply)
    return states.info[ply, own + side * words[KINDS] + kind]


@inlined
def held_for(words: Any, states: Any, ply: Any, board: Any, side: Any, kind: Any) -> Any:
    """How many pieces of a kind a side has in hand for a board; none in a game without hands."""
    if words[HELD] == U(0):
        return U(0)
    return states.info[ply, words[HELD] + words[exchanging.AWAY] * board + side * words[KINDS] + kind]


@inlined
def awaited(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side has pieces in hand that it must drop before it moves."""
    left = words[FIRST]
    while left != U(0):
        if held_of(words, states, ply, side, lowest_bit(left)) != U(0):
            return True
        left &= left - U(1)
    return False


@inlined
def held(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """How many pieces a side has in hand."""
    found = U(0)
    for kind in range(words[KINDS]):
        found += held_of(words, states, ply, side, kind)
    return found


@inlined
def weighed(words: Any, tables: Any, states: Any, ply: Any) -> Any:
    """White's hands less Black's."""
    value = worth_of_hands(tables, states, ply, words[HAND], words[KINDS])
    if words[exchanging.AWAY] != U(0):
        value += worth_of_hands(tables, states, ply, words[HAND] + words[exchanging.AWAY], words[KINDS])
    return value * I(round(100 * IN_HAND)) // I(100)


@inlined
def worth_of_hands(tables: Any, states: Any, ply: Any, first: Any, kinds: Any) -> Any:
    """What the pieces in White's hand are worth, less those in Black's.

    ``first`` is the first field of the hands, and ``kinds`` the number of kinds of pieces.
    """
    score = I(0)
    for side in range(U(2)):
        for kind in range(kinds):
            number = I(states.info[ply, first + side * kinds + kind])
            value = I(tables.worth.pieces[U(2) * (kind + U(1)) + side, VALUE_IN_HAND])
            score += (I(1) - I(2) * I(side)) * number * value
    return score


@internal
def filtered(words: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """The drops of these kinds alone, if the mover has any; if not, all other moves.

    Noisy moves are asked for without drops, and only out of check: then it counts whether there would be any.
    """
    end = _chosen(words, tables, states, ply, moves, begin, n, True)
    if end > begin:
        return end
    if not contract.in_check(tables, states, ply):
        more = drops(words, tables, states, ply, U(0), moves, n)
        if _chosen(words, tables, states, ply, moves, n, more, True) > n:
            return begin
    return _chosen(words, tables, states, ply, moves, begin, n, False)


@called
def _chosen(words: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any, drop: Any) -> Any:
    """Only the drops of kinds that must be dropped, kings where they are safe; or all other moves."""
    end = begin
    for i in range(begin, n):
        piece = (moves[i] >> PROMOTION_SHIFT) & BYTE_MASK  # 0 where a wall is put in place of a move
        kept = piece != U(0) and (moves[i] >> TAG_SHIFT) & TAG_MASK == DROP
        if kept:
            kept = (words[FIRST] >> words[words[HELD_AS] + piece - U(1)]) & U(1) != U(0)
        if kept and drop and tables.ways.kinds[U(2) * piece] == ROYAL:
            goal = (moves[i] >> GOAL_SHIFT) & FIELD_MASK
            kept = not under_attack(tables, states, ply, goal, U(1) - states.info[ply, SIDE])
        if kept == drop:
            moves[end] = moves[i]
            end += U(1)
    return end


@internal
def set_down(words: Any, tables: Any, states: Any, ply: Any, move: Any, kept: Any) -> Any:
    """A piece has been dropped before play begins: it may be the king, and king and rook may castle."""
    side, goal = states.info[ply, SIDE], (move >> GOAL_SHIFT) & FIELD_MASK
    if tables.ways.kinds[states.cells[ply, U(0), goal]] == ROYAL:
        states.info[ply, KING + side] = goal
    if words[ROOK] == U(0):
        return kept
    rook = U(2) * words[ROOK] + side
    for number in range(U(tables.ways.castlings.shape[0])):
        castling = tables.ways.castlings[number]
        if (
            castling[CASTLER] == side
            and castling[KING_START] == states.info[ply, KING + side]
            and states.cells[ply, U(0), castling[ROOK_START]] == rook
        ):
            kept |= U(1) << castling[RIGHT]
    return kept


@called
def shades(words: Any, states: Any, ply: Any, side: Any, kind: Any) -> Any:
    """On squares of which shade a side may drop a kind: 1 for dark, 2 for light, 3 for both."""
    apart = words[APART] - U(1)
    size = U(states.bits.shape[2])
    there = U(0)  # a bit for each shade on which one of them stands
    dark, light = U(0), U(0)  # squares where one of them may still go
    for word in range(size):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            bit = lowest_bit(pieces)
            pieces &= pieces - U(1)
            if U(states.cells[ply, U(0), (word << U(6)) + bit]) == U(2) * words[APART] + side:
                there |= U(1) << ((words[words[LIGHT] + word] >> bit) & U(1))
        place = side * words[KINDS] + apart
        free = words[words[DROPS] + place * size + word] & ~occupied(states, ply, word)
        light += popcount(free & words[words[LIGHT] + word])
        dark += popcount(free & ~words[words[LIGHT] + word])
    if kind == apart:
        return U(3) ^ there
    left = held_of(words, states, ply, side, apart)
    if left + U(there != U(0)) < U(2):
        return U(3)
    found = U(3)
    if dark <= U(1) and there & U(1) == U(0):
        found ^= U(1)
    if light <= U(1) and there & U(2) == U(0):
        found ^= U(2)
    return found


@inlined
def of_shade(words: Any, shade: Any, word: Any) -> Any:
    """A word of the set of the squares of one shade, 1 for dark and 2 for light."""
    if shade == U(0):
        return U(0)
    return words[words[LIGHT] + word] if shade == U(2) else ~words[words[LIGHT] + word]
