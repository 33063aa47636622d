"""How the pieces of the orthodox family move, read off an empty board.

A piece's way to a site is the list of the sites that must be empty for it (the sites between, for a rook;
none, for a knight). In Ravioli Chess there may be several ways to one site, by one board and by the
other: one free way is enough. So everything below is of the form

    from which site -> to which site -> the ways there

and whether a piece can go there, or could capture there, depends only on whether the sites of some way
are empty.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .boards import Boards, Step, boards_of, line, other_inside

Way = tuple[str, ...]  # the sites that must be empty
Ways = dict[str, dict[str, tuple[Way, ...]]]  # from, to, the ways

ORTHOGONAL: tuple[Step, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

# A piece is a letter, upper case for White, as in the position text; its kind is the upper-case letter.
PAWNS = "PO"


class DoubleStep(NamedTuple):
    """A pawn's two steps at once."""

    origin: str
    passed: str
    to: str


def is_free(pieces: Mapping[str, str], ways: tuple[Way, ...]) -> bool:
    """Is one of the ways free?"""
    for way in ways:
        if pieces.keys().isdisjoint(way):
            return True
    return False


def piece_ways(boards: Boards, kind: str) -> Ways:
    """The ways of a king, queen, rook, bishop, knight, Wizard or Wazird; to move and to capture."""
    return gather(boards, {site: piece_goes(boards, kind, site) for site in boards.place})


def piece_goes(boards: Boards, kind: str, site: str) -> Iterator[tuple[str, Way]]:
    """Each site to which the piece goes, with the sites that must be empty."""
    for board, place in boards_of(boards, site):
        # "a move is legal if it is legal on at least one of the two 8x8 boards (its whole path on that
        # one board)": every line is followed on one board only.
        match kind:
            case "K":
                for step in ORTHOGONAL + DIAGONAL:
                    yield from leap(line(board, place, step))
            case "N":
                for step in KNIGHT:
                    yield from leap(line(board, place, step))
            case "Q":
                for step in ORTHOGONAL + DIAGONAL:
                    yield from ride(line(board, place, step))
            case "R":
                for step in ORTHOGONAL:
                    yield from ride(line(board, place, step))
            case "B":
                for step in DIAGONAL:
                    yield from ride(line(board, place, step))
            case "W":
                for step in DIAGONAL:
                    yield from slip(line(board, place, step))
            case "Z":
                for step in ORTHOGONAL:
                    yield from slip(line(board, place, step))
            case _:
                raise ValueError(f"no such piece: {kind}")
    # "Also: from an inside square, one step between the insides": the Wizard diagonally, which is one
    # file or one rank away; the Wazird straight through or triagonally.
    if kind == "W":
        yield from passage(boards, site, ORTHOGONAL)
    if kind == "Z":
        yield from passage(boards, site, ((0, 0), *DIAGONAL))


def leap(sites: list[str]) -> Iterator[tuple[str, Way]]:
    """To the first site of a line."""
    if sites:
        yield sites[0], ()


def ride(sites: list[str]) -> Iterator[tuple[str, Way]]:
    """To any site of a line, over empty ones."""
    for number, site in enumerate(sites):
        yield site, tuple(sites[:number])


def slip(sites: list[str]) -> Iterator[tuple[str, Way]]:
    """One step; or three if the first site is empty, whatever the second holds, and a fifth is there."""
    if sites:
        yield sites[0], ()
    if len(sites) >= 5:
        yield sites[2], (sites[0],)


def passage(boards: Boards, site: str, steps: tuple[Step, ...]) -> Iterator[tuple[str, Way]]:
    """From an inside square to squares of the other inside ("both ends of a passage are inside")."""
    there = other_inside(boards, site)
    if there is None:
        return
    file, rank = boards.place[site]
    for step in steps:
        target = there[file + step[0], rank + step[1]]  # next to an inside square the board goes on
        if other_inside(boards, target) is not None:
            yield target, ()


def forward(piece: str) -> int:
    """The rank's change in a step forward, which is "toward the other side's first rank"."""
    return 1 if piece.isupper() else -1


def advances(piece: str) -> tuple[Step, ...]:
    """The directions in which a pawn steps: the plain one straight, the Berolina one diagonally."""
    up = forward(piece)
    return ((0, up),) if piece.upper() == "P" else ((-1, up), (1, up))


def attacks(piece: str) -> tuple[Step, ...]:
    """The directions in which a pawn captures: the plain one diagonally, the Berolina one straight."""
    up = forward(piece)
    return ((-1, up), (1, up)) if piece.upper() == "P" else ((0, up),)


def second_rank(piece: str) -> int:
    return 2 if piece.isupper() else 7


def last_rank(piece: str) -> int:
    return 8 if piece.isupper() else 1


def pawn_steps(boards: Boards, piece: str) -> Ways:
    """Single steps. (The site stepped to must be empty as well; the caller must see to that.)"""
    return pawn_ways(boards, advances(piece))


def pawn_captures(boards: Boards, piece: str) -> Ways:
    """Captures, and with them the sites on which the pawn can capture en passant."""
    return pawn_ways(boards, attacks(piece))


def pawn_ways(boards: Boards, steps: tuple[Step, ...]) -> Ways:
    return gather(
        boards,
        {
            site: (
                going
                for board, place in boards_of(boards, site)
                for step in steps
                for going in leap(line(board, place, step))
            )
            for site in boards.place
        },
    )


def double_steps(boards: Boards, piece: str) -> list[DoubleStep]:
    """Two steps "from their own second rank", both "in one direction on one 8x8 board"."""
    found: dict[DoubleStep, None] = {}  # a set that keeps the order: ring sites lie on two boards
    for origin, (_file, rank) in boards.place.items():
        if rank != second_rank(piece):
            continue
        for board, place in boards_of(boards, origin):
            for step in advances(piece):
                sites = line(board, place, step)
                if len(sites) >= 2:
                    found[DoubleStep(origin, sites[0], sites[1])] = None
    return list(found)


def gather(boards: Boards, goes: dict[str, Iterator[tuple[str, Way]]]) -> Ways:
    """Bring together the ways that lead from one site to one site ("one move")."""
    ways: Ways = {site: {} for site in boards.place}
    for site, goings in goes.items():
        for to, way in goings:
            before = ways[site].get(to, ())
            if way not in before:
                ways[site][to] = (*before, way)
    return ways
