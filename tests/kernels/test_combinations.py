"""Mechanics of one game together: what each says where another one acts, and which refuse each other."""

from __future__ import annotations

from typing import Any

import pytest

import fairyring
from fairyring.board import Side, grid
from fairyring.kernels.orthodox.rules import castling
from fairyring.mechanics import (
    BareKing,
    CastlingWins,
    CheckCount,
    Connection,
    Duck,
    EdgeWalls,
    Explosion,
    Extinction,
    FacingKings,
    FirstLeaps,
    Flips,
    Gating,
    Goal,
    Hands,
    Immunity,
    InARow,
    InPlace,
    Mechanic,
    MustCapture,
    NoChecks,
    NoEscape,
    Pass,
    PerpetualCheck,
    Promotions,
    Results,
    Royals,
    Setup,
    SeveralMoves,
    Shak,
    StartHands,
    Stone,
    Trail,
    Walls,
)
from fairyring.pieces import Piece, betza
from fairyring.variants import chess, makruk
from tests.oracle.composed.explosion import Explosion as TheirExplosion

pytestmark = pytest.mark.kernel

GAPS = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"
BARE = "8/pppppppp/8/8/8/8/PPPPPPPP/8"
USUAL = {piece.letter: piece for piece in chess.variant().rules.pieces}


def made(*mechanics: Mechanic, of: Any = chess, array: str = "", **rules: Any) -> fairyring.Variant:
    """A game with these mechanics."""
    definition = of.variant().but(
        title="Other", summary="Other.", mechanics=mechanics, array=array, rules=rules
    )
    return fairyring.Variant("other", definition, {}, "other")


def texts(position: fairyring.Position) -> list[str]:
    """The legal moves; no two have one text."""
    found = [move.text for move in position.legal_moves()]
    assert len(set(found)) == len(found)
    return found


# ---- players who pass ----


@pytest.mark.alone
def test_a_pass_leaves_the_castling_rights() -> None:
    """As in Fairy-Stockfish: the king that stays has not moved."""
    position = made(Pass()).position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").play("e1-e1")
    assert str(position) == "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 1 1"
    assert "e1-g1" in texts(position.play("a8-b8"))


@pytest.mark.alone
def test_a_king_that_has_passed_may_still_leap() -> None:
    leaping = made(Pass(), FirstLeaps({"K": "mN"}), array=GAPS)
    position = leaping.start().play("e1-e1").play("a7-a6")
    assert "e1-d3" in texts(position)


@pytest.mark.alone
def test_nothing_comes_in_with_a_pass() -> None:
    start = made(Pass(), Gating("N")).start()
    (pass_,) = (move for move in start.legal_moves() if move.text.startswith("e1-"))
    assert (pass_.text, pass_.choices) == ("e1-e1", ("pass",))
    assert str(start.play(pass_)).split(" ")[2] == str(start).split(" ")[2]


@pytest.mark.alone
def test_a_move_between_two_passes_lets_the_game_go_on() -> None:
    start = made(Pass(), SeveralMoves(), array=GAPS).start()
    position = start.play("e1-e1").play("a7-a6").play("e8-e8")
    assert position.result is None
    assert str(position.play("e1-e1").result) == "draw: passes"
    assert str(start.play("e1-e1").play("e8-e8").result) == "draw: passes"


# ---- several moves a turn ----


def test_a_row_made_by_the_first_move_of_a_turn_wins() -> None:
    rows = made(SeveralMoves(), InARow(3, along="R"))
    position = rows.position("4k3/1p6/8/8/8/RR5R/8/4K3 w - - 2 0 2").play("h3-c3")
    assert str(position.result) == "white wins: in a row"
    lost = made(SeveralMoves(), InARow(3, along="R", wins=False))
    position = lost.position("4k3/1p6/8/8/8/RR5R/8/4K3 w - - 2 0 2").play("h3-c3")
    assert str(position.result) == "black wins: in a row"


def test_a_goal_that_is_filled_by_the_first_move_of_a_turn_wins() -> None:
    filled = made(SeveralMoves(), Goal(["d4", "e4"], piece="N", number=2, blocked=True))
    position = filled.position("4k3/8/8/8/3p4/8/3N4/4K3 w - - 2 0 2").play("d2-e4")
    assert str(position.result) == "white wins: goal"


@pytest.mark.alone
def test_a_connection_made_by_the_first_move_of_a_turn_wins() -> None:
    connected = made(SeveralMoves(), Connection(["a1"], ["a3"]))
    position = connected.position("4k3/8/8/8/8/R7/R7/1R2K3 w - - 2 0 2").play("b1-a1")
    assert str(position.result) == "white wins: connection"


# ---- pieces in hand ----


def test_no_wall_is_put_before_the_pieces_are_set_up() -> None:
    start = made(Setup("RN"), EdgeWalls(), array=GAPS).start()
    assert {text[0] for text in texts(start)} == {"R", "N"}


def test_other_pieces_are_dropped_where_those_that_come_first_cannot_be() -> None:
    pawns_first = made(Hands(at_once="P"))
    nowhere = (
        "4k3/" + "/".join(["nnnnnnnn", *["PPPPPPPP"] * 5]) + "/4K3"
    )  # pawns are dropped on other ranks alone
    position = pawns_first.position(f"{nowhere}[RP] w - - 0 1")
    assert {text[0] for text in texts(position) if "@" in text} == {"R"}
    position = pawns_first.position("4k3/8/8/8/8/8/8/4K3[RP] w - - 0 1")
    assert {text[0] for text in texts(position)} == {"P"}


def test_a_king_with_pieces_in_hand_is_not_alone() -> None:
    counted = made(Hands(), of=makruk)
    for held, limit in (("", "32"), ("[n]", "128"), ("[p]", "-")):
        position = counted.position(f"4k3/8/8/8/8/8/R7/4K3{held or '[]'} w - - 0 1")
        assert str(position.play("a2-a3")).split(" ")[3] == limit, held


@pytest.mark.alone
def test_a_count_goes_on_when_the_lone_king_captures() -> None:
    """As in Fairy-Stockfish; and the rules page does not say otherwise."""
    game = fairyring.load("makruk")
    after = game.position("8/8/8/4k3/4N3/8/8/R3K3 b - 32 20 10").play("e5-e4")
    assert str(after) == "8/8/8/8/4k3/8/8/R3K3 w - 32 21 11"
    told = [str(text) for topic in game.rules.topics({}) for text in topic.paragraphs]
    words = [text for text in told if "king is alone" in text]
    assert words
    assert not any("captures" in text for text in words)


@pytest.mark.alone
def test_a_pawn_that_explodes_with_its_capture_begins_no_count_in_place_of_the_king() -> None:
    counted = made(Explosion(), of=makruk, minor="", bound="")
    after = counted.position("r3k3/8/8/8/2n5/1P6/8/4K3 w - - 0 1").play("b3-c4")
    assert str(after) == "r3k3/8/8/8/8/8/8/4K3 b - - 0 1"
    assert str(after.play("a8-a7")) == "4k3/r7/8/8/8/8/8/4K3 w - 32 6 2"


def test_what_may_still_come_in_counts_as_a_piece() -> None:
    alone = "4k3/8/8/8/8/8/8/1N2K3[n] w - - 0 1"
    extinct = made(Gating("N"), Extinction("N"), minor="", bound="")
    assert extinct.position(alone).result is None
    assert str(extinct.position(alone.replace("[n]", "[]")).result).startswith("white wins")


@pytest.mark.alone
def test_a_dropped_piece_shoots_as_its_side_moves() -> None:
    shooting = made(Hands(), Walls(shot=True), minor="", bound="")
    for side, ahead, behind in (("w", "e6", "e4"), ("b", "e4", "e6")):
        found = texts(shooting.position(f"4k3/8/8/8/8/8/8/4K3[Pp] {side} - - 0 1"))
        assert f"P@e5,{ahead}" in found
        assert f"P@e5,{behind}" not in found


@pytest.mark.alone
@pytest.mark.parametrize("mechanic", [Hands(), StartHands("Q"), Gating("Q")])
def test_kings_with_a_queen_in_hand_do_not_draw(mechanic: Mechanic) -> None:
    array = "rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/RN2K2R"
    game = made(mechanic, array=array)
    for held, reason in (("Q", None), ("", "insufficient material")):
        result = game.position(f"4k3/8/8/8/8/8/8/4K3[{held}] w - - 0 1").result
        assert (result and result.reason) == reason


@pytest.mark.alone
@pytest.mark.parametrize(
    ("mechanic", "reason"),
    [
        (CheckCount(3), None),
        (Goal(["e4"]), None),
        (Walls(), None),
        (Results(stalemate="loss"), None),
        (Promotions({"P": ("Q",)}), "insufficient material"),
    ],
)
def test_a_knight_draws_only_where_nothing_is_won_with_it(mechanic: Mechanic, reason: str | None) -> None:
    game = made(mechanic)
    start = str(game.start()).split(" ")
    result = game.position(" ".join(["4k3/8/8/8/8/8/8/4KN2", "w", "-", *start[3:]])).result
    assert (result and result.reason) == reason
    page = " ".join(text for topic in game.rules.topics({}) for text in topic.paragraphs)
    assert ("when only a lone" in page) == bool(reason)


# ---- pieces that have not moved ----


def test_an_array_may_have_gaps_on_the_first_rank() -> None:
    assert str(made(Gating("N"), array=GAPS).start()) == f"{GAPS}[Nn] w KQkq - 0 1"
    set_up = made(Setup("KQRRBBNN"), FirstLeaps({"K": "mN"}), array=BARE).start()
    assert str(set_up) == f"{BARE}[KQRRBBNNkqrrbbnn] w - - 0 1"


def test_a_king_may_castle_and_leap_and_may_lose_the_leap_alone() -> None:
    both = made(FirstLeaps({"K": "mN"}, aimed="R"), array=GAPS)
    assert str(both.start()).split(" ")[2] == "KQEkqe"
    aimed = both.position("4k3/4p3/8/r7/8/8/4P3/R3K2R b KQE - 0 1").play("a5-e5")
    assert str(aimed).split(" ")[2] == "KQ"
    assert both.position(str(aimed)) == aimed
    assert "e1-d3" not in texts(aimed)
    assert "e1-g1" in texts(aimed)


def test_a_leap_to_where_the_piece_goes_anyway_is_one_move() -> None:
    leaping = made(FirstLeaps({"R": "mfD", "K": "msD"}), array=GAPS)
    assert "a1-a3" in texts(leaping.start())
    moves = texts(leaping.position("4k3/8/8/8/8/8/8/R3K2R w KQAEH - 0 1"))
    assert {"a1-a3", "e1-g1", "e1-h1", "e1-c1", "e1-a1"} <= set(moves)


@pytest.mark.alone
def test_a_leap_to_where_the_piece_hops_anyway_is_one_move() -> None:
    hoppers = (*(piece for piece in USUAL.values() if piece.letter != "R"), Piece("R", "cannon", "mRpR"))
    leaping = made(FirstLeaps({"R": "mfD"}), pieces=hoppers, array=GAPS, castlings=())
    position = leaping.start()
    assert "a1-a3" in texts(position)
    assert fairyring.perft(position, 1) == len(texts(position))


def test_a_castling_is_written_onto_the_rook_where_the_king_goes_there_anyway() -> None:
    king = Piece("K", "king", betza("KmD"), royal=True)
    far = made(pieces=(*(piece for piece in USUAL.values() if piece.letter != "K"), king))
    position = far.position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert {"e1-g1", "e1-h1", "e1-c1", "e1-a1"} <= set(texts(position))
    assert str(position.play("e1-h1")).startswith("4k3/8/8/8/8/8/8/R4RK1 ")


def test_nothing_comes_in_where_a_castling_king_or_rook_has_gone() -> None:
    board = grid(8, 8)
    castles = castling(board, Side.WHITE, "K", king=("f1", "h1"), rook=("h1", "g1"))
    start = made(Gating("N"), array="4k3/8/8/8/8/8/8/5K1R", castlings=(castles,)).start()
    castled = [move for move in start.legal_moves() if move.text.startswith("f1-h1")]
    assert [move.text for move in castled] == ["f1-h1", "f1-h1/N"]
    assert str(start.play("f1-h1/N")).startswith("4k3/8/8/8/8/8/8/5NRK[n] ")


@pytest.mark.alone
def test_no_piece_comes_in_as_a_hurdle_before_its_own_king() -> None:
    hoppers = (*(piece for piece in USUAL.values() if piece.letter != "Q"), Piece("Q", "grasshopper", "gQ"))
    hopping = made(Gating("N"), pieces=hoppers, array="1n2k3/8/8/8/8/8/8/1N2K3", castlings=())
    position = hopping.position("1n2k3/8/8/8/8/8/8/KNq5[Nn] w Bb - 0 1")
    assert set(texts(position)) == {"b1-a3", "b1-c3", "b1-d2", "a1-a2", "a1-b2"}
    assert fairyring.perft(position, 1) == 5


@pytest.mark.alone
def test_no_royal_piece_comes_in_where_it_is_attacked() -> None:
    array = "1n2k3/8/8/8/8/8/8/1N2K3"
    royal = made(Gating("Q"), Royals("Q", most=1), array=array, castlings=(), minor="", bound="")
    position = royal.position("1r2k3/8/8/8/8/8/8/1N2K3[Qq] w B - 0 1")
    found = texts(position)
    assert {"b1-a3", "b1-c3"} <= set(found)
    assert "e1-e2" in found
    assert not any("/Q" in text for text in found)
    assert fairyring.perft(position, 1) == len(found)
    assert "b1-a3/Q" in texts(royal.position("2r1k3/8/8/8/8/8/8/1N2K3[Qq] w B - 0 1"))


@pytest.mark.alone
def test_no_wall_is_put_as_a_hurdle_before_its_own_king() -> None:
    hoppers = (*(piece for piece in USUAL.values() if piece.letter != "Q"), Piece("Q", "cannon", "mRcpR"))
    walled = made(EdgeWalls(), pieces=hoppers, array=GAPS, castlings=(), minor="", bound="")
    found = texts(walled.position("4k3/8/8/8/8/8/8/q3K3 w - - 0 1"))
    assert "*@f1" in found
    assert {"*@b1", "*@c1", "*@d1"}.isdisjoint(found)


# ---- kings that touch, where captures explode ----


@pytest.mark.alone
def test_a_king_that_touches_the_other_gives_no_check() -> None:
    quiet = made(NoChecks(), Explosion(), minor="", bound="")
    assert "e2-d3" in texts(quiet.position("8/8/8/8/3K4/8/4k3/8 b - - 0 1"))


@pytest.mark.alone
def test_a_king_that_touches_the_other_is_free_to_go() -> None:
    bound = made(NoEscape(), Explosion(), minor="", bound="")
    assert "d4-e4" in texts(bound.position("3r4/8/8/4k3/3K4/8/8/8 w - - 0 1"))
    assert "d4-e4" not in texts(bound.position("3r4/8/5k2/8/3K4/8/8/8 w - - 0 1"))


def test_a_king_that_touches_the_other_is_attacked_on_its_goal() -> None:
    safe = made(Explosion(), Goal(["d4"], safe=True), minor="", bound="")
    assert safe.position("8/8/8/4k3/2K5/8/8/8 w - - 0 1").play("c4-d4").result is None
    assert str(safe.position("8/8/8/6k1/2K5/8/8/8 w - - 0 1").play("c4-d4").result) == "white wins: goal"


# ---- checks, where every move is made to be judged ----


def test_no_king_leaps_in_check_where_there_are_trails() -> None:
    leaping = made(FirstLeaps({"K": "mN"}), Trail(), array=GAPS)
    assert "e1-d3" in texts(leaping.position("4k3/8/8/8/8/8/r7/4K3 w E - 0 1"))
    assert "e1-d3" not in texts(leaping.position("4k3/8/8/8/8/8/8/r3K3 w E - 0 1"))


def test_no_wall_is_put_in_place_of_a_move_while_a_royal_piece_is_attacked() -> None:
    walled = made(Royals("Q"), EdgeWalls())
    assert "*@a4" in texts(walled.position("1r2k3/8/8/8/8/8/8/Q3K3 w - - 0 1"))
    assert not any("*" in text for text in texts(walled.position("r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1")))


# ---- captures ----


def test_a_pawn_that_promotes_where_it_stands_captures_nothing() -> None:
    bound = made(InPlace("N", ["a4"], ["a5"]), MustCapture())
    moves = texts(bound.position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
    assert {"e2-e2=N", "e2-e4", "e1-d1"} <= set(moves)


def test_pawns_that_are_immune_to_each_other_are_so_en_passant() -> None:
    position = made(Immunity("P")).position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert "e5-d6" not in texts(position)
    assert "e5-d6" in texts(made(Immunity("N")).position(str(position)))


def test_a_piece_that_must_promote_does_so_when_it_leaves_the_last_ranks() -> None:
    to = {"R": ("Q",), "N": ("B",)}
    position = made(Promotions(to, ranks=2, leaving=True, optional=True, forced="R")).position(
        "4k3/R7/8/8/8/8/8/4K3 w - - 0 1"
    )
    assert {"a7-a6=Q", "a7-b7=Q"} <= set(texts(position))
    assert all(text.endswith("=Q") for text in texts(position) if text.startswith("a7"))
    knight = position.variant.position("4k3/N7/8/8/8/8/8/4K3 w - - 0 1")
    assert {"a7-b5", "a7-b5=B", "a7-c8", "a7-c8=B"} <= set(texts(knight))


# ---- pieces that change sides ----


@pytest.mark.alone
def test_a_wall_turns_no_pieces_and_is_chosen_by_its_square() -> None:
    definition = fairyring.load("ataxx").definition.but(
        title="Other", summary="Other.", mechanics=[EdgeWalls()]
    )
    walled = fairyring.Variant("other", definition, {}, "other")
    position = walled.position("7/7/7/7/7/Pp5/7 w - - 0 1")
    (wall,) = (move for move in position.legal_moves() if move.text == "*@b1")
    assert wall.choices == ("b1",)
    assert str(position.play(wall)) == "7/7/7/7/7/Pp5/1*5 b - - 0 1"


@pytest.mark.alone
@pytest.mark.parametrize(
    ("mechanic", "after"), [(Explosion(), "8/8/8/4p3/8/8/8/8"), (Stone("R"), "8/8/8/3*p3/8/8/8/8")]
)
def test_a_piece_that_is_gone_turns_no_others(mechanic: Mechanic, after: str) -> None:
    pieces = tuple(piece for piece in USUAL.values() if not piece.royal)
    turning = made(
        Flips(), mechanic, pieces=pieces, castlings=(), array=GAPS.replace("k", "q").replace("K", "Q")
    )
    position = turning.position("8/8/8/3pp3/8/8/8/3R4 w - - 0 1").play("d1-d5")
    assert str(position).split(" ")[0] == after


# ---- what does not go together ----


@pytest.mark.parametrize(
    ("mechanics", "sentence"),
    [
        ([Gating("N"), Duck()], "duck and gating cannot be combined, because a move has one further choice"),
        ([Walls(), Gating("N")], "walls and gating cannot be combined, because a move has one further"),
        (
            [Gating("N"), FirstLeaps({"K": "mN"})],
            "gating and first leaps cannot be combined, because a position says once which pieces",
        ),
        (
            [NoChecks(), Gating("N")],
            "gating and no checks cannot be combined, because checks are forbidden before the move is",
        ),
        ([Shak("R"), Results(checkmate="draw")], "shak: it says what a checkmate is, and so do results"),
        ([SeveralMoves(), BareKing()], "bare king and several moves a turn cannot be combined, because"),
        (
            [PerpetualCheck(), SeveralMoves()],
            "perpetual check and several moves a turn cannot be combined, because nothing says whether each",
        ),
        (
            [SeveralMoves(), Goal(["e8"], black=["e1"], reply=True)],
            "goals: the other side has one more move, and where a turn has several moves, nothing says",
        ),
        (
            [Goal(["e4"], piece="KN", safe=True), FacingKings()],
            "facing kings and goals with safe cannot be combined, because a king would count as attacking",
        ),
        (
            [Setup("KQRRBBNN"), CastlingWins("Qq")],
            "setup and castling wins cannot be combined, because",
        ),
    ],
)
def test_mechanics_that_refuse_each_other(mechanics: list[Mechanic], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        made(*mechanics)


def test_turns_of_several_moves_are_not_counted() -> None:
    sentence = "counting and several moves a turn cannot be combined, because nothing says whether the moves"
    with pytest.raises(ValueError, match=sentence):
        made(SeveralMoves(), of=makruk)


def test_a_pawn_has_one_way_to_become_a_piece() -> None:
    guard = Piece("G", "guard", "K")
    sentence = "promotion in place: a pawn that moves from a7 to a8 becomes a guard by its own promotion, too"
    in_place, pieces = InPlace("G", ["a4"], ["a5"]), (*USUAL.values(), guard)
    with pytest.raises(ValueError, match=sentence):
        made(in_place, pieces=pieces, promotions="QG")
    with pytest.raises(ValueError, match=sentence):
        made(in_place, Promotions({"P": ("Q", "G")}), pieces=pieces)
    made(in_place, pieces=pieces)


def test_shak_sees_no_checks_over_hurdles() -> None:
    cannon = Piece("C", "cannon", "mRcpR")
    with pytest.raises(ValueError, match="shak: the cannon hops over hurdles, and only checks without any"):
        made(Shak("R"), pieces=(*USUAL.values(), cannon))


def test_a_castling_with_the_letter_of_a_file_is_refused_where_both_are_written() -> None:
    board = grid(12, 8)
    castles = castling(board, Side.WHITE, "K", king=("g1", "i1"), rook=("l1", "h1"))
    array = "6k5/12/12/12/12/12/12/6K4R"
    sentence = "castlings: K is the letter of a file, too, which says in a position whether a piece there"
    with pytest.raises(ValueError, match=sentence):
        made(Gating("N"), array=array, board=board, castlings=(castles,))


@pytest.mark.alone
@pytest.mark.parametrize(
    ("name", "start", "goal", "touching"), [("glinski", "e4", "f7", 6), ("raumschach", "Bc1", "Bd3", 26)]
)
def test_an_explosion_reaches_what_touches_on_hexagons_and_in_space(
    name: str, start: str, goal: str, touching: int
) -> None:
    definition = fairyring.load(name).definition.but(
        title="Other", summary="Other.", mechanics=(Explosion(),)
    )
    variant = fairyring.Variant("other", definition, {}, "other")
    names = variant.board.names
    near = set(TheirExplosion().around(variant.board, goal, Side.WHITE))
    assert len(near) == touching
    seen = set()
    for other in {*names} - {start, goal, names[0], names[-1]}:
        setup = fairyring.Setup(variant)
        setup.clear()
        for site, letter in ((names[0], "K"), (names[-1], "k"), (start, "N"), (goal, "n"), (other, "N")):
            setup.put(site, letter)
        if setup.fault:  # it gives check
            continue
        seen.add(other)
        left = setup.position().play(f"{start}-{goal}").view().tokens
        assert {token.site for token in left} == {names[0], names[-1], other} - near, other
    assert len(near - seen) <= 1


@pytest.mark.parametrize("plies", [4, 100])
def test_a_repetition_counts_before_a_draw_by_lack_of_progress(plies: int) -> None:
    """It is no draw here, and the number of plies changes nothing in that."""
    position = made(Results(plies=plies, times=2, repetition="loss")).start()
    for move in ("g1-f3", "g8-f6", "f3-g1", "f6-g8"):
        assert position.result is None
        position = position.play(move)
    assert str(position.result) == "black wins: repetition"
