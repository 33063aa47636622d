"""What a section says with all that it inherits, from others, from games of ours or from built-in ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Final

from fairyring.errors import reason_of, shown
from fairyring.gamefiles.ini.keys import ADDED, APART, ASIDE, FOR_BLACK, FORMER, KEYS, KINDS, PAWN_KEYS, Is
from fairyring.gamefiles.ini.reading import IniText, RefusedError, Said, Section, UnsaidError
from fairyring.gamefiles.shapes import nearest
from fairyring.messages import Message

MOST_PARENTS: Final = 50
SIDES: Final = ("White", "Black")
COUNTED: Final = ("extinctionPieceTypes", "flagPiece", "connectPieceTypes")
BUILTIN: Final = "builtin.ini"
_MOBILITY: Final = re.compile(r"mobilityRegion(White|Black)([A-Z]\w*)")


@dataclass
class Settings:
    """What a section says.

    Attributes:
        name: its name.
        said: the values, by their keys, for a side or for both.
        pieces: for each kind of piece, the value that names its letter; a kind without is not there.
        mobility: the squares of a kind and a side, by both.
    """

    name: str
    said: dict[str, Said] = field(default_factory=dict)
    pieces: dict[str, Said] = field(default_factory=dict)
    mobility: dict[tuple[str, str], Said] = field(default_factory=dict)

    def get(self, key: str, side: str = "") -> Said:
        """The value of a key, for a side if it differs for the sides."""
        if key + side in self.said:
            return self.said[key + side]
        usual = FOR_BLACK.get(key, KEYS[key].usual) if side == "Black" else KEYS[key].usual
        return self.said.get(key, Said(usual, 0, 1, key))

    def text(self, key: str) -> str:
        """The first word of a value."""
        return self.get(key).text.split(" ")[0]

    def true(self, key: str) -> bool:
        """Whether a key is true."""
        return self.text(key) == "true"

    def number(self, key: str) -> int:
        """The number of a key.

        Raises:
            RefusedError: it is not a number from 0 to 9999.
        """
        return number(self.get(key))

    @property
    def letters(self) -> dict[str, str]:
        """The letter of each kind that has one."""
        return {kind: said.text[0].upper() for kind, said in self.pieces.items()}

    def set_of(self, key: str, side: str) -> frozenset[str]:
        """The letters that a key names.

        Raises:
            RefusedError: one is of no piece.
        """
        said, known = self.get(key, side), {*self.letters.values()}
        if said.text == "" and not said.line:
            default = {"castlingKingPiece": "king", "castlingRookPieces": "rook"}.get(key, "pawn")
            return frozenset({self.letters[default]} if default in self.letters else ())
        found: set[str] = set()
        for sign in said.text.replace(" ", ""):
            if sign == "*":
                found |= known
            elif sign != "-":
                if sign.upper() not in known:
                    raise RefusedError(said, Message("no piece has the letter {letter}", letter=shown(sign)))
                found.add(sign.upper())
        return frozenset(found)

    @property
    def promoted(self) -> frozenset[str]:
        """The letters of what pawns of either side may become."""
        return frozenset[str]().union(*(self.set_of("promotionPieceTypes", side) for side in SIDES))

    def possible(self, side: str) -> frozenset[str]:
        """The letters of the pieces that a side can ever have, apart from what pieces promote to by pairs."""
        known = frozenset(self.letters.values())
        if self.true("capturesToHand") or self.text("promotedPieceType") != "-":
            return known
        placement = self.get("startFen").text.split(" ")[0]
        own = {sign.upper() for sign in placement if sign.isupper() == (side == "White")}
        return known & own | self.set_of("promotionPieceTypes", side)

    @cached_property
    def holes(self) -> frozenset[tuple[int, int]]:
        """The squares that are not there: walls at the start of a game to which no others come."""
        if self.text("wallingRule") != "none" or self.text("petrifyOnCaptureTypes") != "-":
            return frozenset()
        ranks = self.get("startFen").text.partition(" ")[0].partition("[")[0].split("/")
        found: set[tuple[int, int]] = set()
        for y, rank in enumerate(reversed(ranks)):
            x = 0
            for sign in re.findall(r"\d+|\+?[A-Za-z]~?|.", rank):
                if sign == "*":
                    found.add((x, y))
                x += int(sign[:3]) if sign.isdecimal() else 1
        return frozenset(found)

    def region(self, key: str, side: str) -> frozenset[tuple[int, int]]:
        """The squares of the board that a key names, as (file, rank) from 0.

        Raises:
            RefusedError: it names none.
        """
        return self.squares(self.get(key, side))

    def squares(self, said: Said) -> frozenset[tuple[int, int]]:
        """The squares of the board that a value names, as (file, rank) from 0; those beyond it are left out.

        Raises:
            RefusedError: it names none.
        """
        width, height = self.size
        found: set[tuple[int, int]] = set()
        for word in [] if said.text == "-" else said.text.split():
            match = re.fullmatch(r"([a-z*])(\d{1,2}|\*)|\*", word)
            if not match:
                raise RefusedError(
                    said,
                    Message(
                        "expected {wanted}, not {word}", wanted=Message(Is.REGION.value), word=shown(word)
                    ),
                )
            file, rank = match[1] or "*", match[2] or "*"
            if not match[1] and said.line:
                raise RefusedError(
                    said,
                    "Fairy-Stockfish does not understand * alone; write *1 *2 and so on for the whole board",
                )
            files = range(width) if file == "*" else [ord(file) - ord("a")]
            ranks = range(height) if rank == "*" else [int(rank) - 1]
            found |= {(x, y) for x in files for y in ranks if x < width and 0 <= y < height}
        return frozenset(found) - self.holes

    @property
    def size(self) -> tuple[int, int]:
        """The board's files and ranks.

        Raises:
            RefusedError: there can be no such board.
        """
        width, height = file_number(self.get("maxFile")), number(self.get("maxRank"))
        for key, size in (("maxFile", width), ("maxRank", height)):
            if not 1 <= size <= 16:
                raise RefusedError(
                    self.get(key), Message("a board has 1 to 16 files and ranks, not {size}", size=size)
                )
        return width, height


def number(said: Said) -> int:
    """The number that a value is.

    Raises:
        RefusedError: it is not a number from 0 to 9999.
    """
    word = said.text.split(" ")[0]
    if not re.fullmatch(r"\d{1,4}", word, re.ASCII):
        raise RefusedError(
            said, Message("expected a whole number from 0 to 9999, not {word}", word=shown(word))
        )
    return int(word)


def file_number(said: Said) -> int:
    """The number, from 1, of the file that a value names by its letter or number.

    Raises:
        RefusedError: it names none.
    """
    word = said.text.split(" ")[0]
    if re.fullmatch("[a-z]", word):
        return ord(word) - ord("a") + 1
    return number(said)


Parents = Callable[[str], str | None]
"""Finds a game that sections inherit from, as the text of a section; None if there is none of that name.

It raises `UnsaidError` for a game that no section can say.
"""


def settings_of(ini: IniText, section: Section, parents: Parents) -> Settings:
    """What a section says, with all that it inherits: from built-in games, earlier sections and ``parents``.

    Raises:
        RefusedError: it says something that is not a game here.
    """
    line, built_in = [section], _built_in()
    while parent := line[-1].parent:
        own = ini.sections.get(parent)
        if parent in built_in:
            line.append(built_in[parent])
        elif own is not None and own.line < line[-1].line:
            line.append(own)
        elif text := _game(parents, parent):
            return _applied(_of_text(parent, text), line)
        else:
            above = (name for name, each in ini.sections.items() if each.line < line[-1].line)
            near = nearest(parent, (*above, *built_in))
            raise RefusedError(
                None,
                Message(
                    "no game and no earlier section is called {parent}; {near}", parent=parent, near=near
                ),
            )
        if len(line) > MOST_PARENTS:
            raise RefusedError(
                None, Message("sections inherit from at most {most} others in a row", most=MOST_PARENTS)
            )
    return _applied(Settings(section.name), line)


def _game(parents: Parents, name: str) -> str | None:
    """A game of fairyring as a section.

    Raises:
        RefusedError: no section can say it.
    """
    try:
        return parents(name)
    except UnsaidError as error:
        raise RefusedError(
            None,
            Message(
                "fairyring's game {name} cannot be written as a section: {error}",
                name=name,
                error=reason_of(error),
            ),
        ) from error


@cache
def _built_in() -> Mapping[str, Section]:
    """The built-in games that are not games of fairyring, or not quite."""
    text = IniText(files("fairyring.gamefiles.ini").joinpath(BUILTIN).read_bytes(), BUILTIN)
    return {name: _elsewhere(section) for name, section in text.sections.items()}


@cache
def built_in(name: str) -> Settings:
    """What a built-in game says, which is not a game of fairyring or not quite."""
    line = [_built_in()[name]]
    while parent := line[-1].parent:
        line.append(_built_in()[parent])
    return _applied(Settings(name), line)


@lru_cache(maxsize=200)
def _of_text(name: str, text: str) -> Settings:
    """What the section of a game of ours says."""
    return _applied(Settings(name), [_elsewhere(IniText(text.encode(), name).sections[name])])


def _elsewhere(section: Section) -> Section:
    """A section that stands in no file of the user's."""
    said = {key: value._replace(line=0) for key, value in section.said.items()}
    return replace(section, line=0, said=said)


def _applied(settings: Settings, line: list[Section]) -> Settings:
    """Settings with what sections say, the last one first."""
    found = Settings(line[0].name, {**settings.said}, {**settings.pieces}, {**settings.mobility})
    for section in reversed(line):
        _apply(found, section.said)
    return found


def _apply(settings: Settings, said: Mapping[str, Said]) -> None:
    given = {FORMER.get(key, key): value for key, value in said.items()}
    for key, value in given.items():
        base = key.removesuffix("White").removesuffix("Black")
        sided = base != key and base in KEYS and KEYS[base].sided
        known = sided or key in KEYS or key in ASIDE or key in KINDS or _MOBILITY.fullmatch(key)
        if not known:
            reason = Message("fairyring does not know this key; {near}", near=nearest(key, (*KEYS, *KINDS)))
            raise RefusedError(value, reason)
        if key in APART:
            raise RefusedError(
                value, Message("Fairy-Stockfish knows only {key}White and {key}Black", key=key)
            )
    before = {letter: kind for kind, letter in settings.letters.items()}
    gone: set[str] = set()  # kinds that pawns do not become any longer
    for kind in KINDS:
        if kind in given:
            letter = given[kind].text[:1].upper()
            gone |= {other for other, own in settings.letters.items() if letter == own}
            gone |= {kind} if not letter.isalpha() else set()
            _define(settings, kind, given[kind])
    if any(kind in given for kind in KINDS):
        for key, value in settings.said.items():
            base = key.removesuffix("White").removesuffix("Black")
            if base in KEYS and KEYS[base].what is Is.LETTERS:
                left = gone if base == "promotionPieceTypes" else set[str]()
                settings.said[key] = _of_kinds(settings, base, value, before, left)
    for key in ADDED:
        if key in settings.said:
            settings.said[key] = _in_new_letters(settings, settings.said[key], before)
        if key in given and key in settings.said:
            given[key] = _added(settings.said[key], given[key])
    if "pawnTypes" in given:
        for key in PAWN_KEYS:
            _set(settings, key, given["pawnTypes"])
    for key, value in given.items():
        if match := _MOBILITY.fullmatch(key):
            kind = match[2][0].lower() + match[2][1:]
            kind = FORMER.get(kind, kind)
            if kind not in KINDS:
                raise RefusedError(value, Message("there is no kind of piece {kind}", kind=match[2]))
            settings.mobility[kind, match[1]] = value
        elif key in KEYS and key != "pawnTypes":
            _set(settings, key, value)
    for key, value in given.items():
        if key not in KEYS and key not in KINDS and key not in ASIDE and not _MOBILITY.fullmatch(key):
            settings.said[key] = value


def _of_kinds(
    settings: Settings, key: str, said: Said, before: Mapping[str, str], gone: Collection[str]
) -> Said:
    """What was said of kinds, in the letters that they have now, without those that are ``gone``.

    Of a kind without a letter there is no piece; but it can count that there is none.
    """
    found = ""
    for sign in said.text:
        kind = before.get(sign.upper(), "")
        letter = settings.letters.get(kind, "").lower()
        if not sign.isalpha():
            found += sign
        elif kind not in gone and (letter or key in COUNTED):
            found += letter or "?"
    return said._replace(text=found.strip() or ("-" if said.text.strip() else ""))


def _in_new_letters(settings: Settings, said: Said, before: Mapping[str, str]) -> Said:
    """What was said of kinds, in the letters that they have now; what is said of others is left out."""
    words = []
    for word in said.text.split():
        letter, colon, other = word.partition(":")
        kinds = [before.get(each.upper()) for each in (letter, other) if each.isalpha()]
        letters = [settings.letters.get(kind or "", "").lower() for kind in kinds]
        if colon and all(letters):
            words.append(":".join([*letters, other][:2]))
    return said._replace(text=" ".join(words) or "-")


def _added(inherited: Said, said: Said) -> Said:
    """What a section says of some pieces, with what it inherits of others."""
    words = said.text.split()
    own = {word[0].upper() for word in words}
    kept = [word for word in inherited.text.split() if word[0].upper() not in own]
    return said._replace(text=" ".join(word for word in (*kept, *words) if word != "-") or "-")


def _set(settings: Settings, key: str, value: Said) -> None:
    """Set a key for both sides."""
    for side in SIDES:
        settings.said.pop(key + side, None)
    settings.said[key] = value


def _define(settings: Settings, kind: str, said: Said) -> None:
    """Give a kind of piece its letter, which no other kind has from then on."""
    if not re.fullmatch(r"[a-z](:.*)?|[a-z]|-", said.text, re.IGNORECASE) and not said.text == "":
        raise RefusedError(said, "expected a letter, perhaps with : and a movement, or - for none")
    settings.pieces.pop(kind, None)
    if not said.text[:1].isalpha():
        return
    if kind.startswith("custom") and ":" not in said.text:
        raise RefusedError(said, "expected a letter, : and a movement, such as a:BN")
    for other, value in list(settings.pieces.items()):
        if value.text[0].lower() == said.text[0].lower():
            del settings.pieces[other]
    settings.pieces[kind] = said
