"""Passes, facing kings, moves to and fro, flips, and points, as mechanics of a game file."""

from __future__ import annotations

from typing import Final

from fairyring.errors import shown
from fairyring.gamefiles.ini.game import Game
from fairyring.gamefiles.ini.reading import RefusedError
from fairyring.gamefiles.ini.settings import SIDES
from fairyring.gamefiles.ini.setup import Document, mobility, name_of
from fairyring.messages import Message

COUNTED: Final = {"rook": 13, "janggiCannon": 7, "horse": 5, "janggiElephant": 3, "wazir": 3, "soldier": 2}
"""What pieces are worth by the counting of Janggi."""
TURNS: Final = {"none": "none", "ataxx": "next", "quadwrangle": "joined", "reversi": "rows"}
"""Which enemy pieces turn, by that program's words."""
GROWTH: Final = {"none": "anywhere", "ataxx": "next", "snort": "apart"}
DROPS: Final = (*GROWTH, "reversi", "top", "anyside")
"""Where new pieces come, and where pieces in hand may be dropped."""
HALF_POINTS: Final = 3
"""What Black has besides. There, White has a point less and no draw is possible, which is the same."""


def passes(game: Game) -> Document:
    """Passes, facing kings, and moves to and fro."""
    settings = game.settings
    found: Document = {}
    for key, parameters in (("pass", {}), ("passOnStalemate", {"stuck": True})):
        may = [settings.get(key, side).text == "true" for side in SIDES]
        if may[0] is not may[1]:
            said = settings.get(key, SIDES[may.index(True)])
            raise RefusedError(said, "fairyring does not support passes of one side alone")
        if may[0]:
            found["pass"] = parameters
    if settings.true("bikjangRule"):
        found["bikjang"] = {}
    if settings.true("moveRepetitionIllegal"):
        found["to_and_fro"] = {"pieces": "".join(sorted(_attackers(game)))}
    return found


def _attackers(game: Game) -> set[str]:
    """The letters of the pieces that can come to where the other side's king can be."""
    settings, found = game.settings, []
    for side, other in (SIDES, reversed(SIDES)):
        palace = mobility(settings, "king", other)
        kinds = {kind for kind in settings.letters if mobility(settings, kind, side) & palace}
        found.append({settings.letters[kind] for kind in kinds - {"king"}})
    if found[0] != found[1] or not found[0]:
        raise game.refuse(
            "moveRepetitionIllegal", "moves to and fro that count for one side alone, or for none"
        )
    return found[0]


def flips(game: Game) -> Document:
    """Pieces that change sides, and new ones, as in Ataxx and Othello."""
    settings = game.settings
    flipping, drop = settings.text("flipEnclosedPieces"), settings.text("enclosingDrop")
    for key, value, known in (("flipEnclosedPieces", flipping, TURNS), ("enclosingDrop", drop, DROPS)):
        if value not in known:
            reason = Message("expected {known}, not {value}", known=", ".join(known), value=shown(value))
            raise RefusedError(settings.get(key), reason)
    drops = settings.true("pieceDrops")
    grows = drops and settings.true("freeDrops")
    if drops and (drop == "reversi") is not (flipping == "reversi"):
        raise game.refuse("enclosingDrop", "rows that are enclosed, but do not turn, or the other way round")
    if grows and drop not in GROWTH:
        raise game.refuse("freeDrops", "drops without a hand, in rows or from the sides")
    if drops and not grows and drop in ("ataxx", "snort"):
        raise game.refuse("enclosingDrop", "such drops from the hand")
    if not grows and flipping == "none":
        if settings.true("adjudicateFullBoard"):
            raise game.refuse("adjudicateFullBoard", "an end when the board is full, where no pieces turn")
        return {}
    if grows and len(settings.letters) != 1:
        raise game.refuse("freeDrops", "new pieces of several kinds")
    if not settings.true("adjudicateFullBoard"):
        what = "new pieces, or pieces that turn," if grows else "pieces that turn"
        raise game.refuse(
            "adjudicateFullBoard",
            Message("{what} where a full board does not end the game", what=Message(what)),
        )
    found: Document = {}
    if flipping != "ataxx":
        found["turns"] = TURNS[flipping]
    if grows:
        found["grows"] = next(iter(settings.letters.values()))
        if drop != "ataxx":
            found["where"] = GROWTH[drop]
    if drop == "reversi" and drops and settings.region("enclosingDropStart", ""):
        found["first"] = [name_of(square) for square in sorted(settings.region("enclosingDropStart", ""))]
    return {"flips": found}


def points(game: Game) -> Document:
    """Pieces that are counted at the end.

    Raises:
        RefusedError: there is no such counting.
    """
    settings = game.settings
    counting = settings.text("materialCounting")
    if counting in ("none", "whitedrawodds", "blackdrawodds"):
        return {}
    if counting == "unweighted":
        return {"points": {"values": dict.fromkeys(sorted(settings.letters.values()), 1)}}
    if counting != "janggi":
        known = "none, janggi, unweighted, whitedrawodds or blackdrawodds"
        said = settings.get("materialCounting")
        raise RefusedError(said, Message("expected {known}, not {value}", known=known, value=shown(counting)))
    values = {settings.letters[kind]: worth for kind, worth in COUNTED.items() if kind in settings.letters}
    return {"points": {"values": values, "half_points": HALF_POINTS}}
