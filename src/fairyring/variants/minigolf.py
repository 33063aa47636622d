"""Minigolf Chess: two boards end to end, cushions, and a spinner in the middle."""

from fairyring.board import Edge, Edges, Side, end_to_end
from fairyring.kernels.drifting.motion import Spinner
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox.rules import PAWN, usual_castlings
from fairyring.notation.drifting import drifting_form
from fairyring.pieces import BySide, Flat, Piece, betza
from fairyring.variants.definition import Definition, Ride
from fairyring.variants.momentum import RULINGS, SOURCE

ARRAY = "rnfqkfnr/pppppppp/8/8/8/8/8/8/8/8/8/8/8/8/PPPPPPPP/BNFQKFNB"
EDGES = Edges(right=Edge.HALB, left=Edge.BILLIARDS_00, far=Edge.CYLINDER)

PIECES = (
    Piece(
        "P",
        "pawn",
        PAWN.movement,
        pawn=True,
        note=(
            "It steps straight ahead, and takes one square diagonally ahead, off the cushions as well: on its"
            " left file it takes straight ahead too. From its own second rank it may step twice, also when it"
            " has come around to it again."
        ),
    ),
    Piece("B", "B4", "B4", drawing="bishop", note="White's corner piece: a bishop of at most four squares."),
    Piece("R", "R4", "R4", drawing="rook", note="Black's corner piece: a rook of at most four squares."),
    Piece(
        "N",
        "knight",
        BySide(betza("fbNF"), betza("rlNF")),
        note=(
            "It goes one square diagonally, or makes a knight's leap: White's (fbNF) the four that are two"
            " ranks long, Black's (rlNF) the four that are two files wide."
        ),
    ),
    Piece(
        "F",
        "ferz",
        BySide(betza("FD"), betza("FA")),
        drawing="elephant",
        note=("It goes one square diagonally, or leaps two: White's (FD) straight, Black's (FA) diagonally."),
    ),
    Piece(
        "Q",
        "queen",
        BySide(betza("NHFD"), betza("NFAD")),
        note=(
            "A leaper to twenty squares: White's (NHFD) like a knight, three squares straight, one diagonally"
            " or two straight; Black's (NFAD) like a knight, one or two diagonally or two straight."
        ),
    ),
    Piece(
        "K",
        "king",
        Flat(betza("K")),
        royal=True,
        note=(
            "It must never be left where it could be taken. It neither bounces nor wraps and is never in"
            " motion; but the spinner carries it."
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
        "On the right runs Halb, a cushion through the middle of the last file: the bishop came to it by 2,2,"
        " and leaves it by -2,2.",
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
        "On the left the cushion is the border itself, 00: the bishop goes half a square towards it and half"
        " a square back, so that on his second step he comes to a5 and goes on from there.",
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
        "Beyond the far edge lies the near one: with 0,2 the ferz leaves the last rank and comes on again at"
        " the first.",
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
        "After each of Black's turns the spinner turns a quarter clockwise. Four of them, and a man who"
        " stands still is back where he was.",
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
        "The spinner turns motion too. The ferz comes to e8 by 0,2; carried to d8, he has 2,0, and goes on to"
        " f8, to h8, and, for that is what Halb does to him there, back to f8.",
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
        spinner=Spinner(("a1.d8", "a2.d1", "a2.e1", "a1.e8")),
        only={"B": Side.WHITE, "R": Side.BLACK},
    )
    return Definition(
        title="Minigolf Chess",
        summary="Golf on a billiard table that you walk on: cushions, a spinner, and men who do not stop.",
        rules=rules,
        form=drifting_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        inventor="Ralph Betza",
        notes=(
            (
                "Two boards pushed together, 8 squares wide and 16 long: a1.e2 is e2 on White's board, a2.e2"
                " the same on Black's, eight ranks on. All men but the kings keep moving, as in Momentum"
                " Chess, and the board is made for it."
            ),
            (
                "The edges are not the same for the two sides. From his own seat each player has a cushion on"
                " his right that runs through the middle of the outer file: who steps past it lands on the"
                " file beside it. On his left the cushion is the border line: who steps past it lands on the"
                " outer file again. Beyond the far rank he comes on again at his own first rank. Nothing"
                " passes his near edge."
            ),
            (
                "The two sides have different armies. A pawn promotes into its own: White's to Q, B, N or F,"
                " Black's to Q, R, N or F."
            ),
            (
                "A pawn in motion by two squares can jump past its far rank without promoting. It comes on at"
                " its own first rank and goes on; from there it may step once, from the second rank twice."
            ),
            (
                "A white pawn that goes from a1.e7 to a1.e8 is carried to a1.d8 after Black's turn, where its"
                " motion points to the right: in the next turn it goes back to a1.e8, is carried to a1.d8"
                " again, and then goes down to a1.d7."
            ),
        ),
        rulings=(
            *RULINGS,
            (
                "Pawns' captures bounce: on its left file a pawn takes straight ahead, and is in motion"
                " diagonally after it."
            ),
            "Castling is as in chess, with the corner pieces.",
            (
                "Where the spinner carries Black's king, Black's turn is legal only if his king is safe where"
                " he is then. White's king may be carried into check."
            ),
            (
                "An erratum: in both of the source's long examples move 35 sends the piece down, a2.d1-a1.d7"
                " and a2.e1-a1.e7. By the source's own rule motion to the left, turned clockwise, is motion"
                " up: a2.d1-a2.d3 and a2.e1-a2.e3. The rule wins here."
            ),
        ),
        sources=("https://www.chessvariants.org/d.betza/chessvar/minigolf.html", SOURCE),
        rides=RIDES,
    )
