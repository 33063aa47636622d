"""Who plays the other side in environments of one player."""

from __future__ import annotations

from fairyring.batch import Batch
from fairyring.errors import BatchError
from fairyring.game import Move
from fairyring.search import LEVELS, Level, search

RANDOM = "random"


def check(opponent: object) -> None:
    """See that there is such an opponent.

    Raises:
        BatchError: it is neither ``"random"`` nor a level nor a function.
    """
    if isinstance(opponent, str) and opponent != RANDOM and opponent not in LEVELS:
        raise BatchError(
            f"an opponent is 'random', a function or one of {', '.join(LEVELS)}, not {opponent!r}"
        )


def searched(batch: Batch, game: int, level: str | Level, seed: int) -> int:
    """The action that a level of the computer chooses in a game."""
    return numbered(batch, game, search(batch.position(game), level=level, seed=seed).move)


def numbered(batch: Batch, game: int, move: Move) -> int:
    """The action of a move.

    Raises:
        BatchError: it is not legal.
    """
    for action, legal in batch.moves(game).items():
        if legal.text == move.text:
            return action
    position = batch.position(game)
    raise BatchError(f"the opponent's move {move} is not legal in {position.seen_by(position.side)}")
