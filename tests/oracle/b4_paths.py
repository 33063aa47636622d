"""The hand-written paths of tests/data/b4-paths.txt, put together to those of a B4."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

LIST = Path(__file__).parents[1] / "data" / "b4-paths.txt"

SIDE_EDGES = ("standard", "halb", "00", "01")
# Every combination of edges, (left, right, near, far): a cylinder is both side edges or neither, and joins
# the far edge to the near one for a piece that comes from there.
COMBINATIONS = [
    (left, right, near, far)
    for left, right in [*((one, two) for one in SIDE_EDGES for two in SIDE_EDGES), ("cylinder", "cylinder")]
    for near in ("standard", "cylinder")
    for far in ("standard", "cylinder")
]
DIAGONALS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


class Step(NamedTuple):
    """One step of a path."""

    square: str | None  # as Minigolf names it; None on the imaginary file
    momentum: tuple[int, int]  # of a piece that ends its move here


@cache
def rows() -> dict[tuple[str, str, str], dict[str, tuple[str, ...]]]:
    """The list: ("files" or "ranks", direction, edge) -> start -> the steps as written."""
    found: dict[tuple[str, str, str], dict[str, tuple[str, ...]]] = {}
    block: dict[str, tuple[str, ...]] = {}
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        start, colon, steps = line.partition(":")
        if colon:
            block[start] = tuple(steps.split())
        else:
            axis, direction, edge = line.split()
            block = found[axis, direction, edge] = {}
    return found


def b4_path(
    file: str, rank: int, diagonal: tuple[int, int], edges: tuple[str, str, str, str]
) -> Iterator[Step]:
    """The steps of a B4 from a file and a rank (1 to 16), as far as the edges let it go."""
    left, right, near, far = edges
    dx, dy = diagonal
    files = rows()["files", "right", right] if dx > 0 else rows()["files", "left", left]
    ranks = rows()["ranks", "up", far] if dy > 0 else rows()["ranks", "down", near]
    bounced = False
    for number, (to_file, to_rank) in enumerate(zip(files[file], ranks[str(rank)], strict=False), 1):
        bounced |= to_file.isupper()
        momentum = (-dx * number if bounced else dx * number, dy * number)
        yield Step(None if to_file == "*" else square(to_file.lower(), int(to_rank)), momentum)


def square(file: str, rank: int) -> str:
    """Its name in Minigolf: rank 9 is the first of the board a2."""
    return f"a1.{file}{rank}" if rank <= 8 else f"a2.{file}{rank - 8}"
