"""Castlings that follow from something else: of games that start from many arrays, and by letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from fairyring.board import Board, Side
from fairyring.kernels.orthodox.rules import castling
from fairyring.kernels.orthodox.tables import Castling, code_of
from fairyring.messages import Message
from fairyring.pieces import Piece
from fairyring.pieces.betza.beside import Castle, said

USUAL_GOALS = ("g", "f"), ("c", "d")  # the files of king and rook, on the right and on the left of the king


def castlings_anywhere(
    board: Board, king: str = "K", rook: str = "R", goals: Sequence[tuple[str, str]] = USUAL_GOALS
) -> tuple[Castling, ...]:
    """The castlings of a king with a rook, wherever the two start on their first rank.

    The letter of a right is that of the rook's file, small for Black.

    Args:
        board: a board of one chart.
        king: the letter of the piece that castles.
        rook: the letter of the piece that it castles with.
        goals: the files to which both go, with a rook on the right as White sees it, and with one on the
            left.

    Raises:
        ValueError: the board has more charts than one, files with the letters K and Q, or no such file.
    """
    if len(board.charts) > 1 or board.charts[0].width > 10:
        raise ValueError("castlings_anywhere: a board of one chart, with at most 10 files")
    found = []
    for side, y in ((Side.WHITE, 0), (Side.BLACK, -1)):
        row = board.charts[0].rows[y]
        rank, letters = ([names[site] for site in row] for names in (board.names, board.coordinates))
        files = {usual[0]: name for usual, name in zip(letters, rank, strict=True)}
        for file in (*goals[0], *goals[1]):
            if file not in files:
                raise ValueError(Message("castlings_anywhere: the board has no file {file}", file=file))
        for home in reversed(range(len(rank))):
            letter = letters[home][0].upper() if side is Side.WHITE else letters[home][0]
            for start in range(len(rank)):
                if start == home:
                    continue
                king_goal, rook_goal = (files[file] for file in goals[0 if home > start else 1])
                made = castling(board, side, letter, (rank[start], king_goal), (rank[home], rook_goal))
                found.append(replace(made, anywhere=king + rook))
    return tuple(found)


def castlings_by_letters(
    board: Board, pieces: Sequence[Piece], codes: Mapping[int, int]
) -> Iterator[tuple[Piece, Castling]]:
    """The castlings that the letters of pieces say (``KisO2``), each with the piece that castles.

    The letter of a right is K or Q, by White's right and left, small for Black.

    Args:
        board: the board.
        pieces: the kinds of pieces.
        codes: the code of each piece at the start, by its site.

    Raises:
        UnplayedError: the pieces do not stand so that they could castle, or a side would have two castlings
            with one letter.
    """
    for side in Side:
        found: dict[str, tuple[Piece, Castling]] = {}
        for kind, piece in enumerate(pieces):
            starts = [site for site, code in codes.items() if code == code_of(kind, side)]
            for castle in said(piece.movement, Castle, side):
                if not any(code_of(kind, other) in codes.values() for other in Side):
                    raise castle.unplayed(f"no {piece.name} is on the board at the start")
                if len(starts) > 1:
                    raise castle.unplayed(f"{side} begins with {len(starts)} pieces of this kind")
                for start in starts:
                    made = _lettered(board, codes, side, castle, start)
                    if made.letter in found:
                        raise castle.unplayed("a side has one castling to each wing")
                    found[made.letter] = piece, made
        yield from (found[letter] for letter in sorted(found))  # K before Q


def _lettered(board: Board, codes: Mapping[int, int], side: Side, castle: Castle, start: int) -> Castling:
    """The castling of the piece that starts on a site."""
    place = board.places[start][0]
    row = board.charts[place.chart].rows[place.y]
    step = 1 if castle.right is (side is Side.WHITE) else -1
    squares: list[int] = []
    x = place.x + step
    while 0 <= x < len(row) and (site := row[x]) is not None:
        squares.append(site)
        x += step
    far = len(squares) - 1 - castle.inset
    if far < 0:
        raise castle.unplayed(f"there is no square for its partner beside {board.names[start]}")
    partner = squares[far]
    code = codes.get(partner)
    if code is None or Side.of(code & 1) is not side:
        raise castle.unplayed(f"no {side} piece is on {board.names[partner]} at the start")
    if castle.squares > far + 1:
        raise castle.unplayed(f"its partner on {board.names[partner]} is fewer squares away")
    goal, rook = squares[castle.squares - 1], ([start, *squares])[castle.squares - 1]
    letter = "QK"[step > 0]
    names = board.names
    return castling(
        board,
        side,
        letter if side is Side.WHITE else letter.lower(),
        (names[start], names[goal]),
        (names[partner], names[rook]),
    )
