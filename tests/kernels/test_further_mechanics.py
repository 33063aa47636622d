"""Castling rules, hands at the start and setups: what they do not go with, and what they are called."""

from dataclasses import replace
from typing import Any, cast

import pytest

import fairyring
from fairyring.board import Side
from fairyring.kernels.orthodox.rules import PAWN, castling, usual_pieces
from fairyring.mechanics import (
    BareKing,
    Bikjang,
    CannonRule,
    CastlingWins,
    DropLimits,
    Explosion,
    Extinction,
    FacingKings,
    Goal,
    Hands,
    Immunity,
    InARow,
    InPlace,
    Mechanic,
    MustCapture,
    NoEscape,
    OppositeCastling,
    Pass,
    Promotions,
    Results,
    Setup,
    Shak,
    StartHands,
    Trail,
)
from fairyring.pieces import Piece
from fairyring.variants import chess

pytestmark = pytest.mark.kernel

NONE: dict[str, Any] = {"castlings": ()}
COMMON = {"pieces": tuple(piece for piece in chess.variant().rules.pieces if not piece.royal)} | NONE
ARRAY = "8/pppppppp/8/8/8/8/PPPPPPPP/8"


@pytest.mark.parametrize(
    ("mechanics", "rules", "sentence"),
    [
        ([OppositeCastling()], NONE, "opposite castling: there are no castlings"),
        ([Bikjang(), Pass(stuck=True)], COMMON, "bikjang: there is no royal piece"),
        ([Bikjang(), Pass(stuck=True)], {}, "bikjang: a player .* but with `stuck` nobody may pass who has"),
        (
            [Bikjang(), Pass(), MustCapture()],
            {},
            "must capture and bikjang cannot be combined, because nothing says whether a player must capture",
        ),
        ([Bikjang(), FacingKings(), Pass()], {}, "facing kings and bikjang cannot .* never do"),
        ([Trail(), Bikjang(), Pass()], {}, "trail and bikjang cannot be combined, because nothing says"),
        ([CastlingWins("X")], {}, "castling wins: there is no castling 'X' on certain squares"),
        ([CastlingWins("KQ")], {}, "castling wins: at most one castling for each side, not two"),
        ([CastlingWins("")], {}, "castling wins: the letter of at least one castling"),
        ([NoEscape()], COMMON, "no escape: there is no royal piece that could be in check"),
        ([Extinction("X")], {}, "extinction: no piece has the letter 'X'"),
        (
            [Extinction(draws=True, wins=True)],
            {},
            "extinction: with draws, all kinds of pieces count together",
        ),
        ([InPlace("X", (), ())], {}, "promotion in place: no piece has the letter 'X'"),
        ([InPlace("Q", (), ())], {}, "promotion in place: the queen can be blocked"),
        ([InPlace("N", ("z9",), ())], {}, "promotion in place: the board has no square 'z9'"),
        ([Shak("")], {}, "shak: a royal piece, and the letter of at least one strong piece"),
        ([Shak("X")], {}, "shak: no piece has the letter 'X'"),
        ([Extinction(most=-1)], {}, "extinction: most must be at least 0, not -1"),
        ([Extinction(against=-1)], {}, "extinction: against must be at least 0, not -1"),
        (
            [Extinction(draws=True, against=2)],
            {},
            "extinction: against is how many pieces the winner must have",
        ),
        ([Hands(at_once="X")], {}, "hands: no piece has the letter 'X'"),
        ([InARow(0)], {}, "in a row: the number of pieces must be at least 2, not 0"),
        ([InARow(3, square=1)], {}, "in a row: the side of a square has 2 pieces or more, not 1"),
        ([InARow(3, square=9)], {}, "in a row: the board has no square of 9 by 9"),
        ([Goal(["e4"], sides=())], {}, "goals: sides says who can win this way: white, black or both"),
        ([Goal(["e4"], blocked=True, safe=True)], {}, "goals: blocked cannot be combined with reply or safe"),
        (
            [Results(stalemate=cast("Any", "lost"))],
            {},
            "results: stalemate is 'win', 'loss' or 'draw' .*, not \"'lost'\"",
        ),
        ([Hands(becomes={"Q": "P"}, keeps=True)], {}, "hands: give keeps or becomes, not both"),
        ([Hands(either=True)], {}, "hands: either needs becomes"),
        (
            [Hands(becomes={"Q": "R"}, either=True, black="Q")],
            {},
            "hands: with either, Q is R in hand, so no hand can begin with Q",
        ),
        ([StartHands("NQ")], {}, "start hands: 'QN', not 'NQ'; the last kinds come first"),
        ([StartHands("K")], {}, "start hands: the king is royal"),
        (
            [DropLimits(never="P")],
            {},
            "drop limits: no piece is ever dropped; add hands, start hands or setup",
        ),
        (
            [Hands(), DropLimits(no_mate="P"), Explosion()],
            {},
            "explosion and drop limits cannot be combined, because whether a drop gives mate is worked out",
        ),
        ([Hands(), DropLimits(no_mate="N"), NoEscape()], {}, "no escape and drop limits cannot be combined"),
        ([Hands(), DropLimits(no_mate="N"), Immunity("N")], {}, "immunity and drop limits cannot be"),
        (
            [Hands(), DropLimits(no_mate="P")],
            {"pieces": (*chess.variant().rules.pieces, Piece("C", "cannon", "mRcpR"))},
            "drop limits: with no_mate, no piece can jump over others",
        ),
        (
            [Results(undone=True)],
            {"pieces": usual_pieces(pawn=(replace(PAWN, movement="mfWxKcfF"),))},
            "results: undone is for pawns that move by themselves, and P jumps over other pieces or moves as",
        ),
        ([StartHands("N"), BareKing()], {}, "bare king and start hands: pieces off the board may come in"),
        ([StartHands("N", ranks=9)], {}, "start hands: the board does not have 9 first ranks"),
        ([StartHands("N"), Hands()], {}, "start hands and hands cannot be combined"),
        ([Setup("KQB", apart="B")], {}, "setup: apart is the letter of a kind that is in hand twice"),
        ([Promotions({"P": ("Q",)}, black={"P": ("X",)})], {}, "promotions: no piece has the letter 'X'"),
    ],
)
def test_what_does_not_fit_is_refused(
    mechanics: list[Mechanic], rules: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        chess.variant().but(title="Other", summary="Other.", mechanics=mechanics, rules=rules)


@pytest.mark.parametrize("mechanics", [(Setup("K"), Explosion()), (Explosion(), Setup("K"))])
def test_explosions_need_kings_on_the_board(mechanics: tuple[Mechanic, ...]) -> None:
    sentence = "explosion and setup cannot be combined while the king is in hand, because"
    with pytest.raises(ValueError, match=sentence):
        chess.variant().but(title="Other", summary="Other.", mechanics=mechanics, array=ARRAY)


def test_a_king_is_on_the_board_or_in_hand() -> None:
    placement = fairyring.load("placement")
    for text, reason in (
        ("8/pppppppp/8/8/8/8/PPPPPPPP/8[Kq] w - - 0 1", "Black needs a king"),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/8[Kk] w - - 0 1", "Black must have one king, not 2"),
    ):
        with pytest.raises(fairyring.PositionError, match=reason):
            placement.position(text)


def test_the_face_of_a_dropped_piece_is_the_last_choice() -> None:
    position = fairyring.load("micro").position("k3/4/4/4/K3[P] w - - 0 1")
    drops = {move.text: (move.choices, move.uci) for move in position.legal_moves() if "@" in move.text}
    assert drops["P@b2"] == (("P@", "b2", "P"), "P@b2")
    assert drops["+P@b2"] == (("P@", "b2", "+P"), "+P@b2")


def test_a_piece_that_turns_back_is_written_so() -> None:
    position = fairyring.load("kyotoshogi").position("k4/5/5/5/K1+L2[] w - - 0 1")
    assert {move.uci for move in position.legal_moves() if move.text == "c1-c2=L"} == {"c1c2-"}


def test_a_wall_in_place_of_a_move_is_chosen_by_its_square() -> None:
    position = fairyring.load("atlantis").start()
    walls = {move.text: move.choices for move in position.legal_moves() if "@" in move.text}
    assert walls["*@a3"] == ("a3",)
    assert len(walls) == 8


def test_a_king_that_need_not_be_safe_castles_out_of_check_but_not_into_it() -> None:
    usual = chess.variant()
    wide = castling(usual.rules.board, Side.WHITE, "Q", king=("e1", "b1"), rook=("a1", "c1"))
    made = usual.but(title="Wide", summary="Wide.", rules={"castlings": (replace(wide, safe=()),)})
    game = fairyring.Variant("wide", made, {}, "wide")
    for rook, legal in (("4r3/8/8/8/8", True), ("8/8/8/8/3r4", True), ("8/8/8/8/1r6", False)):
        position = game.position(f"4k3/8/{rook}/R3K3 w Q - 0 1")
        assert ("e1-b1" in map(str, position.legal_moves())) == legal, rook
        assert fairyring.perft(position, 1) == len(position.legal_moves())
    (told,) = (topic for topic in game.rules.topics({}) if str(topic.title) == "Castling")
    assert "castles to b1 may be in check before" in " ".join(map(str, told.paragraphs))


def test_which_castling_is_opposite_depends_on_where_the_king_is() -> None:
    usual = fairyring.load("chess960").definition
    made = usual.but(title="Opposite", summary="Opposite.", mechanics=[OppositeCastling()])
    game = fairyring.Variant("opposite", made, {}, "opposite")
    position = game.position("rk2r3/4p3/8/8/8/8/8/RK2R3 w EAea - 0 1")
    assert str(position.play("b1-a1")).split(" ")[2] == "e"
    assert str(position.play("b1-e1")).split(" ")[2] == "a"


def made(*mechanics: Mechanic, **rules: Any) -> fairyring.Variant:
    """Chess with these mechanics."""
    definition = chess.variant().but(title="Other", summary="Other.", mechanics=mechanics, rules=rules)
    return fairyring.Variant("other", definition, {}, "other")


@pytest.mark.alone
def test_a_pawn_that_becomes_a_cannon_is_no_hurdle_for_one() -> None:
    pieces = (*(piece for piece in chess.variant().rules.pieces if piece.letter != "R"),)
    cannons = made(CannonRule("R"), pieces=(*pieces, Piece("R", "cannon", "pR")), castlings=())
    moves = set(map(str, cannons.position("K6r/3P4/8/8/8/8/8/4k3 w - - 0 1").legal_moves()))
    assert "d7-d8=R" in moves
    assert {"d7-d8=Q", "d7-d8=N"}.isdisjoint(moves)


@pytest.mark.alone
def test_kings_are_parted_by_what_a_move_leads_to() -> None:
    facing = made(Bikjang(), Pass(), Explosion(), minor="", bound="")
    moves = set(map(str, facing.position("3nk3/8/8/8/8/8/8/3RK3 w - - 0 1").legal_moves()))
    assert {"d1-d8", "e1-e1", "e1-f2"} <= moves
    assert "d1-d7" not in moves


def test_castlings_that_win_are_decided_by_the_board() -> None:
    castle = fairyring.load("castle")
    text = "r3k3/p3p3/8/8/8/8/P3P3/R3K3 w Qq - 0 1"
    after = castle.position(text).play("e1-c1")
    assert str(after.result) == str(castle.position(str(after)).result)
    assert after.result is not None
    assert after.result.reason == "castling"
    assert str(after.result.winner) == "white"
    lost = castle.position(text).play("e1-d1").result
    assert lost is not None
    assert str(lost.winner) == "black"


def test_in_double_check_no_king_captures_where_it_may_not_step_out_of_check() -> None:
    alone, both = "4k3/8/8/8/8/8/2m5/3K4 w - - 0 1", "3rk3/8/8/8/8/8/2m5/3K4 w - - 0 1"
    makpong = fairyring.load("makpong")
    assert [str(move) for move in makpong.position(alone).legal_moves()] == ["d1-c2"]
    assert makpong.position(both).legal_moves() == []


def test_nothing_is_captured_en_passant_where_the_second_move_goes_to_the_crossed_square() -> None:
    position = fairyring.load("marseillais").position("4k3/8/8/8/3p4/8/4P3/2B1K3 w - - 2 0 2")
    position = position.play("e2-e4").play("c1-e3")
    assert [str(move) for move in position.legal_moves()].count("d4-e3") == 1
    assert str(position.play("d4-e3")).startswith("4k3/8/8/8/4P3/4p3/8/4K3 ")


def test_no_mate_is_given_by_dropping_a_pawn() -> None:
    position = fairyring.load("shogi").position("7nk/9/8G/9/9/9/9/9/4K4[GP] w - - 0 1")
    drops = {str(move) for move in position.legal_moves()}
    assert "G@i8" in drops
    assert "P@i8" not in drops
