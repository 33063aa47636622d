"""The board, the array, the pieces, castling and pawns of a section, in the words of a game file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any, Final

from fairyring.errors import shown
from fairyring.gamefiles.ini.keys import KINDS
from fairyring.gamefiles.ini.reading import RefusedError, Said
from fairyring.gamefiles.ini.settings import SIDES, Settings, file_number, number
from fairyring.pieces import BetzaError, betza

Square = tuple[int, int]
Document = dict[str, Any]
STOCKFISH: Final = "fairy-stockfish"
EN_PASSANT: Final = "en passant for some pawns, or some captures, and not for others"


class Array:
    """The position at the start.

    Attributes:
        said: the value that has it.
        rows: its ranks from the last one down: for each square a letter, a sign or nothing.
        hands: the letters of the pieces in hand.
        fields: the fields behind the board.
    """

    def __init__(self, settings: Settings) -> None:
        """Read it.

        Raises:
            RefusedError: it does not fit the board and the pieces.
        """
        self.said = settings.get("startFen")
        placement, *self.fields = self.said.text.split()
        board, _, hands = placement.partition("[")
        self.hands = hands.rstrip("]").replace("-", "")
        self.has_hands = bool(hands)
        width, height = settings.size
        self.rows = [re.findall(r"\d+|\+?[A-Za-z]~?|\*|.", rank) for rank in board.split("/")]
        self.rows = [
            [cell for sign in row for cell in ([""] * min(int(sign), 99) if sign.isdecimal() else [sign])]
            for row in self.rows
        ]
        if [len(row) for row in self.rows] != [width] * height:
            reason = f"the position has not {height} ranks of {width} squares"
            raise RefusedError(self.said, reason)
        if any("*" in row for row in self.rows):
            raise RefusedError(self.said, "fairyring lacks walls at the start here")
        letters = {*settings.letters.values()}
        for sign in (*self.signs, *self.hands):
            if sign.lstrip("+").upper() not in letters:
                raise RefusedError(self.said, f"no piece has the letter {shown(sign)}")

    @property
    def signs(self) -> list[str]:
        """All pieces on the board, as they are written."""
        return [cell for row in self.rows for cell in row if cell and cell != "*"]

    def pieces(self) -> Iterable[tuple[str, Square]]:
        """All pieces on the board, and where they stand."""
        for place, row in enumerate(self.rows):
            for x, cell in enumerate(row):
                if cell and cell != "*":
                    yield cell, (x, len(self.rows) - 1 - place)

    def count(self, letter: str, side: str) -> int:
        """How many such pieces a side has."""
        own = letter.upper() if side == "White" else letter.lower()
        return sum(sign == own for sign in (*self.signs, *self.hands))

    @property
    def text(self) -> str:
        """The array, as a game file has it."""
        ranks = []
        for row in self.rows:
            cells = "".join(cell or " " for cell in row if cell != "*")
            if cells:
                ranks.append(re.sub(" +", lambda blanks: str(len(blanks[0])), cells))
        return "/".join(ranks)


def name_of(square: Square) -> str:
    """The name of a square."""
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def area(settings: Settings, white: Collection[Square], black: Collection[Square]) -> Any:
    """Squares of each side as an area of a game file: by ranks where they are whole ranks."""
    width, height = settings.size
    own = {y for _, y in white}
    whole = {(x, y) for x in range(width) for y in own} == {*white}
    if whole and {(x, height - 1 - y) for x, y in white} == {*black} and white:
        if own == {*range(height)}:
            return "anywhere"
        near = [y + 1 for y in sorted(own)]
        return {"ranks": [y if y <= height // 2 else y - height - 1 for y in near]}
    if not white and not black:
        return "nowhere"
    return {
        side: {"names": [name_of(each) for each in sorted(squares)]} if squares else "nowhere"
        for side, squares in (("white", white), ("black", black))
    }


def board(settings: Settings) -> Document:
    """The board."""
    width, height = settings.size
    return {"width": width, "height": height}


def movement(settings: Settings, kind: str, steps: bool) -> Any:
    """How a kind of piece moves.

    Raises:
        RefusedError: its movement cannot be played here.
    """
    said = settings.pieces[kind]
    _, colon, own = said.text.partition(":")
    custom = kind.startswith("custom") or (kind == "king" and colon)
    notation = (own.strip() if custom else KINDS[kind].movement).replace("e", "")
    if custom and not steps and "i" in notation:
        raise RefusedError(said, "it has initial moves (i), but there are no squares for them")
    if kind == "pawn" and not steps:
        notation = notation.removesuffix("ifmnD")
    try:
        found = betza(notation, STOCKFISH)
        try:
            same = betza(notation) == found
        except BetzaError:
            same = False
    except BetzaError as error:
        raise RefusedError(said, str(error)) from error
    written: Any = notation if same and notation else _in_dialect(notation)
    white, black = (settings.mobility.get((kind, side)) for side in SIDES)
    if not white and not black:
        return written
    regions = [_mobility(settings, said) for said in (white, black)]
    return {"kind": "within", "movement": written, "area": area(settings, *regions)}


def _mobility(settings: Settings, said: Said | None) -> frozenset[Square]:
    return settings.squares(said or Said("*", 0, 1, "mobilityRegion"))


def _in_dialect(notation: str) -> Document:
    return {"kind": "betza", "notation": notation, "dialect": STOCKFISH}


def names(settings: Settings) -> dict[str, tuple[str, str]]:
    """For each kind, the name of the piece and of its drawing."""
    known = {each.movement: each for each in reversed(KINDS.values()) if each.movement}
    found: dict[str, tuple[str, str]] = {}
    taken: set[str] = set()
    for kind, said in settings.pieces.items():
        own = said.text.partition(":")[2].strip()
        usual = KINDS[kind] if KINDS[kind].name else known.get(own)
        name, drawing = (usual.name, usual.drawing) if usual else (f"piece {said.text[0].upper()}", "")
        if name in taken:
            name, drawing = f"{name} {said.text[0].upper()}", drawing or name
        taken.add(name)
        found[kind] = (name, drawing)
    return found


def pawns(settings: Settings) -> frozenset[str]:
    """The letters of pawns: they promote, capture en passant, and reset the clock.

    Raises:
        RefusedError: some pieces are pawns only in a part of this.
    """
    groups = {key: settings.set_of(key, "White") for key in ("promotionPawnTypes", "nMoveRuleTypes")}
    for key, letters in groups.items():
        if letters != settings.set_of(key, "Black"):
            raise RefusedError(settings.get(key), "fairyring has no pawns of one side alone")
    found = groups["promotionPawnTypes"]
    if found != groups["nMoveRuleTypes"] and settings.number("nMoveRule"):
        reason = "in fairyring the pieces that promote as pawns are those whose moves reset the clock"
        raise RefusedError(settings.get("nMoveRuleTypes"), reason)
    return found


def passing(settings: Settings, steps: bool) -> Any:
    """From where double steps can be captured en passant, or None for anywhere.

    Raises:
        RefusedError: some pawns capture en passant, and others do not.
    """
    promoting = pawns(settings)
    for said in settings.pieces.values():
        if "e" in said.text.partition(":")[2] and said.text[0].upper() not in promoting:
            raise RefusedError(said, f"fairyring lacks {EN_PASSANT}")
    takers = [
        settings.set_of("enPassantTypes", side)
        | {s.text[0].upper() for s in settings.pieces.values() if "e" in s.text.partition(":")[2]}
        for side in SIDES
    ]
    regions = [settings.region("enPassantRegion", side) for side in SIDES]
    if not steps or not any(takers) or not any(regions):
        return "nowhere"
    if takers != [promoting, promoting]:
        raise RefusedError(settings.get("enPassantTypes"), f"fairyring lacks {EN_PASSANT}")
    width, height = settings.size
    everywhere = {(x, y) for x in range(width) for y in range(height)}
    if any(everywhere != region for region in regions):
        raise RefusedError(settings.get("enPassantRegion"), f"fairyring lacks {EN_PASSANT}")
    return None


def castlings(settings: Settings, array: Array) -> list[Document]:
    """The castlings that the position's rights name.

    Raises:
        RefusedError: it names others than K and Q, or king or rook are not where they should be.
    """
    rights = array.fields[1] if len(array.fields) > 1 else "-"
    if not settings.true("castling") or rights == "-" or settings.true("seirawanGating"):
        rights = rights if settings.true("castling") else "-"
    found: list[Document] = []
    for letter in rights.replace("-", ""):
        if letter not in "KQkq":
            if settings.true("seirawanGating"):
                continue
            raise RefusedError(array.said, f"castling rights are letters of KQkq, not {shown(letter)}")
        found.append(_castling(settings, array, letter))
    return found


def _castling(settings: Settings, array: Array, letter: str) -> Document:
    side = "White" if letter.isupper() else "Black"
    width, height = settings.size
    rank = number(settings.get("castlingRank")) - 1
    y = rank if side == "White" else height - 1 - rank
    row = array.rows[height - 1 - y] if 0 <= y < height else []
    own = [cell if cell.isupper() == (side == "White") else "" for cell in row]
    kings = settings.set_of("castlingKingPiece", side)
    rooks = settings.set_of("castlingRookPieces", side)
    king = file_number(settings.get("castlingKingFile")) - 1
    places = [x for x, cell in enumerate(own) if cell.upper() in rooks]
    if letter in "Kk":
        goal = file_number(settings.get("castlingKingsideFile")) - 1
        places, key = [x for x in reversed(places) if x > king], "castlingRookKingsideFile"
    else:
        goal = file_number(settings.get("castlingQueensideFile")) - 1
        places, key = [x for x in places if x < king], "castlingRookQueensideFile"
    if settings.get(key).text:
        places = [x for x in places if x == file_number(settings.get(key)) - 1]
    if not (0 <= king < len(own) and own[king].upper() in kings and places):
        raise RefusedError(array.said, f"castling {letter}: king or rook is not where castling begins")
    beside = goal - 1 if letter in "Kk" else goal + 1
    if not (0 <= goal < width and 0 <= beside < width):
        raise RefusedError(array.said, f"castling {letter}: it ends beside the board")
    royal = settings.letters.get("king") in kings or settings.true("extinctionPseudoRoyal")
    one: Document = {
        "letter": letter,
        "king": [name_of((king, y)), name_of((goal, y))],
        "rook": [name_of((places[0], y)), name_of((beside, y))],
    }
    return one if royal else one | {"safe": False}
