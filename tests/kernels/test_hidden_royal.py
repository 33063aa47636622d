"""The hidden royal equals the composed oracle, also in what viewers know, alone and with explosions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from dataclasses import replace

import numpy as np
import pytest

import fairyring
from fairyring import Position, PositionError, Side, Variant
from fairyring.mechanics import Explosion, Extinction, Hands, HiddenRoyal, Mechanic, Riding
from fairyring.variants.definition import Definition
from tests import lanes
from tests.kernels.comparing import compare, result_of
from tests.kernels.test_mechanics import Judge
from tests.oracle.composed import Explosion as Blast
from tests.oracle.composed.games import ravioli_hidden_king
from tests.oracle.composed.hidden_royal import HiddenGame
from tests.oracle.composed.position import SIDES
from tests.oracle.composed.position import Position as Pos
from tests.oracle.composed.walks import walk

pytestmark = [pytest.mark.kernel, pytest.mark.alone]

PLAIN = fairyring.load("ravioli-hidden-king")
VIEWERS = (*SIDES, "spectator")
INSIDE = "ppzwpp/2pp2/6/6/2PP2/PPZWPP"
# Kings about to fall, promotions, and explosions that reach several kings at once.
NEAR = (
    "2k1k3/3Q4/8/8/8/8/3q4/2K1K3|6/6/6/6/6/6 w - - e1,c8 0 1",
    "k6k/P6P/8/8/8/8/p6p/K6K|6/1PPP2/6/6/2ppp1/6 b - - a1,h8 0 9",
    f"rn1q1bnr/pppwz1pp/3p4/4kp2/3k1P2/3KP3/PPPWZKPP/RNBQ1BNR|{INSIDE} w - - f2u,e5u 1 12",
    "4k3/8/2k5/8/3R4/4r3/8/K6K|6/6/6/6/6/6 b - - h1,c6u 3 20",
)


def but(*mechanics: Mechanic) -> Definition:
    return PLAIN.definition.but(title="Odd", summary="Odd.", mechanics=mechanics)


def both(name: str) -> tuple[Judge, Variant]:
    if name == "plain":
        return Judge(ravioli_hidden_king()), PLAIN
    return Judge(ravioli_hidden_king(Blast())), Variant("odd", but(Explosion()), {}, "odd")


def look(judge: Judge, game: HiddenGame, pos: Pos, position: Position, chance: random.Random) -> int:
    """Hold what each viewer knows against the oracle, here and a move ahead; how many questions arose."""
    raised = 0
    for viewer in VIEWERS:
        seen = game.seen(pos, viewer)
        result = position.result
        assert position.text(viewer) == judge.write(pos if result else seen)
        if result:
            continue
        there = position.seen_by(viewer)
        assert there.key == position.key
        assert [move.code for move in there.legal_moves()] == [move.code for move in position.legal_moves()]
        moves = game.moves(seen)
        questions = [move for move, after in moves if game.asks(seen, move)]
        assert {move.text for move in there.legal_moves() if there.question(move)} == {
            move.text for move in questions
        }
        for move in chance.sample(questions, min(2, len(questions))):
            for fell in (True, False):
                told = there.play(move.text, answer=fell)
                assert str(told) == judge.write(game.answered(seen, move, fell))
                assert told.result == result_of(judge, game.answered(seen, move, fell), [])
        raised += len(questions)
    return raised


def follow(name: str, walks: int, plies: int, seed: int) -> Counter[str]:
    """Compare along random walks; what happened in them."""
    (judge, variant), chance, seen = both(name), random.Random(seed), Counter[str]()
    game = judge.composed
    assert isinstance(game, HiddenGame)
    for number in range(walks):
        text = (game.start_text, *NEAR)[number % (1 + len(NEAR))]
        pos = judge.read(text)
        history: list[Hashable] = []
        position = variant.position(text)
        for ply in (None, *walk(game, pos, chance, plies, eager=0.8)):
            pos = ply.after if ply else pos
            seen.update(ply.events if ply else ())
            if ply:
                position = position.play(ply.move.text)
            assert str(position) == judge.write(pos)
            again = variant.position(str(position))
            assert again.key == position.key
            assert np.array_equal(again.rows(1).info, position.rows(1).info)
            compare(judge, pos, position)
            assert position.result == result_of(judge, pos, history), str(position)
            seen["questions"] += look(judge, game, pos, position, chance)
            seen["positions"] += 1
            seen.update([position.result.reason] if position.result else [])
            history.append(judge.repetition_key(pos))
    return seen


@pytest.mark.parametrize("name", ["plain", "with explosions"])
def test_walks(name: str) -> None:
    seen = follow(name, lanes.samples(10, 2, name=PLAIN.name), lanes.samples(10, 3, name=PLAIN.name), 7)
    if lanes.full(PLAIN.name):
        wanted = {"capture", "promotion", "true king", "questions"}
        assert wanted | ({"explosion"} if name != "plain" else set()) <= (+seen).keys()


def test_what_counts_for_repetition() -> None:
    one, other = (PLAIN.start().play(f"true@{king}").play("true@e8") for king in ("c1", "e1"))
    assert one.key == other.key
    assert one != other
    assert one.seen_by(Side.BLACK) == other.seen_by(Side.BLACK)
    assert one.key != PLAIN.start().key


def test_the_choice_is_no_move() -> None:
    position = PLAIN.start()
    assert [str(move) for move in position.legal_moves()] == ["true@c1", "true@e1"]
    position = position.play("true@c1").play("true@e8")
    assert (position.side, position.clock, position.number) == (Side.WHITE, 0, 1)


@pytest.mark.parametrize(
    ("kings", "side", "said"),
    [
        ("c1,-", "w", "Black has not chosen"),
        ("-,-", "b", "White has not chosen"),
        ("-,c8", "w", "White chooses its True King before"),
        ("d1,?", "w", "no white king on d1"),
        ("c1", "w", "written like"),
        ("c1,x", "b", "all 2 kings"),
    ],
)
def test_impossible_true_kings_are_refused(kings: str, side: str, said: str) -> None:
    placement = str(PLAIN.start()).split(" ")[0]
    with pytest.raises(PositionError, match=said):
        PLAIN.position(f"{placement} {side} - - {kings} 0 1")


def test_what_does_not_go_together_is_refused_with_both_names() -> None:
    with pytest.raises(ValueError, match="extinction and hidden True Kings cannot be combined"):
        but(Extinction())
    with pytest.raises(ValueError, match="hands and hidden True Kings cannot be combined"):
        fairyring.load("monster-bluff-4").definition.but(title="Odd", summary="Odd.", mechanics=[Hands()])
    with pytest.raises(ValueError, match="the king is royal"):
        fairyring.load("chess").definition.but(title="Odd", summary="Odd.", mechanics=[HiddenRoyal()])
    with pytest.raises(ValueError, match="hidden"):
        but(Riding())
    cannons = fairyring.load("cannon-billiards").definition
    pieces = [replace(piece, royal=False) for piece in cannons.rules.pieces]
    other = {"pieces": pieces, "castlings": ()}
    with pytest.raises(ValueError, match="the cannon hops"):
        cannons.but(title="Odd", summary="Odd.", mechanics=[HiddenRoyal()], rules=other)


def test_the_search_captures_the_true_king_when_it_knows_it() -> None:
    position = PLAIN.position("2k1k3/8/8/8/8/8/2R1R3/K6K|6/6/6/6/6/6 w - - a1,c8 0 1")
    assert str(fairyring.search(position.seen_by("white"), depth=2).move) in ("c2u-c8", "e2u-e8")
    lone = PLAIN.position("2k5/8/8/8/8/8/2R1R3/K6K|6/6/6/6/6/6 w - - a1,c8 0 1")
    assert str(fairyring.search(lone, depth=2).move) == "c2u-c8"
    # The mover's own True King is saved, and the prince is not.
    for true, other in (("a1", "h1"), ("h1", "a1")):
        position = PLAIN.position(f"r1k1k2r/8/8/8/8/8/3P4/K6K|6/6/6/6/6/6 w - - {true},c8 0 1")
        move = str(fairyring.search(position.seen_by("white"), depth=3).move)
        assert not move.startswith(other), move
