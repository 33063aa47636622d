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

# The source's own diagram is lost; this array is the rulebook's.
ARRAY = (
    "rnbqkbnr/pppwzppp/3pp3/8/8/3PP3/PPPWZPPP/RNBQKBNR|ppzwpp/2pp2/6/6/2PP2/PPZWPP"
)
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
                following = board.advance(heading)
                while following is not None and len(line) < 5:
                    square = board.at(following.place)
                    assert square is not None
                    line.append(square)
                    following = board.advance(following)
                if line:
                    yield Way(line[0])
                if len(line) == 5:
                    yield Way(line[2], (line[0],))


WIZARD = Piece(
    "W",
    "wizard",
    together((HalflingSlip(DIAGONAL), Link("diagonal"))),
    note="One square diagonally; or to the third square, if the first is empty and the board goes on to a"
    " fifth, whatever stands on the second. From inside to inside: one file or one rank away.",
)
WAZIRD = Piece(
    "Z",
    "wazird",
    together((HalflingSlip(ORTHOGONAL), Link("straight"), Link("triagonal"))),
    note="One square orthogonally; or to the third square, if the first is empty and the board goes on to a"
    " fifth, whatever stands on the second. From inside to inside: straight through, or one file and one rank"
    " away.",
)

NOTES = (
    "Two boards, the upper and the lower, share their border: the ring of 28 squares is one and the same on"
    " both. A man on the ring stands on both boards. A move is legal if it is legal on one of the two boards,"
    " all its way on that one; only the Wizard and the Wazird pass straight between the two insides.",
    "The king is in check if he is attacked on either board. He may not castle out of, over or into an attack,"
    " be it on one board only. A pawn that passes by a double step may be taken by a pawn that attacks the"
    " square it passed on either board.",
    "Pawns on a second rank may step twice; those that start on d3 and e3 may not. A pawn promotes on the far"
    " rank to any man of the array but a king. Stalemate and perpetual check are draws.",
    "The diagram of the source is lost: the array, with a Wizard and a Wazird before the king and queen of each"
    " inside, is our own.",
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
        summary="Two boards that share their rim, and two men that pass between the insides.",
        rules=rules,
        form=ravioli_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        inventor="Antoine Fourrière",
        year=2003,
        notes=NOTES,
        sources=SOURCES,
    )
