"""What the search finds, and where it ends."""

import os
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring import Analysis, Position, SearchError
from fairyring.kernels import walks
from fairyring.search import Level, Limits, analysis, prepare, tree
from fairyring.search.analysis import Run
from fairyring.search.kept import Kept
from fairyring.search.memory import NULL_MOVE, PLAYED
from fairyring.search.settings import NULL
from tests import lanes
from tests.lanes import PLAIN

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


def chess(text: str) -> Position:
    return fairyring.load("chess").position(text)


def test_the_search_is_compiled_for_games_with_mechanics_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "_compiled", set())
    begun: list[str] = []
    made = Run.__init__

    def noted(run: Run, position: Position, *given: Any) -> None:
        begun.append(position.variant.name)
        made(run, position, *given)

    monkeypatch.setattr(Run, "__init__", noted)
    for name in ("chess", "crazyhouse", "ravioli", "atomic"):
        prepare(fairyring.load(name))
    assert begun == ["chess", "crazyhouse"]


def played(found: Analysis, position: Position) -> Position:
    for move in found.line:
        position = position.play(move)
    return position


@pytest.mark.kernel
def test_finds_a_mate_in_one() -> None:
    found = fairyring.search(chess(MATE_IN_ONE), depth=2)
    assert str(found.move) == "a1-a8"
    assert found.mate == 1
    assert found.score == 31999
    assert str(played(found, chess(MATE_IN_ONE)).result) == "white wins: checkmate"


def test_finds_a_mate_in_two_and_plays_it_out() -> None:
    position = chess(MATE_IN_TWO)
    found = fairyring.search(position, depth=6)
    assert found.mate == 3
    assert len(found.line) == 3
    assert str(played(found, position).result) == "white wins: checkmate"


def test_sees_that_it_is_mated() -> None:
    found = fairyring.search(chess("7k/R7/8/8/8/8/8/1R4K1 b - - 0 1"), depth=6)
    assert found.mate == -2
    assert found.score == -31998


def test_takes_a_queen_that_hangs() -> None:
    found = fairyring.search(chess("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1"), depth=3)
    assert str(found.move) == "d1-d5"
    assert found.score > 300


def test_repeats_where_all_else_loses() -> None:
    # Three queens down, White checks for ever from e8 and h5.
    position = chess("6k1/6p1/8/8/8/1qqq4/7K/4Q3 w - - 0 1")
    found = fairyring.search(position, depth=8)
    assert str(found.move) == "e1-e8"
    assert found.score == 0


def test_knows_positions_from_before_the_root() -> None:
    # Ahead, White does not let a position come for the third time.
    position = chess("7k/8/8/8/8/8/1R6/K7 w - - 0 1")
    for text in ("b2-b3", "h8-g8", "b3-b2", "g8-h8", "b2-b3", "h8-g8"):
        position = position.play(text)
    found = fairyring.search(position, depth=4, lines=40)
    back = next(line for line in found.lines if str(line.moves[0]) == "b3-b2")
    assert found.score > 200
    assert back.score == 0
    once_more = position.play("b3-b2").play("g8-h8")
    assert str(once_more.result) == "draw: threefold repetition"


def test_a_hundred_plies_draw() -> None:
    found = fairyring.search(chess("7k/8/8/8/8/8/1R6/K7 w - - 98 90"), depth=6)
    assert found.score == 0
    assert fairyring.search(chess("7k/R7/8/8/8/8/8/1R4K1 w - - 99 90"), depth=3).mate == 1


@pytest.mark.parametrize("name", ["chess", "ravioli", "ravioli-bero"])
def test_ends_at_a_number_of_nodes(name: str) -> None:
    found = fairyring.search(fairyring.load(name).start(), nodes=5000)
    assert 4900 <= found.nodes <= 5200
    assert found.move in fairyring.load(name).start().legal_moves()


@pytest.mark.kernel
def test_one_node_is_enough_for_a_legal_move() -> None:
    position = chess(MIDDLEGAME)
    found = fairyring.search(position, nodes=1)
    assert found.depth == 0
    assert found.move in position.legal_moves()
    assert found.line == (found.move,)


def test_ends_after_seconds() -> None:
    position = chess(MIDDLEGAME)
    fairyring.prepare(position.variant)
    begin = time.perf_counter()
    found = fairyring.search(position, seconds=0.3)
    assert 0.29 <= time.perf_counter() - begin < 3  # late on a busy machine, never early
    assert found.seconds >= 0.29
    assert found.speed > 0


SOLE_MOVE = "k7/8/8/8/8/8/PPn5/K7 w - - 0 1"


@pytest.mark.parametrize("limits", [{"seconds": 60}, {"level": "limitless"}, {"seconds": 60, "depth": 2}])
def test_a_sole_move_is_played_at_once(limits: dict[str, Any]) -> None:
    position = chess(SOLE_MOVE)
    fairyring.prepare(position.variant)
    found = fairyring.search(position, **limits)
    assert found.seconds < 10
    assert [move.text for move in position.legal_moves()] == [found.move.text] == ["a1-b1"]
    assert found.depth == limits.get("depth", 4)
    assert len(found.line) >= 2
    assert found.score != 0


def test_a_sole_move_is_analysed_where_time_is_not_limited_or_lines_are_asked_for() -> None:
    stop = threading.Event()
    found = fairyring.search(
        chess(SOLE_MOVE), stop=stop, report=lambda found: stop.set() if found.depth == 8 else None
    )
    assert found.depth >= 8
    assert fairyring.search(chess(SOLE_MOVE), nodes=50_000).depth > 4
    assert fairyring.search(chess(SOLE_MOVE), seconds=60, depth=7, lines=2).depth == 7


def test_checks_are_not_extended_for_ever() -> None:
    # Most answers to a check give check. Without an end to it paths of 10 plies are searched.
    position = chess("q3q1Q1/1Q6/5qq1/1K6/2q5/8/8/4k3 w - - 0 1")
    run = Run(position, Limits(depth=3), 1)
    run.watch(None, None)
    (heights,) = np.nonzero(run.main.memory.stack[:, PLAYED])
    assert 6 < heights.max() <= 9  # extended to height 6, and depth 3 left there


@pytest.mark.kernel
@pytest.mark.plain
@pytest.mark.skipif(not PLAIN, reason="looks into the search, which is compiled")
def test_no_repetition_is_looked_for_across_a_null_move(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(chess("4k3/8/8/3n4/3N4/8/8/4KR2 w - - 20 40"), Limits(depth=5), 1)
    looked = walks.is_repetition
    shortened = []

    def is_repetition(tables: Any, states: Any, ply: Any, base: Any, since: Any) -> Any:
        height = int(ply - base)
        (nulls,) = np.nonzero(run.main.memory.stack[:height, PLAYED] == NULL_MOVE)
        if len(nulls):
            assert since <= height - nulls[-1] - 1  # the clock stands at 20 where nothing was captured
            shortened.append(since)
        return looked(tables, states, ply, base, since)

    monkeypatch.setattr(tree, "is_repetition", is_repetition)
    run.main.memory.settings[:, NULL] = 0  # so that null moves are searched deeper
    run.watch(None, None)
    assert max(shortened) > 0


def test_some_moves_are_chosen_among() -> None:
    position = chess(MATE_IN_ONE)
    named = [position.parse_move(text) for text in ("Ra1-a2", "Ke1-e2")]
    for limits in ({"depth": 3}, {"nodes": 500}, {"seconds": 0.1}, {"level": "casual"}):
        assert fairyring.search(position, moves=named, **limits).move in named
    lines = fairyring.search(position, depth=2, lines=9, moves=named).lines
    assert {line.moves[0] for line in lines} == set(named)
    with pytest.raises(SearchError, match="moves: give at least one"):
        fairyring.search(position, moves=[])
    with pytest.raises(SearchError, match="moves: e2-e4 is no legal move of the position"):
        fairyring.search(position, moves=[fairyring.load("chess").start().parse_move("e2-e4")])


@pytest.mark.parametrize("name", ["monster-bluff", "monster-bluff-4"])
def test_some_moves_are_chosen_among_where_there_are_secrets(name: str) -> None:
    """Of True Kings, too, and of moves that no search looks at otherwise."""
    position = fairyring.load(name).start()
    for _ in range(3):
        named = position.legal_moves()[-2:]
        assert fairyring.search(position, depth=1, moves=named).move in named
        position = position.play(named[0])


def test_ends_at_a_depth() -> None:
    assert fairyring.search(chess(MIDDLEGAME), depth=3).depth == 3


def test_says_how_deep_it_looked_and_how_full_its_table_is() -> None:
    """Exchanges go beyond the depth; and what an earlier search has written does not count."""
    plain = fairyring.search(chess("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), depth=1)
    assert plain.seldepth == 1
    exchange = fairyring.search(chess("4k3/3p4/2p5/3p4/4P3/5P2/8/4K3 w - - 0 1"), depth=1)
    assert exchange.seldepth > 1
    kept = Kept()
    reports: list[Analysis] = []
    full = fairyring.search(chess(MIDDLEGAME), nodes=200_000, memory=1, kept=kept, report=reports.append)
    shares = [one.hashfull for one in reports]
    assert shares == sorted(shares)
    assert 300 < full.hashfull <= 1000
    fairyring.search(chess(MIDDLEGAME), nodes=1000, memory=1, kept=kept, report=reports.append)
    assert reports[len(shares)].hashfull < 100


def test_stops_from_another_thread() -> None:
    position = chess(MIDDLEGAME)
    fairyring.prepare(position.variant)
    stop = threading.Event()
    timer = threading.Timer(0.2, stop.set)
    timer.start()
    found = fairyring.search(position, seconds=60, stop=stop)
    timer.join()
    assert found.seconds < 30
    assert found.depth > 0


def test_reports_while_it_runs() -> None:
    reports: list[Analysis] = []
    threads: list[threading.Thread] = []

    def report(found: Analysis) -> None:
        reports.append(found)
        threads.append(threading.current_thread())

    found = fairyring.search(chess(MIDDLEGAME), depth=6, report=report)
    depths = [one.depth for one in reports]
    assert depths == sorted(depths)
    assert set(depths) >= set(range(1, 7))
    assert [one.nodes for one in reports] == sorted(one.nodes for one in reports)
    assert [one.seconds for one in reports] == sorted(one.seconds for one in reports)
    assert reports[-1].line == found.line
    assert set(threads) == {threading.current_thread()}


def test_an_error_in_a_report_ends_the_search() -> None:
    def report(_: Analysis) -> None:
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        fairyring.search(chess(MIDDLEGAME), seconds=60, report=report)
    assert threading.active_count() == before


def test_the_same_nodes_find_the_same() -> None:
    one, other = (fairyring.search(chess(MIDDLEGAME), nodes=20_000) for _ in range(2))
    assert (one.line, one.score, one.depth, one.nodes) == (other.line, other.score, other.depth, other.nodes)


def test_lines_differ_in_their_first_moves() -> None:
    found = fairyring.search(chess(MIDDLEGAME), depth=4, lines=5)
    assert len({line.moves[0] for line in found.lines}) == 5
    scores = [line.score for line in found.lines]
    assert scores == sorted(scores, reverse=True)
    assert found.line == found.lines[0].moves


@pytest.mark.parametrize("name", lanes.chosen(lanes.GAMES))
def test_every_line_is_legal_move_by_move(name: str) -> None:
    position = fairyring.load(name).start()
    while not position.legal_moves()[0].ply:  # where a True King is chosen first
        position = position.play(position.legal_moves()[0])
    for plies in (0, 1, 6):
        for _ in range(plies):
            position = position.play(position.legal_moves()[-1])
        found = fairyring.search(position, nodes=20_000, lines=3)
        assert len(found.lines) == 3
        assert max(len(line.moves) for line in found.lines) >= (2 if lanes.crowded(name) else 3)
        for line in found.lines:
            at = position.seen_by(position.side)  # a line uses no more than its player knows
            for move in line.moves:
                assert at.result is None
                assert move.text in {legal.text for legal in at.legal_moves()}
                at = at.play(move.text, answer=False)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"seconds": 0}, "seconds: a number above 0, up to 1000000000, not 0"),
        ({"seconds": -1.5}, "seconds: a number above 0, up to 1000000000, not -1.5"),
        ({"seconds": float("nan")}, "seconds: a number above 0, up to 1000000000, not nan"),
        ({"seconds": float("inf")}, "seconds: a number above 0, up to 1000000000, not inf"),
        ({"seconds": "3"}, "seconds: a number, not '3'"),
        ({"nodes": 0}, "nodes: a number from 1 to 4611686018427387904, not 0"),
        ({"nodes": 10**30}, f"nodes: a number from 1 to 4611686018427387904, not {10**30}"),
        ({"nodes": np.bool_(True)}, "nodes: a whole number from 1 to 4611686018427387904, not "),
        ({"nodes": 2.5}, "nodes: a whole number from 1 to 4611686018427387904, not 2.5"),
        ({"depth": 0}, "depth: a number from 1 to 100, not 0"),
        ({"depth": 101}, "depth: a number from 1 to 100, not 101"),
        ({"depth": True}, "depth: a whole number from 1 to 100, not True"),
        ({"lines": 0}, "lines: a number from 1 to 4611686018427387904, not 0"),
        ({"memory": 0}, "memory: a number from 1 to 65536, not 0"),
        ({"level": "genius"}, "there is no level 'genius'"),
    ],
)
def test_limits_that_make_no_sense_are_refused(limits: dict[str, object], said: str) -> None:
    with pytest.raises(SearchError, match="^" + said.replace(".", r"\.")):
        fairyring.search(chess(MIDDLEGAME), **limits)  # type: ignore[arg-type]  # on purpose


def test_limits_may_be_numbers_of_numpy() -> None:
    position = chess(MIDDLEGAME)
    limits: dict[str, Any] = {"nodes": np.int64(1000), "lines": np.uint8(2), "seconds": np.float32(60)}
    found = fairyring.search(position, **limits)
    assert len(found.lines) == 2
    expected = fairyring.search(position, nodes=1000, lines=2, seconds=60)
    assert (found.lines, found.nodes) == (expected.lines, expected.nodes)


def test_moves_to_choose_among_may_be_texts_and_come_one_by_one() -> None:
    position = chess(MIDDLEGAME)
    named = position.legal_moves()[-2:]
    expected = fairyring.search(position, nodes=500, moves=named)
    assert expected.move in named
    given: list[Any] = [iter(named), [str(move) for move in named], (move.uci for move in named)]
    for each in given:
        assert fairyring.search(position, nodes=500, moves=each).lines == expected.lines
    with pytest.raises(SearchError, match="moves: move 'a1-a9': "):
        fairyring.search(position, nodes=500, moves=["a1-a9"])
    with pytest.raises(SearchError, match="moves: give at least one"):
        fairyring.search(position, nodes=500, moves=iter([]))
    wrong: list[Any] = ["e2-e4", named[0], [5]]
    for one in wrong:
        with pytest.raises(TypeError, match=r"^moves: "):
            fairyring.search(position, nodes=500, moves=one)


def test_what_a_search_found_can_be_kept_in_a_set() -> None:
    found = fairyring.search(chess(MIDDLEGAME), nodes=100)
    assert len({found, found}) == 1


def test_only_positions_are_searched() -> None:
    with pytest.raises(TypeError, match="a search begins at a position, not <Game of chess"):
        fairyring.search(fairyring.Game(fairyring.load("chess")))  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "white wins: checkmate"),
        ("7k/8/8/8/8/8/1R6/K7 w - - 100 90", "100 plies"),
    ],
)
def test_a_game_that_is_over_is_refused(text: str, why: str) -> None:
    with pytest.raises(SearchError, match=why):
        fairyring.search(chess(text), depth=1)


def test_a_level_of_ones_own() -> None:
    level = Level("mine", "Mine", Limits(depth=2), eval_noise=300)
    moves = {fairyring.search(chess(MIDDLEGAME), level=level, seed=seed).move for seed in range(12)}
    assert len(moves) > 3


def test_the_package_and_the_function_have_one_name() -> None:
    script = (
        "import sys, fairyring, fairyring.search.levels\n"
        "assert callable(fairyring.search)\n"
        "from fairyring.search import LEVELS, search\n"
        "assert fairyring.search is search and fairyring.LEVELS is LEVELS\n"
        "assert sys.modules['fairyring.search.levels'].LEVELS is LEVELS\n"
    )
    uncompiled = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # imported in a third of the time
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60, env=uncompiled)


def test_where_the_player_without_pieces_wins_fewer_are_better() -> None:
    antichess = fairyring.load("antichess")
    few = antichess.position("rnbqkbnr/pppppppp/8/8/8/8/P7/1N6 w - - 0 1")
    assert fairyring.search(few, depth=1).score > 300
    # The offer must be taken, and quiescence knows it.
    offer = antichess.position("8/8/8/2p1p3/8/8/3P4/8 w - - 0 1")
    found = fairyring.search(offer, depth=1)
    assert (found.move.text, found.mate) == ("d2-d4", 2)
