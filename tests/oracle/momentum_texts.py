"""Position texts of the games of momentum (conventions.md, "Position text"; minigolf.md, "Texts")."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from .edges import Vector
from .momentum_games import Game
from .texts import OracleError, write_row

Order = tuple[tuple[str, Vector], ...]  # where a side's pieces in motion stand, in launch order

NUMBER = "(?:0|-?[1-9][0-9]?)"
TOKEN = re.compile(
    rf"(?P<empty>[1-8])|(?P<man>[A-Za-z])(?:\{{(?P<vector>{NUMBER},{NUMBER}(?:,[1-9])?)#(?P<place>[1-9][0-9]?[0-9]?)\}})?"
)


class Placement(NamedTuple):
    """The first field of a text."""

    pieces: dict[str, str]
    white: Order
    black: Order


def write_placement(game: Game, pieces: Mapping[str, str], orders: tuple[Order, Order]) -> str:
    """ "A piece in motion is followed by `{dx,dy#k}`, k its place in its side's launch order"."""
    told = dict(pieces)
    for order in orders:
        for number, (site, vector) in enumerate(order, 1):
            told[site] += f"{{{written(vector)}#{number}}}"
    return "|".join(
        "/".join(write_row(told, row) for row in rows) for rows in (game.rows, game.lower) if rows
    )


def written(vector: Vector) -> str:
    """`dx,dy`; and the number of the board, where two boards lead elsewhere."""
    return ",".join(map(str, vector))


def read_placement(game: Game, text: str) -> Placement:
    """The pieces and the launch order of each side; whether they can be there is checked elsewhere."""
    blocks = [rows for rows in (game.rows, game.lower) if rows]
    told = [block.split("/") for block in text.split("|")]
    if [len(lines) for lines in told] != [len(rows) for rows in blocks]:
        raise OracleError(f"placement: {[len(rows) for rows in blocks]} ranks, not {list(map(len, told))}")
    lines = [line for each in told for line in each]
    rows = [row for each in blocks for row in each]
    pieces: dict[str, str] = {}
    places: tuple[dict[int, tuple[str, Vector]], ...] = ({}, {})
    for line, row in zip(lines, rows, strict=True):
        read_row(game, line, row, pieces, places)
    white, black = (in_order(launched, side) for launched, side in zip(places, "wb", strict=True))
    return Placement(pieces, white, black)


def read_row(
    game: Game,
    line: str,
    row: tuple[str, ...],
    pieces: dict[str, str],
    places: tuple[dict[int, tuple[str, Vector]], ...],
) -> None:
    where = f"placement, rank of {row[0]}"
    told, at = 0, 0  # sites of the row, characters of the line
    after_digit = False
    while at < len(line):
        token = TOKEN.match(line, at)
        if token is None:
            raise OracleError(f"{where}: neither a man nor a digit: {line[at:]!r}")
        at = token.end()
        if token["empty"]:
            if after_digit:
                raise OracleError(f"{where}: runs of empty squares are to be merged")
            told += int(token["empty"])
            after_digit = True
            continue
        letter = token["man"]
        if letter not in game.pieces and letter not in "Pp":
            raise OracleError(f"{where}: {letter!r} is no man here")
        if told >= len(row):
            raise OracleError(f"{where}: more than {len(row)} squares")
        pieces[row[told]] = letter
        if token["place"]:
            launched = places[0 if letter.isupper() else 1]
            number = int(token["place"])
            if number in launched:
                raise OracleError(f"{row[told]}: launch place {number} twice")
            launched[number] = (row[told], tuple(map(int, token["vector"].split(","))))
        told += 1
        after_digit = False
    if told != len(row):
        raise OracleError(f"{where}: {told} squares, not {len(row)}")


def in_order(launched: Mapping[int, tuple[str, Vector]], side: str) -> Order:
    """ "Launch places that are not 1..n a side" are refused."""
    if sorted(launched) != list(range(1, len(launched) + 1)):
        raise OracleError(f"placement: launch places of {side} are {sorted(launched)}")
    return tuple(launched[number] for number in sorted(launched))


def move_text(origin: str, to: str, promotion: str | None) -> str:
    return f"{origin}-{to}" + (f"={promotion}" if promotion else "")


def with_momentum(text: str, leaves: Vector) -> str:
    """For moves that share a text but leave different momentum: "each gets `~dx,dy`"."""
    return f"{text}~{written(leaves)}"


def stop_text(site: str) -> str:
    return f"stop@{site}"
