"""Squares and rows of pieces that win, as mechanics of a game file."""

from __future__ import annotations

from typing import Final

from fairyring.gamefiles.ini.game import Game
from fairyring.gamefiles.ini.reading import RefusedError
from fairyring.gamefiles.ini.settings import SIDES
from fairyring.gamefiles.ini.setup import Document, name_of
from fairyring.messages import Message

NEXT_TO: Final = {"sW": "connectHorizontal", "vW": "connectVertical", "F": "connectDiagonal"}
"""The keys that say which squares are next to each other, by the leaps to them."""


def goals(game: Game) -> Document:
    """Squares that win."""
    settings = game.settings
    number = settings.number("flagPieceCount")
    regions = {side: settings.region("flagRegion", side) for side in SIDES}
    regions = {side: there for side, there in regions.items() if len(there) >= number}  # others hold too few
    if not any(regions.values()):
        return {}
    anything = "*" in settings.get("flagPiece", "White").text
    letters = frozenset(settings.letters.values()) if anything else game.same("flagPiece")
    if not letters:
        raise game.refuse("flagPiece", "goals of no piece")
    names = {side: [name_of(square) for square in sorted(regions.get(side, ()))] for side in SIDES}
    found: Document = {
        "sites": names["White"] or names["Black"],
        "piece": "".join(game.named(sorted(letters))),
    }
    if not all(names.values()):
        found["sides"] = [side.lower() for side in SIDES if names[side]]
    elif names["Black"] != names["White"]:
        found["black"] = names["Black"]
    if number > 1:
        found["number"] = number
    if settings.true("flagMove"):
        found["reply"] = True
    if settings.true("flagPieceSafe"):
        found["safe"] = True
    if settings.true("flagPieceBlockedWin"):
        if "reply" in found or "safe" in found:
            raise game.refuse("flagPieceBlockedWin", "goals that are blocked, with flagMove or flagPieceSafe")
        found["blocked"] = True
    return {"goal": found}


def rows(game: Game) -> Document:
    """Rows of pieces that win, or lose."""
    settings = game.settings
    number, far, square = (settings.number(key) for key in ("connectN", "collinearN", "connectNxN"))
    if not number and not far and not square:
        return {}
    if number and far:
        raise game.refuse("collinearN", "rows with gaps and rows without in one game")
    along = {"connectHorizontal": "sR", "connectVertical": "vR", "connectDiagonal": "B"}
    riders = [rider for key, rider in along.items() if settings.true(key)]
    if not riders and (number or far):
        raise game.refuse("connectN" if number else "collinearN", "rows in no direction")
    found: Document = {"number": number or far}
    if riders:
        found["along"] = "".join(riders).replace("sRvR", "R")
    if far:
        found["gaps"] = True
    if square > min(settings.size):
        raise RefusedError(
            settings.get("connectNxN"),
            Message("the board has no square of {square} by {square}", square=square),
        )
    if square:
        found["square"] = square
    if found.get("along") == "RB":
        found["along"] = "Q"
    return {"in_a_row": found | _counted(game, "rows")}


def connections(game: Game) -> Document:
    """Parts of the board that a side connects."""
    settings = game.settings
    ends = {side: [settings.region(f"connectRegion{number}", side) for number in (1, 2)] for side in SIDES}
    if not any(part for parts in ends.values() for part in parts):
        return {}
    if not all(part for parts in ends.values() for part in parts):
        raise game.refuse("connectRegion1", "connections of one side alone, or with nothing")
    along = "".join(steps for steps, key in NEXT_TO.items() if settings.true(key))
    along = {"sWvW": "W", "sWvWF": "K"}.get(along, along)
    if not along:
        raise game.refuse("connectRegion1", "connections in no direction")
    (start, end), (black_start, black_end) = (
        [[name_of(square) for square in sorted(part)] for part in ends[side]] for side in SIDES
    )
    found: Document = {"start": start, "end": end}
    if (black_start, black_end) != (start, end):
        found |= {"black_start": black_start, "black_end": black_end}
    if along != "W":
        found["along"] = along
    return {"connection": found | _counted(game, "connections")}


def _counted(game: Game, ends: str) -> Document:
    """Which pieces count in rows or connections, and who wins by them."""
    settings = game.settings
    found: Document = {}
    if "*" not in settings.get("connectPieceTypes").text:
        found["pieces"] = "".join(sorted(settings.set_of("connectPieceTypes", "")))
    if settings.text("connectValue") not in ("win", "loss"):
        raise game.refuse("connectValue", Message("{ends} that draw", ends=Message(ends)))
    if settings.text("connectValue") == "loss":
        found["wins"] = False
    return found
