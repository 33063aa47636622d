"""How a fault is reported."""

from __future__ import annotations

from fairyring.game import Move, Position, Result, Variant
from fairyring.messages import Message


class ConformanceError(AssertionError):
    """A game breaks what all games here guarantee.

    Attributes:
        message: what it says, which can be translated: the game, what is wrong, the move and the position.
        variant: the game's name.
        position: the text of the position at fault; ``""`` if it is not about one position.
        move: the text of the move at fault in that position; ``""`` if it is not about one move.
        reason: what is wrong; a `Message` if it has parameters.
    """

    def __init__(self, reason: str, variant: str, position: str = "", move: str = "") -> None:
        self.message = Message(
            "{variant}: {reason}, move {move}, in {position}"
            if move
            else "{variant}: {reason}, in {position}"
            if position
            else "{variant}: {reason}",
            variant=variant,
            reason=Message(reason),
            move=move,
            position=position,
        )
        super().__init__(self.message)
        self.variant = variant
        self.position = position
        self.move = move
        self.reason = reason


def hold(
    holds: bool, reason: str, at: Position | Variant, move: Move | None = None, /, **found: object
) -> None:
    """Unless something holds, report the game, the position and the move.

    Args:
        holds: whether it does.
        reason: what is wrong if it does not: a text whose ``{fields}`` are filled with what was ``found``.
        at: the position at fault, or the game.
        move: the move at fault, if it is about one.
        found: numbers, messages, and what is shown by its text.

    Raises:
        ConformanceError: it does not hold.
    """
    if holds:
        return
    if found:
        known = {name: each if isinstance(each, int | str) else str(each) for name, each in found.items()}
        reason = Message(reason, **known)
    if isinstance(at, Variant):
        raise ConformanceError(reason, at.name)
    raise ConformanceError(reason, at.variant.name, str(at), move.text if move else "")


def told(result: Result | None) -> Message:
    """How a game ended, or that it goes on, as a parameter of a reason."""
    return result.message if result else Message("no end of the game")
