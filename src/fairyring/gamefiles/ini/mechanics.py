"""Mechanics as keys of a section: the way back from what `ends` reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from fairyring.board import Side
from fairyring.gamefiles.ini.drops import LEAPS
from fairyring.gamefiles.ini.ends import COUNTINGS, MANY, SHAKS, counting_by
from fairyring.gamefiles.ini.goals import NEXT_TO
from fairyring.gamefiles.ini.passes import COUNTED, GROWTH, HALF_POINTS, TURNS
from fairyring.gamefiles.ini.reading import UnsaidError
from fairyring.gamefiles.ini.saying import Saying
from fairyring.kernels.law import letters_in
from fairyring.mechanics import (
    BareKing,
    Bikjang,
    CannonRule,
    CastlingWins,
    Chase,
    CheckCount,
    Connection,
    Counting,
    DropLimits,
    Duck,
    EdgeWalls,
    Explosion,
    Extinction,
    FacingKings,
    FirstLeaps,
    Flips,
    Gating,
    Goal,
    Hands,
    Immunity,
    InARow,
    InPlace,
    LongSteps,
    Mechanic,
    MustCapture,
    NoChecks,
    NoEscape,
    OppositeCastling,
    Pass,
    PerpetualCheck,
    Points,
    Promotions,
    Results,
    Royals,
    Setup,
    Shak,
    StartHands,
    Stone,
    ToAndFro,
    Trail,
    Walls,
)
from fairyring.pieces import betza


def _promotions(mechanic: Promotions, saying: Saying) -> None:
    saying.last_ranks(mechanic.ranks, mechanic.black_ranks or mechanic.ranks)
    if mechanic.forced:
        raise UnsaidError("some of its pieces must promote where others need not")
    limits = {letter: letters_in(mechanic.most).count(letter) for letter in letters_in(mechanic.most)}
    said = (f"{saying.letters(letter)}:{number}" for letter, number in limits.items())
    saying.say("promotionLimit", " ".join(said) or "-")
    pawns = {piece.letter for piece in saying.rules.pieces if piece.pawn}
    marked = any("+" in letter for letters in mechanic.to.values() for letter in letters)
    if not marked or (pawns.issuperset(mechanic.to) and not mechanic.leaving):
        _pawns(mechanic, saying)
        return
    pairs, back = set[str](), set[str]()
    for letter, letters in mechanic.to.items():
        if len(letters) != 1 or letters[0].lstrip("+") != letter.lstrip("+"):
            raise UnsaidError("its pieces promote to pieces with other letters, or to several")
        (back if letter.startswith("+") else pairs).add(letter.lstrip("+"))
    if mechanic.black is not None:
        raise UnsaidError("the promotions of its pieces differ for the sides")
    if not mechanic.leaving:
        raise UnsaidError("its pieces do not promote by leaving the last ranks")
    if back and back != pairs:
        raise UnsaidError("some of its promoted pieces turn back, and others do not")
    _pairs(saying, (letter for letter in mechanic.to if letter in pairs))
    if mechanic.optional:
        saying.true(*["immobilityIllegal"] * (not mechanic.idle))
        saying.say("mandatoryPawnPromotion", "false" if pawns & pairs else "true")
    if back:
        saying.true("pieceDemotion")
    if mechanic.capturing:
        saying.true("piecePromotionOnCapture")
    if not mechanic.optional:
        saying.true("mandatoryPiecePromotion")


def _pairs(saying: Saying, letters: Iterable[str]) -> None:
    """Say of some pieces that each promotes to one that has its letter with a sign."""
    own = {kind: letter.lower() for letter, kind in saying.kinds.items() if "+" not in letter}
    pairs = (f"{letter.lower()}:{own[saying.kinds[f'+{letter}']]}" for letter in letters)
    saying.say("promotedPieceType", " ".join(pairs) or "-")


def _pawns(mechanic: Promotions, saying: Saying) -> None:
    """Promotions of pawns to several kinds."""
    found = []
    pawns = {piece.letter for piece in saying.rules.pieces if piece.pawn}
    for side in Side:
        to = {each: of for each, of in mechanic.to_of(side).items() if each in saying.possible(side)}
        free = {tuple(letter for letter in of if letter != f"+{each}") for each, of in to.items()}
        if len(free) > 1 or any("+" in letter for letters in free for letter in letters):
            raise UnsaidError("its pawns promote to different pieces by their kind")
        if not pawns.issuperset(to) or mechanic.leaving or mechanic.capturing:
            raise UnsaidError("other pieces than pawns promote to pieces with other letters")
        found.append(saying.letters(letter for letters in free for letter in letters))
    saying.sided("promotionPieceTypes", *found)
    _pairs(saying, (letter for letter in mechanic.to if f"+{letter}" in mechanic.to[letter]))
    if mechanic.optional:
        saying.say("mandatoryPawnPromotion", "false")
        saying.true(*["immobilityIllegal"] * (not mechanic.idle))


def _hands(mechanic: Hands, saying: Saying) -> None:
    saying.true("pieceDrops", "capturesToHand")
    if any(new.lstrip("+") != old for new, old in mechanic.becomes.items()):
        raise UnsaidError("pieces in hand become others than those that promoted")
    for wanted, key in (
        (mechanic.keeps, "dropLoop"),
        (mechanic.either, "dropPromoted"),
        (mechanic.behind, "firstRankPawnDrops"),
        (mechanic.ahead, "promotionZonePawnDrops"),
    ):
        if wanted:
            saying.true(key)
    board = saying.rules.board
    _idle(saying, mechanic.idle)
    if mechanic.at_once:
        _must_drop(mechanic.at_once, saying)
    _where(saying, lambda site, side: mechanic.ranks == 0 or board.rank(site, side) < mechanic.ranks)


def _idle(saying: Saying, idle: bool) -> None:
    """Say that pieces are not dropped where they could never move, if there are such squares."""
    board = saying.rules.board
    droppable = [piece for piece in saying.rules.pieces if not piece.royal and not piece.pawn]
    stuck = (
        not any(piece.ways(board, site, Side.WHITE)) for piece in droppable for site in range(len(board))
    )
    if not idle and any(stuck):
        saying.true("immobilityIllegal")


def _must_drop(letters: str, saying: Saying) -> None:
    """Say which pieces must be dropped while they are in hand: all, or those of a kind."""
    saying.true("mustDrop")
    if not {piece.letter for piece in saying.rules.pieces if not piece.royal} <= {*letters}:
        kinds = saying.letters(letters)
        if len(kinds) > 1:
            raise UnsaidError("of several kinds, though not of all, pieces in hand must be dropped at once")
        saying.say("mustDropType", kinds)


def _where(saying: Saying, allowed: Callable[[int, Side], bool]) -> None:
    """Say where pieces are dropped."""
    board = saying.rules.board
    sites = {side: [site for site in range(len(board)) if allowed(site, side)] for side in Side}
    if any(len(each) < len(board) for each in sites.values()):
        white, black = (saying.region(board.names[site] for site in sites[side]) for side in Side)
        saying.sided("dropRegion", white, black)


def _in_place(mechanic: InPlace, saying: Saying) -> None:
    pawns = [piece.letter for piece in saying.rules.pieces if piece.pawn]
    if [saying.kinds[letter] for letter in pawns] != ["pawn"]:
        raise UnsaidError("other pieces than pawns promote in place")
    saying.true("sittuyinPromotion")
    saying.sided("promotionRegion", saying.region(mechanic.squares), saying.region(mechanic.black))
    saying.say("promotionPieceTypes", saying.letters(mechanic.piece))
    saying.say("promotionLimit", f"{saying.letters(mechanic.piece)}:1")


def _to_and_fro(mechanic: ToAndFro, saying: Saying) -> None:
    if set(mechanic.pieces) != saying.attackers:
        raise UnsaidError(
            "moves to and fro count for other pieces than those that can come to the enemy king"
        )
    saying.true("moveRepetitionIllegal")


def _start_hands(mechanic: StartHands, saying: Saying) -> None:
    saying.true("pieceDrops")
    board = saying.rules.board
    _idle(saying, mechanic.idle)
    _where(
        saying,
        lambda site, side: (
            mechanic.area(board, site, side)
            and (mechanic.ranks == 0 or board.rank(site, side) < mechanic.ranks)
        ),
    )
    if mechanic.first:
        if [saying.kinds[letter] for letter in mechanic.first] != ["rook"]:
            raise UnsaidError("other pieces than rooks are dropped on the first rank alone")
        saying.true("sittuyinRookDrop")


def _setup(mechanic: Setup, saying: Saying) -> None:
    _start_hands(mechanic, saying)
    saying.true("mustDrop")
    if mechanic.apart:
        if saying.kinds[mechanic.apart] != "bishop":
            raise UnsaidError("pieces that are not bishops are dropped on different shades")
        saying.true("dropOppositeColoredBishop")
    if saying.rules.castlings:
        saying.true("castlingDroppedPiece")


def _drop_limits(mechanic: DropLimits, saying: Saying) -> None:
    if mechanic.areas:
        raise UnsaidError("pieces of each kind are dropped on squares of their own")
    if mechanic.never and mechanic.per_file:
        raise UnsaidError("some pieces are never dropped, and others not on some files")
    saying.say("dropNoDoubled", saying.letters(mechanic.per_file or mechanic.never))
    numbers = {mechanic.per_file.count(letter) for letter in mechanic.per_file} or {1}
    if len(numbers) > 1:
        raise UnsaidError("of some pieces there may be more on a file than of others")
    saying.say("dropNoDoubledCount", "0" if mechanic.never else str(max(numbers)))
    if not mechanic.checks:
        if any(isinstance(other, Explosion | Royals) for other in saying.rules.mechanics):
            raise UnsaidError("there, drops may give check to pieces that only count as royal")
        saying.say("dropChecks", "false")
    if mechanic.slides:
        saying.say("enclosingDrop", "anyside")
    if mechanic.rests:
        saying.say("enclosingDrop", "top")
    if mechanic.no_mate:
        if [saying.kinds[letter] for letter in mechanic.no_mate] != ["shogiPawn"]:
            raise UnsaidError("other pieces than pawns of shogi are not dropped to give mate")
        saying.true("shogiPawnDropMateIllegal")


def _explosion(mechanic: Explosion, saying: Saying) -> None:
    saying.true("blastOnCapture")
    pieces = saying.rules.pieces
    if any(piece.royal for piece in pieces):  # there, royal pieces that explode are not kings
        _extinct(saying, [piece.letter for piece in pieces if piece.royal], "loss", 0)
        saying.true("extinctionPseudoRoyal")
    pawns = {letter for letter, kind in saying.kinds.items() if kind == "pawn"}
    spared = pawns if mechanic.spares is None else set(mechanic.spares)
    if not pawns <= spared | set(mechanic.immune):
        raise UnsaidError("its pawns explode with what is captured beside them")
    if not spared <= pawns | set(mechanic.immune):
        raise UnsaidError("pieces other than pawns explode only by captures of their own or of themselves")
    saying.say("blastImmuneTypes", saying.letters(sorted(mechanic.immune)))


def _extinct(saying: Saying, letters: Iterable[str], value: str, most: int) -> None:
    saying.say("extinctionValue", value)
    saying.say("extinctionPieceTypes", saying.letters(letters) if letters else "*")
    saying.say("extinctionPieceCount", str(most))


def _royals(mechanic: Royals, saying: Saying) -> None:
    kinds = [saying.kinds[letter] for letter in letters_in(mechanic.pieces)]
    if len(kinds) > 1 and (len(set(kinds)) == 1) is not mechanic.alike:
        raise UnsaidError("its royal pieces count together here and apart there, or the other way round")
    saying.true("extinctionPseudoRoyal")
    most = 0 if mechanic.together else (MANY if mechanic.most is None else mechanic.most) - 1
    _extinct(saying, mechanic.pieces, "loss", most)
    if mechanic.together:
        saying.true("dupleCheck")


def _extinction(mechanic: Extinction, saying: Saying) -> None:
    own = [each for each in saying.rules.mechanics if isinstance(each, Royals)]
    royal = {letter for each in own for letter in letters_in(each.pieces)}
    any_piece = not mechanic.pieces and not mechanic.most
    if any_piece and own and all(saying.possible(side) & royal for side in mechanic.kingless):
        return  # a side that has a royal piece always has it
    value = "draw" if mechanic.draws else "win" if mechanic.wins else "loss"
    _extinct(saying, mechanic.pieces, value, mechanic.most)
    saying.say("extinctionOpponentPieceCount", str(mechanic.against))


def _bare_king(_: BareKing, saying: Saying) -> None:
    _extinct(saying, "", "loss", 1)
    saying.say("extinctionOpponentPieceCount", "2")
    saying.true("extinctionClaim")


def _goal(mechanic: Goal, saying: Saying) -> None:
    if set(mechanic.letters) == saying.rules.kinds.keys():
        saying.say("flagPiece", "*")
    elif len(mechanic.letters) == 1:
        saying.say("flagPiece", saying.letters(mechanic.piece))
    else:
        raise UnsaidError("several kinds of pieces, but not all, win by reaching a goal")
    white = saying.region(mechanic.sites)
    regions = white, saying.region(mechanic.black) if mechanic.black else white
    saying.sided(
        "flagRegion",
        *(region if side in mechanic.sides else "-" for side, region in zip(Side, regions, strict=True)),
    )
    saying.say("flagPieceCount", str(mechanic.number))
    if mechanic.reply:
        saying.true("flagMove")
    if mechanic.safe:
        saying.true("flagPieceSafe")
    if mechanic.blocked:
        saying.true("flagPieceBlockedWin")


def _results(mechanic: Results, saying: Saying) -> None:
    numbers = {"fewer": "win", "more": "loss"}
    saying.say("stalemateValue", numbers.get(mechanic.stalemate, mechanic.stalemate))
    if mechanic.stalemate in numbers:
        saying.true("stalematePieceCount")
    saying.say("checkmateValue", mechanic.checkmate)
    if mechanic.plies and mechanic.plies % 2:
        raise UnsaidError("its draw by many moves comes after an odd number of plies")
    saying.say("nMoveRule", str((mechanic.plies or 0) // 2))
    saying.say("nFoldRule", str(mechanic.times or 0))
    saying.say("nFoldValue", {"white": "win", "black": "loss"}.get(mechanic.repetition, mechanic.repetition))
    if mechanic.repetition in ("white", "black"):
        saying.true("nFoldValueAbsolute")
    if mechanic.draws != "draw":
        saying.say("materialCounting", f"{mechanic.draws}drawodds")


def _in_a_row(mechanic: InARow, saying: Saying) -> None:
    ways = {"Q": (1, 1, 1), "R": (1, 1, 0), "B": (0, 0, 1), "sR": (1, 0, 0), "vR": (0, 1, 0)}
    ways |= {"sRB": (1, 0, 1), "vRB": (0, 1, 1)}
    if mechanic.along not in ways:
        raise UnsaidError("its rows go in other directions than along ranks, files and diagonals")
    saying.say("collinearN" if mechanic.gaps else "connectN", str(mechanic.number))
    saying.say("connectNxN", str(mechanic.square))
    for key, goes in zip(("Horizontal", "Vertical", "Diagonal"), ways[mechanic.along], strict=True):
        saying.say(f"connect{key}", "true" if goes else "false")
    if mechanic.pieces:
        saying.say("connectPieceTypes", saying.letters(mechanic.pieces))
    saying.say("connectValue", "win" if mechanic.wins else "loss")


def _points(mechanic: Points, saying: Saying) -> None:
    kinds = {letter: kind for letter, kind in saying.kinds.items() if letter in saying.rules.kinds}
    counted = {letter: COUNTED[kind] for letter, kind in kinds.items() if kind in COUNTED}
    if (dict(mechanic.values), mechanic.half_points) == (counted, HALF_POINTS):
        saying.say("materialCounting", "janggi")
    elif (dict(mechanic.values), mechanic.half_points) == (dict.fromkeys(kinds, 1), 0):
        saying.say("materialCounting", "unweighted")
    else:
        raise UnsaidError("its pieces are worth other points than in Janggi, or than one each")


def _flips(mechanic: Flips, saying: Saying) -> None:
    words = {turns: word for word, turns in TURNS.items()}
    saying.say("flipEnclosedPieces", words[mechanic.turns])
    saying.true("adjudicateFullBoard")
    if mechanic.turns == "rows":
        saying.say("enclosingDrop", "reversi")
        saying.say("enclosingDropStart", " ".join(mechanic.first) or "-")
    elif mechanic.first:
        raise UnsaidError("its pieces are dropped on certain squares first, though they turn none in rows")
    if mechanic.grows:
        if len(saying.rules.kinds) > 1:
            raise UnsaidError("new pieces come on empty squares where there are several kinds")
        if mechanic.turns == "rows":
            raise UnsaidError("new pieces turn enemy pieces in rows, but do not come from the hand")
        saying.true("pieceDrops", "freeDrops")
        drops = {where: word for word, where in GROWTH.items()}
        saying.say("enclosingDrop", drops[mechanic.where])
        saying.parent = "ataxx"  # no key that the program reads says freeDrops


def _connection(mechanic: Connection, saying: Saying) -> None:
    steps = {*betza(mechanic.along).parts}
    for letters, key in NEXT_TO.items():
        own = {*betza(letters).parts}
        saying.say(key, "true" if own <= steps else "false")
        steps -= own if own <= steps else set()
    if steps:
        raise UnsaidError("its connections are not along whole files, ranks and diagonals")
    for number, key in enumerate(("connectRegion1", "connectRegion2")):
        saying.sided(key, *(saying.region(mechanic.ends(side)[number]) for side in Side))
    if mechanic.pieces:
        saying.say("connectPieceTypes", saying.letters(mechanic.pieces))
    saying.say("connectValue", "win" if mechanic.wins else "loss")


def _counting(mechanic: Counting, saying: Saying) -> None:
    letters = {kind: letter for letter, kind in saying.kinds.items()}
    own = {
        "moves": mechanic.moves,
        "honours": [list(each) for each in mechanic.honours],
        "whole": mechanic.whole,
        "few": mechanic.few,
    }
    rule = next((rule for rule in COUNTINGS if counting_by(rule, letters) == own), None)
    if rule is None:
        raise UnsaidError("its moves are counted otherwise than in makruk and its relatives")
    saying.say("countingRule", rule)


def _shak(mechanic: Shak, saying: Saying) -> None:
    strong = {saying.kinds[letter] for letter in mechanic.strong}
    never = [saying.kinds[letter] for letter in mechanic.never]
    if never != ["knight"] or strong != set(SHAKS) & set(saying.kinds.values()):
        raise UnsaidError("other mates count than in shatar")
    saying.true("shatarMateRule")


def _first_leaps(mechanic: FirstLeaps, saying: Saying) -> None:
    kinds = {saying.kinds[letter]: notation for letter, notation in mechanic.moves.items()}
    if kinds != LEAPS or [saying.kinds[letter] for letter in mechanic.aimed] != ["rook"]:
        raise UnsaidError("its pieces have other first leaps than those of Cambodian chess")
    saying.true("cambodianMoves", "gating")


def _walls(mechanic: Walls, saying: Saying) -> None:
    saying.say("wallingRule", "arrow" if mechanic.shot else "static")
    if mechanic.never:
        saying.say("wallingRegion", saying.region(set(saying.rules.board.names) - set(mechanic.never)))


def _so(*keys: str, value: str = "true") -> Callable[[Any, Saying], None]:
    def say(_: Any, saying: Saying) -> None:
        for key in keys:
            saying.say(key, value)

    return say


def _edge_walls(_: EdgeWalls, saying: Saying) -> None:
    saying.say("wallingRule", "edge")
    saying.true("wallOrMove")


_SAID: Final[Mapping[type[Mechanic], Callable[[Any, Saying], None]]] = {
    BareKing: _bare_king,
    Bikjang: _so("bikjangRule"),
    CannonRule: lambda *_: None,  # the kind of its pieces says it
    CastlingWins: lambda mechanic, saying: saying.say("castlingWins", mechanic.letters),
    Chase: lambda mechanic, saying: saying.say("chasingRule", "axf" if mechanic.pieces else "none"),
    CheckCount: _so("checkCounting"),
    Counting: _counting,
    DropLimits: _drop_limits,
    Duck: _so("wallingRule", value="duck"),
    EdgeWalls: _edge_walls,
    Explosion: _explosion,
    Extinction: _extinction,
    FacingKings: _so("flyingGeneral"),
    FirstLeaps: _first_leaps,
    Gating: _so("gating", "seirawanGating"),
    Connection: _connection,
    Flips: _flips,
    Goal: _goal,
    Hands: _hands,
    Immunity: lambda mechanic, saying: saying.say("mutuallyImmuneTypes", saying.letters(mechanic.pieces)),
    InARow: _in_a_row,
    InPlace: _in_place,
    LongSteps: lambda *_: None,  # the region of triple steps says it
    MustCapture: _so("mustCapture"),
    NoChecks: _so("checking", value="false"),
    NoEscape: _so("makpongRule"),
    OppositeCastling: _so("oppositeCastling"),
    Pass: lambda mechanic, saying: saying.true("passOnStalemate" if mechanic.stuck else "pass"),
    PerpetualCheck: _so("perpetualCheckIllegal"),
    Points: _points,
    Promotions: _promotions,
    Results: _results,
    Royals: _royals,
    Setup: _setup,
    Shak: _shak,
    StartHands: _start_hands,
    Stone: lambda mechanic, saying: saying.say("petrifyOnCaptureTypes", saying.letters(mechanic.pieces)),
    ToAndFro: _to_and_fro,
    Trail: _so("wallingRule", value="past"),
    Walls: _walls,
}


def say_mechanic(mechanic: Mechanic, saying: Saying) -> None:
    """Add the keys of a mechanic.

    Raises:
        UnsaidError: no keys say it.
    """
    if type(mechanic) not in _SAID:
        raise UnsaidError(f"there are no keys for its mechanic {mechanic.title}")
    _SAID[type(mechanic)](mechanic, saying)
