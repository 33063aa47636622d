"""Antichess: the player who loses all pieces wins."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import usual_castlings, usual_pieces
from fairyring.mechanics import Extinction, MustCapture, Results
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group

KING_NOTE = "It is a piece like any other here: it can be captured, and it is never in check."


def common_king(note: str = KING_NOTE) -> Mapping[str, Any]:
    """Rules in which the king is not royal, and castles over attacked squares."""
    pieces = (replace(piece, royal=False, note=note) if piece.royal else piece for piece in usual_pieces())
    castlings = (replace(castling, safe=()) for castling in usual_castlings(grid(8, 8)))
    return {"pieces": tuple(pieces), "castlings": tuple(castlings), "minor": "", "bound": ""}


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Antichess",
        group=Group.GOALS,
        summary="You must capture when you can, and you win when you have no move left.",
        mechanics=[MustCapture(), Extinction(wins=True), Results(stalemate="win")],
        notes=(
            "The board is that of chess, and so are the moves.",
            "The king is an ordinary piece: it can be captured, and pawns may promote to it.",
        ),
        sources=("https://lichess.org/variant/antichess",),
        rules={**common_king(), "castlings": (), "promotions": "QRBNK"},
    )
