"""Ravioli Chess with two kings a side, one of them secretly the True King."""

from fairyring.mechanics import HiddenRoyal
from fairyring.variants import ravioli
from fairyring.variants.definition import Definition, Group
from fairyring.variants.monster_bluff import KING

ARRAY = ravioli.ARRAY.replace("rnbqkbnr", "rnkqkbnr").replace("RNBQKBNR", "RNKQKBNR")


def variant() -> Definition:
    """The game."""
    base = ravioli.variant()
    pieces = [KING if piece.royal else piece for piece in base.rules.pieces]
    return base.but(
        title="Ravioli Hidden King",
        group=Group.MIXED,
        summary="Ravioli Chess with two kings on each side, one of them secretly the True King.",
        mechanics=[HiddenRoyal()],
        array=ARRAY,
        rules={"pieces": pieces, "castlings": ()},
        inventor="fairyring",
        notes=ravioli.NOTES[:2],
        rulings=(
            (
                "The second king stands in place of the bishop on the queen's side, so the queen begins"
                " between the two kings. There is no castling."
            ),
            "The choice of a True King passes the turn like a move, but does not count as one.",
            "When both kings of a side are gone, its True King is among them, and the side has lost.",
        ),
        sources=base.sources,
    )
