"""Beliefs about secrets: how likely each place of a hidden man is, judged by what everybody saw.

They are Bayes' rule over the turns that were played: every turn of a player shows signs, by which some of
the places where his secret may be become the likelier. Which signs there are, and how much they say, is the
rules' to know (`Secrets.signs`). Beliefs know no more than a spectator does, so that the same are what
the other side may think of oneself.
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

SURE = 0.995  # no evidence makes beliefs surer than this: a player may have thought of something else
NEWS = 0.03  # a turn is told of that makes a place so much likelier or unlikelier


@dataclass(frozen=True)
class Clue:
    """A turn that told something.

    Attributes:
        ply: its place among the game's moves, from 0.
        move: the turn, as everybody knows it.
        before: for each place where the secret could be, named as after the turn, how likely it was.
        chances: how likely it was after it; a place that has shown to be wrong is in neither.
        reasons: for each of the places of which the turn showed a sign, its words.
    """

    ply: int
    move: Move
    before: Mapping[str, float]
    chances: Mapping[str, float]
    reasons: Mapping[str, tuple[str, ...]]

    @property
    def place(self) -> str:
        """Of which place it told most, with a sign if any has one."""
        signed = [name for name in self.chances if name in self.reasons] or [*self.chances]
        return max(signed, key=lambda name: abs(self.chances[name] - self.before[name]))

    @property
    def weight(self) -> float:
        """By how much the chance of `place` has changed."""
        return abs(self.chances[self.place] - self.before[self.place])

    def __str__(self) -> str:
        place = self.place
        why, *_ = self.reasons.get(place, ("gone by",))
        return f"{self.move}: {place} {why}, so {self.before[place]:.0%} became {self.chances[place]:.0%}"


def beliefs(position: Position, owner: Side) -> dict[int, float]:
    """For each value that a side's secret may have the chance that it has it; {} where there is none.

    They depend on what a spectator knows alone.
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
    """The turns of a finished game that told most of what a side hid, the first of them first.

    Raises:
        SearchError: the game is not over.
    """
    if game.result is None:
        raise SearchError("what was to be believed is told when the game is over")
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


def explained(game: Game, most: int = 5) -> list[str]:
    """What was to be believed of either side's secret in a finished game, and which turns told it, in lines.

    Args:
        game: the game.
        most: how many turns are told of at most, for each side: those that said most.

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
        assert secrets is not None  # or there would be no beliefs
        true = int(at.rows(1).info[0, secrets.field(owner)])
        if true not in (held := beliefs(at, owner)):
            continue  # the game began where nobody knew it
        name = _possible(at, owner)[true]
        lines.append(f"{owner.capitalize()}'s secret was {name}: held {held[true]:.0%} likely at the end.")
        loudest = sorted(known, key=lambda clue: -clue.weight)[:most]
        lines += [f"  {clue}" for clue in known if clue in loudest]
    return lines


def _possible(position: Position, owner: Side) -> Mapping[int, str]:
    """The values that a side's secret may have, as far as all know, with their names."""
    secrets = position.variant.rules.secrets
    return {} if secrets is None else secrets.possible(position.rows(1), 0, owner)


def _alike(position: Position, owner: Side) -> dict[int, float]:
    values = _possible(position, owner)
    return dict.fromkeys(values, 1 / max(1, len(values)))


def _after(before: Position, move: Move, owner: Side, chances: Mapping[int, float]) -> dict[int, float]:
    """Beliefs after a turn."""
    secrets = before.variant.rules.secrets
    if secrets is None or not chances:
        return {}
    if before.side is owner:
        signs = secrets.signs(before.rows(2), 0, np.array([move.code], np.uint64))
        logs = dict(zip(signs.values, signs.logs[0].tolist(), strict=True))
        chances = tempered({value: chance * math.exp(logs[value]) for value, chance in chances.items()})
    return _followed(before, move, owner, chances)


def tempered(weights: Mapping[int, float]) -> dict[int, float]:
    """Chances in the proportion of weights, none of them surer than `SURE`."""
    total = sum(weights.values())
    doubt = (1 - SURE) / len(weights)
    return {value: doubt + SURE * weight / total for value, weight in weights.items()}


def hopes(position: Position) -> dict[int, float]:
    """By the codes of turns that may win at once, as far as their player knows: how likely they do."""
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
    """Where every value has come to after a turn, without those that it has shown to be wrong."""
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
    """For each value of a secret its chance, and rows of which the second is what a turn makes of it."""
    secrets = before.variant.rules.secrets
    assert secrets is not None  # or there are no chances
    tables, rows = before.variant.rules.tables, before.rows(2)
    for value, chance in chances.items():
        rows.info[0, secrets.field(owner)] = value
        play(tables, rows, U(0), U(code))
        yield chance, rows


def _reasons(before: Position, move: Move, owner: Side) -> dict[int, tuple[str, ...]]:
    """The words of the signs that a turn showed, by the value after the turn."""
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
