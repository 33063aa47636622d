"""The boards of the orthodox family: one 8x8 board (chess), or the two of Ravioli Chess.

A *place* is a file and a rank, both counted from 1. A *site* is what a piece stands on, and is known by
its name. On one board the two are the same thing; in Ravioli Chess a place of the ring is one site of
both boards, and a place of the inside is two sites, ``b2u`` on the upper board and ``b2d`` on the lower.
"""

from collections.abc import Iterator
from typing import NamedTuple

FILES = "abcdefgh"

Place = tuple[int, int]
Step = tuple[int, int]
Board = dict[Place, str]  # one 8x8 board: the site at each place


class Boards(NamedTuple):
    """All the boards of a game."""

    boards: tuple[Board, ...]
    place: dict[str, Place]  # of every site
    # The order in which a position text names the sites: blocks ("|" between), ranks ("/" between), sites.
    blocks: tuple[tuple[tuple[str, ...], ...], ...]


def plain_name(place: Place) -> str:
    """``a1`` and so on."""
    file, rank = place
    return f"{FILES[file - 1]}{rank}"


def is_ring(place: Place) -> bool:
    """The ring of Ravioli Chess: files a and h, ranks 1 and 8."""
    file, rank = place
    return file in (1, 8) or rank in (1, 8)


def all_places() -> list[Place]:
    return [(file, rank) for rank in range(1, 9) for file in range(1, 9)]


def rows(board: Board, ranks: range, files: range) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(board[file, rank] for file in files) for rank in ranks)


def chess_boards() -> Boards:
    """The board of chess: 64 sites, named as usual."""
    board = {place: plain_name(place) for place in all_places()}
    return Boards(
        boards=(board,),
        place={site: place for place, site in board.items()},
        blocks=(rows(board, range(8, 0, -1), range(1, 9)),),
    )


def ravioli_boards() -> Boards:
    """100 sites: two 8x8 boards that share their 28 border squares (ravioli.md, "Board")."""
    upper: Board = {}
    lower: Board = {}
    for place in all_places():
        name = plain_name(place)
        upper[place] = name if is_ring(place) else name + "u"
        lower[place] = name if is_ring(place) else name + "d"
    return Boards(
        boards=(upper, lower),
        place={site: place for board in (upper, lower) for place, site in board.items()},
        # "the eight ranks of the upper board with the ring (8 to 1), `|`, the six ranks of the lower
        # inside (7 to 2, files b to g)" (ravioli.md, "Texts").
        blocks=(rows(upper, range(8, 0, -1), range(1, 9)), rows(lower, range(7, 1, -1), range(2, 8))),
    )


def line(board: Board, place: Place, step: Step) -> list[str]:
    """The sites of one board from a place (not included) in one direction to the edge."""
    sites = []
    file, rank = place[0] + step[0], place[1] + step[1]
    while (file, rank) in board:
        sites.append(board[file, rank])
        file, rank = file + step[0], rank + step[1]
    return sites


def boards_of(boards: Boards, site: str) -> Iterator[tuple[Board, Place]]:
    """Each 8x8 board on which the site lies (a ring site lies on both), with its place there."""
    place = boards.place[site]
    for board in boards.boards:
        if board[place] == site:
            yield board, place


def other_inside(boards: Boards, site: str) -> Board | None:
    """The board on the other side of an inside square: it alone has passages (none in chess)."""
    place = boards.place[site]
    for board in boards.boards:
        if board[place] != site:
            return board
    return None
