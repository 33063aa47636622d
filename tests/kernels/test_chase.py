"""Perpetual chases: the kernel judges each repetition as the composed oracle does, and so does the search."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

import fairyring
from tests import lanes
from tests.kernels.test_mechanics import Judge
from tests.oracle.composed import game
from tests.oracle.test_chase_oracle import CYCLES

pytestmark = [pytest.mark.kernel, pytest.mark.alone]


@pytest.mark.parametrize(("text", "cycle"), CYCLES[: lanes.samples(len(CYCLES), 2, name="xiangqi")])
def test_a_repetition_is_judged_as_by_the_oracle(text: str, cycle: str) -> None:
    ours, moves, history = game("xiangqi"), cycle.split() * 3, list[Hashable]()
    judge, pos, position = Judge(ours), ours.read(text), fairyring.load("xiangqi").position(text)
    seen = set[str | None]()
    for uci in moves:
        history.append(ours.key(pos))
        pos = {move.uci: after for move, after in ours.moves(pos)}[uci]
        position = position.play({move.uci: move for move in position.legal_moves()}[uci])
        found = judge.result(pos, history)
        assert (position.result and (position.result.winner, position.result.reason)) == found, history
        seen.add(found and found[1])
    assert "perpetual chase" in seen


def test_a_search_sees_who_loses_by_chasing() -> None:
    """With one move left to the third time, the other side is winning, though it has much less."""
    text, cycle = CYCLES[0]
    position = fairyring.load("xiangqi").position(text)
    for uci in cycle.split() * 2:
        before = position
        position = position.play({move.uci: move for move in position.legal_moves()}[uci])
    assert position.result is not None
    assert position.result.winner is before.side
    found = fairyring.search(before, depth=2)
    assert found.move.uci == cycle.split()[-1]
    assert found.score > 10_000
