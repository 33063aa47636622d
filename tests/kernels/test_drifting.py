"""The drifting kernel by itself: the source's examples, moves and pieces in words, the parts of a turn."""

import random

import pytest

import fairyring
from fairyring import AmbiguousMoveError
from fairyring.kernels.rules import Momentum
from tests import lanes

pytestmark = pytest.mark.kernel


def board(**pieces: str) -> str:
    """A placement of Minigolf Chess with kings out of the way: ``a1_e7="P{0,1#1}"``."""
    placed = {"a1.a1": "K", "a2.h8": "k"} | {site.replace("_", "."): piece for site, piece in pieces.items()}
    ranks = []
    for half in ("a2", "a1"):
        for rank in range(8, 0, -1):
            row = [placed.get(f"{half}.{file}{rank}", "") for file in "abcdefgh"]
            text = "".join(piece or "." for piece in row)
            for run in range(8, 0, -1):
                text = text.replace("." * run, str(run))
            ranks.append(text)
    return "/".join(ranks)


def course_of(piece: str, start: str, plies: int) -> list[str]:
    """Where a lone white piece in motion goes while kings step back and forth, as the source writes it."""
    position = fairyring.load("minigolf").position(f"{board(**{start.replace('.', '_'): piece})} w - - 0 1")
    drifts = []
    for ply in range(2 * plies):
        if ply % 2 == 0:
            (drift,) = [event for event in position.course() if event.what == "drift"]
            drifts.append(f"{drift.sites[0]}-{drift.sites[-1]}")
        step = [("a1.a1", "a1.a2"), ("a2.h8", "a2.h7")][ply % 2]
        origin, to = step if ply % 4 < 2 else step[::-1]
        position = position.play(f"{origin}-{to}")
    return drifts


@pytest.mark.parametrize(
    ("piece", "start", "expected"),
    [
        # The source begins a turn before the piece comes to the spinner, when it is in motion already.
        ("P{0,1#1}", "a1.e7", "a1.e7-a1.e8 a1.d8-a1.e8 a1.d8-a1.d7"),
        ("P{0,1#1}", "a1.d7", "a1.d7-a1.d8 a2.d1-a2.e1 a1.e8-a1.e7"),
        (
            "P{0,2#1}",
            "a1.e6",
            "a1.e6-a1.e8 a1.d8-a1.f8 a1.f8-a1.h8 a1.h8-a1.f8 a1.f8-a1.d8 a2.d1-a2.d3",  # the erratum
        ),
        (
            "P{0,2#1}",
            "a1.d6",
            "a1.d6-a1.d8 a2.d1-a2.f1 a2.f1-a2.h1 a2.h1-a2.f1 a2.f1-a2.d1 a2.e1-a2.e3",  # and again
        ),
        ("B{-1,1#1}", "a1.e7", "a1.e7-a1.d8 a2.d1-a2.e2"),
    ],
)
def test_the_sources_examples(piece: str, start: str, expected: str) -> None:
    assert course_of(piece, start, len(expected.split())) == expected.split()


def test_two_momenta_for_one_goal_are_two_turns() -> None:
    # Black's cushion on file h is the border line: from f a rook comes to h by two steps and by three.
    position = fairyring.load("minigolf").position(f"{board(a1_f4='r')} b - - 0 1")
    both = {m.text for m in position.legal_moves() if m.text.startswith("a1.f4-a1.h4")}
    assert both == {"a1.f4-a1.h4~2,0", "a1.f4-a1.h4~-3,0"}
    with pytest.raises(AmbiguousMoveError) as caught:
        position.play("a1.f4-a1.h4")
    assert set(caught.value.meanings) == both
    after = position.play("a1.f4-a1.h4~-3,0")
    assert "r{-3,0#1}" in str(after)
    assert set(position.choices(("a1.f4", "a1.h4"))) == {"~2,0", "~-3,0"}


def test_a_pawn_on_its_left_file_captures_straight_ahead() -> None:
    position = fairyring.load("minigolf").position(f"{board(a1_a4='P', a1_a5='p')} w - - 0 1")
    assert "P{1,1#1}" in str(position.play("a1.a4-a1.a5"))


def test_a_pawn_can_jump_past_its_promotion() -> None:
    text = board(a2_c7="P{0,2#1}", a1_a1="K")
    position = fairyring.load("minigolf").position(f"{text} w - - 0 1").play("a1.a1-a1.a2")
    assert str(position).split(" ", maxsplit=1)[0].split("/")[-1] == "2P{0,2#1}5"
    position = position.play("a2.h8-a2.h7").play("stop@a1.c1").play("a2.h7-a2.h8")
    assert {m.text for m in position.legal_moves() if m.choices[0] == "a1.c1"} == {"a1.c1-a1.c2"}


def test_a_pawn_that_drifts_to_its_far_rank_becomes_the_best_of_its_army() -> None:
    text = board(a2_c7="P{0,1#1}")
    position = fairyring.load("minigolf").position(f"{text} w - - 0 1")
    (event,) = position.course()
    assert (event.what, event.becomes, event.momentum) == ("drift", "Q", None)
    after = position.play("a1.a1-a1.a2")
    assert str(after).startswith("2Q4k/")
    assert after.clock == 0


def test_a_token_in_motion_has_its_momentum_besides_its_name() -> None:
    position = fairyring.load("momentum").start().play("g1-f3")
    token = next(token for token in position.view().tokens if token.site == "f3")
    assert token.name == "white knight"
    assert token.momentum == Momentum(-1, 2, 1)
    assert all(token.momentum is None for token in position.view().tokens if token.site != "f3")


def test_a_stop_is_a_turn() -> None:
    position = fairyring.load("momentum").start().play("e2-e4").play("a7-a6")
    (move,) = [move for move in position.legal_moves() if move.choices[0] == "e4"]
    assert (move.text, move.choices) == ("stop@e4", ("e4", "stop"))
    assert [event.what for event in position.course(move)] == ["stop"]
    assert "P{" not in str(position.play(move))


def test_the_course_of_a_turn_with_its_bounce_and_its_wrap() -> None:
    text = board(a1_g4="B{2,2#1}", a2_g8="F{0,2#2}")
    position = fairyring.load("minigolf").position(f"{text} w - - 0 1")
    move, bishop, ferz = position.course("a1.a1-a1.b1")
    assert move.sites == ("a1.a1", "a1.b1")
    # Past file h the cushion runs through its middle: there the line turns.
    assert bishop.sites == ("a1.g4", "a1.h5", "a1.g6")
    assert bishop.legs == (((6.0, 3.0), (7.0, 4.0), (6.0, 5.0)),)
    assert bishop.momentum == Momentum(-2, 2, 1)
    # Beyond the far rank it comes on again at White's first.
    assert ferz.sites == ("a2.g8", "a1.g2")
    assert ferz.legs == (((6.0, 15.0), (6.0, 15.5)), ((6.0, -0.5), (6.0, 1.0)))


def test_the_spin_comes_last_in_a_turn_of_blacks() -> None:
    position = fairyring.load("carousel").start()
    assert [event.what for event in position.course("d2-d4")] == ["move"]
    events = position.play("d2-d4").course("a7-a6")
    assert [(event.what, event.sites) for event in events][-1] == ("spin", ("d4", "d5", "e5", "e4"))


@pytest.mark.parametrize(
    ("name", "pieces", "turn", "told"),
    [
        ("momentum", "4k3/8/8/8/8/2p5/1P{1,1#2}1R{0,3#1}4/6K1 w - - 0 1", "g1-g2", ("d2-d5", "b2xc3")),
        ("momentum", "4k3/P{0,1#1}7/8/8/8/3p4/3R{0,3#2}4/6K1 w - - 0 1", "g1-g2", ("a7-a8=Q", "stop@d2")),
        ("momentum", "4k3/8/8/8/8/8/3R{0,3#1}4/6K1 w - - 0 1", "stop@d2", ()),
        # A bounce in place: past file a the cushion 00 is the border line.
        ("minigolf", f"4k3/{'8/' * 13}P{{-1,0#1}}7/4K3 w - - 0 1", "a1.e1-a1.e2", ("a1.a2-a1.a2",)),
    ],
)
def test_what_happens_by_itself_in_words(name: str, pieces: str, turn: str, told: tuple[str, ...]) -> None:
    assert fairyring.load(name).position(pieces).aftermath(turn) == told


def test_games_that_cannot_be_built() -> None:
    from fairyring.board import Board, Chart, grid, shared_ring
    from fairyring.kernels.drifting.motion import Mechanics, Spinner
    from fairyring.kernels.drifting.rules import Drifting
    from fairyring.kernels.orthodox.rules import usual_castlings, usual_pieces
    from fairyring.pieces import Piece

    king, cannon = Piece("K", "king", "K", royal=True), Piece("C", "cannon", "cpR")
    with pytest.raises(ValueError, match="at most 256 sites"):
        Mechanics(grid(17, 17), (king,))
    with pytest.raises(ValueError, match="a movement of type Hop gives is not defined"):
        _ = Mechanics(grid(4, 4), (king, cannon)).possible
    with pytest.raises(ValueError, match="with squares on the backs of others"):
        Mechanics(fairyring.load("mini-meta").board, (king,))
    with pytest.raises(ValueError, match="a1 is twice on one chart"):
        Mechanics(Board(("a1", "b1"), (Chart("", ((0, 1, 0),)),)), (king,))
    with pytest.raises(ValueError, match="a spinner turns only on a board of one chart"):
        Mechanics(shared_ring(8, 8), (king,), Spinner(("d4u", "d5u", "e5u", "e4u")))
    with pytest.raises(ValueError, match=r"both leap .* and slide there"):
        _ = Mechanics(grid(8, 8), (king, Piece("M", "mixed", "RD"))).possible
    with pytest.raises(ValueError, match="is lame"):
        _ = Mechanics(grid(8, 8), (king, Piece("M", "mao", "nN"))).possible
    board = grid(8, 8)
    ring = Spinner(("e1", "e2", "f2", "f1"))
    with pytest.raises(ValueError, match="castles from a site of the spinner"):
        _ = Drifting(
            board, usual_pieces(), promotions="Q", castlings=usual_castlings(board), spinner=ring
        ).tables


def test_mechanics_that_look_ahead_are_refused() -> None:
    from fairyring.mechanics import (
        DropLimits,
        Goal,
        Hands,
        Immunity,
        NoChecks,
        Promotions,
        SeveralMoves,
        Shak,
    )
    from fairyring.variants import momentum

    for title, *mechanics in (
        ("no checks", NoChecks()),
        ("goals", Goal(["e8"], reply=True)),
        ("goals", Goal(["e8"], safe=True)),
        ("several moves a turn", SeveralMoves()),
        ("shak", Shak("R")),
        ("immunity", Immunity("R")),
        ("drop limits", Hands(), DropLimits(no_mate="P")),
        ("drop limits", Hands(), DropLimits(checks=False)),
    ):
        with pytest.raises(
            ValueError, match=f"{title} and motion cannot be combined, because {title} must know"
        ):
            momentum.variant().but(title="Odd", summary="Odd.", mechanics=mechanics)
    momentum.variant().but(title="Odd", summary="Odd.", mechanics=[Hands(), DropLimits(per_file="P")])
    with pytest.raises(
        ValueError, match="promotions and motion cannot be combined, because a piece that drifts"
    ):
        momentum.variant().but(title="Odd", summary="Odd.", mechanics=[Promotions({"P": ("Q",)})])


@pytest.mark.alone
def test_a_capture_by_drifting_is_none_that_a_player_must_make() -> None:
    from fairyring.mechanics import MustCapture
    from fairyring.variants import momentum

    forced = momentum.variant().but(title="Odd", summary="Odd.", mechanics=[MustCapture()])
    position = fairyring.Variant("odd", forced, {}, "odd").position(
        "4k3/8/8/3p4/8/8/3R{0,3#1}4/4K3 w - - 0 1"
    )
    moves = {move.text: str(position.play(move)) for move in position.legal_moves()}
    assert moves["e1-e2"].startswith("4k3/8/8/3R{0,3#1}4/8/")


def test_the_duck_is_refused_on_a_spinner() -> None:
    from fairyring.mechanics import Duck
    from fairyring.variants import carousel, momentum_duck

    pieces = momentum_duck.variant().rules.pieces
    with pytest.raises(ValueError, match="duck and a spinner cannot be combined"):
        carousel.variant().but(title="Odd", summary="Odd.", mechanics=[Duck()], rules={"pieces": pieces})


@pytest.mark.alone
def test_the_duck_goes_where_drift_has_made_room_and_not_where_it_has_come() -> None:
    position = fairyring.load("momentum-duck").position("4k3/8/8/8/8/*7/3R{0,3#1}4/4K3 w - - 0 1")
    squares = {move.choices[-1] for move in position.legal_moves() if move.choices[:2] == ("e1", "e2")}
    assert len(squares) == 64 - 4
    assert {"d2", "e1"} <= squares
    assert squares.isdisjoint({"a3", "d5", "e2", "e8"})
    # The duck on the rook's way, and on its goal: it stops. A double step that it covers is not answered.
    for duck in ("d3", "d5"):
        text = f"4k3/8/8/{'3*4' if duck == 'd5' else '8'}/8/{'3*4' if duck == 'd3' else '8'}/3R{{0,3#1}}4/4K3"
        after = fairyring.load("momentum-duck").position(f"{text} w - - 0 1").play("e1-e2,a8")
        assert str(after).startswith("*3k3/8/8/8/8/8/3RK3/8 b")
    start = fairyring.load("momentum-duck").position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
    assert str(start.play("e2-e4,e3")).split()[3] == "-"
    assert "d4-e3,a1" in map(str, start.play("e2-e4,a5").legal_moves())


@pytest.mark.alone
def test_a_piece_set_in_motion_by_the_first_move_drifts_after_the_second() -> None:
    game = fairyring.load("marseillais-momentum")
    position = game.position("4k3/8/8/8/8/7p/R7/4K3 w - - 2 0 2").play("a2-a3")
    assert str(position) == "4k3/8/8/8/8/R{0,1#1}6p/8/4K3 w - - 1 1 2"
    assert str(position.play("e1-e2")) == "4k3/8/8/8/R{0,1#1}7/7p/4K3/8 b - - 2 2 2"
    # A check by drift ends the turn.
    text = "4k3/8/8/8/8/7p/R{4,0#1}7/3K4 w - - 2 0 2"
    assert str(game.position(text).play("d1-c1")) == "4k3/8/8/8/8/7p/4R{4,0#1}3/2K5 b - - 2 1 2"


@pytest.mark.alone
def test_what_an_explosion_beside_a_drift_takes_away_does_not_drift() -> None:
    # The ferz captures on c6 and explodes, with the knight on d6, which would have drifted after it.
    text = board(a1_c4="F{0,2#1}", a1_c6="f", a1_d6="N{2,1#2}", a2_h8="k")
    position = fairyring.load("minigolf-atomic").position(f"{text} w - - 0 1")
    events = position.course("a1.a1-a1.a2")
    assert [(event.what, event.sites) for event in events] == [
        ("move", ("a1.a1", "a1.a2")),
        ("drift", ("a1.c4", "a1.c6")),
        ("vanish", ("a1.c6", "a1.d6")),
    ]
    assert str(position.play("a1.a1-a1.a2")).split()[0] == board(a1_a1="", a1_a2="K")


@pytest.mark.parametrize("name", ["momentum", "minigolf", "carousel", "ravioli-momentum"])
def test_perft_by_counting_is_perft_by_listing(name: str) -> None:
    chance = random.Random(5)
    position = fairyring.load(name).start()
    for _ in range(lanes.samples(40, 4)):
        listed = sum(len(position.play(move).legal_moves()) for move in position.legal_moves())
        assert fairyring.perft(position, 2) == listed
        if position.result:
            break
        position = position.play(chance.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("momentum", (20, 400, 8736, 187643)),
        ("minigolf", (26, 650, 16875, 409725)),
        ("carousel", (20, 392, 8820, 194253)),
        ("ravioli-momentum", (34, 1156, 40426, 1406013)),
    ],
)
def test_counts(name: str, counts: tuple[int, ...]) -> None:
    start = fairyring.load(name).start()
    for depth, number in enumerate(counts[: lanes.samples(4, 2)], 1):
        assert fairyring.perft(start, depth) == number


ADJACENT = "7f/8/8/8/1Q{2,1#2}6/5q{-1,-2#2}2/3k4/1P{0,2#1}2K3/6Q{1,2#3}1/8/8/8/8/r{0,-4#1}7/8/8 b - - 0 6"


@pytest.mark.alone
def test_a_king_that_leaves_the_other_lets_a_drifting_piece_take_it() -> None:
    position = fairyring.load("minigolf-atomic").position(ADJACENT)
    assert position.result is None
    after = position.play("a2.d2-a2.e3")
    assert after.result == fairyring.Result(fairyring.Side.BLACK, "exploded king")
    assert after.legal_moves() == []


@pytest.mark.alone
def test_a_drifting_piece_that_would_take_the_king_gives_check_though_captures_explode() -> None:
    pieces = "f7/r7/8/3Q{3,0#3}4/6p{0,-2#1}1/5k2/8/3K3B{1,1#2}/8/8/8/1P{0,2#1}6/4Q{1,2#4}3/5q{-2,2#2}2/8/8"
    moves = {
        move.text for move in fairyring.load("minigolf-atomic").position(f"{pieces} b - - 0 4").legal_moves()
    }
    assert len(moves) == 18
    assert "a2.f3-a2.g2" not in moves  # the bishop would drift there
