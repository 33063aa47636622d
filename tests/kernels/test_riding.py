"""How riding values pieces (a rider counts for what it can do), and what it refuses."""

import random
from collections import Counter

import pytest

import fairyring
from fairyring import Position, Side, Variant
from fairyring.kernels import entry_points
from fairyring.kernels.compiling import U
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.worth import MOBILITY, PLAIN
from fairyring.mechanics import Explosion, Hands, Rebirth, Riding
from tests.kernels.comparing import follow
from tests.kernels.test_mechanics import Judge, walked
from tests.oracle import composed
from tests.oracle.composed.games import riding
from tests.oracle.remembering import remembering

pytestmark = pytest.mark.kernel


def worth(text: str) -> int:
    """White's evaluation of a position with White to move."""
    position = fairyring.load("metachess-4").position(text)
    return int(entry_points.evaluate(position.variant.rules.tables, position.rows(1), U(0)))


def rules_of(position: Position) -> Orthodox:
    rules = position.variant.rules
    assert isinstance(rules, Orthodox)
    return rules


def plain(letter: str) -> int:
    rules = rules_of(fairyring.load("metachess-4").start())
    return int(rules.tables.worth.pieces[rules.codes[letter], PLAIN])


def goals(text: str, letter: str) -> float:
    """How many goals White's only piece of a kind is valued for, by what each goal adds to its value.

    By the formulas: what was learned may count leads of some kinds less or more.
    """
    position = fairyring.load("metachess-4").position(text)
    rules = rules_of(position).taught(None)
    tables = rules.tables
    pieces = tables.worth.pieces.copy()
    pieces[rules.codes[letter], MOBILITY] += 100 * 100  # a pawn more for each
    dearer = tables._replace(worth=tables.worth._replace(pieces=pieces))
    before, after = (int(entry_points.evaluate(each, position.rows(1), U(0))) for each in (tables, dearer))
    return (after - before) / 100


def free(text: str, start: str) -> int:
    """How many moves the piece at a place has."""
    moves = fairyring.load("metachess-4").position(text).legal_moves()
    return sum(move.text.startswith(f"{start}-") for move in moves)


def test_a_carrier_of_an_enemy_is_worth_less_than_the_same_piece_free() -> None:
    annexed = worth("4k3/8/8/3(qN)p3/8/8/8/4K3 w - - 0 1")
    at_large = worth("4k3/8/8/3q(pN)3/8/8/8/4K3 w - - 0 1")
    assert annexed - at_large > plain("Q") // 8


def test_a_carrier_of_its_own_side_is_worth_less_than_the_same_piece_free() -> None:
    frozen = worth("4k3/8/8/3(RN)P3/8/8/8/4K3 w - - 0 1")
    at_large = worth("4k3/8/8/3R(PN)3/8/8/8/4K3 w - - 0 1")
    assert at_large - frozen > plain("R") // 32


def test_a_piece_loses_more_under_an_enemy_than_under_its_own_side() -> None:
    annexed = worth("4k3/8/8/3(rN)(pn)3/8/8/8/4K3 w - - 0 1")
    mounted = worth("4k3/8/8/3(rn)(pN)3/8/8/8/4K3 w - - 0 1")
    assert annexed - mounted > plain("R") // 16


@pytest.mark.parametrize(
    ("text", "letter", "start"),
    [
        ("4k3/8/8/3R4/8/8/8/4K3 w - - 0 1", "R", "d5"),
        ("4k3/8/8/3(PR)4/8/8/8/4K3 w - - 0 1", "R", "d5^"),
        ("4k3/8/8/3(pR)4/8/8/8/4K3 w - - 0 1", "R", "d5^"),
        ("4k3/8/8/3(pR)pp2/8/8/8/4K3 w - - 0 1", "R", "d5^"),
        ("4k3/3p4/3p4/3(PR)pp2/8/8/8/4K3 w - - 0 1", "R", "d5^"),
        ("4k3/8/8/3(PR)(pn)p2/8/8/8/4K3 w - - 0 1", "R", "d5^"),
        ("4k3/8/8/3(pB)4/4P3/5p2/8/4K3 w - - 0 1", "B", "d5^"),
        ("4k3/8/2p5/8/3(pN)4/1p6/8/4K3 w - - 0 1", "N", "d4^"),
        ("4k3/2p5/8/3(PN)4/1p6/8/8/4K3 w - - 0 1", "N", "d5^"),
    ],
)
def test_a_rider_is_valued_for_what_it_can_do_now(text: str, letter: str, start: str) -> None:
    assert goals(text, letter) == free(text, start)


def test_a_carrier_is_valued_for_no_goals() -> None:
    for text in ("4k3/8/8/3(RN)4/8/8/8/4K3 w - - 0 1", "4k3/8/8/3(Rn)4/8/8/8/4K3 w - - 0 1"):
        assert goals(text, "R") == 0
        assert free(text, "d5") == 0


def test_both_sides_are_valued_alike() -> None:
    one = fairyring.load("metachess-4").position("4k3/8/8/3(pR)(Pn)p2/8/8/8/4K3 w - - 0 1")
    other = fairyring.load("metachess-4").position("4k3/8/8/8/3(Pr)(pN)P2/8/8/4K3 b - - 0 1")
    assert other.side is Side.BLACK
    first, second = (
        int(entry_points.evaluate(each.variant.rules.tables, each.rows(1), U(0))) for each in (one, other)
    )
    assert first == second


def test_mechanics_that_know_no_backs_are_refused_with_both_names() -> None:
    metachess = fairyring.load("metachess-4").definition
    with pytest.raises(ValueError, match="rebirth and riding cannot be combined, because rebirth"):
        metachess.but(title="Circe", summary="Riders come back.", mechanics=[Rebirth()])


@pytest.mark.alone
def test_captured_pieces_go_to_hand_from_the_ground_and_from_backs() -> None:
    hands = fairyring.load("metachess-4").definition.but(
        title="Hands", summary="Riders and hands.", mechanics=[Hands()]
    )
    variant = Variant("hands", hands, {}, "hands")
    judge, chance = remembering(Judge(riding(composed.Hands(), added="[]"))), random.Random(3)
    assert str(variant.start()) == judge.composed.start_text
    for text in (
        "4k3/8/8/3(pn)4/(PR)2(qN~)4/8/P2(PB)4/4K3[Q] w - - 0 1",
        "4(rk)3/P7/8/1(pQ~)1(rB)4/4(PK)3/8/8/8[p] w - - 0 1",
    ):
        seen = Counter[str]()
        follow(judge, variant.position(text), walked(judge, judge.read(text), chance, 3, seen))
        assert seen


def test_hoppers_are_refused() -> None:
    with pytest.raises(ValueError, match="the cannon hops over hurdles, and cannot be combined with riding"):
        fairyring.load("cannon-billiards").definition.but(
            title="Cannons", summary="Riders and cannons.", mechanics=[Riding()]
        )


def test_pieces_that_explode_around_the_carrier_of_a_spared_rider_bring_it_down() -> None:
    spared = fairyring.load("metachess-4").definition.but(
        title="Knights survive", summary="Only knights and pawns survive.", mechanics=[Explosion("PN")]
    )
    position = Variant("spared", spared, {}, "spared").position("4k3/8/8/4r3/4(RN)3/8/8/B3K3 w - - 0 1")
    assert str(position.play("a1-e5")) == "4k3/8/8/8/4N3/8/8/4K3 b - - 0 1"
