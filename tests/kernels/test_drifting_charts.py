"""Motion on boards of several charts: on which of them a piece goes on, and when that matters."""

from __future__ import annotations

from itertools import product

import pytest

import fairyring
from fairyring import Variant
from fairyring.board import Board, Chart, Side
from fairyring.game.setup import Setup
from fairyring.kernels.drifting.motion import Mechanics, Vector
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox.rules import usual_pieces
from fairyring.kernels.rules import Momentum
from fairyring.notation.drifting import drifting_form
from fairyring.variants.definition import Definition

pytestmark = [pytest.mark.kernel, pytest.mark.alone]

LOWER = "|6/6/6/6/6/6"


def upper(rows: str, lower: str = LOWER) -> str:
    return f"{rows}{lower} w - - 0 1"


def test_the_shared_ring_never_needs_a_number_of_a_board() -> None:
    """Whatever is set in motion, and wherever it drifts to, both boards of a ring square lead alike."""
    rules = fairyring.load("ravioli-momentum").rules
    assert isinstance(rules, Drifting)
    motion, sites = rules.motion, range(len(rules.board))
    for kind, side in product(range(len(rules.pieces)), Side):
        launches = [launch for site in sites for launch in motion.launches(kind, site, side)]
        front = {
            (launch.way.goal, motion.given(kind, side, launch))
            for launch in launches
            if any(launch.vector[:2])
        }
        reached = set(front)
        while front:
            site, vector = front.pop()
            assert motion.momenta(kind, side, vector[:2], site) == [vector]
            glide = motion.glide(kind, side, vector, site)
            if glide and (glide.goal, glide.after) not in reached:
                reached.add((glide.goal, glide.after))
                front.add((glide.goal, glide.after))
        assert bool(reached) != rules.pieces[kind].royal


def test_a_move_by_either_board_is_one_move_and_is_drawn_on_the_one_that_is_open() -> None:
    game = fairyring.load("ravioli-momentum")
    for rows, lower, chart in (
        ("k7/8/8/8/8/8/8/3Q3K", LOWER, 0),
        ("k7/8/8/8/8/8/2P5/3Q3K", LOWER, 1),
        ("k7/8/8/8/8/8/8/3Q3K", "|6/6/6/6/6/1P4", 0),
    ):
        position = game.position(upper(rows, lower))
        assert [str(move) for move in position.legal_moves() if move.choices == ("d1", "a4")] == ["d1-a4"]
        (event, *_) = position.course("d1-a4")
        assert event.charts == (chart,)
        assert event.sites == ("d1", *(f"{site}{'ud'[chart]}" for site in ("c2", "b3")), "a4")
        assert event.momentum == Momentum(-3, 3, 1, (0, 1))
    closed = game.position(upper("k7/8/8/8/8/8/2P5/3Q3K", "|6/6/6/6/6/1P4"))
    assert "d1-a4" not in map(str, closed.legal_moves())


def test_a_piece_goes_on_inside_its_own_board_and_along_the_ring_on_both() -> None:
    game = fairyring.load("ravioli-momentum")
    position = game.position(upper("6k1/8/8/8/8/8/8/R6K", "|6/6/6/6/1R4/6"))
    inside = position.play("c3d-c5d").play("g8-f8")
    (rook,) = [token for token in inside.view().tokens if token.momentum]
    assert rook.momentum == Momentum(0, 2, 1, (1,))
    (event,) = inside.course("h1-h2")[1:]
    assert (event.sites, event.charts) == (("c5d", "c6d", "c7d"), (1,))
    ring = position.play("a1-a3").play("g8-f8")
    (event,) = ring.course("h1-h2")[1:]
    assert (event.sites, event.charts) == (("a3", "a4", "a5"), (0, 1))


def test_a_passage_gives_no_momentum_and_a_slip_is_repeated_as_a_leap() -> None:
    game = fairyring.load("ravioli-momentum")
    position = game.position(upper("k7/8/8/8/8/8/2W5/7K"))
    (event,) = position.course("c2u-d2d")
    assert (event.legs, event.charts, event.momentum) == ((), (), None)
    assert "{" not in str(position.play("c2u-d2d"))
    # Over a pawn on f6u, and from where there is no fifth square.
    slipped = game.position(upper("k7/8/5p2/8/8/8/1W6/7K")).play("b2u-e5u").play("a8-a7")
    assert "W{3,3#1}" in str(slipped)
    (event,) = slipped.course("h1-h2")[1:]
    assert event.sites == ("e5u", "h8")


def test_on_the_ring_a_motion_to_the_inside_names_its_board() -> None:
    game = fairyring.load("ravioli-momentum")
    with pytest.raises(fairyring.PositionError, match=r"on a4, this motion is written 2,0,1 / 2,0,2"):
        game.position(upper("k7/8/8/8/R{2,0#1}7/8/8/7K"))
    with pytest.raises(fairyring.PositionError, match=r"on a4, this motion is written 0,2"):
        game.position(upper("k7/8/8/8/R{0,2,1#1}7/8/8/7K"))
    for number, letter in enumerate("ud", 1):
        position = game.position(upper(f"k7/8/8/8/R{{2,0,{number}#1}}7/8/8/7K"))
        assert [event.text for event in position.course("h1-h2")] == ["h1-h2", f"a4-c4{letter}"]
        setup = Setup(game)
        setup.clear()
        for site, piece in (("a4", "R"), ("h1", "K"), ("a8", "k")):
            setup.put(site, piece)
        setup.launch("a4", f"c4{letter}")
        assert str(setup).split()[0] == str(position).split()[0]
    setup.put("c4u", "N")
    with pytest.raises(fairyring.SetupError, match="a piece in motion stays on one board"):
        setup.launch("c4u", "d6d")


def overlapping() -> Variant:
    """Two boards of four files that share two of them: what is the edge of one is inside the other."""
    names = tuple(f"{'abcdef'[x]}{y + 1}" for y in range(4) for x in range(6))
    left, right = (tuple(tuple(6 * y + x for x in range(low, low + 4)) for y in range(4)) for low in (0, 2))
    rules = Drifting(Board(names, (Chart("Left", left), Chart("Right", right))), usual_pieces(), "Q", ())
    array = "k3/4/4/R3|2/2/2/1K"
    form = drifting_form(rules, array)
    definition = Definition(title="Odd", summary="Odd.", rules=rules, form=form, start=f"{array} w - - 0 1")
    return Variant("odd", definition, {}, "odd")


def test_where_boards_lead_elsewhere_the_momentum_names_its_board() -> None:
    game = overlapping()
    position = game.position("k3/4/4/2R1|2/2/2/1K w - - 0 1")
    moves = [str(move) for move in position.legal_moves() if move.choices[:2] == ("c1", "d1")]
    assert sorted(moves) == ["c1-d1~1,0,1", "c1-d1~1,0,2"]
    # Along the shared files, both boards lead the same way.
    assert [str(move) for move in position.legal_moves() if move.choices[:2] == ("c1", "c3")] == ["c1-c3"]
    left, right = (position.play(move).play("a4-b4") for move in sorted(moves))
    assert str(left).startswith("1k2/4/4/3R|")  # the edge of the left board: it has stopped
    assert str(right).startswith("1k2/4/4/3R{1,0,2#1}|")
    assert game.position(str(right)) == right
    assert [event.text for event in right.course("f1-f2")] == ["f1-f2", "d1-e1"]
    assert str(right.play("f1-f2")).startswith("1k2/4/4/4|2/2/1K/R{1,0#1}1 ")


def test_momentum_is_one_on_all_charts_that_lead_the_same_way() -> None:
    rules = fairyring.load("ravioli-momentum").rules
    motion: Mechanics = rules.motion  # type: ignore[attr-defined]
    rook, a4 = rules.kinds["R"], rules.board.numbers["a4"]  # type: ignore[attr-defined]
    assert motion.momenta(rook, Side.WHITE, (0, 2), a4) == [Vector(0, 2)]
    assert motion.momenta(rook, Side.WHITE, (2, 0), a4) == [Vector(2, 0), Vector(2, 0, 1)]
    assert motion.momenta(rook, Side.WHITE, (1, 1), a4) == []
    assert motion.charts(rook, Side.WHITE, Vector(0, 2), a4) == (0, 1)
    assert motion.charts(rook, Side.WHITE, Vector(2, 0, 1), a4) == (1,)
