"""Position texts of the orthodox family (conventions.md, "Position text"; ravioli.md, "Texts")."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from .boards import Boards


class OracleError(ValueError):
    """A text that the rulebook refuses."""


class Fields(NamedTuple):
    """A position text split into its parts; the placement is still to be read."""

    placement: str
    side: str
    castling: str
    passed: str | None
    clock: int
    number: int


def split_fields(text: str) -> Fields:
    """Look for "single spaces, all fields, castling letters in the order KQkq or `-`"."""
    parts = text.split(" ")
    if len(parts) != 6:
        raise OracleError(f"6 fields with single spaces between, not {len(parts)}")
    placement, side, castling, passed, clock, number = parts
    if side not in ("w", "b"):
        raise OracleError(f"side: {side!r} is neither w nor b")
    if castling != "-" and not re.fullmatch("(?=.)K?Q?k?q?", castling):
        raise OracleError(f"castling: {castling!r} is neither - nor of KQkq in this order")
    if passed == "":
        raise OracleError("en passant: neither - nor a site")
    return Fields(
        placement=placement,
        side="white" if side == "w" else "black",
        castling="" if castling == "-" else castling,
        passed=None if passed == "-" else passed,
        clock=read_number("half-move clock", clock, least=0),
        number=read_number("move number", number, least=1),
    )


def read_number(name: str, text: str, least: int) -> int:
    # The bound on the length only keeps Python from refusing, with another error, to read it at all.
    if not re.fullmatch("0|[1-9][0-9]{0,999}", text):
        raise OracleError(f"{name}: {text!r} is not a number without leading zeros")
    if int(text) < least:
        raise OracleError(f"{name}: {text} is less than {least}")
    return int(text)


def read_placement(boards: Boards, letters: str, text: str) -> dict[str, str]:
    """Piece placement: blocks separated by "|", ranks by "/", letters of pieces and runs of empty sites."""
    pieces: dict[str, str] = {}
    blocks = text.split("|")
    if len(blocks) != len(boards.blocks):
        raise OracleError(f"placement: {len(boards.blocks)} parts, not {len(blocks)}")
    for block_number, (block, block_sites) in enumerate(zip(blocks, boards.blocks, strict=True), 1):
        rows = block.split("/")
        where = f"placement, part {block_number}"
        if len(rows) != len(block_sites):
            raise OracleError(f"{where}: {len(block_sites)} ranks, not {len(rows)}")
        for row_number, (row, row_sites) in enumerate(zip(rows, block_sites, strict=True), 1):
            pieces.update(read_row(f"{where}, row {row_number}", letters, row, row_sites))
    return pieces


def read_row(where: str, letters: str, row: str, sites: tuple[str, ...]) -> dict[str, str]:
    pieces: dict[str, str] = {}
    reached = 0  # how many sites of the row have been read
    after_digit = False
    for character in row:
        if character in "123456789":
            if after_digit:
                raise OracleError(f"{where}: runs of empty sites are to be merged")
            reached += int(character)
            after_digit = True
        elif character in letters:
            if reached < len(sites):
                pieces[sites[reached]] = character
            reached += 1
            after_digit = False
        else:
            raise OracleError(f"{where}: {character!r} is no man here")
    if reached != len(sites):
        raise OracleError(f"{where}: {reached} sites, not {len(sites)}")
    return pieces


def write_placement(boards: Boards, pieces: Mapping[str, str]) -> str:
    return "|".join("/".join(write_row(pieces, row) for row in block) for block in boards.blocks)


def write_row(pieces: Mapping[str, str], sites: tuple[str, ...]) -> str:
    text = ""
    empty = 0
    for site in sites:
        if site not in pieces:
            empty += 1
            continue
        text += (str(empty) if empty else "") + pieces[site]
        empty = 0
    return text + (str(empty) if empty else "")
