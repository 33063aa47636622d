"""Playing one game of the laboratory, and writing down what is needed of it."""

from __future__ import annotations

import random
from collections import Counter

from fairyring.board import Side
from fairyring.errors import PositionError, SetupError
from fairyring.game import Position, Setup, Variant
from fairyring.game.story import acting
from fairyring.lab.plan import HANDICAP, Plan, Record, Task
from fairyring.search import Level, Limits, search

# In openings, players choose among moves that are about as good as the best, and search this many times as
# many nodes as later: with fewer, moving first was no advantage in chess.
OPENING, OPENING_TIMES = Level("opening", "Opening", Limits(), 12), 8
HANDICAP_OPENING = 2  # plies: such games differ by their starts
LACKS = 0.3  # how likely it is that a side lacks a piece
TRIES = 8  # starts, of which the most even one is played
EVERY = 6  # plies between two looks at the material


def play(variant: Variant, plan: Plan, task: Task) -> Record:
    """Play a game; the same task gives the same game."""
    chance = random.Random(task.seed)
    start = position = handicapped(variant, chance) if task.kind == HANDICAP else variant.start()
    openings = min(plan.openings, HANDICAP_OPENING) if task.kind == HANDICAP else plan.openings
    record = Record(task.kind, task.number, task.nodes, str(start), lacking=difference(start))
    movers: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    while position.result is None and record.plies < plan.plies:
        nodes = task.nodes[position.side.number]
        if record.plies < openings:
            more = OPENING_TIMES * max(task.nodes)
            found = search(position, nodes=more, level=OPENING, seed=chance.getrandbits(32))
        else:
            found = search(position, nodes=nodes, seed=chance.getrandbits(32))
        after = position.play(found.move)
        record.moves.append(found.move.text)
        record.scores.append(found.score if position.side is Side.WHITE else -found.score)
        record.branching.append(len(position.codes))
        record.captures += standing(after) < standing(position)
        record.checks += after.in_check
        movers[mover(position, found.move.choices)] += 1
        acts.update(acting(position, found.move, after))
        position = after
        if record.plies % EVERY == 0:
            record.material.append(difference(position))
    if position.result is not None:
        record.reason = position.result.reason
        winner = position.result.winner
        record.winner = 0 if winner is None else 1 if winner is Side.WHITE else -1
    record.movers, record.acts = dict(movers), dict(acts)
    return record


def standing(position: Position) -> int:
    """How many pieces are on the board."""
    tokens = position.variant.rules.tokens(position.rows(1), 0)
    return sum(token.side is not None for token in tokens)


def mover(position: Position, choices: tuple[str, ...]) -> str:
    """The name of the kind of piece that a move begins with; "" if it begins with no piece."""
    rules = position.variant.rules
    spot = rules.spots.get(choices[0])
    site, level = (spot.site, spot.level) if spot else (choices[0], "")
    for token in rules.tokens(position.rows(1), 0):
        if token.site == site and token.level == level and token.side is not None:
            return kind_of(token.name)
    return ""


def kind_of(name: str) -> str:
    """The name of a piece without its side."""
    words = [word for word in name.split() if word not in tuple(Side)]
    return " ".join(words)


def difference(position: Position) -> dict[str, int]:
    """How many more pieces of each kind White has than Black, on the board and beside it; without zeros."""
    found: Counter[str] = Counter()
    for token in position.variant.rules.tokens(position.rows(1), 0):
        if token.side is not None:
            found[kind_of(token.name)] += 1 if token.side is Side.WHITE else -1
    for panel in position.panels:
        for holding in panel.holdings:
            found[kind_of(holding.name)] += holding.number * (1 if panel.side is Side.WHITE else -1)
    return {name: number for name, number in sorted(found.items()) if number}


def handicapped(variant: Variant, chance: random.Random) -> Position:
    """The start without some pieces of both sides; the start itself where pieces cannot be taken away.

    Of several starts drawn at random it is the one that the search's own values call most even: results of
    uneven games say less. The values are not used otherwise.
    """
    found: list[tuple[float, str, Position]] = []
    for _ in range(TRIES):
        try:
            drawn = _without_some(variant, chance)
        except (PositionError, SetupError):
            continue
        if drawn.result is None and not drawn.in_check and difference(drawn):
            found.append((abs(_balance(drawn)), str(drawn), drawn))
    return min(found)[2] if found else variant.start()


def _without_some(variant: Variant, chance: random.Random) -> Position:
    worth = {name for name, value in variant.rules.values.items() if value > 0}
    setup = Setup(variant)
    for token in setup.tokens:
        if token.name in worth and not token.level and chance.random() < LACKS:
            setup.remove(token.site)
    return setup.position()


def _balance(position: Position) -> float:
    """How much more White's pieces are worth than Black's, by the search's values."""
    values = position.variant.rules.values
    tokens = position.variant.rules.tokens(position.rows(1), 0)
    return sum(
        values.get(token.name, 0) * (1 if token.side is Side.WHITE else -1)
        for token in tokens
        if token.side is not None
    )
