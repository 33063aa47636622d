"""Games made of mechanics equal the composed oracle: moves, successors, check, results, texts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest

import fairyring
from tests import lanes
from tests.kernels.comparing import follow
from tests.oracle import composed
from tests.oracle.composed import GAMES, OTHERS, Game, Position, game
from tests.oracle.composed.results import Results
from tests.oracle.composed.walks import walk
from tests.oracle.remembering import remembering
from tests.oracle.test_composed_oracle import EVENTS, STARTS

pytestmark = pytest.mark.kernel

# The oracle's words for results, where ours are others.
REASONS = {
    "explosion": "exploded king",
    "both reached the goal": "goal",
}


class Judge:
    """A composed game with the names that `tests.kernels.comparing` calls."""

    def __init__(self, composed: Game) -> None:
        self.composed = composed

    def write(self, pos: Position) -> str:
        return self.composed.write(pos)

    def read(self, text: str) -> Position:
        return self.composed.read(text)

    def side(self, pos: Position) -> str:
        return pos.side

    def in_check(self, pos: Position) -> bool:
        return self.composed.in_check(pos)

    def legal(self, pos: Position) -> Mapping[str, Position]:
        return self.composed.legal(pos)

    def repetition_key(self, pos: Position) -> Hashable:
        return self.composed.key(pos)

    def result(self, pos: Position, history: Collection[Hashable] = ()) -> tuple[Any, ...] | None:
        found = self.composed.result(pos, history)
        return found and (found.winner, REASONS.get(found.reason, found.reason))


OURS = sorted((GAMES.keys() | OTHERS.keys()) & set(lanes.GAMES))
# Of each mechanic, the game with the most positions of its own; of the others, fewer positions will do.
POSITIONS = {name: -len(STARTS.get(name, ())) for name in OURS}
NEW = lanes.with_new_mechanics(sorted(OURS, key=lambda name: POSITIONS[name]))
MOST_FIRST = sorted(sorted(NEW), key=lambda name: POSITIONS[name])
NEAR = {
    "billiards-circe": (
        "r3k2r/pPp2ppp/8/8/3Pp3/1n5b/PPp2PpP/R3K2R b KQkq d3 0 1",
        "4k3/8/8/4r3/8/8/3PPP2/3QK3 w - - 0 1",
        "r1b3nr/6k1/2N5/1q1r4/2Q1R3/5n2/6K1/R1B3NR w - - 0 1",
    ),
    "billiards-crazyhouse": ("r3k2r/pPp2ppp/8/8/8/8/PPp2PpP/R3K2R[QRNqbp] w KQkq - 0 1",),
    "marseillais": (
        "r3k2r/p6P/8/3pP3/2Pp4/8/1P4p1/R3K2R w KQkq - 2 0 9",
        "4k3/pp1p1p2/8/2P1P1P1/1p1p4/8/P1P1P3/4K3 b - - 2 0 9",
        "4k3/8/8/2pPp'3/8/8/8/4K3 w - - 2 0 9",
        "8/8/8/8/8/5k2/5p2/5K2 b - - 2 0 9",
    ),
    "progressive": (
        "r3k2r/p6P/8/3pP3/2Pp4/8/1P4p1/R3K2R w KQkq - 5 0 3",
        "4k3/pp1p1p2/8/2P1P1P1/1p1p4/8/P1P1P3/4K3 b - - 4 0 2",
    ),
    "cannon-billiards": (
        "r3k2r/pPp2ppp/8/2C1c3/3Pp3/1nc2C1C/PPp2PpP/R3K2R b KQkq d3 0 1",
        "4k3/8/3c4/8/2R5/1P2c3/3PPP2/3QK1c1 w - - 0 1",
        "r1c3nr/6k1/2N5/1q1r4/2Q1R3/5n2/6K1/R1C3NR w - - 0 1",
    ),
    "metachess-atomic": (
        "4k3/8/8/3(pn)4/(PR)2(qN)3p/2N5/PPP(PB)1PPP/R3K2R w KQ - 0 1",
        "4(rk)3/P6P/8/1(pQ)1(rB)4/4(PK)3/2(Nr)5/p6p/8 b - - 0 1",
    ),
    "metachess-cylindrical": (
        "4k3/8/8/3(pn)4/(PR)2(qN)3p/2N5/PPP(PB)1PPP/R3K2R w KQ - 0 1",
        "4(rk)3/P6P/8/1(pQ)1(rB)4/4(PK)3/2(Nr)5/p6p/8 b - - 0 1",
    ),
    "metachess-three-check": (
        "4k3/8/8/3(pn)4/(PR)2(qN)3p/2N5/PPP(PB)1PPP/R3K2R w KQ - 3+3 0 1",
        "4(rk)3/P6P/8/1(pQ)1(rB)4/4(PK)3/2(Nr)5/p6p/8 b - - 3+3 0 1",
    ),
    "ravioli-atomic": ("r3k2r/P6P/8/8/8/8/p6p/R3K2R|6/1PPP2/6/6/2ppp1/6 w KQkq - 0 1",),
    "ravioli-crazyhouse": ("r3k2r/P6P/8/8/8/8/p6p/R3K2R|6/1PPP2/6/6/2ppp1/6[WQNzp] w KQkq - 0 1",),
}
WANTED = EVENTS | {
    "billiards-circe": {"capture", "check", "promotion", "en passant"},
    "billiards-crazyhouse": {"capture", "drop", "promotion", "check"},
    "marseillais": {"capture", "double step", "en passant", "promotion", "check", "castling", "stalemate"},
    "progressive": {"capture", "double step", "en passant", "promotion", "check"},
    "cannon-billiards": {"capture", "hop", "check", "promotion"},
    "metachess-4": {"capture", "check"},
    "metachess-atomic": {"capture", "explosion", "check"},
    "metachess-cylindrical": {"capture", "check"},
    "metachess-three-check": {"capture", "check"},
    "ravioli-atomic": {"capture", "explosion", "promotion", "check"},
    "ravioli-crazyhouse": {"capture", "drop", "promotion", "check"},
    "ravioli-hidden-king": {"capture"},
}


def walked(
    judge: Judge, start: Position, chance: random.Random, plies: int, seen: Counter[str]
) -> Iterator[Position]:
    """The positions of a walk, the start first; what happens in it is counted."""
    yield start
    for ply in walk(judge.composed, start, chance, plies, eager=0.8):
        seen.update(ply.events)
        yield ply.after


def followed(name: str, starts: Sequence[str], rounds: int, events: Collection[str]) -> None:
    """Hold walks from a game's start and from other positions against the oracle.

    But for depth ``all``, later rounds have only walks in which something happens that is still missing.
    """
    judge, chance, variant = remembering(Judge(game(name))), random.Random(5), fairyring.load(name)
    first = () if lanes.crowded(name) else (judge.composed.start_text,)
    missing = {event for event in events if not event.endswith(("wins", "draws"))}
    plies = lanes.samples(12, 3 if lanes.vast(name) else 6, usual=8, name=name)
    for number, text in product(range(rounds), (*first, *starts)):
        seen = Counter[str]()
        walk = [*walked(judge, judge.read(text), chance, plies, seen)]
        happened = {*seen, *(judge.result(walk[-1]) or ())}
        if number == 0 or lanes.EVERY or missing & happened:
            follow(judge, variant.position(text), walk)
            missing -= happened
        if number and not missing and not lanes.EVERY:
            break
    assert not missing or not lanes.full(name)


@pytest.mark.parametrize(
    "name",
    OURS if lanes.EVERY and lanes.full() else lanes.chosen(MOST_FIRST),
)
def test_walks(name: str) -> None:
    starts = (*STARTS.get(name, ()), *NEAR.get(name, ()))
    rounds = lanes.samples(4, 1, name=name) if name in NEW and not lanes.vast(name) else 1
    followed(name, starts, rounds, WANTED[name] if name in NEW else ())


def test_several_moves_with_en_passant_after_the_last_one_alone() -> None:
    from fairyring.mechanics import SeveralMoves
    from fairyring.variants import chess

    several = composed.SeveralMoves(any_step=False)
    judge = remembering(Judge(composed.usual(several, results=Results(insufficient=True))))
    made = chess.variant().but(title="Two", summary="Two.", mechanics=[SeveralMoves(any_step=False)])
    variant, chance, seen = fairyring.Variant("two", made, {}, "two"), random.Random(6), Counter[str]()
    for text in ("4k3/pp1p1p2/8/2P1P1P1/1p1p4/8/P1P1P3/4K3 b - - 2 0 9",) * lanes.samples(4, 1):
        walk_from_it = walked(judge, judge.read(text), chance, lanes.samples(12, 6), seen)
        follow(judge, variant.position(text), walk_from_it)
    if lanes.full():
        assert {"double step", "en passant"} <= seen.keys()
