"""Beliefs about secrets: how likely each place of a hidden man is, judged by what everybody saw.

Bayes' rule over the turns that were played. For every place where the secret may be, a player's turn is
held against all others that he had: one who hides something there does not leave it to be taken. The
model of a player is a rough one, a search to rest after each of his turns: a turn is the likelier the
better it looks (a softmax), and with a small chance it is any turn, but hardly one that loses at once.
It knows no more than a spectator, so that the same beliefs are what the other side may think of oneself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.game import Move, Position, Variant
from fairyring.game.telling import SPECTATOR
from fairyring.kernels.compiling import I, U, compiled
from fairyring.kernels.contract import MOVER_LOSES, in_check, noisy, outcome, play
from fairyring.search import memory as places
from fairyring.search.memory import INFINITE, MAX_HEIGHT, new_memory
from fairyring.search.tree import visit

SHARPNESS = 60.0  # hundredths of a pawn by which a turn must look better to be e times as likely
DANGER = 600.0  # and by how many one looks worse that leaves the secret to be taken
WHIM = 0.1  # how often a turn is played for reasons that the model knows nothing of,
CARELESS = 0.1  # and how much more seldom one of those that leaves the secret to be taken
ENTRIES = 1 << 12  # of a transposition table
RECENT = 16  # turns of a side that are weighed: older ones say little of what is hidden now


@dataclass(frozen=True)
class Turns:
    """What a player may do in a position, and how likely each of it is wherever his secret is.

    Attributes:
        places: the number of each legal move's column, by its code.
        chances: by each value that the secret may have, the chance of every legal move.
        nodes: how many positions were visited to find out.
    """

    places: Mapping[int, int]
    chances: Mapping[int, npt.NDArray[np.float64]]
    nodes: int

    def of(self, move: Move) -> dict[int, float]:
        """How likely a move is, by each value that the secret may have."""
        place = self.places[move.code]
        return {value: float(row[place]) for value, row in self.chances.items()}


def turns(position: Position) -> Turns:
    """The turns of the side to move as everybody may think of them."""
    return _turns(_Public(position.variant, position.key, position.clock, position))


@dataclass(frozen=True)
class _Public:
    """A position by all that is public of it."""

    variant: Variant
    key: int
    clock: int
    position: Position = field(compare=False)


@lru_cache(maxsize=512)
def _turns(public: _Public) -> Turns:
    position = public.position.seen_by(SPECTATOR)
    rules, owner = position.variant.rules, position.side
    rows = position.rows(MAX_HEIGHT + 4)
    secrets = rules.secrets
    values = {} if secrets is None else secrets.possible(rows, 0, owner)
    codes = np.array([move.code for move in position.legal_moves()], np.uint64)
    moves = np.empty(len(codes) + rules.layout.moves, np.uint64)
    moves[: len(codes)] = codes
    scores, nodes = _glances(rules.tables, rows, codes, rules.layout.moves)
    chances = {}
    for value in values:
        assert secrets is not None  # it named the values
        rows.info[0, secrets.field(owner)] = value
        lost = np.zeros(len(codes), np.bool_)
        nodes += int(leaves(rules.tables, rows, U(0), moves, U(len(codes)), lost))
        felt = (scores - DANGER * lost) / SHARPNESS
        likely = np.exp(felt - felt.max())
        careful = np.where(lost, CARELESS, 1.0)
        chances[value] = (1 - WHIM) * likely / likely.sum() + WHIM * careful / careful.sum()
    return Turns({int(code): place for place, code in enumerate(codes)}, chances, nodes)


def _glances(
    tables: Any, rows: Any, codes: npt.NDArray[np.uint64], room: int
) -> tuple[npt.NDArray[np.float64], int]:
    """What each turn is worth when only captures follow, and the nodes that it took."""
    memory = new_memory(ENTRIES, room)
    memory.shared[places.LIMIT] = 1 << 62
    memory.shared[places.SELECTIVE] = 1
    scores = np.empty(len(codes))
    for place, code in enumerate(codes):
        memory.path[0, places.PLAYED] = code
        play(tables, rows, U(0), code)
        window = I(0), -INFINITE, INFINITE, U(0)
        checked = in_check(tables, rows, U(1))
        scores[place] = -visit(tables, rows, U(1), U(0), *window, checked, memory)
    return scores, int(memory.shared[places.NODES])


@compiled
def leaves(tables: Any, states: Any, ply: Any, moves: Any, n: Any, lost: Any) -> Any:
    """Mark in ``lost`` each of n moves after which a capture wins at once; the number of positions seen.

    ``moves`` from n on is scratch.
    """
    seen = U(0)
    for i in range(n):
        play(tables, states, ply, moves[i])
        last = U(noisy(tables, states, ply + U(1), moves, n))
        for j in range(n, last):
            play(tables, states, ply + U(1), moves[j])
            seen += U(1)
            if U(outcome(tables, states, ply + U(2), U(1))) & MOVER_LOSES != U(0):
                lost[i] = True
                break
    return seen


def trail(position: Position) -> list[tuple[Position, Move]]:
    """All that everybody saw before a position, the oldest first; see `Position.past`."""
    found = []
    past = position.past
    while past is not None:
        found.append(past)
        past = past[0].past
    return found[::-1]


def beliefs(position: Position, owner: Side) -> dict[int, float]:
    """For each value that a side's secret may have the chance that it has it; {} where there is none.

    They depend on what a spectator knows alone.
    """
    *_, (_, last) = history(position, owner)
    return last


def history(position: Position, owner: Side) -> Iterator[tuple[Position, dict[int, float]]]:
    """Each position on the way to this one, and at last this one, with what was to be believed there."""
    steps = trail(position)
    weighed = [number for number, (before, _) in enumerate(steps) if before.side is owner][-RECENT:]
    found: dict[int, float] = {}
    for number, (before, move) in enumerate(steps):
        found = found or _alike(before, owner)
        yield before, found
        if found and before.side is owner and number >= weighed[0]:
            likely = turns(before).of(move)
            found = {value: chance * likely[value] for value, chance in found.items()}
        found = _followed(before, move, owner, found)
    yield position, found or _alike(position, owner)


def _alike(position: Position, owner: Side) -> dict[int, float]:
    secrets = position.variant.rules.secrets
    values = {} if secrets is None else secrets.possible(position.rows(1), 0, owner)
    return dict.fromkeys(values, 1 / max(1, len(values)))


def _followed(before: Position, move: Move, owner: Side, chances: Mapping[int, float]) -> dict[int, float]:
    """Beliefs after a turn: where every value has come to, without those that it has shown to be wrong."""
    secrets = before.variant.rules.secrets
    if secrets is None or not chances:
        return {}
    tables, rows = before.variant.rules.tables, before.rows(2)
    found = {}
    for value, chance in chances.items():
        rows.info[0, secrets.field(owner)] = value
        play(tables, rows, U(0), U(move.code))
        after = int(rows.info[1, secrets.field(owner)])
        if after in secrets.possible(rows, 1, owner):
            found[after] = chance
    total = sum(found.values())
    return {value: chance / total for value, chance in found.items()}
