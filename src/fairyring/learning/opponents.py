"""Who plays the other side in environments of one player."""

from __future__ import annotations

from fairyring.batch import Batch
from fairyring.errors import BatchError, MoveError
from fairyring.game import Move, Position
from fairyring.search import LEVELS, Level, search

RANDOM = "random"


def check(opponent: object) -> None:
    """See that there is such an opponent.

    Raises:
        BatchError: it is neither ``"random"`` nor a level nor a function.
    """
    known = opponent in (RANDOM, *LEVELS) if isinstance(opponent, str) else isinstance(opponent, Level)
    if not (known or callable(opponent)):
        raise BatchError(
            f"an opponent is 'random', a function or one of {', '.join(LEVELS)}, not {opponent!r}"
        )


def searched(batch: Batch, game: int, level: str | Level, seed: int) -> int:
    """The action that a level of the computer chooses in a game."""
    return numbered(batch, game, search(batch.position(game), level=level, seed=seed).move)


def numbered(batch: Batch, game: int, move: Move | str) -> int:
    """The action of a move.

    Raises:
        BatchError: it is not legal, or no move.
    """
    if isinstance(move, str):
        seen = _seen(batch, game)
        try:
            move = seen.parse_move(move)
        except MoveError as error:
            raise BatchError(f"the opponent's {error} (in {seen})") from error
    if not isinstance(move, Move):
        raise BatchError(f"an opponent returns a move or its text, not {move!r}")
    for action, legal in batch.moves(game).items():
        if legal.text == move.text:
            return action
    raise BatchError(f"the opponent's move {move} is not legal in {_seen(batch, game)}")


def _seen(batch: Batch, game: int) -> Position:
    """The position of a game as its mover may know it."""
    position = batch.position(game)
    return position.seen_by(position.side)
