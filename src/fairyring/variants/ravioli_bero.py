"""Ravioli Chess with OrthoPawns and BeroPawns: the lower inside's pawns step diagonally."""

from fairyring.board import shared_ring
from fairyring.kernels.orthodox.rules import PAWN, Orthodox, usual_castlings, usual_pieces
from fairyring.pieces import Piece
from fairyring.variants import ravioli
from fairyring.variants.definition import Definition, Standing

ARRAY = "rnbqkbnr/pppwzppp/3pp3/8/8/3PP3/PPPWZPPP/RNBQKBNR|oozwoo/2oo2/6/6/2OO2/OOZWOO"

BEROLINA = Piece(
    "O",
    "berolina pawn",
    "mfFimfnAcfW",
    pawn=True,
    drawing="berolina",
    note=(
        "It steps diagonally forward, and takes the square straight ahead. From its own second rank it may"
        " step twice in one turn, in one direction on one board, if both squares are empty."
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
        summary=(
            "Ravioli Chess whose lower inside has Berolina pawns: they step diagonally and take straight"
            " ahead."
        ),
        rules=rules,
        form=ravioli.ravioli_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        standing=Standing.RELATED,
        inventor="Antoine Fourrière",
        year=2003,
        notes=(
            *ravioli.NOTES,
            (
                "The pawns of the upper inside and of the ring are ordinary, those of the lower inside are"
                " Berolina pawns: they step as others take, and take as others step. A pawn keeps its kind"
                " wherever it goes, on the ring and on the other inside too. Both kinds promote alike, and"
                " each may take the other en passant."
            ),
        ),
        rulings=(
            *ravioli.RULINGS,
            (
                "A Berolina pawn's two steps go in one direction on one board. Where two Berolina pawns"
                " could have passed the en passant square of a position's text, the one is meant that comes"
                " from where a pawn of its kind starts."
            ),
        ),
        sources=ravioli.SOURCES,
    )
