"""Position texts of declared state: hands in brackets, marks behind letters, and pairs of counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fairyring.board import Side
from fairyring.errors import shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.contract import SIDE, States
from fairyring.kernels.declared import Counter, Hand, Limit, Mark, State, Tally, TrueKing
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, NOWHERE
from fairyring.messages import Message
from fairyring.notation.placement import Cells, Pieces, Placement
from fairyring.notation.position import Counter as Number
from fairyring.notation.position import FieldText
from fairyring.notation.true_kings import TrueKings

MOST_IN_HAND = 255  # of one kind
MARK_SHIFT = 8  # in a raw code, behind the piece's: a bit for each mark
CODE_MASK = (1 << MARK_SHIFT) - 1


@dataclass(frozen=True)
class MarkedPlacement(Placement):
    """What stands where, with marks behind the letters, and the hands in brackets at the end.

    Attributes:
        rules: of a family whose mechanics declare state.
        held: the hands in the brackets; unless given, the first that are declared.
    """

    rules: Any
    held: Hand | None = None

    @cached_property
    def _marks(self) -> list[Mark]:
        return [state for state in self.rules.declared if isinstance(state, Mark)]

    @cached_property
    def _hand(self) -> Hand | None:
        return self.held or next((state for state in self.rules.declared if isinstance(state, Hand)), None)

    def parse(self, part: FieldText) -> Pieces:
        """The pieces on the board that the part names."""
        return {
            place: (code & CODE_MASK, offset)
            for place, (code, offset) in self._raw(part).items()
            if code not in self.rules.blockers
        }

    def read(self, part: FieldText, states: States) -> None:
        """Put the pieces on the board and into the hands."""
        for (layer, site), (code, _) in self._raw(part).items():
            states.cells[0, layer, site] = code & CODE_MASK
            for number, mark in enumerate(self._marks):
                if code >> MARK_SHIFT + number & 1:
                    states.info[0, self._word(mark, site)] |= states.info.dtype.type(1 << (site & 63))
        text = self._in_brackets(part)
        if text is not None:
            for offset, sign in enumerate(text.text):
                self._take(text, offset, sign, states)

    def _raw(self, part: FieldText) -> Pieces:
        """As `parse`, with the marks of each piece above its code."""
        brackets = self._in_brackets(part)
        end = len(part.text) if brackets is None else brackets.start - part.start - 1
        return super().parse(FieldText(part.whole, part.start, part.text[:end]))

    def _in_brackets(self, part: FieldText) -> FieldText | None:
        """The part between the brackets; None in a game without hands, and for an array without brackets."""
        begin = self._hands_begin(part.text)
        if self._hand is None or (begin < 0 and " " not in part.whole):
            return None
        if begin < 0:
            part.fail(Message("expected {expected}", expected=shown("[")), len(part.text))
        if not part.text.endswith("]"):
            part.fail(Message("expected {expected}", expected=shown("]")), len(part.text))
        return FieldText(part.whole, part.start + begin + 1, part.text[begin + 1 : -1])

    def _hands_begin(self, text: str) -> int:
        """Where the bracket before the hands is; -1 if there is none."""
        return text.find("[")

    def without_hands(self, text: str) -> str:
        """A placement without the hands behind it."""
        begin = self._hands_begin(text)
        return text if self._hand is None or begin < 0 else text[:begin]

    def _take(self, text: FieldText, offset: int, sign: str, states: States) -> None:
        """Put a piece into its side's hand."""
        code = self.rules.codes.get(sign)
        if code is None:
            text.fail(Message("there is no piece {letter} in this game", letter=shown(sign)), offset)
        kind = self.rules.piece_of(code)
        if kind.royal and self._hand and kind.letter not in self._hand.start:
            piece = self.rules.piece_of(code).called(Side.of(code & 1))
            text.fail(Message("a {piece} cannot be in hand", piece=piece), offset)
        field = self._held(code)
        if int(states.info[0, field]) == MOST_IN_HAND:
            text.fail(Message("at most {most} pieces of a kind in hand", most=MOST_IN_HAND), offset)
        states.info[0, field] += states.info.dtype.type(1)

    def check_royals(self, part: FieldText, codes: Iterable[int]) -> None:
        """Each side has one piece of each royal kind, among the codes or in hand."""
        text = self._in_brackets(part)
        held = [self.rules.codes[sign] for sign in text.text if sign in self.rules.codes] if text else []
        super().check_royals(part, (*codes, *held))

    @cached_property
    def _first(self) -> dict[State, int]:
        """Where the fields of each declared state begin, if it has any; they follow each other."""
        letters = [piece.letter for piece in self.rules.pieces]
        named = {state: state.fields(letters, 1) for state in self.rules.declared}
        return {state: self.rules.layout.field(names[0]) for state, names in named.items() if names}

    @cached_property
    def _in_order(self) -> list[tuple[str, int]]:
        """The letters and codes of White's pieces and then Black's, those of the last kind first."""
        return sorted(self.rules.codes.items(), key=lambda item: (item[1] & 1, -item[1]))

    def _held(self, code: int) -> int:
        """The field that counts the pieces of a code in hand."""
        assert self._hand is not None
        return self._first[self._hand] + (code & 1) * len(self.rules.pieces) + code // 2 - 1

    def _word(self, mark: Mark, site: int) -> int:
        """The field with a site's bit of a mark."""
        return self._first[mark] + (site >> 6)

    def _site(self, part: FieldText, offset: int, site: int, pieces: Pieces) -> int:
        """Read a letter and the marks behind it."""
        for code, blocker in self.rules.blockers.items():
            if part.text[offset] == blocker.sign:
                pieces[0, site] = (code, offset)
                return offset + 1
        end = super()._site(part, offset, site, pieces)
        code, _ = pieces[0, site]
        for number, mark in enumerate(self._marks):
            if part.text[end : end + 1] == mark.sign:
                code |= 1 << MARK_SHIFT + number
                end += 1
        pieces[0, site] = (code, offset)
        return end

    def mend(self, states: States) -> None:
        """A mark goes when its piece does."""
        for mark in self._marks:
            for site, code in enumerate(states.cells[0, 0].tolist()):
                if not code:
                    bit = states.info.dtype.type(1 << (site & 63))
                    states.info[0, self._word(mark, site)] &= ~bit

    def write(self, states: States, ply: int) -> str:
        """The placement of a row, and its hands."""
        cells = states.cells[ply].tolist()
        info = states.info[ply].tolist()
        for mark in self._marks:
            first = self._first[mark]
            words = info[first : first + (len(cells[0]) + 63) // 64]
            marked = any(words)  # most positions have hardly any
            cells.append(
                [words[site >> 6] >> (site & 63) & 1 if marked else 0 for site in range(len(cells[0]))]
            )
        text = "|".join("/".join(self._write_rank(cells, rank) for rank in part) for part in self.sections)
        if self._hand is None:
            return text
        # The strongest first, as other programs write it: our lists of pieces begin with the pawn.
        held = "".join(letter * info[self._held(code)] for letter, code in self._in_order)
        return f"{text}[{held}]"

    def _sign(self, cells: Cells, site: int) -> str:
        """A piece's letter, and its marks; or the sign of what blocks."""
        blocker = self.rules.blockers.get(cells[0][site])
        if blocker is not None:
            return str(blocker.sign)
        sign = super()._sign(cells, site)
        if self._marks:
            marked = zip(cells[-len(self._marks) :], self._marks, strict=True)
            sign += "".join(mark.sign for layer, mark in marked if layer[site])
        return sign


@dataclass(frozen=True)
class CounterPair:
    """White's number and Black's, with a plus between them."""

    counter: Counter
    white: int
    black: int

    @property
    def name(self) -> str:
        """What is counted."""
        return self.counter.name

    @property
    def note(self) -> str:
        """How it is written."""
        return self.counter.note

    def read(self, part: FieldText, states: States) -> None:
        """Read both numbers."""
        numbers = part.text.split("+")
        name, most = Message(self.name), self.counter.start
        if len(numbers) != 2 or not all(number.isascii() and number.isdigit() for number in numbers):
            example = f"{most}+{most}"
            part.fail(
                Message("{field}: two numbers with a plus, such as {example}", field=name, example=example)
            )
        for field, number in zip((self.white, self.black), numbers, strict=True):
            if len(number) > 3 or int(number) > most:
                part.fail(Message("{field}: a number from {least} to {most}", field=name, least=0, most=most))
            states.info[0, field] = int(number)

    def check(self, part: FieldText, states: States) -> None:
        """Any numbers are possible."""

    def mend(self, states: States) -> None:
        """A number fits any board."""

    def write(self, states: States, ply: int) -> str:
        """Both numbers."""
        return f"{states.info[ply, self.white]}+{states.info[ply, self.black]}"


@dataclass(frozen=True)
class LimitText:
    """A number, or ``-`` while there is none."""

    limit: Limit
    field: int

    @property
    def name(self) -> str:
        """What is limited."""
        return self.limit.name

    @property
    def note(self) -> str:
        """How it is written."""
        return self.limit.note

    def read(self, part: FieldText, states: States) -> None:
        """Read the number."""
        states.info[0, int(EP_SQUARE)] = states.info[0, int(EP_PAWN)] = int(NOWHERE)
        if part.text != "-":
            Number(self.name, self.field, 1).read(part, states)

    def check(self, part: FieldText, states: States) -> None:
        """Any number is possible."""

    def mend(self, states: States) -> None:
        """A board that was changed begins without a count."""
        states.info[0, int(EP_SQUARE)] = states.info[0, int(EP_PAWN)] = int(NOWHERE)
        states.info[0, self.field] = 0

    def write(self, states: States, ply: int) -> str:
        """The number, or ``-``."""
        return str(int(states.info[ply, self.field])) if states.info[ply, self.field] else "-"


def counter_fields(
    rules: PieceRules, declared: Sequence[State]
) -> Iterator[CounterPair | Number | TrueKings]:
    """The fields of a position text for the counters, tallies and True Kings among declared states."""
    for state in declared:
        if isinstance(state, Tally):
            yield Number(state.name, rules.layout.field(state.name), state.least, state.note, state.most)
        if isinstance(state, TrueKing):
            yield TrueKings(rules, state.most, int(SIDE))
        if isinstance(state, Counter):
            white, black = (rules.layout.field(name) for name in state.fields((), 0))
            yield CounterPair(state, white, black)
