"""Mechanics as keys of a section: the way back from what `ends` reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from fairyring.board import Side
from fairyring.gamefiles.ini.drops import LEAPS
from fairyring.gamefiles.ini.ends import COUNTINGS, MANY, SHAKS, counting_by
from fairyring.gamefiles.ini.keys import APART, FOR_BLACK, KEYS
from fairyring.gamefiles.ini.passes import COUNTED, HALF_POINTS
from fairyring.gamefiles.ini.reading import UnsaidError
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import (
    BareKing,
    Bikjang,
    CannonRule,
    CastlingWins,
    Chase,
    CheckCount,
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
    Trail,
    Walls,
)

NAMES: Final = {Side.WHITE: "White", Side.BLACK: "Black"}


@dataclass
class Saying:
    """A section that is being written.

    Attributes:
        rules: the game's rules.
        start: the text of its position at the start.
        kinds: for each letter, the kind of piece in the section.
        keys: what the section says so far.
    """

    rules: Orthodox
    start: str
    kinds: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)

    def say(self, key: str, value: str) -> None:
        """Say something, unless that is how it is anyway.

        Raises:
            UnsaidError: the key says something else already.
        """
        if self.keys.get(key, value) != value:
            raise UnsaidError(f"two of its rules need the key {key}")
        if value != KEYS[key].usual:
            self.keys[key] = value

    def true(self, *keys: str) -> None:
        """Say that something is so."""
        for key in keys:
            self.say(key, "true")

    def possible(self, side: Side) -> frozenset[str]:
        """The letters of the pieces from which a side starts, or of all if captured pieces change sides."""
        known = frozenset(piece.letter for piece in self.rules.pieces)
        if any(isinstance(mechanic, Hands) for mechanic in self.rules.mechanics):
            return known
        signs = self.start.partition(" ")[0]
        return known & {sign.upper() for sign in signs if sign.isupper() is (side is Side.WHITE)}

    def letters(self, letters: Iterable[str]) -> str:
        """Letters of pieces, as a section has them."""
        found = "".join(dict.fromkeys(letter.lower() for letter in letters))
        if "+" in found:
            raise UnsaidError("a rule is about promoted pieces")
        return found or "-"

    def region(self, names: Iterable[str]) -> str:
        """Squares, by whole ranks where they are all there."""
        wanted, board = set(names), self.rules.board
        words = []
        ranks = sorted({int(name[1:]) for name in board.names})
        for rank in ranks:
            whole = [name for name in board.names if name[1:] == str(rank)]
            if wanted.issuperset(whole):
                words.append(f"*{rank}")
            else:
                words += [name for name in whole if name in wanted]
        return " ".join(words) or "-"

    def sided(self, key: str, white: str, black: str) -> None:
        """Say a key for both sides, at once if they have the same."""
        usual = (KEYS[key].usual, FOR_BLACK.get(key, KEYS[key].usual))
        if (white, black) == usual:
            return
        if white == black and key not in APART:
            self.keys[key] = white
        else:
            self.keys[f"{key}White"], self.keys[f"{key}Black"] = white, black

    def last_ranks(self, number: int) -> None:
        """Say that pieces promote on the last ranks."""
        height = self.rules.board.charts[0].height
        white = " ".join(f"*{rank}" for rank in range(height + 1 - number, height + 1))
        self.sided("promotionRegion", white, " ".join(f"*{rank}" for rank in range(1, number + 1)))


def _promotions(mechanic: Promotions, saying: Saying) -> None:
    saying.last_ranks(mechanic.ranks)
    if not any("+" in letter for letters in mechanic.to.values() for letter in letters):
        _pawns(mechanic, saying)
        return
    pairs, back = dict[str, str](), set[str]()
    for letter, letters in mechanic.to.items():
        if len(letters) != 1 or letters[0].lstrip("+") != letter.lstrip("+"):
            raise UnsaidError("its pieces promote to pieces with other letters, or to several")
        if letter.startswith("+"):
            back.add(letter[1:])
        else:
            pairs[letter] = saying.kinds[letters[0]]
    if mechanic.black is not None or mechanic.most:
        raise UnsaidError("the promotions of its pieces have limits, or differ for the sides")
    if not mechanic.leaving:
        raise UnsaidError("its pieces do not promote by leaving the last ranks")
    if back and back != pairs.keys():
        raise UnsaidError("some of its promoted pieces turn back, and others do not")
    given = {kind: letter for letter, kind in saying.kinds.items() if "+" not in letter}
    saying.say(
        "promotedPieceType", " ".join(f"{old.lower()}:{given[new].lower()}" for old, new in pairs.items())
    )
    if back:
        saying.true("pieceDemotion")
    if mechanic.capturing:
        saying.true("piecePromotionOnCapture")
    if not mechanic.optional:
        saying.true("mandatoryPiecePromotion")


def _pawns(mechanic: Promotions, saying: Saying) -> None:
    """Promotions of pawns to several kinds."""
    found = []
    for side in Side:
        to = {each: of for each, of in mechanic.to_of(side).items() if each in saying.possible(side)}
        if len({tuple(letters) for letters in to.values()}) > 1:
            raise UnsaidError("its pawns promote to different pieces by their kind")
        pawns = {piece.letter for piece in saying.rules.pieces if piece.pawn}
        if not pawns.issuperset(to) or mechanic.leaving or mechanic.capturing:
            raise UnsaidError("other pieces than pawns promote to pieces with other letters")
        found.append(saying.letters(letter for letters in to.values() for letter in letters))
    saying.sided("promotionPieceTypes", *found)
    if mechanic.optional:
        saying.say("mandatoryPawnPromotion", "false")
        saying.true(*["immobilityIllegal"] * (not mechanic.idle))
    if mechanic.most:
        most = {letter: mechanic.most.count(letter) for letter in dict.fromkeys(mechanic.most)}
        saying.say(
            "promotionLimit", " ".join(f"{letter.lower()}:{number}" for letter, number in most.items())
        )


def _hands(mechanic: Hands, saying: Saying) -> None:
    saying.true("pieceDrops", "capturesToHand")
    if any(new.lstrip("+") != old for new, old in mechanic.becomes.items()):
        raise UnsaidError("pieces in hand become others than those that promoted")
    for wanted, key in (
        (mechanic.keeps, "dropLoop"),
        (mechanic.either, "dropPromoted"),
        (mechanic.behind, "firstRankPawnDrops"),
    ):
        if wanted:
            saying.true(key)
    board = saying.rules.board
    droppable = [piece for piece in saying.rules.pieces if not piece.royal and not piece.pawn]
    sites = range(len(board))
    stuck = (not any(piece.ways(board, site, Side.WHITE)) for piece in droppable for site in sites)
    if not mechanic.idle and any(stuck):
        saying.true("immobilityIllegal")

    _where(saying, lambda site, side: mechanic.ranks == 0 or board.rank(site, side) < mechanic.ranks)


def _where(saying: Saying, allowed: Callable[[int, Side], bool]) -> None:
    """Say where pieces are dropped."""
    board = saying.rules.board
    sites = {side: [site for site in range(len(board)) if allowed(site, side)] for side in Side}
    if any(len(each) < len(board) for each in sites.values()):
        white, black = (saying.region(board.names[site] for site in sites[side]) for side in Side)
        saying.sided("dropRegion", white, black)


def _start_hands(mechanic: StartHands, saying: Saying) -> None:
    saying.true("pieceDrops")
    board = saying.rules.board
    _where(
        saying,
        lambda site, side: (
            mechanic.area(board, site, side)
            and (mechanic.ranks == 0 or board.rank(site, side) < mechanic.ranks)
        ),
    )


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
        saying.say("dropChecks", "false")
    if mechanic.no_mate:
        if [saying.kinds[letter] for letter in mechanic.no_mate] != ["shogiPawn"]:
            raise UnsaidError("other pieces than pawns of shogi are not dropped to give mate")
        saying.true("shogiPawnDropMateIllegal")


def _explosion(mechanic: Explosion, saying: Saying) -> None:
    saying.true("blastOnCapture")
    pieces = saying.rules.pieces
    if any(piece.royal for piece in pieces):  # there, royal pieces that explode are no kings
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
    saying.true("extinctionPseudoRoyal")
    most = 0 if mechanic.together else (MANY if mechanic.most is None else mechanic.most) - 1
    _extinct(saying, mechanic.pieces, "loss", most)
    if mechanic.together:
        saying.true("dupleCheck")


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
    saying.sided("flagRegion", white, saying.region(mechanic.black) if mechanic.black else white)
    saying.say("flagPieceCount", str(mechanic.number))
    if mechanic.reply:
        saying.true("flagMove")
    if mechanic.safe:
        saying.true("flagPieceSafe")


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
    saying.say("connectN", str(mechanic.number))
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
    if mechanic.grows:
        raise UnsaidError(
            "new pieces come on empty squares, which no key says: only a section from ataxx can"
        )
    saying.say("flipEnclosedPieces", "ataxx")
    saying.true("adjudicateFullBoard")


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
    Extinction: lambda mechanic, saying: _extinct(
        saying,
        mechanic.pieces,
        "draw" if mechanic.draws else "win" if mechanic.wins else "loss",
        mechanic.most,
    ),
    FacingKings: _so("flyingGeneral"),
    FirstLeaps: _first_leaps,
    Gating: _so("gating", "seirawanGating"),
    Flips: _flips,
    Goal: _goal,
    Hands: _hands,
    Immunity: lambda mechanic, saying: saying.say("mutuallyImmuneTypes", saying.letters(mechanic.pieces)),
    InARow: _in_a_row,
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
