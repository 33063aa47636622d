"""Checks of a game as a whole: loading, random games, records, playouts."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np

from fairyring.errors import FairyringError, PositionError, VariantError, reason_of
from fairyring.game import Game, Position, Variant, load, playouts, read_pgn
from fairyring.messages import Message
from fairyring.testing.fault import ConformanceError, hold, told
from fairyring.testing.positions import check_position

NO_OPTION = "no_game_has_this_option"


def check_load(variant: Variant) -> None:
    """The game can be loaded again, knows its options, and starts from the text it declares."""
    name, definition = variant.name, variant.definition
    again = load(variant.source, **variant.options)
    hold(again == variant and hash(again) == hash(variant), "loaded twice, the two are not equal", variant)
    hold(pickle.loads(pickle.dumps(variant)) == variant, "pickled and read back, it is not equal", variant)
    hold(variant.names == (name, definition.title) and bool(definition.title), "it has no title", variant)
    hold(bool(definition.summary), "it has no summary", variant)
    letters = Counter(piece.letter for piece in variant.rules.pieces)
    for letter, times in letters.items():
        hold(times == 1, "{times} pieces share the letter {letter}", variant, times=times, letter=letter)
    try:
        load(variant.source, **{NO_OPTION: True})
    except VariantError:
        pass
    else:
        raise ConformanceError("it accepts an option that it does not have", name)
    try:
        start = variant.start()
    except PositionError as error:
        reason = Message("its start is refused: {reason}", reason=reason_of(error))
        raise ConformanceError(reason, name, definition.start) from error
    hold(str(start) == definition.start, "the text of the start is not the one that the game declares", start)
    hold(start == variant.position(str(start)), "the start is not read back as the same position", start)
    hold(bool(start.legal_moves()) and start.result is None, "the game is over before it starts", start)


def check_walk(variant: Variant, plies: int, seed: int) -> None:
    """`check_position` at every position of a random game."""
    for position in random_walk(variant, plies, seed):
        check_position(position)


def random_walk(variant: Variant, plies: int, seed: int) -> Iterator[Position]:
    """The positions of a random game, the start first; after a draw it goes on while there are moves."""
    chance = random.Random(seed)
    position = variant.start()
    yield position
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            return
        position = position.play(chance.choice(moves))
        yield position


def check_record(variant: Variant, plies: int, seed: int) -> None:
    """A random game's record is read back as the same game, from the start and from its middle."""
    chance = random.Random(seed)
    game = Game(variant, tags={"White": 'A "quoted" name', "Event": "back\\slash"})
    while game.result is None and len(game.moves) < plies:
        game.push(chance.choice(game.position.legal_moves()))
        if chance.random() < 0.1:
            game.comments[len(game.moves) - 1] = "a comment"
    _check_record(game)
    later = Game(variant, game.positions[len(game.moves) // 2])
    if later.result is None and len(game.moves) // 2 < len(game.moves):
        later.push(game.moves[len(game.moves) // 2].text)
    if later.result is None:
        later.resign(later.position.side)
    _check_record(later)


def _check_record(game: Game) -> None:
    text = game.pgn()
    try:
        (again,) = read_pgn(text, game.variant)
    except FairyringError as error:
        reason = Message("its record is refused: {reason}", reason=reason_of(error))
        raise ConformanceError(reason, game.variant.name) from error
    hold(again.variant == game.variant, "a record is read back as a game of another variant", game.variant)
    for one, other in zip(game.positions, again.positions, strict=False):
        hold(one == other, "a record is read back as another position, {other}", one, other=other)
    hold(
        [move.text for move in again.moves] == [move.text for move in game.moves],
        "a record is read back with other moves",
        game.position,
    )
    hold(
        again.result == game.result,
        "a record with the result {result} is read back with {other}",
        game.position,
        result=told(game.result),
        other=told(again.result),
    )
    hold(again.comments == game.comments, "a record loses comments", game.variant)
    hold(again.pgn() == text, "a record that is read and written again is a different text", game.variant)


def check_playouts(variant: Variant, plies: int, seed: int) -> None:
    """Random playouts can be repeated, and end for a reason or at their limit."""
    start = variant.start()
    one, other = (playouts(start, 4, plies, seed) for _ in range(2))
    same = np.array_equal(one.plies, other.plies) and np.array_equal(one.winners, other.winners)
    hold(same and one.reasons == other.reasons, "the same seed plays different games", variant)
    for length, reason in zip(one.plies.tolist(), one.reasons, strict=True):
        hold(length == plies or (length < plies and bool(reason)), "a playout ends without a reason", variant)
