"""What the rules pages say about a bluff game, made from its own data."""

from __future__ import annotations

from collections.abc import Sequence

from fairyring.kernels.rules import Topic
from fairyring.kernels.true_kings import KINGS
from fairyring.messages import Message, joined, listed

SENTENCES = "{first} {rest}"

PAWNS_AND_CASTLING = Topic(
    "Pawns and castling",
    (
        (
            "A pawn moves forward in the direction of its side's pawns on the board that it stands on, from"
            " rank to rank of that one board; sideways it may also capture onto the next board. On the far"
            " rank of its board it promotes to a queen, rook, bishop or knight. It can be captured en"
            " passant, across the edges of boards, too."
        ),
        (
            "A king that has not moved castles with a rook of its side that has not moved either and is the"
            " nearest piece on its rank in that direction, however far away. The king goes half the distance"
            " to the rook, rounded up, and the rook goes to the square beside it, on the side that the king"
            " came from. Attacks do not matter."
        ),
    ),
)


def topics(denominations: Sequence[int], chips_per_turn: int, numbers: Sequence[int]) -> tuple[Topic, ...]:
    """The rules apart from how pieces move; ``numbers`` are those of the chips in a purse."""
    return (
        KINGS,
        PAWNS_AND_CASTLING,
        *_chips(denominations, chips_per_turn, numbers),
        _end(denominations),
        _writing(denominations),
    )


def _chips(denominations: Sequence[int], chips_per_turn: int, numbers: Sequence[int]) -> tuple[Topic, ...]:
    if not denominations:
        return ()
    held = [
        Message("{number} chips of {value}", number=number, value=value)
        for number, value in zip(numbers, denominations, strict=True)
    ]
    put = Message(
        "Once both sides have promoted a pawn, a player may, instead of moving, put a chip from their purse"
        " on any square without a piece, whether there are chips on it or not."
    )
    if chips_per_turn > 1:
        put = Message(
            "Once both sides have promoted a pawn, a player may, instead of moving, put up to {number} chips"
            " from their purse on any one square without a piece, whether there are chips on it or not.",
            number=chips_per_turn,
        )
    purse = (
        Message("Each player begins with a purse of {chips}.", chips=listed("{first} and {last}", held)),
        put,
        Message(
            "Chips on the board belong to nobody. Once a side has only one king left, no more chips can be"
            " put."
        ),
    )
    stacks = (
        Message(
            "A stack with a chip of {highest} in it is a demand, any other an offer.",
            highest=denominations[-1],
        ),
        Message(
            "To both sides a demand is like an enemy piece that cannot move: it blocks, and can be captured."
            " An offer blocks nothing: other pieces may cross it, and a pawn may step straight onto it and"
            " stand there without capturing it."
        ),
    )
    captures = (
        "A piece that comes to a stack by a move that could capture an enemy there captures the chips for its"
        " player's purse; a pawn does so by its diagonal step. A piece that captures another also captures"
        " the chips under it, and en passant those under the captured pawn as well. Castling captures"
        " nothing."
    )
    return (Topic("Chips", (joined(SENTENCES, purse), joined(SENTENCES, stacks), captures)),)


def _end(denominations: Sequence[int]) -> Topic:
    if not denominations:
        return Topic(
            "How it ends",
            (
                "A player who captures the opponent's True King wins.",
                (
                    "The game is drawn when the side to move has no legal move, when the same position occurs"
                    " for the third time, True Kings apart, and after 200 plies (100 moves by each side)"
                    " without a capture or a pawn move."
                ),
            ),
        )
    return Topic(
        "How it ends",
        (
            (
                "A player who captures the opponent's True King wins and gets all chips left on the board."
                " Who has more chips does not matter."
            ),
            (
                "The game is drawn when the side to move has no legal move, when the same position occurs"
                " for the third time, whichever kings are the True Kings, and after 200 plies (100 moves by"
                " each side) without a capture, a pawn move or a chip placed. Then each player keeps their"
                " purse, and the chips on the board belong to nobody."
            ),
        ),
    )


def _writing(denominations: Sequence[int]) -> Topic:
    moves = Message(
        "A square is named by its board, file and rank: 8e1. A move is written as the square that the piece"
        " leaves, a hyphen, and the square that it goes to; a promotion adds = and the letter of the new"
        " piece, and castling is the king's move. The choice of a True King is true@3e1, and true@? for"
        " everybody who may not know it."
    )
    chips = Message(
        "Putting a chip on d5 of board 3 is written chip25@3d5; several chips are written chip25+5@3d5,"
        " the largest first."
    )
    written = joined(SENTENCES, (moves, chips)) if denominations else moves
    return Topic("How moves are written", (written,), reference=True)
