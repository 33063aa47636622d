"""The messages that are sent to pages, as in docs/protocol.md; nothing here decides anything.

What they say about a game comes from a `Sight`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from fairyring.board import Side
from fairyring.web.endings import sentence
from fairyring.web.events import ABORTION
from fairyring.web.languages import phrase
from fairyring.web.messages import OPEN
from fairyring.web.sight import purses

if TYPE_CHECKING:
    from fairyring.game import Move, Result
    from fairyring.web.compiling import Step
    from fairyring.web.events import Said
    from fairyring.web.match import Match
    from fairyring.web.sight import Sight
    from fairyring.web.thinking import Analysis

Json = dict[str, Any]


def state(match: Match, sight: Sight, sides: Collection[Side], busy: bool, now: float) -> Json:
    """The whole state, for a holder of these sides.

    Args:
        match: the game and its seats.
        sight: the game as the holder may see it.
        sides: the sides held.
        busy: whether the computer is at work.
        now: the time, for the clocks.
    """
    seats = match.beginning.seats
    return {
        "type": "state",
        "id": match.beginning.id,
        "events": match.events,
        "seats": {str(side): OPEN if side in match.invited else seat for side, seat in seats.items()},
        "you": sorted(sides, reverse=True),
        "names": {str(side): match.names.get(side, "") for side in seats},
        "shared": match.shared,
        "listed": bool(match.listed and match.invited),
        "damaged": match.damaged,
        **sight.state(),
        "thinking": busy,
        "clock": _clock(match, now),
        "offers": [{"what": what, "side": str(side)} for what, side in match.offers.items()],
        "declined": [{"what": what, "side": str(side)} for what, side in match.declined],
        "can": match.possible(frozenset(sides)),
        "next": match.next,
        "result": result(match.result),
    }


def _clock(match: Match, now: float) -> Json | None:
    clock = match.clock
    if clock is None:
        return None
    left = {str(side): round(clock.left(side, now), 2) for side in Side}
    running = None if clock.running is None else str(clock.running)
    return {**clock.terms.model_dump(), "left": left, "running": running}


def shown(sight: Sight, ply: int) -> Json:
    """An earlier position."""
    return {"type": "shown", "ply": ply, "view": sight.view(ply)}


def course(sight: Sight, text: str) -> Json:
    """What a legal move would do.

    Raises:
        MoveError: the text is not a legal move.
    """
    return {"type": "course", "ply": sight.ply, **sight.course(text)}


def hint(sight: Sight, ply: int, move: Move, analysis: Analysis) -> Json:
    """What the computer would play."""
    return {"type": "hint", "ply": ply, **sight.advice(move, analysis)}


def explained(sight: Sight) -> Json:
    """What could be believed about the players' secrets.

    Raises:
        SearchError: the game is not over.
    """
    return {"type": "explained", "ply": sight.ply, "lines": [phrase(line) for line in sight.explanation()]}


def chat(first: int, lines: Collection[Said]) -> Json:
    """The chat, from the message with this index on."""
    return {
        "type": "chat",
        "first": first,
        "lines": [{"side": line.side, "text": line.text} for line in lines],
    }


def present(sides: Collection[Side]) -> Json:
    """Which sides have a page that is connected."""
    return {"type": "present", "sides": sorted(sides, reverse=True)}


def compiling(step: Step) -> Json:
    """Progress of a compile."""
    return {
        "type": "progress",
        "task": "compile",
        "step": step.name,
        "done": step.done,
        "total": step.total,
    }


def thinking(sight: Sight, analysis: Analysis) -> Json:
    """Progress of a search."""
    return {"type": "progress", "task": "think", **sight.thought(analysis)}


def result(ending: Result | None) -> Json | None:
    """How a game ended, or None while it goes on."""
    if ending is None:
        return None
    winner = None if ending.winner is None else str(ending.winner)
    said = sentence(ending)
    score = "*" if ending.reason == ABORTION else ending.score
    return {
        "winner": winner,
        "reason": ending.reason,
        "score": score,
        "text": str(said),
        "message": phrase(said),
        "purses": purses(ending.purses),
    }
