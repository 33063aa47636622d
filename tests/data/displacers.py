"""A small game of pieces that put others down, lend and borrow moves, and are tame to kings."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition

ARRAY = "vtxhkb/pppppp/6/6/PPPPPP/VTXHKB"
MOVES = {
    "P": ("pawn", "mfWcfF"),
    "V": ("valkyrie", "QudQafudQ"),
    "T": ("tame", "tRkBckN"),
    "X": ("lender", "WxaN"),
    "H": ("jumper", "ucafmQucF[dD-bucW]"),
    "B": ("borrower", "FXxK"),
    "K": ("king", "KxW"),
}


def variant() -> Definition:
    """The game; the note of a piece is its notation."""
    pieces = tuple(
        Piece(letter, name, text, pawn=letter == "P", royal=letter == "K", note=text)
        for letter, (name, text) in MOVES.items()
    )
    rules = Orthodox(grid(6, 6), pieces, promotions="VH")
    return Definition(
        "Displacers", "Pieces put each other down.", rules, orthodox_form(rules, ARRAY), f"{ARRAY} w - - 0 1"
    )
