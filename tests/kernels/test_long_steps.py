"""Long first steps of pawns: their texts, repetitions, and what they do not go with."""

from typing import Any

import pytest

import fairyring
from fairyring.errors import PositionError
from fairyring.mechanics import LongSteps, Mechanic, SeveralMoves
from fairyring.pieces import Piece
from fairyring.variants import chess

pytestmark = pytest.mark.kernel

LONG = Piece("P", "pawn", "mfWimfR3cfF", pawn=True)
PIECES: dict[str, Any] = {"pieces": (LONG, *chess.variant().rules.pieces[1:])}
BOARD = "11/2k8/11/11/11/3pPp5/3p7/11/11/2K8"


def test_a_pawn_is_captured_on_every_square_that_it_has_crossed() -> None:
    before = fairyring.load("wildebeest").position("11/2k8/11/11/11/3p1p5/3p7/11/4P6/2K8 w - - 0 1")
    after = before.play("e2-e5")
    assert str(after) == f"{BOARD} b - e3e4 0 1"
    moves = {str(move): str(after.play(move)).split()[0] for move in after.legal_moves()}
    captures = {text: board for text, board in moves.items() if text.startswith("d4")}
    assert captures == {
        "d4-d3": "11/2k8/11/11/11/3pPp5/11/3p7/11/2K8",
        "d4-e3": "11/2k8/11/11/11/3p1p5/11/4p6/11/2K8",
    }
    assert {text for text in moves if text.endswith("e4")} == {"d5-e4", "f5-e4"}


def test_only_squares_on_which_it_can_be_captured_make_another_position() -> None:
    game = fairyring.load("wildebeest")
    text = "11/2k8/11/11/11/3p7/11/11/4P6/2K8 w - - 0 1"
    assert str(game.position(text).play("e2-e5")).split()[3] == "e4"


@pytest.mark.parametrize(
    ("squares", "sentence"),
    [
        ("e3", "no pawn can have just passed e3"),
        ("e4e3", "crossed squares: e3e4"),
        ("e3e4e6", "no pawn can have just passed e3e4e6"),
        ("e3x9", "the board has no square 'x9'"),
    ],
)
def test_squares_that_a_pawn_has_not_crossed_are_refused(squares: str, sentence: str) -> None:
    game = fairyring.load("wildebeest")
    assert str(game.position(f"{BOARD} b - e3e4 0 1")) == f"{BOARD} b - e3e4 0 1"
    with pytest.raises(PositionError, match=sentence):
        game.position(f"{BOARD} b - {squares} 0 1")


@pytest.mark.parametrize(
    ("mechanics", "rules", "sentence"),
    [
        ([LongSteps()], {}, "long steps: no pawn crosses two squares by its first move"),
        ([LongSteps(), SeveralMoves()], PIECES, "long steps and several moves a turn cannot be combined"),
        (
            [LongSteps()],
            PIECES | {"far": lambda board, site, side: board.rank(site, side.other) == 2},
            "long steps: a pawn would promote by a capture en passant on a3",
        ),
    ],
)
def test_what_does_not_fit_is_refused(
    mechanics: list[Mechanic], rules: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        chess.variant().but(title="Other", summary="Other.", mechanics=mechanics, rules=rules)
