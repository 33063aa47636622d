"""Pieces that capture on their way, put down what they would capture or borrow moves, beside mechanics."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import fairyring
from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from tests import lanes
from tests.kernels.comparing import follow
from tests.kernels.test_mechanics import Judge, walked
from tests.oracle import composed
from tests.oracle.composed.in_a_row import InARow as Rows
from tests.oracle.remembering import remembering

pytestmark = [pytest.mark.kernel, pytest.mark.alone]

ODD = {"B": "mFcafmF", "R": "mRudRucR", "N": "xKmWckF"}
START = "rnkb1/p3p/5/P3P/RNKB1 w - - 0 1"


class Odd(NamedTuple):
    """A mechanic, the same by the oracle, and what a position's text has for it."""

    mechanic: str
    oracle: Callable[[], composed.Mechanic]
    movements: dict[str, str] = ODD
    hand: str = ""
    field: str = ""

    def text(self, start: str) -> str:
        board, side, castling, passed, *rest = start.split()
        fields = [self.field] if self.field else []
        return " ".join([board + self.hand, side, castling, passed, *fields, *rest])

    def file(self) -> str:
        """The game as a file."""
        movements = {"P": "mfWcfF", "K": "K", "R": "R", "B": "B", "N": "N"} | self.movements
        marks = {"P": "pawn = true", "K": "royal = true"}
        pieces = "".join(
            f'{letter} = {{ name = "{NAMES[letter]}", movement = "{movement}", {marks.get(letter, "")} }}\n'
            for letter, movement in movements.items()
        ).replace(",  }", " }")
        return f"""fairyring = 1
title = "Odd"
summary = "Odd."
array = "{START.split(maxsplit=1)[0]}"
promotions = "R"
board = {{ width = 5, height = 5 }}
mechanics.{self.mechanic}
[pieces]
{pieces}"""


NAMES = {"P": "pawn", "K": "king", "R": "rook", "B": "bishop", "N": "knight"}
BORROWED = {"N": "xKmW"}
GAMES = {
    "checks": Odd("check_count = { checks = 3 }", composed.CheckCounting, field="3+3"),
    "quiet": Odd("no_checks = {}", composed.NoChecks),
    "rows": Odd("in_a_row = { number = 4 }", lambda: Rows(4)),
    "borrowed drops": Odd("hands = {}", composed.Hands, BORROWED, hand="[]"),
    "borrowed blasts": Odd("explosion = {}", composed.Explosion, BORROWED),
    "borrowed duck": Odd("duck = {}", composed.Duck, BORROWED),
}
STARTS = (
    START,
    "2k2/1p1n1/r1B1b/1P1N1/2K1R w - - 0 1",
    "1rk2/2b1P/1N1p1/p1B2/2K1R b - - 0 1",
)


@pytest.mark.parametrize("name", GAMES)
def test_walks(name: str, tmp_path: Path) -> None:
    odd = GAMES[name]
    (tmp_path / "odd.toml").write_text(odd.file())
    variant = fairyring.load(str(tmp_path / "odd.toml"))
    rules = variant.rules
    assert isinstance(rules, Orthodox)
    oracle = composed.composed(
        grid(5, 5), rules.pieces, {}, "R", odd.text(START), [odd.oracle()], results=composed.Results()
    )
    assert str(variant.start()) == oracle.start_text
    judge = remembering(Judge(oracle))
    chance, seen = random.Random(4), Counter[str]()
    for text in STARTS * lanes.samples(3, 1):
        position = judge.read(odd.text(text))
        follow(
            judge,
            variant.position(odd.text(text)),
            walked(judge, position, chance, lanes.samples(8, 4), seen),
        )
    assert "capture" in seen or not lanes.full()
