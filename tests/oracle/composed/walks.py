"""Random games in which much happens."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .game import Game
from .position import Move, Position


class Ply(NamedTuple):
    """A move of a walk, and what happened by it."""

    before: Position
    move: Move
    after: Position
    events: frozenset[str]


def walk(game: Game, start: Position, chance: random.Random, plies: int, eager: float = 0.5) -> Iterator[Ply]:
    """A random game: moves with events are preferred, and among them rare ones and those that end it."""
    pos = start
    seen: Counter[str] = Counter()
    for _ in range(plies):
        moves = game.moves(pos)
        if not moves:
            return
        made = [Ply(pos, move, after, events(game, pos, move, after)) for move, after in moves]
        eventful = [ply for ply in made if ply.events]
        least = min((seen[event] for ply in eventful for event in ply.events), default=0)
        rare = [ply for ply in eventful if any(seen[event] == least for event in ply.events)]
        final = [ply for ply in made if "end" in ply.events]
        mood = chance.random()
        ply = chance.choice(
            (mood < eager / 4 and final) or (mood < eager / 2 and rare) or (mood < eager and eventful) or made
        )
        seen.update(ply.events)
        yield ply
        pos = ply.after


def hopped(game: Game, pos: Position, move: Move) -> bool:
    """Whether a piece jumps over another one, as only hoppers do."""
    ways = game.ways[pos.pieces[str(move.origin)]][game.ground(str(move.origin))]
    return any(
        way.hurdle is not None
        and game.board.names[way.goal] == move.goal
        and game.needs(way).fits(pos.pieces)
        for way in ways
    )


def events(game: Game, pos: Position, move: Move, after: Position) -> frozenset[str]:
    """What is remarkable about a move."""
    pawn = move.origin is not None and game.pieces[pos.pieces[move.origin].letter].pawn
    check = game.in_check(after)
    over = game.ended(after) is not None
    found = {
        "capture": move.captured is not None,
        "en passant": move.captured is not None and move.captured != move.goal,
        "promotion": move.promotes,
        "castling": move.rook is not None,
        "drop": move.origin is None,
        "double step": move.passed is not None,
        "check": check,
        "flip": sum(each.side == pos.side for each in after.pieces.values())
        > 1 + sum(each.side == pos.side for each in pos.pieces.values()),
        "explosion": move.goal not in after.pieces,
        "end": over or (check and (game.closed(after) is not None or not game.can_move(after))),
        "hop": bool(move.origin) and hopped(game, pos, move),
        "pass": move.origin == move.goal,
        "first rank": pawn and game.rank(str(move.origin), pos.side) == 0,
    }
    return frozenset(name for name, true in found.items() if true)
