"""Whether the game of a file can be played on a server: that it is one, and is not too large or too slow."""

from __future__ import annotations

import json
import random
import time
from typing import TYPE_CHECKING, Any

from fairyring.board import Side
from fairyring.errors import FairyringError, reason_of
from fairyring.messages import Message
from fairyring.web.languages import phrase
from fairyring.web.workshop.files import game
from fairyring.web.workshop.tasks import Report

if TYPE_CHECKING:
    from fairyring.game import Variant

PLIES = 60  # of each random game
SECONDS = 0.4  # of the processor, for random games together
GAMES = 3
MOST_MOVES = 3000  # in a position
SLOWEST = 0.5  # seconds of the processor for a move and all that is shown after it
MOST_STATE = 1_500_000  # bytes that a page is sent after a move
MOST_PICTURE = 400_000  # bytes of the picture of the start


class UnplayableError(FairyringError):
    """A game is too large or too slow for a server on which others play, too."""


def playable(text: str, report: Report) -> dict[str, Any]:
    """Look at the game of a file, and play some random games.

    Returns:
        ``title``, ``summary`` and ``inventor`` as the file has them, ``picture`` of the start as SVG, and
        ``remarks``, what is allowed, but may not be meant.

    Raises:
        VariantError: the file describes no game.
        UnplayableError: it cannot be played here, and why: it has a fault, is too large or too slow.
    """
    from fairyring.drawing import board_svg
    from fairyring.game import prepare
    from fairyring.testing import ConformanceError, look

    found = game(text)
    report("loading", 0, 3)
    prepare(found)
    report("the start", 1, 3)
    try:
        remarks = look(found)
    except ConformanceError as error:
        raise UnplayableError(Message("this game has a fault: {fault}", fault=reason_of(error))) from error
    report("random games", 2, 3)
    _check_detail(found)
    _play(found)
    picture = board_svg(found)
    if len(picture) > MOST_PICTURE:
        raise UnplayableError("this board is too large to be shown")
    definition = found.definition
    return {
        "title": definition.title,
        "summary": definition.summary,
        "inventor": definition.inventor,
        "picture": picture,
        "remarks": list(map(phrase, remarks)),
    }


def _check_detail(found: Variant) -> None:
    from fairyring.web import geometry

    if len(json.dumps(geometry.drawn(found.rules))) > MOST_STATE:
        raise UnplayableError("this board is too large to be shown")


def _play(found: Variant) -> None:
    """Play random games, and see what a page would be shown after each move."""
    from fairyring.game import Game
    from fairyring.web.sight import Sight, viewer

    chance, began = random.Random(0), time.process_time()
    for _ in range(GAMES):
        played = Game(found)
        for _ in range(PLIES):
            before = time.process_time()
            if before - began > SECONDS or played.result is not None:
                break
            moves = played.position.legal_moves()
            if len(moves) > MOST_MOVES:
                raise UnplayableError(
                    Message(
                        "a position in this game has {number} moves; the limit is {most}",
                        number=len(moves),
                        most=MOST_MOVES,
                    )
                )
            if not moves:
                break
            move = chance.choice(moves)
            answer = False if played.position.question(move) else None
            played.push(move, answer=answer)
            state = Sight(played, viewer(list(Side), played.position.side), True).state()
            if len(json.dumps(state, default=str)) > MOST_STATE:
                raise UnplayableError("the positions of this game are too large to be shown")
            took = time.process_time() - before
            if took > SLOWEST:
                raise UnplayableError(
                    Message(
                        "a move in this game takes {took} seconds of processor time; the limit is {most}",
                        took=f"{took:.1f}",
                        most=SLOWEST,
                    )
                )
