"""Hands, drops and gates of a section, as mechanics of a game file."""

from __future__ import annotations

from typing import Final

from fairyring.board import Side, grid
from fairyring.gamefiles.ini.game import Game
from fairyring.gamefiles.ini.keys import KINDS
from fairyring.gamefiles.ini.settings import SIDES, Settings
from fairyring.gamefiles.ini.setup import STOCKFISH, Document, area, first_ranks, mobility, notation
from fairyring.pieces import betza

LEAPS: Final = {"king": "mfsN", "fers": "mfD"}  # of Cambodian chess, by the kinds of pieces


def hands(game: Game) -> Document:
    """Hands, drops and gates."""
    settings = game.settings
    if settings.true("cambodianMoves"):
        return {"first_leaps": _first_leaps(game)}
    if settings.true("gating") or settings.true("seirawanGating"):
        if all(settings.true(key) for key in ("pieceDrops", "capturesToHand", "seirawanGating")):
            return {"gating": {"pieces": ""}} | _filled(game)
        if settings.true("pieceDrops") or settings.true("capturesToHand"):
            raise game.refuse("pieceDrops", "gates beside drops, other than of captured pieces")
        own = "".join(sorted({sign.upper() for sign in game.array.hands}))
        if (
            not settings.true("seirawanGating")
            or not own
            or sorted(game.array.hands) != sorted(own + own.lower())
        ):
            raise game.refuse("gating", "gates other than those of Seirawan Chess")
        return {"gating": {"pieces": own}}
    if settings.text("enclosingDrop") != "none" or settings.true("freeDrops"):
        return {}  # they are no drops of pieces in hand
    drops, fills = settings.true("pieceDrops"), settings.true("capturesToHand")
    if not drops and fills:
        raise game.refuse("capturesToHand", "hands without drops")
    if not drops:
        return {}
    found = _filled(game) if fills else _given(game)
    limits: Document = {}
    if single := settings.set_of("dropNoDoubled", ""):
        most = settings.number("dropNoDoubledCount")
        if not 0 <= most <= settings.size[1]:
            raise game.refuse("dropNoDoubledCount", "such a number of pieces on a file")
        if most:
            limits["per_file"] = "".join(letter * most for letter in sorted(single))
        else:
            limits["never"] = "".join(sorted(single))
    if settings.true("shogiPawnDropMateIllegal") and "shogiPawn" in settings.letters:
        limits["no_mate"] = settings.letters["shogiPawn"]
    if not settings.true("dropChecks"):
        limits["checks"] = False
    if areas := _areas(settings):
        limits["areas"] = areas
    return found | ({"drop_limits": limits} if limits else {})


def _areas(settings: Settings) -> Document:
    """Where pieces are dropped that can be on some squares only."""
    found = {}
    for kind in settings.pieces:
        own = [mobility(settings, kind, side) for side in SIDES]
        where = area(settings, *own)
        if where != "anywhere":
            found[settings.letters[kind]] = where
    return found


def _first_leaps(game: Game) -> Document:
    """The leaps of Cambodian chess, which a section says by gates without a hand."""
    settings, array = game.settings, game.array
    for key in ("pieceDrops", "capturesToHand", "seirawanGating"):
        if settings.true(key):
            raise game.refuse(key, "drops beside the first leaps of Cambodian chess")
    if not settings.true("gating"):
        raise game.refuse("cambodianMoves", "first leaps without gates")
    letters = {
        settings.letters[kind]: notation for kind, notation in LEAPS.items() if kind in settings.letters
    }
    _, height = settings.size
    homes = sorted(
        (sign.islower(), chr(ord("a") + x))
        for sign, (x, y) in array.pieces()
        if sign.upper() in letters and y == (0 if sign.isupper() else height - 1)
    )
    rights = "".join(file if black else file.upper() for black, file in homes)
    if array.fields[1:2] != [rights]:
        raise game.refuse("startFen", f"other rights than {rights} at the start")
    return {"moves": letters, "aimed": settings.letters.get("rook", "")}


def _filled(game: Game) -> Document:
    """Hands that captures fill."""
    settings = game.settings
    for key in ("dropOppositeColoredBishop", "sittuyinRookDrop"):
        if settings.true(key):
            raise game.refuse(key, "such drops beside hands that captures fill")
    ranks = first_ranks(settings, "dropRegion")
    if ranks is None:
        raise game.refuse(
            "dropRegion", "drops beyond a side's first ranks alone, in hands that captures fill"
        )
    hands: Document = {"becomes": {f"+{letter}": letter for letter in game.to}} if game.to else {}
    if settings.true("dropLoop"):
        if game.to:
            raise game.refuse("dropLoop", "pieces with two letters that stay promoted in hand")
        hands["keeps"] = True
    if settings.true("dropPromoted"):
        if not game.to:
            raise game.refuse("dropPromoted", "drops of promoted pieces where only pawns promote")
        hands["either"] = True
    if "pawn" in settings.pieces:
        _check_pawns(game)
        if settings.true("firstRankPawnDrops"):
            hands["behind"] = True
    if not settings.true("immobilityIllegal") and _stuck(game):
        if "pawn" in settings.pieces:
            raise game.refuse(
                "immobilityIllegal", "pieces beside pawns that are dropped where they cannot move"
            )
        hands["idle"] = True
    if ranks:
        hands["ranks"] = ranks
    if settings.true("mustDrop"):
        hands["at_once"] = "".join(sorted(settings.set_of("mustDropType", "") - _royal(game)))
    hands |= {key: held for key, held in zip(("start", "black"), _at_start(game), strict=True) if held}
    return {"hands": hands}


def _royal(game: Game) -> frozenset[str]:
    """The letter of the king."""
    return frozenset(letter for kind, letter in game.settings.letters.items() if kind == "king")


def _check_pawns(game: Game) -> None:
    """Refuse pawns that are not dropped just anywhere but on the last rank.

    Raises:
        RefusedError: so it is.
    """
    settings = game.settings
    width, height = settings.size
    for side, last in zip(SIDES, (height - 1, 0), strict=True):
        zone = settings.region("promotionRegion", side)
        if settings.true("promotionZonePawnDrops"):
            zone = frozenset()
        dropped = settings.region("dropRegion", side)
        if zone & dropped != {(x, last) for x in range(width)} & dropped:
            reason = "pawns that are dropped on the last rank, or not on others where they promote"
            raise game.refuse("promotionZonePawnDrops", reason)


def _stuck(game: Game) -> bool:
    """Whether a piece that can be dropped has no move from some square of an empty board."""
    settings = game.settings
    board = grid(*settings.size)
    for kind in settings.pieces:
        if kind not in ("pawn", "king"):
            moving = betza(notation(settings, kind), STOCKFISH)
            if any(not any(moving.ways(board, site, Side.WHITE)) for site in range(len(board))):
                return True
    return False


def _at_start(game: Game) -> list[str]:
    """The letters of what each side has in hand at the start, the last kinds first."""
    kinds, held = list(KINDS), game.array.hands
    places = {letter: kinds.index(kind) for kind, letter in game.settings.letters.items()}
    sides = [filter(str.isupper, held), map(str.upper, filter(str.islower, held))]
    return ["".join(sorted(own, key=lambda letter: -places[letter])) for own in sides]


def _given(game: Game) -> Document:
    """Hands that are full at the start, and that captures do not fill."""
    settings = game.settings
    white, black = _at_start(game)
    if not white and not black:
        raise game.refuse("pieceDrops", "drops without anything in hand")
    found: Document = {"pieces": white}
    if black != white:
        found["black"] = black or "-"
    ranks = first_ranks(settings, "dropRegion")
    if ranks is None:
        found["area"] = area(settings, *(settings.region("dropRegion", side) for side in SIDES))
    elif ranks:
        found["ranks"] = ranks
    if not settings.true("immobilityIllegal") and _stuck(game):
        found["idle"] = True
    if settings.true("sittuyinRookDrop") and "rook" in settings.letters:
        found["first"] = settings.letters["rook"]
    if not settings.true("mustDrop"):
        for key in ("dropOppositeColoredBishop", "castlingDroppedPiece"):
            if settings.true(key):
                raise game.refuse(key, "such drops where they do not come before all moves")
        return {"start_hands": found}
    if "*" not in settings.get("mustDropType").text:
        raise game.refuse("mustDropType", "drops of some kinds alone that come before all moves")
    if settings.true("dropOppositeColoredBishop"):
        found["apart"] = settings.letters.get("bishop", "")
    if settings.true("castlingDroppedPiece"):
        found["rook"] = "".join(settings.set_of("castlingRookPieces", "White"))
    return {"setup": found}
