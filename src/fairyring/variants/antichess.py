"""Antichess: the player who loses all pieces wins."""

from dataclasses import replace

from fairyring.mechanics import Extinction, MustCapture, Results
from fairyring.variants import chess
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    usual = chess.variant()
    note = "It is a piece like any other here: it can be captured, and it is never in check."
    pieces = [
        replace(piece, royal=False, note=note) if piece.royal else piece for piece in usual.rules.pieces
    ]
    return usual.but(
        title="Antichess",
        summary="You must capture when you can, and you win when you have no move left.",
        mechanics=[MustCapture(), Extinction(wins=True), Results(stalemate="win")],
        notes=(
            "The board is that of chess, and so are the moves.",
            "The king is an ordinary piece: it can be captured, and pawns may promote to it.",
        ),
        sources=("https://lichess.org/variant/antichess",),
        rules={"pieces": tuple(pieces), "castlings": (), "promotions": "QRBNK", "minor": "", "bound": ""},
    )
