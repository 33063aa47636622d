"""The messages that pages are sent, as docs/protocol.md has them; nothing here decides anything.

What they say of a game itself comes from a `Sight`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from fairyring.board import Side
from fairyring.web.events import ABORTION, TIME
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
    """The whole state, for somebody who holds these sides.

    Args:
        match: the game and its seats.
        sight: the game as he may see it.
        sides: what he holds.
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
        "shared": match.shared,
        **sight.state(),
        "thinking": busy,
        "clock": _clock(match, now),
        "offers": [{"what": what, "side": str(side)} for what, side in match.offers.items()],
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
    """What a legal turn would do.

    Raises:
        MoveError: the text is no legal turn.
    """
    return {"type": "course", "ply": sight.ply, **sight.course(text)}


def hint(sight: Sight, ply: int, move: Move, analysis: Analysis) -> Json:
    """What the computer would play."""
    return {"type": "hint", "ply": ply, **sight.advice(move, analysis)}


def explained(sight: Sight) -> Json:
    """What was to be believed of what the players hid.

    Raises:
        SearchError: the game is not over.
    """
    return {"type": "explained", "ply": sight.ply, "lines": sight.explanation()}


def chat(first: int, lines: Collection[Said]) -> Json:
    """What was said, from the line with this index on."""
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
    score = "*" if ending.reason == ABORTION else ending.score
    return {
        "winner": winner,
        "reason": ending.reason,
        "score": score,
        "text": _sentence(ending),
        "purses": purses(ending.purses),
    }


def _sentence(result: Result) -> str:
    if result.reason == ABORTION:
        return "Aborted"
    if result.winner is None:
        return f"Draw by {result.reason}"
    if result.reason == TIME:
        return f"{str(result.winner).capitalize()} wins on time"
    return f"{str(result.winner).capitalize()} wins by {result.reason}"
