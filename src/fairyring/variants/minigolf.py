"""Minigolf Chess: two boards end to end, cushions, and a spinner in the middle."""

from fairyring.board import Edge, Edges, Side, end_to_end
from fairyring.kernels.drifting.motion import Spinner
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox.rules import PAWN, usual_castlings
from fairyring.notation.drifting import drifting_form
from fairyring.pieces import BySide, Flat, Piece, betza
from fairyring.variants.definition import Definition, Group, Ride
from fairyring.variants.momentum import RULINGS, SOURCE

ARRAY = "rnfqkfnr/pppppppp/8/8/8/8/8/8/8/8/8/8/8/8/PPPPPPPP/BNFQKFNB"
SPINNER = ("a1.d8", "a2.d1", "a2.e1", "a1.e8")
EDGES = Edges(right=Edge.HALB, left=Edge.BILLIARDS_00, far=Edge.CYLINDER)

PIECES = (
    Piece(
        "P",
        "pawn",
        PAWN.movement,
        pawn=True,
        note=(
            "It moves straight ahead, and captures one square diagonally ahead, also off the"
            " cushions: on its left file it captures straight ahead, too. From its own second rank it"
            " may move two squares, also after it has come around to it again."
        ),
    ),
    Piece(
        "B",
        "B4",
        "B4",
        drawing="bishop",
        note=("White's corner piece: a bishop that moves at most four squares."),
    ),
    Piece(
        "R",
        "R4",
        "R4",
        drawing="rook",
        note=("Black's corner piece: a rook that moves at most four squares."),
    ),
    Piece(
        "N",
        "knight",
        BySide(betza("fbNF"), betza("rlNF")),
        note=(
            "It moves one square diagonally, or leaps like a knight: White's (fbNF) with the four"
            " leaps that are two ranks long, Black's (rlNF) with the four that are two files wide."
        ),
    ),
    Piece(
        "F",
        "ferz",
        BySide(betza("FD"), betza("FA")),
        drawing="elephant",
        note=(
            "It moves one square diagonally, or leaps two squares: White's (FD) straight, Black's"
            " (FA) diagonally."
        ),
    ),
    Piece(
        "Q",
        "queen",
        BySide(betza("NHFD"), betza("NFAD")),
        note=(
            "It leaps to twenty squares: White's (NHFD) like a knight, three squares straight, one"
            " diagonally or two straight; Black's (NFAD) like a knight, one or two diagonally or two"
            " straight."
        ),
    ),
    Piece(
        "K",
        "king",
        Flat(betza("K")),
        royal=True,
        note=(
            "It must never be left in check. It neither bounces nor wraps and is never in motion, but"
            " the spinner carries it."
        ),
    ),
)


RIDES = (
    Ride(
        "k7/8/8/8/8/8/8/8/8/8/8/8/8/8/5B2/K7 w - - 0 1",
        "a1.f2",
        (
            "a1.f2-a1.h4",
            "a2.a8-a2.b8",
            "a1.a1-a1.a2",
            "a2.b8-a2.a8",
            "a1.a2-a1.a1",
        ),
        (
            "On the right is a Halb cushion, through the middle of the last file: the bishop arrives by"
            " 2,2 and leaves by -2,2."
        ),
    ),
    Ride(
        "k7/8/8/8/8/8/8/8/8/8/8/8/8/8/2B5/7K w - - 0 1",
        "a1.c2",
        (
            "a1.c2-a1.a4",
            "a2.a8-a2.b8",
            "a1.h1-a1.h2",
            "a2.b8-a2.a8",
            "a1.h2-a1.h1",
        ),
        (
            "On the left the cushion is the border itself (00): the bishop moves half a square towards it"
            " and half a square back, so its second step takes it to a5, and it goes on from there."
        ),
    ),
    Ride(
        "k7/8/8/8/2F5/8/8/8/8/8/8/8/8/8/8/7K w - - 0 1",
        "a2.c4",
        (
            "a2.c4-a2.c6",
            "a2.a8-a2.b8",
            "a1.h1-a1.h2",
            "a2.b8-a2.a8",
            "a1.h2-a1.h1",
            "a2.a8-a2.b8",
            "a1.h1-a1.h2",
        ),
        (
            "Beyond the far edge is the near one: with 0,2, the ferz leaves the last rank and comes back"
            " on the first."
        ),
    ),
    Ride(
        "k7/8/8/8/8/8/8/8/3F4/8/8/8/8/8/8/K7 w - - 0 1",
        "a1.d8",
        (
            "a1.a1-a1.a2",
            "a2.a8-a2.b8",
            "a1.a2-a1.a1",
            "a2.b8-a2.a8",
            "a1.a1-a1.a2",
            "a2.a8-a2.b8",
            "a1.a2-a1.a1",
            "a2.b8-a2.a8",
        ),
        (
            "After each of Black's turns, the spinner rotates a quarter turn clockwise. After four of"
            " these, a piece at rest is back where it was."
        ),
    ),
    Ride(
        "k7/8/8/8/8/8/8/8/8/8/4F3/8/8/8/8/K7 w - - 0 1",
        "a1.e6",
        (
            "a1.e6-a1.e8",
            "a2.a8-a2.b8",
            "a1.a1-a1.a2",
            "a2.b8-a2.a8",
            "a1.a2-a1.a1",
            "a2.a8-a2.b8",
            "a1.a1-a1.a2",
        ),
        (
            "The spinner also rotates motion. The ferz reaches e8 by 0,2; carried to d8, it has 2,0 and"
            " goes on to f8, to h8, and, because the Halb cushion reflects it there, back to f8."
        ),
    ),
)


def variant() -> Definition:
    """The game."""
    board = end_to_end(8, 8, 2, EDGES)
    rules = Drifting(
        board,
        PIECES,
        promotions="QBRNF",
        castlings=usual_castlings(board),
        spinner=Spinner(SPINNER),
        only={"B": Side.WHITE, "R": Side.BLACK},
    )
    return Definition(
        title="Minigolf Chess",
        group=Group.FIRST,
        summary=("Golf on a billiard table: cushions, a spinner, and pieces that keep rolling."),
        rules=rules,
        form=drifting_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        inventor="Ralph Betza",
        notes=(
            (
                "Two boards pushed together, 8 squares wide and 16 long: a1.e2 is e2 on White's"
                " board, and a2.e2 is the same square on Black's, eight ranks further. All pieces"
                " except the kings keep moving, as in Momentum Chess, and the board is made for it."
            ),
            (
                "The edges differ for the two sides. As each player sees it, the right edge has a"
                " cushion through the middle of the outer file: a piece that moves past it lands on"
                " the file beside it. On the left the cushion is the border line: a piece that moves"
                " past it lands on the outer file again. A piece that leaves the far rank comes back"
                " on its own first rank. No piece passes its near edge."
            ),
            (
                "The two sides have different pieces. A pawn promotes to a piece of its own side:"
                " White's to Q, B, N or F, Black's to Q, R, N or F."
            ),
            (
                "A pawn in motion by two squares can jump past its far rank without promoting. It"
                " comes back on its own first rank and goes on. From there it may move one square,"
                " and from the second rank two."
            ),
            (
                "A white pawn that moves from a1.e7 to a1.e8 is carried to a1.d8 after Black's turn,"
                " where its motion points to the right. In the next turn it moves back to a1.e8 and"
                " is carried to a1.d8 again; then it moves down to a1.d7."
            ),
        ),
        rulings=(
            *RULINGS,
            (
                "Pawn captures bounce: on its left file, a pawn captures straight ahead and is then"
                " in diagonal motion."
            ),
            "Castling is as in chess, with the corner pieces.",
            (
                "If the spinner carries Black's king, Black's move is legal only if the king is safe"
                " on its new square. White's king may be carried into check."
            ),
            (
                "An erratum: in both long examples of the source, move 35 sends the piece down,"
                " a2.d1-a1.d7 and a2.e1-a1.e7. By the source's own rule, motion to the left becomes"
                " motion up when it is rotated clockwise: a2.d1-a2.d3 and a2.e1-a2.e3. Here the rule"
                " counts."
            ),
        ),
        sources=("https://www.chessvariants.org/d.betza/chessvar/minigolf.html", SOURCE),
        rides=RIDES,
    )
