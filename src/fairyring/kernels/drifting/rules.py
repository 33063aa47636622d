"""The rules of drifting games in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from fairyring.board import Side
from fairyring.kernels.check_lines import check_lines
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import SIDE, Layout, States
from fairyring.kernels.declared import Backs, Blocker
from fairyring.kernels.drifting import generate
from fairyring.kernels.drifting.course import course, given_by, momentum
from fairyring.kernels.drifting.drift import LAUNCHED, STEP_BITS, STOP
from fairyring.kernels.drifting.motion import STILL, Mechanics, Spinner
from fairyring.kernels.drifting.tables import LAYOUT, PIECE, PLACE, VECTOR, DriftingTables, build
from fairyring.kernels.drifting.topics import topics
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DROP,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    SITE_MASK,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.unread import refuse_minor
from fairyring.kernels.rules import Event, Goal, Token, Topic, Words
from fairyring.kernels.table_cache import kept
from fairyring.messages import Message

FIELD, GOAL_AT, PROMOTION_AT = int(FIELD_MASK), int(GOAL_SHIFT), int(PROMOTION_SHIFT)
TAG_AT, TAG = int(TAG_SHIFT), int(TAG_MASK)


@dataclass(frozen=True)
class Drifting(Orthodox):
    """The rules of a game whose pieces keep moving by themselves once they are set in motion.

    ``promotions`` are the letters for both sides; a pawn may become those pieces that its side has.

    Attributes:
        spinner: the sites that rotate, with the pieces on them and their motion.
        only: the letters of pieces that only one side has.
        resting: the letters of pieces that are never in motion, besides royal ones.
    """

    base_layout: ClassVar[Layout] = LAYOUT
    newness: ClassVar[int] = 3
    spinner: Spinner = STILL
    only: Mapping[str, Side] = field(default_factory=dict)
    resting: str = ""

    def __post_init__(self) -> None:
        """Refuse draws that this family does not know, and mechanics that do not go with motion.

        Raises:
            ValueError: as for `Orthodox`; or there are draws by insufficient material, a mechanic that must
                know where a move leads before the other pieces have drifted, one that says which pieces
                promote, or walls and a spinner.
        """
        super().__post_init__()
        refuse_minor(self)
        for letter in self.resting:
            if letter not in self.kinds:
                raise ValueError(Message("resting: no piece has the letter {letter}", letter=repr(letter)))
        for mechanic in self.mechanics:
            if any(isinstance(state, Backs) for state in mechanic.state()):
                raise ValueError(
                    Message(
                        "mechanics: {mechanic} and motion cannot be combined, because nothing says what"
                        " becomes of a rider whose carrier drifts away",
                        mechanic=Message(mechanic.title),
                    )
                )
            if self.spinner.ring and any(isinstance(state, Blocker) for state in mechanic.state()):
                raise ValueError(
                    Message(
                        "mechanics: {mechanic} and a spinner cannot be combined, because nothing says"
                        " whether the spinner carries what stands on it and is no piece",
                        mechanic=Message(mechanic.title),
                    )
                )
            if mechanic.promotes:
                raise ValueError(
                    Message(
                        "mechanics: {mechanic} and motion cannot be combined, because a piece that drifts"
                        " to where it promotes has no choice",
                        mechanic=Message(mechanic.title),
                    )
                )
            if mechanic.foresees():
                raise ValueError(
                    Message(
                        "mechanics: {mechanic} and motion cannot be combined, because {mechanic} must know"
                        " what a move leads to, and that is not settled until the other pieces have drifted",
                        mechanic=Message(mechanic.title),
                    )
                )

    @property
    def turning(self) -> tuple[str, ...]:
        """The sites of the spinner, each before the one that it moves to."""
        return self.spinner.ring

    @cached_property
    def motion(self) -> Mechanics:
        """What sets pieces in motion and keeps them moving."""
        return Mechanics(self.board, self.pieces, self.spinner, self.resting)

    def has(self, letter: str, side: Side) -> bool:
        """Whether a side has pieces of a kind."""
        return self.only.get(letter, side) is side

    def promoting(self, side: Side) -> str:
        """The letters of what a side's pawns may become: of pieces that the side has."""
        return "".join(letter for letter in self.promotions if self.has(letter, side))

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

    @cached_property
    def tables(self) -> Any:
        """The constants for the compiled functions."""
        return self.with_learned(self._tables)

    @cached_property
    def _tables(self) -> DriftingTables:
        return kept("drifting tables", self, self._built_tables)

    def _built_tables(self) -> DriftingTables:
        return build(
            self.ground_tables,
            self.motion,
            [[self.kinds[letter] for letter in self.promoting(side)] for side in Side],
            lambda site, side: self.starts(self.board, site, side),
            lambda site, side: self.far(self.board, site, side),
        )

    def _usual_words(self, states: States, ply: int, move: int) -> Words:
        start, goal, tag = move & FIELD, move >> GOAL_AT & FIELD, move >> TAG_AT & TAG
        names = self.board.names
        if tag == int(STOP):
            return Words(f"stop@{names[start]}", (names[start], "stop"))
        if tag == int(DROP):
            return super()._usual_words(states, ply, move)
        promotion = 0 if move & int(LAUNCHED) else move >> PROMOTION_AT & int(BYTE_MASK)
        text, choices = f"{names[start]}-{names[goal]}", (names[start], names[goal])
        if promotion:
            letter = self.pieces[promotion - 1].letter
            return Words(f"{text}={letter}", (*choices, letter))
        if self._shared(states, ply, move):
            code, vector = (
                int(states.cells[ply, 0, start]),
                given_by(self.motion, self.tables, states, ply, move),
            )
            given = self.motion.written(code // 2 - 1, Side.of(code & 1), vector, goal)
            text, choices = f"{text}~{given}", (*choices, f"~{given}")
        return Words(text, choices)

    @cached_property
    def _several(self) -> dict[int, frozenset[int]]:
        """The goals to which a piece has several steps, by its code times the sites plus its site."""
        return {}

    def _shared(self, states: States, ply: int, move: int) -> bool:
        """Whether another legal turn has the same start and goal, and gives another momentum."""
        ends = (1 << PROMOTION_AT) - 1
        ways = self.tables.ways
        start, goal = move & FIELD, move >> GOAL_AT & FIELD
        at = int(states.cells[ply, 0, start]) * len(self.board) + start
        if at not in self._several:
            steps = ways.rays[int(ways.ray_start[at]) : int(ways.ray_start[at + 1])] & int(SITE_MASK)
            times = Counter(steps.tolist())
            self._several[at] = frozenset(each for each in times if times[each] > 1)
        if goal not in self._several[at]:
            return False
        moves = np.empty(self.most_moves, np.uint64)
        n = int(generate.legal(self.tables, states, U(ply), moves, U(0)))
        same = moves[:n][moves[:n] & U(ends) == U(move & ends)]
        # Moves that differ in a further square alone give the same momentum.
        same = np.unique(same & U(ends | int(STEP_BITS)))
        return len({given_by(self.motion, self.tables, states, ply, other) for other in same.tolist()}) > 1

    def course(self, states: States, ply: int, move: int | None) -> tuple[Event, ...]:
        """All that happens in a turn, part by part in order, with the true paths.

        A piece's launch number is the one that it has at that moment.
        """
        return tuple(course(self.motion, self.tables, states, ply, move))

    def check_lines(self, states: States, ply: int) -> tuple[tuple[str, ...], ...]:
        """The same, and the ways of enemies that would drift onto a royal piece."""
        if not (checked := self.checked(states, ply)):
            return ()
        rows = self.layout.rows(len(self.board), 1)
        rows.cells[0], rows.info[0] = states.cells[ply], states.info[ply]
        rows.key[0], rows.bits[0] = states.key[ply], states.bits[ply]
        rows.info[0, int(SIDE)] = U(1) - states.info[ply, int(SIDE)]
        drifting = (event.sites for event in self.course(rows, 0, None) if event.captured in checked)
        return tuple(dict.fromkeys((*check_lines(self, self.tokens(states, ply), checked), *drifting)))

    def tokens(self, states: States, ply: int) -> tuple[Token, ...]:
        """What lies on the board, in the order of sites, with its momentum."""
        found = []
        cells = states.cells[ply].tolist()
        for token in super().tokens(states, ply):
            site = self.board.numbers[token.site]
            code, number, place = (cells[int(layer)][site] for layer in (PIECE, VECTOR, PLACE))
            found.append(token._replace(momentum=momentum(self.motion, code, number, site, place)))
        return tuple(found)

    def reach(self, letter: str, site: str, side: Side) -> tuple[Goal, ...]:
        """The goals of a piece of ``side`` at rest, alone on the board; none if the side has no such piece.

        Raises:
            KeyError: there is no such kind of piece, or no such site.
            ValueError: ``side`` is neither side.
        """
        goals = super().reach(letter, site, side)
        return goals if self.has(letter, Side(side)) else ()

    @property
    def _bounces(self) -> bool:
        """Whether an edge reflects pieces."""
        return any(edges.bounce for edges in self.board.edges.values())

    def topics(self, array: Mapping[str, str]) -> tuple[Topic, ...]:
        """What the family has to tell players about this game, in the order of a rules page."""
        own = [topic for mechanic in self.mechanics for topic in mechanic.topics(self)]
        royal = any(piece.royal for piece in self.pieces)
        settled = any(mechanic.settles for mechanic in self.mechanics)
        repeated = self.repeated[1] if self.repeated else None
        usual, drops = super().topics(array), self.has_drops
        motion = topics(usual, self.spinner, self._bounces, royal, settled, repeated, drops)
        return (*own, *motion)
