"""Whether the game of a file is good: some games of the laboratory, a few at a time.

Each question plays a few more games, so visitors take turns at it, its asker sees how far it is, and stops it
by asking no further.
"""

from __future__ import annotations

import time
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from fairyring.messages import Message
from fairyring.web.languages import phrase
from fairyring.web.workshop.files import game
from fairyring.web.workshop.tasks import Report

if TYPE_CHECKING:
    from fairyring.lab import Record

GAMES: Final = 40
NODES: Final = 64  # of a player for each move
PLIES: Final = 160  # after which a game is a draw
SECONDS: Final = 1.5  # of the processor, after which no further game is begun


def games(text: str, report: Report, first: int) -> dict[str, Any]:
    """Play the next few games between equal players.

    Args:
        text: the game file.
        report: called before each game.
        first: the number of the first of them.

    Returns:
        ``games``, what there is to say of each, and ``total``, how many there are in all.

    Raises:
        VariantError: the file describes no game.
    """
    from fairyring.lab import Plan
    from fairyring.lab.playing import play

    found = game(text)
    plan = Plan(games=GAMES, nodes=NODES, ladder=0, handicaps=0, random=0, plies=PLIES)
    began, played = time.process_time(), []
    for task in plan.tasks()[first:]:
        report("games", task.number, GAMES)
        played.append(_told(play(found, plan, task)))
        if time.process_time() > began + SECONDS:
            break
    return {"games": played, "total": GAMES}


def _told(record: Record) -> dict[str, Any]:
    stopped = Message("stopped because of its length")
    return {
        "winner": {1: "white", -1: "black", 0: None}[record.winner],
        "reason": phrase(Message(record.reason) if record.reason else stopped),
        "plies": record.plies,
        "choices": fmean(record.branching) if record.branching else 0.0,
        "captures": record.captures,
        "checks": record.checks,
    }
