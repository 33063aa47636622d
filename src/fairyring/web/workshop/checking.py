"""Whether a game file is sound, in the words of the conformance suite."""

from __future__ import annotations

from typing import Any

from fairyring.errors import FairyringError
from fairyring.testing import ConformanceError, look
from fairyring.testing import check as check_all
from fairyring.web.languages import phrase
from fairyring.web.workshop.files import game
from fairyring.web.workshop.tasks import Report

WALKS, PLIES = 2, 30


def check(text: str, report: Report) -> dict[str, Any]:
    """Run the conformance suite on the game of a file.

    Returns:
        ``sound``; where it is not, ``fault``, what is wrong; and ``remarks``, what is allowed, but may not
        be meant.

    Raises:
        VariantError: the file describes no game.
    """
    found = game(text)
    try:
        remarks = look(found)
        check_all(found, walks=WALKS, plies=PLIES, report=report)
    except ConformanceError as error:
        return {"sound": False, "fault": phrase(str(error)), "remarks": []}
    except FairyringError as error:  # with one of its options, there can be no such game
        return {"sound": False, "fault": phrase(error.message), "remarks": []}
    return {"sound": True, "fault": None, "remarks": list(map(phrase, remarks))}
