"""Ravioli Chess: two boards that share their rim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairyring.board import Board, Side, shared_ring
from fairyring.kernels.orthodox.rules import Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import Section, orthodox_form, whole
from fairyring.notation.position import Form
from fairyring.pieces import Link, Piece, Way, together
from fairyring.variants.definition import Definition

# The source's own diagram is lost; this array is ours.
ARRAY = "rnbqkbnr/pppwzppp/3pp3/8/8/3PP3/PPPWZPPP/RNBQKBNR|ppzwpp/2pp2/6/6/2PP2/PPZWPP"
PROMOTIONS = "QRZWBN"

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))


@dataclass(frozen=True)
class HalflingSlip:
    """A rider that slips over every second square and may go only half as far as the board reaches.

    That leaves the first square of a line, and the third where the first is empty and the line has a
    fifth.
    """

    directions: tuple[tuple[int, int], ...]

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The first and third squares of each line, on each of the two boards."""
        for right, forward in self.directions:
            for heading in board.headings(site, right, forward, side):
                line: list[int] = []
                following = board.advance(heading, side)
                while following is not None and len(line) < 5:
                    square = board.at(following.place)
                    assert square is not None
                    line.append(square)
                    following = board.advance(following, side)
                if line:
                    yield Way(line[0])
                if len(line) == 5:
                    yield Way(line[2], (line[0],))


WIZARD = Piece(
    "W",
    "wizard",
    together((HalflingSlip(DIAGONAL), Link("diagonal"))),
    note=(
        "On a board it goes one square diagonally; or it slips to the third square of the diagonal, if the"
        " first is empty and that board goes on to a fifth square. What stands on the second does not"
        " matter. From inside to inside it passes to the squares one file or one rank away from its own"
        " place."
    ),
)
WAZIRD = Piece(
    "Z",
    "wazird",
    together((HalflingSlip(ORTHOGONAL), Link("straight"), Link("triagonal"))),
    note=(
        "On a board it goes one square along a file or a rank; or it slips to the third square, if the"
        " first is empty and that board goes on to a fifth square. What stands on the second does not"
        " matter. From inside to inside it passes straight through to its own place, or to the squares one"
        " file and one rank away from it."
    ),
)

NOTES = (
    (
        "Two boards of 8x8, the upper and the lower, are pressed together along their border like two"
        " sheets of pasta. The 28 squares of the border, the ring, are one and the same on both boards; the"
        " two insides of 6x6 lie apart. So there are 100 squares: those of the ring are named as in chess"
        " (a1), those of the insides with a u for the upper and a d for the lower (c3u, c3d)."
    ),
    (
        "A man on the ring stands on both boards, and may go on along either. A move is legal if it is"
        " legal on at least one of the two boards, its whole path on that one; if both boards allow it, it"
        " is still one move. Only the wizard and the wazird pass from one inside straight into the other,"
        " and only from inside squares to inside squares. Everyone else changes boards by way of the ring."
    ),
    (
        "A king is in check if he is attacked on either board, or by way of a passage. A pawn that steps"
        " twice may be taken by any pawn that attacks the square it passed: after a2-a4 a pawn on b4u or on"
        " b4d may take it; after b2u-b4u a pawn on a4 or c4u may, but not one on c4d."
    ),
)
ENDGAME = (
    "A lone king has two boards to run on. By the inventor's account king and queen cannot mate him, while"
    " king and two rooks can: the last pawns are worth fighting for."
)
RULINGS = (
    (
        "The source's diagram of the start is lost, and its words do not give the whole array. Ours puts"
        " the usual line-up on the ring; before it, in the middle of the second rank, a wizard and a wazird"
        " on each inside, the wizard on the queen's file above and on the king's file below; pawns on the"
        " rest of the second rank of both boards; and pawns on d3 and e3 of each inside before the wizards"
        " and wazirds. That makes 26 men a side."
    ),
    "Pawns have their double step on the second rank only. Those that start on d3 and e3 are past it.",
    "A pawn promotes on the far rank to any man of the array but a king: wizards and wazirds too.",
    (
        "Castling goes along the ring. It is forbidden when an enemy man could take the king on a square"
        " that he leaves, crosses or enters, on either board, even on only one of them; and the king must"
        " be safe when it is done. The right to castle lapses with the rook when it is taken at home."
    ),
    (
        "A slip needs its fifth square on the board on which it is made. The first of the squares must be"
        " empty on the way to the third, for a capture there as well."
    ),
    "Perpetual check is a draw by threefold repetition, as in chess.",
)
SOURCES = ("https://www.chessvariants.com/41.dir/ravioli.html",)


def sections(board: Board) -> tuple[Section, Section]:
    """How the board is written: the upper board with the ring, then the lower inside."""
    return whole(board), tuple(rank[1:-1] for rank in whole(board, 1)[1:-1])


def ravioli_form(rules: Orthodox, array: str) -> Form:
    """The position texts of Ravioli Chess and its forms."""
    return orthodox_form(rules, array, sections(rules.board))


def variant() -> Definition:
    """The game."""
    board = shared_ring(8, 8)
    rules = Orthodox(
        board, usual_pieces(WIZARD, WAZIRD), promotions=PROMOTIONS, castlings=usual_castlings(board)
    )
    return Definition(
        title="Ravioli Chess",
        summary="Two boards that share their border, and two men that pass between their insides.",
        rules=rules,
        form=ravioli_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        inventor="Antoine Fourrière",
        year=2003,
        notes=(*NOTES, ENDGAME),
        rulings=RULINGS,
        sources=SOURCES,
    )
