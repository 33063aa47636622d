"""What a move did, in words: written from the rules of the games, move by move."""

from __future__ import annotations

import random

import pytest

import fairyring
from fairyring.board import Side
from fairyring.game.story import Story, story


def told(game: str, position: str, move: str) -> Story:
    """What a move does in a position; the starting position if there is none."""
    variant = fairyring.load(game)
    before = variant.position(position) if position else variant.start()
    legal = before.parse_move(move)
    return story(before, legal, before.play(legal))


@pytest.mark.parametrize(
    ("game", "position", "move", "said"),
    [
        ("chess", "", "e2-e4", "white pawn moves from e2 to e4"),
        (
            "chess",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "e1-g1",
            "White castles: white king to g1, white rook to f1",
        ),
        (
            "chess",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "e5-d6",
            "white pawn captures black pawn on d5",
        ),
        (
            "chess",
            "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "e7-d8=Q",
            (
                "white pawn captures black rook on d8 | it becomes a white queen"
                " | Black is in check from white queen on d8"
            ),
        ),
        (
            "atomic",
            "4k3/3p4/2n5/8/8/8/3R4/4K3 w - - 0 1",
            "d2-d7",
            (
                "white rook captures black pawn on d7"
                " | the explosion removes white rook, black knight and black king"
            ),
        ),
        (
            "atomic",
            "4k3/8/2n5/3pP3/8/8/8/4K3 w - d6 0 2",
            "e5-d6",
            "white pawn captures black pawn on d5 | the explosion removes white pawn and black knight",
        ),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@f3", "white knight is dropped on f3"),
        (
            "duck",
            "",
            "e2-e4,e6",
            "white pawn moves from e2 to e4 | the duck goes to e6",
        ),
        (
            "petrified",
            "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1",
            "d2-d5",
            "white rook captures black pawn on d5 | white rook turns to stone",
        ),
        ("snailtrail", "", "a1-b1", "white snail moves from a1 to b1 | it leaves a wall on a1"),
        ("atlantis", "", "*@h6", "there is now a wall on h6"),
        (
            "billiards-circe",
            "4k3/8/8/r7/8/8/8/R3K3 w - - 0 1",
            "a1-a5",
            "white rook captures black rook on a5 | black rook is reborn on h8",
        ),
        (
            "momentum",
            "r1bqkb1r/pp1ppppp/nP4P1/2p{0,-1#1}5/2P2P{0,2#1}2/8/P2nP2P/RNBQKBNR b KQkq f3 0 4",
            "h7-h6",
            "black pawn moves from h7 to h6 | black pawn on c5 has to stop",
        ),
        (
            "momentum",
            "rnb1kb1r/ppp2ppp/1P{0,1#1}1B4/3pp{0,-2#1}3/3P2P{0,2#3}P{0,1#2}/8/P1P1PP2/RN1QKnNR b KQkq g3 0 6",
            "stop@e5",
            "Black stops black pawn on e5",
        ),
        (
            "momentum",
            "2bqkbr1/2ppp1pp/r1P{0,1#1}1P2n/p7/B2K4/Npn{-2,1#1}5/PP1P1P1P/1RBQ3q b - - 0 13",
            "b3-a2",
            "black pawn captures white pawn on a2 | black knight drifts and captures white bishop on a4",
        ),
        ("mini-meta", "", "b1-c3", "big white knight with white knight moves from b1 to c3"),
        (
            "mini-meta",
            "k[...k]4/5/2R[R..p]n[.Pq.]1/5/5/4K[K...] w 0 1",
            "c4-d4",
            (
                "big white rook with black pawn and white rook captures big black knight with black queen and"
                " white pawn on d4"
            ),
        ),
        ("seirawan", "", "b1-c3/H", "white knight moves from b1 to c3 | white hawk comes in on b1"),
    ],
)
@pytest.mark.kernel
def test_a_move_is_told(game: str, position: str, move: str, said: str) -> None:
    assert " | ".join(told(game, position, move).said) == said


def test_what_happens_by_itself_is_pointed_out() -> None:
    blast = told("atomic", "4k3/3p4/2n5/8/8/8/3R4/4K3 w - - 0 1", "d2-d7")
    assert sorted(blast.sites) == ["c6", "e8"], "d2 and d7 are the squares of the move itself"


def test_each_check_has_its_line() -> None:
    both = told("chess", "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4-f6")
    assert both.said[-1] == "Black is in check from white rook on e1 and white knight on f6"
    assert both.checks == (("e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"), ("f6", "e8"))


@pytest.mark.kernel
@pytest.mark.alone
def test_a_check_over_a_hurdle_has_its_line() -> None:
    over = told("xiangqi", "4k4/9/4n4/9/9/9/9/3C5/9/3K5 w - - 0 1", "d3-e3")
    assert over.checks == (("e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10"),)


@pytest.mark.kernel
@pytest.mark.alone
@pytest.mark.parametrize(("true", "learnt"), [("c8", "it was the True King"), ("e8", "it was a prince")])
def test_both_players_learn_whether_a_captured_king_was_the_true_one(true: str, learnt: str) -> None:
    variant = fairyring.load("ravioli-hidden-king")
    before = variant.position(f"2k1k3/8/8/8/8/8/8/2R1KK2|6/6/6/6/6/6 w - - e1,{true} 0 1")
    move = before.parse_move("c1-c8")
    after = before.play(move)
    for viewer in (*Side, "spectator"):
        said = story(before.seen_by(viewer), before.public(move), after.seen_by(viewer)).said
        assert said == ("white rook captures black king on c8", learnt)


@pytest.mark.parametrize("game", ["momentum", "mini-meta", "xiangqi"])
@pytest.mark.kernel
def test_all_checks_have_lines_that_end_on_a_king_in_check(game: str) -> None:
    variant, chance = fairyring.load(game), random.Random(17)
    checks = 0
    for _ in range(2):
        position = variant.start()
        while position.result is None and position.number < 30:
            capturing = [move for move in position.legal_moves() if position.play(move).in_check]
            move = chance.choice(capturing or position.legal_moves())
            position = position.play(move)
            checked = position.view().checked
            lines = variant.rules.check_lines(position.rows(1), 0)
            assert bool(checked) == bool(lines), str(position)
            assert {line[-1] for line in lines} <= {*checked}, str(position)
            checks += bool(checked)
    assert checks
