"""Materials: which pieces are on the board, how players write them, and where each piece can be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.board.turns import Turn
from fairyring.endgames.symmetries import symmetries
from fairyring.errors import EndgameError, shown
from fairyring.game import Setup, Variant
from fairyring.kernels.base import PieceRules
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.retrograde import FIELDS, MOST_PIECES, NONE, Endgames
from fairyring.messages import Message

VERSUS = "v"
CODES = 256
TRIES = 40  # positions looked at, to see whether a piece can be on another


def read_material(rules: PieceRules, text: str) -> tuple[int, ...]:
    """The codes of the pieces that a text such as ``KQvK`` names: White's, a small v, and Black's.

    Raises:
        EndgameError: it names an unknown piece, or not from one to four pieces.
    """
    sides = text.split(VERSUS)
    if len(sides) != 2:
        raise EndgameError(
            Message("pieces: White's, a small v, and Black's, such as KQvK, not {text}", text=shown(text))
        )
    letters = sorted((code for code in rules.codes if not code.islower()), key=len, reverse=True)
    found = []
    for side, named in zip(Side, sides, strict=True):
        rest = named
        while rest:
            letter = next((each for each in letters if rest.startswith(each)), None)
            if letter is None:
                raise EndgameError(
                    Message(
                        "pieces: there is no piece {letter} in this game; there are {letters}",
                        letter=shown(rest[0]),
                        letters=", ".join(sorted(letters)),
                    )
                )
            found.append(rules.codes[letter if side is Side.WHITE else letter.lower()])
            rest = rest[len(letter) :]
    if not 1 <= len(found) <= MOST_PIECES:
        raise EndgameError(
            Message("pieces: from 1 to {most} of them, not {number}", most=MOST_PIECES, number=len(found))
        )
    return tuple(sorted(found))


def check_royals(variant: Variant, rules: PieceRules, codes: Sequence[int]) -> None:
    """Refuse pieces that cannot make a position, because royal ones are missing or too many.

    Raises:
        EndgameError: royal pieces are missing or too many.
    """
    cells = variant.definition.form.placed(variant.definition.start).cells[0, 0].tolist()
    for kind, piece in enumerate(rules.pieces):
        for side in Side if piece.royal else ():
            code = code_of(kind, side)
            number, most = codes.count(code), max(1, cells.count(code))
            least = most if rules.fewest_royals(side) else 0
            if not least <= number <= most:
                raise EndgameError(
                    Message(
                        "pieces: {side} needs its {piece} exactly as often as the game has it: {most}, not"
                        " {number}",
                        side=side.capitalize(),
                        piece=piece.name,
                        most=most,
                        number=number,
                    )
                )


def write_material(rules: PieceRules, codes: Iterable[int]) -> str:
    """The text that `read_material` reads; the last of the game's kinds, often the king, comes first."""
    letters = {code: letter.upper() for code, letter in rules.letters.items()}
    sides: list[list[str]] = [[], []]
    for code in sorted(codes, reverse=True):
        sides[code & 1].append(letters[code])
    return VERSUS.join(map("".join, sides))


def signature_of(codes: Iterable[int]) -> int:
    """A material as one number: its codes as bytes, the smallest first."""
    found = 0
    for code in sorted(codes):
        found = found << 8 | code
    return found


def codes_of(signature: int) -> tuple[int, ...]:
    """The codes of a `signature_of`."""
    return tuple(byte for byte in signature.to_bytes(8, "big") if byte)


@dataclass(frozen=True)
class Area:
    """Where the pieces of a game can be: places, by code.

    Attributes:
        rules: the game's rules.
        start: the sites and codes of the pieces in the array.
        anywhere: whether every piece counts as able to be everywhere.
    """

    rules: PieceRules
    start: Sequence[tuple[int, int]]
    anywhere: bool = False

    def places(self, code: int) -> tuple[int, ...]:
        """The places of the piece with a code, in order."""
        rules = self.rules
        sites = range(len(rules.board)) if self.anywhere else self._sites(code)
        return tuple(sorted(place for site in sites for place in rules.places.at(site)))

    def _sites(self, code: int) -> Iterable[int]:
        """The sites to which it can come from where it stands in the array; all, if it is not there."""
        rules, piece, side = self.rules, self.rules.piece_of(code), Side.of(code & 1)
        every = range(len(rules.board))
        if piece.pawn:
            return [site for site in every if not rules.barred_to_pawns(site, side)]
        known = {site for site, other in self.start if other == code}
        fresh = set(known)
        while fresh:
            name = rules.board.names[fresh.pop()]
            goals = {goal.site for goal in rules.reach(piece.letter, name, side)}
            goals |= {goal.site for goal in rules.over(piece.letter, name, side)}
            new = {rules.board.numbers[goal] for goal in goals} - known
            known |= new
            fresh |= new
        return known or every


class Numbering:
    """How the positions of some materials are numbered; see `retrograde.Endgames`.

    Attributes:
        rules: the game's rules.
        materials: the codes of each material.
        length: how many numbers there are.
    """

    def __init__(self, variant: Variant, rules: PieceRules, *, anywhere: bool = False) -> None:
        cells = variant.definition.form.placed(variant.definition.start).cells[0, 0]
        back = rules.places.site
        start = [(back(place), int(code)) for place, code in enumerate(cells.tolist()) if code]
        self.rules = rules
        self._variant = variant
        self._area = Area(rules, start, anywhere)
        self._width = rules.layout.places(len(rules.board))
        self.materials: list[tuple[int, ...]] = []
        self._turns: list[Turn] = [tuple(range(self._width))]
        self._rows: list[tuple[list[int], list[int], list[tuple[int, ...]], list[int]]] = []
        self.length = 0

    def add(self, codes: tuple[int, ...]) -> None:
        """Number the positions of one more material behind the others'."""
        places = {code: self._area.places(code) for code in codes}
        turns = [
            (*turn, *range(len(turn), self._width))
            for turn in symmetries(self.rules, {self.rules.piece_of(code).letter for code in codes})
        ]
        # A sole bishop, say, must not be turned to the squares that it never comes to.
        turns = [
            turn for turn in turns if all({turn[place] for place in own} == {*own} for own in places.values())
        ]
        self._turns += [turn for turn in turns if turn not in self._turns]
        lead, own, brought = self._lead(codes, places, list(map(self._turns.index, turns)))
        order = [codes[lead], *codes[:lead], *codes[lead + 1 :]]
        sites = [own, *(places[code] for code in order[1:])]
        row = [signature_of(codes), self.length, lead, *(len(each) for each in sites)]
        self.materials.append(codes)
        self._rows.append((row, order, sites, brought))
        self.length += 2 * int(np.prod([len(each) for each in sites], dtype=object))

    def _lead(
        self, codes: tuple[int, ...], places: dict[int, tuple[int, ...]], turns: Sequence[int]
    ) -> tuple[int, tuple[int, ...], list[int]]:
        """The first piece's place in the codes, its sites, and which turn brings it there from each site."""
        found = []
        for lead, code in enumerate(codes):
            # Of several of a kind, none is the one that is turned.
            chosen = turns if codes.count(code) == 1 else turns[:1]
            brought = [
                min(chosen, key=lambda turn, place=place: self._turns[turn][place])  # type: ignore[misc]
                for place in range(self._width)
            ]
            own = {self._turns[brought[place]][place] for place in places[code]}
            found.append((lead, tuple(sorted(own)), brought))
        return min(found, key=lambda each: len(each[1]) / len(places[codes[each[0]]]))

    def count(self, material: int) -> int:
        """How many numbers a material's positions have."""
        first = self._rows[material][0][1]
        after = self._rows[material + 1][0][1] if material + 1 < len(self._rows) else self.length
        return after - first

    def weights(self, material: int) -> npt.NDArray[np.int64]:
        """int64[site of the first piece]; how many of its sites come to each of its own by a symmetry."""
        _, order, sites, brought = self._rows[material]
        own = list(sites[0])
        found = np.zeros(len(own), np.int64)
        for place in self._area.places(order[0]):
            found[own.index(self._turns[brought[place]][place])] += 1
        return found

    def arrays(self, values: npt.NDArray[np.uint16]) -> Endgames:
        """The arrays for the compiled functions, with values."""
        most, width = len(self.materials), self._width
        materials = np.zeros((most, FIELDS), np.uint64)
        codes = np.zeros((most, MOST_PIECES), np.uint64)
        sites = np.zeros((most, MOST_PIECES, width), np.uint64)
        numbers = np.full((most, MOST_PIECES, width), NONE, np.uint64)
        turns = np.zeros((most, width), np.uint64)
        for material, (row, order, areas, brought) in enumerate(self._rows):
            materials[material, : len(row)] = row
            codes[material, : len(order)] = order
            turns[material] = brought
            for piece, area in enumerate(areas):
                sites[material, piece, : len(area)] = area
                numbers[material, piece, list(area)] = range(len(area))
        symmetries = np.array(self._turns, np.uint64)
        bears = self._bears()
        return Endgames(materials, codes, sites, numbers, turns, symmetries, self._grounds(), bears, values)

    def _bears(self) -> npt.NDArray[np.uint8]:
        """Which pieces can be beneath which: those of which some position of a material shows it."""
        bears = np.ones((CODES, CODES), np.uint8)
        bears[0] = 0
        for material in self.materials if self.rules.places.back else ():
            for below, above in set(permutations(material, 2)):
                bears[below, above] = self._borne(material, below, above)
        return bears

    def _borne(self, material: tuple[int, ...], below: int, above: int) -> bool:
        """Whether one of some positions of a material with a piece on another is possible."""
        chance = random.Random(f"{material} {below} {above}")
        others = list((Counter(material) - Counter((below, above))).elements())
        places = self.rules.places
        for _ in range(TRIES):
            first, *rest = chance.sample(range(len(self.rules.board)), len(others) + 1)
            setup = Setup(self._variant)
            setup.clear()
            on = [(first, below), (places.at(first)[1], above), *zip(rest, others, strict=True)]
            for place, code in on:
                setup.put(places.names[place], self.rules.letters[code])
            setup.side = chance.choice(list(Side))
            if setup.fault is None:
                return True
        return False

    def _grounds(self) -> npt.NDArray[np.uint64]:
        grounds = np.full(self._width, NONE, np.uint64)
        places = self.rules.places
        for site in range(len(self.rules.board)):
            for place in places.at(site)[1:]:
                grounds[place] = site
        for site, carrier in self.rules.board.carriers.items():
            grounds[site] = carrier
        return grounds

    def placed(self, number: int) -> tuple[list[tuple[int, int]], Side]:
        """The places and codes of the pieces of a position, and the side to move."""
        material = max(each for each, (row, *_) in enumerate(self._rows) if row[1] <= number)
        row, order, areas, _ = self._rows[material]
        rest, side = divmod(number - row[1], 2)
        found = []
        for code, area in zip(reversed(order), reversed(areas), strict=True):
            rest, within = divmod(rest, len(area))
            found.append((area[within], code))
        return found, Side.of(side)
