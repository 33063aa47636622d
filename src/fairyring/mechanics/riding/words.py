"""What the rules pages say about riding."""

from __future__ import annotations

from fairyring.kernels.rules import Topic

GOING = (
    (
        "A piece on the ground moves along the ground as in chess. A piece other than a pawn may also end its"
        " move on the back of a piece of its own side that it meets on its way, except the king, if nothing"
        " sits there, or if an enemy sits there, which it captures."
    ),
    (
        "A rider on a piece of its own side does all of that as if it stood on that square. And every rider"
        " may move along the backs. There its way leads over the backs of pieces of either side that carry"
        " nothing; a square without a piece, or with a king, is a hole, which only the knight's leap crosses."
        " It may end its move on the back of any piece but a king, if nothing sits there, or if an enemy sits"
        " there, which it captures. So a rider on an enemy piece moves and captures along the backs only,"
        " until it comes to the back of a piece of its own side."
    ),
    (
        "A piece that carries a rider is frozen, whichever side the rider belongs to: it does not move, and"
        " neither attacks nor gives check. It still blocks the ground."
    ),
)
STAY = (
    "A piece captures only on the level that it moves to. A piece that captures another on the ground"
    " captures that piece alone: the rider stays, and now sits on the piece that captured."
)
FALL = (
    "A piece that captures another on the ground also captures the rider on its back, even one of its own"
    " side."
)
CASTLING = (
    "Pawns never ride. Castling is done on the ground: king and rook must stand there, and the rook may not"
    " carry a rider."
)
WRITING = (
    "A back is written as its square and a caret: b1-d2^ is the knight's move from b1 to the back of the"
    " piece on d2, and d2^-e4 takes it to the ground again. In a position, a piece and its rider stand in"
    " brackets, the carrier first: (PN) is a white pawn under a white knight, (pN) a black pawn under a white"
    " one."
)


def topics(riders_fall: bool) -> tuple[Topic, ...]:
    """The riders' own rules, and how backs are written."""
    riders = Topic("Riders", (*GOING, FALL if riders_fall else STAY, CASTLING))
    return riders, Topic("How backs are written", (WRITING,), reference=True)
