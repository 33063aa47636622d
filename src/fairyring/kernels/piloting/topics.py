"""What the piloting family has to say to players."""

from __future__ import annotations

from fairyring.kernels.rules import Topic


def topics(friendly_fire: bool) -> tuple[Topic, ...]:
    """Steps, piloting, promotion, check and the end, and how moves are written."""
    return (
        Topic(
            "Stepping",
            (
                (
                    "A small piece steps as in chess on all the small squares together. But a small square"
                    " exists only where a big piece stands: every square that a piece passes or comes to"
                    " must be there. A diagonal step needs only the square that it comes to, and a knight"
                    " too."
                ),
                (
                    "A step may end on the same big piece or on another, of either colour, and pass over"
                    " any. It takes an enemy small piece, and never touches the big ones."
                ),
            ),
        ),
        Topic(
            "Piloting",
            (
                (
                    "Instead of stepping, a small piece may move the big piece under it, as that piece moves"
                    " in chess, with everybody who stands on it. The big piece's own colour decides which way"
                    " a big pawn goes and what may be taken: only big pieces of the other colour, whoever"
                    " pilots. A big piece that is taken leaves with all its riders, of both sides."
                ),
                (
                    "A big piece that carries a small king, of either side, goes one square at most; a"
                    " knight's leap counts as one. A small pawn may not pilot toward its own side, though"
                    " sideways it may, and beside another rider of its side who is no pawn the limit falls."
                ),
                (
                    "A big piece that carries none of a player's small pieces cannot be moved by him. Without"
                    " any rider it threatens nobody, but it is in the way."
                ),
            ),
        ),
        Topic(
            "Promotion",
            (
                (
                    "A pawn promotes on the move that brings it to its far rank, and only to a queen, rook,"
                    " bishop or knight of which its set has fewer than at the start, captures of the same"
                    " turn included. If none is free it stays a pawn. A big pawn's far rank is that of its"
                    " own colour, and the player who moves it chooses."
                ),
                (
                    "A small pawn promotes on the last rank of small squares, by its own step or when its own"
                    " side pilots it there from another rank. Of two pawns carried there as many promote as"
                    " kinds are free, and the player chooses."
                ),
            ),
        ),
        Topic("How it ends", (_check(friendly_fire), *_ends())),
        Topic(
            "How moves are written",
            (
                (
                    "A step is written with the small squares, b1:a2-b2:a1, a pilot move with the big ones,"
                    " b1-a3. A promotion of the piece that moves adds = and its letter; small pawns that"
                    " promote while they are carried are appended with their corner: c5-c6=Q+a2=R+b2=N."
                ),
                (
                    "A list of moves says who stands where, as the inventor does: capitals for big pieces,"
                    " small letters for small ones, so that Nd8:ba2 is the bishop on a2 of the knight on d8."
                    " An x is a capture, and in brackets stand those who leave with a big piece:"
                    " Rb1xNb5(nb1 pa2)."
                ),
            ),
        ),
    )


def _check(friendly_fire: bool) -> str:
    threat = (
        "the big piece under him could be taken by a big piece of the other colour, if any one of its riders"
        " piloted it, friend or foe."
        if friendly_fire
        else "the big piece under him could be taken by a big piece of the other colour that an enemy small"
        " piece pilots."
    )
    return (
        "A small king is in check if an enemy small piece could step onto his square to take him, or if"
        f" {threat} A king may stand on an enemy big piece. No turn may leave one's own king in check, or"
        " take the big piece that carries him."
    )


def _ends() -> tuple[str, str]:
    return (
        "A player who has no legal turn has lost, in check or not: there is no stalemate.",
        (
            "The game is drawn when the same position has come about for the third time with the same side to"
            " move, and after 100 plies without a capture, a small pawn's step, a pilot move of a big pawn,"
            " or a promotion."
        ),
    )
