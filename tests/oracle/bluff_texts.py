"""Position texts of Monster Bluff Chess, field by field (monster-bluff.md, "Texts")."""

import re
from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from .bluff_boards import Grid
from .texts import OracleError, read_number, read_placement, write_placement

LETTERS = "KQRBNPkqrbnp"
SIDES = ("white", "black")
NUMBER = "0|[1-9][0-9]{0,5}"

Counts = tuple[int, ...]  # of chips, by ascending denomination
Pieces = Mapping[str, str]  # site -> piece: a letter, upper case for White
Stacks = Mapping[str, Counts]  # site -> its chips, one at least


class Position(NamedTuple):
    """All that a position text says."""

    pieces: MappingProxyType[str, str]  # site -> piece
    side: str  # the side to play next; while True Kings are chosen, the side that plays first afterwards
    unmoved: frozenset[str]  # the sites of kings and rooks that never moved
    passed: str | None  # the site passed over by the double step just made
    chips: MappingProxyType[str, Counts]
    promoted: str  # "", "w", "b" or "wb": the sides that have promoted a pawn
    purses: tuple[Counts, Counts] | None  # White's and Black's; None without chips
    true: tuple[str, str]  # White's and Black's True King: its site, "?", "-" or "x"
    clock: int  # plies since the last capture (a stack's included), pawn's step or chip
    number: int  # of the move

    def __hash__(self) -> int:
        return hash((frozenset(self.pieces.items()), *self[1:4], frozenset(self.chips.items()), *self[5:]))


def write_position(grid: Grid, denominations: Counts, pos: Position) -> str:
    unmoved = ",".join(in_order(grid, pos.unmoved))
    chips = ",".join(
        f"{site}:{write_stack(denominations, pos.chips[site])}" for site in in_order(grid, pos.chips)
    )
    purses = "-"
    if pos.purses is not None:
        purses = ",".join(
            f"{name}:{'/'.join(map(str, purse))}" for name, purse in zip("WB", pos.purses, strict=True)
        )
    fields = (
        write_placement(grid.boards, pos.pieces),
        pos.side[0],
        unmoved or "-",
        pos.passed or "-",
        chips or "-",
        pos.promoted or "-",
        purses,
        ",".join(pos.true),
        str(pos.clock),
        str(pos.number),
    )
    return " ".join(fields)


def read_fields(grid: Grid, denominations: Counts, text: str) -> Position:
    """The position, if each field alone is sound; whether they fit together is checked elsewhere."""
    parts = text.split(" ")
    if len(parts) != 10:
        raise OracleError(f"10 fields with single spaces between, not {len(parts)}")
    placement, side, unmoved, passed, chips, promoted, purses, true, clock, number = parts
    if side not in ("w", "b"):
        raise OracleError(f"side: {side!r} is neither w nor b")
    if passed != "-":
        site_in(grid, "en passant", passed)
    if promoted not in ("-", "w", "b", "wb"):
        raise OracleError(f"promotions: {promoted!r} is none of -, w, b, wb")
    return Position(
        pieces=MappingProxyType(read_placement(grid.boards, LETTERS, placement)),
        side="white" if side == "w" else "black",
        unmoved=frozenset(read_unmoved(grid, unmoved)),
        passed=None if passed == "-" else passed,
        chips=MappingProxyType(read_stacks(grid, denominations, chips)),
        promoted="" if promoted == "-" else promoted,
        purses=read_purses(denominations, purses),
        true=read_true(grid, true),
        clock=read_number("half-move clock", clock, least=0),
        number=read_number("move number", number, least=1),
    )


def in_order(grid: Grid, sites: frozenset[str] | Stacks) -> list[str]:
    """ "As squares in board, file, rank order"."""
    return sorted(sites, key=grid.order.__getitem__)


def site_in(grid: Grid, field: str, text: str) -> str:
    if text not in grid.order:
        raise OracleError(f"{field}: no square {text!r}")
    return text


def refuse_disorder(grid: Grid, field: str, sites: list[str]) -> None:
    places = [grid.order[site] for site in sites]
    if any(later <= earlier for earlier, later in pairwise(places)):
        raise OracleError(f"{field}: squares not in board, file, rank order, each once")


def read_unmoved(grid: Grid, text: str) -> list[str]:
    if text == "-":
        return []
    sites = [site_in(grid, "unmoved", word) for word in text.split(",")]
    refuse_disorder(grid, "unmoved", sites)
    return sites


def write_stack(denominations: Counts, stack: Counts) -> str:
    """ "Denomination first, ascending"."""
    return "+".join(f"{worth}x{count}" for worth, count in zip(denominations, stack, strict=True) if count)


def read_stacks(grid: Grid, denominations: Counts, text: str) -> dict[str, Counts]:
    if text == "-":
        return {}
    stacks: list[tuple[str, Counts]] = []
    for word in text.split(","):
        site, colon, told = word.partition(":")
        site_in(grid, "chips", site)
        if not colon:
            raise OracleError(f"chips: {word!r} tells no stack")
        stacks.append((site, read_stack(denominations, site, told)))
    refuse_disorder(grid, "chips", [site for site, _stack in stacks])
    return dict(stacks)


def read_stack(denominations: Counts, site: str, text: str) -> Counts:
    counts = [0] * len(denominations)
    reached = -1
    for word in text.split("+"):
        match = re.fullmatch(f"({NUMBER})x([1-9][0-9]{{0,5}})", word)
        if match is None or int(match[1]) not in denominations:
            raise OracleError(f"chips on {site}: {word!r} is no number of chips of one denomination")
        which = denominations.index(int(match[1]))
        if which <= reached:
            raise OracleError(f"chips on {site}: denominations not ascending, each once")
        counts[which], reached = int(match[2]), which
    return tuple(counts)


def read_purses(denominations: Counts, text: str) -> tuple[Counts, Counts] | None:
    if not denominations:
        if text != "-":
            raise OracleError(f"purses: {text!r} in a game without chips")
        return None
    one = "/".join([f"(?:{NUMBER})"] * len(denominations))
    match = re.fullmatch(f"W:({one}),B:({one})", text)
    if match is None:
        raise OracleError(f"purses: {text!r} does not tell both, {len(denominations)} numbers each")
    white, black = (tuple(map(int, told.split("/"))) for told in match.groups())
    return white, black


def read_true(grid: Grid, text: str) -> tuple[str, str]:
    words = text.split(",")
    if len(words) != 2:
        raise OracleError(f"true kings: {text!r} does not tell White's and Black's")
    for word in words:
        if word not in ("?", "-", "x"):
            site_in(grid, "true kings", word)
    return words[0], words[1]
