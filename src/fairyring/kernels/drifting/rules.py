"""The rules of drifting games in Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from fairyring.board import Side
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout, States
from fairyring.kernels.drifting import generate, play
from fairyring.kernels.drifting.course import course
from fairyring.kernels.drifting.drift import (
    BYTE_MASK,
    FIELD_MASK,
    GIVEN_SHIFT,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    STOP,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.drifting.motion import STILL, Mechanics, Spinner
from fairyring.kernels.drifting.tables import LAYOUT, MOVING, PIECE, PLACE, VECTOR, Tables, build
from fairyring.kernels.drifting.topics import topics
from fairyring.kernels.orthodox.codes import ROYAL
from fairyring.kernels.orthodox.rules import Orthodox, refuse_unread
from fairyring.kernels.orthodox.tables import KING, NOWHERE, code_of
from fairyring.kernels.rules import Event, Goal, Momentum, Token, Topic, Words
from fairyring.kernels.table_cache import kept


@dataclass(frozen=True)
class Drifting(Orthodox):
    """The rules of a game whose pieces keep moving by themselves once they are set in motion.

    ``promotions`` are the letters for both sides; a pawn may become those pieces that its side has.

    Attributes:
        spinner: the sites that rotate, with the pieces on them and their motion.
        only: the letters of pieces that only one side has.
    """

    spinner: Spinner = STILL
    only: Mapping[str, Side] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse draws that this family does not know.

        Raises:
            ValueError: as for `Orthodox`; or there are draws by insufficient material.
        """
        super().__post_init__()
        refuse_unread(self)

    @property
    def turning(self) -> tuple[str, ...]:
        """The sites of the spinner, each before the one that it moves to."""
        return self.spinner.ring

    @property
    def layout(self) -> Layout:
        """What a row of `States` holds."""
        return LAYOUT

    @cached_property
    def motion(self) -> Mechanics:
        """What sets pieces in motion and keeps them moving."""
        return Mechanics(self.board, self.pieces, self.spinner)

    def has(self, letter: str, side: Side) -> bool:
        """Whether a side has pieces of a kind."""
        return self.only.get(letter, side) is side

    @cached_property
    def codes(self) -> dict[str, int]:
        """The code of each piece by its letter in position texts."""
        return {
            piece.letter if side is Side.WHITE else piece.letter.lower(): code_of(kind, side)
            for kind, piece in enumerate(self.pieces)
            for side in Side
            if self.has(piece.letter, side)
        }

    @cached_property
    def may_stand(self) -> dict[tuple[Side, int], bool]:
        """Whether a side's pawn may ever stand on a site: not where it promotes, nor behind all its starts.

        It comes to its own first rank only where motion brings it back.
        """
        board = self.board
        pawns = [kind for kind, piece in enumerate(self.pieces) if piece.pawn]
        found = {}
        for side in Side:
            back = {
                glide.goal
                for kind in pawns
                for vector in self.motion.possible[kind, side]
                for site in range(len(board))
                if (glide := self.motion.glide(kind, side, vector, site))
            }
            for site in range(len(board)):
                behind = self.far(board, site, side.other)
                found[side, site] = not self.far(board, site, side) and (not behind or site in back)
        return found

    @property
    def tables(self) -> Any:
        """The constants for the compiled functions."""
        return self._tables

    @cached_property
    def _tables(self) -> Tables:
        return kept("drifting tables", self, self._built_tables)

    def _built_tables(self) -> Tables:
        return build(
            self.ground_tables,
            self.motion,
            [[self.kinds[letter] for letter in self.promotions if self.has(letter, side)] for side in Side],
            lambda site, side: self.starts(self.board, site, side),
            lambda site, side: self.far(self.board, site, side),
        )

    def derive(self, states: States, ply: int) -> None:
        """Compute a row's derived fields, sets and key from the rest."""
        pieces, vectors = states.cells[ply, int(PIECE)], states.cells[ply, int(VECTOR)]
        royal = self.tables.ways.kinds[pieces] == ROYAL
        for side in Side:
            own = (pieces != 0) & (pieces & 1 == side.number)
            kings = np.flatnonzero(own & royal)
            states.info[ply, int(KING) + side.number] = kings[-1] if len(kings) else NOWHERE
            for chosen, sites in ((0, own), (int(MOVING), own & (vectors != 0))):
                words = np.zeros((states.bits.shape[2], 64), bool)
                words.flat[: len(sites)] = sites
                states.bits[ply, chosen + side.number] = np.packbits(words, bitorder="little").view("<u8")
        play.rekey(self.tables, states, U(ply))

    def words(self, states: States, ply: int, move: int) -> Words:
        """The words for a legal move of a row's position."""
        start, goal = move & int(FIELD_MASK), move >> int(GOAL_SHIFT) & int(FIELD_MASK)
        names = self.board.names
        if _tag(move) == int(STOP):
            return Words(f"stop@{names[start]}", (names[start], "stop"))
        promotion = move >> int(PROMOTION_SHIFT) & int(BYTE_MASK)
        text, choices = f"{names[start]}-{names[goal]}", (names[start], names[goal])
        if promotion:
            letter = self.pieces[promotion - 1].letter
            return Words(f"{text}={letter}", (*choices, letter))
        if self._shared(states, ply, move):
            dx, dy = self.motion.vectors[_given(move)]
            text, choices = f"{text}~{dx},{dy}", (*choices, f"~{dx},{dy}")
        return Words(text, choices)

    def _shared(self, states: States, ply: int, move: int) -> bool:
        """Whether another legal turn has the same start and goal, and gives another momentum."""
        ends = int(GOAL_SHIFT) * 2
        ways = self.tables.ways
        at = int(states.cells[ply, 0, move & int(FIELD_MASK)]) * len(self.board) + (move & int(FIELD_MASK))
        steps = ways.rays[int(ways.ray_start[at]) : int(ways.ray_start[at + 1])]
        if int((steps & 0x3FF == move >> int(GOAL_SHIFT) & int(FIELD_MASK)).sum()) < 2:
            return False
        moves = np.empty(self.layout.moves, np.uint64)
        n = int(generate.legal(self.tables, states, U(ply), moves, U(0)))
        same = [m for m in moves[:n].tolist() if m & (1 << ends) - 1 == move & (1 << ends) - 1]
        return (
            len({_given(other) for other in same if not other >> int(PROMOTION_SHIFT) & int(BYTE_MASK)}) > 1
        )

    def course(self, states: States, ply: int, move: int | None) -> tuple[Event, ...]:
        """All that happens in a turn, part by part in order, with the true paths.

        A piece's launch number is the one that it has at that moment.
        """
        return tuple(course(self.motion, self.tables, states, ply, move))

    def tokens(self, states: States, ply: int) -> tuple[Token, ...]:
        """What lies on the board, in the order of sites, with its momentum."""
        found = []
        cells = states.cells[ply].tolist()
        for token in super().tokens(states, ply):
            site = self.board.numbers[token.site]
            vector = cells[int(VECTOR)][site]
            if vector:
                dx, dy = self.motion.vectors[vector]
                place = cells[int(PLACE)][site]
                token = token._replace(momentum=Momentum(dx, dy, place))  # noqa: PLW2901
            found.append(token)
        return tuple(found)

    def reach(self, letter: str, site: str, side: Side) -> tuple[Goal, ...]:
        """The goals of a piece of ``side`` at rest, alone on the board; none if the side has no such piece.

        Raises:
            KeyError: there is no such kind of piece, or no such site.
            ValueError: ``side`` is neither side.
        """
        goals = super().reach(letter, site, side)
        return goals if self.has(letter, Side(side)) else ()

    def topics(self) -> tuple[Topic, ...]:
        """What the family has to tell players about this game, in the order of a rules page."""
        return topics(super().topics(), self.spinner)


def _tag(move: int) -> int:
    return move >> int(TAG_SHIFT) & int(TAG_MASK)


def _given(move: int) -> int:
    return move >> int(GIVEN_SHIFT) & int(BYTE_MASK)
