"""Billiards Chess, Halb: pieces bounce off cushions that run through the middle of the outer files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fairyring.board import Edge, Edges, grid
from fairyring.kernels.orthodox.rules import Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.variants.chess import ARRAY
from fairyring.variants.definition import Definition, Figure, GameName, Group

NOTES = (
    (
        "A rook, bishop or queen can bounce any number of times, as long as the squares are empty; a"
        " capture ends its move. Its own square counts as empty, but it cannot end its move there,"
        " and the move ends before it would repeat a square and a direction. If several ways lead to"
        " a square, one of them must be open; moving there is one move, whichever way it takes."
    ),
    "No piece passes the first or last rank.",
)
RULINGS = (
    "Castling is as in chess and does not use the edges.",
    "There is no draw by insufficient material.",
)


def billiards(
    edge: Edge,
    title: str,
    summary: str,
    notes: Sequence[str],
    figures: Sequence[Figure],
    rulings: Sequence[str] = (),
    piece_notes: Mapping[str, str] | None = None,
    weights: str = "",
) -> Definition:
    """Chess with one kind of cushion on the left and right edges.

    Args:
        edge: the kind of cushion.
        title: the game's name.
        summary: what is strange about it.
        notes: the paragraphs before those that all three games share.
        figures: positions for the rules page.
        rulings: those before the shared ones.
        piece_notes: by letter, notes for pieces for which those of chess are wrong.
        weights: the game whose weights this one uses.
    """
    board = grid(8, 8, edges=Edges(right=edge, left=edge))
    said = piece_notes or {}
    pieces = tuple(replace(piece, note=said.get(piece.letter, piece.note)) for piece in usual_pieces())
    rules = Orthodox(board, pieces, promotions="QRBN", castlings=usual_castlings(board))
    return Definition(
        title=title,
        group=Group.STRANGE,
        summary=summary,
        rules=rules,
        weights=GameName(weights),
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        inventor="Ralph Betza",
        year=1996,
        notes=(*notes, *NOTES),
        rulings=(*rulings, *RULINGS),
        sources=("https://www.chessvariants.com/d.betza/chessvar/3bil.html",),
        figures=tuple(figures),
    )


def variant() -> Definition:
    """The game."""
    return billiards(
        Edge.HALB,
        title="Billiards Chess, Halb",
        summary="Pieces bounce off the sides, from the middle of the outer files.",
        notes=(
            (
                "Chess, but the left and right edges of the board are cushions, which run through the"
                " middle of files a and h: a bishop from g1 moves to h2 and bounces to g3, f4 and on."
                " From h2 itself, a step to the right becomes a step to the left."
            ),
            (
                "Knights, kings and pawns bounce too; their whole move is reflected. A knight on g1"
                " that moves two to the right and one ahead lands on g2. A move that bounces back to"
                " its own square is not a move."
            ),
        ),
        figures=(
            Figure(
                "4k3/8/3p4/8/8/8/8/K5B1 w - - 0 1",
                "g1",
                (
                    "The bishop on g1 bounces at h2 and can capture on d6. In the other direction it"
                    " bounces at a7."
                ),
            ),
            Figure(
                "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1",
                "g1",
                "The knight on g1 can move to g2: two to the right, one of which comes back, and one ahead.",
            ),
        ),
    )
