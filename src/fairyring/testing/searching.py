"""Checks of the computer's play: it wins at once if it can, and takes a piece that costs nothing.

What it should find is worked out here without the search and without the family's evaluation: by playing
each legal move and each reply, and by counting pieces, whose worth is how far they can move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import numpy as np

from fairyring.board import Side
from fairyring.game import Position, Variant
from fairyring.kernels import contract, entry_points
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States
from fairyring.search import search
from fairyring.testing.fault import hold

DEPTH = 2  # plies: a move and its reply
CAPTURES = 0.5  # of the moves of random games
FOUND = 3  # wins and gifts to test of each kind, after which it is enough
LOST = -1e9


def check_search(position: Position) -> None:
    """The search finds a win in one move, and takes the best piece of the opponent if it costs nothing.

    A search that finds something as good is right too. In games with secrets only wins are checked: captures
    may be worth more than the pieces there.
    """
    _check_win(position)
    _check_gift(position, _worths(position.variant))


def check_searches(variant: Variant, positions: int, seed: int) -> None:
    """`check_search` at so many positions of random games, or until three wins and three gifts were found."""
    wins = gifts = 0
    worth = _worths(variant)
    for position in _met(variant, positions, seed):
        if wins < FOUND:
            wins += _check_win(position)
        if gifts < FOUND:
            gifts += _check_gift(position, worth)
        if wins == gifts == FOUND:
            return


def _met(variant: Variant, positions: int, seed: int) -> Iterator[Position]:
    """Positions of random games that go on, without the positions before them.

    Half of the moves are captures, where there are any: with fewer pieces kings are mated sooner.
    """
    chance = random.Random(seed)
    position = variant.start()
    moves = np.empty(variant.rules.most_moves, np.uint64)
    for _ in range(positions):
        if position.result is not None:
            position = variant.start()
        yield variant.position(str(position))
        number = int(entry_points.noisy(variant.rules.tables, position.rows(2), U(0), moves, U(0)))
        codes = moves[:number].tolist() if number and chance.random() < CAPTURES else position.codes
        position = position.play(position.move(chance.choice(codes)))


def _check_win(position: Position) -> bool:
    """Check that the search wins in one move if that is possible; return whether it is."""
    seen = position.seen_by(position.side)
    winning = [code for code in seen.codes if _ended(seen, code) is seen.side]
    if not winning or len(seen.codes) == 1:  # a sole move is played without a search
        return False
    found = search(position, depth=DEPTH)
    hold(
        found.move.code in winning,
        "the search does not play {missed}, which wins at once",
        position,
        found.move,
        missed=seen.move(winning[0]),
    )
    hold(
        found.mate == 1,
        "it wins at once, and the search says mate in {plies} plies",
        position,
        found.move,
        plies=found.mate,
    )
    return True


def _ended(position: Position, code: int) -> Side | None:
    """The side that a legal move makes the winner at once, as far as the position knows."""
    secrets, tables, states = position.variant.rules.secrets, position.variant.rules.tables, position.rows(2)
    if secrets is not None and secrets.question(states, 0, code):
        return None
    contract.play(tables, states, U(0), U(code))
    return _winner(tables, states, 1, position.variant)


def _outcome(tables: object, states: States, ply: int, variant: Variant) -> int:
    """Whether the game is over in a row, and how."""
    moves = np.empty(variant.rules.most_moves, np.uint64)
    number = int(contract.count(tables, states, U(ply), moves, U(0)))
    return int(contract.outcome(tables, states, U(ply), U(number)))


def _winner(tables: object, states: States, ply: int, variant: Variant) -> Side | None:
    outcome = _outcome(tables, states, ply, variant)
    mover = Side.of(int(states.info[ply, int(contract.SIDE)]))
    if outcome & int(contract.MOVER_WINS):
        return mover
    return mover.other if outcome & int(contract.MOVER_LOSES) else None


def _check_gift(position: Position, worth: Mapping[str, float]) -> bool:
    """Check that the search captures the best enemy piece if that costs nothing; return whether it does."""
    if position.variant.rules.secrets is not None:
        return False
    best = max(_values(position, position.rows(1), 0, position.side.other, worth), default=0.0)
    taking = _taking(position, best, worth)
    if not taking or any(_ended(position, code) is position.side for code in position.codes):
        return False
    others = [code for code in position.codes if code not in taking]
    if not any(_after_reply(position, code, worth) >= best for code in taking) or any(
        _after_reply(position, code, worth) > best / 2 for code in others
    ):
        return False
    found = search(position, depth=DEPTH)
    good = found.move.code in taking or (found.mate or 0) > 0
    hold(
        # A check or another threat may come first, and win something in any case.
        good or _gains_later(position, found.move.code, worth) > 0,
        "the search does not play {missed}, which wins the opponent's best piece",
        position,
        found.move,
        missed=position.move(taking[0]),
    )
    return True


def _taking(position: Position, best: float, worth: Mapping[str, float]) -> list[int]:
    """The legal moves that capture a piece of the opponent's of such worth.

    None if others promote, or if a turn goes on after some.
    """
    if not best:
        return []
    tables, states = position.variant.rules.tables, position.rows(2)
    own, enemy = (
        sum(_values(position, states, 0, side, worth)) for side in (position.side, position.side.other)
    )
    found = []
    for code in position.codes:
        contract.play(tables, states, U(0), U(code))
        again = int(states.info[1, int(contract.SIDE)]) == position.side.number
        if again or sum(_values(position, states, 1, position.side, worth)) > own:
            return []
        if enemy - sum(_values(position, states, 1, position.side.other, worth)) >= best:
            found.append(code)
    return found


def _worths(variant: Variant) -> Mapping[str, float]:
    """What a piece is worth by its letter: twice its goals on an empty board, on average; 0 if royal."""
    rules = variant.rules
    found = {}
    for piece in rules.pieces:
        goals = [len(rules.reach(piece.letter, name, side)) for name in rules.board.names for side in Side]
        found[piece.letter] = 0.0 if piece.royal else 2 * sum(goals) / len(goals)
    return found


def _values(
    position: Position, states: States, ply: int, side: Side, worth: Mapping[str, float]
) -> list[float]:
    """What each piece of a side is worth in a row."""
    tokens = position.variant.rules.tokens(states, ply)
    return [worth.get(token.letter.upper(), 0.0) for token in tokens if token.side is side]


def _material(position: Position, states: States, ply: int, worth: Mapping[str, float]) -> float:
    """By how much the pieces of the side to move in a position are worth more than the others in a row."""
    own, enemy = (
        _values(position, states, ply, side, worth) for side in (position.side, position.side.other)
    )
    return sum(own) - sum(enemy)


def _after_reply(position: Position, code: int, worth: Mapping[str, float]) -> float:
    """What a move wins after the best reply; `LOST` if it ends the game, as by stalemate, or a reply wins it.

    It is not asked about moves that win.
    """
    variant, states = position.variant, position.rows(3)
    tables, before = variant.rules.tables, _material(position, states, 0, worth)
    contract.play(tables, states, U(0), U(code))
    if _outcome(tables, states, 1, variant) & int(contract.REASON_MASK):
        return LOST
    least = _material(position, states, 1, worth)
    for reply in _legal(position, states, 1):
        contract.play(tables, states, U(1), U(reply))
        if _winner(tables, states, 2, variant) is position.side.other:
            return LOST
        least = min(least, _material(position, states, 2, worth))
    return least - before


def _gains_later(position: Position, code: int, worth: Mapping[str, float]) -> float:
    """What a move wins with the best move after the best reply."""
    states = position.rows(4)
    tables, before = position.variant.rules.tables, _material(position, states, 0, worth)
    contract.play(tables, states, U(0), U(code))
    least = float("inf")
    for reply in _legal(position, states, 1):
        contract.play(tables, states, U(1), U(reply))
        most = _material(position, states, 2, worth)
        for second in _legal(position, states, 2):
            contract.play(tables, states, U(2), U(second))
            most = max(most, _material(position, states, 3, worth))
        least = min(least, most)
    return least - before


def _legal(position: Position, states: States, ply: int) -> list[int]:
    rules = position.variant.rules
    moves = np.empty(rules.most_moves, np.uint64)
    return [int(code) for code in moves[: int(contract.legal(rules.tables, states, U(ply), moves, U(0)))]]
