"""The games of files that other programs have written, as game files."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from fairyring.errors import FairyringError
from fairyring.messages import Message
from fairyring.web.languages import phrase
from fairyring.web.workshop.files import game
from fairyring.web.workshop.tasks import Report

MOST_GAMES = 200
LONGEST = 60  # characters of a file's name


class UnknownFileError(FairyringError):
    """A file is of no kind that can be read."""


def read(text: str, report: Report, name: str) -> list[dict[str, Any]]:
    """The games of a file.

    Args:
        text: the file's text.
        report: called with each game.
        name: the file's name, whose ending says what it is.

    Returns:
        For each game ``name``, ``text`` as a game file, and ``fault``, why it cannot be one.

    Raises:
        UnknownFileError: it is neither a game file nor an ini file.
        VariantError: it cannot be read.
    """
    ending = Path(name).suffix.lower()
    if ending == ".toml":
        game(text)
        return [{"name": "", "text": text, "fault": None}]
    if ending != ".ini":
        raise UnknownFileError(Message("a file of games ends in .toml or .ini"))
    from fairyring.gamefiles.ini.reading import IniText
    from fairyring.gamefiles.writing import toml_text
    from fairyring.variants import section_data

    with tempfile.TemporaryDirectory(prefix="fairyring-") as folder:
        path = Path(folder) / re.sub(r"[^\w. -]", "_", Path(name).name)[-LONGEST:]  # faults name the file
        path.write_text(text, encoding="utf-8", newline="")
        sections = [*IniText(path.read_bytes(), path.name).sections][:MOST_GAMES]
        found: list[dict[str, Any]] = []
        for number, section in enumerate(sections):
            report(section, number, len(sections))
            try:
                found.append({"name": section, "text": toml_text(section_data(path, section)), "fault": None})
            except FairyringError as error:
                found.append({"name": section, "text": None, "fault": phrase(error.message)})
        return found
