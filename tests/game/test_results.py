"""How games end."""

from collections.abc import Callable
from typing import Any

import pytest

import fairyring
from fairyring import Position, Result, Side, mechanics
from fairyring.game import Variant
from fairyring.variants import chess
from tests import lanes

pytestmark = pytest.mark.kernel

CHESS = fairyring.load("chess")
RAVIOLI = fairyring.load("ravioli")


def after(position: Position, turns: str) -> Position:
    for turn in turns.split():
        position = position.play(turn)
    return position


def test_fools_mate() -> None:
    mated = after(CHESS.start(), "f2-f3 e7-e5 g2-g4 d8-h4")
    assert mated.in_check
    assert mated.legal_moves() == []
    assert mated.result == Result(Side.BLACK, "checkmate")
    assert mated.result.score == "0-1"
    assert str(mated.result) == "black wins: checkmate"


def test_stalemate() -> None:
    stale = CHESS.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert not stale.in_check
    assert stale.result == Result(None, "stalemate")
    assert stale.result.score == "1/2-1/2"
    assert str(stale.result) == "draw: stalemate"


@pytest.mark.parametrize("variant", [CHESS, RAVIOLI], ids=["chess", "ravioli"])
def test_threefold_repetition(variant: fairyring.Variant) -> None:
    there, back = ("g1-f3", "f3-g1") if variant is CHESS else ("g1-f3u", "f3u-g1")
    there_black, back_black = ("g8-f6", "f6-g8") if variant is CHESS else ("g8-f6u", "f6u-g8")
    position, round_trip = variant.start(), f"{there} {there_black} {back} {back_black}"
    position = after(position, round_trip)
    assert position.result is None
    position = after(position, f"{there} {there_black} {back}")
    assert position.result is None
    position = position.play(back_black)
    assert position.result == Result(None, "threefold repetition")
    assert variant.position(str(position)).result is None  # a text has no history
    assert position.legal_moves()


def test_a_position_with_a_lost_right_is_another() -> None:
    shuffle = "e1-e2 e8-e7 e2-e1 e7-e8 "
    position = after(CHESS.start(), "e2-e4 e7-e5 " + shuffle * 2)
    assert position.result is None
    assert after(position, shuffle.strip()).result == Result(None, "threefold repetition")


def test_an_en_passant_square_that_can_be_used_makes_another_position() -> None:
    """After e2-e4, d4xe3 is possible once: that first position does not count with the later ones."""
    base = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3"
    useful = after(CHESS.position(base), "e2-e4 g8-f6 g1-f3 f6-g8 f3-g1 g8-f6 g1-f3 f6-g8 f3-g1")
    assert useful.result is None
    idle = after(CHESS.position(base), "h2-h4 g8-f6 g1-f3 f6-g8 f3-g1 g8-f6 g1-f3 f6-g8 f3-g1")
    assert idle.result == Result(None, "threefold repetition")


@pytest.mark.parametrize("variant", [CHESS, RAVIOLI], ids=["chess", "ravioli"])
def test_a_hundred_plies(variant: fairyring.Variant) -> None:
    lower = "" if variant is CHESS else "|6/6/6/6/6/6"
    position = variant.position(f"4k3/8/8/8/8/8/8/R3K3{lower} w - - 98 80")
    position = position.play("a1-b1")
    assert position.result is None
    assert position.play("e8-d8" if variant is CHESS else "e8-f8").result == Result(None, "100 plies")


def test_mate_on_the_hundredth_ply_comes_first() -> None:
    position = CHESS.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80")
    assert position.play("a1-a8").result == Result(Side.WHITE, "checkmate")
    assert position.play("a1-a7").result == Result(None, "100 plies")
    stale = CHESS.position("7k/8/6K1/8/8/5Q2/8/8 w - - 99 80").play("f3-f7")
    assert stale.result == Result(None, "stalemate")


@pytest.mark.parametrize(
    ("pieces", "drawn"),
    [
        ("4k3/8/8/8/8/8/8/4K3", True),
        ("4k3/8/8/8/8/8/8/4KN2", True),
        ("4k3/8/8/8/8/8/8/4KB2", True),
        ("2b1k3/8/8/8/8/8/8/4KB2", True),  # c8 and f1 are both light
        ("4kb2/8/8/8/8/8/8/4KB2", False),  # f8 is dark
        ("1b1bk3/8/8/8/8/8/8/2B1K1B1", True),  # all dark
        ("4k3/8/8/8/8/8/8/3NKN2", False),
        ("4kn2/8/8/8/8/8/8/4KN2", False),
        ("4kn2/8/8/8/8/8/8/4KB2", False),
        ("4k3/4p3/8/8/8/8/8/4K3", False),
        ("r3k3/8/8/8/8/8/8/4K3", False),
    ],
)
def test_insufficient_material(pieces: str, drawn: bool) -> None:
    result = CHESS.position(f"{pieces} w - - 0 1").result
    assert result == (Result(None, "insufficient material") if drawn else None)


def test_ravioli_has_no_draw_by_insufficient_material() -> None:
    assert RAVIOLI.position("4k3/8/8/8/8/8/8/4K3|6/6/6/6/6/6 w - - 0 1").result is None


def test_playouts_are_reproducible_and_end() -> None:
    start = CHESS.start()
    games = lanes.samples(20, 2)
    one, other = (fairyring.playouts(start, games, 600, seed=3) for _ in range(2))
    assert one.plies.tolist() == other.plies.tolist()
    assert one.reasons == other.reasons
    assert one.winners.tolist() == other.winners.tolist()
    assert one == other != fairyring.playouts(start, games, 600, seed=4)
    assert fairyring.playouts(start, games, 600, seed=4).plies.tolist() != one.plies.tolist()
    known = {"checkmate", "stalemate", "insufficient material", "100 plies", "threefold repetition", ""}
    assert set(one.reasons) <= known
    for plies, reason, winner in zip(one.plies, one.reasons, one.winners, strict=True):
        assert (reason == "") <= (plies == 600)
        assert (winner != 0) == (reason == "checkmate")


def test_playouts_from_an_end() -> None:
    mated = after(CHESS.start(), "f2-f3 e7-e5 g2-g4 d8-h4")
    ended = fairyring.playouts(mated, 3)
    assert ended.plies.tolist() == [0, 0, 0]
    assert ended.reasons == ["checkmate"] * 3
    assert ended.winners.tolist() == [-1, -1, -1]
    with pytest.raises(ValueError, match="games: a number from 0 to 1000000000, not -1"):
        fairyring.playouts(mated, -1)
    with pytest.raises(ValueError, match="plies: a number from 0 to 1000000, not 10000"):
        fairyring.playouts(mated, 1, 10**30)
    with pytest.raises(ValueError, match="games: a number from 0 to 1000000000, not 10000"):
        fairyring.playouts(mated, 10**30)


@pytest.mark.parametrize("value", [None, 1.5, "2", True])
def test_walks_take_whole_numbers(value: Any) -> None:
    start = CHESS.start()
    wrong: list[tuple[str, Callable[[], object]]] = [
        ("depth: a whole number from 0 to 64", lambda: fairyring.perft(start, value)),
        ("depth: a whole number from 1 to 64", lambda: fairyring.divide(start, value)),
        ("games: a whole number from 0 to 1000000000", lambda: fairyring.playouts(start, value)),
        ("plies: a whole number from 0 to 1000000", lambda: fairyring.playouts(start, 1, value)),
        ("seed: a whole number", lambda: fairyring.playouts(start, 1, seed=value)),
    ]
    for said, call in wrong:
        with pytest.raises(ValueError, match=f"^{said}, not {value!r}$"):
            call()


@pytest.mark.parametrize(
    ("times", "value", "winner"),
    [
        (2, "draw", None),
        (4, "draw", None),
        (4, "win", Side.WHITE),
        (3, "loss", Side.BLACK),
        (3, "white", Side.WHITE),
        (2, "black", Side.BLACK),
    ],
)
def test_a_table_of_results_says_what_repetitions_mean(times: int, value: Any, winner: Side | None) -> None:
    results = mechanics.Results(times=times, repetition=value)
    bare = {"minor": "", "bound": ""}
    definition = chess.variant().but(title="Often", summary="Often.", mechanics=[results], rules=bare)
    position = Variant("often", definition, {}, "often").start()
    for _ in range(times - 1):
        assert position.result is None
        position = after(position, "g1-f3 g8-f6 f3-g1 f6-g8")
    assert position.result == Result(winner, "repetition")


@pytest.mark.parametrize(
    ("white", "winner"), [("2KR4", Side.WHITE), ("2K5", Side.BLACK), ("2Kn4", Side.BLACK)]
)
def test_a_castling_that_wins_left_a_rook_beside_the_king(white: str, winner: Side) -> None:
    position = fairyring.load("castle").position(f"r3k3/8/8/8/8/8/8/{white} b q - 0 1")
    assert position.result == Result(winner, "castling")


@pytest.mark.alone
def test_perpetual_check_loses() -> None:
    xiangqi = fairyring.load("xiangqi")
    checks = "a10-a9 e9-e10 a9-a10 e10-e9"
    begun = after(xiangqi.position("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"), "a2-a10 e10-e9")
    assert after(begun, checks).result is None
    chased = after(begun, f"{checks} a10-a9 e9-e10 a9-a10")
    assert chased.result == Result(Side.BLACK, "perpetual check")
    assert fairyring.search(after(begun, f"{checks} a10-a9 e9-e10"), depth=3).move.text != "a9-a10"
    quiet = after(begun, "a10-a7 e9-e10 a7-a8 e10-e9 a8-a7 e9-e10 a7-a8 e10-e9 a8-a7 e9-e10 a7-a8")
    assert quiet.result == Result(None, "threefold repetition")


@pytest.mark.parametrize(
    ("game", "reason", "winner", "mover", "words"),
    [
        ("chess", "stalemate", None, Side.WHITE, "Draw by stalemate"),
        ("shatranj", "stalemate", Side.WHITE, Side.BLACK, "White wins by stalemate"),
        ("amazons", "stalemate", Side.WHITE, Side.BLACK, "White wins by leaving Black without a legal move"),
        ("antichess", "stalemate", Side.BLACK, Side.BLACK, "Black wins by having no legal move"),
        ("suicide", "stalemate", Side.BLACK, Side.WHITE, "Black wins by stalemate with fewer pieces"),
        ("antichess", "no pieces", Side.WHITE, Side.WHITE, "White wins by losing the last piece"),
        ("horde", "no pieces", Side.BLACK, Side.WHITE, "Black wins by the capture of the last piece"),
        ("duck", "extinction", Side.WHITE, Side.BLACK, "White wins by the capture of the king"),
        ("kinglet", "extinction", Side.WHITE, Side.BLACK, "White wins by the capture of the last pawn"),
        ("threekings", "extinction", Side.WHITE, Side.BLACK, "White wins by the capture of one king"),
        ("losers", "extinction", Side.WHITE, Side.BLACK, "White wins by having so few pieces left"),
        ("codrus", "extinction", Side.WHITE, Side.BLACK, "White wins by losing the king"),
        ("ataxx", "points", Side.WHITE, Side.BLACK, "White wins on points"),
        ("xiangqi", "perpetual check", Side.WHITE, Side.BLACK, "White wins by Black's perpetual check"),
    ],
)
def test_an_end_is_told_as_players_of_the_game_would(
    game: str, reason: str, winner: Side | None, mover: Side, words: str
) -> None:
    how = fairyring.load(game).rules.ended(reason, winner, mover)
    assert Result(winner, reason, how=how).message == words


def test_a_position_that_has_ended_says_how_in_the_words_of_its_game() -> None:
    blocked = fairyring.load("antichess").position("8/8/8/8/8/p7/P7/8 w - - 0 1").result
    assert blocked is not None
    assert blocked.message == "White wins by having no legal move"
