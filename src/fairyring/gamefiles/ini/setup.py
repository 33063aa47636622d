"""The board, the array, the pieces, castling and pawns of a section, in the words of a game file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import asdict, replace
from typing import Any, Final

from fairyring.errors import shown
from fairyring.gamefiles.ini.keys import KINDS
from fairyring.gamefiles.ini.reading import RefusedError, Said, lacks
from fairyring.gamefiles.ini.settings import SIDES, Settings, file_number, number
from fairyring.messages import Message
from fairyring.pieces import BetzaError, betza
from fairyring.pieces.betza.writing import parts_of
from fairyring.pieces.movement import Leap, Movement

Square = tuple[int, int]
Document = dict[str, Any]
STOCKFISH: Final = "fairy-stockfish"
ON_LINES: Final = {"wazir": "F", "soldier": "fF", "rook": "B", "janggiCannon": "pB", "king": "F"}
"""What kinds move along the diagonals of palaces, too."""
LONG_STEPS: Final = ("mfWimfR3cfF", "mfWimfnDcfF")
"""How pawns move from where they may go three squares, and from elsewhere."""
EN_PASSANT: Final = "en passant for some pawns, or some captures, and not for others"


class Array:
    """The position at the start.

    Attributes:
        said: the value that has it.
        rows: its ranks from the last one down: for each square a letter, a sign or nothing.
        hands: the letters of the pieces in hand.
        fields: the fields behind the board; the rights to castle may be left out there.
        walls: whether there are walls, to which others come.
    """

    def __init__(self, settings: Settings) -> None:
        """Read it.

        Raises:
            RefusedError: it does not fit the board and the pieces.
        """
        self.said = settings.get("startFen")
        placement, *self.fields = self.said.text.split() or [""]
        if len(self.fields) > 1 and not re.fullmatch("[A-Za-z]+|-", self.fields[1]):
            self.fields.insert(1, "-")
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
            reason = Message(
                "the position does not have {height} ranks of {width} squares", height=height, width=width
            )
            raise RefusedError(self.said, reason)
        self.walls = not settings.holes and any("*" in row for row in self.rows)
        letters = {*settings.letters.values()}
        for sign in (*self.signs, *self.hands):
            if sign.lstrip("+").upper() not in letters:
                raise RefusedError(self.said, Message("no piece has the letter {letter}", letter=shown(sign)))

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
        """The array, as a game file has it: without walls, which are holes or stand in the start alone."""
        wall = "" if not self.walls else " "
        return _written([wall if cell == "*" else cell or " " for cell in row] for row in self.rows)

    @property
    def with_walls(self) -> str:
        """The array with its walls, as a position text has it."""
        return _written([cell or " " for cell in row] for row in self.rows)


def _written(rows: Iterable[Iterable[str]]) -> str:
    """Ranks of squares as a text; an empty square is a blank."""
    ranks = ("".join(row) for row in rows)
    return "/".join(re.sub(" +", lambda blanks: str(len(blanks[0])), rank) for rank in ranks if rank)


def name_of(square: Square) -> str:
    """The name of a square."""
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def area(settings: Settings, white: Collection[Square], black: Collection[Square]) -> Any:
    """Squares of each side as an area of a game file: by ranks where they are whole ranks."""
    width, height = settings.size
    own = {y for _, y in white}
    whole, mirrored = (
        {(x, y) for x in range(width) for y in ys} - settings.holes for ys in _both(own, height)
    )
    if white and {*white} == whole and {*black} == mirrored:
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


def _both(own: set[int], height: int) -> tuple[set[int], set[int]]:
    """Ranks as each side counts them."""
    return own, {height - 1 - y for y in own}


def first_ranks(settings: Settings, key: str) -> int | None:
    """How many of its first ranks a key names for each side; 0 for all squares, None for anything else.

    Raises:
        RefusedError: it names no squares.
    """
    found = area(settings, *(settings.region(key, side) for side in SIDES))
    if found == "anywhere":
        return 0
    ranks = found["ranks"] if isinstance(found, dict) and "ranks" in found else []
    ranks = [y % (settings.size[1] + 1) for y in ranks]
    return len(ranks) if ranks == list(range(1, len(ranks) + 1)) and ranks else None


def board(settings: Settings) -> Document:
    """The board."""
    width, height = settings.size
    found: Document = {"width": width, "height": height}
    if settings.holes:
        found["holes"] = [name_of(square) for square in sorted(settings.holes)]
    return found


def _own(kind: str, said: Said) -> bool:
    """Whether a kind has a movement of its own in the section."""
    return kind.startswith("custom") or (kind == "king" and ":" in said.text)


def notation(settings: Settings, kind: str) -> str:
    """The notation of a kind's movement, in that program's dialect; pawns have their double step."""
    said = settings.pieces[kind]
    found = said.text.partition(":")[2].strip() if _own(kind, said) else KINDS[kind].movement
    return found.replace("e", "")


def movement(settings: Settings, kind: str, steps: bool) -> Any:
    """How a kind of piece moves.

    Raises:
        RefusedError: its movement cannot be played here.
    """
    said, moves = settings.pieces[kind], notation(settings, kind)
    if _own(kind, said) and not steps and "i" in moves:
        raise RefusedError(said, "it has initial moves (i), but there are no squares for them")
    long = settings.region("tripleStepRegion", "White") | settings.region("tripleStepRegion", "Black")
    if kind == "pawn" and not steps:
        moves = moves.removesuffix("ifmnD")
    own, able = pawns(settings), capturers(settings)
    try:
        found = betza(moves, STOCKFISH)
        try:
            same = betza(moves) == found
        except BetzaError:
            same = False
    except BetzaError as error:
        raise RefusedError(said, str(error)) from error
    if said.text[0].upper() in own - able and own & able and passing(settings, steps) != "nowhere":
        return _never_passing(settings, kind, found)
    if kind == "pawn" and steps and long:
        return _long_steps(settings, kind)
    written: Any = moves if same and moves else _in_dialect(moves)
    lines = settings.squares(settings.get("diagonalLines"))
    general = moves == "W" and not said.line  # one of a section's own is no general there
    if lines and kind in ON_LINES and (kind != "king" or general):
        names = [name_of(square) for square in sorted(lines)]
        written = [written, {"kind": "within", "movement": ON_LINES[kind], "area": {"names": names}}]
    if not any((kind, side) in settings.mobility for side in SIDES):
        return written
    regions = [mobility(settings, kind, side) for side in SIDES]
    return {"kind": "within", "movement": written, "area": area(settings, *regions)}


def _never_passing(settings: Settings, kind: str, moves: Movement) -> list[Document]:
    """How pawns move that do not capture en passant, but can be captured so."""
    said, parts = settings.pieces[kind], parts_of(moves) or frozenset()
    leaps = [part for part in parts if isinstance(part, Leap)]
    parted = any((kind, side) in settings.mobility for side in SIDES)
    triple = any(settings.region("tripleStepRegion", side) for side in SIDES)
    if len(leaps) < max(len(parts), 1) or parted or triple:
        raise RefusedError(
            said,
            Message(
                "fairyring does not support {what}, where they do more than leap", what=Message(EN_PASSANT)
            ),
        )
    return [{"kind": "leap", **_said(replace(leap, passing=False))} for leap in sorted(leaps, key=str)]


def _said(leap: Leap) -> dict[str, Any]:
    """What a game file says of a leap: what is None there is what it is by default."""
    return {key: value for key, value in asdict(leap).items() if value is not None}


def capturers(settings: Settings) -> frozenset[str]:
    """The letters of the pieces of either side that capture en passant."""
    found = {said.text[0].upper() for said in settings.pieces.values() if "e" in said.text.partition(":")[2]}
    for side in SIDES:
        found |= settings.set_of("enPassantTypes", side) & settings.possible(side)
    return frozenset(found)


def _long_steps(settings: Settings, kind: str) -> Document:
    """How pawns move that go three squares from some of the squares from which they go two."""
    regions = [settings.region("tripleStepRegion", side) for side in SIDES]
    doubles = [settings.region("doubleStepRegion", side) for side in SIDES]
    said = settings.get("tripleStepRegion", "White")
    if any(not triple <= double for triple, double in zip(regions, doubles, strict=True)):
        raise RefusedError(said, "triple steps begin where double steps do")
    if settings.mobility.get((kind, "White")) or settings.mobility.get((kind, "Black")):
        raise RefusedError(said, "fairyring does not support triple steps in a part of the board alone")
    return {
        "kind": "where",
        "area": area(settings, *regions),
        "inside": LONG_STEPS[0],
        "outside": LONG_STEPS[1],
    }


def mobility(settings: Settings, kind: str, side: str) -> frozenset[Square]:
    """Where a side's pieces of a kind can be."""
    return settings.squares(settings.mobility.get((kind, side)) or Said("*", 0, 1, "mobilityRegion"))


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
        drawing = drawing or (name if re.fullmatch("[a-z]+", name) else "")
        if name in taken:
            name = f"{name} {said.text[0].upper()}"
        taken.add(name)
        found[kind] = (name, drawing)
    return found


def pawns(settings: Settings, side: str = "") -> frozenset[str]:
    """The letters of pawns, of one side or of both: they promote, capture en passant, and reset the clock.

    If nothing promotes as a pawn, they are the pieces whose moves reset the clock.

    Raises:
        RefusedError: some pieces are pawns only in a part of this.
    """
    found = {each: _promoting(settings, each) for each in SIDES}
    if not any(found.values()):
        found = {each: settings.set_of("nMoveRuleTypes", each) & settings.possible(each) for each in SIDES}
    for each in SIDES:
        counting = settings.set_of("nMoveRuleTypes", each) & settings.possible(each)
        if counting != found[each] and settings.number("nMoveRule"):
            reason = "in fairyring the pieces that promote as pawns are those whose moves reset the clock"
            raise RefusedError(settings.get("nMoveRuleTypes"), reason)
    for each, other in zip(SIDES, reversed(SIDES), strict=True):
        if (found[each] - found[other]) & settings.possible(other):
            raise RefusedError(
                settings.get("promotionPawnTypes", other), "fairyring has no pawns of one side alone"
            )
    return found[side] if side else found["White"] | found["Black"]


def _promoting(settings: Settings, side: str) -> frozenset[str]:
    """The letters of a side's pieces that promote as pawns."""
    return settings.set_of("promotionPawnTypes", side) & settings.possible(side)


def promote(settings: Settings) -> bool:
    """Whether pawns promote anywhere."""
    return any(_promoting(settings, side) and settings.region("promotionRegion", side) for side in SIDES)


def passing(settings: Settings, steps: bool) -> Any:
    """From where double steps can be captured en passant, or None for anywhere.

    Raises:
        RefusedError: some pawns capture en passant, and others do not.
    """
    promoting = pawns(settings)
    if not steps:
        return "nowhere"
    for said in settings.pieces.values():
        if "e" in said.text.partition(":")[2] and said.text[0].upper() not in promoting:
            raise lacks(said, EN_PASSANT)
    saying = {said.text[0].upper() for said in settings.pieces.values() if "e" in said.text.partition(":")[2]}
    takers = [(settings.set_of("enPassantTypes", side) | saying) & settings.possible(side) for side in SIDES]
    regions = [settings.region("enPassantRegion", side) for side in SIDES]
    if not any(takers) or not any(regions):
        return "nowhere"
    if takers != [pawns(settings, side) & capturers(settings) for side in SIDES]:
        raise lacks(settings.get("enPassantTypes"), EN_PASSANT)
    width, height = settings.size
    everywhere = {(x, y) for x in range(width) for y in range(height)} - settings.holes
    if all(everywhere == region for region in regions):
        return None
    if any(settings.region("tripleStepRegion", side) for side in SIDES):
        raise RefusedError(
            settings.get("enPassantRegion"),
            Message("fairyring does not support {what} after triple steps", what=Message(EN_PASSANT)),
        )
    kinds = {kind for kind, letter in settings.letters.items() if letter in promoting}
    if kinds != {"pawn"}:
        raise lacks(settings.get("enPassantRegion"), EN_PASSANT)
    steps_from = [settings.region("doubleStepRegion", side) for side in SIDES]
    white = {(x, y) for x, y in steps_from[0] if (x, y + 1) in regions[1]}  # Black captures White's pawns
    black = {(x, y) for x, y in steps_from[1] if (x, y - 1) in regions[0]}
    return area(settings, white, black)


def castlings(settings: Settings, array: Array) -> Any:
    """The castlings that the position's rights name.

    Raises:
        RefusedError: it names others than K and Q, or king or rook are not where they should be.
    """
    rights = array.fields[1] if len(array.fields) > 1 else "-"
    dropped = settings.true("castlingDroppedPiece")
    if not settings.true("castling") or (rights == "-" and not dropped):
        return []
    if settings.true("chess960"):
        return _anywhere(settings, array)
    found: list[Document] = []
    for letter in "KQkq" if dropped else rights.replace("-", ""):
        if letter not in "KQkq":
            if settings.true("seirawanGating"):
                continue
            raise RefusedError(
                array.said, Message("castling rights are letters of KQkq, not {letter}", letter=shown(letter))
            )
        found.append(_castling(settings, array, letter, dropped))
    return found


def _anywhere(settings: Settings, array: Array) -> Document:
    """Castlings of kings and rooks that may start anywhere on the first rank."""
    pieces: list[str] = []
    for key in ("castlingKingPiece", "castlingRookPieces"):
        white, black = (settings.set_of(key, side) for side in SIDES)
        if white != black or len(white) != 1:
            raise RefusedError(settings.get(key), "castling from any array is of one kind with one other")
        pieces += white
    if number(settings.get("castlingRank")) != 1:
        raise RefusedError(settings.get("castlingRank"), "castling from any array is on the first rank")
    goals = [settings.get(f"castling{wing}sideFile") for wing in ("King", "Queen")]
    files = [
        (file_number(said) - 1, file_number(said) - 1 + by) for said, by in zip(goals, (-1, 1), strict=True)
    ]
    for said, ends in zip(goals, files, strict=True):
        if not all(0 <= file < settings.size[0] for file in ends):
            raise RefusedError(said, "castling ends beside the board")
    found: Document = {"kind": "anywhere", "king": pieces[0], "rook": pieces[1]}
    named = [[chr(ord("a") + file) for file in ends] for ends in files]
    if pieces[0] not in (sign.upper() for sign in array.signs):
        raise RefusedError(array.said, Message("there is no {piece}, which castles", piece=pieces[0]))
    return found if named == [["g", "f"], ["c", "d"]] else found | {"goals": named}


def _castling(settings: Settings, array: Array, letter: str, dropped: bool) -> Document:
    side = "White" if letter.isupper() else "Black"
    width, height = settings.size
    rank = number(settings.get("castlingRank")) - 1
    y = rank if side == "White" else height - 1 - rank
    row = array.rows[height - 1 - y] if 0 <= y < height else []
    own = [cell if cell.isupper() == (side == "White") else "" for cell in row]
    kings = settings.set_of("castlingKingPiece", side)
    rooks = settings.set_of("castlingRookPieces", side)
    there = [x for x, cell in enumerate(own) if cell.upper() in kings]
    king = there[0] if len(there) == 1 else file_number(settings.get("castlingKingFile")) - 1
    places = [x for x, cell in enumerate(own) if cell.upper() in rooks]
    if dropped:
        places = [0, len(own) - 1]
    if letter in "Kk":
        goal = file_number(settings.get("castlingKingsideFile")) - 1
        places, key = [x for x in reversed(places) if x > king], "castlingRookKingsideFile"
    else:
        goal = file_number(settings.get("castlingQueensideFile")) - 1
        places, key = [x for x in places if x < king], "castlingRookQueensideFile"
    if settings.get(key).text:
        places = [x for x in places if x == file_number(settings.get(key)) - 1]
    if not (0 <= king < len(own) and (dropped or own[king].upper() in kings) and places):
        raise RefusedError(
            array.said, Message("castling {letter}: king or rook is not where castling begins", letter=letter)
        )
    beside = goal - 1 if letter in "Kk" else goal + 1
    if not (0 <= goal < width and 0 <= beside < width):
        raise RefusedError(array.said, Message("castling {letter}: it ends beside the board", letter=letter))
    royal = settings.letters.get("king") in kings or settings.true("extinctionPseudoRoyal")
    one: Document = {
        "letter": letter,
        "king": [name_of((king, y)), name_of((goal, y))],
        "rook": [name_of((places[0], y)), name_of((beside, y))],
    }
    return one if royal else one | {"safe": False}
