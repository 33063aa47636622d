"""Ravioli Chess with OrthoPawns and BeroPawns: the pawns of the lower inside move diagonally."""

from fairyring.board import shared_ring
from fairyring.kernels.orthodox.rules import PAWN, Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Piece
from fairyring.variants import ravioli
from fairyring.variants.definition import Definition, Group

ARRAY = "rnbqkbnr/pppwzppp/3pp3/8/8/3PP3/PPPWZPPP/RNBQKBNR|oozwoo/2oo2/6/6/2OO2/OOZWOO"

BEROLINA = Piece(
    "O",
    "berolina pawn",
    "mfFimfnAcfW",
    pawn=True,
    drawing="berolina",
    note=(
        "It moves diagonally forward, and captures straight ahead. From its own second rank it may"
        " move two squares in one direction on one board, if both squares are empty."
    ),
)


def variant() -> Definition:
    """The game."""
    board = shared_ring(8, 8)
    rules = Orthodox(
        board,
        usual_pieces(ravioli.WIZARD, ravioli.WAZIRD, pawn=(PAWN, BEROLINA)),
        promotions=ravioli.PROMOTIONS,
        castlings=usual_castlings(board),
    )
    return Definition(
        title="Ravioli Chess, OrthoPawns and BeroPawns",
        group=Group.STRANGE,
        summary=(
            "Ravioli Chess with Berolina pawns on the lower inside: they move diagonally and capture"
            " straight ahead."
        ),
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        inventor="Antoine Fourrière",
        year=2003,
        notes=(
            *ravioli.NOTES,
            (
                "The pawns of the upper inside and of the ring are ordinary pawns. Those of the lower"
                " inside are Berolina pawns: they move as other pawns capture, and capture as others"
                " move. A pawn stays what it is wherever it goes, on the ring and on the other inside"
                " too. Both kinds promote in the same way, and each can capture the other en passant."
            ),
        ),
        rulings=(
            *ravioli.RULINGS,
            (
                "The two steps of a Berolina pawn go in one direction on one board. If two Berolina"
                " pawns could have passed the en passant square of a position text, it means the one"
                " that comes from where a pawn of its kind starts."
            ),
        ),
        sources=ravioli.SOURCES,
    )
