"""The two boards of Mini Meta Chess and Meta Chess, their array, and the text of a position.

A big square is known by its name, ``d4``, and a small one by its own, ``d4:a2``: the first two
characters of a small square's name tell the big square under it, the rest its corner of that one.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from .boards import Board, Boards, plain_name
from .texts import OracleError, read_number

KINDS = "KQRBNP"
LETTERS = KINDS + KINDS.lower()

# "four characters, `a2 b2 a1 b1`": the small squares of a big piece in the order of the text.
CORNERS = (":a2", ":b2", ":a1", ":b1")

# A run of empty squares, or a big piece with its small board in brackets.
TOKEN = re.compile(rf"[1-9]|[{LETTERS}]\[[{LETTERS}.]{{4}}\]")

Pieces = Mapping[str, str]  # square -> piece: a letter, upper case for White


class Rules(NamedTuple):
    """What differs between the two games."""

    big: Boards
    grid: Boards  # every small square that there can be
    array: Counter[str]  # how many of each kind a side starts with, in the big set and in the small one
    start: str


class Fields(NamedTuple):
    """A position text split into its parts."""

    big: dict[str, str]
    small: dict[str, str]
    side: str
    clock: int
    number: int


def rules_of(name: str) -> Rules:
    match name:
        case "mini-meta":
            return Rules(
                big=big_board(5, 6),
                grid=grid(5, 6),
                array=Counter("RNBQK" + 5 * "P"),
                start="k[...k]q[...q]b[...b]n[...n]r[...r]/p[...p]p[...p]p[...p]p[...p]p[...p]/5/5/"
                "P[P...]P[P...]P[P...]P[P...]P[P...]/R[R...]N[N...]B[B...]Q[Q...]K[K...] w 0 1",
            )
        case "meta-chess":
            # "8x8 with the orthodox array: big and small, Black's kings on the e-file (mirrored, not
            # turned), White's small pieces on `:a2`, Black's on `:b1`."
            return Rules(
                big=big_board(8, 8),
                grid=grid(8, 8),
                array=Counter("RNBQKBNR" + 8 * "P"),
                start="r[...r]n[...n]b[...b]q[...q]k[...k]b[...b]n[...n]r[...r]/"
                "p[...p]p[...p]p[...p]p[...p]p[...p]p[...p]p[...p]p[...p]/8/8/8/8/"
                "P[P...]P[P...]P[P...]P[P...]P[P...]P[P...]P[P...]P[P...]/"
                "R[R...]N[N...]B[B...]Q[Q...]K[K...]B[B...]N[N...]R[R...] w 0 1",
            )
        case _:
            raise OracleError(f"no such variant: {name!r}")


def big_board(files: int, ranks: int) -> Boards:
    """Big board 5x6, `a1`..`e6`; or 8x8."""
    return one_board(
        {
            (file, rank): plain_name((file, rank))
            for rank in range(1, ranks + 1)
            for file in range(1, files + 1)
        }
    )


def grid(files: int, ranks: int) -> Boards:
    """The small squares "together", for so many big files and ranks: `d4:a2` is file 7, rank 8."""
    board: Board = {}
    for rank in range(1, ranks + 1):
        for file in range(1, files + 1):
            big = plain_name((file, rank))
            # "As White sees it `a1 b1` is its lower row and `a2 b2` its upper."
            left, right, lower, upper = 2 * file - 1, 2 * file, 2 * rank - 1, 2 * rank
            board[left, upper], board[right, upper] = f"{big}:a2", f"{big}:b2"
            board[left, lower], board[right, lower] = f"{big}:a1", f"{big}:b1"
    return one_board(board)


def one_board(board: Board) -> Boards:
    """Its rows from the far rank down, as a position text has them."""
    files = range(1, max(file for file, _rank in board) + 1)
    ranks = range(max(rank for _file, rank in board), 0, -1)
    return Boards(
        boards=(board,),
        place={site: place for place, site in board.items()},
        blocks=(tuple(tuple(board[file, rank] for file in files) for rank in ranks),),
    )


def under(square: str) -> str:
    """The big square on which a small square lies."""
    return square[:2]


def corner(square: str) -> str:
    """Which of the four small squares of its big one it is: ``:a2``."""
    return square[2:]


# ---- reading ----


def read_fields(boards: Boards, text: str) -> Fields:
    """Split a text: "single spaces, all fields", "then side and clocks, four fields in all"."""
    parts = text.split(" ")
    if len(parts) != 4:
        raise OracleError(f"4 fields with single spaces between, not {len(parts)}")
    placement, side, clock, number = parts
    if side not in ("w", "b"):
        raise OracleError(f"side: {side!r} is neither w nor b")
    big, small = read_placement(boards, placement)
    return Fields(
        big=big,
        small=small,
        side="white" if side == "w" else "black",
        clock=read_number("half-move clock", clock, least=0),
        number=read_number("move number", number, least=1),
    )


def read_placement(boards: Boards, text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Big and small pieces: "big ranks from the far one down, `/` between"."""
    big: dict[str, str] = {}
    small: dict[str, str] = {}
    (board_rows,) = boards.blocks
    rows = text.split("/")
    if len(rows) != len(board_rows):
        raise OracleError(f"placement: {len(board_rows)} ranks, not {len(rows)}")
    for row, squares in zip(rows, board_rows, strict=True):
        read_row(row, squares, big, small)
    return big, small


def read_row(row: str, squares: tuple[str, ...], big: dict[str, str], small: dict[str, str]) -> None:
    """Put the pieces of one big rank on the boards."""
    where = f"placement, rank {squares[0][1]}"
    told = 0  # how many squares of the rank
    after_digit = False
    rest = row
    while rest:
        match = TOKEN.match(rest)
        if match is None:
            raise OracleError(f"{where}: neither a big piece with its small board nor a digit: {rest!r}")
        token, rest = match[0], rest[match.end() :]
        if token.isdigit():
            if after_digit:
                raise OracleError(f"{where}: runs of empty squares are to be merged")
            told += int(token)
            after_digit = True
        else:
            if told < len(squares):
                square = squares[told]
                big[square] = token[0]
                for place, piece in zip(CORNERS, token[2:6], strict=True):
                    if piece != ".":
                        small[square + place] = piece
            told += 1
            after_digit = False
    if told != len(squares):
        raise OracleError(f"{where}: {told} squares, not {len(squares)}")


# ---- writing ----


def write_placement(boards: Boards, big: Pieces, small: Pieces) -> str:
    (board_rows,) = boards.blocks
    return "/".join(write_row(squares, big, small) for squares in board_rows)


def write_row(squares: tuple[str, ...], big: Pieces, small: Pieces) -> str:
    text = ""
    empty = 0
    for square in squares:
        if square not in big:
            empty += 1
            continue
        riders = "".join(small.get(square + place, ".") for place in CORNERS)
        text += (str(empty) if empty else "") + f"{big[square]}[{riders}]"
        empty = 0
    return text + (str(empty) if empty else "")
