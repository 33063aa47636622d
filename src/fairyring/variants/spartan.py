"""Spartan Chess: the Persians have the pieces of chess, the Spartans two kings and other pieces."""

from dataclasses import replace

from fairyring.kernels.orthodox.rules import nowhere, usual_castlings
from fairyring.mechanics import Promotions, Royals
from fairyring.pieces import Piece
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group

ARRAY = "lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR"
HOPLITE = (
    "It moves one square diagonally ahead, and captures one square straight ahead. From its own second rank"
    " it may leap two squares diagonally ahead."
)
LIEUTENANT = (
    "It moves or leaps one or two squares diagonally, or moves one square sideways without capturing."
)
SPARTANS = (
    Piece("H", "hoplite", "fmFfcWimA", pawn=True, note=HOPLITE),
    Piece("L", "lieutenant", "FAsmW", note=LIEUTENANT),
    Piece("C", "captain", "WD", note="It moves or leaps one or two squares along files and ranks."),
    Piece("G", "general", "RF", note="It moves as a rook, or one square diagonally."),
    Piece("W", "warlord", "BN", drawing="archbishop", note="It moves as a bishop or as a knight."),
)


def variant() -> Definition:
    """The game."""
    usual = chess.variant()
    note = "A side is in check when all its kings are attacked."
    pieces = [
        replace(piece, royal=False, note=note) if piece.royal else piece for piece in usual.rules.pieces
    ]
    to = {"P": tuple("QRBN"), "H": tuple("GWCLK")}
    return usual.but(
        title="Spartan Chess",
        group=Group.ARMIES,
        summary="Spartans with two kings against Persians with the pieces of chess.",
        mechanics=[Royals("K", together=True), Promotions(to, most="KK")],
        array=ARRAY,
        inventor="Steven Streetman",
        year=2010,
        notes=(
            "White, the Persians, has the pieces of chess. Black, the Spartans, has others, and no castling.",
        ),
        sources=("https://www.chessvariants.com/rules/spartan-chess",),
        rules={
            "pieces": (*pieces, *SPARTANS),
            "promotions": "",
            "castlings": usual_castlings(usual.rules.board)[:2],
            "passable": nowhere,
            "minor": "",
            "bound": "",
        },
    )
