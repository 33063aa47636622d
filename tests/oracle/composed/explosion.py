"""Captures explode (Atomic)."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist, isclose
from typing import TYPE_CHECKING

from fairyring.board import HEXAGONS, LEVELS, Board, Side
from fairyring.pieces import Piece

from .mechanic import Mechanic
from .position import SIDES, Move, Placed, Position, Result, other

if TYPE_CHECKING:
    from .game import Game

STEP = Piece("K", "king", "K")  # how far an explosion reaches on squares, whatever the game's own king is


class Explosion(Mechanic):
    """A capture removes the capturing piece too, and every non-pawn piece a king's step from the goal.

    On hexagons, that is every piece across an edge; in space, a step goes up and down, too.

    The player whose royal piece explodes has lost, so none may explode its own; a move that explodes the
    enemy's is legal even in check. Royal pieces that touch are not in check: who captured one would explode
    the other.

    Args:
        immune: the letters of pieces that no explosion harms, not even that of their own capture.
    """

    def __init__(self, immune: str = "") -> None:
        self.immune = immune
        # What `near` has found, which depends on no position.
        self.known: dict[tuple[Game, str, str], frozenset[str]] = {}

    def near(self, game: Game, site: str, side: str) -> frozenset[str]:
        """Where pieces stand a king's step away, on all levels, and what else stands at the same site."""
        asked = game, site, side
        if asked not in self.known:
            self.known[asked] = self.find_near(game, site, side)
        return self.known[asked]

    def find_near(self, game: Game, site: str, side: str) -> frozenset[str]:
        here = game.ground(site)
        around = {here, *self.around(game.board, here, Side(side))}
        return frozenset(stand for name in around for stand in game.stands(name)) - {site}

    def around(self, board: Board, here: str, side: Side) -> Iterator[str]:
        lattice = board.charts[0].lattice
        if lattice not in (HEXAGONS, LEVELS):
            yield from (board.names[way.goal] for way in STEP.ways(board, board.numbers[here], side))
            return
        for name in board.names:
            if lattice == LEVELS:
                steps = [abs(ord(one) - ord(other)) for one, other in zip(here, name, strict=True)]
                beside = max(steps) == 1
            else:  # hexagons of height 1 that share an edge
                beside = isclose(dist(self.middle(board, here), self.middle(board, name)), 1)
            if beside:
                yield name

    def middle(self, board: Board, name: str) -> tuple[float, float]:
        place = board.places[board.numbers[name]][0]
        right, higher = board.charts[0].lattice.right
        return place.x * right, place.y + place.x * higher

    def on_capture(self, game: Game, before: Position, after: Position, move: Move) -> None:
        near = self.near(game, move.goal, before.side)
        there = {site: after.pieces[site].letter for site in near if site in after.pieces}
        sites = [
            site for site, letter in there.items() if letter in game.pieces and not game.pieces[letter].pawn
        ]
        for site in (move.goal, *sorted(sites)):  # what has turned to stone there stays
            if after.pieces[site].side in SIDES and after.pieces[site].letter not in self.immune:
                game.remove(before, after, site)

    def exposed(self, game: Game, pos: Position, side: str, site: str, found: bool) -> bool:
        enemies = game.royals(pos, other(side)) + self.further(game, pos, other(side))
        return found and self.near(game, site, side).isdisjoint(enemies)

    def further(self, game: Game, pos: Position, side: str) -> list[str]:
        """Where a side's pieces stand that are royal by another mechanic."""
        return [site for mechanic in game.mechanics for site in mechanic.royal(game, pos, side)]

    def safe(self, game: Game, before: Position, after: Position, found: bool) -> bool:
        if self.exploded(game, after, before.side) or self.fewer(game, before, after, before.side):
            return False
        enemy = other(before.side)
        return found or self.exploded(game, after, enemy) or self.fewer(game, before, after, enemy)

    def fewer(self, game: Game, before: Position, after: Position, side: str) -> bool:
        """Whether a side has lost a piece that was royal by another mechanic."""
        royal = [before.pieces[site].letter for site in self.further(game, before, side)]
        left = [placed.letter for placed in after.pieces.values() if placed.side == side]
        return any(left.count(letter) < royal.count(letter) for letter in royal)

    def exploded(self, game: Game, pos: Position, side: str) -> bool:
        """Whether the side began with a royal piece and has none now, or lacks one of several."""
        return (
            not game.royals(pos, side)
            and any(self.is_royal(game, side, p) for p in game.start_pieces.values())
        ) or any(mechanic.bereft(game, pos, side) for mechanic in game.mechanics)

    def is_royal(self, game: Game, side: str, placed: Placed) -> bool:
        return placed.side == side and game.pieces[placed.letter].royal

    def ended(self, game: Game, pos: Position) -> Result | None:
        for side in SIDES:
            if self.exploded(game, pos, side):
                return Result(other(side), "explosion")
        return None
