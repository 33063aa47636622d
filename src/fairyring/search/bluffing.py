"""Playing with secrets: what a side makes of the other's, and how it keeps its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairyring.game import Position
from fairyring.kernels.contract import States
from fairyring.search.beliefs import beliefs, trail, turns

GIVEN_AWAY = 300  # hundredths of a pawn that it costs to be seen through altogether
DECOY = 0.5  # how much of a secret's equal share a false one of one's own is worth: he draws fire


def hides(position: Position) -> bool:
    """Whether every turn of the side to move is to choose what it hides."""
    moves = position.legal_moves()
    return all(position.public(move) != move for move in moves) and bool(moves)


@dataclass(frozen=True)
class Mind:
    """What the side to move has in mind beside the board; nothing at all where nobody has secrets.

    Attributes:
        position: the position as that side may know it.
        chances: by each value that the secret of either side may have, what it counts for.
        biases: by the codes of moves, in hundredths of a pawn, how much better a move is than it looks, for
            what it makes the other side believe.
        beliefs: for each place where the other side's secret may be, how likely it is.
        nodes: how many positions were visited to make this up.
    """

    position: Position
    chances: Mapping[int, float] = field(default_factory=dict)
    biases: Mapping[int, int] = field(default_factory=dict)
    beliefs: Mapping[str, float] = field(default_factory=dict)
    nodes: int = 0

    @classmethod
    def of(cls, position: Position) -> Mind:
        """The mind of the side to move.

        The worlds that it holds for possible are looked at in one search, in which each place of the
        other side's secret counts by its chance: what a capture is worth on the average over them.
        """
        secrets = position.variant.rules.secrets
        if secrets is None:
            return cls(position)
        side, row = position.side, position.rows(1)
        others = beliefs(position, side.other)
        names = secrets.possible(row, 0, side.other)
        chances, nodes = dict(others), 0
        biases: dict[int, int] = {}
        if others and (past := trail(position)) and past[-1][0].side is side.other:
            nodes += turns(past[-1][0]).nodes
        mine = [secret for secret in secrets.hidden(row, 0) if secret.owner is side]
        if mine:
            true = int(row.info[0, mine[0].field])
            suspected = beliefs(position, side)
            share = DECOY / len(suspected)
            chances |= dict.fromkeys(suspected, share) | {true: 1 - share * (len(suspected) - 1)}
            mine_to_play = turns(position)
            nodes += mine_to_play.nodes
            for move in position.legal_moves():
                likely = mine_to_play.of(move)
                total = sum(chance * likely[value] for value, chance in suspected.items())
                more = suspected[true] * (likely[true] / total - 1)
                biases[move.code] = round(-GIVEN_AWAY * more)
        told = {names[value]: chance for value, chance in others.items()}
        return cls(position, chances, biases, told, nodes)

    def weigh(self, rows: States) -> Any:
        """The tables to search by; ``rows`` hold the position in the first, which is rewritten for them."""
        rules = self.position.variant.rules
        if rules.secrets is None or not self.chances:
            return rules.tables
        return rules.secrets.weighed(rows, 0, self.chances)
