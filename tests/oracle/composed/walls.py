"""Walls that stay (Amazons, Isolation), trails (Snailtrail), and stones (Petrified Chess)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Placed, Position

if TYPE_CHECKING:
    from .game import Game

WALL = Placed("*", "nobody")


class Blocked(Mechanic):
    """Walls stand among the pieces, so that no piece goes through them; but none may capture one."""

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        free = [move for move in moves if move.captured is None or pos.pieces[move.captured] != WALL]
        return [each for move in free for each in self.completed(game, pos, move)]

    def completed(self, game: Game, pos: Position, move: Move) -> Iterator[Move]:
        yield move


class Walls(Blocked):
    """A move ends with a wall on an empty square, where it stays.

    Args:
        shot: whether the piece that has moved must be able to go there next.
        never: squares where no wall is put.
    """

    def __init__(self, shot: bool = False, never: Collection[str] = ()) -> None:
        self.shot = shot
        self.never = never

    def completed(self, game: Game, pos: Position, move: Move) -> Iterator[Move]:
        board = game.changed(pos, move)
        empty = {site for site in game.board.names if site not in board.pieces} - set(self.never)
        if self.shot:
            piece = board.pieces.get(move.goal)  # None if it has exploded
            shots = game.piece_moves(board, move.goal, piece) if piece else []
            empty &= {shot.goal for shot in shots if not shot.captured}
        for site in sorted(empty):
            yield move._replace(further=site)

    def after_move(self, game: Game, before: Position, after: Position, move: Move) -> None:
        assert move.further is not None
        assert move.further not in after.pieces
        after.pieces[move.further] = WALL
        if after.passed and after.passed.site == move.further:
            after.passed = None  # nobody can capture there


class Trail(Blocked):
    """A piece leaves a wall on the square that it moves from."""

    def completed(self, game: Game, pos: Position, move: Move) -> Iterator[Move]:
        yield move._replace(left=move.origin)

    def after_move(self, game: Game, before: Position, after: Position, move: Move) -> None:
        if (
            move.origin and move.origin not in after.pieces
        ):  # the piece may have come back, or put another one down there
            after.pieces[move.origin] = WALL


class EdgeWalls(Blocked):
    """A player who is not in check may put a wall where the board ends, or by a wall, in place of a move."""

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        moves = super().generate(game, pos, moves)
        if game.in_check(pos):
            return moves
        edge = [site for site in game.board.names if site not in pos.pieces and self.is_edge(game, pos, site)]
        return moves + [Move(None, site, WALL.letter) for site in edge]

    def is_edge(self, game: Game, pos: Position, site: str) -> bool:
        place = game.board.places[game.board.numbers[site]][0]
        rows = game.board.charts[0].rows
        for x, y in (
            (place.x - 1, place.y),
            (place.x + 1, place.y),
            (place.x, place.y - 1),
            (place.x, place.y + 1),
        ):
            if not (0 <= y < len(rows) and 0 <= x < len(rows[0])):
                return True
            if pos.pieces.get(game.board.names[rows[y][x]]) == WALL:
                return True
        return False

    def after_move(self, game: Game, before: Position, after: Position, move: Move) -> None:
        if move.letter == WALL.letter:
            after.pieces[move.goal] = WALL


class Stone(Blocked):
    """A piece of these kinds that captures becomes a wall; one that promotes does not."""

    def __init__(self, letters: str) -> None:
        self.letters = letters

    def on_capture(self, game: Game, before: Position, after: Position, move: Move) -> None:
        if move.letter in self.letters and not move.promotes:
            after.pieces[move.goal] = WALL
