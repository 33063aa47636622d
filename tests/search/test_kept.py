"""What a search leaves for the next one of the same game, and to whom it does not."""

import numpy as np
import pytest

import fairyring
from fairyring.errors import SearchError
from fairyring.search import Kept, KeptGames, Limits
from fairyring.search.analysis import Run

MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


def test_the_next_search_finds_what_the_one_before_found() -> None:
    position = fairyring.load("chess").position(MIDDLEGAME)
    kept = Kept()
    first = fairyring.search(position, depth=7, kept=kept)
    again = fairyring.search(position, depth=7, kept=kept)
    assert again.nodes < first.nodes / 2
    kept.clear()
    assert fairyring.search(position, depth=7, kept=kept).nodes == first.nodes


def test_without_it_every_search_is_the_same() -> None:
    position = fairyring.load("chess").position(MIDDLEGAME)
    assert fairyring.search(position, depth=6).nodes == fairyring.search(position, depth=6).nodes


def test_other_games_and_secrets_get_nothing() -> None:
    kept = Kept()
    chess, bluff = fairyring.load("chess").start(), fairyring.load("monster-bluff-4").start()
    while bluff.legal_moves()[0].ply == 0:
        bluff = bluff.play(bluff.legal_moves()[0])
    table = Run(chess, Limits(nodes=1), 1, kept=kept).main.memory.table
    assert Run(chess, Limits(nodes=1), 1, kept=kept).main.memory.table is table
    for other in (bluff, bluff, fairyring.load("atomic").start()):
        assert Run(other, Limits(nodes=1), 1, kept=kept).main.memory.table is not table
    assert Run(bluff, Limits(nodes=1), 1, kept=kept).main.memory.table is not table


def test_histories_count_half_the_next_time() -> None:
    position, kept = fairyring.load("chess").position(MIDDLEGAME), Kept()
    fairyring.search(position, nodes=5000, kept=kept)
    memory = Run(position, Limits(nodes=1), 1, kept=kept).main.memory
    before = memory.history.copy()
    assert before.any()
    assert memory.continuation.any()
    Run(position, Limits(nodes=1), 1, kept=kept)
    np.testing.assert_array_equal(memory.history, before // 2)


def test_two_searches_at_once_need_one_each() -> None:
    kept = Kept()
    with kept.searching(), pytest.raises(SearchError, match="another search is using it"):
        fairyring.search(fairyring.load("chess").start(), nodes=100, kept=kept)
    assert fairyring.search(fairyring.load("chess").start(), nodes=100, kept=kept).nodes > 0


def test_games_are_told_apart_by_how_they_were_played() -> None:
    games, start = KeptGames(2), fairyring.load("chess").start()
    one, other = start.play("e2-e4"), start.play("d2-d4")
    with games.of(one) as first, games.of(other) as second:
        assert first is not second  # at the same time, too
    later = one.play("e7-e5").play("g1-f3")
    with games.of(later) as kept:
        assert kept is first
    with games.of(other.play("d7-d5")) as kept:
        assert kept is second
    with games.of(later) as kept:  # it tries again
        assert kept is first
    with games.of(start.play("e2-e3")), games.of(start.play("d2-d3")):
        pass
    with games.of(later) as kept:  # it had to give way
        assert kept not in (first, second)
    with games.of(fairyring.load("atomic").start().play("e2-e4")) as kept:
        assert kept not in (first, second)


def test_games_with_secrets_have_nothing_to_keep() -> None:
    with KeptGames(2).of(fairyring.load("monster-bluff-4").start()) as kept:
        assert kept is None
