"""Ravioli Chess: two boards that share their border."""

from __future__ import annotations

from fairyring.board import shared_ring
from fairyring.kernels.orthodox.rules import Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import HalflingSlip, Link, Piece, together
from fairyring.variants.definition import Definition, Group

# The source's diagram is lost; this starting position is ours.
ARRAY = "rnbqkbnr/pppwzppp/3pp3/8/8/3PP3/PPPWZPPP/RNBQKBNR|ppzwpp/2pp2/6/6/2PP2/PPZWPP"
PROMOTIONS = "QRZWBN"

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))


WIZARD = Piece(
    "W",
    "wizard",
    together((HalflingSlip(DIAGONAL), Link("diagonal"))),
    note=(
        "On one board it moves one square diagonally, or slips to the third square of the diagonal if"
        " the first is empty and the board has a fifth square on that diagonal. The second square"
        " does not matter. From inside to inside it passes to the squares one file or one rank away"
        " from its own place."
    ),
)
WAZIRD = Piece(
    "Z",
    "wazird",
    together((HalflingSlip(ORTHOGONAL), Link("straight"), Link("triagonal"))),
    note=(
        "On one board it moves one square along a file or a rank, or slips to the third square if the"
        " first is empty and the board has a fifth square on that line. The second square does not"
        " matter. From inside to inside it passes straight through to its own place, or to the"
        " squares one file and one rank away from it."
    ),
)

NOTES = (
    (
        "Two boards of 8x8 squares, the upper and the lower, are pressed together along their border"
        " like two sheets of pasta. The 28 border squares, the ring, belong to both boards; the two"
        " insides of 6x6 squares are separate. So there are 100 squares. Those of the ring are named"
        " as in chess (a1); those of the insides end in u for the upper and d for the lower board"
        " (c3u, c3d)."
    ),
    (
        "A piece on the ring stands on both boards and can move along either. A move is legal if it"
        " is legal on at least one of the two boards, with its whole path on that board; if both"
        " boards allow it, it is still one move. Only the wizard and the wazird pass directly from"
        " one inside to the other, and only from inside squares to inside squares. All other pieces"
        " change boards by way of the ring."
    ),
    (
        "A king is in check if it is attacked on either board or through a passage. A pawn that has"
        " moved two squares can be captured en passant by any pawn that attacks the square it passed:"
        " after a2-a4, by a pawn on b4u or b4d; after b2u-b4u, by a pawn on a4 or c4u, but not by one"
        " on c4d."
    ),
)
ENDGAME = (
    "A lone king has two boards to run on. According to the inventor, king and queen cannot mate it,"
    " but king and two rooks can. So the last pawns are worth fighting for."
)
RULINGS = (
    (
        "The source's diagram of the starting position is lost, and its text does not describe the"
        " position completely. Here, the usual pieces stand on the ring. In front of them, in the"
        " middle of the second rank, each inside has a wizard and a wazird: the wizard on the queen's"
        " file on the upper board and on the king's file on the lower. Pawns fill the rest of the"
        " second rank of both boards, and pawns on d3 and e3 of each inside stand in front of the"
        " wizards and wazirds. That makes 26 pieces for each side."
    ),
    "Pawns can move two squares from the second rank only. Those that start on d3 and e3 never can.",
    (
        "A pawn promotes on the far rank to any piece of the starting position except a king, wizards and"
        " wazirds included."
    ),
    (
        "Castling goes along the ring. It is forbidden if an enemy piece could capture the king on a"
        " square that it leaves, crosses or enters, on either board, even on only one of them; and"
        " the king must be safe afterwards. The right to castle ends when the rook is captured on its"
        " starting square."
    ),
    (
        "A slip is possible only if the line goes on to a fifth square on the board where the slip is made."
        " The first square must be empty, also for a capture on the third."
    ),
    "Perpetual check is a draw by threefold repetition, as in chess.",
)
SOURCES = ("https://www.chessvariants.com/41.dir/ravioli.html",)


def variant() -> Definition:
    """The game."""
    board = shared_ring(8, 8)
    rules = Orthodox(
        board, usual_pieces(WIZARD, WAZIRD), promotions=PROMOTIONS, castlings=usual_castlings(board)
    )
    return Definition(
        title="Ravioli Chess",
        group=Group.FIRST,
        summary="Two boards that share their border squares, and pieces that cross between their insides.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        inventor="Antoine Fourrière",
        year=2003,
        notes=(*NOTES, ENDGAME),
        rulings=RULINGS,
        sources=SOURCES,
    )
