"""Hands, drops and gates of a section, as mechanics of a game file."""

from __future__ import annotations

from typing import Final

from fairyring.board import Side, grid
from fairyring.gamefiles.ini.game import Game
from fairyring.gamefiles.ini.keys import KINDS
from fairyring.gamefiles.ini.settings import SIDES, Settings
from fairyring.gamefiles.ini.setup import (
    STOCKFISH,
    Document,
    Square,
    area,
    first_ranks,
    mobility,
    notation,
    pawns,
    promote,
)
from fairyring.messages import Message
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
    if settings.true("freeDrops"):
        return {}  # they are not drops of pieces in hand
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
    if not settings.true("dropChecks") and "king" in settings.pieces:
        game.by_kings("dropChecks", "drops that may not give check")
        limits["checks"] = False
    if settings.text("enclosingDrop") == "top":
        limits["rests"] = True
    if settings.text("enclosingDrop") == "anyside":
        limits["slides"] = True
    if areas := _areas(settings):
        limits["areas"] = areas
    return found | ({"drop_limits": limits} if limits else {})


def _areas(settings: Settings) -> Document:
    """Where pieces are dropped that can be on some squares only, and pawns, if that needs to be said."""
    found: Document = {}
    behind, ahead = _at_the_ends(settings)
    own, (first, last) = pawns(settings), _ends(settings)
    zones = [settings.region("promotionRegion", side) for side in SIDES]
    regions = [settings.region("dropRegion", side) for side in SIDES]
    for kind, letter in settings.letters.items():
        wanted = [_dropped(settings, kind, side) for side in SIDES]
        where = area(settings, *wanted)
        if letter not in own:
            found |= {letter: where} if where != "anywhere" else {}
            continue
        for far, near in ((zones, zones[::-1]), (last, first)):  # as the rules have it, or the promotions
            barred = [
                (frozenset() if ahead else there) | (frozenset() if behind else here)
                for there, here in zip(far, near, strict=True)
            ]
            each = zip(wanted, _everywhere(settings), barred, regions, strict=True)
            if any(squares & region != (all_ - out) & region for squares, all_, out, region in each):
                found[letter] = where
    return found


def _everywhere(settings: Settings) -> list[frozenset[Square]]:
    """All squares of the board, for each side."""
    width, height = settings.size
    squares = frozenset((x, y) for x in range(width) for y in range(height)) - settings.holes
    return [squares, squares]


def _ends(settings: Settings) -> tuple[list[frozenset[Square]], list[frozenset[Square]]]:
    """Each side's first rank, and each side's last rank."""
    squares, height = _everywhere(settings)[0], settings.size[1]
    ranks = [frozenset((x, y) for x, y in squares if y == rank) for rank in (0, height - 1)]
    return ranks, ranks[::-1]


def _dropped(settings: Settings, kind: str, side: str) -> frozenset[Square]:
    """Where a side may drop pieces of a kind, if nothing else limits that.

    Pawns go neither to their first rank nor to where they promote, unless keys say so.
    """
    found = mobility(settings, kind, side)
    if kind == "pawn" and not settings.true("firstRankPawnDrops"):
        found -= _ends(settings)[0][SIDES.index(side)]
    if kind == "pawn" and not settings.true("promotionZonePawnDrops"):
        found -= settings.region("promotionRegion", side)
    return found


def _at_the_ends(settings: Settings) -> tuple[bool, bool]:
    """Whether pawns of any kind are dropped where the other side's promote, and where they promote."""
    own, (first, last) = pawns(settings), _ends(settings)
    zones = [settings.region("promotionRegion", side) for side in SIDES]
    behind = ahead = False
    for kind in (kind for kind, letter in settings.letters.items() if letter in own):
        for number, side in enumerate(SIDES):
            found = _dropped(settings, kind, side) & settings.region("dropRegion", side)
            behind = behind or bool(found & (first[number] | zones[1 - number]))
            ahead = ahead or bool(found & (last[number] | zones[number]))
    return behind, ahead


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
        raise game.refuse("startFen", Message("other rights than {rights} at the start", rights=rights))
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
    hands: Document = {"becomes": _again(game)} if game.to else {}
    if settings.true("dropLoop"):
        if game.to:
            raise game.refuse("dropLoop", "pieces with two letters that stay promoted in hand")
        hands["keeps"] = True
    if settings.true("dropPromoted"):
        if not game.to:
            raise game.refuse("dropPromoted", "drops of promoted pieces where only pawns promote")
        hands["either"] = True
    hands |= {name: True for name, so in zip(("behind", "ahead"), _at_the_ends(settings), strict=True) if so}
    if not settings.true("immobilityIllegal") and ("ahead" in hands or _stuck(game)):
        hands["idle"] = True
    if ranks:
        hands["ranks"] = ranks
    if settings.true("mustDrop"):
        hands["at_once"] = "".join(sorted(settings.set_of("mustDropType", "") - _royal(game)))
    hands |= {key: held for key, held in zip(("start", "black"), _at_start(game), strict=True) if held}
    return {"hands": hands}


def _again(game: Game) -> Document:
    """What promoted pieces are again in hand, where two letters stand for some of them.

    Raises:
        RefusedError: pawns also become pieces that others are, which stay what they are.
    """
    settings = game.settings
    again = {f"+{letter}": letter for letter in game.to}
    own, free = pawns(settings), sorted(settings.promoted)
    if free and promote(settings) and own.issuperset(game.to):
        there = {sign.upper() for sign in (*game.array.signs, *game.array.hands)}
        if len(own) > 1 or there.intersection(free):
            raise game.refuse(
                "promotionPieceTypes", "pawns that become what others are, beside pieces with two letters"
            )
        again |= dict.fromkeys(free, next(iter(own)))
    return again


def _royal(game: Game) -> frozenset[str]:
    """The letter of the king."""
    return frozenset(letter for kind, letter in game.settings.letters.items() if kind == "king")


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
    if any(_at_the_ends(settings)) and pawns(settings) & {*white, *black}:
        raise game.refuse(
            "promotionZonePawnDrops", "pawns at the ends of the board, where captures fill no hand"
        )
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
