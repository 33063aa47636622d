"""What the drifting family has to say to players."""

from __future__ import annotations

from collections.abc import Iterable

from fairyring.kernels.drifting.motion import Spinner
from fairyring.kernels.rules import Topic


def topics(orthodox: Iterable[Topic], spinner: Spinner) -> tuple[Topic, ...]:
    """The orthodox family's topics for the same men, with what motion adds to them and changes."""
    kept = {topic.title: topic for topic in orthodox}
    found = [_turn(), _motion()]
    if spinner.ring:
        found.append(_spinner(spinner))
    if "Pawns" in kept:
        found.append(_pawns(kept["Pawns"]))
    if "Castling" in kept:
        castling = kept["Castling"]
        still = "Neither gets momentum by it. A man in motion cannot castle, and cannot stand between."
        found.append(Topic(castling.title, (*castling.paragraphs, still)))
    return (*found, _check(), _writing())


def _turn() -> Topic:
    return Topic(
        "A turn",
        (
            (
                "A turn has two parts. First the player does one thing: he moves a man who stands still, or"
                " he stops one of his men in motion. Then all his other men in motion go on by themselves,"
                " one after the other, in the order in which they were set in motion."
            ),
            (
                "A man who has been moved is in motion: by the distance and in the direction of his move, at"
                " its end, after the last bounce. A leaper keeps his leap. From his next turn on he makes"
                " the same move again every turn, and he cannot be moved otherwise until he has stopped."
                " Kings are never in motion, and a pawn that promotes loses its motion."
            ),
        ),
    )


def _motion() -> Topic:
    return Topic(
        "Going on and stopping",
        (
            (
                "A man in motion takes an enemy on whom he ends. A rider needs every square on the way empty,"
                " a leaper only his goal. If the way is blocked, or a man of his own side is on the goal, he"
                " does not move at all: he stops where he is, and stands still from then on."
            ),
            (
                "A man whose next goal lies beyond an edge that nothing passes has stopped as soon as his"
                " side's turn begins: he may be moved at once, and so gives check. A man who is stopped by"
                " his player stays where he is in that turn, and blocks."
            ),
            (
                "Places in the order of going on are counted afresh, 1, 2, and so on, whenever a man stops,"
                " is taken or promotes. A bounce does not change a man's place, nor does a spin."
            ),
        ),
    )


def _spinner(spinner: Spinner) -> Topic:
    pairs = zip(spinner.ring, (*spinner.ring[1:], spinner.ring[0]), strict=True)
    turns = ", ".join(f"{one} to {other}" for one, other in pairs)
    return Topic(
        "The spinner",
        (
            (
                f"After each turn of {spinner.after.capitalize()}'s {len(spinner.ring)} squares turn a"
                f" quarter clockwise, with all that stands on them, kings too: {turns}. The motion of the men"
                " on them turns with them: who was going up then goes to the right. How a man moves who"
                " stands still does not change."
            ),
            (
                "A turn is legal only if the mover's king is safe after the spin. What has been carried by"
                " the spinner cannot be taken en passant."
            ),
        ),
    )


def _pawns(plain: Topic) -> Topic:
    return Topic(
        plain.title,
        (
            *plain.paragraphs,
            (
                "A pawn in motion along a file or a rank goes on only to an empty square. One in motion"
                " diagonally, after a capture, goes on only by taking again. When motion brings a pawn to"
                " its far rank it becomes the strongest man of its army."
            ),
            (
                "Only a double step that a player has just made can be answered en passant, and only by a"
                " pawn that stands still; not if another man drifted to the square that was passed."
            ),
        ),
    )


def _check() -> Topic:
    return Topic(
        "How it ends",
        (
            (
                "No turn may leave one's own king where any part of the opponent's next turn could take him:"
                " the move of a man who stands still, or of one who goes on by himself, whatever else the"
                " opponent may do first. A side is in check if the opponent could take its king so, were it"
                " his turn on the board as it stands."
            ),
            (
                "A side that is in check and has no legal turn is checkmated and has lost; a side that is not"
                " in check and has no legal turn is in stalemate, and the game is drawn. It is also drawn"
                " when the same position has come about for the third time, motion and its order included,"
                " and after 100 plies without a capture, a pawn's step or a promotion, in either part of a"
                " turn. Stopping a man or a bounce on the spot is no progress."
            ),
        ),
    )


def _writing() -> Topic:
    return Topic(
        "How moves are written",
        (
            (
                "A move is written as the square that the man leaves, a hyphen, and the square that he goes"
                " to, be it a capture or not. A promotion adds = and the letter of the new man. Castling is"
                " the king's move alone. Stopping a man is written as stop@ and his square."
            ),
            (
                "Where two ways lead from one square to another and leave a man in different motion, ~ and"
                " his motion are added: ~2,0 for two files to the right, as White sees it. What goes on by"
                " itself is not written."
            ),
        ),
    )
