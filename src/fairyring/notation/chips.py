"""The fields of the bluff family's position texts about chips: stacks, purses, and promotions made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fairyring.errors import shown
from fairyring.kernels.bluff.rules import PURSE, Bluff
from fairyring.kernels.bluff.tables import CHIPS, DEMAND, DENOMINATIONS, PIECE, PROMOTED, PURSES
from fairyring.kernels.contract import States
from fairyring.messages import Message, joined
from fairyring.notation.position import FieldText, read_site

NUMBER_TEXT = "0|[1-9][0-9]{0,5}"
PROMOTERS = ("-", "w", "b", "wb")


@dataclass(frozen=True)
class Stacks:
    """The chips on the board."""

    rules: Bluff
    name: str = "chips"
    note: str = (
        "Each stack as its square, a colon, and for each denomination in it the value of one chip, x and how"
        " many: 3d5:5x2+25x1. The squares are in the order of boards, files and ranks, with commas between;"
        " or a hyphen."
    )

    def read(self, part: FieldText, states: States) -> None:
        """Read the stacks, which must be in order."""
        for site, offset, word in read_sites(self.rules, part):
            name, colon, stack = word.partition(":")
            if not colon:
                part.fail(Message("expected ':' and chips after {site}", site=name), offset + len(name))
            self._stack(part, offset + len(name) + 1, stack, states, site)

    def _stack(self, part: FieldText, offset: int, stack: str, states: States, site: int) -> None:
        last = -1
        for word in stack.split("+"):
            match = re.fullmatch(f"({NUMBER_TEXT})x([1-9][0-9]{{0,5}})", word)
            worths = self.rules.denominations
            if match is None or int(match[1]) not in worths:
                if not worths:
                    part.fail("there are no chips in this game; write '-'", offset)
                known = joined("{first}, {rest}", [str(worth) for worth in worths])
                part.fail(
                    Message(
                        "chips are written like 5x2, with values {values}, not {found}",
                        values=known,
                        found=shown(word),
                    ),
                    offset,
                )
            place = worths.index(int(match[1]))
            if place <= last:
                part.fail("a stack lists each value of chips once, the smallest first", offset)
            number = int(match[2])
            if number > 2 * PURSE[place]:
                part.fail(chip_total(number, worths[place], 2 * PURSE[place]), offset)
            states.cells[0, int(CHIPS) + place, site] = number
            last, offset = place, offset + len(word) + 1

    def check(self, part: FieldText, states: States) -> None:
        """No piece stands on a demand, and there are stacks only if both sides have promoted."""
        cells, names = states.cells[0], self.rules.board.names
        for site, offset, _ in read_sites(self.rules, part):
            if cells[-1, site] and int(cells[int(PIECE), site]) != int(DEMAND):
                part.fail(Message("a piece cannot stand on a demand, as on {site}", site=names[site]), offset)
            if int(states.info[0, int(PROMOTED)]) != 3:
                part.fail("there are no chips on the board until both sides have promoted", offset)

    def mend(self, states: States) -> None:
        """Chips may be on any square."""

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

    def read(self, part: FieldText, states: States) -> None:
        """Read the letters."""
        if part.text not in PROMOTERS:
            part.fail(Message("promotions made are w, b, wb or '-', not {found}", found=shown(part.text)))
        states.info[0, int(PROMOTED)] = PROMOTERS.index(part.text)

    def check(self, part: FieldText, states: States) -> None:
        """Either side may have promoted."""

    def mend(self, states: States) -> None:
        """If chips have been used, both sides have promoted."""
        lying = states.cells[0, int(CHIPS) :].any()
        held = [chips.number for purse in self.rules.purses(states, 0) or () for chips in purse]
        if lying or held != 2 * list(PURSE[: len(held) // 2]):
            states.info[0, int(PROMOTED)] = PROMOTERS.index("wb")

    def write(self, states: States, ply: int) -> str:
        """The letters."""
        return PROMOTERS[int(states.info[ply, int(PROMOTED)])]


@dataclass(frozen=True)
class Purses:
    """Both players' chips that are not on the board."""

    rules: Bluff
    name: str = "purses"
    note: str = (
        "W: and how many chips of each value White holds, the smallest value first, with slashes between; a"
        " comma; B: and Black's. A hyphen in a game without chips."
    )

    def read(self, part: FieldText, states: States) -> None:
        """Read the numbers."""
        rules = self.rules
        if not rules.denominations:
            if part.text != "-":
                part.fail("there are no chips in this game; write '-'")
            return
        one = "/".join([f"(?:{NUMBER_TEXT})"] * len(rules.denominations))
        match = re.fullmatch(f"W:({one}),B:({one})", part.text)
        if match is None:
            like = "/".join(map(str, PURSE[: len(rules.denominations)]))
            part.fail(
                Message(
                    "purses are written like {example}, not {found}",
                    example=f"W:{like},B:{like}",
                    found=shown(part.text),
                )
            )
        for side, purse in enumerate(match.groups()):
            for place, number in enumerate(purse.split("/")):
                states.info[0, int(PURSES) + DENOMINATIONS * side + place] = int(number)

    def check(self, part: FieldText, states: States) -> None:
        """With the stacks they are all the chips of the game, and full until both sides have promoted."""
        for place, worth in enumerate(self.rules.denominations):
            held = [int(states.info[0, int(PURSES) + DENOMINATIONS * side + place]) for side in (0, 1)]
            lying = int(states.cells[0, int(CHIPS) + place].sum(dtype=int))
            if sum(held) + lying != 2 * PURSE[place]:
                part.fail(chip_total(sum(held) + lying, worth, 2 * PURSE[place]))
            if int(states.info[0, int(PROMOTED)]) != 3 and held != [PURSE[place]] * 2:
                part.fail("both purses are full until both sides have promoted")

    def mend(self, states: States) -> None:
        """Chips that have left the board go to the purse with fewer of them, or to White's."""
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


def chip_total(number: int, worth: int, most: int) -> Message:
    """What is wrong with so many chips of a value."""
    return Message(
        "there are {number} chips of {worth}; the game has {most}", number=number, worth=worth, most=most
    )


def read_sites(rules: Bluff, part: FieldText) -> Sequence[tuple[int, int, str]]:
    """The sites that a list's words begin with, each with its offset and its word.

    Raises:
        PositionError: a word begins with no site, or the sites are out of order.
    """
    found: list[tuple[int, int, str]] = []
    offset = 0
    for word in part.text.split(",") if part.text != "-" else ():
        site = read_site(rules, part, offset, word.partition(":")[0])
        if found and site <= found[-1][0]:
            part.fail("squares are listed once each, in the order of boards, files and ranks", offset)
        found.append((site, offset, word))
        offset += len(word) + 1
    return found
