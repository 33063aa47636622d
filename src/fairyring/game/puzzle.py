"""Puzzles: positions in which exactly one move wins, kept for each game in ``variants/puzzles/GAME.jsonl``.

``tools/puzzles.py`` finds them by self-play and search, and says what counts as one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from fairyring.errors import PuzzleError
from fairyring.game.position import load
from fairyring.messages import Message
from fairyring.variants import PUZZLES, find, is_file, kept

_FIELDS = {"position": str, "moves": list, "reason": str, "wins_in": int}  # with their types in the file
_NEEDED = {"position", "moves"}
OWN = Message("Only games that come with fairyring have puzzles.")  # why a user's game has none


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins, with the moves that show it.

    Attributes:
        variant: the name of the game, which is played with its usual options.
        position: the position's text, as far as the side to move may know it.
        moves: the solution, beginning and ending with a move of the side to move; between them, the best
            defence. Wherever it is that side's move, no other move wins, except that the last move of a
            game may be any that wins at once.
        reason: how the game has ended after the solution, as in `Result.reason`; ``""`` where the
            solution only gets far ahead.
        wins_in: how many moves of the side to move that takes; None where ``reason`` is ``""``.
    """

    variant: str
    position: str
    moves: tuple[str, ...]
    reason: str = ""
    wins_in: int | None = None

    @property
    def goal(self) -> Message:
        """What is to be found: ``mate in 2``, ``win in 2`` if no mate ends the game, or a win."""
        if self.wins_in is None:
            return Message("find the winning move")
        template = "mate in {moves}" if self.reason == "checkmate" else "win in {moves}"
        return Message(template, moves=self.wins_in)


@cache
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, in the order of its file; none where there is no file, as for users' own games.

    Raises:
        VariantError: there is no such game.
        PuzzleError: its file is broken.
    """
    found, _ = find(name)
    if is_file(name):
        return ()
    file = kept(PUZZLES).get(found)
    return () if file is None else tuple(read_puzzles(found, file.read_text(encoding="utf-8")))


def absence(name: str) -> Message | None:
    """Why a game has no puzzles; None if it has some.

    An empty file says that ``tools/puzzles.py`` has looked for puzzles and found none.

    Raises:
        VariantError: there is no such game.
        PuzzleError: its file is broken.
    """
    if puzzles(name):
        return None
    if is_file(name):
        return OWN
    if find(name)[0] not in kept(PUZZLES):
        return Message("There are no puzzles for this game yet.")
    if load(name).rules.secrets is not None:
        return Message(
            "This game has no puzzles: the computer looked for positions in its own games in which exactly"
            " one move wins, whatever the secret of the other side is, and found none."
        )
    return Message(
        "This game has no puzzles: the computer looked for positions in its own games in which exactly one"
        " move wins, and found none."
    )


def read_puzzles(name: str, text: str) -> Iterator[Puzzle]:
    """The puzzles of a file's text: one JSON object a line, with the fields of `Puzzle`.

    Only the form is checked; positions and moves are read when they are played.

    Raises:
        PuzzleError: a line has another form.
    """
    file = f"{name}.jsonl"
    for number, line in enumerate(text.splitlines(), 1):
        try:
            said: Any = json.loads(line)
        except ValueError:
            raise PuzzleError(file, number, "each line is a JSON object") from None
        if fault := _fault(said):
            raise PuzzleError(file, number, fault)
        moves = tuple(said["moves"])
        yield Puzzle(name, said["position"], moves, said.get("reason", ""), said.get("wins_in"))


def _fault(said: Any) -> str:
    """What is wrong with the object of a line, and what would be right; "" if nothing is."""
    if not isinstance(said, dict):
        return "each line is a JSON object"
    if missing := sorted(_NEEDED - said.keys()):
        return Message("{field} is missing", field=missing[0])
    if unknown := sorted(said.keys() - _FIELDS.keys()):
        return Message(
            "there is no field {field}; there are {known}", field=unknown[0], known=", ".join(_FIELDS)
        )
    for field, kind in _FIELDS.items():
        if field in said and type(said[field]) is not kind:
            return Message("{field} must be a JSON {kind}", field=field, kind=_JSON[kind])
    if not said["moves"] or not all(isinstance(move, str) for move in said["moves"]):
        return "moves are texts, at least one"
    if bool(said.get("reason")) != ("wins_in" in said) or said.get("wins_in", 1) < 1:
        return "reason and wins_in, a number from 1, are given together"
    return ""


_JSON = {str: "string", list: "list", int: "whole number"}
