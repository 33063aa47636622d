"""The boards of Monster Bluff Chess: one grid of ten boards, or four (monster-bluff.md, "Board", "Forms").

A site is named by its board, file and rank, ``10a1``; its place is its file and rank on the whole grid,
both counted from 1 at the lower left.
"""

from functools import cache
from typing import NamedTuple

from .boards import FILES, Board, Boards, line
from .orthodox import of_side
from .texts import OracleError

Lines = tuple[tuple[str, ...], ...]

# Boards in reading order, each row with its overhang in files and whether its boards are turned around.
ROWS: dict[str, tuple[tuple[tuple[int, ...], int, bool], ...]] = {
    "monster-bluff": (((1, 2, 3), 4, False), ((4, 5, 6, 7), 0, True), ((8, 9, 10), 4, False)),
    # Four boards, "2 x 2 (1 2 over 3 4), the lower row turned as the inside boards are"
    "monster-bluff-4": (((1, 2), 0, False), ((3, 4), 0, True)),
}
ALONG = ((1, 0), (-1, 0), (0, 1), (0, -1))
SLANTING = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


class PawnWay(NamedTuple):
    """Where a pawn goes from a site."""

    step: str
    double: str | None  # "from that side's pawn rank"; it passes `step`
    captures: tuple[str, ...]
    promotes: bool  # any of its moves but the double step, which is never made from there


class Grid(NamedTuple):
    """What is fixed in a form of the game."""

    boards: Boards  # the grid as one board; the blocks are the 8x8 boards, in the order of texts
    order: dict[str, int]  # of the sites: board, file, rank
    start: dict[str, str]  # site -> piece
    lines: dict[str, dict[str, Lines]]  # kind of slider -> from -> the lines, near sites first
    leaps: dict[str, dict[str, tuple[str, ...]]]  # K and N -> from -> to
    ranks: dict[str, Lines]  # from -> the sites to either side on the same rank, near ones first
    pawns: dict[str, dict[str, PawnWay]]  # P and p -> from -> way; none from ranks 1 and 8
    kings: int  # a side


@cache
def make_grid(name: str) -> Grid:
    if name not in ROWS:
        raise OracleError(f"no such variant: {name!r}")
    rows = ROWS[name]
    board: Board = {}
    blocks = []
    turned: set[str] = set()
    for number, (boards, overhang, is_turned) in enumerate(rows):
        below = 8 * (len(rows) - 1 - number)
        for column, which in enumerate(boards):
            sites = [[f"{which}{file}{rank}" for file in FILES] for rank in range(1, 9)]
            for y, row in enumerate(sites, 1):
                for x, site in enumerate(row, 1):
                    board[overhang + 8 * column + x, below + y] = site
                    if is_turned:
                        turned.add(site)
            blocks.append(tuple(tuple(row) for row in reversed(sites)))
    place = {site: where for where, site in board.items()}
    by_board = [sorted(site for row in block for site in row) for block in blocks]  # file, then rank
    order = {site: number for number, site in enumerate(site for sites in by_board for site in sites)}

    def rays(steps: tuple[tuple[int, int], ...]) -> dict[str, Lines]:
        return {site: tuple(tuple(line(board, place[site], step)) for step in steps) for site in place}

    def leaps(steps: tuple[tuple[int, int], ...]) -> dict[str, tuple[str, ...]]:
        found = {}
        for site, (x, y) in place.items():
            found[site] = tuple(board[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in board)
        return found

    return Grid(
        boards=Boards(boards=(board,), place=place, blocks=tuple(blocks)),
        order=order,
        start={site: piece for site in order if (piece := first_piece(site, site in turned))},
        lines={"R": rays(ALONG), "B": rays(SLANTING), "Q": rays(ALONG + SLANTING)},
        leaps={"K": leaps(ALONG + SLANTING), "N": leaps(KNIGHT)},
        ranks=rays(((1, 0), (-1, 0))),
        pawns={piece: pawn_ways(board, piece, turned) for piece in "Pp"},
        kings=len(blocks),
    )


def rank_of(site: str) -> int:
    """The rank on its own board."""
    return int(site[-1])


def first_piece(site: str, is_turned: bool) -> str | None:
    """The piece that stands there at the start.

    Outside "the usual one: White on ranks 1, 2, Black on ranks 7, 8"; inside "White on ranks 8, 7",
    "Black on ranks 1, 2", and "the line-up by file is then R N B K Q B N R on both back ranks".
    """
    rank = rank_of(site)
    if 3 <= rank <= 6:
        return None
    side = "white" if (rank <= 2) != is_turned else "black"
    if rank in (2, 7):
        return of_side("P", side)
    return of_side(("RNBKQBNR" if is_turned else "RNBQKBNR")[FILES.index(site[-2])], side)


def pawn_ways(board: Board, piece: str, turned: set[str]) -> dict[str, PawnWay]:
    """ "A pawn's forward is its side's on the board it stands on (on inside boards White's go down)"."""
    ways = {}
    for (x, y), site in board.items():
        rank = rank_of(site)
        if rank in (1, 8):
            continue
        up = 1 if (piece == "P") != (site in turned) else -1
        ways[site] = PawnWay(
            step=board[x, y + up],
            double=board[x, y + 2 * up] if rank == (2 if up == 1 else 7) else None,
            captures=tuple(board[x + dx, y + up] for dx in (-1, 1) if (x + dx, y + up) in board),
            promotes=rank + up in (1, 8),
        )
    return ways
