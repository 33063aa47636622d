"""How the riding family values men: who carries is worth less, who rides counts for what he can do."""

import pytest

import fairyring
from fairyring import Position, Side
from fairyring.kernels import doors
from fairyring.kernels.compiling import U
from fairyring.kernels.orthodox.worth import MOBILITY, PLAIN
from fairyring.kernels.riding.rules import Riding

pytestmark = pytest.mark.kernel


def worth(text: str) -> int:
    """What White, who is to move, thinks of a position."""
    position = fairyring.load("metachess-4").position(text)
    return int(doors.evaluate(position.variant.rules.tables, position.rows(1), U(0)))


def rules_of(position: Position) -> Riding:
    rules = position.variant.rules
    assert isinstance(rules, Riding)
    return rules


def plain(letter: str) -> int:
    rules = rules_of(fairyring.load("metachess-4").start())
    return int(rules.tables.ground.worth.men[rules.codes[letter], PLAIN])


def goals(text: str, letter: str) -> float:
    """How many goals White's only man of a kind is valued for: by what they are worth more to him."""
    position = fairyring.load("metachess-4").position(text)
    rules = rules_of(position)
    tables = rules.tables
    men = tables.ground.worth.men.copy()
    men[rules.codes[letter], MOBILITY] += 100 * 100  # a pawn more for each
    dearer = tables._replace(ground=tables.ground._replace(worth=tables.ground.worth._replace(men=men)))
    before, after = (int(doors.evaluate(each, position.rows(1), U(0))) for each in (tables, dearer))
    return (after - before) / 100


def free(text: str, start: str) -> int:
    """How many turns a place's man has."""
    moves = fairyring.load("metachess-4").position(text).legal_moves()
    return sum(move.text.startswith(f"{start}-") for move in moves)


def test_who_is_annexed_is_worth_less_than_the_same_man_free() -> None:
    annexed = worth("4k3/8/8/3(qN)p3/8/8/8/4K3 w - - 0 1")
    at_large = worth("4k3/8/8/3q(pN)3/8/8/8/4K3 w - - 0 1")
    assert annexed - at_large > plain("Q") // 8


def test_who_carries_his_own_is_worth_less_than_the_same_man_free() -> None:
    frozen = worth("4k3/8/8/3(RN)P3/8/8/8/4K3 w - - 0 1")
    at_large = worth("4k3/8/8/3R(PN)3/8/8/8/4K3 w - - 0 1")
    assert at_large - frozen > plain("R") // 32


def test_annexing_takes_more_from_a_man_than_to_carry_his_own() -> None:
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
def test_a_rider_is_valued_for_what_he_can_do_now(text: str, letter: str, start: str) -> None:
    assert goals(text, letter) == free(text, start)


def test_who_carries_is_valued_for_no_goals() -> None:
    for text in ("4k3/8/8/3(RN)4/8/8/8/4K3 w - - 0 1", "4k3/8/8/3(Rn)4/8/8/8/4K3 w - - 0 1"):
        assert goals(text, "R") == 0
        assert free(text, "d5") == 0


def test_both_sides_are_valued_alike() -> None:
    one = fairyring.load("metachess-4").position("4k3/8/8/3(pR)(Pn)p2/8/8/8/4K3 w - - 0 1")
    other = fairyring.load("metachess-4").position("4k3/8/8/8/3(Pr)(pN)P2/8/8/4K3 b - - 0 1")
    assert other.side is Side.BLACK
    first, second = (
        int(doors.evaluate(each.variant.rules.tables, each.rows(1), U(0))) for each in (one, other)
    )
    assert first == second
