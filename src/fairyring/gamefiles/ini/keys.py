"""The keys of a section: what each is, and what it is in a section that does not say it.

Defaults are absolute squares, whatever the board's size. A key about sides may end in White or Black.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class Is(Enum):
    """What a value is."""

    TRUTH = "true or false"
    NUMBER = "a whole number"
    RANK = "the number of a rank"
    FILE = "the letter of a file"
    LETTERS = "letters of pieces, * for all or - for none"
    REGION = "squares such as e4, *8 for a rank or d* for a file, or - for none"
    WORD = "a word"
    PAIRS = "pairs of letters, such as p:g n:g"
    LIMITS = "letters, each with a number, such as q:1 r:2"


class Key(NamedTuple):
    """A key.

    Attributes:
        what: what its value is.
        usual: its value where a section and its parents do not say it.
        sided: whether it may end in White or Black.
        lacking: what fairyring would need for any value but the usual one; empty if it plays all.
    """

    what: Is
    usual: str
    sided: bool = False
    lacking: str = ""


def _yes(lacking: str = "") -> Key:
    return Key(Is.TRUTH, "true", lacking=lacking)


def _no(lacking: str = "") -> Key:
    return Key(Is.TRUTH, "false", lacking=lacking)


KEYS: Final[dict[str, Key]] = {
    # board and array
    "maxRank": Key(Is.RANK, "8"),
    "maxFile": Key(Is.FILE, "h"),
    "startFen": Key(Is.WORD, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    "chess960": _no(),
    "twoBoards": _no("a partner's board, from which hands are filled"),
    "mobilityRegion": Key(Is.REGION, "*", sided=True),
    # promotion
    "pawnTypes": Key(Is.LETTERS, "", sided=True),
    "promotionRegion": Key(Is.REGION, "*8", sided=True),
    "promotionPawnTypes": Key(Is.LETTERS, "", sided=True),
    "promotionPieceTypes": Key(Is.LETTERS, "-", sided=True),
    "promotionLimit": Key(Is.LIMITS, "-"),
    "promotedPieceType": Key(Is.PAIRS, "-"),
    "sittuyinPromotion": _no(),
    "piecePromotionOnCapture": _no(),
    "mandatoryPawnPromotion": _yes(),
    "mandatoryPiecePromotion": _no(),
    "pieceDemotion": _no(),
    # captures
    "blastOnCapture": _no(),
    "blastImmuneTypes": Key(Is.LETTERS, "-"),
    "mutuallyImmuneTypes": Key(Is.LETTERS, "-"),
    "petrifyOnCaptureTypes": Key(Is.LETTERS, "-"),
    "petrifyBlastPieces": _no("explosions that leave stones"),
    "mustCapture": _no(),
    # first moves
    "doubleStep": _yes(),
    "doubleStepRegion": Key(Is.REGION, "*2", sided=True),
    "tripleStepRegion": Key(Is.REGION, "-", sided=True),
    "enPassantRegion": Key(Is.REGION, "*", sided=True),
    "enPassantTypes": Key(Is.LETTERS, "", sided=True),
    "cambodianMoves": _no(),
    # castling
    "castling": _yes(),
    "castlingDroppedPiece": _no(),
    "castlingKingsideFile": Key(Is.FILE, "g"),
    "castlingQueensideFile": Key(Is.FILE, "c"),
    "castlingRank": Key(Is.RANK, "1"),
    "castlingKingFile": Key(Is.FILE, "e"),
    "castlingKingPiece": Key(Is.LETTERS, "", sided=True),
    "castlingRookKingsideFile": Key(Is.FILE, ""),
    "castlingRookQueensideFile": Key(Is.FILE, ""),
    "castlingRookPieces": Key(Is.LETTERS, "", sided=True),
    "oppositeCastling": _no(),
    # drops and gates
    "pieceDrops": _no(),
    "capturesToHand": _no(),
    "dropLoop": _no(),
    "dropChecks": _yes(),
    "mustDrop": _no(),
    "mustDropType": Key(Is.LETTERS, "*"),
    "firstRankPawnDrops": _no(),
    "promotionZonePawnDrops": _no(),
    "enclosingDrop": Key(Is.WORD, "none"),
    "enclosingDropStart": Key(Is.REGION, "-"),
    "dropRegion": Key(Is.REGION, "*", sided=True),
    "sittuyinRookDrop": _no(),
    "dropOppositeColoredBishop": _no(),
    "dropPromoted": _no(),
    "dropNoDoubled": Key(Is.LETTERS, "-"),
    "dropNoDoubledCount": Key(Is.NUMBER, "1"),
    "shogiPawnDropMateIllegal": _no(),
    "immobilityIllegal": _no(),
    "freeDrops": _no(),
    "gating": _no(),
    "seirawanGating": _no(),
    # walls
    "wallingRule": Key(Is.WORD, "none"),
    "wallingRegion": Key(Is.REGION, "*", sided=True),
    "wallOrMove": _no(),
    # king
    "checking": _yes(),
    "flyingGeneral": _no(),
    "makpongRule": _no(),
    "diagonalLines": Key(Is.REGION, "-"),
    "soldierPromotionRank": Key(Is.RANK, "1"),
    "dupleCheck": _no(),
    # ends
    "nMoveRule": Key(Is.NUMBER, "50"),
    "nMoveRuleTypes": Key(Is.LETTERS, "", sided=True),
    "nFoldRule": Key(Is.NUMBER, "3"),
    "nFoldValue": Key(Is.WORD, "draw"),
    "nFoldValueAbsolute": _no(),
    "perpetualCheckIllegal": _no(),
    "moveRepetitionIllegal": _no(),
    "chasingRule": Key(Is.WORD, "none"),
    "stalemateValue": Key(Is.WORD, "draw"),
    "stalematePieceCount": _no(),
    "checkmateValue": Key(Is.WORD, "loss"),
    "shatarMateRule": _no(),
    "bikjangRule": _no(),
    "extinctionValue": Key(Is.WORD, "none"),
    "extinctionClaim": _no(),
    "extinctionPseudoRoyal": _no(),
    "extinctionPieceTypes": Key(Is.LETTERS, "-"),
    "extinctionPieceCount": Key(Is.NUMBER, "0"),
    "extinctionOpponentPieceCount": Key(Is.NUMBER, "0"),
    "flagPiece": Key(Is.LETTERS, "*", sided=True),
    "flagRegion": Key(Is.REGION, "-", sided=True),
    "flagPieceCount": Key(Is.NUMBER, "1"),
    "flagPieceBlockedWin": _no(),
    "flagPieceSafe": _no(),
    "flagMove": _no(),
    "checkCounting": _no(),
    "connectN": Key(Is.NUMBER, "0"),
    "connectPieceTypes": Key(Is.LETTERS, "*"),
    "connectHorizontal": _yes(),
    "connectVertical": _yes(),
    "connectDiagonal": _yes(),
    "connectRegion1": Key(Is.REGION, "-", sided=True),
    "connectRegion2": Key(Is.REGION, "-", sided=True),
    "connectNxN": Key(Is.NUMBER, "0"),
    "collinearN": Key(Is.NUMBER, "0"),
    "connectValue": Key(Is.WORD, "win"),
    "castlingWins": Key(Is.WORD, "-"),
    "materialCounting": Key(Is.WORD, "none"),
    "adjudicateFullBoard": _no(),
    "countingRule": Key(Is.WORD, "none"),
    "flipEnclosedPieces": Key(Is.WORD, "none"),
    "pass": Key(Is.TRUTH, "false", sided=True),
    "passOnStalemate": Key(Is.TRUTH, "false", sided=True),
}

ASIDE: Final = frozenset(
    {"variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "nnueAlias"}
    | {"tieBreak", "endgameEval", "description", "nnueKing", "maxSearchDepth"}
)
"""Keys that say nothing about the rules."""

# The usual value for Black of keys whose usual value differs for the sides.
FOR_BLACK: Final = {"promotionRegion": "*1", "doubleStepRegion": "*7"}
# What has the usual value of pawnTypes in a section that says that.
PAWN_KEYS: Final = ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")
# What that program knows with White or Black at its end alone.
APART: Final = frozenset({"promotionRegion", "doubleStepRegion", "tripleStepRegion", "dropRegion"})
# What a section says of some pieces, and inherits of all others.
ADDED: Final = ("promotedPieceType", "promotionLimit")
# Keys of earlier versions, and what they are now.
FORMER: Final = {
    "whiteFlag": "flagRegionWhite",
    "blackFlag": "flagRegionBlack",
    "whiteDropRegion": "dropRegionWhite",
    "blackDropRegion": "dropRegionBlack",
    "met": "fers",
    "khon": "silver",
    "dragon": "bers",
}


class Kind(NamedTuple):
    """A kind of piece that has a name of its own.

    Attributes:
        movement: its movement, in Fairy-Stockfish's reading of Betza's notation.
        name: what players call it.
        drawing: the name of its drawing, if it is not the name.
    """

    movement: str
    name: str
    drawing: str = ""


KINDS: Final[dict[str, Kind]] = {  # in the order in which keys are read, and hands are written
    "pawn": Kind("fmWfcFifmnD", "pawn"),
    "knight": Kind("N", "knight"),
    "bishop": Kind("B", "bishop"),
    "rook": Kind("R", "rook"),
    "queen": Kind("Q", "queen"),
    "fers": Kind("F", "ferz"),
    "alfil": Kind("A", "alfil"),
    "fersAlfil": Kind("FA", "elephant"),
    "silver": Kind("FfW", "silver"),
    "aiwok": Kind("RNF", "aiwok"),
    "bers": Kind("RF", "bers", "promoted-rook"),
    "archbishop": Kind("BN", "archbishop"),
    "chancellor": Kind("RN", "chancellor"),
    "amazon": Kind("QN", "amazon"),
    "knibis": Kind("mNcB", "knibis"),
    "biskni": Kind("mBcN", "biskni"),
    "kniroo": Kind("mNcR", "kniroo"),
    "rookni": Kind("mRcN", "rookni"),
    "shogiPawn": Kind("fW", "shogi pawn", "pawn"),
    "lance": Kind("fR", "lance"),
    "shogiKnight": Kind("fN", "shogi knight", "shogi-knight"),
    "gold": Kind("WfF", "gold"),
    "dragonHorse": Kind("BW", "dragon horse", "promoted-bishop"),
    "clobber": Kind("cW", "clobber piece", "pawn"),
    "breakthrough": Kind("fmWfF", "breakthrough piece", "pawn"),
    "immobile": Kind("", "immobile piece"),
    "cannon": Kind("mRcpR", "cannon"),
    "janggiCannon": Kind("pR", "Janggi cannon", "cannon"),
    "soldier": Kind("fsW", "soldier", "pawn"),
    "horse": Kind("nN", "horse", "knight"),
    "elephant": Kind("nA", "Xiangqi elephant", "elephant"),
    "janggiElephant": Kind("nZ", "Janggi elephant", "elephant"),
    "banner": Kind("RcpRnN", "banner"),
    "wazir": Kind("W", "wazir"),
    "commoner": Kind("K", "commoner"),
    "centaur": Kind("KN", "centaur"),
    **{f"customPiece{number}": Kind("", "") for number in range(1, 26)},
    "king": Kind("K", "king"),
}
