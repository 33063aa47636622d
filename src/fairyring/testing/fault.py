"""How a fault is reported."""

from __future__ import annotations

from fairyring.game import Move, Position, Variant


class ConformanceError(AssertionError):
    """A game breaks what all games here guarantee.

    Attributes:
        variant: the game's name.
        position: the text of the position at fault; ``""`` if it is not about one position.
        move: the text of the move at fault; ``""`` if it is not about one move.
        reason: what is wrong.
    """

    def __init__(self, reason: str, variant: str, position: str = "", move: str = "") -> None:
        at = (f", move {move}" if move else "") + (f", in {position}" if position else "")
        super().__init__(f"{variant}: {reason}{at}")
        self.variant = variant
        self.position = position
        self.move = move
        self.reason = reason


def hold(holds: bool, reason: str, at: Position | Variant, move: Move | None = None) -> None:
    """Unless something holds, report the game, the position and the move.

    Raises:
        ConformanceError: it does not hold.
    """
    if holds:
        return
    if isinstance(at, Variant):
        raise ConformanceError(reason, at.name)
    raise ConformanceError(reason, at.variant.name, str(at), move.text if move else "")
