"""What the rules of all our families share: kinds of pieces, their codes and letters, and nothing unusual."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self, TypeVar

from fairyring.board import Board, Side
from fairyring.errors import shown
from fairyring.kernels import contract
from fairyring.kernels.check_lines import check_lines
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout, States
from fairyring.kernels.declared import BACK, Hand
from fairyring.kernels.learned import Learned
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.orthodox.worth import PLAIN
from fairyring.kernels.places import Places
from fairyring.kernels.rules import Change, Event, Goal, Over, Panel, Purse, Secrets, Spot, Token
from fairyring.kernels.terms import Term, orthodox_terms
from fairyring.messages import Message
from fairyring.pieces import Piece

T = TypeVar("T")


@dataclass(frozen=True)
class PieceRules(ABC):
    """The part of `Rules` that follows from a list of pieces, and what most games leave empty.

    The first layer of a row holds the codes of `code_of`.

    Attributes:
        board: the board.
        pieces: the kinds of pieces; at most one is royal.
        promotions: the letters of what a pawn may become, the best first.
        newness: how much there is to learn beyond chess about every game of the family.
    """

    newness: ClassVar[int] = 0

    board: Board
    pieces: tuple[Piece, ...]
    promotions: str

    def __post_init__(self) -> None:
        """Refuse a game that cannot be, so that an inventor hears of it where the mistake is.

        Raises:
            ValueError: the board or a piece is something else, two kinds have the same letter, two are royal,
                or a pawn would become an unknown piece or a king.
        """
        board: object = self.board
        if not isinstance(board, Board):
            raise ValueError(
                Message("board: a Board, such as grid(8, 8), not {board}", board=shown(repr(board)))
            )
        pieces: object = self.pieces
        if not (
            isinstance(pieces, list | tuple) and pieces and all(isinstance(each, Piece) for each in pieces)
        ):
            raise ValueError(
                Message("pieces: a tuple of one piece or more, not {pieces}", pieces=shown(repr(pieces)))
            )
        object.__setattr__(self, "pieces", tuple(pieces))
        kinds: dict[str, Piece] = {}
        for piece in self.pieces:
            if piece.letter in kinds:
                raise ValueError(Message("two pieces have the letter {letter}", letter=shown(piece.letter)))
            kinds[piece.letter] = piece
        royal = [piece.name for piece in self.pieces if piece.royal]
        if len(royal) > 1:
            raise ValueError(
                Message("pieces: at most one can be royal, not {known}", known=" and ".join(royal))
            )
        for letter in self.promotions:
            if letter not in kinds:
                raise ValueError(
                    Message(
                        "promotions: no piece has the letter {letter}; there are {known}",
                        letter=shown(letter),
                        known=", ".join(kinds),
                    )
                )
            if kinds[letter].royal:
                raise ValueError(
                    Message(
                        "promotions: a pawn cannot become a {piece}, which is royal",
                        piece=Message(kinds[letter].name),
                    )
                )

    def promoting(self, side: Side) -> str:
        """The letters of what a side's pawns may become."""
        return self.promotions

    @property
    @abstractmethod
    def tables(self) -> Any:
        """The constants for the compiled functions."""

    @property
    def learned(self) -> Learned | None:
        """What was learned of the game's evaluation from games."""
        found: Learned | None = vars(self).get("_learned")
        return found

    def taught(self, learned: Learned | None) -> Self:
        """The same rules with an evaluation that was learned, or without one."""
        other = replace(self)  # without what this one has worked out
        object.__setattr__(other, "_learned", learned)
        return other

    def with_learned(self, tables: T) -> T:
        """Tables by the formulas as the game is to have them."""
        return tables if self.learned is None else self.learned.applied(self, tables)

    def terms(self, tables: Any) -> list[Term]:
        """What of an evaluation can be learned, given its tables by the formulas."""
        return orthodox_terms(self.pieces, self.places, tables.worth, self.letters)

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """What a row of `States` holds."""

    @property
    def most_moves(self) -> int:
        """How many moves a position may have at most: lists of moves need room for so many."""
        return self.layout.moves

    def derive(self, states: States, ply: int) -> None:
        """Compute a row's derived fields, sets and key from the rest."""
        contract.derive(self.tables, states, U(ply))

    @abstractmethod
    def checked(self, states: States, ply: int) -> tuple[str, ...]:
        """The names of the sites on which the mover's royal pieces are in check."""

    @abstractmethod
    def reach(self, letter: str, site: str, side: Side) -> tuple[Goal, ...]:
        """The goals of a piece of ``side``, alone on the board, each site once."""

    @property
    def has_checks(self) -> bool:
        """Whether there are royal pieces, which can be in check."""
        return any(piece.royal for piece in self.pieces)

    @cached_property
    def has_drops(self) -> bool:
        """Whether a mechanic gives the sides hands, from which pieces are put on the board."""
        mechanics = getattr(self, "mechanics", ())
        return any(isinstance(state, Hand) for mechanic in mechanics for state in mechanic.state())

    @property
    def turning(self) -> tuple[str, ...]:
        """The sites of the spinner: none here."""
        return ()

    @property
    def displaces(self) -> bool:
        """Whether a move may put a piece down elsewhere in place of capturing it: no."""
        return False

    @property
    def spots(self) -> Mapping[str, Spot]:
        """The choices made at a site that are not its name: the backs, where there are any."""
        return self._backs

    @cached_property
    def _backs(self) -> dict[str, Spot]:
        if not self.places.back:
            return {}
        return {
            f"{name}{BACK}": Spot(name, BACK, Message("the back of {site}", site=name), "sit on {piece}")
            for name in self.board.names
        }

    @property
    def tacit(self) -> frozenset[str]:
        """The choices that go without saying once the goals after them are shown: none here."""
        return frozenset()

    @property
    def further(self) -> bool:
        """Whether each move ends with choosing a square for a thing of neither side: not here."""
        return False

    @property
    def secrets(self) -> Secrets | None:
        """What is hidden: nothing here."""
        return None

    @cached_property
    def places(self) -> Places:
        """The numbers of everything that a piece can stand on: the sites here."""
        return Places(self.board, self.layout)

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The number of each kind of piece, from 0, by letter."""
        return {piece.letter: kind for kind, piece in enumerate(self.pieces)}

    def has(self, letter: str, side: Side) -> bool:
        """Whether a side has pieces of a kind: all of them here."""
        return True

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
    def letters(self) -> dict[int, str]:
        """The letter in position texts of each piece by its code."""
        return {code: letter for letter, code in self.codes.items()}

    @cached_property
    def appearances(self) -> Mapping[int, tuple[str, str, str, Side | None]]:
        """What a `Token` says of each piece by its code: letter, name, picture, side."""
        found: dict[int, tuple[str, str, str, Side | None]] = {}
        for code, letter in self.letters.items():
            piece, side = self.piece_of(code), Side.of(code & 1)
            found[code] = (letter, piece.called(side), piece.picture, side)
        return found

    @cached_property
    def values(self) -> Mapping[str, int]:
        """What each piece is worth by its name with its side, in hundredths of a pawn: royal ones nothing."""
        royal = getattr(self.secrets, "king", "")
        return {
            name: self.value_of(code)
            for code, (letter, name, _, side) in self.appearances.items()
            if side is not None and letter.upper() != royal and not self.piece_of(code).royal
        }

    def value_of(self, code: int) -> int:
        """What the piece with a code is worth, in hundredths of a pawn."""
        return int(self.tables.worth.pieces[code, int(PLAIN)])

    def piece_of(self, code: int) -> Piece:
        """The kind of piece that a code stands for."""
        return self.pieces[code // 2 - 1]

    def barred_to_pawns(self, site: int, side: Side) -> bool:
        """Whether a side's pawns can never stand on a site; nowhere is barred here."""
        return False

    def droppable(self, piece: Piece, site: int, side: Side) -> bool:
        """Whether a side may drop a piece on an empty site: no pawn on a first or last rank."""
        return not (piece.pawn and self.barred_to_pawns(site, side))

    def begins(self, site: int, side: Side) -> bool:
        """Whether a side's pieces may make their initial moves from a site; nowhere here."""
        return False

    def double_steps(self, piece: Piece, site: int, side: Side) -> list[tuple[int, int]]:
        """Where a side's pawn goes by a double step that can be captured en passant, and what it crosses.

        Nowhere, here.
        """
        return []

    @cached_property
    def steps_twice(self) -> bool:
        """Whether any pawn has an initial move."""
        return any(
            way.initial
            for piece in self.pieces
            if piece.pawn
            for side in Side
            for site in range(len(self.board))
            for way in piece.ways(self.board, site, side)
        )

    @property
    def has_en_passant(self) -> bool:
        """Whether some double step can be captured en passant."""
        pawns = [(piece, side) for piece in self.pieces if piece.pawn for side in Side]
        sites = range(len(self.board))
        return any(self.double_steps(piece, site, side) for piece, side in pawns for site in sites)

    def tokens(self, states: States, ply: int) -> tuple[Token, ...]:
        """What lies on the board, in the order of sites; a rider comes after its carrier."""
        codes = states.cells[ply, 0].tolist()
        info, secrets = states.info[ply].tolist(), self.secrets
        known = {info[secrets.field(side)] for side in Side} if secrets else ()
        if not self.places.back and not secrets:
            found = zip(self.board.names, codes, strict=False)
            return tuple(Token(name, *self.appearances[code]) for name, code in found if code)
        return tuple(
            Token(name, *self.appearances[codes[place]], level, marked=place in known)
            for site, name in enumerate(self.board.names)
            for place, level in zip(self.places.at(site), ("", BACK), strict=False)
            if codes[place]
        )

    def purses(self, states: States, ply: int, winner: Side | None = None) -> tuple[Purse, Purse] | None:
        """Nobody has chips here."""
        return None

    def panels(self, states: States, ply: int) -> tuple[Panel, ...]:
        """What the sides have beside the board: nothing here."""
        return ()

    @property
    def repetitions(self) -> int:
        """How often a position must occur to end a game."""
        return 3

    def fewest_royals(self, side: Side) -> int:
        """How many pieces of each royal kind a side has at least: one here."""
        return 1

    def over(self, letter: str, site: str, side: Side) -> tuple[Over, ...]:
        """The goals of a piece over other pieces: none here."""
        return ()

    def course(self, states: States, ply: int, move: int | None) -> tuple[Event, ...]:
        """What happens in a turn beyond what its text says: nothing."""
        return ()

    def check_lines(self, states: States, ply: int) -> tuple[tuple[str, ...], ...]:
        """The lines along which the mover is in check: from pieces that could capture a royal one."""
        if not (checked := self.checked(states, ply)):
            return ()
        return tuple(check_lines(self, self.tokens(states, ply), checked))

    def tells(self, change: Change) -> tuple[Message, ...]:
        """What the mechanics and a secret have to say about a move."""
        own = (mechanic.tells(self, change) for mechanic in getattr(self, "mechanics", ()))
        found = tuple(message for messages in own for message in messages)
        return found if self.secrets is None else (*found, *self.secrets.tells(change))

    def ended(self, reason: str, winner: Side | None, mover: Side) -> Message | None:
        """What a mechanic has to say about it."""
        own = (mechanic.ended(self, reason, winner, mover) for mechanic in getattr(self, "mechanics", ()))
        return next(filter(None, own), None)

    def considered(self, states: States, ply: int, moves: Sequence[int]) -> Sequence[int]:
        """The legal moves that a search looks at: all of them here."""
        return moves

    def threatened(self, states: States, ply: int) -> bool:
        """Whether the side *not* to move is in check: no legal move leads there."""
        if any(mechanic.excuses(self, states, ply) for mechanic in getattr(self, "mechanics", ())):
            return False
        side = states.info[ply, int(contract.SIDE)]
        # It is what the mover's check would be, were the other side to move.
        states.info[ply, int(contract.SIDE)] = U(1) - side
        found = bool(contract.in_check(self.tables, states, U(ply)))
        states.info[ply, int(contract.SIDE)] = side
        return found
