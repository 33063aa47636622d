"""Beliefs about secrets: how likely each place of a hidden piece is, judged by what everybody saw.

They apply Bayes' rule to the moves that were played: every move shows signs that make some places of its
player's secret likelier. The rules know which signs there are and how much they say (`Secrets.signs`).
Beliefs use only what a spectator knows, so they are also what the opponent may think about you.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from fairyring.board import Side
from fairyring.errors import SearchError
from fairyring.game import Game, Move, Position
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import MOVER_LOSES, States, outcome, play
from fairyring.messages import Message

SURE = 0.995  # no evidence makes a belief surer than this: a player may have had another reason
REVEALED = {
    Side.WHITE: "White's True King was on {place} (the computer's guess: {chance})",
    Side.BLACK: "Black's True King was on {place} (the computer's guess: {chance})",
}
NEWS = 0.03  # a clue changes the chance of a place by at least this


@dataclass(frozen=True)
class Clue:
    """A move that gave something away.

    Attributes:
        ply: its index among the game's moves.
        move: the move, as everybody knows it.
        before: the chance of each possible place of the secret before the move, with the places named as
            they are after it.
        chances: the chances after the move; a place that has turned out to be wrong is in neither.
        reasons: by place, the words for the signs that the move showed there.
    """

    ply: int
    move: Move
    before: Mapping[str, float]
    chances: Mapping[str, float]
    reasons: Mapping[str, tuple[str, ...]]

    @property
    def place(self) -> str:
        """The place whose chance it changed most, among those with a sign if there are any."""
        signed = [name for name in self.chances if name in self.reasons] or [*self.chances]
        return max(signed, key=lambda name: abs(self.chances[name] - self.before[name]))

    @property
    def weight(self) -> float:
        """How much the chance of `place` changed."""
        return abs(self.chances[self.place] - self.before[self.place])

    @property
    def message(self) -> Message:
        """The move, and what it said about `place`."""
        place = self.place
        why, *_ = self.reasons.get(place, (Message("gone by"),))
        return Message(
            "{move}: {place} {why}, so {before} became {after}",
            move=str(self.move),
            place=place,
            why=Message(why),
            before=f"{self.before[place]:.0%}",
            after=f"{self.chances[place]:.0%}",
        )

    def __str__(self) -> str:
        return str(self.message)


def beliefs(position: Position, owner: Side) -> dict[int, float]:
    """The chance of each value that a side's secret may have; empty if it has none.

    They depend only on what a spectator knows.
    """
    steps: list[tuple[Position, Move]] = []
    at = position
    while (owner, "beliefs") not in at.notes and at.past is not None:
        steps.append(at.past)
        at = at.past[0]
    found = at.notes.setdefault((owner, "beliefs"), _alike(at, owner))
    for number, (before, move) in enumerate(reversed(steps), 1):
        after = position if number == len(steps) else steps[-number - 1][0]
        found = after.notes[owner, "beliefs"] = _after(before, move, owner, found) or _alike(after, owner)
    return dict(found)


def clues(game: Game, owner: Side) -> list[Clue]:
    """The moves of a finished game that gave away most of a side's secret, in order.

    Raises:
        SearchError: the game is not over.
    """
    if game.result is None:
        raise SearchError("the computer's guesses are shown when the game is over")
    found = []
    for ply, (before, after) in enumerate(zip(game.positions, game.positions[1:], strict=False)):
        if after.past is None:
            continue
        seen, move = after.past
        chances = beliefs(after, owner)
        known = _followed(seen, move, owner, beliefs(before, owner))
        if not chances or not known or all(abs(chances[value] - known[value]) < NEWS for value in known):
            continue
        names = _possible(after, owner)
        showed = _reasons(seen, move, owner)
        found.append(
            Clue(
                ply,
                move,
                {name: known.get(value, 0.0) for value, name in names.items()},
                {name: chances[value] for value, name in names.items()},
                {names[value]: words for value, words in showed.items() if value in names and words},
            )
        )
    return found


def explained(game: Game, most: int = 5) -> list[Message]:
    """What could be believed about each side's secret in a finished game, and which moves gave it away.

    Args:
        game: the game.
        most: how many moves to list for each side, at most: those that gave away most.

    Raises:
        SearchError: the game is not over.
    """
    lines = []
    for owner in Side:
        known = clues(game, owner)
        at = next((position for position in reversed(game.positions) if beliefs(position, owner)), None)
        if at is None:
            continue
        secrets = game.variant.rules.secrets
        assert secrets is not None  # otherwise there are no beliefs
        true = int(at.rows(1).info[0, secrets.field(owner)])
        if true not in (held := beliefs(at, owner)):
            continue  # the game began from a position that did not say it
        name = _possible(at, owner)[true]
        lines.append(Message(REVEALED[owner], place=name, chance=f"{held[true]:.0%}"))
        strongest = sorted(known, key=lambda clue: -clue.weight)[:most]
        lines += [Message("  {clue}", clue=clue.message) for clue in known if clue in strongest]
    return lines


def _possible(position: Position, owner: Side) -> Mapping[int, str]:
    """The values that a side's secret may have as far as everybody knows, with their names."""
    secrets = position.variant.rules.secrets
    return {} if secrets is None else secrets.possible(position.rows(1), 0, owner)


def _alike(position: Position, owner: Side) -> dict[int, float]:
    values = _possible(position, owner)
    return dict.fromkeys(values, 1 / max(1, len(values)))


def _after(before: Position, move: Move, owner: Side, chances: Mapping[int, float]) -> dict[int, float]:
    """Beliefs after a move."""
    secrets = before.variant.rules.secrets
    if secrets is None or not chances:
        return {}
    if before.side is owner:
        signs = secrets.signs(before.rows(2), 0, np.array([move.code], np.uint64))
        logs = dict(zip(signs.values, signs.logs[0].tolist(), strict=True))
        chances = tempered({value: chance * math.exp(logs[value]) for value, chance in chances.items()})
    return _followed(before, move, owner, chances)


def tempered(weights: Mapping[int, float]) -> dict[int, float]:
    """Chances in proportion to weights, with some doubt: none is above `SURE`."""
    total = sum(weights.values())
    doubt = (1 - SURE) / len(weights)
    return {value: doubt + SURE * weight / total for value, weight in weights.items()}


def winning_chances(position: Position) -> dict[int, float]:
    """The chance of winning at once, by the code of each move that may do so as far as the mover knows."""
    secrets, other = position.variant.rules.secrets, position.side.other
    if secrets is None:
        return {}
    tables, row, chances = position.variant.rules.tables, position.rows(1), beliefs(position, other)
    return {
        code: sum(
            chance
            for chance, rows in _worlds(position, code, other, chances)
            if outcome(tables, rows, U(1), U(1)) & MOVER_LOSES
        )
        for code in position.codes
        if secrets.question(row, 0, code)
    }


def _followed(before: Position, move: Move, owner: Side, chances: Mapping[int, float]) -> dict[int, float]:
    """The values after a move, without those that have turned out to be wrong."""
    secrets = before.variant.rules.secrets
    if secrets is None or not chances:
        return {}
    found = {}
    for chance, rows in _worlds(before, move.code, owner, chances):
        after = int(rows.info[1, secrets.field(owner)])
        if after in secrets.possible(rows, 1, owner):
            found[after] = chance
    total = sum(found.values())
    return {value: chance / total for value, chance in found.items()}


def _worlds(
    before: Position, code: int, owner: Side, chances: Mapping[int, float]
) -> Iterator[tuple[float, States]]:
    """Each value's chance, and rows whose second is the position after a move if that value is true."""
    secrets = before.variant.rules.secrets
    assert secrets is not None  # otherwise there are no chances
    tables, rows = before.variant.rules.tables, before.rows(2)
    for value, chance in chances.items():
        rows.info[0, secrets.field(owner)] = value
        play(tables, rows, U(0), U(code))
        yield chance, rows


def _reasons(before: Position, move: Move, owner: Side) -> dict[int, tuple[str, ...]]:
    """The words for the signs that a move showed, by the value after the move."""
    secrets = before.variant.rules.secrets
    if secrets is None or before.side is not owner:
        return {}
    signs = secrets.signs(before.rows(2), 0, np.array([move.code], np.uint64))
    found = {}
    for value, row in zip(signs.values, signs.found[0], strict=True):
        (after,) = _followed(before, move, owner, {value: 1.0}) or (None,)
        if after is not None:
            found[after] = tuple(word for word, seen in zip(signs.words, row, strict=True) if seen > 0)
    return found
