"""What a section has beyond moves: kings, promotions and ends, as mechanics of a game file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from fairyring.board import Side, grid
from fairyring.errors import shown
from fairyring.gamefiles.ini.drops import hands
from fairyring.gamefiles.ini.game import Game
from fairyring.gamefiles.ini.goals import connections, goals, rows
from fairyring.gamefiles.ini.keys import KEYS, KINDS, Is
from fairyring.gamefiles.ini.passes import flips, passes, points
from fairyring.gamefiles.ini.reading import RefusedError, lacks
from fairyring.gamefiles.ini.settings import SIDES, Settings, number
from fairyring.gamefiles.ini.setup import (
    STOCKFISH,
    Document,
    area,
    name_of,
    notation,
    pawns,
    promote,
)
from fairyring.messages import Message
from fairyring.pieces import betza

MANY: Final = 30  # as many pieces of a kind as no side has
SHAKS: Final = ("knight", "rook", "bers")
CHASERS: Final = ("soldier", "horse", "cannon", "rook", "elephant", "fers")
BY_CHECKS: Final = {
    "no_checks": "a ban on checks",
    "perpetual_check": "a ban on perpetual check",
    "no_escape": "kings that may not leave a check",
}
ODDS: Final = {"whitedrawodds": "white", "blackdrawodds": "black"}


class Counted(NamedTuple):
    """A way to count moves in the end: what `fairyring.mechanics.Counting` has, with kinds for letters."""

    moves: int
    honours: tuple[tuple[str, int, int], ...]
    whole: bool = True
    few: int = 0


COUNTINGS: Final[Mapping[str, Counted]] = {
    "makruk": Counted(
        64, (("rook", 2, 8), ("rook", 1, 16), ("silver", 2, 22), ("knight", 2, 32), ("silver", 1, 44))
    ),
    "cambodian": Counted(
        63, (("rook", 2, 7), ("rook", 1, 15), ("silver", 2, 21), ("knight", 2, 31), ("silver", 1, 43)), few=3
    ),
    "asean": Counted(0, (("rook", 1, 16), ("silver", 1, 44), ("knight", 1, 64)), whole=False),
}


def counting_by(rule: str, letters: Mapping[str, str]) -> Document:
    """A way to count, for the letters of the kinds that there are."""
    found = COUNTINGS[rule]
    known = [[letters[kind], most, moves] for kind, most, moves in found.honours if kind in letters]
    return {"moves": found.moves, "honours": known, "whole": found.whole, "few": found.few}


def check_lacking(settings: Settings) -> None:
    """Refuse keys whose value cannot be played here, and values that make no sense.

    Raises:
        RefusedError: there is one.
    """
    for key, known in KEYS.items():
        for side in ("", *SIDES) if known.sided else ("",):
            said = settings.said.get(key + side)
            if said is None:
                continue
            word = said.text.split(" ")[0]
            if known.what is Is.TRUTH and word not in ("true", "false"):
                raise RefusedError(
                    said, Message("expected true or false, not {value}", value=shown(said.text))
                )
            if known.what in (Is.NUMBER, Is.RANK):
                word = str(number(said))
            if known.lacking and word != known.usual:
                raise lacks(said, known.lacking)


def royals(game: Game) -> tuple[frozenset[str], Document]:
    """The letters of pieces of which each side has exactly one that is royal, and mechanics about others.

    Raises:
        RefusedError: such royal pieces cannot be played here.
    """
    settings, array = game.settings, game.array
    king = settings.letters.get("king", "")
    counts = [array.count(king, side) for side in SIDES] if king else [0, 0]
    if max(counts) > 1:
        raise RefusedError(array.said, Message("a side has one king, not {number}", number=max(counts)))
    single = frozenset({king} if any(counts) else ())
    if not settings.true("extinctionPseudoRoyal"):
        return single, {}
    if settings.text("extinctionValue") != "loss":
        raise RefusedError(
            settings.get("extinctionValue"), "pieces that count as royal lose when they are gone"
        )
    counted = settings.set_of("extinctionPieceTypes", "") - (single or {king} - {*game.to.values()})
    most = settings.number("extinctionPieceCount") + 1
    ones = {letter for letter in counted if [array.count(letter, side) for side in SIDES] == [1, 1]}
    more = settings.promoted | {*game.to.values()}
    if counted == ones and len(ones | single) == 1 and most == 1 and not ones & more:
        return frozenset(ones), {}
    if not counted:
        return single, {}
    if settings.true("blastOnCapture") and (single or settings.true("dupleCheck") or most >= MANY):
        raise game.refuse("extinctionPseudoRoyal", "explosions with royal pieces beside kings, or any number")
    if settings.true("dupleCheck") and (len(counted) > 1 or single):
        raise game.refuse("dupleCheck", "check of several kinds at once")
    found: Document = {"pieces": "".join(game.named(sorted(counted)))}
    if any(counted == {letter, other} for letter, other in game.to.items()):
        found["alike"] = True
    elif any(len(game.named(letter)) > 1 for letter in counted):
        if len(counted) > 1:
            raise game.refuse("extinctionPieceTypes", "several royal kinds, if others promote to one")
        if settings.true("blastOnCapture"):
            raise game.refuse("blastOnCapture", "explosions with royal pieces that others promote to")
        found["alike"] = True
    if settings.true("dupleCheck"):
        found["together"] = True
    elif most < MANY:
        found["most"] = most
    return single, {"royals": found}


def extinction(game: Game, royal: frozenset[str]) -> Document:
    """What it means to have too few pieces."""
    settings, array = game.settings, game.array
    kingless = [
        side.lower() for side in SIDES if royal and not any(array.count(letter, side) for letter in royal)
    ]
    value = settings.text("extinctionValue")
    said = settings.get("extinctionPieceTypes")
    if settings.true("extinctionPseudoRoyal"):
        counted = settings.set_of("extinctionPieceTypes", "")
        if kingless and all(any(array.count(each, side.title()) for each in counted) for side in kingless):
            return {"extinction": {"kingless": kingless}}  # it always has its other royal pieces
    if value == "none" or said.text == "-" or settings.true("extinctionPseudoRoyal"):
        if kingless:
            reason: str = Message(
                "{side} has no king, and nothing says when it has lost",
                side=Message(kingless[0].capitalize()),
            )
            raise RefusedError(array.said, reason)
        return {}
    most, others = settings.number("extinctionPieceCount"), settings.number("extinctionOpponentPieceCount")
    whole = "*" in said.text
    if settings.true("extinctionClaim") or others:
        if (whole, value, most, others, kingless) == (True, "loss", 1, 2, []) and royal:
            return {"bare_king": {}}
        if settings.true("extinctionClaim") or value not in ("win", "loss"):
            reason = "ends that count the other side's pieces, too, but losses and wins at once"
            raise game.refuse("extinctionOpponentPieceCount", reason)
    if value not in ("win", "loss") and not (value == "draw" and whole and most):
        raise game.refuse("extinctionValue", "draws by too few pieces of a kind")
    found: Document = {}
    if not whole:
        named = game.named(sorted(settings.set_of("extinctionPieceTypes", "")))
        if any("+" in letter for letter in named):
            raise game.refuse("extinctionPieceTypes", "ends by too few pieces that others become")
        found["pieces"] = "".join(named)
    if value == "draw":
        found["draws"] = True
    if value == "win":
        found["wins"] = True
    if most:
        found["most"] = most
    if others:
        found["against"] = others
    if kingless:
        found["kingless"] = kingless
    return {"extinction": found}


def last_ranks(game: Game) -> Document:
    """How many of the last ranks are where pieces promote, as a part of a mechanic.

    Raises:
        RefusedError: they promote elsewhere.
    """
    settings = game.settings
    (width, height), holes = settings.size, settings.holes
    numbers = []
    for side in SIDES:
        region = settings.region("promotionRegion", side)
        counted = [height - y if side == "White" else y + 1 for _, y in region]
        number = max(counted, default=0)
        ranks = range(height - number, height) if side == "White" else range(number)
        if not number or region - holes != {(x, y) for x in range(width) for y in ranks} - holes:
            said = settings.get("promotionRegion", side)
            raise RefusedError(said, "such pieces promote on whole ranks, the last ones")
        numbers.append(number)
    found = {"ranks": numbers[0]}
    return found if numbers[0] == numbers[1] else found | {"black_ranks": numbers[1]}


def ordered(letters: frozenset[str], settings: Settings) -> list[str]:
    """Letters of pieces, the best first as far as their kinds are known."""
    kinds = {letter: kind for kind, letter in settings.letters.items()}
    best = ["amazon", "queen", "chancellor", "archbishop", "rook"]
    order = [*best, *(kind for kind in reversed(KINDS) if kind not in (*best, "knight")), "knight"]
    return sorted(letters, key=lambda letter: order.index(kinds[letter]))


def promotions(game: Game) -> Document:
    """What pawns and others become: attributes of the rules, and the mechanic.

    Raises:
        RefusedError: it cannot be played here.
    """
    settings = game.settings
    own = pawns(settings)
    free = {side: ordered(settings.set_of("promotionPieceTypes", side), settings) for side in SIDES}
    regions = [settings.region("promotionRegion", side) for side in SIDES]
    limits = _limits(game)
    optional = not settings.true("mandatoryPawnPromotion")
    if settings.true("sittuyinPromotion"):
        return {"promotions": "", "far": "nowhere", "mechanics": {"in_place": _in_place(game, free)}}
    if game.to and not (own.issuperset(game.to) and any(free.values())):
        return {"promotions": "", "mechanics": {"promotions": _by_pairs(game, own, free)}}
    if not promote(settings):
        return {"promotions": "", "far": "nowhere"} if own else {"promotions": ""}
    same = free["White"] == free["Black"] and not game.to
    if same and free["White"] and not limits and not optional:
        where = area(settings, *regions)
        return {"promotions": "".join(free["White"])} | ({} if where == {"ranks": [-1]} else {"far": where})
    to, black = (
        {own: [*free[side], *[f"+{own}"] * (own in game.to)] for own in sorted(pawns(settings, side))}
        for side in SIDES
    )
    found: Document = {"to": to} | last_ranks(game)
    if black != to:
        found["black"] = black
    if optional:
        found["optional"] = True
        found |= {} if settings.true("immobilityIllegal") else {"idle": True}
    if limits:
        found["most"] = _most(game, limits)
    return {"promotions": "", "mechanics": {"promotions": found}}


def _most(game: Game, limits: Mapping[str, int]) -> str:
    """Limits, as letters that are repeated."""
    found = ""
    for letter, most in limits.items():
        named = game.named([letter])
        if len(named) > 1:
            raise game.refuse("promotionLimit", "limits of kinds that some pieces are and others become")
        found += named[0] * most
    return found


def _in_place(game: Game, free: Mapping[str, list[str]]) -> Document:
    """Pawns that promote where they stand."""
    settings = game.settings
    if game.to or not settings.pieces.keys() & {"pawn"} or pawns(settings) != {settings.letters["pawn"]}:
        raise game.refuse("sittuyinPromotion", "promotion in place of other pieces than pawns")
    to = free["White"]
    if len(to) != 1 or free["Black"] != to or _limits(game) != {to[0]: 1}:
        raise game.refuse("promotionLimit", "promotion in place, but to one kind, of which there is one")
    squares = [sorted(settings.region("promotionRegion", side)) for side in SIDES]
    white, black = ([name_of(square) for square in own] for own in squares)
    return {"piece": to[0], "squares": white, "black": black}


def _by_pairs(game: Game, own: frozenset[str], free: Mapping[str, list[str]]) -> Document:
    """Promotions of pieces that become one other each, perhaps beside pawns that become one of several."""
    settings = game.settings
    optional = not settings.true("mandatoryPiecePromotion")
    forced = settings.true("mandatoryPawnPromotion")
    choosing = own - game.to.keys() if any(free.values()) else frozenset[str]()
    if any(free.values()) and choosing != own:
        raise game.refuse("promotedPieceType", "pawns of which only some become one of several")
    if choosing and (free["White"] != free["Black"] or settings.true("piecePromotionOnCapture")):
        raise game.refuse("promotionPieceTypes", "such promotions of pawns beside those of pieces")
    if choosing and not forced and not optional:
        raise game.refuse("mandatoryPawnPromotion", "pawns that need not promote where other pieces must")
    if forced and optional and own & game.to.keys():
        raise game.refuse(
            "mandatoryPawnPromotion", "such pawns that must promote where other pieces need not"
        )
    if own - game.to.keys() - choosing and (forced or settings.true("immobilityIllegal")):
        raise game.refuse("promotedPieceType", "pawns that stop where others promote")
    limits = _limits(game)
    to = {letter: [f"+{letter}"] for letter in game.to}
    to |= {letter: list(free["White"]) for letter in sorted(choosing)}
    if settings.true("pieceDemotion"):
        to |= {f"+{letter}": [letter] for letter in game.to}
    found: Document = {"to": to, "leaving": True} | last_ranks(game)
    if limits:
        found["most"] = _most(game, limits)
    if optional:
        if settings.true("pieceDemotion"):
            raise game.refuse("pieceDemotion", "pieces that turn back where they need not promote")
        found["optional"] = True
        found |= {} if settings.true("immobilityIllegal") else {"idle": True}
        if choosing and forced:
            found["forced"] = "".join(sorted(choosing))
    if settings.true("piecePromotionOnCapture"):
        found["capturing"] = True
    return found


def _limits(game: Game) -> dict[str, int]:
    said = game.settings.get("promotionLimit")
    found = {}
    for word in [] if said.text == "-" else said.text.split():
        letter, colon, most = word.partition(":")
        if not colon or not most.isdecimal() or letter.upper() not in game.settings.letters.values():
            raise RefusedError(
                said,
                Message("expected {wanted}, not {word}", wanted=Message(Is.LIMITS.value), word=shown(word)),
            )
        if int(most):
            found[letter.upper()] = min(int(most), MANY)
    return found


def results(game: Game) -> Document:
    """What stalemate and checkmate are, and when moves without progress end the game."""
    settings = game.settings
    found: Document = {}
    for key, name, usual in (
        ("stalemateValue", "stalemate", "draw"),
        ("checkmateValue", "checkmate", "loss"),
    ):
        value = settings.text(key)
        if value not in ("win", "loss", "draw"):
            raise RefusedError(
                settings.get(key), Message("expected win, loss or draw, not {value}", value=shown(value))
            )
        if name == "stalemate" and settings.true("stalematePieceCount"):
            value = {"win": "fewer", "loss": "more"}.get(value, "draw")
        if value != usual:
            found[name] = value
    plies = 2 * settings.number("nMoveRule")
    if plies != 100:
        found["plies"] = plies or "none"
    if any(_goes_back(game, letter) for letter in pawns(settings)):
        found["undone"] = True
    found |= _repetitions(game)
    if settings.text("materialCounting") in ODDS:
        found["draws"] = ODDS[settings.text("materialCounting")]
    return {"results": found} if found else {}


def _goes_back(game: Game, letter: str) -> bool:
    """Whether a pawn can go back to where it came from."""
    settings = game.settings
    board, kind = grid(3, 3), next(kind for kind, own in settings.letters.items() if own == letter)
    moving, middle = betza(notation(settings, kind), STOCKFISH), board.numbers["b2"]
    ways = [way for way in moving.ways(board, middle, Side.WHITE) if way.move and not way.initial]
    return any(
        back.goal == middle and back.move and not back.initial
        for way in ways
        for back in moving.ways(board, way.goal, Side.WHITE)
    )


def _repetitions(game: Game) -> Document:
    """How often a position must occur, and what that is then."""
    settings, found = game.settings, dict[str, Any]()
    times, value = settings.number("nFoldRule"), settings.text("nFoldValue")
    if times == 1:
        raise game.refuse("nFoldRule", "games that end before a position is repeated")
    if value not in ("win", "loss", "draw"):
        raise RefusedError(
            settings.get("nFoldValue"), Message("expected win, loss or draw, not {value}", value=shown(value))
        )
    if settings.true("nFoldValueAbsolute"):
        value = {"win": "white", "loss": "black"}.get(value, value)
    if times != 3:
        found["times"] = times or "none"
    if value != "draw":
        found["repetition"] = value
    return found


def counting(game: Game) -> Document:
    """Moves that are counted at the end."""
    rule = game.settings.text("countingRule")
    if rule == "none":
        return {}
    if rule not in COUNTINGS:
        raise game.refuse("countingRule", Message("the counting of {rule}", rule=shown(rule)))
    return {"counting": counting_by(rule, game.settings.letters)}


def walls(game: Game) -> Document:
    """Walls, stones and the duck."""
    settings = game.settings
    rule = settings.text("wallingRule")
    found: Document = {}
    if settings.set_of("petrifyOnCaptureTypes", ""):
        found["stone"] = {"pieces": "".join(sorted(settings.set_of("petrifyOnCaptureTypes", "")))}
    beside: Document = {}
    white, black = (settings.region("wallingRegion", side) for side in SIDES)
    width, height = settings.size
    if rule != "none" and white != black:
        raise game.refuse("wallingRegion", "walls in different parts of the board for the sides")
    if rule != "none" and len(white) < width * height:
        if rule not in ("static", "arrow"):
            raise game.refuse("wallingRegion", "such walls in a part of the board alone")
        never = {(x, y) for x in range(width) for y in range(height)} - white
        beside["never"] = [name_of(square) for square in sorted(never)]
    kinds: dict[str, Document] = {
        "none": {},
        "duck": {"duck": {}},
        "arrow": {"walls": {"shot": True} | beside},
        "static": {"walls": beside},
        "past": {"trail": {}},
        "edge": {"edge_walls": {}},
    }
    if rule not in kinds:
        raise game.refuse("wallingRule", Message("walls of the rule {rule}", rule=shown(rule)))
    if rule == "edge" and not settings.true("wallOrMove"):
        raise game.refuse("wallingRule", "walls at the edge that come after each move")
    if rule != "edge" and settings.true("wallOrMove"):
        raise game.refuse("wallOrMove", "such walls in place of a move")
    return found | kinds[rule]


def plain(game: Game) -> Document:
    """What is there or not, without anything to say of it."""
    settings = game.settings
    found: Document = {}
    for key, name, wanted in (
        ("mustCapture", "must_capture", True),
        ("checking", "no_checks", False),
        ("flyingGeneral", "facing_kings", True),
        ("perpetualCheckIllegal", "perpetual_check", True),
        ("makpongRule", "no_escape", True),
        ("oppositeCastling", "opposite_castling", True),
    ):
        if settings.true(key) is wanted and (name != "perpetual_check" or game.checks):
            if name in BY_CHECKS:
                game.by_kings(key, BY_CHECKS[name])
            found[name] = {}
    if settings.text("castlingWins") != "-":
        found["castling_wins"] = {"letters": settings.text("castlingWins")}
    if settings.text("chasingRule") != "none":
        letters = [settings.letters.get(kind, "") for kind in CHASERS]
        if not all(letters):
            raise game.refuse("chasingRule", "perpetual chases of other pieces than Xiangqi's")
        found["chase"] = {"pieces": "".join(letters)}
    if settings.true("shatarMateRule"):
        kinds = [settings.letters.get(kind, "") for kind in SHAKS]
        found["shak"] = {"strong": "".join(kinds), "never": settings.letters.get("knight", "")}
    if settings.true("blastOnCapture"):
        immune = settings.set_of("blastImmuneTypes", "")
        own = {settings.letters["pawn"]} if "pawn" in settings.pieces else set[str]()
        found["explosion"] = {"spares": "".join(sorted(own))}
        if immune:
            found["explosion"]["immune"] = "".join(sorted(immune))
    if "janggiCannon" in settings.letters:
        found["cannon_rule"] = {"pieces": settings.letters["janggiCannon"]}
    if alike := settings.set_of("mutuallyImmuneTypes", ""):
        found["immunity"] = {"pieces": "".join(sorted(alike))}
    return found


def checks(game: Game) -> Document:
    """Checks that are counted."""
    if not game.settings.true("checkCounting"):
        return {}
    game.by_kings("checkCounting", "checks that win")
    counts = [field for field in game.array.fields[2:] if "+" in field]
    left, _, right = counts[0].partition("+") if counts else ("", "", "")
    if left != right or not left.isdecimal() or not 0 < int(left) < 100:
        raise RefusedError(game.array.said, "the position says how many checks win, such as 3+3")
    return {"check_count": {"checks": int(left)}}


_ALL: Final[tuple[Callable[[Game], Document], ...]] = (
    *(hands, goals, rows, connections, counting, walls, plain, checks, passes, flips, points, results),
)


def mechanics(game: Game) -> Iterator[tuple[str, Any]]:
    """The mechanics that need no more than the settings.

    Raises:
        RefusedError: one of them cannot be played here.
    """
    for part in _ALL:
        yield from part(game).items()
