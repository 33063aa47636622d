"""In a row: a side wins, or loses, when enough of its pieces stand in a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.errors import reason_of, shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import LINED_UP, MOVER_LOSES, MOVER_WINS, ONGOING, SIDE
from fairyring.kernels.law import Draft, Mechanic, check_letters, codes_of, letters_in, slots
from fairyring.kernels.rules import Topic
from fairyring.messages import Message, joined
from fairyring.pieces import betza

# LINES: the sets of sites that are rows, one after the other; 0 in a game without them. ROWS: how many there
# are. NEEDED: for each row, how many pieces it takes. COUNTING: the codes of the pieces that count, a bit
# each. ENDS: the result for the side that has moved, which is the one to move no longer.
LINES, ROWS, NEEDED, COUNTING, ENDS = slots(5)
WHOLE = 1 << 10  # a row, in hundredths of a pawn; a quarter of it for each piece that is still missing


@dataclass(frozen=True)
class InARow(Mechanic):
    """A player who gets enough pieces in a row wins.

    Attributes:
        number: how many pieces in a row; 0 if only squares count.
        along: the directions of rows: a rider's movement in Betza's notation, such as ``"R"`` or ``"vRB"``.
        pieces: the letters of the pieces that count; empty for all.
        wins: whether the side has won, rather than lost.
        gaps: whether anything may stand between the pieces, as long as they are on one line.
        square: how many pieces on each side of a filled square count as a row, too; 0 for none.
    """

    number: int
    along: str = "Q"
    pieces: str = ""
    wins: bool = True
    gaps: bool = False
    square: int = 0
    title: ClassVar[str] = "in a row"

    def usual_captures(self) -> str:
        """It looks at what a move leaves on the board."""
        return ""

    def check(self, rules: PieceRules) -> None:
        """Refuse rows of one piece, and directions and pieces that do not exist.

        Raises:
            ValueError: the game has one of these.
        """
        if self.number < 2 and (self.number or not self.square):
            raise self.fault(
                "{title}: the number of pieces must be at least 2, not {number}", number=self.number
            )
        if self.square and self.square < 2:
            raise self.fault(
                "{title}: the side of a square has 2 pieces or more, not {square}", square=self.square
            )
        check_letters("in a row", letters_in(self.pieces), rules)
        try:
            betza(self.along)
        except ValueError as error:
            raise self.fault(
                "{title}: along is a rider's movement, such as 'Q': {error}", error=reason_of(error)
            ) from None
        if self.square and not self._squares(rules):
            raise self.fault("{title}: the board has no square of {square} by {square}", square=self.square)
        if self.number and not self._lines(rules):
            raise self.fault(
                "{title}: there are no {number} squares in a row along {along} on the board",
                number=self.number,
                along=shown(self.along),
            )

    def _lines(self, rules: PieceRules) -> set[frozenset[int]]:
        """The sites of each row: a ride over all of them; with gaps, the longest rides along each line."""
        board, rider = rules.board, betza(self.along)
        rides = {ride for site in range(len(board)) for ride in self._rides(rider, board, site)}
        if not self.gaps:
            return {ride for ride in rides if len(ride) == self.number}
        long = {ride for ride in rides if len(ride) >= self.number}
        return {ride for ride in long if not any(ride < other for other in long)}

    def _rides(self, rider: Any, board: Any, site: int) -> list[frozenset[int]]:
        ways = (way for side in Side for way in rider.ways(board, site, side))
        return [
            frozenset((site, *way.through, way.goal))
            for way in ways
            if self.gaps or len(way.through) == self.number - 2
        ]

    def _squares(self, rules: PieceRules) -> set[frozenset[int]]:
        """The sites of each square on a chart."""
        at = {place: site for site, places in enumerate(rules.board.places) for place in places}
        sides = range(self.square)
        found = (
            [at.get(place._replace(x=place.x + x, y=place.y + y)) for x in sides for y in sides]
            for place in at
        )
        return {frozenset(each for each in sites if each is not None) for sites in found if None not in sites}

    def _needed(self, rules: PieceRules) -> dict[frozenset[int], int]:
        """The rows, squares too, and how many pieces each takes."""
        lines = self._lines(rules) if self.number else set()
        squares = self._squares(rules) if self.square else set()
        return dict.fromkeys(lines, self.number) | dict.fromkeys(squares, self.square**2)

    def write(self, draft: Draft) -> None:
        """Write the rows."""
        kinds = draft.rules.kinds
        needed = self._needed(draft.rules)
        lines = sorted(needed, key=sorted)
        draft.append(LINES, [word for line in lines for word in draft.site_words(line)])
        draft.set(ROWS, len(lines))
        draft.append(NEEDED, [needed[line] for line in lines])
        counting = codes_of(kinds[letter] for letter in letters_in(self.pieces))
        draft.set(COUNTING, counting or (1 << 64) - 1)
        draft.set(ENDS, int(LINED_UP | (MOVER_LOSES if self.wins else MOVER_WINS)))

    def decides(self, rules: PieceRules) -> bool:
        """By a row."""
        return True

    def wins_with_little(self, rules: PieceRules) -> bool:
        """Few pieces may be a row."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What a row is, and what it means."""
        names = [Message(rules.pieces[rules.kinds[letter]].name) for letter in letters_in(self.pieces)]
        ends = []
        if self.number:
            won = "A player who gets {number} pieces into a row has won."
            lost = "A player who gets {number} pieces into a row has lost."
            if self.gaps:
                won = "A player who has {number} pieces on one line, with gaps or without, has won."
                lost = "A player who has {number} pieces on one line, with gaps or without, has lost."
            ends.append(Message(won if self.wins else lost, number=self.number))
        if self.square:
            won = "A player who fills a square of {number} by {number} squares has won."
            lost = "A player who fills a square of {number} by {number} squares has lost."
            ends.append(Message(won if self.wins else lost, number=self.square))
        goes = Message(
            "A row goes in any direction in which a piece with the movement {along} rides.", along=self.along
        )
        where = Message("A row is a part of a rank, a file or a diagonal.") if self.along == "Q" else goes
        kinds = "Only pieces of these kinds count: {pieces}."
        which = [Message(kinds, pieces=joined("{first}, {rest}", names))] if names else []
        return (Topic(Message("Rows"), (*ends, *[where] * bool(self.number), *which), tuple(ends)),)


@internal
def has_row(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side has a row."""
    for row in range(words[ROWS]):
        needed = words[words[NEEDED] + row]
        if pieces(words, states, ply, row, side) < needed:
            continue
        if counting(words, states, ply, row, side) >= needed:
            return True
    return False


@inlined
def of_row(words: Any, states: Any, ply: Any, row: Any, side: Any, word: Any) -> Any:
    """A word of the set of a side's pieces in a row."""
    line = words[LINES] + row * U(states.bits.shape[2])
    return words[line + word] & states.bits[ply, side, word]


@internal
def pieces(words: Any, states: Any, ply: Any, row: Any, side: Any) -> Any:
    """How many pieces of a side, of whatever kind, stand in a row."""
    found = U(0)
    for word in range(U(states.bits.shape[2])):
        found += popcount(of_row(words, states, ply, row, side, word))
    return found


@internal
def counting(words: Any, states: Any, ply: Any, row: Any, side: Any) -> Any:
    """How many pieces of a side in a row are of kinds that count."""
    found = U(0)
    for word in range(U(states.bits.shape[2])):
        sites = of_row(words, states, ply, row, side, word)
        while sites != U(0):
            site = (word << U(6)) + lowest_bit(sites)
            sites &= sites - U(1)
            found += (words[COUNTING] >> U(states.cells[ply, U(0), site])) & U(1)
    return found


@inlined
def reached(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side has a row, in a game in which rows count."""
    return words[LINES] != U(0) and has_row(words, states, ply, side)


@inlined
def over(words: Any, states: Any, ply: Any) -> Any:
    """The side that has moved has a row."""
    return words[ENDS] if reached(words, states, ply, U(1) - states.info[ply, SIDE]) else ONGOING


@internal
def weighed(words: Any, states: Any, ply: Any) -> Any:
    """The more of a row is filled, the better, while no enemy stands in it; or the worse, where rows lose."""
    score = I(0)
    for row in range(words[ROWS]):
        white, black = pieces(words, states, ply, row, U(0)), pieces(words, states, ply, row, U(1))
        if (white == U(0)) == (black == U(0)):
            continue
        side = U(white == U(0))
        own = white + black
        if counting(words, states, ply, row, side) == own:
            missing = max(I(words[words[NEEDED] + row]) - I(own), I(0))
            bonus = I(WHOLE) >> (I(2) * missing)
            score += bonus if side == U(0) else -bonus
    return score if words[ENDS] & MOVER_LOSES != U(0) else -score
