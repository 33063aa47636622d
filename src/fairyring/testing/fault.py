"""How a fault is told."""

from __future__ import annotations

from fairyring.game import Move, Position, Variant


class ConformanceError(AssertionError):
    """A game does not keep to what all games here promise.

    Attributes:
        variant: the game's name.
        position: the text of the position at fault, ``""`` where it is not one position's fault.
        move: the text of the move at fault, ``""`` where it is not one move's fault.
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
    """Unless something holds, blame the game, or the position, or the move.

    Raises:
        ConformanceError: it does not hold.
    """
    if holds:
        return
    if isinstance(at, Variant):
        raise ConformanceError(reason, at.name)
    raise ConformanceError(reason, at.variant.name, str(at), move.text if move else "")
