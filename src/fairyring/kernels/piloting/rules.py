"""The rules of piloting games in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.check_lines import attack_line
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout, States
from fairyring.kernels.law import parts
from fairyring.kernels.orthodox import codes as orthodox
from fairyring.kernels.orthodox import tables as orthodox_tables
from fairyring.kernels.orthodox.goals import piece_goals
from fairyring.kernels.orthodox.rules import RIDES, Orthodox
from fairyring.kernels.orthodox.tables import KING, WALLS, code_of
from fairyring.kernels.orthodox.unread import refuse_minor
from fairyring.kernels.piloting import attacks
from fairyring.kernels.piloting.moves import CARRIED_MASK, FIRST_SHIFT, SECOND_SHIFT
from fairyring.kernels.piloting.tables import CORNERS, LAYOUT, PilotTables, joined, split, terms
from fairyring.kernels.piloting.topics import topics
from fairyring.kernels.rules import Goal, Topic, Words
from fairyring.kernels.terms import Term, orthodox_terms
from fairyring.messages import Message
from fairyring.pieces import Piece

PILOT = "pilot"  # the choice that tells a pilot move from a rider's own step


@dataclass(frozen=True)
class Piloting(Orthodox):
    """The rules of a game of small pieces on the backs of big ones; its board is a `tables.stacked` one.

    ``pieces`` are the kinds of small pieces; the big ones are of the same kinds, but none is royal.

    Attributes:
        array: how many of each kind a set of a side begins with, by letter: promotion gives back only
            what was captured.
        friendly_fire_check: whether a king is also threatened by a big piece that only its own side rides.
    """

    base_layout: ClassVar[Layout] = LAYOUT
    newness: ClassVar[int] = 3
    array: Mapping[str, int] = field(default_factory=dict)
    friendly_fire_check: bool = True

    def __post_init__(self) -> None:
        """Refuse castlings, draws that this family does not know, and mechanics that do not go with piloting.

        Raises:
            ValueError: as for `Orthodox`; or there are castlings, draws by insufficient material, or a
                mechanic that says nothing about big pieces.
        """
        super().__post_init__()
        refuse_minor(self)
        if self.castlings:
            raise ValueError("castlings: there is no castling in a Piloting game")
        for mechanic in self.mechanics:
            if not mechanic.pilots():
                raise ValueError(
                    Message(
                        "mechanics: {mechanic} and piloting cannot be combined, because nothing says"
                        " what {mechanic} does to big pieces and to those on their backs",
                        mechanic=Message(mechanic.title),
                    )
                )

    @cached_property
    def _layout(self) -> Layout:
        """What a row holds; drops ask for the set of small squares that there are not."""
        layout = super()._layout
        return replace(layout, sets=int(WALLS) + 1) if self.has_drops else layout

    @cached_property
    def smalls(self) -> int:
        """How many small squares there are: the number of the first big one."""
        return len(self.board) // 5 * 4

    @cached_property
    def most(self) -> dict[str, int]:
        """How many pieces of each kind a set of a side has at the start."""
        return {piece.letter: self.array.get(piece.letter, 0) for piece in self.pieces}

    def big(self, code: int) -> int:
        """The code of the big piece that has the letter of a small one."""
        return code + 2 * len(self.pieces)

    def piece_of(self, code: int) -> Piece:
        """The kind of piece that a code stands for, of a small piece or of a big one."""
        return self.pieces[(code // 2 - 1) % len(self.pieces)]

    @cached_property
    def letters(self) -> dict[int, str]:
        """The letter in position texts of each piece, small or big, by its code."""
        small = super().letters
        return small | {self.big(code): letter for code, letter in small.items()}

    @cached_property
    def appearances(self) -> dict[int, tuple[str, str, str, Side | None]]:
        """What a `Token` says of each piece by its code."""
        return {
            code: (letter, f"big {name}" if code >= self.big(2) else name, picture, side)
            for code, (letter, name, picture, side) in super().appearances.items()
        }

    def droppable(self, piece: Piece, site: int, side: Side) -> bool:
        """Whether a side may drop a piece on a site: on a small square; where pawns may be, hands say."""
        behind = not any(each.pawns_behind() for each in self.mechanics) and self.board.rank(site, side) == 0
        ahead = not any(each.pawns_stay() for each in self.mechanics)
        ahead = ahead and self.board.rank(site, side.other) == 0
        return site < self.smalls and not (piece.pawn and (behind or ahead))

    @cached_property
    def tables(self) -> Any:
        """The constants for the compiled functions."""
        return self.with_learned(self._tables)

    @cached_property
    def _tables(self) -> PilotTables:
        plain = self.ground_tables
        array = [self.most[piece.letter] for piece in self.pieces]
        own = terms(self.board, array, self.friendly_fire_check)
        return PilotTables(plain.ways, plain.keys, plain.worth, plain.sites, (own, *plain.parts))

    def terms(self, tables: Any) -> list[Term]:
        """What of an evaluation can be learned: of small and of big pieces."""
        kinds = (*self.pieces, *_commoners(self.pieces))
        small = [self.letters[code] for code in sorted(self.letters)]
        letters = dict(enumerate((*small, *(f"big {letter}" for letter in small)), 2))
        return orthodox_terms(kinds, self.places, tables.worth, letters)

    def _built(self) -> orthodox_tables.Tables:
        """The orthodox family's tables for small and big squares as one board."""
        small, big = split(self.board)
        plain = joined(
            Orthodox(small, self.pieces, self.promotions).ground_tables,
            Orthodox(big, _commoners(self.pieces), self.promotions).ground_tables,
        )
        return plain._replace(parts=parts(self, self.layout, self.mechanics)) if self.mechanics else plain

    @property
    def tacit(self) -> frozenset[str]:
        """A big square among the goals already means a pilot move."""
        return frozenset({PILOT})

    def _usual_words(self, states: States, ply: int, move: int) -> Words:
        """The words for a legal move of a row's position.

        A pilot move begins with any of the riders that may make it; it is the same move.
        """
        if move >> int(orthodox.TAG_SHIFT) & int(orthodox.TAG_MASK) == int(orthodox.DROP):
            return super()._usual_words(states, ply, move)._replace(uci="")
        names = self.board.names
        start = move & int(orthodox.FIELD_MASK)
        goal = move >> int(orthodox.GOAL_SHIFT) & int(orthodox.FIELD_MASK)
        riders = self._pilots(states, ply, start, goal) if start >= self.smalls else (start,)
        more: tuple[str, ...] = ()
        change = ""
        promotion = move >> int(orthodox.PROMOTION_SHIFT) & int(orthodox.BYTE_MASK)
        if promotion:
            letter = self.piece_of(2 * promotion).letter
            change = f"={letter}"
            more = (letter,)
        corner = 2 if int(states.info[ply, 0]) == 0 else 0
        for place, shift in enumerate((FIRST_SHIFT, SECOND_SHIFT)):
            carried = move >> int(shift) & int(CARRIED_MASK)
            if carried:
                said = f"+{CORNERS[corner + place]}={self.pieces[carried - 1].letter}"
                change += said
                more += (said,)
        doing = (PILOT, names[goal], *more) if start >= self.smalls else (names[goal], *more)
        choices, *also = ((names[rider], *doing) for rider in riders)
        notation = self._notation(states, ply, start, goal) + change
        return Words(f"{names[start]}-{names[goal]}{change}", choices, "", tuple(also), notation)

    def _pilots(self, states: States, ply: int, start: int, goal: int) -> tuple[int, ...]:
        """The sites of the mover's riders that may pilot from one big square to another."""
        side = Side.of(int(states.info[ply, 0]))
        backward = self.board.rank(goal, side) < self.board.rank(start, side)
        found = []
        for site in self.board.backs[start]:
            code = int(states.cells[ply, 0, site])
            if code and code & 1 == side.number and not (backward and self.piece_of(code).pawn):
                found.append(site)
        return tuple(found)

    def _notation(self, states: States, ply: int, start: int, goal: int) -> str:
        """A move as the inventor writes it, ``Nd8:ba2-Pc8:b1``; a captured big piece with its riders."""
        captured = int(states.cells[ply, 0, goal])
        sign = "x" if captured else "-"
        written = f"{self._in_place(states, ply, start)}{sign}{self._in_place(states, ply, goal)}"
        if not captured or goal < self.smalls:
            return written
        riders = [site for site in self.board.backs[goal] if states.cells[ply, 0, site]]
        lost = (self._in_place(states, ply, site).partition(":")[2] for site in riders)
        return f"{written}({' '.join(lost)})" if riders else written

    def _in_place(self, states: States, ply: int, site: int) -> str:
        """A square with its piece: ``Nd8`` is a big knight, ``Nd8:ba2`` a small bishop on one."""
        code, name = int(states.cells[ply, 0, site]), self.board.names[site]
        letter = self.piece_of(code).letter if code else ""
        if site >= self.smalls:
            return letter + name
        carrier = self.board.carriers[site]
        under = self.piece_of(int(states.cells[ply, 0, carrier]))
        corner = name.partition(":")[2] or name
        return f"{under.letter}{self.board.names[carrier]}:{letter.lower()}{corner}"

    def checked(self, states: States, ply: int) -> tuple[str, ...]:
        """The square of the mover's king in check, and the big square under it if that is attacked."""
        if not attacks.in_check(self.tables, states, U(ply)):
            return ()
        side = states.info[ply, 0]
        king = int(states.info[ply, int(KING) + int(side)])
        found: tuple[str, ...] = (self.board.names[king],)
        if attacks.king_carrier_attacked(self.tables, states, U(ply), side):
            found += (self.board.names[self.smalls + king // 4],)
        return found

    def check_lines(self, states: States, ply: int) -> tuple[tuple[str, ...], ...]:
        """The lines of small pieces, and of big ones that an enemy of the king pilots."""
        checked = self.checked(states, ply)
        if not checked:
            return ()
        board, enemy = self.board, Side.of(int(states.info[ply, 0])).other
        standing = {token.site: token for token in self.tokens(states, ply)}
        numbers = {board.numbers[site] for site in standing}
        closed = [board.names[site] for site, under in board.carriers.items() if under not in numbers]
        found: list[tuple[str, ...]] = []
        for token in standing.values():
            backs = board.backs.get(board.numbers[token.site], ())
            riders = [standing[name] for name in map(board.names.__getitem__, backs) if name in standing]
            sides = {each.side for each in (riders if backs else [token])}
            if enemy in sides or (riders and self.friendly_fire_check):
                for site in checked:
                    found += attack_line(self, standing, token, site, closed)
        return tuple(found)

    def reach(self, letter: str, site: str, side: Side) -> tuple[Goal, ...]:
        """The goals of a piece of ``side`` on a big or a small square, with big pieces on all squares.

        Raises:
            KeyError: there is no such kind of piece, or no such site.
            ValueError: ``side`` is neither side.
        """
        code, number = code_of(self.kinds[letter], Side(side)), self.board.numbers[site]
        code = code if number < self.smalls else self.big(code)
        return piece_goals(self.tables.ways, self.board.names, code, number)

    def topics(self, array: Mapping[str, str]) -> tuple[Topic, ...]:
        """What the family has to tell players about this game, in the order of a rules page."""
        own = [topic for mechanic in self.mechanics for topic in mechanic.topics(self)]
        return (*own, *topics(self.friendly_fire_check, self.has_drops))


def riding_pieces() -> tuple[Piece, ...]:
    """The six kinds of pieces of chess, big and small, as they move here."""
    king = (
        "The small king must never be left where it, or the big piece under it, could be captured. The big"
        " king is a piece like any other: it can be captured, and riders may stand on it."
    )
    pawn = (
        "It moves one square straight ahead, and captures one square diagonally ahead. There is no double"
        " step and no en passant. A big pawn moves in the direction of its own colour, no matter who pilots"
        " it."
    )
    return (
        Piece("P", "pawn", "mfWcfF", pawn=True, note=pawn),
        Piece("N", "knight", "N", note="It leaps: it needs only the square that it comes to."),
        Piece("B", "bishop", "B", note=RIDES),
        Piece("R", "rook", "R", note=RIDES),
        Piece("Q", "queen", "Q", note=RIDES),
        Piece("K", "king", "K", royal=True, note=king),
    )


def _commoners(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces as big ones: a big king is a piece like any other, valued by its moves."""
    return tuple(replace(piece, royal=False) for piece in pieces)
