"""MetaChess #4: pieces sit on other pieces, friend or enemy."""

from fairyring.mechanics import Riding
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Figure, Group

NOTES = (
    (
        "Chess with a second level. All pieces stand and move on the 64 squares as in chess. But"
        " every piece except a pawn may also sit on another piece: first on one of its own side, and"
        " from there on enemy pieces too. So you can develop all your pieces before a single pawn has"
        " moved."
    ),
    (
        "The backs of the pieces are a board of their own: at most 30 squares, which appear,"
        " disappear and move with the pieces. Sitting on an enemy piece annexes it: it stays where it"
        " is and can do nothing."
    ),
)
FIGURES = (
    Figure(
        "6k1/3b4/8/8/2(pn)(PR)Pp2/8/8/6K1 w - - 0 1",
        "d4^",
        (
            "The rook rides its own pawn. On the squares, it can move up to the bishop and capture"
            " it, move down the file, or capture the pawn from under the knight on c4. Over the"
            " backs, it can capture that knight, sit on its own pawn on e4, or pass over it and annex"
            " the pawn on f4. On d5 and d3 there is no back to move over."
        ),
    ),
    Figure(
        "4k3/8/3p1p2/2P5/4(pN)3/2p5/3P1(Pn)2/4K3 w - - 0 1",
        "e4^",
        (
            "A knight on an enemy piece can only leap from back to back. It can capture the black"
            " knight that rides on f2, annex the pawns on d6, f6 and c3, or move to its own pawns on"
            " c5 and d2."
        ),
    ),
    Figure(
        "4k3/8/8/3(pn)4/8/2N5/8/4K3 w - - 0 1",
        "c3",
        (
            "The knight can capture the pawn under the rider. The black knight stays: it then sits on"
            " the white knight, which is annexed."
        ),
    ),
)
RULINGS = (
    (
        "A piece that captures a carrier captures only the carrier. The rider, of either side, stays"
        " and now sits on the capturing piece, which is blocked. A pawn that promotes by such a"
        " capture carries the rider as the new piece. With the option riders_fall, the rider is"
        " captured too."
    ),
    (
        "You can capture an enemy piece that your own piece has annexed; the capturing piece then sits"
        " under your own piece."
    ),
    ("No piece sits on a king, so a king cannot capture a carrier. With riders_fall it can."),
    (
        "A king that rides is in check from every piece that could move to that back: over the backs,"
        " or on the squares if the piece under the king is an enemy piece. The piece under a king can"
        " be captured; the king then sits on the capturing piece. With riders_fall the king would be"
        " captured as well, so a king on a piece of its own side is in check when that piece can be"
        " captured, and no player may capture the piece under their own king."
    ),
    (
        "Only check keeps the kings apart; there is no other rule. When two kings are next to each"
        " other, at least one of them is always in check, whatever they stand or sit on."
    ),
    (
        "A king that moves to a back loses the right to castle. A rider that moves to or from the"
        " rook's back changes no right, but the rook cannot castle while it carries a rider."
    ),
    (
        "A back that can be reached both along the squares and over the backs is one goal: the two ways"
        " are one move."
    ),
    "Only captures and pawn moves restart the count of 100 plies. Moving onto an empty back does not.",
    "White has 39 moves at the start, and two plies can be played in 1521 ways (1519 with riders_fall).",
)


def variant(riders_fall: bool = False) -> Definition:
    """The game; with ``riders_fall``, the rider of a captured piece is captured with it."""
    return chess.variant().but(
        title="MetaChess #4",
        group=Group.FIRST,
        summary=(
            "Pieces sit on other pieces, friend or enemy: a second, ever-changing board on top of the first."
        ),
        mechanics=[Riding(riders_fall)],
        rules={"minor": "", "bound": ""},
        notes=NOTES,
        rulings=RULINGS,
        figures=FIGURES,
        sources=("MetaChess #4, a video by its inventor, who played it with Zillions of Games",),
        options={"riders_fall": "A piece that captures a carrier captures the rider on its back as well."},
    )
