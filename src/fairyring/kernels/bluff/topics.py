"""What the bluff family has to say to players about a game, made from its own data."""

from __future__ import annotations

from collections.abc import Sequence

from fairyring.kernels.rules import Topic

KINGS = Topic(
    "The True Kings",
    (
        (
            "Before the first move White, and then Black, chooses one of his kings in secret: his True"
            " King. The others are princes. All of them move as kings do, and none is royal: there is no"
            " check, no mate, and a king may be left to be taken."
        ),
        (
            "When a king is taken, both players learn whether he was the true one. Who takes the True King"
            " has won. When one king of a side is left, he is known to be the true one."
        ),
        (
            "Nobody but his owner is told where a True King stands before the game is over, neither on the"
            " board nor in a record; then both are shown."
        ),
    ),
)
MEN = Topic(
    "Pawns and castling",
    (
        (
            "A pawn goes forward as its side's pawns do on the board that it stands on, from rank to rank"
            " of that one board, sideways also to the next. On the far rank of its board it becomes a"
            " queen, rook, bishop or knight. It may be taken en passant, across the edges of boards too."
        ),
        (
            "A king who has not moved castles with a rook of his side who has not moved and is the nearest"
            " man on his rank to that side, however far away. The king goes half the distance to the rook,"
            " rounded up, and the rook to the square next to him on the side that he came from. Attacks do"
            " not matter."
        ),
    ),
)


def topics(denominations: Sequence[int], chips_per_turn: int, numbers: Sequence[int]) -> tuple[Topic, ...]:
    """The rules beyond how men go; ``numbers`` are those of the chips in a purse."""
    return (
        KINGS,
        MEN,
        *_chips(denominations, chips_per_turn, numbers),
        _end(denominations),
        _writing(denominations),
    )


def _chips(denominations: Sequence[int], chips_per_turn: int, numbers: Sequence[int]) -> tuple[Topic, ...]:
    if not denominations:
        return ()
    purse = ", ".join(f"{number} of {worth}" for number, worth in zip(numbers, denominations, strict=True))
    highest = denominations[-1]
    one = "a chip" if chips_per_turn == 1 else f"up to {chips_per_turn} chips"
    return (
        Topic(
            "Chips",
            (
                (
                    f"Each player's purse holds {purse}. Once both sides have promoted a pawn, a player"
                    f" may, instead of moving, put {one} of his purse on any square on which nobody stands,"
                    " be there chips already or not. Chips on the board belong to nobody. Once a side has"
                    " a single king left, no more are put."
                ),
                (
                    f"A stack with a chip of {highest} in it is a demand, any other an offer. A demand is"
                    " to both sides as an enemy who cannot move: it is in the way, and can be taken. An"
                    " offer is in nobody's way: riders pass over it, and a pawn may step straight onto it"
                    " and stand there without taking it."
                ),
                (
                    "Whoever comes to a stack by a move that could take an enemy there takes it into his"
                    " purse, a pawn by its diagonal step. Who takes a man takes the chips beneath him, and"
                    " en passant also those beneath the pawn. Castling takes nothing."
                ),
            ),
        ),
    )


def _end(denominations: Sequence[int]) -> Topic:
    draws = (
        "The game is drawn when the side to move has no turn, when the same position has come about for the"
        " third time, True Kings apart, and after 200 plies (100 moves of each side) without a capture, a"
        " pawn's move"
    )
    first = "Who takes the True King of the other side wins"
    if not denominations:
        return Topic("How it ends", (f"{first}.", f"{draws}."))
    return Topic(
        "How it ends",
        (
            f"{first}, and all chips left on the board are his. He need not be the richer one.",
            f"{draws} or a chip put. Then each keeps his purse, and the chips on the board are nobody's.",
        ),
    )


def _writing(denominations: Sequence[int]) -> Topic:
    text = (
        "A square is named by its board, file and rank: 8e1. A move is written as the square that the man"
        " leaves, a hyphen, and the square that he goes to; a promotion adds = and the letter of the new"
        " man, and castling is the king's move alone. The choice of a True King is true@3e1, and true@? to"
        " those who may not know it."
    )
    if denominations:
        text += " A chip put is chip25@3d5, several are chip25+5@3d5, the largest first."
    return Topic("How moves are written", (text,))
