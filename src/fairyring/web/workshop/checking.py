"""Whether a game file is sound, in the words of the conformance suite: some steps of it at a time.

Each question does a few more steps, so visitors take turns at it, its asker sees what is being checked, and
stops it by asking no further.
"""

from __future__ import annotations

import time
from typing import Any, Final

from fairyring.errors import FairyringError
from fairyring.messages import Message
from fairyring.testing import ConformanceError, look, steps
from fairyring.web.languages import phrase
from fairyring.web.workshop.files import game
from fairyring.web.workshop.tasks import Report

WALKS, PLIES = 2, 30
SECONDS: Final = 1.5  # of the processor, after which no further step is begun
SAID: Final = {
    "loading": Message("whether it can be loaded"),
    "the start": Message("the position at the start"),
    "counts": Message("the number of moves"),
    "records": Message("records of games"),
    "playouts": Message("games at random"),
    "the search": Message("the computer's search"),
}


def check(text: str, report: Report, first: int) -> dict[str, Any]:
    """Run the next few steps of the conformance suite on the game of a file.

    Args:
        text: the game file.
        report: called before each step.
        first: the number of the first of them.

    Returns:
        ``sound``: True once all steps are done, False where one finds a fault, and None before. ``fault``,
        what is wrong; ``remarks``, what is allowed, but may not be meant, with the first steps. ``done`` and
        ``total``, how many steps have been done and how many there are; ``next``, what the next one looks at.

    Raises:
        VariantError: the file describes no game.
    """
    found, began = game(text), time.process_time()
    suite = steps(found, walks=WALKS, plies=PLIES)
    done = min(first, len(suite))
    answer: dict[str, Any] = {"sound": None, "fault": None, "remarks": [], "total": len(suite), "next": ""}
    try:
        if first == 0:
            answer["remarks"] = list(map(phrase, look(found)))
        while done < len(suite) and (done == first or time.process_time() < began + SECONDS):
            report(suite[done][0], done, len(suite))
            suite[done][1]()
            done += 1
    except ConformanceError as error:
        return answer | {"sound": False, "fault": phrase(error.message), "done": done}
    except FairyringError as error:  # with one of its options, there can be no such game
        return answer | {"sound": False, "fault": phrase(error.message), "done": done}
    if done < len(suite):
        return answer | {"done": done, "next": phrase(_called(suite[done][0]))}
    return answer | {"sound": True, "done": done}


def _called(step: str) -> str:
    """What a step looks at, for people."""
    return SAID.get(step) or Message("a random game, move by move")
