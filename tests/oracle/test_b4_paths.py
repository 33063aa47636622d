"""Betza's B4 from every square of the Minigolf board, with every edge combination, as written by hand."""

import pytest

from .b4_paths import COMBINATIONS, DIAGONALS, b4_path, rows, square
from .edges import Axis, Edges, rides
from .momentum import OracleMomentum

FILES = "abcdefgh"
NAMES = {(file, rank): square(FILES[file], rank + 1) for file in range(8) for rank in range(16)}


def test_the_list_is_complete() -> None:
    kinds = {"standard", "cylinder", "halb", "00", "01"}
    assert set(rows()) == {
        ("files", direction, kind) for direction in ("left", "right") for kind in kinds
    } | {("ranks", direction, kind) for direction in ("up", "down") for kind in ("standard", "cylinder")}
    for (axis, _direction, edge), steps in rows().items():
        assert list(steps) == (list(FILES) if axis == "files" else [str(rank) for rank in range(1, 17)])
        assert edge == "standard" or all(len(row) == 4 for row in steps.values())
    assert len(COMBINATIONS) == 17 * 4


@pytest.mark.parametrize("edges", COMBINATIONS, ids="-".join)
def test_the_oracles_lines_are_those_written(edges: tuple[str, str, str, str]) -> None:
    left, right, near, far = edges
    board = Edges(files=Axis(8, low=left, high=right), ranks=Axis(16, low=near, high=far))
    for file, rank in NAMES:
        for diagonal in DIAGONALS:
            written = [
                step for step in b4_path(FILES[file], rank + 1, diagonal, edges) if step.square is not None
            ]
            goings = list(rides(board, (file, rank), diagonal, most=4))
            assert [(NAMES[going.to], going.leaves) for going in goings] == written
            for number, going in enumerate(goings):
                assert [NAMES[place] for place in going.between] == [step.square for step in written[:number]]


def test_minigolfs_own_b4_is_among_them() -> None:
    """White's: left 00, right Halb, nothing below, and past the top on at the bottom."""
    ways = OracleMomentum("minigolf").ways
    for (file, rank), name in NAMES.items():
        written = {
            (step.square, step.momentum)
            for diagonal in DIAGONALS
            for step in b4_path(FILES[file], rank + 1, diagonal, ("00", "halb", "standard", "cylinder"))
        }
        assert {(start.to, start.leaves) for start in ways.moves["B"][name]} == written
