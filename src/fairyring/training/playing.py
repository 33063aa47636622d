"""Games of the search against itself, on rows: with `Position`, most of the time would not be search.

Players know everything, so this is for games without secrets.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from fairyring.endgames.rows import put_row
from fairyring.game import Variant
from fairyring.kernels import contract
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U
from fairyring.kernels.contract import States
from fairyring.kernels.rules import Rules
from fairyring.search import memory as fields
from fairyring.search.deepening import MAX_DEPTH
from fairyring.search.memory import INFINITE, MATED_BELOW, MAX_HEIGHT, PV, new_memory
from fairyring.search.settings import exchanges_are_foreseen
from fairyring.search.tree import negamax

MOST_PLIES = 240  # then a game is a draw
OPENING_PLIES = 6, 10  # random moves at its beginning: from so many to so many
DECIDED, DECIDED_PLIES = 600, 6  # hundredths of a pawn that both sides agree on for so many plies
EVEN = 150  # hundredths of a pawn by which the opening of a match may favour a side
ENTRIES = 1 << 12  # of the transposition table: enough for some thousands of nodes
FIRST = 1  # the row in which a game begins; a search writes to the row before
OPENING_TRIES = 200


class Found(NamedTuple):
    """What a search found: its move, or 0 where there is none, and its score for the side to move."""

    move: int
    score: int


class Player:
    """Who plays one game at a time, by rules with some evaluation; its rows hold the game.

    Attributes:
        tables: the tables of the rules.
        rows: the positions of the game, from row `FIRST` on.
        settings: the numbers of its search, see `fairyring.search.settings`.
    """

    def __init__(self, rules: Rules | PieceRules) -> None:
        """Make room for a game."""
        self.tables = rules.tables
        self.rows: States = rules.layout.rows(len(rules.board), FIRST + MOST_PLIES + MAX_HEIGHT + 4)
        self._memory = new_memory(ENTRIES, rules.most_moves)
        self._memory.shared[fields.SELECTIVE] = 1
        self.settings = self._memory.settings
        self._moves = np.zeros(rules.most_moves, np.uint64)

    @property
    def foresees(self) -> bool:
        """Whether exchanges are foreseen in the game: which row of the settings is looked at."""
        return bool(exchanges_are_foreseen(self.tables))

    def begin(self, row: States) -> None:
        """Begin a game with a position, and forget the game before."""
        for array in (self._memory.table, self._memory.history, self._memory.continuation):
            array[:] = 0
        self._memory.counter_moves[:] = 0
        self._memory.stack[:] = 0
        put_row(row, self.rows, FIRST)
        contract.derive(self.tables, self.rows, U(FIRST))

    def legal(self, at: int) -> list[int]:
        """The legal moves in a row."""
        n = int(contract.legal(self.tables, self.rows, U(at), self._moves, U(0)))
        found: list[int] = self._moves[:n].tolist()
        return found

    def play(self, at: int, move: int) -> None:
        """Play a move; what follows is in the next row."""
        contract.play(self.tables, self.rows, U(at), U(move))

    def search(self, at: int, nodes: int) -> Found:
        """Search a row, at least to the first depth and at most so many nodes."""
        memory = self._memory
        shared, stack = memory.shared, memory.stack
        shared[fields.STOP] = shared[fields.NODES] = 0
        shared[fields.NODE_LIMIT] = 1 << 62
        shared[fields.AGE] += 1
        checked = contract.in_check(self.tables, self.rows, U(at))
        move = score = 0
        for depth in range(1, MAX_DEPTH + 1):
            shared[fields.ROOT_DEPTH] = depth
            stack[0, fields.LAZY_ERROR] = stack[1, fields.AFTER_NULL] = 0
            limits = I(depth), -INFINITE, INFINITE, U(0)
            found = int(negamax(self.tables, self.rows, U(at), U(at - 1), *limits, checked, memory))
            if stack[1, fields.PV_LENGTH]:  # also where it was stopped: the first move is the one before
                move = int(stack[1, PV])
            if shared[fields.STOP]:
                break
            score = found
            if not move or abs(score) > MATED_BELOW or shared[fields.NODES] >= nodes:
                break
            shared[fields.NODE_LIMIT] = nodes
        return Found(move, score)

    def white_to_move(self, at: int) -> bool:
        """Whether it is White's move in a row."""
        return int(self.rows.info[at, contract.SIDE]) == 0

    def ended(self, at: int, moves: int) -> float | None:
        """White's points if the game is over in a row with so many legal moves, else None."""
        keys = self.rows.key
        code = int(contract.outcome(self.tables, self.rows, U(at), U(moves)))
        if code in contract.OPEN:
            same = np.flatnonzero(keys[FIRST:at] == keys[at])
            least = int(contract.repetitions(self.tables)) - 1
            if len(same) >= least:
                back = at - FIRST - int(same[-least])
                code = int(contract.repetition_result(self.tables, self.rows, U(at), U(back)))
        if not code & int(contract.REASON_MASK):
            return None
        winner = code >> int(contract.WINNER_SHIFT)
        return 0.5 if not winner else float((winner == 1) == self.white_to_move(at))

    def quiet(self, at: int) -> bool:
        """Whether the move from a row to the next captured nothing and promoted nothing."""
        cells = self.rows.cells
        return int(cells[at, 0].sum(dtype=np.int64)) == int(cells[at + 1, 0].sum(dtype=np.int64))

    def checked(self, at: int) -> bool:
        """Whether the side to move in a row is in check."""
        return bool(contract.in_check(self.tables, self.rows, U(at)))


@dataclass
class _Agreed:
    """For how many plies both sides have agreed on who wins."""

    plies: int = 0

    def winner(self, score: int) -> float | None:
        """White's points if the game is decided, after one more score for White."""
        if abs(score) > MATED_BELOW:
            return float(score > 0)
        if abs(score) < DECIDED or self.plies * score < 0:
            self.plies = 0
        if abs(score) >= DECIDED:
            self.plies += 1 if score > 0 else -1
        return float(self.plies > 0) if abs(self.plies) >= DECIDED_PLIES else None


def opening(player: Player, start: States, chance: random.Random, nodes: int, even: int) -> list[int]:
    """Random moves from a start, after which White's score is at most so far from what it was there."""
    player.begin(start)
    usual = _for_white(player, FIRST, player.search(FIRST, nodes).score)
    for _ in range(OPENING_TRIES):
        player.begin(start)
        moves: list[int] = []
        at = FIRST
        for _ in range(chance.randint(*OPENING_PLIES)):
            legal = player.legal(at)
            if player.ended(at, len(legal)) is not None:
                break
            moves.append(chance.choice(legal))
            player.play(at, moves[-1])
            at += 1
        else:
            if player.ended(at, len(player.legal(at))) is None:
                score = _for_white(player, at, player.search(at, nodes).score)
                if abs(score - usual) <= even:
                    return moves
    return []


def _for_white(player: Player, at: int, score: int) -> int:
    return score if player.white_to_move(at) else -score


class Ply(NamedTuple):
    """A ply of a game: the row before it, what the search found, and its score for White."""

    at: int
    found: Found
    score: int


def plies(players: tuple[Player, Player], moves: list[int], nodes: int) -> Iterator[Ply | float]:
    """Play a game that has been begun: yields each ply once it is played, and then White's points.

    Args:
        players: White and Black, who may be the same; both have begun.
        moves: the moves of the opening.
        nodes: how many nodes each searches for a move.
    """
    at, agreed = FIRST, _Agreed()
    everybody = players if players[0] is not players[1] else players[:1]
    for move in moves:
        for player in everybody:
            player.play(at, move)
        at += 1
    while at < FIRST + MOST_PLIES:
        player = players[0 if players[0].white_to_move(at) else 1]
        if (points := player.ended(at, 1)) is not None:
            yield points
            return
        found = player.search(at, nodes)
        if not found.move:
            points = player.ended(at, 0)
            yield 0.5 if points is None else points
            return
        score = _for_white(player, at, found.score)
        if (points := agreed.winner(score)) is not None:
            yield points
            return
        for each in everybody:
            each.play(at, found.move)
        yield Ply(at, found, score)
        at += 1
    yield 0.5


def match(
    variant: Variant, rules: tuple[PieceRules, PieceRules], numbers: Iterable[int], nodes: int, seed: int
) -> Iterator[tuple[float, float]]:
    """Pairs of games from random even openings, with colours reversed; yields the first side's points.

    Args:
        variant: the game.
        rules: the game's, with the evaluation by which the first side plays, and the second.
        numbers: the numbers of the pairs; the same number has the same opening.
        nodes: how many nodes each searches for a move.
        seed: of the openings.
    """
    one, other = map(Player, rules)
    start = variant.start().rows(1)
    for number in numbers:
        moves = opening(other, start, random.Random(f"match {seed} {number}"), 4 * nodes, EVEN)
        points = []
        for players in ((one, other), (other, one)):
            for player in players:
                player.begin(start)
            *_, last = plies(players, moves, nodes)
            assert isinstance(last, float)  # a game ends with points
            points.append(last)
        yield points[0], 1 - points[1]
