"""Horde: thirty-six pawns against an army."""

from fairyring.board import Board, Side, grid
from fairyring.kernels.orthodox.rules import usual_castlings
from fairyring.mechanics import Extinction
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group

ARRAY = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP"


def on_first_ranks(board: Board, site: int, side: Side) -> bool:
    """Whether a pawn may make a double step from a site: White's from the first rank, too."""
    return board.rank(site, side) == 1 or (side is Side.WHITE and board.rank(site, side) == 0)


def from_second_rank(board: Board, site: int, side: Side) -> bool:
    """Whether a double step from a site can be answered en passant."""
    return board.rank(site, side) == 1


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Horde",
        group=Group.ARMIES,
        summary="White has thirty-six pawns and no king, and must checkmate; Black must capture them all.",
        mechanics=[Extinction(kingless=(Side.WHITE,))],
        array=ARRAY,
        notes=(
            "Black has the pieces of chess, and White thirty-six pawns, which move as in chess.",
            "A white pawn on the first rank may move two squares, too, but is not captured en passant then.",
        ),
        sources=("https://lichess.org/variant/horde",),
        rules={
            "castlings": tuple(each for each in usual_castlings(grid(8, 8)) if each.side is Side.BLACK),
            "starts": on_first_ranks,
            "passable": from_second_rank,
            "minor": "",
            "bound": "",
        },
    )
