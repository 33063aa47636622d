"""How much is new in a game, from what it declares."""

from __future__ import annotations

import pytest

import fairyring
from fairyring.mechanics import Explosion, Hands, PerpetualCheck
from fairyring.variants import chess
from fairyring.variants.difficulty import Difficulty, difficulty


@pytest.mark.parametrize(
    ("label", "names"),
    [
        ("easy", ("chess", "3check", "atomic", "crazyhouse", "capablanca", "cylindrical")),
        ("some", ("metachess-4", "ravioli", "momentum", "mini-meta", "antichess", "duck")),
        ("many", ("minigolf", "monster-bluff", "shogi", "xiangqi")),
    ],
)
def test_games_that_players_know(label: str, names: tuple[str, ...]) -> None:
    assert {name: difficulty(fairyring.load(name).definition).label for name in names} == dict.fromkeys(
        names, label
    )


def test_mechanics_add_up_unless_they_seldom_matter() -> None:
    def told(*mechanics: object) -> Difficulty:
        return difficulty(chess.variant().but(title="x", summary="x", mechanics=mechanics))  # type: ignore[arg-type]

    assert told(PerpetualCheck()) is told(Hands()) is Difficulty.EASY
    assert told(Hands(), Explosion()) is Difficulty.SOME
