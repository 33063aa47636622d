"""Stacked pieces are drawn apart, and the figures of the rules pages show what the kernel allows."""

from pathlib import Path

import pytest

import fairyring
from fairyring.drawing import THEME, board_svg
from fairyring.drawing.artwork import ALONE, SIZE, placements
from fairyring.drawing.figures import figure_marks, picture
from fairyring.variants.definition import Figure
from tests import lanes

FIGURES = [(name, figure) for name in lanes.GAMES for figure in fairyring.load(name).definition.figures]


def test_a_lone_piece_fills_its_square() -> None:
    assert placements(1) == (ALONE,)


@pytest.mark.parametrize("height", [2, 3])
def test_a_rider_is_larger_than_its_carrier_and_in_the_opposite_corner(height: int) -> None:
    *carriers, rider = placements(height)
    assert len(carriers) == height - 1
    for carrier in carriers:
        assert carrier.size < rider.size < 1
        assert carrier.x < rider.x
        assert carrier.y > rider.y
        assert max(carrier.x, carrier.y) + carrier.size * SIZE <= SIZE


def test_only_carriers_are_faint() -> None:
    variant = fairyring.load("metachess-4")
    faint = f'opacity="{THEME.carrier}"'
    assert faint not in board_svg(variant)
    assert board_svg(variant.position("4k3/8/8/3p1(pn)2/8/4(PN)3/8/4K3 w - - 0 1")).count(faint) == 2


def test_there_are_figures() -> None:
    assert {"metachess-4", "mini-meta"} <= {name for name, _ in FIGURES}


@pytest.mark.parametrize(("name", "figure"), lanes.of_games(FIGURES))  # pytest.mark.kernel for some
def test_a_figure_shows_every_goal_of_its_piece(name: str, figure: Figure) -> None:
    variant = fairyring.load(name)
    marks = figure_marks(variant, figure)
    position = variant.position(figure.position)
    goals = set(position.choices((figure.start,)))
    for choice in variant.rules.tacit & goals:
        goals = goals - {choice} | set(position.choices((figure.start, choice)))
    shown = [*marks.moves, *marks.captures, *marks.unders, *marks.mounts, *marks.unseats]
    assert len(shown) == len(goals) > 0
    assert THEME.chosen in picture(variant, figure)


def test_the_rider_of_the_first_figure() -> None:
    variant = fairyring.load("metachess-4")
    marks = figure_marks(variant, variant.definition.figures[0])
    assert marks.captures == ["d7"]
    assert marks.unders == ["c4"]
    assert set(marks.mounts) == {"e4", "f4"}
    assert marks.unseats == ["c4"]
    assert set(marks.moves) == {"d1", "d2", "d3", "d5", "d6"}


def steps(figure: Figure) -> tuple[set[str], set[str]]:
    """Where the small piece of a figure of Mini Meta Chess may go on small squares, and where it captures."""
    marks = figure_marks(fairyring.load("mini-meta"), figure)
    return {site for site in marks.moves if ":" in site}, {site for site in marks.captures if ":" in site}


def test_the_inventors_figures() -> None:
    rook, across, bishop, corner, hop = fairyring.load("mini-meta").definition.figures
    assert steps(rook) == ({"a3:a1", "a3:b2"}, set())
    assert steps(across) == ({"a3:a1", "a3:b2", "b3:a1", "b3:b1"}, {"c3:a1"})
    assert steps(bishop) == ({"b3:a2"}, set())
    assert steps(corner) == ({"b3:a1", "c4:a1"}, {"c4:b2"})
    assert steps(hop) == ({"c4:b1", "a4:b1"}, {"c4:a2"})


def test_moves_in_figures_are_legal() -> None:
    variant = fairyring.load("mini-meta")
    for figure in variant.definition.figures:
        position = variant.position(figure.position)
        moves, captures = steps(figure)
        before = {token.site for token in position.view().tokens}
        for goal in moves | captures:
            after = {token.site for token in position.play(f"{figure.start}-{goal}").view().tokens}
            assert after == before - {figure.start} | {goal}
            assert (goal in before) == (goal in captures)


@pytest.mark.parametrize("base", ["chess", "cylindrical"])
def test_a_figure_of_drops_begins_on_no_square(base: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        f'fairyring = 1\nbase = "{base}"\ntitle = "T"\nsummary = ""\nminor = ""\nbound = ""\n'
        'mechanics.hands = {}\n[[figures]]\nposition = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"\n'
        'start = "N@"\ncaption = "Any empty square will do."\n'
    )
    variant = fairyring.load(path)
    (figure,) = variant.definition.figures
    assert len(figure_marks(variant, figure).moves) == 62
    assert THEME.chosen not in picture(variant, figure)
