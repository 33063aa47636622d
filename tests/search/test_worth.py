"""Derived values: their order is a chess player's, though nobody wrote them down."""

from typing import Any

import pytest

import fairyring
from fairyring import Position
from fairyring.kernels import entry_points
from fairyring.kernels.compiling import U
from fairyring.kernels.orthodox.worth import BACKERS, PLAIN, STOPPERS


def worths(name: str) -> dict[str, int]:
    rules: Any = fairyring.load(name).rules
    return {
        letter: int(rules.tables.worth.pieces[code, PLAIN])
        for letter, code in rules.codes.items()
        if letter.isupper()
    }


def judged(position: Position) -> int:
    return int(entry_points.evaluate(position.variant.rules.tables, position.rows(1), U(0)))


def test_the_order_of_the_chessmen() -> None:
    worth = worths("chess")
    assert 60 <= worth["P"] <= 120
    assert 2.5 * worth["P"] < worth["N"] < 4.5 * worth["P"]
    assert abs(worth["N"] - worth["B"]) < 0.15 * worth["N"]
    assert 1.3 * worth["B"] < worth["R"] < 2 * worth["B"]
    assert 1.5 * worth["R"] < worth["Q"] < 2.5 * worth["R"]
    assert worth["K"] == 0


@pytest.mark.parametrize("name", ["ravioli", "ravioli-bero"])
def test_the_order_of_the_ravioli_men(name: str) -> None:
    worth = worths(name)
    assert worth["P"] < worth["N"] < worth["Z"] < worth["R"] < worth["Q"]
    assert worth["W"] < worth["Z"]
    assert worth["P"] < worth["W"] < worth["R"]


def test_both_sides_see_the_same_in_a_mirror() -> None:
    chess = fairyring.load("chess")
    white = chess.position("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 1")
    black = chess.position("r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 0 1")
    assert judged(white) == judged(black)


@pytest.mark.parametrize("name", ["chess", "ravioli", "ravioli-bero"])
def test_the_start_is_even_but_for_the_move(name: str) -> None:
    assert abs(judged(fairyring.load(name).start())) <= 20


def test_a_lone_king_is_driven_to_an_edge_and_the_other_king_comes_near() -> None:
    chess = fairyring.load("chess")
    boards = "8/8/8/4k3/8/8/8/K6R", "4k3/8/8/8/8/8/8/K6R", "4k3/8/8/8/4K3/8/8/7R", "k7/8/8/8/4K3/8/8/7R"
    values = [judged(chess.position(f"{board} w - - 0 1")) for board in boards]
    assert values == sorted(values)
    assert len(set(values)) == len(values)


def test_a_passed_pawn_is_worth_more() -> None:
    chess = fairyring.load("chess")
    passed = judged(chess.position("4k3/7p/8/2P5/8/8/8/4K3 w - - 0 1"))
    stopped = judged(chess.position("4k3/1p6/8/2P5/8/8/8/4K3 w - - 0 1"))
    assert passed > stopped + 20


def test_span_is_the_files_before_a_pawn() -> None:
    rules: Any = fairyring.load("chess").rules
    board, tables = rules.board, rules.tables
    span = int(tables.worth.pawns[rules.codes["P"], board.numbers["c5"], STOPPERS, 0])
    names = {board.names[site] for site in range(64) if span >> site & 1}
    enemies = {name for name in names if name[1] != "8"}  # where no pawn stands
    assert enemies == {"b6", "b7", "c6", "c7", "d6", "d7"}


def test_gain_of_a_capture_that_loses_is_below_zero() -> None:
    chess = fairyring.load("antichess")  # chess asks about the exchange later
    position = chess.position("4k3/2p5/3p4/8/8/8/3Q4/3RK3 w - - 0 1")
    move = position.parse_move("d2-d6")
    tables = chess.rules.tables
    assert int(entry_points.capture_score(tables, position.rows(1), U(0), U(move.code))) < 0
    free = chess.position("4k3/8/3p4/8/8/8/3Q4/3RK3 w - - 0 1")
    taking = free.parse_move("d2-d6").code
    assert int(entry_points.capture_score(tables, free.rows(1), U(0), U(taking))) > 0


def test_a_row_that_can_still_be_filled_is_worth_more() -> None:
    cetus = fairyring.load("cetus")

    def of(rank: str, top: str) -> int:
        return judged(cetus.position(f"{top}/1b7/9/9/{rank}/9/9/7B1/9[] w - - 0 1"))

    whole, broken = of("2DDDD3", "p7p"), of("DD3DD2", "p7p")
    assert whole > broken + 150  # more than mobility can be
    assert whole > of("1pDDDDp2", "9") + 150


def test_both_sides_see_the_same_row() -> None:
    cetus = fairyring.load("cetus")
    white = cetus.position("9/1b7/9/9/2DDD4/9/9/7B1/9[] w - - 0 1")
    black = cetus.position("9/7b1/9/9/2ddd4/9/9/1B7/9[] b - - 0 1")
    assert judged(white) == judged(black)


def test_a_pawn_that_another_guards_is_worth_more() -> None:
    chess = fairyring.load("chess")
    guarded = judged(chess.position("4k3/p6p/8/8/8/2P5/1P6/4K3 w - - 0 1"))
    alone = judged(chess.position("4k3/p6p/8/8/8/2P5/2P5/4K3 w - - 0 1"))
    assert guarded > alone


def test_a_piece_that_a_pawn_attacks_is_worth_less() -> None:
    chess = fairyring.load("chess")
    free = judged(chess.position("4k3/8/8/1p6/3N4/8/8/4K3 b - - 0 1"))
    attacked = judged(chess.position("4k3/8/8/4p3/3N4/8/8/4K3 b - - 0 1"))
    assert attacked > free + 20


def test_goals_that_enemy_pawns_guard_are_no_mobility() -> None:
    chess = fairyring.load("chess")
    # The knight goes to c6 and e6, among others.
    none, both = (judged(chess.position(f"4k3/{rank}/8/8/3N4/8/8/4K3 w - - 0 1")) for rank in ("p7", "3p4"))
    assert none >= both + 5


def test_bishops_of_different_shades_are_worth_more_together() -> None:
    chess = fairyring.load("chess")
    pair, same, start = (
        judged(chess.position(f"4k1r1/8/8/8/8/8/8/{rank} w - - 0 1"))
        for rank in ("2B1KB1R", "B1B1K2R", "4KB1R")
    )
    assert pair - start > same - start + 15


def test_backers_are_where_a_pawn_comes_to_guard_from() -> None:
    rules: Any = fairyring.load("chess").rules
    for letter, wanted in (("P", {"d2", "d3", "f2", "f3"}), ("p", {"d7", "d6", "d5", "f7", "f6", "f5"})):
        backers = int(rules.tables.worth.pawns[rules.codes[letter], rules.board.numbers["e4"], BACKERS, 0])
        names = {rules.board.names[site] for site in range(64) if backers >> site & 1}
        assert {name for name in names if name[1] not in "18"} == wanted  # where pawns stand


def test_a_pawn_that_no_other_can_come_to_guard_is_worth_less() -> None:
    chess = fairyring.load("chess")
    apart, beside = (
        judged(chess.position(f"4k3/p6p/8/8/8/{rank}/8/4K3 w - - 0 1")) for rank in ("P1P5", "PP6")
    )
    behind = judged(chess.position("4k3/p6p/8/8/8/2P5/1P6/4K3 w - - 0 1"))
    assert behind > max(apart, beside)


def test_a_piece_that_attacks_one_worth_more_is_worth_more() -> None:
    chess = fairyring.load("chess")
    rook = judged(chess.position("6k1/p7/5r2/8/3N4/8/P7/6K1 b - - 0 1"))
    attacked = judged(chess.position("6k1/p7/4r3/8/3N4/8/P7/6K1 b - - 0 1"))
    assert rook > attacked + 10


def test_a_piece_that_is_attacked_and_not_guarded_is_worth_less() -> None:
    chess = fairyring.load("chess")
    guarded = judged(chess.position("6k1/pp3p2/4n3/8/8/8/PP2R3/6K1 b - - 0 1"))
    hanging = judged(chess.position("6k1/pp4p1/4n3/8/8/8/PP2R3/6K1 b - - 0 1"))
    assert guarded > hanging + 10
