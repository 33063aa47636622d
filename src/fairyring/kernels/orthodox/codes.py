"""How the orthodox family encodes kinds of pieces, the steps of a line, and moves."""

from typing import Any

from fairyring.kernels.compiling import U, inlined

# What a code is, in `Ways.kinds`: NON_PAWN is any piece but a pawn or a royal one; a BLOCKER is not a piece.
NON_PAWN, PAWN, ROYAL, BLOCKER = 0, 1, 2, 3

# One step of a line of movement, 32 bits: site, distance to the next line, number of a goal that
# several lines share, and flags. Bit 24 stays 0: it is read where a piece of the mover's own side stands.
SITE_MASK = U(0x3FF)
SKIP_SHIFT, SKIP_MASK = U(10), U(0x3F)
ORDINAL_SHIFT, ORDINAL_MASK = U(16), U(0x3F)
MOVE, CAPTURE = U(1 << 22), U(1 << 23)
ACTION_SHIFT, CAPTURE_SHIFT = U(22), U(23)
SHARED, DOUBLE, PROMOTE = U(1 << 25), U(1 << 26), U(1 << 27)
PASSING = U(1 << 29)  # a pawn may capture en passant there
# One step of an attack line, 64 bits: site and distance as above, then a bit for the code of each piece
# that attacks along the line from there.
ATTACKER_SHIFT = U(16)
# In steps of hop lines, of movement and of attack: a piece there can be the hurdle. No code is 47.
HURDLE, HURDLE_IN_ATTACK = U(1 << 28), U(1 << 63)

# A move is 64 bits: start, goal, the number of the kind that a pawn becomes or that is dropped, a tag, and
# what depends on the tag: the site that a double step crosses, the site of the pawn captured en passant, or
# the castling's number. A drop starts where it ends; so does a pass, where a piece of the mover stands. A
# third site is in bits that tag and extra leave free.
GOAL_SHIFT, PROMOTION_SHIFT, TAG_SHIFT, EXTRA_SHIFT = U(16), U(32), U(40), U(48)
FIELD_MASK, BYTE_MASK, TAG_MASK = U(0xFFFF), U(0xFF), U(0xF)
LOW_SHIFT, HIGH_SHIFT = U(58), U(44)  # six and four bits of the third site
DOUBTFUL = U(1 << 15)  # a bit that start leaves free: whether the move is legal is still to be seen
UNDECIDED = SITE_MASK  # a third site that is not a site: of a move that is looked at before it is chosen
PLAIN, DOUBLE_STEP, EN_PASSANT, CASTLE, DROP, PASS = U(0), U(1), U(2), U(3), U(4), U(5)
# A piece is captured on the way, on the site in the extra bits, and perhaps another on the goal. Of it and of
# EN_PASSANT, the bits of BESIDE are those of EN_PASSANT.
LOCUST, BESIDE = U(10), U(7)
# A piece is not captured but put down: that on the site in the extra bits where the mover began, or, if
# nothing but the mover stands on that site, the piece on the goal there.
UNLOAD = U(11)
SECOND_SHIFT = U(8)  # of two captured pieces' codes in one number, that of the one on the goal
# Where kings are hidden: the choice of a True King, which is its goal; and a bit in the move that says that a
# captured king was the True King, if the row does not know.
CHOOSE, FELL = U(6), U(1) << U(47)
MOVES, CAPTURES = U(1), U(2)  # what to generate: a step's flags, from `ACTION_SHIFT` on


@inlined
def encode(start: Any, goal: Any, promotion: Any, tag: Any, extra: Any) -> Any:
    """The code of a move."""
    return start | goal << GOAL_SHIFT | promotion << PROMOTION_SHIFT | tag << TAG_SHIFT | extra << EXTRA_SHIFT


@inlined
def extra_of(move: Any) -> Any:
    """A move's extra bits."""
    return (move >> EXTRA_SHIFT) & SITE_MASK


@inlined
def third_of(move: Any) -> Any:
    """A move's third site; 0 if it has none."""
    return move >> LOW_SHIFT | ((move >> HIGH_SHIFT) & U(0xF)) << U(6)


def third_site(move: int) -> int:
    """`third_of` for a move that is an int of Python's."""
    return move >> int(LOW_SHIFT) | (move >> int(HIGH_SHIFT) & 0xF) << 6


@inlined
def with_third(move: Any, site: Any) -> Any:
    """A move that has no third site, with one."""
    return move | site << LOW_SHIFT | (site >> U(6)) << HIGH_SHIFT


@inlined
def captures(states: Any, ply: Any, move: Any) -> Any:
    """Whether a move of a row's mover captures on its goal, on its way or en passant.

    A pawn that promotes where it stands does not.
    """
    tag = (move >> TAG_SHIFT) & TAG_MASK
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    if tag & BESIDE == EN_PASSANT:
        return True
    # What has been met on the way is put down, and another piece is captured on the goal.
    also = tag == UNLOAD and goal != move & FIELD_MASK and put_where_it_began(states, ply, move)
    there = states.cells[ply, U(0), goal] != 0 and goal != move & FIELD_MASK
    return (tag < CASTLE or also) and there


@inlined
def put_where_it_began(states: Any, ply: Any, move: Any) -> Any:
    """Whether a move tagged `UNLOAD` puts a piece down where it starts, which it has met on its way."""
    extra = extra_of(move)
    return extra != move & FIELD_MASK and states.cells[ply, U(0), extra] != 0
