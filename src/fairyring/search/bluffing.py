"""Playing with secrets: what a side makes of the other's, and how it keeps its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fairyring.game import Position
from fairyring.kernels.contract import States
from fairyring.search.beliefs import beliefs

GIVEN_AWAY = 300  # hundredths of a pawn that it costs to be seen through altogether
DECOY = 1 / 3  # how much of a secret's equal share a false one of one's own is worth: he draws fire


def hides(position: Position) -> bool:
    """Whether every turn of the side to move is to choose what it hides."""
    secrets = position.variant.rules.secrets
    if secrets is None or not position.codes:
        return False
    return all(secrets.public(code) != code for code in position.codes)


@dataclass(frozen=True)
class Mind:
    """What the side to move has in mind beside the board; nothing at all where nobody has secrets.

    Attributes:
        position: the position as that side may know it.
        chances: by each value that the secret of either side may have, what it counts for.
        biases: by the codes of moves, in hundredths of a pawn, how much better a move is than it looks, for
            what it makes the other side believe.
        beliefs: for each place where the other side's secret may be, how likely it is.
    """

    position: Position
    chances: Mapping[int, float] = field(default_factory=dict)
    biases: Mapping[int, int] = field(default_factory=dict)
    beliefs: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position) -> Mind:
        """The mind of the side to move.

        The worlds that it holds for possible are looked at in one search, in which each place of the
        other side's secret counts by its chance: what a capture is worth on the average over them.
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
        """The tables to search by; ``rows`` hold the position in the first, which is rewritten for them."""
        rules = self.position.variant.rules
        if rules.secrets is None:
            return rules.tables
        return rules.secrets.weighed(rows, 0, self.chances)

    def zeal(self, tables: Any, rows: States) -> int:
        """What a score by `weigh`'s tables says too much: it makes the mover hunt, no more."""
        secrets = self.position.variant.rules.secrets
        return 0 if secrets is None else secrets.zeal(tables, rows, 0)


def _own(position: Position) -> tuple[dict[int, float], dict[int, int]]:
    """What the values count for that the mover's own secret may have, and what its moves tell of it."""
    secrets, side = position.variant.rules.secrets, position.side
    assert secrets is not None  # who asks has one
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
