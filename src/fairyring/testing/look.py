"""A look at a game that takes about a second: what cannot be, and what may not be meant."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import fields

from fairyring.board import Side
from fairyring.drawing.artwork import pictures
from fairyring.drawing.figures import figure_marks
from fairyring.errors import FairyringError, reason_of
from fairyring.game import Position, Variant, load
from fairyring.gamefiles.shapes import nearest
from fairyring.messages import Message
from fairyring.pieces.drawings import is_drawn
from fairyring.testing.fault import ConformanceError, hold
from fairyring.testing.positions import check_moves

PLIES = 60  # of the random game, if there is time
WITHOUT = {
    Side.WHITE: "White has no {piece} at the start",
    Side.BLACK: "Black has no {piece} at the start",
}


def look(game: Variant, seconds: float = 0.15) -> tuple[str, ...]:
    """Look at a game with each of its switches: its start, its figures, and the first moves of a random game.

    Args:
        game: the game.
        seconds: how long the random game takes at most.

    Returns:
        What is allowed, but may not be meant.

    Raises:
        ConformanceError: the game has a fault.
        VariantError: with one of its options, there can be no such game.
    """
    for option, value in game.options.items():
        if isinstance(value, bool):
            _ = load(game.source, **game.options | {option: not value}).start()
    start = game.start()
    if not start.legal_moves():
        _check_royals(start)
        hold(False, "there is no legal move at the start", start)
    check_moves(start)
    for number, figure in enumerate(game.definition.figures, start=1):
        try:
            marks = figure_marks(game, figure)
        except FairyringError as error:
            reason = Message("figure {number}: {reason}", number=number, reason=reason_of(error))
            raise ConformanceError(reason, game.name, figure.position) from error
        found = marks.moves or marks.captures or marks.unders or marks.mounts or marks.unseats
        hold(
            bool(found),
            "figure {number}: no legal move begins with {start}",
            game,
            number=number,
            start=figure.start,
        )
    _play(game, seconds)
    return tuple(_remarks(game))


def _check_royals(start: Position) -> None:
    """Refuse a start without moves that lacks a king, which is why there are none.

    Raises:
        ConformanceError: there is no move, and a king is missing.
    """
    there = {(token.letter.upper(), token.side) for token in start.view().tokens}
    for side in Side:
        for piece in start.variant.rules.pieces:
            if piece.royal:
                has = (piece.letter, side) in there
                hold(has, WITHOUT[side], start, piece=Message(piece.name))


def _play(game: Variant, seconds: float) -> None:
    """A random game, each position of which is read back from its text."""
    lots, position, began = random.Random(0), game.start(), time.monotonic()
    for _ in range(PLIES):
        moves = position.legal_moves()
        if not moves or position.result or time.monotonic() - began > seconds:
            return
        position = position.play(lots.choice(moves), answer=False)
        again = game.position(str(position))
        hold(again == position, "the text is read back as {again}", position, again=again)
        same = again.legal_moves() == position.legal_moves()
        hold(same, "the legal moves are others when it is read from its text", position)


def _remarks(game: Variant) -> Iterator[str]:
    rules, board = game.rules, game.board
    mechanics = getattr(rules, "mechanics", ())
    said = [repr(getattr(each, field.name)) for each in mechanics for field in fields(each)]
    at_start = {token.letter.upper() for token in game.start().view().tokens}
    for piece in rules.pieces:
        if not any(
            True for side in Side for site in range(len(board)) for _ in piece.ways(board, site, side)
        ):
            yield Message("the {piece} can never move", piece=piece.name)
        comes = any(piece.letter in text for text in (getattr(rules, "promotions", ""), *said))
        if piece.letter not in at_start and not comes:
            yield Message(
                "the {piece} is not on the board at the start, and no pawn promotes to it", piece=piece.name
            )
        if piece.picture not in pictures() and not is_drawn(piece.picture):
            yield Message(
                "the {piece} is shown as a disc with its letter: there is no picture {drawing}; {near}"
                if piece.drawing
                else "the {piece} is shown as a disc with its letter; `drawing` names another picture",
                piece=piece.name,
                drawing=repr(piece.drawing),
                near=nearest(piece.drawing, sorted(pictures())),
            )
    if not mechanics and not any(piece.royal for piece in rules.pieces):
        yield Message("no piece is royal, and no mechanic says how the game is won")
