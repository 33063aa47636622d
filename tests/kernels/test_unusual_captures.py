"""Pieces that capture on their way, put down what they would capture or borrow moves, beside mechanics."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import fairyring
import fairyring.testing
from fairyring.board import grid
from fairyring.errors import GameFileError
from fairyring.kernels.orthodox.rules import Orthodox
from tests import lanes
from tests.kernels.comparing import follow
from tests.kernels.test_mechanics import Judge, walked
from tests.oracle import composed
from tests.oracle.composed.in_a_row import InARow as Rows
from tests.oracle.remembering import remembering

pytestmark = [pytest.mark.kernel, pytest.mark.alone]

ODD = {"B": "mFcafmF", "R": "mRudRucR", "N": "xKmWckF"}
# Two captures by one move; its own side's pieces; shooting without a move; and jumps, also over walls.
FIERCE = {"B": "mFcafmcF", "R": "mRudRucR", "N": "mcdKcabK"}
WALLED = {"B": "mFcafmcF", "R": "mRudRtpR", "N": "mcdWcabFpafK"}
AT_HOME = "rnkb1/ppppp/5/PPPPP/RNKB1 w - - 0 1"
REBIRTH = 'rebirth = { homes = ["Ra1", "Nb1", "Bd1"] }'
START = "rnkb1/p3p/5/P3P/RNKB1 w - - 0 1"


class Odd(NamedTuple):
    """A mechanic, or two, the same by the oracle, and what a position's text has for it."""

    mechanic: str
    oracle: Callable[[], composed.Mechanic]
    movements: dict[str, str] = ODD
    hand: str = ""
    field: str = ""
    start: str = START
    beside: composed.Mechanic | None = None

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
array = "{self.start.split(maxsplit=1)[0]}"
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
    "hands": Odd("hands = {}", composed.Hands, FIERCE, hand="[]"),
    "limited drops": Odd(
        'hands = {}\nmechanics.drop_limits = { per_file = "PN" }',
        composed.Hands,
        FIERCE,
        hand="[]",
        beside=composed.DropLimits("PN"),
    ),
    "blasts": Odd("explosion = {}", composed.Explosion, FIERCE),
    "two moves": Odd(
        "several_moves = { any_step = false }",
        lambda: composed.SeveralMoves(any_step=False),
        FIERCE,
        field="1",
    ),
    "rebirth": Odd(
        REBIRTH,
        composed.Rebirth,
        FIERCE,
        start=AT_HOME,
    ),
    "promotions": Odd(
        'promotions = { to = { P = ["R"], B = ["N"], R = ["B"] }, ranks = 2, optional = true }',
        lambda: composed.Promotions({"P": "R", "B": "N", "R": "B"}, ranks=2, optional=True),
        FIERCE,
    ),
    "bare kings": Odd("bare_king = {}", composed.BareKing, FIERCE),
    "duck": Odd("duck = {}", composed.Duck, WALLED),
    "walls": Odd("walls = {}", composed.Walls, WALLED),
    "trail": Odd("trail = {}", composed.Trail, WALLED),
    "edge walls": Odd("edge_walls = {}", composed.EdgeWalls, WALLED),
    "stone": Odd('stone = { pieces = "NBR" }', lambda: composed.Stone("NBR"), WALLED),
    "walls and rebirth": Odd(
        f"walls = {{}}\nmechanics.{REBIRTH}",
        composed.Walls,
        WALLED,
        start=AT_HOME,
        beside=composed.Rebirth(),
    ),
    "duck and rebirth": Odd(
        f"duck = {{}}\nmechanics.{REBIRTH}",
        composed.Duck,
        WALLED,
        start=AT_HOME,
        beside=composed.Rebirth(),
    ),
    "duck and blasts": Odd(
        "duck = {}\nmechanics.explosion = {}", composed.Duck, WALLED, beside=composed.Explosion()
    ),
    "shots and blasts": Odd(
        "walls = { shot = true }\nmechanics.explosion = {}",
        lambda: composed.Walls(shot=True),
        {},
        beside=composed.Explosion(),
    ),
    "borrowed drops": Odd("hands = {}", composed.Hands, BORROWED, hand="[]"),
    "borrowed blasts": Odd("explosion = {}", composed.Explosion, BORROWED),
    "borrowed duck": Odd("duck = {}", composed.Duck, BORROWED),
}
STARTS = (
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
        grid(5, 5),
        rules.pieces,
        {},
        None if name == "promotions" else "R",
        odd.text(odd.start),
        [odd.oracle(), *filter(None, [odd.beside])],
        results=composed.Results(),
    )
    assert str(variant.start()) == oracle.start_text
    judge = remembering(Judge(oracle))
    chance, seen = random.Random(4), Counter[str]()
    for text in (odd.start, *STARTS) * lanes.samples(3, 1):
        position = judge.read(odd.text(text))
        game = list(walked(judge, position, chance, lanes.samples(8, 4), seen))
        follow(judge, variant.position(odd.text(text)), game)
        for move in {move for each in game for move in judge.legal(each)}:
            seen.update(sign for sign in "x/" if sign in move)
    assert "capture" in seen or not lanes.full()
    if odd.movements in (FIERCE, WALLED):
        assert seen["x"]
        assert seen["/"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rebirth", "promotions"])
def test_the_game_keeps_what_every_game_promises(name: str, tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text(GAMES[name].file())
    fairyring.testing.check(tmp_path / "odd.toml", walks=1, plies=14)


@pytest.mark.parametrize(
    ("mechanic", "title", "reason"),
    [
        ("riding = {}", "riding", "what a move captures on its goal"),
        ("walls = { shot = true }", "walls", "cannot shoot"),
    ],
)
def test_what_does_not_go_together_names_both(mechanic: str, title: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text(Odd(mechanic, composed.Duck, {"R": "mRudR"}).file())
    with pytest.raises(GameFileError, match=f"{title}.*rook.*{reason}"):
        fairyring.load(str(tmp_path / "odd.toml")).start()
