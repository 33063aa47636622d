"""What the riding family has to say to players."""

from __future__ import annotations

from fairyring.kernels.rules import Topic

GOING = (
    (
        "An officer who stands on the ground goes along the ground as in chess. He may also end his move on"
        " the back of a man of his own side, other than the king, where his way meets that man: if nobody"
        " sits there, or an enemy, whom he takes."
    ),
    (
        "An officer who sits on a man of his own side does all of that as if he stood on that square. And"
        " whoever sits on anybody may go along the backs. There his way leads over the backs of men of"
        " either side who carry nobody; a square without a man, or with a king, is a hole, which only the"
        " knight's leap crosses. He may end on the back of any man but a king, if nobody sits there, or an"
        " enemy, whom he takes. So who sits on an enemy acts on the backs alone, until he comes to the back"
        " of a man of his own side."
    ),
    (
        "A man who carries a rider is frozen, whoever rides him: he does not move, and neither attacks nor"
        " gives check. He still stands in the way on the ground."
    ),
)
STAY = (
    "A man takes only on the level that he comes to. Who takes a man on the ground takes him alone: his rider"
    " stays, and now sits on the captor."
)
FALL = "Who takes a man on the ground takes the rider on his back as well, be he an enemy or not."
CASTLING = (
    "Pawns never ride, and castling is done on the ground: king and rook must stand there, and the rook may"
    " not carry anybody."
)
WRITING = (
    "A back is written as its square and a caret: b1-d2^ is the knight's move from b1 to the back of the man"
    " on d2, and d2^-e4 takes him to the ground again. In a position the two stand in brackets, the carrier"
    " first: (PN) is a white pawn under a white knight, (pN) a black pawn under a white one."
)


def topics(plain: tuple[Topic, ...], riders_fall: bool) -> tuple[Topic, ...]:
    """The riders' own rules, and then those of the same game without riding."""
    riders = Topic("Riders", (*GOING, FALL if riders_fall else STAY, CASTLING))
    return riders, *plain, Topic("How backs are written", (WRITING,))
