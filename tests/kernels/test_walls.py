"""What walls and stones do not go with."""

import pytest

import fairyring
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


def test_the_duck_goes_where_a_castling_has_left_squares_empty() -> None:
    position = fairyring.load("duck").position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    moves = {move.text for move in position.legal_moves()}
    for king, rook, left in (("g1", "f1", "h1"), ("c1", "d1", "a1")):
        assert {f"e1-{king},{rook}", f"e1-{king},{king}"}.isdisjoint(moves)
        assert {f"e1-{king},{left}", f"e1-{king},e1"} <= moves
