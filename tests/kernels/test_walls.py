"""What walls and stones do not go with."""

import pytest

from fairyring import Variant
from fairyring.mechanics import Duck, Extinction, Mechanic, NoChecks, Stone, Trail, Walls
from fairyring.pieces import Piece
from fairyring.variants import chess

pytestmark = pytest.mark.kernel

KING = Piece("K", "king", "mK", royal=True)


def petrified(*mechanics: Mechanic) -> Variant:
    """Chess whose kings do not capture, with mechanics."""
    usual = chess.variant()
    pieces = tuple(KING if piece.royal else piece for piece in usual.rules.pieces)
    rules = {"pieces": pieces, "minor": "", "bound": ""}
    game = usual.but(title="Stone", summary="Stone.", mechanics=mechanics, rules=rules)
    return Variant("stone", game, {}, "stone")


@pytest.mark.parametrize(
    ("mechanics", "sentence"),
    [
        ([Walls(), NoChecks()], "walls and no checks cannot be combined, because checks are forbidden"),
        ([NoChecks(), Trail()], "trail and no checks cannot be combined, because checks are forbidden"),
        ([Stone("KQ")], "stone: the king is royal and would never capture"),
        ([Stone("X")], "stone: no piece has the letter 'X'"),
    ],
)
def test_what_does_not_fit_is_refused(mechanics: list[Mechanic], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        petrified(*mechanics)


def test_there_is_one_kind_of_wall_in_a_game() -> None:
    usual = chess.variant()
    pieces = tuple(piece for piece in usual.rules.pieces if not piece.royal)
    for mechanics, sentence in (
        ([Duck(), Trail()], "duck and trail cannot be combined, because a position has one kind of thing"),
        ([Walls(never=("z9",)), Extinction()], "walls: the board has no square 'z9'"),
    ):
        with pytest.raises(ValueError, match=sentence):
            usual.but(
                title="Walls",
                summary="Walls.",
                mechanics=mechanics,
                rules={"pieces": pieces, "castlings": (), "minor": "", "bound": ""},
            )
