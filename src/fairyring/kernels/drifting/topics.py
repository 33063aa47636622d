"""What the rules pages say about drifting."""

from __future__ import annotations

from collections.abc import Iterable

from fairyring.board import Side
from fairyring.kernels.drifting.motion import Spinner
from fairyring.kernels.rules import Topic
from fairyring.messages import Message, joined

SENTENCES = "{first} {rest}"

ROTATES = {
    Side.WHITE: "After each of White's turns {number} squares rotate a quarter turn clockwise, with"
    " everything on them, kings too: {steps}.",
    Side.BLACK: "After each of Black's turns {number} squares rotate a quarter turn clockwise, with"
    " everything on them, kings too: {steps}.",
}


def topics(
    orthodox: Iterable[Topic],
    spinner: Spinner,
    bounces: bool,
    royal: bool,
    settled: bool,
    repetition: Message | None,
    drops: bool,
) -> tuple[Topic, ...]:
    """The orthodox family's topics for the same pieces, with what motion adds and changes.

    ``bounces``: an edge of the board reflects pieces. ``royal``: there are kings in check and mated.
    ``settled``: something else says what stalemate is, and when a game without progress is drawn.
    ``repetition``: what it means that a position is repeated, if that is not a draw at the third time.
    ``drops``: whether pieces are dropped, which is progress, too.
    """
    kept = {topic.title: topic for topic in orthodox}
    found = [_turn(bounces), _motion(bounces, bool(spinner.ring))]
    if spinner.ring:
        found.append(_spinner(spinner))
    if "Pawns" in kept:
        found.append(_pawns(kept["Pawns"]))
    if "Castling" in kept:
        castling = kept["Castling"]
        at_rest = (
            "Neither piece gets momentum by castling. A piece in motion cannot castle, and may not stand"
            " between king and rook."
        )
        found.append(Topic(castling.title, (*castling.paragraphs, at_rest)))
    end = _end(bounces, royal, settled, repetition, drops)._replace(goals=kept["How it ends"].goals)
    return (*found, end, _writing())


def _turn(bounces: bool) -> Topic:
    momentum = Message(
        "A piece that has been moved is in motion: its momentum is the distance and the direction of its"
        " move at the end, after the last bounce."
        if bounces
        else "A piece that has been moved is in motion: its momentum is the distance and the direction of its"
        " move."
    )
    again = Message(
        "A leaper keeps its leap. From its next turn on it makes the same move again every turn, and cannot"
        " be moved in any other way until it has stopped. Kings are never in motion, and a pawn that promotes"
        " loses its motion."
    )
    return Topic(
        "A turn",
        (
            (
                "A turn has two parts. First the player moves a piece that is at rest, or stops one of their"
                " pieces in motion. Then all their other pieces in motion drift: they move by themselves, one"
                " after the other, in the order in which they were set in motion."
            ),
            joined(SENTENCES, (momentum, again)),
        ),
    )


def _motion(bounces: bool, spins: bool) -> Topic:
    order = [
        Message(
            "Pieces in motion have launch numbers: 1, 2, and so on, in the order in which they drift. The"
            " numbers close up whenever a piece stops, is captured or promotes."
        )
    ]
    if bounces:
        order.append(Message("A bounce does not change a piece's place in the order."))
    if spins:
        order.append(
            Message(
                "The spinner does not change it either."
                if bounces
                else "A spin does not change a piece's place in the order."
            )
        )
    return Topic(
        "Drifting and stopping",
        (
            (
                "A drifting piece captures any enemy piece it lands on. A leaper needs only its goal; any"
                " other piece needs every square on the way to be empty. If the way is blocked, or a piece of"
                " its own side is on the goal, it does not move at all: it stops where it is, and stays at"
                " rest."
            ),
            (
                "A piece whose next goal lies beyond an edge that nothing crosses stops as soon as its side's"
                " turn begins: it can be moved at once, and so it gives check. A piece that its player stops"
                " stays where it is in that turn, and blocks."
            ),
            joined(SENTENCES, order),
        ),
    )


def _spinner(spinner: Spinner) -> Topic:
    pairs = zip(spinner.ring, (*spinner.ring[1:], spinner.ring[0]), strict=True)
    steps = [Message("{start} to {goal}", start=start, goal=goal) for start, goal in pairs]
    rotation = Message(
        ROTATES[spinner.after], number=len(spinner.ring), steps=joined("{first}, {rest}", steps)
    )
    motion = Message(
        "The motion of the pieces on them rotates as well: a piece that was going up then goes to the right."
        " How a piece at rest moves does not change."
    )
    return Topic(
        "The spinner",
        (
            joined(SENTENCES, (rotation, motion)),
            (
                "A turn is legal only if the mover's king is safe after the spin. What the spinner has moved"
                " cannot be captured en passant."
            ),
        ),
    )


def _pawns(plain: Topic) -> Topic:
    return Topic(
        plain.title,
        (
            *plain.paragraphs,
            (
                "A pawn in motion along a file or a rank drifts only to an empty square. A pawn in motion"
                " diagonally, after a capture, drifts only by capturing again. When drifting brings a pawn to"
                " its far rank, it becomes the strongest piece of its army."
            ),
            (
                "Only a double step that a player has just made can be answered en passant, and only by a"
                " pawn at rest; not if another piece drifted to the square that was crossed."
            ),
        ),
    )


def _end(bounces: bool, royal: bool, settled: bool, repetition: Message | None, drops: bool) -> Topic:
    progress = Message(
        "A capture, a pawn move or a promotion in either part of a turn is progress; stopping a piece, or a"
        " bounce that ends on the same square, is not."
        if bounces
        else "A capture, a pawn move or a promotion in either part of a turn is progress; stopping a piece is"
        " not."
    )
    if drops:
        progress = joined(SENTENCES, (progress, Message("A drop is progress, too.")))
    safety = (
        "No turn may leave your own king where any part of the opponent's next turn could capture it: the"
        " move of a piece at rest, or a drifting piece, whatever else the opponent may do first. A player is"
        " in check if the opponent could capture the king in this way, if it were the opponent's turn on the"
        " present board."
    )
    mate = Message(
        "A player who is in check and has no legal turn is checkmated and loses. If a player is not in check"
        " and has no legal turn, it is stalemate, and the game is drawn. It is also drawn when the same"
        " position occurs for the third time, motion and its order included, and after 100 plies without"
        " progress."
    )
    repeated = Message(
        "The game is drawn when the same position occurs for the third time, motion and its order included."
    )
    stuck = "If a player has no legal turn, the game is drawn."
    counted = Message("Motion and its order are a part of the position.")
    if repetition:
        counting = joined(SENTENCES, (counted, progress))
        return Topic("How it ends", (*((safety,) if royal else ()), repetition, counting))
    mate, repeated = (joined(SENTENCES, (first, progress)) for first in (mate, repeated))
    draws = (repeated,) if settled else (mate,) if royal else (stuck, repeated)
    return Topic("How it ends", (safety, *draws) if royal else draws)


def _writing() -> Topic:
    return Topic(
        "How moves are written",
        (
            (
                "A move is written as the square that the piece leaves, a hyphen, and the square that it goes"
                " to; captures, too. A promotion adds = and the letter of the new piece. Castling is written"
                " as the king's move. Stopping a piece is written as stop@ and its square."
            ),
            (
                "If two ways lead from one square to another and leave a piece with different momentum, ~ and"
                " its momentum are added: ~2,0 for two files to the right, as White sees it. Drifting is not"
                " written."
            ),
        ),
        reference=True,
    )
