"""Stands and piece placement of MetaChess #4 (metachess.md, "Levels" and "Texts")."""

from collections.abc import Mapping

from .boards import chess_boards
from .texts import OracleError, write_row

BOARDS = chess_boards()
LETTERS = "KQRBNPkqrbnp"


def top(site: str) -> str:
    """The back of the piece on a ground square."""
    return site + "^"


def is_top(stand: str) -> bool:
    return stand.endswith("^")


def ground(stand: str) -> str:
    """The ground square on or above which the stand is."""
    return stand.removesuffix("^")


def write_placement(pieces: Mapping[str, str]) -> str:
    """Piece placement of a FEN, "with a carrier and its rider in brackets, carrier first"."""
    carried = {
        site: f"({piece}{pieces[top(site)]})" if top(site) in pieces else piece
        for site, piece in pieces.items()
        if not is_top(site)
    }
    (squares_by_rank,) = BOARDS.blocks
    return "/".join(write_row(carried, squares) for squares in squares_by_rank)


def read_placement(text: str) -> dict[str, str]:
    """The pieces by stand; their number and places are checked elsewhere."""
    pieces: dict[str, str] = {}
    (squares_by_rank,) = BOARDS.blocks
    rows = text.split("/")
    if len(rows) != len(squares_by_rank):
        raise OracleError(f"placement: 8 ranks, not {len(rows)}")
    for row, squares in zip(rows, squares_by_rank, strict=True):
        pieces.update(read_row(row, squares))
    return pieces


def read_row(row: str, squares: tuple[str, ...]) -> dict[str, str]:
    where = f"placement, rank {squares[0][1]}"
    pieces: dict[str, str] = {}
    reached = 0  # how many squares of the rank have been read
    at = 0  # how many characters of the row are read
    while at < len(row):
        character = row[at]
        if character in "12345678":
            if at > 0 and row[at - 1] in "12345678":
                raise OracleError(f"{where}: runs of empty squares are to be merged")
            reached += int(character)
            at += 1
            continue
        if reached >= len(squares):
            raise OracleError(f"{where}: more than 8 squares")
        square = squares[reached]
        reached += 1
        if character in LETTERS:
            pieces[square] = character
            at += 1
        elif character == "(":
            pair = row[at + 1 : at + 3]
            if len(pair) != 2 or row[at + 3 : at + 4] != ")" or not set(pair) <= set(LETTERS):
                raise OracleError(f"{where}: no carrier and rider in brackets for {square}")
            pieces[square], pieces[top(square)] = pair[0], pair[1]
            at += 4
        else:
            raise OracleError(f"{where}: {character!r} is no man here")
    if reached != len(squares):
        raise OracleError(f"{where}: {reached} squares, not 8")
    return pieces
