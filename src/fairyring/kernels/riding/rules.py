"""The rules of riding games in Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout, States
from fairyring.kernels.orthodox import codes as orthodox
from fairyring.kernels.orthodox.codes import SITE_MASK
from fairyring.kernels.orthodox.rules import Orthodox, refuse_unread
from fairyring.kernels.riding import play
from fairyring.kernels.riding.tables import LAYOUT, LEVEL_SHIFT, Tables
from fairyring.kernels.riding.topics import topics
from fairyring.kernels.rules import Spot, Token, Topic, Words
from fairyring.messages import Message

BACK = "^"


@dataclass(frozen=True)
class Riding(Orthodox):
    """The rules of a game whose non-pawn pieces may sit on the pieces on the ground, except kings.

    Attributes:
        riders_fall: whether the rider of a captured piece is captured with it.
    """

    riders_fall: bool = False

    def __post_init__(self) -> None:
        """Refuse draws that this family does not know.

        Raises:
            ValueError: as for `Orthodox`; or there are draws by insufficient material.
        """
        super().__post_init__()
        refuse_unread(self)

    @property
    def layout(self) -> Layout:
        """What a row of `States` holds."""
        return LAYOUT

    @property
    def tables(self) -> Any:
        """The constants for the compiled functions."""
        return self._tables

    @property
    def spots(self) -> Mapping[str, Spot]:
        """The backs by their names in move texts."""
        return self._backs

    @cached_property
    def _backs(self) -> dict[str, Spot]:
        return {
            f"{name}{BACK}": Spot(name, BACK, Message("the back of {site}", site=name), "sit on {piece}")
            for name in self.board.names
        }

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self.ground_tables, np.array([self.riders_fall], np.uint64))

    def derive(self, states: States, ply: int) -> None:
        """Compute a row's derived fields, sets and key from the rest."""
        play.derive(self.tables, states, U(ply))

    def place(self, coded: int) -> str:
        """The name of a place: the site's, with a caret for its back."""
        return self.board.names[coded & int(SITE_MASK)] + BACK * (coded >> int(LEVEL_SHIFT))

    def words(self, states: States, ply: int, move: int) -> Words:
        """The words for a legal move of a row's position."""
        start = self.place(move & int(orthodox.FIELD_MASK))
        goal = self.place(move >> int(orthodox.GOAL_SHIFT) & int(orthodox.FIELD_MASK))
        promotion = move >> int(orthodox.PROMOTION_SHIFT) & int(orthodox.BYTE_MASK)
        if not promotion:
            return Words(f"{start}-{goal}", (start, goal))
        letter = self.pieces[promotion - 1].letter
        return Words(f"{start}-{goal}={letter}", (start, goal, letter))

    def tokens(self, states: States, ply: int) -> tuple[Token, ...]:
        """What lies on the board, in the order of sites; a rider comes after its carrier, on level ``^``."""
        found = []
        ground, backs = states.cells[ply].tolist()
        for name, code, rider in zip(self.board.names, ground, backs, strict=True):
            if code:
                found.append(Token(name, *self.appearances[code]))
            if rider:
                found.append(Token(name, *self.appearances[rider], BACK))
        return tuple(found)

    def topics(self) -> tuple[Topic, ...]:
        """What the family has to tell players about this game, in the order of a rules page."""
        return topics(super().topics(), self.riders_fall)
