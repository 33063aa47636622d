"""A game as a section of an ini file: the way back from what `document` reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from fairyring.board import HOLE, Area, Side
from fairyring.board.edges import STANDARD
from fairyring.gamefiles.ini.keys import FOR_BLACK, KEYS, KINDS
from fairyring.gamefiles.ini.mechanics import say_mechanic
from fairyring.gamefiles.ini.moving import alike, by_area, capturers, moving, say_lines
from fairyring.gamefiles.ini.reading import UnsaidError
from fairyring.gamefiles.ini.saying import NAMES, Saying
from fairyring.gamefiles.ini.settings import built_in
from fairyring.gamefiles.ini.setup import ON_LINES
from fairyring.kernels.declared import Blocker
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import (
    CannonRule,
    CheckCount,
    Explosion,
    FirstLeaps,
    Gating,
    Hands,
    InPlace,
    Promotions,
)
from fairyring.pieces import Piece
from fairyring.pieces.betza.writing import Parts, notation_of, parts_of
from fairyring.pieces.movement import Hop, Leap, Where

MOST_FILES, MOST_RANKS, MOST_CUSTOM = 12, 10, 25  # of that program
PAWN: Final = "fmWfcF"
DOUBLE_STEP: Final = "ifmnD"
SPECIAL: Final = frozenset({"king", "pawn", "janggiCannon"})  # kinds with rules of their own


def section_text(name: str, rules: Any, start: str) -> str:
    """A game as a section.

    Args:
        name: the section's name.
        rules: the game's rules.
        start: the text of its position at the start.

    Raises:
        UnsaidError: no section can say it.
    """
    if type(rules) is not Orthodox:
        family = type(rules).__name__.lower()
        raise UnsaidError(f"it is of the family {family}, and sections say games that move as in chess")
    saying = Saying(rules, start)
    _board(saying)
    _pieces(saying)
    _steps(saying)
    _castlings(saying)
    if not any(isinstance(mechanic, Promotions | InPlace) for mechanic in rules.mechanics):
        _promotions(saying)
    for mechanic in rules.mechanics:
        say_mechanic(mechanic, saying)
    _check_together(rules)
    _fen(saying)
    heading = f"[{name}:{saying.parent}]" if saying.parent else f"[{name}]"
    keys = _instead(saying) if saying.parent else saying.keys
    return "\n".join([heading, *(f"{key} = {value}" for key, value in keys.items())]) + "\n"


def _instead(saying: Saying) -> dict[str, str]:
    """What a section says that inherits from a built-in game: all in which the two differ."""
    theirs = built_in(saying.parent)
    found = {kind: "-" for kind in theirs.pieces if kind not in saying.keys and kind != "king"} | saying.keys
    for key in theirs.said:
        base, usual = key.removesuffix("White").removesuffix("Black"), KEYS
        if not {key, base, f"{base}White"} & found.keys():
            black = key.endswith("Black") and base in FOR_BLACK
            found[key] = FOR_BLACK[base] if black else usual[base].usual
    known = {kind: said.text for kind, said in theirs.pieces.items()}
    known |= {key: said.text for key, said in theirs.said.items()}
    for (kind, side), said in theirs.mobility.items():
        known[f"mobilityRegion{side}{kind[0].upper()}{kind[1:]}"] = said.text
    return {key: value for key, value in found.items() if known.get(key) != value}


def _check_together(rules: Orthodox) -> None:
    """Refuse what that program itself refuses.

    Raises:
        UnsaidError: there is something of the kind.
    """
    blocking = [each for each in rules.mechanics if any(isinstance(state, Blocker) for state in each.state())]
    if blocking and any(isinstance(each, Hands) for each in rules.mechanics):
        raise UnsaidError("it has both drops and things that block, which Fairy-Stockfish refuses")
    for piece in rules.pieces:
        if piece.royal and any(isinstance(part, Hop) for part in parts_of(moving(piece).movement) or ()):
            raise UnsaidError("its king jumps over pieces, which Fairy-Stockfish refuses")


def _board(saying: Saying) -> None:
    board = saying.rules.board
    if len(board.charts) != 1:
        raise UnsaidError("its board has several charts")
    chart = board.charts[0]
    if board.links or any(edges != STANDARD for edges in board.edges.values()):
        raise UnsaidError("its board has edges that wrap or bounce, or links")
    if chart.width > MOST_FILES or chart.height > MOST_RANKS:
        raise UnsaidError(f"its board is larger than {MOST_FILES} files and {MOST_RANKS} ranks")
    for y, row in enumerate(chart.rows):
        for x, site in enumerate(row):
            if site != HOLE and board.names[site] != f"{chr(ord('a') + x)}{y + 1}":
                raise UnsaidError("its squares have other names than those of a chess board")
    saying.say("maxRank", str(chart.height))
    saying.say("maxFile", chr(ord("a") + chart.width - 1))


# -- pieces -------------------------------------------------------------------------------------


def _pieces(saying: Saying) -> None:
    rules = saying.rules
    explodes = any(isinstance(mechanic, Explosion) for mechanic in rules.mechanics)
    steps = _first_moves(saying)
    if not steps:
        saying.say("doubleStep", "false")
    whole = parts_of(PAWN + DOUBLE_STEP * steps)
    known = {
        parts_of(each.movement): kind for kind, each in KINDS.items() if each.name and kind not in SPECIAL
    }
    custom = (f"customPiece{number}" for number in range(1, MOST_CUSTOM + 1))
    for piece in sorted(rules.pieces, key=lambda piece: "+" in piece.letter):
        moved = moving(piece)
        area = moved.area
        if isinstance(moved.movement, Where):
            kind, own = by_area(saying, piece, moved.movement), ""
        else:
            parts = parts_of(moved.movement) or alike(moved.movement, rules.board)
            if area and not any(
                area(rules.board, site, side) for site in range(len(rules.board)) for side in Side
            ):
                parts, area = frozenset(), None  # it stays where it is
            if parts is None:
                raise UnsaidError(f"there is no way to say how its {piece.name} moves")
            kind, own = _kind(piece, parts, explodes, whole, known, saying, custom)
            if moved.along:
                say_lines(saying, piece, kind, parts, moved)
                own = "" if kind == "king" else own
        if piece.letter.startswith("+"):
            _promoted(saying, piece.letter, kind, own)
        else:
            saying.kinds[piece.letter] = kind
            saying.keys[kind] = f"{piece.letter.lower()}:{own}" if own else piece.letter.lower()
        if area:
            _mobility(saying, kind, area)
    _check_lines(saying)
    if saying.parent:
        del saying.keys["king"]  # it is the one of that game
    pawns = [piece.letter for piece in rules.pieces if piece.pawn]
    if [saying.kinds[letter] for letter in pawns] not in ([], ["pawn"]):
        saying.keys["pawnTypes"] = saying.letters(pawns)
    able = [*capturers(saying)]
    if able != pawns and _first_moves(saying):
        saying.keys["enPassantTypes"] = saying.letters(able)


def _check_lines(saying: Saying) -> None:
    """Refuse pieces that would move along lines there and do not here.

    Raises:
        UnsaidError: there is one.
    """
    for piece in saying.rules.pieces:
        if (
            "diagonalLines" in saying.keys
            and saying.kinds[piece.letter] in ON_LINES
            and not moving(piece).along
        ):
            raise UnsaidError(f"its {piece.name} does not move along the lines along which others move")


def _kind(
    piece: Piece,
    parts: Parts,
    explodes: bool,
    pawn: Parts | None,
    known: dict[Parts | None, str],
    saying: Saying,
    custom: Iterator[str],
) -> tuple[str, str]:
    """The kind of a piece, and its movement if the kind does not have it."""
    if any(isinstance(part, Leap) and part.friendly for part in parts):
        raise UnsaidError(f"its {piece.name} captures pieces of its own side")
    notation = notation_of(parts)
    if notation is None:
        raise UnsaidError(f"there is no way to say how its {piece.name} moves")
    if piece.royal and not explodes:
        return "king", "" if parts == parts_of("K") else notation
    rules = saying.rules
    cannons = {letter for each in rules.mechanics if isinstance(each, CannonRule) for letter in each.pieces}
    if piece.letter in cannons:
        if parts != parts_of(KINDS["janggiCannon"].movement) or "janggiCannon" in saying.keys:
            raise UnsaidError(f"its {piece.name} is under the cannon rule and moves otherwise than in Janggi")
        return "janggiCannon", ""
    if piece.pawn and parts == pawn and "pawn" not in saying.keys:
        return "pawn", ""
    kind = known.get(parts)
    promoted = piece.letter.startswith("+")
    if kind and not piece.pawn and (promoted or kind not in saying.keys):
        return kind, ""
    found = next(custom, None)
    if found is None:
        raise UnsaidError(f"it has more than {MOST_CUSTOM} kinds of pieces with movements of their own")
    return found, notation


def _promoted(saying: Saying, letter: str, kind: str, own: str) -> None:
    """Give what a piece promotes to a letter of its own, unless another kind moves so."""
    saying.kinds[letter] = kind
    if kind in saying.keys:
        return
    taken = {piece.letter for piece in saying.rules.pieces}
    taken |= {value[0].upper() for key, value in saying.keys.items() if key in KINDS}
    free = next(each for each in "HDGJUVXYZWTOIEFMSCALNBRQ" if each not in taken)
    saying.keys[kind] = f"{free.lower()}:{own}" if own else free.lower()
    saying.kinds[free] = kind


def _mobility(saying: Saying, kind: str, area: Area) -> None:
    for name, squares in zip(NAMES.values(), saying.regions(area), strict=True):
        saying.keys[f"mobilityRegion{name}{kind[0].upper()}{kind[1:]}"] = squares


# -- pawns --------------------------------------------------------------------------------------


def _first_moves(saying: Saying) -> bool:
    """Whether pieces have initial moves, from some square."""
    rules, board = saying.rules, saying.rules.board
    return any(
        way.initial
        for site in range(len(board))
        for side in Side
        if rules.starts(board, site, side)
        for piece in rules.pieces
        for way in piece.ways(board, site, side)
    )


def _steps(saying: Saying) -> None:
    rules, board = saying.rules, saying.rules.board
    if not _first_moves(saying):
        return
    saying.sided("doubleStepRegion", *saying.regions(rules.starts))
    sites = [(site, side) for side in Side for site in range(len(board)) if rules.starts(board, site, side)]
    passable = [rules.passable(board, site, side) for site, side in sites]
    if not any(passable):
        saying.keys["enPassantRegion"] = "-"
    elif not all(passable):
        found: dict[bool, dict[Side, set[str]]] = {
            each: {side: set() for side in Side} for each in (True, False)
        }
        for (site, side), can in zip(sites, passable, strict=True):
            for piece in rules.pieces:
                ways = piece.ways(board, site, side) if piece.pawn else ()
                passed = {board.names[each] for way in ways if way.initial for each in way.through}
                found[can][side.other] |= passed
        if any(found[True][side] & found[False][side] for side in Side):
            raise UnsaidError("some of the double steps over a square can be captured en passant")
        white, black = (saying.region(found[True][side]) for side in Side)
        saying.sided("enPassantRegion", white, black)


def _promotions(saying: Saying) -> None:
    """Promotions of pawns where no mechanic says more of them."""
    rules = saying.rules
    if any(piece.pawn for piece in rules.pieces):
        saying.sided("promotionRegion", *saying.regions(rules.far))
        saying.say("promotionPieceTypes", saying.letters(rules.promotions))


# -- castling and the start ---------------------------------------------------------------------


def _castlings(saying: Saying) -> None:
    rules, board = saying.rules, saying.rules.board
    if not rules.castlings:
        saying.say("castling", "false")
        return
    if all(each.anywhere for each in rules.castlings):
        saying.true("chess960")
        pieces: Sequence[str] = rules.castlings[0].anywhere
    elif any(each.letter not in "KQkq" or each.anywhere for each in rules.castlings):
        raise UnsaidError("its castlings have other letters than K and Q")
    else:
        pieces = ""
    for each in rules.castlings:
        (king, goal), (rook, _) = ([board.names[site] for site in sites] for sites in (each.king, each.rook))
        right = board.places[each.rook[0]][0].x > board.places[each.king[0]][0].x
        wing = "King" if right else "Queen"
        if not each.anywhere and right is not (each.letter in "Kk"):
            raise UnsaidError("its castlings by K are with the rook on the left")
        beside = board.places[each.king[1]][0].x - board.places[each.rook[1]][0].x
        if beside != (1 if right else -1):
            raise UnsaidError("its rooks do not end beside the king that castles")
        _say_castling(saying, f"castling{wing}sideFile", goal[0])
        if not each.anywhere:
            rank = int(king[1:]) if each.side is Side.WHITE else board.charts[0].height + 1 - int(king[1:])
            _say_castling(saying, "castlingRank", str(rank))
            _say_castling(saying, "castlingKingFile", king[0])
            if rook[0] not in ("a", board.names[-1][0]):
                _say_castling(saying, f"castlingRook{wing}sideFile", rook[0])
    _castling_pieces(saying, pieces)


def _say_castling(saying: Saying, key: str, value: str) -> None:
    before = saying.keys.get(f"{key} ")  # what the first castling said, which may be the usual
    if before not in (None, value):
        raise UnsaidError("its castlings differ for the sides")
    saying.keys[f"{key} "] = value


def _castling_pieces(saying: Saying, pieces: Sequence[str]) -> None:
    for key in [each for each in saying.keys if each.endswith(" ")]:
        saying.say(key.strip(), saying.keys.pop(key))
    kings = {letter for letter, kind in saying.kinds.items() if kind == "king"}
    rooks = {letter for letter, kind in saying.kinds.items() if kind == "rook"}
    king = pieces[:1] or next(iter(kings), "") or ("K" if "K" in saying.kinds else "")
    signs, names = _occupants(saying), saying.rules.board.names
    corners = {signs.get(names[each.rook[0]], "").upper() for each in saying.rules.castlings} - {""}
    rook = pieces[1:] or "".join(sorted(corners)) or ("R" if "R" in saying.kinds else next(iter(rooks), ""))
    if {king} != kings:
        saying.keys["castlingKingPiece"] = saying.letters(king)
    if {*rook} != rooks:
        saying.keys["castlingRookPieces"] = saying.letters(rook)


def _occupants(saying: Saying) -> dict[str, str]:
    """The signs of the pieces at the start, by the names of their squares."""
    board, found = saying.rules.board, dict[str, str]()
    placement = saying.start.partition(" ")[0].partition("[")[0]
    for rank, row in zip(placement.split("/"), reversed(board.charts[0].rows), strict=True):
        sites = iter([site for site in row if site != HOLE])
        for sign in re.findall(r"\d+|\+?[A-Za-z]~?|.", rank):
            for _ in range(int(sign) if sign.isdecimal() else 1):
                name = board.names[next(sites)]
                if not sign.isdecimal():
                    found[name] = sign
    return found


def _fen(saying: Saying) -> None:
    """Say the position at the start: where there are no squares, it has walls."""
    rules = saying.rules
    chart = rules.board.charts[0]
    placement, mover, rights, *_ = saying.start.split(" ")
    _, bracket, hands = placement.partition("[")
    signs = _occupants(saying)
    ranks = []
    for row in reversed(chart.rows):
        text = "".join("*" if site == HOLE else signs.get(rules.board.names[site], " ") for site in row)
        ranks.append(re.sub(" +", lambda blanks: str(len(blanks[0])), text))
    if not rules.castlings and not any(isinstance(each, Gating | FirstLeaps) for each in rules.mechanics):
        rights = "-"
    counts = [f"{each.checks}+{each.checks}" for each in rules.mechanics if isinstance(each, CheckCount)]
    fields = ["/".join(ranks) + bracket + hands, mover, rights, "-", *counts, "0", "1"]
    saying.keys["startFen"] = " ".join(fields)
