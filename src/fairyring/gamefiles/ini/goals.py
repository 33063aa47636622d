"""Squares and rows of pieces that win, as mechanics of a game file."""

from __future__ import annotations

from fairyring.gamefiles.ini.game import Game
from fairyring.gamefiles.ini.settings import SIDES
from fairyring.gamefiles.ini.setup import Document, name_of


def goals(game: Game) -> Document:
    """Squares that win."""
    settings = game.settings
    regions = {side: settings.region("flagRegion", side) for side in SIDES}
    if not any(regions.values()):
        return {}
    if not all(regions.values()):
        raise game.refuse("flagRegion", "goals of one side alone")
    anything = "*" in settings.get("flagPiece", "White").text
    letters = frozenset(settings.letters.values()) if anything else game.same("flagPiece")
    if not letters:
        raise game.refuse("flagPiece", "goals of no piece")
    names = {side: [name_of(square) for square in sorted(squares)] for side, squares in regions.items()}
    found: Document = {"sites": names["White"], "piece": "".join(game.named(sorted(letters)))}
    if names["Black"] != names["White"]:
        found["black"] = names["Black"]
    if settings.number("flagPieceCount") > 1:
        found["number"] = settings.number("flagPieceCount")
    if settings.true("flagMove"):
        found["reply"] = True
    if settings.true("flagPieceSafe"):
        found["safe"] = True
    return {"goal": found}


def rows(game: Game) -> Document:
    """Rows of pieces that win, or lose."""
    settings = game.settings
    if not settings.number("connectN"):
        return {}
    along = {"connectHorizontal": "sR", "connectVertical": "vR", "connectDiagonal": "B"}
    riders = [rider for key, rider in along.items() if settings.true(key)]
    if not riders:
        raise game.refuse("connectN", "rows in no direction")
    found: Document = {"number": settings.number("connectN"), "along": "".join(riders).replace("sRvR", "R")}
    if found["along"] == "RB":
        found["along"] = "Q"
    if "*" not in settings.get("connectPieceTypes").text:
        found["pieces"] = "".join(sorted(settings.set_of("connectPieceTypes", "")))
    if settings.text("connectValue") not in ("win", "loss"):
        raise game.refuse("connectValue", "rows that draw")
    if settings.text("connectValue") == "loss":
        found["wins"] = False
    return {"in_a_row": found}
