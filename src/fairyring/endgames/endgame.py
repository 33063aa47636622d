"""A solved endgame: the value of each position, and best play."""

from __future__ import annotations

import threading
from collections import Counter
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from fairyring.board import Side
from fairyring.endgames.material import Numbering, write_material
from fairyring.endgames.rows import empty_board, put_row
from fairyring.endgames.solving import Solved
from fairyring.endgames.symmetries import exchange
from fairyring.errors import EndgameError, expect, shown
from fairyring.game import Move, Position, Variant
from fairyring.kernels import contract, retrograde
from fairyring.kernels.base import PieceRules
from fairyring.kernels.contract import SIDE
from fairyring.kernels.retrograde import DRAWN, IMPOSSIBLE, MOST_PIECES, ROWS, UNKNOWN
from fairyring.messages import Message


class Ending(NamedTuple):
    """How a game ends with best play by both sides.

    Attributes:
        winner: the side that wins; None if neither can.
        plies: how many plies later; 0 in a draw.
    """

    winner: Side | None
    plies: int


def _ending(value: int, mover: Side) -> Ending:
    """What a value means, other than `IMPOSSIBLE`."""
    if value in (UNKNOWN, DRAWN):
        return Ending(None, 0)
    return Ending(mover if value & 1 else mover.other, (value >> 1) - 1)


def _side(given: str) -> Side:
    """A side, which may be a plain string."""
    if given not in tuple(Side):
        raise EndgameError(Message("a side is white or black, not {side}", side=shown(str(given))))
    return Side(given)


class Endgame:
    """A solved endgame: every position of its pieces, and of what is left after captures and promotions.

    Attributes:
        variant: the game.
        pieces: what it was solved for, as `solve_endgame` reads it.
    """

    def __init__(self, variant: Variant, rules: PieceRules, solved: Solved) -> None:
        """Number the positions as the solver did."""
        numbering = Numbering(variant, rules, anywhere=solved.anywhere)
        for codes in solved.materials:
            numbering.add(codes)
        self.variant = variant
        self.pieces = write_material(rules, solved.materials[0])
        self._rules, self._solved = rules, solved
        self._numbering = numbering
        self._endgames = numbering.arrays(solved.values)
        self._states = rules.layout.rows(len(rules.board), ROWS)
        put_row(empty_board(variant), self._states, int(retrograde.EMPTY))
        self._scratch = np.zeros(MOST_PIECES, np.uint64)
        self._looking = threading.Lock()  # rows and scratch serve one thread at a time

    def __reduce__(self) -> tuple[Any, ...]:
        """What it is made of, for another process; the rest follows."""
        return type(self), (self.variant, self._rules, self._solved)

    @property
    def materials(self) -> tuple[str, ...]:
        """The materials that are solved; the first is the one that was asked for."""
        return tuple(write_material(self._rules, codes) for codes in self._numbering.materials)

    def __repr__(self) -> str:
        return f"<Endgame {self.pieces} of {self.variant.name}>"

    def fits(self, variant: Variant) -> bool:
        """Whether it belongs to this game: a file that has changed may have other rules."""
        return (
            variant == self.variant
            and variant.definition.start == self.variant.definition.start
            and variant.rules == self.variant.rules
        )

    def ending(self, position: Position) -> Ending | None:
        """How the game ends from a position, with best play; None if it is not part of this endgame.

        Where the rules are the same for both sides, so is a position with colours reversed. A position with
        castling rights, or with a pawn that can be captured en passant, is not.

        Raises:
            EndgameError: the position is of another game.
            TypeError: the argument is not a position.
        """
        expect(position, Position, "an ending is that of a position")
        if not self.fits(position.variant):
            raise EndgameError(
                Message(
                    "this endgame is one of {game}, and the position one of another game, {other}",
                    game=self.variant.title,
                    other=position.variant.title,
                )
            )
        row, here = position.rows(1), int(retrograde.NEXT)
        with self._looking:
            put_row(row, self._states, here)
            found = self._found(position.side)
            if found is None and self._exchange and int(position.key) == self._bare_key():
                cells = row.cells[0, 0]
                put_row(self._states, self._states, here, int(retrograde.EMPTY))
                for place in np.flatnonzero(cells).tolist():
                    self._states.cells[here, 0, self._exchange[place]] = cells[place] ^ 1
                self._states.info[here, int(SIDE)] = position.side.other.number
                contract.derive(self._rules.tables, self._states, retrograde.NEXT)
                found = self._found(position.side)
        return found

    def _found(self, mover: Side) -> Ending | None:
        """The ending of the position in row `NEXT`, for a side that moves there in either colour."""
        value = int(retrograde.look_up(self._rules.tables, self._states, self._endgames, self._scratch))
        return None if value == IMPOSSIBLE else _ending(value, mover)

    def _bare_key(self) -> int:
        """The key of the position in row `NEXT` with nothing but its pieces, as `look_up` left it."""
        return int(self._states.key[int(retrograde.BARE)])

    @cached_property
    def _exchange(self) -> tuple[int, ...] | None:
        codes = {code for codes in self._numbering.materials for code in codes}
        return exchange(self._rules, {self._rules.piece_of(code).letter for code in codes})

    @cached_property
    def endings(self) -> dict[tuple[Side, Ending], int]:
        """For each side to move and each `Ending`, how many positions of the pieces have it."""
        numbering = self._numbering
        values = self._endgames.values[: numbering.count(0)].reshape(len(numbering.weights(0)), -1, 2)
        found: Counter[tuple[Side, Ending]] = Counter()
        for weight, part in zip(numbering.weights(0).tolist(), values, strict=True):
            for side in Side:
                kinds, numbers = np.unique(part[:, side.number], return_counts=True)
                for value, number in zip(kinds.tolist(), numbers.tolist(), strict=True):
                    if value != IMPOSSIBLE:
                        found[side, _ending(value, side)] += number * weight
        return dict(found)

    def share(self, mover: Side, winner: Side | None) -> float:
        """The share of the positions with this side to move that ``winner`` wins (None: of draws).

        Raises:
            EndgameError: there is no such side.
        """
        mover, winner = _side(mover), None if winner is None else _side(winner)
        numbers = {ending: number for (side, ending), number in self.endings.items() if side is mover}
        wins = sum(number for ending, number in numbers.items() if ending.winner is winner)
        return wins / max(1, sum(numbers.values()))

    def farthest(self, mover: Side, winner: Side) -> int:
        """The length in plies of a side's longest win, with a given side to move; 0 if there is none.

        Raises:
            EndgameError: there is no such side.
        """
        mover, winner = _side(mover), _side(winner)
        return max(
            (ending.plies for side, ending in self.endings if side is mover and ending.winner is winner),
            default=0,
        )

    def longest(self, winner: Side) -> Position | None:
        """A position from which a side takes longest to win; None if it cannot win any.

        Raises:
            EndgameError: there is no such side.
        """
        winner = _side(winner)
        values = self._endgames.values[: self._numbering.count(0)].astype(np.int64)
        values[values >= int(DRAWN)] = 0
        mover = np.arange(len(values)) & 1
        wins = (values > 0) & ((values & 1) == (mover == winner.number))
        if not wins.any():
            return None
        return self._position(int(np.argmax(np.where(wins, values >> 1, -1))))

    def best_play(self, position: Position, most: int | None = None) -> list[Move]:
        """The moves to the end, or the first few: the winner plays as fast as possible, the loser as slowly.

        There are none where neither side wins, or where `ending` is None.

        Raises:
            EndgameError: the position is of another game.
        """
        moves: list[Move] = []
        while len(moves) != most and (chosen := self.best_move(position)) is not None:
            moves.append(chosen)
            position = position.play(chosen)
        return moves

    def best_move(self, position: Position) -> Move | None:
        """A move that keeps the `ending`; None where it is not known, no side wins, or the game is over.

        Where a move leads to more than what is on the board (a pawn's double step), its replies say.

        Raises:
            EndgameError: the position is of another game.
        """
        ending = self.ending(position)
        if ending is None or ending.winner is None or position.result:
            return None
        wanted = Ending(ending.winner, ending.plies - 1)
        return next(
            (move for move in position.legal_moves() if self._after(position.play(move)) == wanted), None
        )

    def _after(self, position: Position) -> Ending | None:
        """The `ending`, found from the replies where the position is not among the endgames."""
        found = self.ending(position)
        if found is not None or position.result:
            return found
        replies = [self.ending(position.play(move)) for move in position.legal_moves()]
        known = [reply for reply in replies if reply is not None]
        wins = [reply.plies for reply in known if reply.winner is position.side]
        if wins:
            return Ending(position.side, min(wins) + 1)
        losses = [reply.plies for reply in known if reply.winner is position.side.other]
        return (
            Ending(position.side.other, max(losses) + 1) if len(losses) == len(replies) else Ending(None, 0)
        )

    def _position(self, number: int) -> Position:
        pieces, side = self._numbering.placed(number)
        row = empty_board(self.variant)
        for place, code in pieces:
            row.cells[0, 0, place] = code
        row.info[0, 0] = side.number
        return self.variant.position(self.variant.definition.form.write(row, 0))
