"""Answers about positions that belong to no game, as in docs/protocol.md.

The user has made the moves of both sides, or has them from a record, so nothing is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairyring.web import answers, sight
from fairyring.web.languages import phrase

if TYPE_CHECKING:
    from fairyring.game import Move, Position, Setup
    from fairyring.web.analysis.ground import Step
    from fairyring.web.thinking import Analysis

Json = dict[str, Any]


def situation(step: Step) -> Json:
    """A position with its legal moves."""
    position = step.position
    turns = position.legal_moves()
    return {
        "number": position.number,
        "choosing": sight.choosing(position),
        "step": None
        if step.before is None or step.move is None
        else made(step.before, step.move, step.position),
        "view": sight.view(*step),
        "turns": sight.entries(position.variant, turns),
        "labels": sight.labels(position, turns),
        "result": answers.result(position.result),
    }


def arranged(setup: Setup) -> Json:
    """A position that is being set up, and what is wrong with it."""
    fault, purses = setup.fault, setup.purses
    return {
        "text": str(setup),
        "side": str(setup.side),
        "tokens": sight.tokens(setup.variant.board, setup.tokens),
        "purses": sight.purses(purses),
        "panels": sight.panels(setup.panels),
        "motion": setup.motion,
        "fault": None if fault is None else {"message": phrase(fault.reason), "column": fault.column},
    }


def made(before: Position, move: Move, after: Position) -> Json:
    """A move as a move list shows it."""
    from fairyring.game.writing import notation

    return {
        "text": move.text,
        "notation": notation(before, move, after),
        "aftermath": " ".join(before.aftermath(move)),
        "side": str(before.side),
        "number": before.number if move.ply else 0,
    }


def thought(position: Position, analysis: Analysis) -> Json:
    """What the computer has found."""
    from fairyring.game import writing

    return {
        "side": str(position.side),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "speed": round(analysis.speed),
        "lines": [
            {
                "score": sight.score(line),
                "moves": [move.text for move in line.moves],
                "notations": writing.line(position, line.moves, sight.SHOWN),
                "choices": sight.spoken(position.variant, line.moves[0].choices),
            }
            for line in analysis.lines
        ],
    }
