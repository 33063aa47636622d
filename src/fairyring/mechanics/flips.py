"""Flips and growth: pieces change sides when one arrives by them, and new ones come on empty squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.board.graph import SquareName
from fairyring.errors import shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import FILLED, ONGOING, SIDE, States
from fairyring.kernels.law import Draft, Mechanic, check_letters, check_squares
from fairyring.kernels.orthodox.attacks import occupied
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DROP,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.edit import put_piece, remove_piece
from fairyring.kernels.orthodox.tables import KEEP
from fairyring.kernels.rules import Change, Topic, Words
from fairyring.kernels.stages import carried, landed, register_part
from fairyring.messages import Message
from fairyring.messages import listed as listing
from fairyring.pieces import betza

EXPOSED = I(12)  # off for a piece next to which one may arrive and turn it, in hundredths of a pawn
# Which enemies change sides, and where new pieces come.
NO_TURNS, NEXT_TURNS, JOINED_TURNS, ROW_TURNS = U(0), U(1), U(2), U(3)
TURNS = {"none": NO_TURNS, "next": NEXT_TURNS, "joined": JOINED_TURNS, "rows": ROW_TURNS}
NEXT, ANYWHERE, APART = U(0), U(1), U(2)
WHERE = {"next": NEXT, "anywhere": ANYWHERE, "apart": APART}
DIRECTIONS = ("fR", "bR", "lR", "rR", "frB", "flB", "brB", "blB")
KIND, TURNING, GROWING, FIRST = U(0), U(1), U(2), U(3)  # places in `Neighbours.rules`


class Neighbours(NamedTuple):
    """The part of games in which pieces turn or grow.

    Attributes:
        near: uint64[site, word]; the sites next to each site.
        beside: uint64[site, word]; those next to it along a file or rank.
        rows: uint64[site, direction, step]; the sites in each direction from each site, from 1; then 0.
        first: uint64[word]; the sites where pieces are dropped before they are elsewhere.
        sites: uint64[word]; all sites.
        rules: uint64[4]; the number of the kind that grows, from 1, or 0 for none; which enemies turn; where
            new pieces come; and 1 if there are first sites.
    """

    near: npt.NDArray[np.uint64]
    beside: npt.NDArray[np.uint64]
    rows: npt.NDArray[np.uint64]
    first: npt.NDArray[np.uint64]
    sites: npt.NDArray[np.uint64]
    rules: npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Flips(Mechanic):
    """When a piece arrives on a square, enemy pieces nearby change sides. A full board ends the game.

    In place of a move, a new piece may come on an empty square, as in Ataxx. Where points count, they decide
    on a full board.

    Attributes:
        grows: the letter of the kind that new pieces are of; empty if there are none.
        turns: which enemy pieces change sides: ``"next"``, those next to the piece; ``"joined"``, the same,
            but a dropped or new piece turns some only if one of its own side is next to it, as in
            Quadwrangle; ``"rows"``, those in a straight row between it and another piece of its side, as in
            Othello, where a dropped or new piece must turn some; or ``"none"``.
        where: where new pieces come: ``"next"`` to one of their side, ``"anywhere"``, or ``"apart"`` from
            enemy pieces, not next to one along a file or rank, as in Snort.
        first: the names of squares. While any of them is empty, pieces are dropped only there, and turn none.
    """

    grows: str = ""
    turns: Literal["none", "next", "joined", "rows"] = "next"
    where: Literal["next", "anywhere", "apart"] = "next"
    first: Sequence[SquareName] = ()
    title: ClassVar[str] = "flips"

    def foresees(self) -> bool:
        """What has arrived must be known."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse royal pieces, unknown ones, and mechanics by which a drop is something else.

        Raises:
            ValueError: the game has one of these.
        """
        if self.grows:
            check_letters(self.title, [self.grows], rules)
        if any(piece.royal for piece in rules.pieces):
            raise ValueError(
                "flips: there is a royal piece, and nothing says what happens when it changes sides"
            )
        for name, value, known in (("turns", self.turns, TURNS), ("where", self.where, WHERE)):
            if value not in known:
                raise self.fault(
                    "{title}: {name} is {known}, not {value}",
                    name=name,
                    known=" or ".join(known),
                    value=shown(value),
                )
        if self.where != "next" and not self.grows:
            raise ValueError("flips: where is where new pieces come, and grows names none")
        check_squares(self.title, self.first, rules)
        for other in getattr(rules, "mechanics", ()):
            if other.royals or (self.grows and other.fate):
                raise ValueError(
                    f"mechanics: {other.title} and flips cannot be combined, because nothing says"
                    + (
                        " what it is for a royal piece to change sides"
                        if other.royals
                        else " whether a piece that is dropped is new or from the hand"
                    )
                )

    def part(self, draft: Draft) -> Neighbours:
        """What is next to what, and in a row with it."""
        rules = draft.rules
        board = rules.board
        sites = range(len(board))

        def near(letters: str) -> Any:
            step = betza(letters)
            goals = ({way.goal for way in step.ways(board, site, Side.WHITE)} for site in sites)
            return np.array([draft.site_words(each) for each in goals], np.uint64)

        riders = [betza(letters) for letters in DIRECTIONS] if self.turns == "rows" else []
        rides = [
            [[way.goal for way in each.ways(board, site, Side.WHITE)] for each in riders] for site in sites
        ]
        length = max((len(ride) for own in rides for ride in own), default=0) + 1
        rows = np.zeros((len(board), len(riders), length), np.uint64)
        for site, own in enumerate(rides):
            for direction, ride in enumerate(own):
                rows[site, direction, : len(ride)] = [each + 1 for each in ride]
        return Neighbours(
            near("K"),
            near("W"),
            rows,
            np.array(draft.site_words(board.numbers[name] for name in self.first), np.uint64),
            np.array(draft.site_words(sites), np.uint64),
            np.array(
                [
                    rules.kinds[self.grows] + 1 if self.grows else 0,
                    int(TURNS[self.turns]),
                    int(WHERE[self.where]),
                    int(bool(self.first)),
                ],
                np.uint64,
            ),
        )

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """A new piece is chosen by its square alone."""
        wall = not move >> int(PROMOTION_SHIFT) & int(BYTE_MASK)
        if wall or not self.grows or move >> int(TAG_SHIFT) & int(TAG_MASK) != int(DROP):
            return found
        return found._replace(choices=found.choices[1:])

    def tells(self, rules: PieceRules, change: Change) -> tuple[Message, ...]:
        """Where pieces changed sides."""
        flipped = [after for before, after in change.turned if before.side is not after.side]
        change.turned = [(one, two) for one, two in change.turned if one.side is two.side]
        if not flipped:
            return ()
        if len(flipped) == 1:
            return (Message("the piece on {site} changes sides", site=flipped[0].site),)
        sites = listing("{first} and {last}", [token.site for token in flipped])
        return (Message("the pieces on {sites} change sides", sites=sites),)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What changes sides, and what is new."""
        full = Message("When the board is full, the game has ended.")
        flip = {
            "next": Message(
                "When a piece comes to a square, all enemy pieces on the squares next to it change sides."
                " When the board is full, the game has ended."
            ),
            "joined": Message(
                "When a piece moves to a square, all enemy pieces on the squares next to it change sides. A"
                " new piece does the same if a piece of its own side is next to it. When the board is full,"
                " the game has ended."
            ),
            "rows": Message(
                "When a piece comes to a square, each straight row of enemy pieces between it and the next"
                " piece of its own side, in any direction, changes sides. A piece may be dropped only where"
                " at least one enemy piece changes sides. When the board is full, the game has ended."
            ),
            "none": full,
        }[self.turns]
        grow = {
            "next": Message(
                "In place of a move, you may put a new piece on an empty square next to one of your own."
                " Choose the square; it is written with a letter, an at sign and the square, such as P@b2."
            ),
            "anywhere": Message(
                "In place of a move, you may put a new piece on any empty square. Choose the square; it is"
                " written with a letter, an at sign and the square, such as P@b2."
            ),
            "apart": Message(
                "In place of a move, you may put a new piece on an empty square that is not next to an enemy"
                " piece along a file or rank. Choose the square; it is written with a letter, an at sign and"
                " the square, such as P@b2."
            ),
        }[self.where]
        first = Message(
            "The first pieces are dropped on these squares, until they are full: {squares}.",
            squares=", ".join(self.first),
        )
        title = Message("New pieces") if self.turns == "none" else Message("Changing sides")
        return (Topic(title, (*[grow] * bool(self.grows), *[first] * bool(self.first), flip)),)


@internal
def new_squares(part: Any, states: Any, ply: Any, word: Any) -> Any:
    """A word of the set of the empty sites where the mover may put a new piece, but for what it turns."""
    found, side = U(0), states.info[ply, SIDE]
    free = ~occupied(states, ply, word) & part.sites[word]
    if part.rules[GROWING] == ANYWHERE:
        return free
    table = part.near if part.rules[GROWING] == NEXT else part.beside
    whose = side if part.rules[GROWING] == NEXT else U(1) - side
    for other in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, whose, other]
        while pieces != U(0):
            found |= table[(other << U(6)) + lowest_bit(pieces), word]
            pieces &= pieces - U(1)
    return free & found if part.rules[GROWING] == NEXT else free & ~found


@internal
def waiting(part: Any, states: Any, ply: Any) -> Any:
    """Whether one of the first sites is empty."""
    for word in range(U(states.bits.shape[2])):
        if part.first[word] & ~occupied(states, ply, word) != U(0):
            return True
    return False


@internal
def enclosed(part: Any, states: Any, ply: Any, site: Any, direction: Any) -> Any:
    """How many enemies a piece of the mover on a site turns in a direction."""
    side, step = states.info[ply, SIDE], U(0)
    while step < U(part.rows.shape[2]) and part.rows[site, direction, step] != U(0):
        piece = U(states.cells[ply, U(0), part.rows[site, direction, step] - U(1)])
        if piece == U(0):
            return U(0)
        if not on_board(states, ply, part.rows[site, direction, step] - U(1), U(1) - side):
            return step if on_board(states, ply, part.rows[site, direction, step] - U(1), side) else U(0)
        step += U(1)
    return U(0)


@inlined
def on_board(states: Any, ply: Any, site: Any, side: Any) -> Any:
    """Whether a piece of a side stands on a site; a wall is not a piece."""
    return (states.bits[ply, side, site >> U(6)] >> (site & U(63))) & U(1) != U(0)


@internal
def encloses(part: Any, states: Any, ply: Any, site: Any) -> Any:
    """Whether a piece of the mover on a site would turn any enemy in a row."""
    for direction in range(U(part.rows.shape[1])):
        if enclosed(part, states, ply, site, direction) != U(0):
            return True
    return False


@internal
def generated(part: Any, tables: Any, states: Any, ply: Any, checks: Any, moves: Any, n: Any) -> Any:
    """New pieces."""
    if part.rules[KIND] != U(0):
        for word in range(U(states.bits.shape[2])):
            free = new_squares(part, states, ply, word)
            while free != U(0):
                site = (word << U(6)) + lowest_bit(free)
                free &= free - U(1)
                moves[n] = encode(site, site, part.rules[KIND], DROP, U(0))
                n += U(1)
    return n


@inlined
def listed(part: Any, tables: Any) -> Any:
    """Where drops depend on what they turn, or on the first sites."""
    return part.rules[TURNING] == ROW_TURNS or part.rules[FIRST] != U(0)


@inlined
def bulk(part: Any, tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """New pieces, too."""
    if part.rules[KIND] != U(0):
        for word in range(U(states.bits.shape[2])):
            n += popcount(new_squares(part, states, ply, word))
    return n


@internal
def filtered(part: Any, tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Drops on the first sites, as long as one of them is empty; then only those that turn some in rows."""
    if not listed(part, tables):
        return n
    early, end = waiting(part, states, ply), begin
    for i in range(begin, n):
        goal = (moves[i] >> GOAL_SHIFT) & FIELD_MASK
        wall = (moves[i] >> PROMOTION_SHIFT) & BYTE_MASK == U(0)  # in place of a move
        kept = wall or (moves[i] >> TAG_SHIFT) & TAG_MASK != DROP
        if not kept and early:
            kept = (part.first[goal >> U(6)] >> (goal & U(63))) & U(1) != U(0)
        elif not kept:
            kept = part.rules[TURNING] != ROW_TURNS or encloses(part, states, ply, goal)
        if kept:
            moves[end] = moves[i]
            end += U(1)
    return end


@inlined
def arrived(part: Any, tables: Any, states: Any, ply: Any, move: Any, taken: Any, kept: Any) -> Any:
    """Enemies by the goal change sides, if the piece is there: it may have exploded or turned to stone."""
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    dropped = (move >> TAG_SHIFT) & TAG_MASK == DROP
    if part.rules[TURNING] == NO_TURNS or not on_board(states, ply, goal, states.info[ply, SIDE]):
        return kept
    return turn(part, tables, states, ply, goal, dropped, kept)


@internal
def turn(part: Any, tables: Any, states: Any, ply: Any, goal: Any, dropped: Any, kept: Any) -> Any:
    """Enemies by a site change sides; returns the castling rights that this leaves."""
    side = states.info[ply, SIDE]
    if part.rules[TURNING] == ROW_TURNS:
        for direction in range(U(part.rows.shape[1])):
            for step in range(enclosed(part, states, ply, goal, direction)):
                site = part.rows[goal, direction, step] - U(1)
                change_side(tables, states, ply, site)
                kept &= tables.sites[site, KEEP]
        return kept
    joined = part.rules[TURNING] == NEXT_TURNS or not dropped
    for word in range(U(states.bits.shape[2])):
        joined = joined or part.near[goal, word] & states.bits[ply, side, word] != U(0)
    for word in range(U(states.bits.shape[2])):
        pieces = part.near[goal, word] & states.bits[ply, U(1) - side, word] if joined else U(0)
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            change_side(tables, states, ply, site)
            kept &= tables.sites[site, KEEP]
    return kept


@internal
def change_side(tables: Any, states: Any, ply: Any, site: Any) -> None:
    """The piece on a site is the other side's now."""
    load = U(carried(tables, states, ply, site, U(0)))
    piece = remove_piece(tables, states, ply, site)
    put_piece(tables, states, ply, site, piece ^ U(1))
    landed(tables, states, ply, site, load)


@inlined
def over(part: Any, tables: Any, states: Any, ply: Any) -> Any:
    """The board is full."""
    pieces = U(0)
    for word in range(U(states.bits.shape[2])):
        pieces += popcount(occupied(states, ply, word))
    return FILLED if pieces == U(part.near.shape[0]) else ONGOING


@internal
def weighed(part: Any, tables: Any, states: Any, ply: Any, score: Any) -> Any:
    """Pieces next to empty squares are in danger."""
    size = U(states.bits.shape[2])
    for side in range(U(2)):
        for word in range(size):
            pieces = states.bits[ply, side, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                open_sites = U(0)
                for other in range(size):
                    open_sites |= part.near[site, other] & ~occupied(states, ply, other)
                if open_sites != U(0):
                    score += -EXPOSED if side == U(0) else EXPOSED
    return score


register_part(Neighbours, globals())
