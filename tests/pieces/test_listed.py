"""Ways that are listed square by square."""

import pytest

from fairyring.board import Side, grid
from fairyring.pieces import Hurdle, Listed, Way, Whose

BOARD = grid(3, 3)
A1, B1, C1, A2, B2, C2, A3, B3, C3 = range(9)


def ways(line: str, capture: bool = True) -> list[Way]:
    return list(Listed(white={"a1": (line,)}, capture=capture).ways(BOARD, A1, Side.WHITE))


def test_each_square_of_a_line_is_a_goal_unless_it_is_only_passed() -> None:
    assert ways("b1 c1") == [Way(B1), Way(C1, (B1,))]
    assert ways("/b1 c1", capture=False) == [Way(C1, (B1,), capture=False)]
    assert list(Listed(white={"a1": ("b1",)}).ways(BOARD, A1, Side.BLACK)) == []


def test_pieces_on_the_way_stand_where_they_are_met() -> None:
    assert ways("/b1 ^c1 c2 c3") == [
        Way(C2, (B1,), hurdle=Hurdle(C1, 1)),
        Way(C3, (B1, C2), hurdle=Hurdle(C1, 1)),
    ]
    assert ways("+b1 =~b2 b3") == [
        Way(B3, hurdle=Hurdle(B1, 0, Whose.OWN), more=(Hurdle(B2, 0, Whose.ENEMY, True),))
    ]


def test_a_line_may_end_where_it_began_if_something_was_captured() -> None:
    assert ways("=~b2 a1") == [Way(A1, (), True, False, hurdle=Hurdle(B2, 0, Whose.ENEMY, True))]
    assert ways("b2 a1") == [Way(B2)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [("b1 d9", "the board has no square 'd9'"), ("=b1 c1", "'=' is not a sign of a square")],
)
def test_lines_that_are_none_are_refused(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ways(line)
