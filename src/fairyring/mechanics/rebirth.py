"""Rebirth: a captured piece comes back on the square where pieces of its kind start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.board.graph import HomeName
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined, internal
from fairyring.kernels.law import Draft, Mechanic, check_letters, check_squares, slots
from fairyring.kernels.orthodox.codes import (
    BESIDE,
    BYTE_MASK,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    SECOND_SHIFT,
    TAG_SHIFT,
    extra_of,
)
from fairyring.kernels.orthodox.edit import put_piece
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.orthodox.worth import halves
from fairyring.kernels.rules import Change, Topic
from fairyring.messages import Message
from fairyring.pieces import Piece

# HOMES: for each code and each site of a capture, the site of the rebirth plus 1, or 0 for none; the slot is
# 0 in a game without rebirth.
(HOMES,) = slots(1)


@dataclass(frozen=True)
class Rebirth(Mechanic):
    """A captured piece returns to its home square if that is empty; otherwise it leaves the board.

    The rules are those of Circe chess by Pierre Monréal (Problème, 1968): a pawn's home is on the file of the
    capture, that of other pieces has the shade of the square of the capture if there are several. Kings are
    never captured. One rule is ours: a reborn rook does not castle.

    Attributes:
        homes: White's homes, each a piece's letter and a square; Black's are on the same files, at the other
            end. Pawns have theirs where their double steps begin.
    """

    homes: Sequence[HomeName] = ("Ra1", "Nb1", "Bc1", "Qd1", "Bf1", "Ng1", "Rh1")
    title: ClassVar[str] = "rebirth"
    fate: ClassVar[bool] = True

    def usual_captures(self) -> str:
        """Each captured piece is reborn, that on the way first."""
        return ""

    def check(self, rules: PieceRules) -> None:
        """Refuse homes that do not exist, and those that leave open where a piece is reborn.

        Raises:
            ValueError: there is no such piece or square, or a kind has two homes of one shade.
        """
        seen: set[tuple[str, int]] = set()
        for home in self.homes:
            letter, name = home[:1], home[1:]
            check_letters(self.title, [letter], rules)
            check_squares(self.title, [name], rules)
            shade = rules.board.shade(rules.board.numbers[name])
            if (letter, shade) in seen:
                raise self.fault(
                    "{title}: {letter} has two homes of the same shade, one of them {name}",
                    letter=repr(letter),
                    name=name,
                )
            seen.add((letter, shade))
        if any(piece.pawn for piece in rules.pieces):
            for side in Side:
                files = [file_of(rules, site) for site in range(len(rules.board)) if rules.begins(site, side)]
                if len(set(files)) < len(files):
                    raise ValueError("rebirth: pawns make double steps from two squares of one file")

    def tells(self, rules: PieceRules, change: Change) -> tuple[Message, ...]:
        """Which captured pieces came back."""
        letters = {token.letter for token in change.lost}
        back = [token for token in change.come if token.letter in letters]
        change.come = [token for token in change.come if token not in back]
        return tuple(
            Message("{piece} is reborn on {site}", piece=Message(token.name), site=token.site)
            for token in back
        )

    def _homes(self, rules: PieceRules, piece: Piece, side: Side) -> list[int]:
        """Where a side's pieces of a kind are reborn, pawns apart."""
        board = rules.board
        found = [board.numbers[home[1:]] for home in self.homes if home[:1] == piece.letter]
        if side is Side.BLACK:
            found = [across(rules, site) for site in found]
        return found

    def _home(self, rules: PieceRules, piece: Piece, side: Side, site: int) -> int | None:
        """Where a piece that is captured on a site is reborn."""
        board = rules.board
        if piece.royal:
            return None
        if piece.pawn:
            file = [other for other in range(len(board)) if file_of(rules, other) == file_of(rules, site)]
            return next((other for other in file if rules.begins(other, side)), None)
        homes = self._homes(rules, piece, side)
        alike = [home for home in homes if board.shade(home) == board.shade(site)]
        return next(iter(alike or homes), None)

    def write(self, draft: Draft) -> None:
        """Write the homes."""
        rules = draft.rules
        sites = len(rules.board)
        words = [0] * (2 * (len(rules.pieces) + 1) * sites)
        for kind, piece in enumerate(rules.pieces):
            for side in Side:
                for site in range(sites):
                    home = self._home(rules, piece, side, site)
                    words[code_of(kind, side) * sites + site] = 0 if home is None else home + 1
        draft.append(HOMES, words)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Where a captured piece comes back."""
        homes = Message(
            "A captured piece is put back on its home square, as a part of the same move. If a piece stands"
            " there, the captured piece leaves the board for good. A pawn's home is the square where its"
            " double step begins, on the file of the capture. Any other piece's home is a square where such"
            " a piece starts; if there are two, it is the one of the same shade as the square of the"
            " capture. A promoted pawn counts as the piece that it has become."
        )
        legal = Message(
            "A capture is not legal if the reborn piece would check the king of the player who captures. A"
            " reborn piece may end a check by standing in between. A reborn pawn may make its double step; a"
            " reborn rook does not castle."
            if rules.has_checks
            else "A reborn pawn may make its double step; a reborn rook does not castle."
        )
        return (Topic("Rebirth", (homes, legal)),)


def file_of(rules: PieceRules, site: int) -> tuple[int, int]:
    """The file of a site, and its chart; of several places, the first one's."""
    place = rules.board.places[site][0]
    return place.chart, place.x


def across(rules: PieceRules, site: int) -> int:
    """The site on the same file, as far from Black as a site is from White."""
    place = rules.board.places[site][0]
    rows = rules.board.charts[place.chart].rows
    return rows[len(rows) - 1 - place.y][place.x]


@inlined
def home(words: Any, states: Any, piece: Any, site: Any) -> Any:
    """Where a piece captured on a site is reborn, plus 1; 0 for nowhere."""
    return words[words[HOMES] + piece * U(states.cells.shape[2]) + site]


@internal
def reborn(words: Any, tables: Any, states: Any, ply: Any, move: Any, taken: Any) -> None:
    """Put a captured piece on its home if that is empty, and then a second one."""
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    beside = (move >> TAG_SHIFT) & BESIDE == EN_PASSANT
    bring_back(words, tables, states, ply, taken & BYTE_MASK, extra_of(move) if beside else goal)
    bring_back(words, tables, states, ply, taken >> SECOND_SHIFT, goal)


@internal
def bring_back(words: Any, tables: Any, states: Any, ply: Any, piece: Any, site: Any) -> None:
    """Put a piece that was captured on a site on its home; 0 is not a piece."""
    back = home(words, states, piece, site)
    if back != U(0) and states.cells[ply, U(0), back - U(1)] == 0:
        put_piece(tables, states, ply, back - U(1), piece)


@inlined
def tempting(words: Any, tables: Any, states: Any, ply: Any, move: Any, score: Any) -> Any:
    """For a piece that is reborn, only what it loses by going home."""
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    piece = U(states.cells[ply, U(0), goal])
    if words[HOMES] == U(0) or piece == U(0) or score <= I(0):
        return score
    back = home(words, states, piece, goal)
    if back == U(0) or states.cells[ply, U(0), back - U(1)] != 0:
        return score
    here, _ = halves(U(tables.worth.sums[piece, goal, U(0)]))
    there, _ = halves(U(tables.worth.sums[piece, back - U(1), U(0)]))
    worse = here - there if piece & U(1) == U(0) else there - here
    return max(worse, I(1))
