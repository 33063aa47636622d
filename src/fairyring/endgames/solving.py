"""Solving an endgame: which materials it leads to, and pass after pass over their positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.endgames.material import Numbering, codes_of, write_material
from fairyring.endgames.rows import empty_board, put_row
from fairyring.errors import EndgameError
from fairyring.game import Variant
from fairyring.kernels import contract, retrograde
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States
from fairyring.kernels.retrograde import MOST_PIECES, NONE, REPORT, ROWS, Endgames
from fairyring.messages import Message

CHUNK = 1 << 14  # positions that a thread looks at in one call
MOST_POSITIONS = 1 << 29  # of all materials together; two bytes each

Report = Callable[[str, int, int], object]


class _Desk(NamedTuple):
    """What one thread writes on."""

    states: States
    moves: npt.NDArray[np.uint64]
    scratch: npt.NDArray[np.uint64]


class Solved(NamedTuple):
    """What a solver has found, from which `Endgame` can be made again.

    Attributes:
        materials: the codes of each material, the first the one that was asked for.
        anywhere: whether every piece counts as able to be everywhere.
        values: see `retrograde.Endgames`.
    """

    materials: tuple[tuple[int, ...], ...]
    anywhere: bool
    values: npt.NDArray[np.uint16]


def solved(
    variant: Variant, rules: PieceRules, codes: tuple[int, ...], report: Report | None, threads: int
) -> Solved:
    """Solve the endgame of the pieces with some codes, and all to which it can lead.

    Raises:
        EndgameError: there are too many positions; or the game has secrets, or remembers more than where the
            pieces are.
    """
    if contract.family_of(type(rules.tables)).derive is None:
        raise EndgameError("the rules of this game cannot set up positions by themselves")
    if rules.secrets is not None:
        raise EndgameError("this game has secrets, so no position has one right value")
    solver = _Solver(variant, rules, threads)
    try:
        return solver.solve(codes, report, anywhere=False)
    except _OutsideError:
        return solver.solve(codes, report, anywhere=True)


class _OutsideError(Exception):
    """A piece came to a site that its moves do not lead to: something else brought it there."""


class _Solver:
    def __init__(self, variant: Variant, rules: PieceRules, threads: int) -> None:
        self._variant = variant
        self._rules = rules
        self._threads = threads
        self._desks: SimpleQueue[_Desk] = SimpleQueue()
        self._empty = empty_board(variant)
        for _ in range(threads):
            self._desks.put(self._desk())

    def _desk(self) -> _Desk:
        rules = self._rules
        states = rules.layout.rows(len(rules.board), ROWS)
        put_row(self._empty, states, int(retrograde.EMPTY))
        moves = np.zeros(2 * rules.most_moves, np.uint64)
        return _Desk(states, moves, np.zeros(MOST_PIECES, np.uint64))

    def solve(self, codes: tuple[int, ...], report: Report | None, *, anywhere: bool) -> Solved:
        numbering = Numbering(self._variant, self._rules, anywhere=anywhere)
        numbering.add(codes)
        values = np.zeros(0, np.uint16)
        leads: list[set[int]] = []
        remembering: list[bool] = []
        while len(leads) < len(numbering.materials):
            material = len(leads)
            if numbering.length > MOST_POSITIONS:
                raise EndgameError(
                    Message(
                        "{pieces}: more than {most} positions",
                        pieces=write_material(self._rules, codes),
                        most=f"{MOST_POSITIONS:,}",
                    )
                )
            values = np.concatenate([values, np.zeros(numbering.length - len(values), np.uint16)])
            found = self._survey(numbering, numbering.arrays(values), material)
            leads.append(found.leads)
            remembering.append(found.remembering)
        endgames = numbering.arrays(values)
        distances: dict[int, int] = {}
        for group in _in_order(leads):
            if report:
                report(", ".join(self._written(numbering, material) for material in group), 0, 0)
            self._extend(numbering, endgames, group, leads, remembering, distances, report)
        return Solved(tuple(numbering.materials), anywhere, values)

    def _written(self, numbering: Numbering, material: int) -> str:
        return write_material(self._rules, numbering.materials[material])

    def _survey(self, numbering: Numbering, endgames: Endgames, material: int) -> _Survey:
        strangers, remembering = set[int](), False
        met = np.zeros(len(numbering.materials), np.uint64)
        for said in self._reports(retrograde.survey, numbering, endgames, material, met):
            if said[int(retrograde.OUTSIDE)]:
                raise _OutsideError
            if said[int(retrograde.REMEMBERED)] > 1:
                raise EndgameError(
                    "endgames of this game cannot be solved: its positions are more than where the pieces are"
                )
            remembering |= bool(said[int(retrograde.REMEMBERED)])
            first = int(retrograde.STRANGERS) + 1
            strangers |= set(said[first : first + int(said[first - 1])].tolist())
        if int(NONE) in strangers:
            raise EndgameError(
                Message("moves lead to positions with more than {most} pieces", most=MOST_PIECES)
            )
        leads = set(np.flatnonzero(met).tolist())
        for signature in sorted(strangers):
            leads.add(len(numbering.materials))
            numbering.add(codes_of(signature))
        return _Survey(leads, remembering)

    def _extend(
        self,
        numbering: Numbering,
        endgames: Endgames,
        group: list[int],
        leads: list[set[int]],
        remembering: list[bool],
        distances: dict[int, int],
        report: Report | None,
    ) -> None:
        """Find all positions of a group of materials, which lead only to each other and to solved ones."""
        farthest = max(
            (distances[each] for one in group for each in leads[one] if each in distances), default=0
        )
        plies, changed = 0, 1
        # Where nothing was found, something farther may follow from the materials that are solved already.
        while changed or plies <= farthest:
            plies += 1
            if plies > retrograde.FARTHEST:
                raise EndgameError(Message("ends are more than {most} plies away", most=retrograde.FARTHEST))
            changed = sum(
                self._pass(numbering, endgames, material, plies, remembering[material]) for material in group
            )
            if changed:
                farthest = max(farthest, plies)
                if report:
                    report(", ".join(self._written(numbering, each) for each in group), plies, changed)
        distances |= dict.fromkeys(group, farthest)

    def _pass(
        self, numbering: Numbering, endgames: Endgames, material: int, plies: int, remembering: bool
    ) -> int:
        found = 0
        for said in self._reports(retrograde.extend, numbering, endgames, material, U(plies), remembering):
            if said[int(retrograde.OUTSIDE)]:
                raise EndgameError("moves lead to positions in which the player who moved is in check")
            found += int(said[int(retrograde.CHANGED)])
        return found

    def _reports(
        self,
        look: Callable[..., object],
        numbering: Numbering,
        endgames: Endgames,
        material: int,
        *given: object,
    ) -> Iterator[npt.NDArray[np.uint64]]:
        """What `survey` or `extend` reports of each part of a material's positions, several at once."""
        length = numbering.count(material)

        def work(begin: int) -> npt.NDArray[np.uint64]:
            report = np.zeros(REPORT, np.uint64)
            end = min(begin + CHUNK, length)
            desk = self._desks.get()
            try:
                look(
                    self._rules.tables,
                    desk.states,
                    endgames,
                    U(material),
                    U(begin),
                    U(end),
                    desk.moves,
                    desk.scratch,
                    *given,
                    report,
                )
            finally:
                self._desks.put(desk)
            return report

        with ThreadPoolExecutor(self._threads) as pool:
            yield from pool.map(work, range(0, length, CHUNK))


class _Survey(NamedTuple):
    leads: set[int]
    remembering: bool


def _in_order(leads: list[set[int]]) -> Iterator[list[int]]:
    """The materials in groups: each leads only to itself and to those before it, where that can be."""
    left = set(range(len(leads)))
    while left:
        ready = sorted(each for each in left if not (leads[each] - {each}) & left)
        groups: Iterable[list[int]] = [[each] for each in ready] if ready else [sorted(left)]
        for group in groups:
            yield group
            left -= set(group)
