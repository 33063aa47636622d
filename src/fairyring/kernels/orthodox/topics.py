"""What the orthodox family has to say to players, made from a game's own data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fairyring.board import Board, Side
from fairyring.kernels.orthodox.tables import Castling
from fairyring.kernels.rules import Topic
from fairyring.pieces import Piece


def topics(
    board: Board,
    pieces: Sequence[Piece],
    promotions: str,
    castlings: Sequence[Castling],
    minor: str,
    bound: str,
) -> tuple[Topic, ...]:
    """Pawns, castling, the end of the game, and how moves are written, as far as the game has them."""
    names = {piece.letter: piece.name for piece in pieces}
    found = []
    if any(piece.pawn for piece in pieces):
        found.append(_pawns([names[letter] for letter in promotions]))
    if castlings:
        found.append(_castling(board, castlings))
    found.append(_end(pieces, [names[letter] for letter in minor], [names[letter] for letter in bound]))
    found.append(_writing(promotions, castlings, board))
    return tuple(found)


def _pawns(promotions: Sequence[str]) -> Topic:
    passing = (
        "En passant: a pawn that has just made a double step may be taken on the square that it passed, by an"
        " enemy pawn that could take a man standing there. This is open for one turn only."
    )
    if not promotions:
        return Topic("Pawns", (passing,))
    return Topic(
        "Pawns",
        (
            (
                f"A pawn that reaches the far rank is exchanged at once for a {_row(promotions, 'or')} of"
                " its side, whatever has been taken before."
            ),
            passing,
        ),
    )


def _castling(board: Board, castlings: Sequence[Castling]) -> Topic:
    sides = []
    for side in Side:
        ways = [
            f"his king from {board.names[c.king[0]]} to {board.names[c.king[1]]}"
            f" and the rook from {board.names[c.rook[0]]} to {board.names[c.rook[1]]}"
            for c in castlings
            if c.side is side
        ]
        if ways:
            sides.append(f"{side.capitalize()} moves {_row(ways, 'or')}.")
    return Topic(
        "Castling",
        (
            f"King and rook move in one turn. {' '.join(sides)}",
            (
                "Neither of the two may have moved before, and the squares between them must be empty. The"
                " king may not be in check, nor pass over or enter a square on which an enemy man could"
                " take him."
            ),
        ),
    )


def _end(pieces: Sequence[Piece], minor: Sequence[str], bound: Sequence[str]) -> Topic:
    royal = [piece.name for piece in pieces if piece.royal]
    first = "A side without a legal turn is in stalemate, and the game is drawn."
    if royal:
        first = (
            f"A {royal[0]} that could be taken is in check. No turn may leave one's own {royal[0]} in check."
            " A side that is in check and has no legal turn is checkmated and has lost; a side that is not"
            " in check and has no legal turn is in stalemate, and the game is drawn."
        )
    draws = (
        "The game is also drawn when the same position has come about for the third time, with the same"
        " side to move and the same turns open, and after 100 plies (50 moves of each side) without a"
        " capture or a pawn's move."
    )
    if minor:
        draws += f" And it is drawn when nothing is left beside the kings but a lone {_row(minor, 'or')}"
        draws += f", or {_row([f'{name}s' for name in bound], 'and')} of one shade." if bound else "."
    return Topic("How it ends", (first, draws))


def _writing(promotions: str, castlings: Sequence[Castling], board: Board) -> Topic:
    text = (
        "A move is written as the square that the man leaves, a hyphen, and the square that it goes to, be"
        " it a capture or not."
    )
    if promotions:
        text += (
            f" A promotion adds = and the letter of the new man: {_row([f'={p}' for p in promotions], 'or')}."
        )
    if castlings:
        king = castlings[0].king
        text += f" Castling is the king's move alone: {board.names[king[0]]}-{board.names[king[1]]}."
    return Topic("How moves are written", (text,))


def _row(words: Iterable[str], last: str) -> str:
    """``a, b or c``."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end
