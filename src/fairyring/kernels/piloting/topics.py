"""What the rules pages say about piloting."""

from __future__ import annotations

from fairyring.kernels.rules import Topic


def topics(friendly_fire: bool, hands: bool) -> tuple[Topic, ...]:
    """Steps, piloting, promotion, check and the end, and how moves are written.

    Args:
        friendly_fire: whether riders of a king's own side give check.
        hands: whether captured small pieces come to hand.
    """
    return (
        Topic(
            "Stepping",
            (
                (
                    "A small piece steps as in chess on all the small squares together. But a small square"
                    " exists only where a big piece stands: every square that a piece crosses or comes to"
                    " must exist. A diagonal step needs only the square that it comes to, and so does a"
                    " knight's leap."
                ),
                (
                    "A step may end on the same big piece or on another, of either colour, and may cross any."
                    " It captures an enemy small piece, and never affects the big ones."
                ),
            ),
        ),
        Topic(
            "Piloting",
            (
                (
                    "Instead of stepping, a small piece may move the big piece under it, as that piece moves"
                    " in chess, with everything that stands on it. The big piece's own colour decides which"
                    " way a big pawn goes and what may be captured: only big pieces of the other colour, no"
                    " matter which side pilots. A big piece that is captured leaves the board with all its"
                    " riders, of both sides."
                ),
                (
                    "A big piece that carries a small king, of either side, goes one square at most; a"
                    " knight's leap counts as one. A small pawn may not pilot towards its own side of the"
                    " board, but may pilot sideways; this limit does not apply if another rider of its side"
                    " that is not a pawn is beside it."
                ),
                (
                    "A player cannot move a big piece that carries none of their small pieces. A big piece"
                    " without any rider threatens nothing, but it blocks squares."
                ),
            ),
        ),
        Topic(
            "Promotion",
            (
                (
                    "A pawn promotes on the move that brings it to its far rank, and only to a queen, rook,"
                    " bishop or knight of which its set has fewer than at the start, captures by the same"
                    " move included. If there is none, it stays a pawn. A big pawn's far rank is that of its"
                    " own colour, and the player who moves it chooses."
                ),
                (
                    "A small pawn promotes on the last rank of small squares, by its own step or when its own"
                    " side pilots it there from another rank. If two pawns are carried there, as many promote"
                    " as there are pieces to promote to, and the player chooses."
                ),
                *((ON_BOARD,) if hands else ()),
            ),
        ),
        Topic(
            "How it ends",
            (FRIENDLY_FIRE if friendly_fire else ENEMY_FIRE, NO_MOVE, DRAWS_WITH_DROPS if hands else DRAWS),
            ("Checkmate the small enemy king.",),
        ),
        Topic(
            "How moves are written",
            (
                (
                    "A step is written with the small squares, b1:a2-b2:a1, a pilot move with the big ones,"
                    " b1-a3. A promotion of the piece that moves adds = and its letter; small pawns that"
                    " promote while they are carried are added with their corner: c5-c6=Q+a2=R+b2=N."
                ),
                (
                    "A list of moves also shows the pieces, as the inventor does: capital letters for big"
                    " pieces and small letters for small ones, so that Nd8:ba2 is the bishop on a2 of the"
                    " knight on d8. An x is a capture, and brackets hold the riders that leave with a big"
                    " piece: Rb1xNb5(nb1 pa2)."
                ),
            ),
            reference=True,
        ),
    )


FRIENDLY_FIRE = (
    "A small king is in check if an enemy small piece could step onto its square and capture it, or if a big"
    " piece of the other colour could capture the big piece under it, no matter which of its riders pilots"
    " it, of either side. A king may stand on an enemy big piece. No move may leave your own king in check,"
    " or capture the big piece that carries it."
)
ENEMY_FIRE = (
    "A small king is in check if an enemy small piece could step onto its square and capture it, or if a big"
    " piece of the other colour that an enemy small piece pilots could capture the big piece under it. A king"
    " may stand on an enemy big piece. No move may leave your own king in check, or capture the big piece"
    " that carries it."
)
NO_MOVE = "A player who has no legal move loses, in check or not: there is no stalemate."
DRAWS = (
    "The game is drawn when the same position occurs for the third time with the same side to move, and"
    " after 100 plies without a capture, a small pawn's step, a pilot move of a big pawn, or a promotion."
)
DRAWS_WITH_DROPS = (
    "The game is drawn when the same position occurs for the third time with the same side to move, and"
    " after 100 plies without a capture, a drop, a small pawn's step, a pilot move of a big pawn, or a"
    " promotion."
)
ON_BOARD = "Pieces in hand do not count for this: only those on the board do."
