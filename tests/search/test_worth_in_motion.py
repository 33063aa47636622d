"""What momentum is worth to the piece that has it, and to the piece in its way."""

import pytest

import fairyring
from fairyring import Position
from fairyring.kernels import entry_points
from fairyring.kernels.compiling import U

MOMENTUM = fairyring.load("momentum")
KNIGHT = 180  # hundredths of a pawn; it is worth more


def judged(position: Position) -> int:
    return int(entry_points.evaluate(position.variant.rules.tables, position.rows(1), U(0)))


def worth(pieces: str) -> int:
    return judged(MOMENTUM.position(f"{pieces} w - - 0 1"))


def capture_score(pieces: str, move: str) -> int:
    position = MOMENTUM.position(f"{pieces} w - - 0 1")
    code = U(position.parse_move(move).code)
    return int(entry_points.capture_score(position.variant.rules.tables, position.rows(1), U(0), code))


def test_a_piece_that_will_capture_by_itself_counts_as_having_captured() -> None:
    hits = worth("4k3/8/8/3n4/8/8/3R{0,3#1}4/4K3")
    misses = worth("4k3/8/8/3n4/8/8/3R{0,2#1}4/4K3")
    blocked = worth("4k3/8/8/3n4/3p4/8/3R{0,3#1}4/4K3")
    assert hits > misses + KNIGHT
    assert hits > blocked + KNIGHT


def test_a_piece_about_to_be_captured_is_worth_less() -> None:
    threatened = worth("3rk3/8/2b{1,-1#1}5/8/8/8/8/3QK2N")  # past d5: nothing is hit
    hit = worth("3rk3/8/2b{5,-5#1}5/8/8/8/8/3QK2N")
    assert hit < threatened - KNIGHT // 4
    # A piece that drifts away first is not there to be captured.
    away = worth("3rk3/8/2b{5,-5#1}5/8/8/8/8/3QK2N{-1,2#1}")
    assert away > hit + KNIGHT // 4


def test_a_passed_pawn_is_worth_more() -> None:
    assert worth("4k3/7p/8/2P5/8/8/8/4K3") > worth("4k3/1p6/8/2P5/8/8/8/4K3") + 20


def test_a_lone_king_is_driven_to_an_edge_and_the_other_king_comes_near() -> None:
    middle = worth("8/8/8/4k3/8/8/8/KR6")
    edge = worth("4k3/8/8/8/8/8/8/KR6")
    near = worth("4k3/8/4K3/8/8/8/8/1R6")
    assert middle < edge < near


def test_an_advantage_fades_without_progress() -> None:
    text = "4k3/8/8/8/8/8/4P3/KR6 w - - {} 90"
    fresh, stale = (judged(MOMENTUM.position(text.format(clock))) for clock in (0, 90))
    assert fresh > stale > 0


@pytest.mark.slow
def test_lone_kings_are_mated_on_the_long_board() -> None:
    """Most of them: with so few nodes, a hundred plies are not always enough."""
    minigolf, mated = fairyring.load("minigolf"), 0
    for pieces in ("3Q1F2", "1Q4B1", "2FN1Q2", "Q6B", "2B2Q2", "B2Q4", "1B3Q2", "Q3B3"):
        position = minigolf.position(f"{'8/' * 8}3k4/{'8/' * 5}{pieces}/4K3 w - - 0 1")
        while not position.result:
            position = position.play(fairyring.search(position, nodes=8_000).move)
        mated += position.result.winner is fairyring.Side.WHITE
    assert mated >= 4


def test_a_capture_that_loses_more_has_a_negative_score() -> None:
    assert capture_score("4k3/2p5/3p4/8/8/8/3Q4/3RK3", "d2-d6") < 0
    assert capture_score("4k3/8/3p4/8/8/8/3Q4/3RK3", "d2-d6") > 0
    assert capture_score("4k3/8/3p4/8/8/8/3Q4/3RK3", "d2-d3") == 0
    # A pawn in motion cannot capture by a move of its own.
    assert capture_score("4k3/2p{0,-1#1}5/3p4/8/8/8/3Q4/3RK3", "d2-d6") > 0


def test_mirrored_positions_have_the_same_value() -> None:
    white = MOMENTUM.position("rn2k2r/ppp2ppp/2n5/3P{1,1#1}4/2B{2,2#2}5/5N2/PP3PPP/R3K2R w KQkq - 0 1")
    black = MOMENTUM.position("r3k2r/pp3ppp/5n2/2b{2,-2#2}5/3p{1,-1#1}4/2N5/PPP2PPP/RN2K2R b KQkq - 0 1")
    assert judged(white) == judged(black)


@pytest.mark.parametrize("name", ["momentum", "carousel"])
def test_the_start_is_even_except_for_the_move(name: str) -> None:
    assert abs(judged(fairyring.load(name).start())) <= 20
