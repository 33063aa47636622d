"""A small game of pieces that capture on their way, or whose moves depend on several pieces."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition

ARRAY = "lodhkc/pppppp/6/6/PPPPPP/LODHKC"
MOVES = {
    "P": ("pawn", "mfWcfF"),
    "L": ("lion", "KNADcaKmcabK"),  # of Chu Shogi, except that it does not pass
    "O": ("checker", "tpRmW[cF-mF]"),  # also rides over its own pieces
    "D": ("destroyer", "mdcQ2cabmN"),  # captures its own pieces; shoots
    "H": ("hurdler", "pafpafW[pQ-pK-W]W"),  # over two pieces
    "C": ("cannon", "cpRmRdafcF"),  # and through its own pieces
    "K": ("king", "K"),
}


def variant() -> Definition:
    """The game; the note of a piece is its notation."""
    pieces = tuple(
        Piece(letter, name, text, pawn=letter == "P", royal=letter == "K", note=text)
        for letter, (name, text) in MOVES.items()
    )
    rules = Orthodox(grid(6, 6), pieces, promotions="LH")
    return Definition(
        "Locusts", "Captures on the way.", rules, orthodox_form(rules, ARRAY), f"{ARRAY} w - - 0 1"
    )
