"""Perpetual chase loses (Xiangqi), as the Asian Xiangqi Federation has it and Fairy-Stockfish reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .mechanic import Mechanic, Parts
from .position import SIDES, Move, Placed, Position, Result, other

if TYPE_CHECKING:
    from .game import Game

LINE = "line"
Pieces = Mapping[str, Placed]
STRONGER = {"N": "R", "C": "R", "B": "RCN", "A": "RCN"}  # what they chase even if it is protected


def at(site: str) -> tuple[int, int]:
    return ord(site[0]) - ord("a"), int(site[1:]) - 1


def named(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


def between(one: str, two: str) -> list[str] | None:
    """The squares between two on one file or rank; None for others."""
    (x, y), (u, v) = at(one), at(two)
    if one == two or (x != u and y != v):
        return None
    if x == u:
        return [named(x, rank) for rank in range(min(y, v) + 1, max(y, v))]
    return [named(file, y) for file in range(min(x, u) + 1, max(x, u))]


def leg(horse: str, goal: str) -> str | None:
    """Where a piece stops a horse on its way; None if that is no horse's move."""
    (x, y), (u, v) = at(horse), at(goal)
    if {abs(x - u), abs(y - v)} != {1, 2}:
        return None
    return named(x, (y + v) // 2) if abs(y - v) == 2 else named((x + u) // 2, y)


class Land(NamedTuple):
    """A board of nine files, with a palace at each end.

    Attributes:
        ranks: how many ranks there are.
        bank: how many of them, from its own side's first, an elephant may go to.
        crossing: on which rank, from 1, a soldier begins to go sideways.
    """

    ranks: int = 10
    bank: int = 5
    crossing: int = 6


XIANGQI = Land()


@dataclass(frozen=True)
class Board:
    """Pieces, and how they attack."""

    pieces: Pieces
    land: Land = XIANGQI

    def without(self, *sites: str) -> Board:
        left = {site: placed for site, placed in self.pieces.items() if site not in sites}
        return Board(left, self.land)

    def after(self, start: str, goal: str) -> Board:
        return Board(dict(self.without(start).pieces) | {goal: self.pieces[start]}, self.land)

    def rank(self, side: str, y: int) -> int:
        """A rank as a side counts, from 0."""
        return y if side == "white" else self.land.ranks - 1 - y

    def has_crossed(self, side: str, site: str) -> bool:
        """Whether a soldier goes sideways from a square."""
        return self.rank(side, at(site)[1]) + 1 >= self.land.crossing

    def of(self, side: str) -> list[str]:
        return [site for site, placed in self.pieces.items() if placed.side == side]

    def king(self, side: str) -> str:
        return next(site for site in self.of(side) if self.pieces[site].letter == "K")

    def attacks(self, placed: Placed, start: str, goal: str, free: bool = False) -> bool:
        """Whether such a piece on a square attacks another; ``free``: as if it might go anywhere."""
        (x, y), (u, v) = at(start), at(goal)
        far = abs(x - u), abs(y - v)
        end = self.rank(placed.side, v)
        ahead = end - self.rank(placed.side, y)
        in_palace = free or (3 <= u <= 5 and end <= 2)
        if placed.letter in "RC":
            path = between(start, goal)
            return path is not None and len(self.pieces.keys() & set(path)) == "RC".index(placed.letter)
        if placed.letter == "N":
            return leg(start, goal) is not None and leg(start, goal) not in self.pieces
        if placed.letter == "B":
            eye = named((x + u) // 2, (y + v) // 2)
            return far == (2, 2) and eye not in self.pieces and (free or end < self.land.bank)
        if placed.letter == "A":
            return far == (1, 1) and in_palace
        if placed.letter == "K":
            return sum(far) == 1 and in_palace
        crossed = free or self.has_crossed(placed.side, start)
        return (far == (0, 1) and ahead == 1) or (far == (1, 0) and crossed)

    def attackers(self, goal: str, by: str) -> set[str]:
        return {site for site in self.of(by) if self.attacks(self.pieces[site], site, goal)}

    def blockers(self, side: str) -> set[str]:
        """What keeps the enemy from attacking a side's general, of either side."""
        king, found = self.king(side), set[str]()
        aims: dict[str, set[str]] = {}
        for site in self.of(other(side)):
            placed = self.pieces[site]
            path = between(site, king) if placed.letter in "RC" else None
            if placed.letter == "N" and (on := leg(site, king)):
                path = [on]
            if path is not None and not self.attacks(placed, site, king):
                aims[site] = self.pieces.keys() & set(path)
        through = {site for site in aims if self.pieces[site].letter in "RN"}
        for site, stands in aims.items():
            if self.pieces[site].letter == "C":
                found |= stands if len(stands) == 2 else set()
            elif len(stands - through) == 1:
                found |= stands - through
        return found

    def pins(self, side: str) -> set[str]:
        """A side's pieces that protect nothing: blockers, and one alone on the file of both generals."""
        file = [site for site in self.of(side) if site[0] == self.king(other(side))[0]]
        alone = self.king(side) in file and len(file) <= 2
        return self.blockers(side) | (set(file) - {self.king(side)} if alone else set())

    def prey(self, side: str) -> set[str]:
        """The pieces that can be chased: no general, and no soldier on its own bank."""
        return {
            site
            for site in self.of(side)
            if self.pieces[site].letter not in "KP"
            or (self.pieces[site].letter == "P" and self.has_crossed(side, site))
        }

    def counts(self, hunter: str, prey: str) -> bool:
        """Whether an attack may not go on for ever."""
        piece, target = self.pieces[hunter], self.pieces[prey]
        side, enemy = target.side, piece.side
        if prey not in self.prey(side):
            return False
        if target.letter in STRONGER.get(piece.letter, ""):
            return True
        x, y = at(hunter)
        corners = {named(x + right, y + up) for right in (-1, 1) for up in (-1, 1)}
        if piece.letter == "N" and corners & self.pieces.keys():
            if target.letter == "N" and self.attacks(target, prey, hunter):
                return False
        elif target.letter == piece.letter and prey not in self.pins(side):
            return False
        freed = self.without(hunter)
        roots = freed.attackers(prey, side) - self.pins(side)
        seen = freed.attacks(Placed("R", enemy), self.king(enemy), prey)
        return not roots or (roots == {self.king(side)} and seen)


@dataclass(frozen=True)
class Made:
    """A move, and the pieces before and after it."""

    start: str
    goal: str
    before: Board
    after: Board

    @property
    def captures(self) -> bool:
        return self.start != self.goal and self.goal in self.before.pieces

    def chased(self, side: str) -> set[str]:
        """The pieces of a side that the other side's move chases; a pass and a drop chase none."""
        if self.start == self.goal:
            return set()
        return {site for site in self.after.of(side) if self.chases(side, site)}

    def chases(self, side: str, prey: str) -> bool:
        attacks = any(self.after.counts(hunter, prey) for hunter in self.hunters(side, prey))
        return attacks or self.by_pins(side, prey)

    def hunters(self, side: str, prey: str) -> Iterator[str]:
        """What attacks a piece anew: what has moved, and what stood behind it."""
        after, moved = self.after, self.after.pieces[self.goal]
        if moved.letter not in "KP" and after.attacks(moved, self.goal, prey):
            way = {
                coordinate for coordinate in (0, 1) if at(self.start)[coordinate] == at(self.goal)[coordinate]
            }
            along = any(at(prey)[coordinate] == at(self.goal)[coordinate] for coordinate in way)
            if not (moved.letter in "RC" and along):
                yield self.goal
        closed = dict(after.pieces) | {self.start: moved}
        if not self.captures:
            del closed[self.goal]
        for site in after.of(other(side)):
            placed = after.pieces[site]
            near = {abs(one - two) for one, two in zip(at(site), at(self.start), strict=True)}
            opened = {
                "N": sum(abs(one - two) for one, two in zip(at(site), at(self.start), strict=True)) == 1,
                "B": near == {1},
                "R": between(site, self.start) is not None,
                "C": between(site, self.start) is not None or between(site, self.goal) is not None,
            }.get(placed.letter, False)
            now = opened and after.attacks(placed, site, prey, free=True)
            if now and not Board(closed, after.land).attacks(placed, site, prey, free=True):
                yield site

    def by_pins(self, side: str, prey: str) -> bool:
        """Whether the move pins what protects a piece, or attacks it from where a check is discovered."""
        after, enemy = self.after, other(side)
        new = after.blockers(side) - self.before.blockers(side)
        for site in new:
            placed = after.pieces[site]
            if placed.side == side:
                rooted = prey in after.prey(side) and after.attacks(placed, site, prey, free=True)
                if rooted and after.attackers(prey, enemy) - after.blockers(enemy):
                    return True
            elif after.attacks(placed, site, prey):
                king = after.king(side)
                if not after.attacks(after.pieces[king], king, prey):
                    return True
                if after.without(site, king).attackers(prey, enemy):
                    return True
        return False


class Chase(Mechanic):
    """Who repeats a position while every move chases the same piece has lost.

    The state ``line`` has the moves so far, the latest last.
    """

    untold = (LINE,)

    def __init__(self, land: Land = XIANGQI) -> None:
        self.land = land

    def next_turn(self, game: Game, before: Position, after: Position, move: Move) -> None:
        boards = Board(before.pieces, self.land), Board(after.pieces, self.land)
        made = Made(move.origin or move.goal, move.goal, *boards)
        after.state[LINE] = (*after.state[LINE], made)

    def repeated(self, game: Game, pos: Position, moves: int) -> Result | None:
        line = pos.state[LINE]
        if any(made.captures for made in line[-moves:]):
            return None  # "that is a repetition, but no chase"
        hunted = {side: set(Board(pos.pieces).of(side)) for side in SIDES}
        for back, made in enumerate(reversed(line[-moves - 1 :])):
            side = other(made.after.pieces[made.goal].side)
            if side == pos.side or back < moves:
                hunted[side] &= made.chased(side)
            for pieces in hunted.values():
                if made.goal in pieces and back < moves:
                    pieces.remove(made.goal)
                    pieces.add(made.start)
        chased = [side for side in SIDES if hunted[side]]
        if not chased or len(chased) == 2:
            return Result(None, "perpetual chase") if chased else None
        return Result(chased[0], "perpetual chase")

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        return {LINE: ()}
