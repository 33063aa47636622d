"""Playing with secrets: how a side guesses the opponent's and hides its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fairyring.game import Position
from fairyring.kernels.contract import States
from fairyring.search.beliefs import beliefs

GIVEN_AWAY = 300  # the cost of giving a secret away completely, in hundredths of a pawn
DECOY = 1 / 3  # the worth of a suspected wrong place, as part of an equal share: it draws attacks


def hides(position: Position) -> bool:
    """Whether the only moves of the side to move are to choose its secret."""
    secrets = position.variant.rules.secrets
    if secrets is None or not position.codes:
        return False
    return all(secrets.public(code) != code for code in position.codes)


@dataclass(frozen=True)
class Mind:
    """What the side to move considers besides the board; empty in games without secrets.

    Attributes:
        position: the position as that side may know it.
        chances: the weight of each value that either side's secret may have.
        biases: by the code of a move, how much better it is than it looks, in hundredths of a pawn, because
            of what it makes the opponent believe.
        beliefs: the chance of each place where the opponent's secret may be.
    """

    position: Position
    chances: Mapping[int, float] = field(default_factory=dict)
    biases: Mapping[int, int] = field(default_factory=dict)
    beliefs: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position) -> Mind:
        """The mind of the side to move.

        One search covers all the worlds that this side considers possible: each place of the opponent's
        secret counts by its chance, so a capture is worth its average over them.
        """
        secrets = position.variant.rules.secrets
        if secrets is None:
            return cls(position)
        others = beliefs(position, position.side.other)
        names = secrets.possible(position.rows(1), 0, position.side.other)
        chances, biases = _own(position)
        told = {names[value]: chance for value, chance in others.items()}
        return cls(position, others | chances, biases, told)

    def weigh(self, rows: States) -> Any:
        """The tables for the search; the first of ``rows`` is the position, and is rewritten for them."""
        rules = self.position.variant.rules
        if rules.secrets is None:
            return rules.tables
        return rules.secrets.weighed(rows, 0, self.chances)

    def hunt_bonus(self, tables: Any, rows: States) -> int:
        """By how much a score by `weigh`'s tables is too high: it only makes the mover hunt."""
        secrets = self.position.variant.rules.secrets
        return 0 if secrets is None else secrets.hunt_bonus(tables, rows, 0)


def _own(position: Position) -> tuple[dict[int, float], dict[int, int]]:
    """The weights of the values of the mover's own secret, and the biases of its moves."""
    secrets, side = position.variant.rules.secrets, position.side
    assert secrets is not None  # callers have checked
    rows = position.rows(2)
    mine = [secret for secret in secrets.hidden(rows, 0) if secret.owner is side]
    if not mine:
        return {}, {}
    true = int(rows.info[0, mine[0].field])
    suspected = beliefs(position, side)
    share = DECOY / len(suspected)
    chances = dict.fromkeys(suspected, share) | {true: 1 - share * (len(suspected) - 1)}
    codes = np.array(position.codes, np.uint64)
    signs = secrets.signs(rows, 0, codes)
    weights = np.array([suspected[value] for value in signs.values]) * np.exp(signs.logs)
    more = weights[:, signs.values.index(true)] / weights.sum(axis=1) - suspected[true]
    return chances, dict(zip(codes.tolist(), np.rint(-GIVEN_AWAY * more).astype(int).tolist(), strict=True))
