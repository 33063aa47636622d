"""Squares and rows of pieces that win, as mechanics of a game file."""

from __future__ import annotations

from fairyring.gamefiles.ini.game import Game
from fairyring.gamefiles.ini.reading import RefusedError
from fairyring.gamefiles.ini.settings import SIDES
from fairyring.gamefiles.ini.setup import Document, name_of


def goals(game: Game) -> Document:
    """Squares that win."""
    settings = game.settings
    regions = {side: settings.region("flagRegion", side) for side in SIDES}
    if not any(regions.values()):
        return {}
    anything = "*" in settings.get("flagPiece", "White").text
    letters = frozenset(settings.letters.values()) if anything else game.same("flagPiece")
    if not letters:
        raise game.refuse("flagPiece", "goals of no piece")
    names = {side: [name_of(square) for square in sorted(squares)] for side, squares in regions.items()}
    found: Document = {
        "sites": names["White"] or names["Black"],
        "piece": "".join(game.named(sorted(letters))),
    }
    if not all(names.values()):
        found["sides"] = [side.lower() for side in SIDES if names[side]]
    elif names["Black"] != names["White"]:
        found["black"] = names["Black"]
    if settings.number("flagPieceCount") > 1:
        found["number"] = settings.number("flagPieceCount")
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
        raise RefusedError(settings.get("connectNxN"), f"the board has no square of {square} by {square}")
    if square:
        found["square"] = square
    if found.get("along") == "RB":
        found["along"] = "Q"
    if "*" not in settings.get("connectPieceTypes").text:
        found["pieces"] = "".join(sorted(settings.set_of("connectPieceTypes", "")))
    if settings.text("connectValue") not in ("win", "loss"):
        raise game.refuse("connectValue", "rows that draw")
    if settings.text("connectValue") == "loss":
        found["wins"] = False
    return {"in_a_row": found}
