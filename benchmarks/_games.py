"""What all matches share: even openings, and the playing of a game."""

from __future__ import annotations

import random
from collections.abc import Callable

import fairyring
from fairyring import Move, Position, Side, Variant
from fairyring.search.bluffing import hides

Player = Callable[[Position], Move]
OPENING_PLIES = 6
BALANCED = 150  # hundredths of a pawn; an opening that is further from the start is drawn again
MOST_PLIES = 400  # then the game counts as a draw


def scored(position: Position) -> int:
    """The score of a short search."""
    return fairyring.search(position, nodes=3000).score


def begun(variant: Variant) -> Position:
    """The start of a game, after any choices of secrets."""
    position = variant.start()
    while hides(position):
        position = position.play(position.legal_moves()[0])
    return position


def openings(
    variant: Variant, number: int, seed: int = 1, judge: Callable[[Position], int] = scored
) -> list[Position]:
    """Distinct positions after a few random moves, which ``judge`` scores about as the game's start."""
    chance = random.Random(seed)
    even = judge(begun(variant))
    found: dict[Position, None] = {}
    while len(found) < number:
        position = variant.start()
        for _ in range(OPENING_PLIES):
            position = position.play(chance.choice(position.legal_moves()))
            if position.result:
                break
        if not position.result and abs(judge(position) - even) <= BALANCED:
            found[position] = None
    return list(found)


def game(position: Position, white: Player, black: Player) -> float:
    """White's score: 1, 0.5 or 0."""
    for _ in range(MOST_PLIES):
        if position.result:
            break
        position = position.play((white if position.side is Side.WHITE else black)(position))
    return result(position)


def result(position: Position) -> float:
    """White's score of a game that has ended, or was stopped and is a draw."""
    winner = position.result.winner if position.result else None
    return 0.5 if winner is None else float(winner is Side.WHITE)
