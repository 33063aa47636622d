"""What was solved of endgames, and that rules pages say it."""

from __future__ import annotations

import fairyring
from fairyring import Side
from fairyring.drawing import rules_page
from fairyring.variants import solved


def test_what_is_kept_is_what_is_found_again() -> None:
    kept = next(each for each in solved.of("chess") if each.pieces == "KQvK")
    found = fairyring.solve_endgame(fairyring.load("chess"), kept.pieces)
    assert round(found.share(Side.WHITE, Side.WHITE), 4) == kept.first
    assert round(found.share(Side.BLACK, Side.WHITE), 4) == kept.second
    assert found.farthest(Side.BLACK, Side.WHITE) == kept.plies


def test_the_rules_page_says_it() -> None:
    page = rules_page(fairyring.load("ravioli"))
    queen = next(each for each in solved.of("ravioli") if each.pieces == "KQvK")
    assert queen.first == 1
    assert "KQvK: White wins 100\N{NO-BREAK SPACE}% of the positions with White to move" in page
    assert f"in at most {queen.moves} moves" in page


def test_shares_are_rounded_down() -> None:
    """Almost all is not all, and little is not nothing."""
    assert solved.of("chess")
    assert "and 89\N{NO-BREAK SPACE}% of those with Black to move" in rules_page(fairyring.load("chess"))
    assert "KRvK: White wins &lt;1\N{NO-BREAK SPACE}% of" in rules_page(fairyring.load("ravioli"))


def test_nothing_is_said_of_a_game_without_any() -> None:
    assert not solved.of("crazyhouse")
    assert 'id="endgames"' not in rules_page(fairyring.load("crazyhouse"))
