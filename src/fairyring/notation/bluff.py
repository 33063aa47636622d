"""The position texts of the bluff family: many boards, who never moved, chips, purses and True Kings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.errors import SetupError, shown
from fairyring.kernels.bluff.rules import NOBODY_KNOWS, PURSE, Bluff
from fairyring.kernels.bluff.tables import (
    BLOCK,
    CAPTURED,
    CHIPS,
    DEMAND,
    DENOMINATIONS,
    DOUBLE,
    KING,
    KINGS,
    NOWHERE,
    PASSED,
    PIECE,
    PROMOTED,
    PURSES,
    STEP,
    TRUE,
    TURN,
    UNCHOSEN,
    UNKNOWN,
    UNMOVED,
)
from fairyring.kernels.contract import CLOCK, NUMBER, States
from fairyring.kernels.orthodox.tables import code_of
from fairyring.notation.orthodox import Placement, Section, ToMove, read_site
from fairyring.notation.position import Counter, Form, Token

NUMBER_TEXT = "0|[1-9][0-9]{0,5}"
PROMOTERS = ("-", "w", "b", "wb")
SECRETS = {"-": int(UNCHOSEN), NOBODY_KNOWS: int(UNKNOWN), "x": int(CAPTURED)}


def bluff_form(rules: Bluff, array: str) -> Form:
    """The form of a game of the bluff family; ``array`` is the placement of its start."""
    placement = BluffPlacement(rules, sections(rules))
    men = placement.parse(Token(array, 0, array))
    home = {site: code for (_, site), (code, _) in men.items()}
    return Form(
        rules,
        (
            placement,
            Turn(rules),
            Unmoved(rules, home),
            Passed(rules),
            Stacks(rules),
            Promotions(rules),
            Purses(rules),
            TrueKings(rules),
            Counter(
                "half-move clock",
                int(CLOCK),
                0,
                "Plies since the last capture of a man or of chips, pawn's move, or chip put.",
            ),
            Counter("move number", int(NUMBER), 1, "From 1; it goes up after Black's move."),
        ),
    )


def sections(rules: Bluff) -> tuple[Section, ...]:
    """Each board's ranks, from the far one down."""
    side = range(8)
    return tuple(
        tuple(tuple(BLOCK * board + 8 * x + y for x in side) for y in reversed(side))
        for board in range(rules.boards)
    )


@dataclass(frozen=True)
class BluffPlacement(Placement):
    """The placements of all boards, the first one's first."""

    rules: Bluff
    note: str = (
        "The boards in their order, a bar between two; of each the ranks from the far one down: a capital"
        " letter for a man of White's, a small one for Black's, a number for so many empty squares."
    )

    def put(self, states: States, site: int, back: bool, code: int) -> None:
        """Put a man on a site, on its chips too; or take away a man or, where none stands, the chips."""
        cells = states.cells[0, :, site]
        if code or cells[int(PIECE)]:
            cells[int(PIECE)] = code
        else:
            cells[:] = 0

    def carry(self, states: States, start: tuple[int, bool], goal: tuple[int, bool]) -> None:
        """Carry a man, who leaves chips where they are; or all the chips of a site, where nobody stands."""
        (here, _), (there, _) = start, goal
        cells = states.cells[0, :, here]
        if not cells.any():
            self.found(states, here)
        if here == there:
            return
        if cells[int(PIECE)]:
            states.cells[0, int(PIECE), there], cells[int(PIECE)] = cells[int(PIECE)], 0
            return
        together = states.cells[0, int(CHIPS) :, there].astype(int) + cells[int(CHIPS) :]
        for place, number in enumerate(together.tolist()):
            self._room(place, number, there)
        states.cells[0, int(CHIPS) :, there], cells[:] = together, 0

    def pay(self, states: States, worth: int, start: int | Side, goal: int | Side) -> None:
        """Move a chip from a site or a side's purse to another."""
        if worth not in self.rules.denominations:
            raise SetupError(f"there are no chips of {worth} in this game")
        place = self.rules.denominations.index(worth)
        giving, taking = (self._chips(states, place, holder) for holder in (start, goal))
        if not giving[0]:
            holder = (
                f"in {start}'s purse" if isinstance(start, Side) else f"on {self.rules.board.names[start]}"
            )
            raise SetupError(f"no chip of {worth} is {holder}")
        if start != goal and not isinstance(goal, Side):
            self._room(place, int(taking[0]) + 1, goal)
        giving -= 1
        taking += 1

    @staticmethod
    def _chips(states: States, place: int, holder: int | Side) -> npt.NDArray[np.unsignedinteger]:
        """How many chips of a denomination a site or a purse has: a single number, in its place."""
        if isinstance(holder, Side):
            first = int(PURSES) + DENOMINATIONS * holder.number + place
            return states.info[0, first : first + 1]
        return states.cells[0, int(CHIPS) + place, holder : holder + 1]

    def _room(self, place: int, number: int, site: int) -> None:
        """Refuse more chips of a denomination on a site than there are, which no text can say."""
        if number > 2 * PURSE[place]:
            worth, name = self.rules.denominations[place], self.rules.board.names[site]
            raise SetupError(f"{number} chips of {worth} on {name}; there are {2 * PURSE[place]}")

    def check(self, token: Token, states: States) -> None:
        """No pawn on a first or last rank, and not too many kings; whether too few, the True Kings say."""
        super().check(token, states)
        rules = self.rules
        for side in Side:
            kings = int(states.info[0, int(KINGS) + side.number])
            if kings > rules.boards:
                code = code_of(rules.kinds[rules.king], side)
                last = max(offset for man, offset in self.parse(token).values() if man == code)
                token.fail(f"{kings} {side} kings; there are {rules.boards} at most", last)


@dataclass(frozen=True)
class Turn(ToMove):
    """Who makes the next ply, which is not always he who is to choose."""

    note: str = "w or b: who makes the next move, whoever is to choose a True King before it."
    field: int = int(TURN)

    def check(self, token: Token, states: States) -> None:
        """Either side may be to move."""


@dataclass(frozen=True)
class Unmoved:
    """The sites of kings and rooks that never moved.

    Attributes:
        rules: the game's rules.
        home: the code of each man at the start, by site.
    """

    rules: Bluff
    home: dict[int, int]
    name: str = "unmoved kings and rooks"
    note: str = (
        "The squares of all kings and rooks that never moved, in the order of boards, files and ranks, with"
        " commas between; or a hyphen."
    )

    def read(self, token: Token, states: States) -> None:
        """Read the names, which must be in order."""
        for site, _, _ in read_sites(self.rules, token):
            states.info[0, int(UNMOVED) + site // BLOCK] |= 1 << site % BLOCK

    def check(self, token: Token, states: States) -> None:
        """Each must stand where he stood at the start."""
        kinds = {"R", self.rules.king}
        for site, offset, name in read_sites(self.rules, token):
            code = self.home.get(site, 0)
            if not code or self.rules.piece_of(code).letter not in kinds:
                token.fail(f"no king or rook begins the game on {name}", offset)
            if int(states.cells[0, int(PIECE), site]) != code:
                man = f"{Side.of(code & 1)} {self.rules.piece_of(code).name}"
                token.fail(f"no {man} on {name}", offset)

    def mend(self, states: States) -> None:
        """Who is not at home has moved."""
        for site in range(len(self.rules.board)):
            if int(states.cells[0, int(PIECE), site]) != self.home.get(site, -1):
                states.info[0, int(UNMOVED) + site // BLOCK] &= ~np.uint64(1 << site % BLOCK)

    def write(self, states: States, ply: int) -> str:
        """The names of a row's unmoved men's sites."""
        names, words = self.rules.board.names, states.info[ply, int(UNMOVED) :].tolist()
        found = [site for site in range(len(names)) if words[site // BLOCK] >> site % BLOCK & 1]
        return ",".join(names[site] for site in found) or "-"


@dataclass(frozen=True)
class Passed:
    """The site that a pawn passed by a double step just now, or ``-``."""

    rules: Bluff
    name: str = "en passant square"
    note: str = "The square that a pawn has just passed by a double step, or a hyphen."

    def read(self, token: Token, states: States) -> None:
        """Read the site's name."""
        site = int(NOWHERE) if token.text == "-" else read_site(self.rules, token, 0, token.text)
        states.info[0, int(PASSED)] = site

    def check(self, token: Token, states: States) -> None:
        """A pawn of the other side came over it from its second rank, and nothing was in its way."""
        passed = int(states.info[0, int(PASSED)])
        if passed == int(NOWHERE):
            return
        mover = Side.of(1 - int(states.info[0, int(TURN)]))
        pawns, cells = self.rules.tables.ways.pawns[mover.number], states.cells[0, int(PIECE)]
        goal = int(pawns[passed, int(STEP)])
        origins = [
            site
            for site in range(len(self.rules.board))
            if int(pawns[site, int(STEP)]) == passed and int(pawns[site, int(DOUBLE)]) == goal != int(NOWHERE)
        ]
        letter = next(piece.letter for piece in self.rules.pieces if piece.pawn)
        pawn = code_of(self.rules.kinds[letter], mover)
        if not origins or cells[passed] or cells[origins[0]] or int(cells[goal]) != pawn:
            token.fail(f"no pawn can just have passed {token.text}")
        if int(states.info[0, int(CLOCK)]):
            token.fail("a pawn has just moved, so the half-move clock must be 0")

    def mend(self, states: States) -> None:
        """Nobody has just passed a square."""
        states.info[0, int(PASSED)] = int(NOWHERE)

    def write(self, states: States, ply: int) -> str:
        """The site's name, or ``-``."""
        passed = int(states.info[ply, int(PASSED)])
        return "-" if passed == int(NOWHERE) else self.rules.board.names[passed]


@dataclass(frozen=True)
class Stacks:
    """The chips on the board."""

    rules: Bluff
    name: str = "chips"
    note: str = (
        "Each stack as its square, a colon, and of each denomination on it what one is worth, x and how many:"
        " 3d5:5x2+25x1. The squares are in the order of boards, files and ranks, with commas between; or a"
        " hyphen."
    )

    def read(self, token: Token, states: States) -> None:
        """Read the stacks, which must be in order."""
        for site, offset, word in read_sites(self.rules, token):
            name, colon, told = word.partition(":")
            if not colon:
                token.fail(f"':' and chips expected after {name}", offset + len(name))
            self._stack(token, offset + len(name) + 1, told, states, site)

    def _stack(self, token: Token, offset: int, told: str, states: States, site: int) -> None:
        last = -1
        for word in told.split("+"):
            match = re.fullmatch(f"({NUMBER_TEXT})x([1-9][0-9]{{0,5}})", word)
            worths = self.rules.denominations
            if match is None or int(match[1]) not in worths:
                known = ", ".join(map(str, worths)) or "no chips in this game"
                token.fail(f"chips are written like 5x2 ({known}), not {shown(word)}", offset)
            place = worths.index(int(match[1]))
            if place <= last:
                token.fail("denominations ascend, and each is named once", offset)
            number = int(match[2])
            if number > 2 * PURSE[place]:
                token.fail(f"{number} chips of {worths[place]}; there are {2 * PURSE[place]}", offset)
            states.cells[0, int(CHIPS) + place, site] = number
            last, offset = place, offset + len(word) + 1

    def check(self, token: Token, states: States) -> None:
        """Nobody stands on a demand, and there are stacks only when both sides have promoted."""
        cells, names = states.cells[0], self.rules.board.names
        for site, offset, _ in read_sites(self.rules, token):
            if cells[-1, site] and int(cells[int(PIECE), site]) != int(DEMAND):
                token.fail(f"a demand under the man on {names[site]}", offset)
            if int(states.info[0, int(PROMOTED)]) != 3:
                token.fail("chips before both sides have promoted", offset)

    def mend(self, states: States) -> None:
        """Chips lie where they lie."""

    def write(self, states: States, ply: int) -> str:
        """A row's stacks."""
        sites = np.flatnonzero(states.cells[ply, int(CHIPS) :].any(axis=0)).tolist()
        return ",".join(self._write(states, ply, site) for site in sites) or "-"

    def _write(self, states: States, ply: int, site: int) -> str:
        chips = self.rules.stack(states, ply, site)
        return f"{self.rules.board.names[site]}:{'+'.join(f'{worth}x{number}' for worth, number in chips)}"


@dataclass(frozen=True)
class Promotions:
    """Which sides have promoted a pawn."""

    rules: Bluff
    name: str = "promotions made"
    note: str = "w, b or wb for the sides that have promoted a pawn, or a hyphen."

    def read(self, token: Token, states: States) -> None:
        """Read the letters."""
        if token.text not in PROMOTERS:
            token.fail(f"promotions are w, b, wb or '-', not {shown(token.text)}")
        states.info[0, int(PROMOTED)] = PROMOTERS.index(token.text)

    def check(self, token: Token, states: States) -> None:
        """Either side may have promoted."""

    def mend(self, states: States) -> None:
        """Where chips are played with, both sides have."""
        lying = states.cells[0, int(CHIPS) :].any()
        held = [chips.number for purse in self.rules.purses(states, 0) or () for chips in purse]
        if lying or held != 2 * list(PURSE[: len(held) // 2]):
            states.info[0, int(PROMOTED)] = PROMOTERS.index("wb")

    def write(self, states: States, ply: int) -> str:
        """The letters."""
        return PROMOTERS[int(states.info[ply, int(PROMOTED)])]


@dataclass(frozen=True)
class Purses:
    """Both players' chips."""

    rules: Bluff
    name: str = "purses"
    note: str = (
        "W: and how many chips of each denomination White holds, the smallest first, with slashes between; a"
        " comma; B: and Black's. A hyphen where no chips are played with."
    )

    def read(self, token: Token, states: States) -> None:
        """Read the numbers."""
        rules = self.rules
        if not rules.denominations:
            if token.text != "-":
                token.fail(f"no chips in this game: '-' expected, not {shown(token.text)}")
            return
        one = "/".join([f"(?:{NUMBER_TEXT})"] * len(rules.denominations))
        match = re.fullmatch(f"W:({one}),B:({one})", token.text)
        if match is None:
            like = "/".join("0" * len(rules.denominations))
            token.fail(f"purses are written like W:{like},B:{like}, not {shown(token.text)}")
        for side, told in enumerate(match.groups()):
            for place, number in enumerate(told.split("/")):
                states.info[0, int(PURSES) + DENOMINATIONS * side + place] = int(number)

    def check(self, token: Token, states: States) -> None:
        """With the stacks they are all the chips there are, and untouched before both sides promoted."""
        for place, worth in enumerate(self.rules.denominations):
            held = [int(states.info[0, int(PURSES) + DENOMINATIONS * side + place]) for side in (0, 1)]
            lying = int(states.cells[0, int(CHIPS) + place].sum(dtype=int))
            if sum(held) + lying != 2 * PURSE[place]:
                token.fail(f"{sum(held) + lying} chips of {worth}; there are {2 * PURSE[place]}")
            if int(states.info[0, int(PROMOTED)]) != 3 and held != [PURSE[place]] * 2:
                token.fail("the purses have changed before both sides have promoted")

    def mend(self, states: States) -> None:
        """Chips that have left the board go to the purse that has fewer of them; to White's if none has."""
        for place in range(len(self.rules.denominations)):
            fields = [int(PURSES) + DENOMINATIONS * side + place for side in (0, 1)]
            lying = int(states.cells[0, int(CHIPS) + place].sum(dtype=int))
            missing = 2 * PURSE[place] - lying - sum(int(states.info[0, field]) for field in fields)
            for _ in range(missing):
                states.info[0, min(fields, key=lambda field: int(states.info[0, field]))] += 1

    def write(self, states: States, ply: int) -> str:
        """Both purses."""
        purses = self.rules.purses(states, ply)
        if purses is None:
            return "-"
        numbers = ("/".join(str(chips.number) for chips in purse) for purse in purses)
        return ",".join(f"{side}:{text}" for side, text in zip("WB", numbers, strict=True))


@dataclass(frozen=True)
class TrueKings:
    """White's True King and Black's."""

    rules: Bluff
    name: str = "true kings"
    note: str = (
        "White's True King and Black's, a comma between: his square, ? where the reader may not know it, -"
        " where he is not yet chosen, x where he was captured. Where one king of a side is left, it is his"
        " square."
    )

    def read(self, token: Token, states: States) -> None:
        """Read the squares or signs."""
        words = token.text.split(",")
        if len(words) != 2:
            token.fail(f"White's True King and Black's, a comma between, not {shown(token.text)}")
        offset = 0
        for side, word in enumerate(words):
            known = SECRETS.get(word)
            site = read_site(self.rules, token, offset, word) if known is None else known
            states.info[0, int(TRUE) + side] = site
            offset += len(word) + 1

    def check(self, token: Token, states: States) -> None:
        """Each is one of his side's kings, and has fallen only if his side has just lost."""
        words = token.text.split(",")
        for side, offset in zip(Side, (0, len(words[0]) + 1), strict=True):
            self._check(token, states, side, offset, words[side.number])
        white, black = (int(states.info[0, int(TRUE) + side]) for side in (0, 1))
        kings = int(states.info[0, int(KINGS) + 1])
        if white == int(UNCHOSEN) and black != int(UNCHOSEN) and kings > 1:
            token.fail("Black's True King is chosen after White's", len(words[0]) + 1)

    def _check(self, token: Token, states: States, side: Side, offset: int, word: str) -> None:
        info, boards = states.info[0], self.rules.boards
        true, kings = int(info[int(TRUE) + side.number]), int(info[int(KINGS) + side.number])
        if true == int(CAPTURED):
            # His captor has just moved.
            if int(info[int(TURN)]) != side.number:
                token.fail(f"{side}'s True King was captured, but {side} is not to lose", offset)
            if kings == boards:
                token.fail(f"{side}'s True King was captured, but all {boards} kings stand", offset)
            if int(info[int(CLOCK)]) or int(info[int(PASSED)]) != int(NOWHERE):
                token.fail(f"{side}'s True King was captured, but not by the last move", offset)
            if int(UNCHOSEN) in (int(info[int(TRUE)]), int(info[int(TRUE) + 1])):
                token.fail("a True King was captured before both were chosen", offset)
        elif not kings:
            token.fail(f"{side} has no king, but the True King was not captured", offset)
        elif true in (int(UNKNOWN), int(UNCHOSEN)):
            if kings == 1:
                token.fail(f"{side} has one king, who is known to be the true one", offset)
        elif not self._is_king(states, side, true):
            token.fail(f"no {side} king on {word}", offset)

    def mend(self, states: States) -> None:
        """The only king of a side is the true one; a man who is none is not."""
        for side in Side:
            kings = [site for site in range(len(self.rules.board)) if self._is_king(states, side, site)]
            true = int(states.info[0, int(TRUE) + side.number])
            if len(kings) == 1:
                states.info[0, int(TRUE) + side.number] = kings[0]
            elif true not in (*SECRETS.values(), *kings):
                states.info[0, int(TRUE) + side.number] = int(UNCHOSEN)

    def _is_king(self, states: States, side: Side, site: int) -> bool:
        code = int(states.cells[0, int(PIECE), site])
        return self.rules.tables.ways.kinds[code] == KING and code & 1 == side.number

    def write(self, states: States, ply: int) -> str:
        """Both, as far as the row knows."""
        signs = {value: sign for sign, value in SECRETS.items()}
        places = (int(states.info[ply, int(TRUE) + side]) for side in (0, 1))
        return ",".join(signs.get(place) or self.rules.board.names[place] for place in places)


def read_sites(rules: Bluff, token: Token) -> Sequence[tuple[int, int, str]]:
    """The sites that a text's words begin with, in order, each with its word and its beginning; or fail."""
    found: list[tuple[int, int, str]] = []
    offset = 0
    for word in token.text.split(",") if token.text != "-" else ():
        site = read_site(rules, token, offset, word.partition(":")[0])
        if found and site <= found[-1][0]:
            token.fail("squares come in the order of boards, files and ranks, each once", offset)
        found.append((site, offset, word))
        offset += len(word) + 1
    return found
