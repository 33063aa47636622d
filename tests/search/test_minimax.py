"""The search without its shortcuts against plain negamax, written here anew, for every game."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring.kernels import entry_points
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import (
    MOVER_LOSES,
    MOVER_WINS,
    ONGOING,
    SIDE,
    in_check,
    legal,
    outcome,
    play,
)
from fairyring.search import Limits
from fairyring.search.analysis import Run
from fairyring.search.memory import MATE
from fairyring.search.tree import FORCED_PLIES
from tests import lanes

NOBODY = "8/8/8/8/8/8/8/8"
FOUR = f"k7/8/8/8/8/8/8/K3R3|{NOBODY}|{NOBODY}|K7/8/8/3n4/8/8/p7/3k4 w - - - - W:20/10/4,B:20/10/4"
TEN = "|".join(["k7/8/8/8/8/8/6p1/K7", *[NOBODY] * 8, "7k/2P5/8/8/8/8/8/K5r1"])

# Few pieces, for in quiescence every capture is tried. What each position has to offer comes after it.
POSITIONS = [
    ("chess", "8/8/8/3k4/1p6/8/P1P5/3K4 w - - 0 1", 4),  # en passant
    ("chess", "4k3/1P6/8/2n5/8/3B4/8/K7 w - - 0 1", 3),  # a promotion
    ("chess", "1k6/8/1K6/8/8/8/8/R6r w - - 0 1", 3),  # a mate
    ("chess", "4k3/8/8/8/pPp5/8/8/4K3 b - b3 0 1", 3),  # two ways to capture en passant
    ("chess", "7k/8/8/8/8/8/1R6/K7 w - - 97 90", 4),  # a draw by 100 plies
    ("ravioli", "4k3/8/8/8/8/8/8/4K3|6/2w3/6/3P2/6/6 w - - 0 1", 3),
    ("ravioli-bero", "4k3/8/8/8/8/8/8/4K3|6/2o3/6/3P2/6/6 w - - 0 1", 3),
    ("billiards-00", "4k3/1p6/8/2n5/8/3B4/P7/K7 w - - 0 1", 3),  # the bishop bounces
    ("billiards-01", "4k3/1p6/8/2n5/8/3B4/P7/K7 w - - 0 1", 3),
    ("billiards-halb", "4k3/1p6/8/2n5/8/3B4/P7/K7 w - - 0 1", 3),
    ("cylindrical", "4k3/1p5R/8/2n5/8/8/P7/K7 w - - 0 1", 3),  # the rook goes round
    ("atomic", "4k3/1p6/2p5/3n4/8/3B4/P7/K7 w - - 0 1", 3),
    ("crazyhouse", "4k3/1p6/8/3n4/8/3B4/P7/K7[Np] w - - 0 1", 2),
    ("3check", "4k3/1p6/8/2n5/8/3B4/P7/K6R w - - 1+2 0 1", 3),
    ("kingofthehill", "4k3/1p6/5K2/2n5/8/3B4/P7/8 w - - 0 1", 3),
    ("racingkings", "8/1K4k1/8/8/8/8/3r1n2/4NB2 w - - 0 1", 3),
    ("antichess", "4k3/1p6/8/2n5/8/3B4/P7/K7 w - - 0 1", 3),
    ("antichess", "2r5/1p1p4/8/8/4N3/8/P3P3/8 w - - 0 1", 3),  # captures follow each other
    ("atlantis", "4k3/8/8/2n5/8/3B4/8/K7 w - - 0 1", 1),
    ("makpong", "4k3/8/8/2P5/3p4/8/8/R3K3 w - - 0 1", 3),
    ("petrified", "4k3/1p6/8/2n5/8/3B4/P7/K7 w - - 0 1", 3),
    ("castle", "r3k3/1p6/8/2n5/8/3B4/P7/R3K3 w Qq - 0 1", 2),
    ("chessgi", "4k3/1p6/8/3n4/8/3B4/P7/K7[Np] w - - 0 1", 2),
    ("micro", "k3/4/1P+r1/2B1/K3[] w - - 0 1", 2),
    ("opposite-castling", "4k2r/1p6/8/2n5/8/3B4/P7/4K2R w Kk - 0 1", 2),
    ("placement", "r2qk2r/1p6/8/2n5/8/3B4/P7/R3K3[Bb] w Qkq - 0 1", 2),
    ("pocketknight", "4k3/1p6/8/2n5/8/3B4/P7/K7[Nn] w - - 0 1", 2),
    ("isolation", "2p3/1*1*2/2*3/6/6/6/1**1*1/*P1*2 w - - 0 1", 1),
    ("snailtrail", "6p/7/7/7/7/**5/P6 w - - 0 1", 3),
    ("chess960", "1rk1r3/8/8/8/8/8/8/1RK1R3 w E - 0 1", 2),
    ("coregal", "4k3/1p6/8/2n5/8/3Q4/P7/K7 w - - 0 1", 2),
    ("seirawan", "4k3/1p6/8/2n5/8/3B4/8/R3K3[Hh] w Q - 0 1", 2),
    ("duck", "4k3/8/8/3n4/8/*7/8/4K2R w - - 0 1", 1),
    ("horde", "4k3/1p6/8/2n5/8/3P4/P7/P7 w - - 0 1", 3),
    ("billiards-crazyhouse", "4k3/1p6/8/3n4/8/3B4/P7/K7[Np] w - - 0 1", 2),
    ("billiards-circe", "4k3/1p6/8/2n5/8/3B4/P7/K7 w - - 0 1", 3),  # the knight would be reborn
    ("capablanca", "5k4/1p8/10/2a7/10/3C6/P9/K9 w - - 0 1", 2),
    ("marseillais", "4k3/1p6/8/2n5/8/3B4/P7/K7 w - - 2 0 2", 3),
    ("marseillais", "4k3/8/8/8/pPp5/8/2P5/4K3 w - - 2 0 2", 3),
    ("progressive", "4k3/1p6/8/2n5/8/3B4/P7/K7 w - - 3 0 2", 3),
    ("shatranj", "3k4/8/8/8/5n2/8/4R3/4K3 b - - 0 1", 3),  # a bare king that answers
    ("grand", "4k5/10/3P6/10/10/10/10/10/10/R3K5 w - - 0 1", 2),  # a promotion that is a choice
    ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4[] w - - 0 1", 3),
    ("makruk", "4k3/8/8/2P5/3p4/8/8/4K3 w - - 0 1", 3),
    ("xiangqi", "3k5/9/4b4/9/4p4/9/9/4C4/9/4K4 w - - 0 1", 3),  # the cannon captures over a soldier
    ("cannon-billiards", "4k3/8/5n2/8/8/8/6P1/K4C2 w - - 0 1", 2),
    ("metachess-atomic", "4k3/1(pn)6/8/8/8/3(PB)4/p7/4K3 w - - 0 1", 2),
    ("metachess-cylindrical", "4k3/1(pn)6/8/8/8/3(PB)4/p7/4K3 w - - 0 1", 2),
    ("metachess-three-check", "4k3/1(pn)6/8/8/8/3(PB)4/p7/4K3 w - - 1+1 0 1", 2),
    ("ravioli-atomic", "4k3/8/8/3r4/8/8/8/R3K3|6/6/6/6/6/6 w - - 0 1", 2),
    ("ravioli-crazyhouse", "4k3/8/8/3r4/8/8/8/R3K3|6/6/6/6/6/6[N] w - - 0 1", 2),
    ("ravioli-hidden-king", "4k3/8/8/3r4/8/8/8/K2RK3|6/6/6/6/6/6 w - - a1,e8 0 1", 2),
    ("metachess-4", "4k3/1(pn)6/8/8/8/3(PB)4/p7/4K3 w - - 0 1", 2),  # riders
    ("ravioli-momentum", "4k3/8/8/3n4/8/8/3R{0,3#1}4/4K3|6/6/6/6/6/6 w - - 0 1", 2),
    ("momentum", "4k3/8/8/3n4/8/8/3R{0,3#1}4/4K3 w - - 0 1", 2),  # a rook about to hit a knight
    ("carousel", "4k3/8/2p5/3n4/3P4/8/3R4/4K3 w - - 0 1", 2),  # pieces on the spinner
    ("momentum-duck", "4k3/8/8/3n4/*7/8/3R{0,3#1}4/4K3 w - - 0 1", 1),
    ("marseillais-momentum", "4k3/8/8/3n4/8/8/3R{0,3#1}4/4K3 w - - 2 0 2", 3),
    ("minigolf", f"4k3/{'8/' * 6}3n4/{'8/' * 4}3F{{0,2#1}}4/8/8/4K3 w - - 0 1", 2),
    ("minigolf-atomic", f"4k3/{'8/' * 6}3n4/{'8/' * 4}3F{{0,2#1}}4/8/8/4K3 w - - 0 1", 2),
    ("minigolf-king-of-the-hill", f"4k3/{'8/' * 6}3n4/8/3K4/{'8/' * 2}3F{{0,2#1}}4/8/8/8 w - - 0 1", 2),
    ("mini-meta", "k[k...]4/5/2n[p...]2/1P[P...]3/5/4K[...K] w 0 1", 2),
    ("mini-meta-crazyhouse", "k[k...]4/5/2n[p...]2/1P[P...]3/5/4K[...K][p] w 0 1", 2),
    ("meta-chess", "k[k...]7/8/2n[p...]5/8/1P[P...]6/8/8/7K[...K] w 0 1", 2),
    ("monster-bluff-4", f"{FOUR} ?,? 0 1", 2),
    ("monster-bluff-4", f"{FOUR} 1a1,? 0 1", 2),
    ("monster-bluff-atomic", f"{FOUR} ?,? 0 1", 2),
    ("monster-bluff", f"{TEN} w - - - - W:20/10/4,B:20/10/4 ?,? 0 1", 2),
]


@dataclass
class Reference:
    """Plain negamax over the rules' functions, with quiescence, on the rows of a search.

    The rows are those that the search begins with, in which a secret is blank that the mover does not know.

    Attributes:
        tables: the tables, weighed where there are secrets.
        rows: the rows.
        base: the root's row.
        depth: how deep the search is.
    """

    tables: Any
    rows: Any
    base: int
    depth: int

    def __post_init__(self) -> None:
        self.room = np.empty(20_000, np.uint64)
        self.obliges = bool(entry_points.obliges(self.tables))

    def moves(self, ply: int, generate: Any) -> list[int]:
        number = int(generate(self.tables, self.rows, U(ply), self.room, U(0)))
        found: list[int] = self.room[:number].tolist()
        return found

    def over(self, ply: int, number: int) -> int | None:
        """The score where the game has ended; ``number`` is of legal moves."""
        code = U(outcome(self.tables, self.rows, U(ply), U(number)))
        lost = int(MATE) - (ply - self.base)
        return None if code == ONGOING else lost if code & MOVER_WINS else -lost if code & MOVER_LOSES else 0

    def repeated(self, ply: int) -> bool:
        return bool((self.rows.key[self.base : ply] == self.rows.key[ply]).any())

    def score(self, ply: int, depth: int) -> int:
        if self.repeated(ply):
            return 0
        moves = self.moves(ply, legal)
        over = self.over(ply, len(moves))
        if over is not None:
            return over
        best = -40_000
        if depth <= 0 and not in_check(self.tables, self.rows, U(ply)):
            here = int(entry_points.evaluate(self.tables, self.rows, U(ply)))
            if self.obliges and ply - self.base < self.depth + int(FORCED_PLIES):
                scores = (entry_points.capture_score(self.tables, self.rows, U(ply), U(m)) for m in moves)
                if not all(scores):
                    return here
            else:
                best, moves = here, self.moves(ply, entry_points.noisy)
        return max([best, *(self.after(ply, move, depth) for move in moves)])

    def after(self, ply: int, move: int, depth: int) -> int:
        play(self.tables, self.rows, U(ply), U(move))
        score = self.score(ply + 1, depth - 1)
        again = self.rows.info[ply, SIDE] == self.rows.info[ply + 1, SIDE]
        return score if again else -score


HERE = lanes.chosen(name for name, *_ in POSITIONS)


@pytest.mark.parametrize(("variant", "text", "depth"), [case for case in POSITIONS if case[0] in HERE])
def test_equals_plain_negamax(variant: str, text: str, depth: int) -> None:
    for plies in range(1, depth + 1):
        equal_at(variant, text, plies)


def equal_at(variant: str, text: str, plies: int) -> None:
    position = fairyring.load(variant).position(text)
    run = Run(position, Limits(depth=plies), 1, selective=False)
    reference = Reference(run.main.tables, run.main.rows, run.main.base, plies)
    scores = {move: reference.after(run.main.base, move, plies) for move in run.main.roots}
    expected = max(score + run.mind.biases.get(move, 0) for move, score in scores.items())
    found = Run(position, Limits(depth=plies), 1, selective=False).watch(None, None)
    if found.depth == plies:  # else a mate has ended it before
        assert found.score == run.shown_score(expected)
    else:
        assert found.mate is not None


def test_every_game_is_compared() -> None:
    assert {variant for variant, *_ in POSITIONS} == set(lanes.GAMES)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("chess", "4k3/1P6/8/2n5/8/3B4/8/K7 w - - 0 1"),
        *((name, text) for name, text, _ in POSITIONS if lanes.PLAIN and lanes.lonely(name)),
    ],
)
def test_equals_plain_negamax_at_depth_one(variant: str, text: str) -> None:
    equal_at(variant, text, 1)
