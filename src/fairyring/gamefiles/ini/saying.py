"""A section that is being written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from fairyring.board import Board, Side
from fairyring.gamefiles.ini.keys import APART, FOR_BLACK, KEYS
from fairyring.gamefiles.ini.reading import UnsaidError
from fairyring.kernels.law import letters_in
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import Hands

NAMES: Final = {Side.WHITE: "White", Side.BLACK: "Black"}


@dataclass
class Saying:
    """A section that is being written.

    Attributes:
        rules: the game's rules.
        start: the text of its position at the start.
        kinds: for each letter, the kind of piece in the section.
        keys: what the section says so far.
        parent: the built-in game from which it has to inherit what no key says; empty if there is nothing.
    """

    rules: Orthodox
    start: str
    kinds: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    parent: str = ""

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
        """Letters of pieces, as a section has them.

        Raises:
            UnsaidError: there, pieces of a kind are meant that are other pieces here.
        """
        own = {kind: letter for letter, kind in self.kinds.items() if "+" not in letter}
        wanted = letters_in("".join(letters))
        kinds = dict.fromkeys(self.kinds[letter] for letter in wanted)
        others = (self.kinds[letter] for letter in self.rules.kinds if letter not in wanted)
        if any("+" in letter for letter in wanted) and not kinds.keys().isdisjoint(others):
            raise UnsaidError("a rule is about promoted pieces that are of the same kind as others there")
        return "".join(own[kind].lower() for kind in kinds) or "-"

    @property
    def attackers(self) -> set[str]:
        """The letters of the pieces that can come to where the other side's king can be."""
        areas = {kind: {side: self.mobility(kind, side) for side in Side} for kind in self.kinds.values()}
        king = areas.get("king", {})
        return {
            letter
            for letter, kind in self.kinds.items()
            if kind != "king" and all(areas[kind][side] & king.get(side.other, set()) for side in Side)
        }

    def mobility(self, kind: str, side: Side) -> set[str]:
        """The squares on which a side's pieces of a kind can be."""
        said = self.keys.get(f"mobilityRegion{NAMES[side]}{kind[0].upper()}{kind[1:]}", "")
        names = self.rules.board.names
        return {name for name in names if not said or {name, f"*{name[1:]}"} & set(said.split())}

    def regions(self, area: Callable[[Board, int, Side], bool]) -> list[str]:
        """An area's squares for White and for Black."""
        board = self.rules.board
        return [
            self.region(board.names[site] for site in range(len(board)) if area(board, site, side))
            for side in Side
        ]

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

    def last_ranks(self, white: int, black: int) -> None:
        """Say that pieces promote on so many of each side's last ranks."""
        height = self.rules.board.charts[0].height
        far = " ".join(f"*{rank}" for rank in range(height + 1 - white, height + 1))
        self.sided("promotionRegion", far, " ".join(f"*{rank}" for rank in range(1, black + 1)))
