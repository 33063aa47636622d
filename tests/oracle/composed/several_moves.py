"""A player makes several moves before the other side moves (Marseillais and progressive chess)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import Move, Passed, Placed, Position, other

if TYPE_CHECKING:
    from .game import Game

LEFT, STEPPED = "moves left", "double steps"


class SeveralMoves(Mechanic):
    """White's first turn has ``first`` moves, each later one ``more`` more than the last, up to ``most``.

    A check ends the turn. Pawns that made a double step in any move of a turn and still stand there can be
    captured en passant by the first move of the next turn, and by further moves of that turn as long as all
    before them were captures en passant. Unless ``any_step``, only a double step of the last
    move can be, by the first move of the next turn.

    The state ``moves left`` has the moves left in this turn, and ``double steps`` the pawns that can be, or
    will be, captured en passant.
    """

    def __init__(self, first: int = 1, more: int = 1, most: int | None = 2, any_step: bool = True) -> None:
        self.first, self.more, self.most, self.any_step = first, more, most, any_step

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        return moves + [
            Move(start, passed.site, placed.letter, captured=passed.pawn)
            for passed in pos.state[STEPPED]
            if pos.pieces[passed.pawn].side != pos.side
            for start, placed in self.attackers(game, pos, passed)
        ]

    def attackers(self, game: Game, pos: Position, passed: Passed) -> Iterator[tuple[str, Placed]]:
        """The enemy pawns that could capture the pawn en passant."""
        if passed.site in pos.pieces:
            return
        for start, placed in pos.pieces.items():
            if placed.side != other(pos.pieces[passed.pawn].side) or not game.pieces[placed.letter].pawn:
                continue
            ways = game.takes[placed][start].get(passed.site, ())
            if any(pos.pieces.keys().isdisjoint(through) for through in ways):
                yield start, placed

    def again(self, game: Game, before: Position, after: Position, move: Move) -> bool:
        mover = before.side
        left = before.state[LEFT] - 1
        passed_on = after.copy()
        passed_on.side = other(mover)
        goes_on = (
            left > 0
            and not game.in_check(after, other(mover))
            and game.ended(passed_on) is None  # a move that ends the game is the last one of its turn
        )
        stepped = {
            passed
            for passed in before.state[STEPPED]
            if passed.pawn != move.origin and after.pieces.get(passed.pawn) == before.pieces[passed.pawn]
        }
        en_passant = move.captured is not None and move.captured != move.goal
        if not (goes_on and en_passant):
            stepped = {passed for passed in stepped if after.pieces[passed.pawn].side == mover}
        if move.passed:
            stepped.add(move.passed)
        if not goes_on:
            stepped = {passed for passed in stepped if any(self.attackers(game, after, passed))}
        if self.any_step or goes_on:
            after.passed = None
        after.state[STEPPED] = frozenset(stepped if self.any_step else ())
        turns = 2 * (before.number - 1) + (mover == "black") + 1
        following = self.first + self.more * turns
        after.state[LEFT] = left if goes_on else min(following, self.most or following)
        return goes_on

    def mark(self, pos: Position, site: str) -> str:
        return "'" if any(passed.pawn == site for passed in pos.state[STEPPED]) else ""

    def field(self, pos: Position) -> str:
        return str(pos.state[LEFT])

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        stepped = frozenset(self.step_to(game, site) for site, mark in parts.marks.items() if "'" in mark)
        return {LEFT: int(parts.fields.pop(0)), STEPPED: stepped}

    def step_to(self, game: Game, goal: str) -> Passed:
        """The double step that has led to a site: whose pawn it is makes no difference in our games."""
        for placed, ways in game.ways.items():
            if game.pieces[placed.letter].pawn:
                for own in ways.values():
                    for way in own:
                        if way.initial and len(way.through) == 1 and game.board.names[way.goal] == goal:
                            return Passed(game.board.names[way.through[0]], goal)
        raise ValueError(f"no double step leads to {goal}")
