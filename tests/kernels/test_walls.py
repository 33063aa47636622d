"""Pieces that turn to stone, which no game has yet: equal to the oracle; and what walls do not go with."""

import random
from collections import Counter

import pytest

from fairyring import Variant
from fairyring.mechanics import Duck, Extinction, Mechanic, Royals, Stone, Trail, Walls
from fairyring.pieces import Piece
from fairyring.variants import chess
from tests import lanes
from tests.kernels.comparing import follow
from tests.kernels.test_mechanics import Judge, walked
from tests.oracle.composed.games import stone
from tests.oracle.remembering import remembering

pytestmark = pytest.mark.kernel

KING = Piece("K", "king", "mK", royal=True)
NEAR = (
    "r3k2r/pPp1pppp/8/3q4/4Q3/8/PPp1P1pP/R3K2R w KQkq - 0 1",
    "4k3/8/2n5/1N6/3b4/8/5R2/4K3 w - - 0 1",
)


def petrified(*mechanics: Mechanic) -> Variant:
    """Chess whose kings do not capture, with mechanics."""
    usual = chess.variant()
    pieces = tuple(KING if piece.royal else piece for piece in usual.rules.pieces)
    rules = {"pieces": pieces, "minor": "", "bound": ""}
    game = usual.but(title="Stone", summary="Stone.", mechanics=mechanics, rules=rules)
    return Variant("stone", game, {}, "stone")


def test_walks() -> None:
    variant, oracle = petrified(Stone()), stone()
    judge, chance, seen = remembering(Judge(oracle)), random.Random(5), Counter[str]()
    for text in NEAR * lanes.samples(4, 1):
        pos = judge.read(text)
        follow(judge, variant.position(text), walked(judge, pos, chance, lanes.samples(12, 6), seen))
    if lanes.full():
        assert {"capture", "check", "promotion"} <= seen.keys()


@pytest.mark.parametrize(
    ("mechanics", "sentence"),
    [
        ([Walls()], "walls: the king is royal, but a wall may stop a check"),
        ([Trail()], "trail: the king is royal, but a wall where a piece was keeps a line closed"),
        ([Stone("KQ")], "stone: the king is royal and would never capture"),
        ([Stone("X")], "stone: no piece has the letter 'X'"),
        ([Walls(never=("z9",))], "walls: the king is royal"),
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
        ([Walls(), Royals("Q")], "walls and royals cannot be combined, because a wall may stop a check"),
        ([Walls(never=("z9",)), Extinction()], "walls: the board has no square 'z9'"),
    ):
        with pytest.raises(ValueError, match=sentence):
            usual.but(
                title="Walls",
                summary="Walls.",
                mechanics=mechanics,
                rules={"pieces": pieces, "castlings": (), "minor": "", "bound": ""},
            )
