"""Levels: their order, their noise and their limits, and what none of them misses."""

import pytest

import fairyring
from fairyring import LEVELS
from fairyring.search import Level, Limits

MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
SOFT = [level for level in LEVELS.values() if level.eval_noise]


def test_levels_come_from_the_weakest_on() -> None:
    assert next(iter(LEVELS)) == "beginner"
    eval_noise = [level.eval_noise for level in LEVELS.values()]
    assert eval_noise == sorted(eval_noise, reverse=True)
    assert all(name == level.name for name, level in LEVELS.items())


@pytest.mark.parametrize("name", ["beginner", "casual", "club"])
def test_a_soft_level_varies_with_the_seed(name: str) -> None:
    position = fairyring.load("chess").start()
    moves = [fairyring.search(position, level=name, seed=seed).move for seed in range(8)]
    again = [fairyring.search(position, level=name, seed=seed).move for seed in range(8)]
    assert moves == again
    assert len(set(moves)) > 1


@pytest.mark.parametrize("name", ["beginner", "casual", "club", "strong"])
def test_no_level_misses_a_mate_in_one(name: str) -> None:
    position = fairyring.load("chess").position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    for seed in range(5):
        assert str(fairyring.search(position, level=name, seed=seed).move) == "a1-a8"


@pytest.mark.parametrize(("name", "pieces"), [("casual", "Q"), ("club", "Q"), ("club", "R")])
def test_who_could_win_a_queen_or_a_rook_mates_with_it(name: str, pieces: str) -> None:
    won = 0
    for game in range(5):  # with its noise, a level fails now and then
        position = fairyring.load("chess").position(f"8/8/8/4k3/8/8/8/K6{pieces} w - - 0 1")
        for ply in range(100):
            if position.result:
                break
            own = fairyring.search(position, level=name, seed=1000 * game + ply)
            best = fairyring.search(position, nodes=2000)
            position = position.play((best if ply % 2 else own).move)
        won += str(position.result) == "white wins: checkmate"
    assert won >= 3


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.name)
def test_every_level_has_a_limit_of_nodes_or_time(level: Level) -> None:
    assert level.limits.nodes or level.limits.seconds


def test_every_level_but_the_highest_answers_within_two_seconds() -> None:
    assert all((level.limits.seconds or 0.0) < 2 for level in [*LEVELS.values()][:-1])


@pytest.mark.parametrize("level", SOFT, ids=lambda level: level.name)
def test_a_soft_level_ends_at_its_limit_of_nodes(level: Level) -> None:
    position = fairyring.load("chess").position(MIDDLEGAME)
    whole = fairyring.search(position, level=level)
    assert whole.depth == level.limits.depth
    cut = fairyring.search(position, level=level, nodes=whole.nodes * 2 // 3)
    assert cut.nodes <= whole.nodes * 2 // 3
    assert cut.move in position.legal_moves()


def test_a_soft_level_searches_no_move_twice_at_a_depth() -> None:
    position = fairyring.load("chess").position(MIDDLEGAME)
    soft = fairyring.search(position, level="club")
    apart = fairyring.search(position, depth=4, lines=len(position.legal_moves()))
    assert soft.nodes < 0.8 * apart.nodes


def test_a_soft_level_chooses_among_the_moves_within_its_reach() -> None:
    # d1-d5 captures the queen; all else is worse by far more than the noise.
    position = fairyring.load("chess").position("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1")
    noisy = Level("noisy", "Noisy", Limits(depth=2), eval_noise=30)
    for seed in range(20):
        found = fairyring.search(position, level=noisy, seed=seed)
        assert [str(line.moves[0]) for line in found.lines] == ["d1-d5"]
    start = fairyring.load("chess").start()
    found = fairyring.search(start, level=noisy)
    assert len(found.lines) > 10
    scores = [line.score for line in found.lines]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] > scores[0] - 6 * 30


def test_a_limit_given_replaces_the_levels() -> None:
    found = fairyring.search(fairyring.load("chess").start(), level="limitless", nodes=500)
    assert found.nodes < 1000


def test_the_move_and_the_line_of_a_soft_level_agree() -> None:
    position = fairyring.load("ravioli").start()
    for seed in range(4):
        found = fairyring.search(position, level="beginner", seed=seed)
        assert found.line[0] == found.move
        assert found.score in {line.score for line in found.lines}
