"""Chess960: chess from one of 960 arrays."""

from dataclasses import replace
from functools import cache

from fairyring.board import grid
from fairyring.errors import VariantError
from fairyring.kernels.orthodox.castlings import castlings_anywhere
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.messages import Message
from fairyring.notation.orthodox import start_text
from fairyring.variants import chess
from fairyring.variants.definition import Definition
from fairyring.variants.weights import lent

USUAL = 518  # the number of chess's own array
ARRAYS = 960


def variant(number: int = USUAL) -> Definition:
    """The game from the array with a number, from 0 to 959."""
    if not 0 <= number < ARRAYS:
        raise VariantError(
            Message("chess960: the arrays have numbers from 0 to 959, not {number}", number=number)
        )
    rank, usual = array(number), _usual()
    assert isinstance(usual.rules, Orthodox)
    pieces = f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank}"
    return replace(usual, start=start_text(usual.rules, pieces))


@cache
def _usual() -> Definition:
    """The game from the array of chess: the others share its tables."""
    game = chess.variant().but(
        title="Chess960",
        summary="The pieces of the first rank start in one of 960 orders.",
        inventor="Bobby Fischer",
        year=1996,
        notes=(
            (
                "The board, the pieces and their moves are those of chess. Both sides have the same order on"
                " their first ranks: the bishops on squares of different shades, and the king between the"
                " rooks."
            ),
            "The orders have Scharnagl's numbers; number 518 is chess.",
        ),
        sources=(
            "https://handbook.fide.com/chapter/E012023",
            "https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme",
        ),
        options={"number": "The number of the starting position, from 0 to 959; 518 is standard chess."},
        drawn={"number": (0, ARRAYS - 1)},
        rules={"castlings": castlings_anywhere(grid(8, 8))},
        weights="chess",
    )
    return lent(game)  # here, so that the tables are shared


def array(number: int) -> str:
    """White's first rank by its number in Reinhard Scharnagl's list."""
    rank = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    rank[2 * light + 1] = rank[2 * dark] = "B"
    number, queen = divmod(number, 6)
    rank[_free(rank)[queen]] = "Q"
    pairs = [(one, other) for one in range(5) for other in range(one + 1, 5)]
    for place in [_free(rank)[knight] for knight in pairs[number]]:
        rank[place] = "N"
    for place, letter in zip(_free(rank), "RKR", strict=True):
        rank[place] = letter
    return "".join(rank)


def _free(rank: list[str]) -> list[int]:
    return [place for place, letter in enumerate(rank) if not letter]
