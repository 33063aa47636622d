"""The fields of the orthodox family's position texts: FEN, extended for unusual boards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from fairyring.board import Side
from fairyring.errors import PositionError, shown
from fairyring.kernels import declared
from fairyring.kernels.base import PieceRules
from fairyring.kernels.contract import CLOCK, NUMBER, SIDE, States
from fairyring.kernels.declared import Crossed, Gates, Hand, Limit, Turn
from fairyring.kernels.law import letters_in
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import RIGHTS, Castling, code_of
from fairyring.mechanics.drop_limits import DropLimits
from fairyring.mechanics.hands import Hands
from fairyring.messages import Message
from fairyring.notation.declared import LimitText, MarkedPlacement, counter_fields
from fairyring.notation.en_passant import CrossedSquares, EnPassant
from fairyring.notation.partners import BoardToMove, PairedEnPassant, PairedPlacement
from fairyring.notation.placement import Placement
from fairyring.notation.position import Counter, Field, FieldText, Form, move_number
from fairyring.notation.riding import RidingPlacement
from fairyring.notation.rights import LettersOfRights
from fairyring.notation.sections import Section, checked, every_site
from fairyring.notation.shuffled import ShuffledRights, rook_code
from fairyring.pieces.betza.beside import Castle, DropZone, said

SINCE = "Plies since the last capture or pawn move."
SINCE_DROPS = "Plies since the last capture, drop or pawn move."
IN_CHECK = {
    Side.WHITE: Message("it is Black's move, but White is in check"),
    Side.BLACK: Message("it is White's move, but Black is in check"),
}


def orthodox_form(rules: Orthodox, array: str, sections: Sequence[Section] = ()) -> Form:
    """FEN for a game of the orthodox family.

    Args:
        rules: the game's rules.
        array: the placement field of the game's start.
        sections: the parts of the placement, separated by ``|``, which name every site once; unless given,
            those of `every_site`.

    Raises:
        ValueError: the sections leave out or repeat a site, the array is malformed, a castling's king or
            rook is not in it, or castlings from anywhere meet gates.
    """
    board = _placement(rules, sections)
    start = at_start(board, rules, array)
    fields: tuple[Field, ...] = (
        board,
        ToMove(rules),
        *(BoardToMove(rules, state) for state in rules.declared if isinstance(state, Turn)),
        _rights(rules, start),
        _en_passant_or_limit(rules, start),
        *counter_fields(rules, rules.declared),
        Counter("half-move clock", int(CLOCK), 0, SINCE_DROPS if rules.has_drops else SINCE),
        move_number(int(NUMBER)),
    )
    return Form(rules, fields)


def _placement(rules: Orthodox, sections: Sequence[Section] = ()) -> Placement:
    usual = MarkedPlacement if rules.declared else Placement
    usual = PairedPlacement if turn_of(rules) else usual
    kind = RidingPlacement if rules.places.back else usual
    return kind(rules, checked(rules.board, sections or every_site(rules.board)))


def _rights(rules: Orthodox, start: frozenset[tuple[int, int]]) -> Field:
    """The field of castling rights, which may say more than which of the castlings there are."""
    gated = any(isinstance(state, Gates) for state in rules.declared)
    if not any(castling.anywhere for castling in rules.castlings):
        for castling in rules.castlings if gated else ():
            if castling.letter.lower() in {
                rules.board.coordinates[s][0] for s in first_ranks(rules)[castling.side]
            }:
                raise ValueError(
                    Message(
                        "castlings: {letter} is the letter of a file, too, which says in a position whether"
                        " a piece there has moved",
                        letter=castling.letter,
                    )
                )
        return GatedRights(rules, start) if gated else Rights(rules, start)
    if gated:
        raise ValueError("castlings: with gating, king and rooks start on the same squares in every game")
    return ShuffledRights(rules)


def _en_passant_or_limit(rules: Orthodox, start: frozenset[tuple[int, int]]) -> Field:
    """The fourth field: a limit that a mechanic declares, in games that have one, or else en passant."""
    if turn_of(rules):
        return PairedEnPassant(rules, start)
    for state in rules.declared:
        if isinstance(state, Limit):
            return LimitText(state, rules.layout.field(state.name))
        if isinstance(state, Crossed):
            return CrossedSquares(rules, start)
    return EnPassant(rules, start)


def turn_of(rules: Orthodox) -> Turn | None:
    """The state that says which board is to move, in a game of two boards."""
    return next((state for state in rules.declared if isinstance(state, Turn)), None)


def start_text(rules: Orthodox, array: str) -> str:
    """The position text of a game's start: all castlings, empty hands, full counters, White to move."""
    rights = "" if rules.castlers else "".join(castling.letter for castling in rules.castlings)
    if any(castling.anywhere for castling in rules.castlings):
        codes = codes_of(_placement(rules), array)
        rights = "".join(
            letter
            for letter, home in ShuffledRights(rules).homes.items()
            if codes.get(home.site) == rook_code(rules, home.side)
        )
    for state in rules.declared:
        if isinstance(state, Gates):
            codes, kinds = codes_of(_placement(rules), array), letters_in(state.pieces) or rules.kinds
            homes = {
                side: leapers(rules, sites, codes, kinds, side) for side, sites in first_ranks(rules).items()
            }
            castlings = 0 if rules.castlers else (1 << len(rules.castlings)) - 1
            rights = rights_and_gates(rules, castlings, homes, state)
    hands, numbers = beside_board(rules)
    placed = f"{array}{hands}"
    if turn := turn_of(rules):
        parts = hands.replace("][", "] [").split(" ")
        placed = "|".join(map("".join, zip(array.split("|"), parts, strict=False)))
        rights = f"{turn.boards[0]} {rights or '-'}"
    return f"{placed} w {rights or '-'} - {numbers}0 1"


def beside_board(rules: Orthodox) -> tuple[str, str]:
    """What is beside the board at the start of a game: the hands in brackets, and the counters."""
    hands = "".join(
        f"[{state.start}{state.black.lower()}]" for state in rules.declared if isinstance(state, Hand)
    )
    numbers = "".join(
        f"{state.start}+{state.start} " if isinstance(state, declared.Counter) else f"{state.start} "
        for state in rules.declared
        if isinstance(state, declared.Counter | declared.Tally | declared.TrueKing)
    )
    return hands, numbers


def at_start(placement: Placement, rules: Orthodox, array: str) -> frozenset[tuple[int, int]]:
    """(site, code) of the pieces in the array, whose pieces that may castle are where castling begins.

    Raises:
        ValueError: they are not, a piece could never make its initial moves, or the array is malformed.
    """
    codes = rules.castlers | codes_of(placement, array)
    _check_letters(rules)
    for kind, piece in enumerate(rules.pieces):
        homes = [(site, side) for site, code in codes.items() for side in Side if code == code_of(kind, side)]
        if any(rules.starts(rules.board, *home) for home in homes):
            continue
        if any(way.initial for home in homes for way in piece.ways(rules.board, *home)):
            raise ValueError(
                Message(
                    "the {piece} has initial moves (i), but it starts on no square that allows them; by"
                    " default only a side's second rank does: give the rules other `starts`",
                    piece=Message(piece.name),
                )
            )
    for castling in rules.castlings:
        for site in () if castling.anywhere else (castling.king[0], castling.rook[0]):
            code = codes.get(site, 0)
            if not code or Side.of(code & 1) is not castling.side:
                name = rules.board.names[site]
                raise ValueError(
                    Message(
                        "castling {letter}: no {side} piece starts on {name}",
                        letter=castling.letter,
                        side=castling.side,
                        name=name,
                    )
                )
    return frozenset(codes.items())


def _check_letters(rules: Orthodox) -> None:
    """Refuse rules that do not keep what the letters of their pieces say beside movement.

    Raises:
        ValueError: they do not.
    """
    limited = any(isinstance(mechanic, DropLimits) for mechanic in rules.mechanics)
    kept: tuple[tuple[type[Castle | DropZone], bool], ...] = (
        (Castle, bool(rules.castlings)),
        (DropZone, limited),
    )
    for piece in rules.pieces:
        for kind, said_so in kept:
            if not said_so and any(True for side in Side for _ in said(piece.movement, kind, side)):
                raise ValueError(
                    Message(
                        "the {piece}'s letters say castling (O), but the rules do not: make them by"
                        " fairyring.notation.lettered.lettered(rules, array)"
                        if kind is Castle
                        else "the {piece}'s letters say drops (@), but the rules do not: make them by"
                        " fairyring.notation.lettered.lettered(rules, array)",
                        piece=Message(piece.name),
                    )
                )


def array_codes(rules: Orthodox, array: str, sections: Sequence[Section] = ()) -> dict[int, int]:
    """The code of each piece in the array of a game, by its site.

    Raises:
        ValueError: the array is malformed.
    """
    return codes_of(_placement(rules, sections), array)


def codes_of(placement: Placement, array: str) -> dict[int, int]:
    """The code of each piece in an array, by its site.

    Raises:
        ValueError: the array is malformed.
    """
    if not isinstance(array, str):  # a user's file may hand on anything
        raise ValueError(
            Message("array: the piece placement at the start, as a text, not {array}", array=repr(array))
        )
    try:
        pieces = placement.parse(FieldText(array, 0, array))
    except PositionError as error:
        raise ValueError(
            Message("array, column {column}: {reason}", column=error.column, reason=error.reason)
        ) from error
    return {site: code for (layer, site), (code, _) in pieces.items() if layer == 0}


@dataclass(frozen=True)
class ToMove:
    """The side to move: ``w`` or ``b``."""

    rules: PieceRules
    name: str = "side to move"
    note: str = "w or b."
    side_field: int = int(SIDE)

    def read(self, part: FieldText, states: States) -> None:
        """Read the letter."""
        if part.text not in ("w", "b"):
            part.fail(Message("the side to move is 'w' or 'b', not {found}", found=shown(part.text)))
        states.info[0, self.side_field] = "wb".index(part.text)

    def check(self, part: FieldText, states: States) -> None:
        """The side that has just moved must not be in check."""
        if self.rules.threatened(states, 0):
            part.fail(IN_CHECK[Side.of(1 - int(states.info[0, int(SIDE)]))])

    def mend(self, states: States) -> None:
        """Either side may be to move."""

    def write(self, states: States, ply: int) -> str:
        """``w`` or ``b``."""
        return "wb"[int(states.info[ply, self.side_field])]


@dataclass(frozen=True)
class Rights(LettersOfRights):
    """The castlings still allowed, as far as king and rook have not moved: their letters in order, or ``-``.

    Attributes:
        array: (site, code) of the pieces at the start of the game, which tell what castles.
    """

    array: frozenset[tuple[int, int]]
    name: str = "castling rights"
    note: str = "A letter for each castling whose two pieces have not moved, or a hyphen."

    def mend(self, states: States) -> None:
        """A king or rook that is not where it started has lost its rights."""
        at_start = dict(self.array)
        for number, castling in enumerate(self.rules.castlings):
            home = (castling.king[0], castling.rook[0])
            if any(int(states.cells[0, 0, site]) != at_start[site] for site in home):
                states.info[0, int(RIGHTS)] &= ~np.uint64(1 << number)

    def check(self, part: FieldText, states: States) -> None:
        """King and rook must be where they started."""
        rights, at_start = int(states.info[0, int(RIGHTS)]), dict(self.array)
        for number, castling in enumerate(self.rules.castlings):
            if not rights >> number & 1:
                continue
            for site in (castling.king[0], castling.rook[0]):
                if int(states.cells[0, 0, site]) != at_start[site]:
                    part.fail(
                        Message(
                            "castling {letter}: there is no {piece} on {site}",
                            letter=castling.letter,
                            piece=self.rules.piece_of(at_start[site]).called(castling.side),
                            site=self.rules.board.names[site],
                        ),
                        part.text.index(castling.letter),
                    )


def first_ranks(rules: Orthodox) -> dict[Side, set[int]]:
    """The sites of each side's first rank."""
    return {
        side: {site for site in range(len(rules.board)) if not rules.board.rank(site, side)} for side in Side
    }


def leapers(
    rules: Orthodox, sites: Collection[int], codes: Mapping[int, int], letters: Iterable[str], side: Side
) -> set[int]:
    """Those of some sites on which a side's piece of certain kinds stands; ``codes`` has the pieces."""
    wanted = {code_of(rules.kinds[letter], side) for letter in letters}
    return {site for site in sites if codes.get(site) in wanted}


def rights_and_gates(
    rules: Orthodox, rights: int, gates: Mapping[Side, Collection[int]], state: Gates
) -> str:
    """Each side's castlings, and the files of its gates.

    Where the gates of all kinds count, a castling says those of its king and its rook.
    """
    text = ""
    for side in Side:
        own = [c for number, c in enumerate(rules.castlings) if rights >> number & 1 and c.side is side]
        implied = {site for castling in own for site in _implied(state, castling)}
        files = "".join(
            rules.board.coordinates[site][0] for site in sorted(gates[side]) if site not in implied
        )
        text += "".join(castling.letter for castling in own)
        text += files.upper() if side is Side.WHITE else files
    return text or "-"


def _implied(state: Gates, castling: Castling) -> tuple[int, ...]:
    """The gates that a castling says; a king that may castle need not be allowed to leap."""
    return () if state.pieces else (castling.king[0], castling.rook[0])


@dataclass(frozen=True)
class GatedRights(Rights):
    """The castlings still allowed, and the files of the squares on which a piece can come in."""

    note: str = (
        "A letter for each castling whose two pieces have not moved, then one for each file on whose first"
        " square a piece can still come in, except where a castling letter says so already; or a hyphen."
    )

    def read(self, part: FieldText, states: States) -> None:
        """Read the letters of both."""
        letters = {castling.letter: number for number, castling in enumerate(self.rules.castlings)}
        ranks, names = first_ranks(self.rules), self.rules.board.coordinates
        files = {
            names[site][0].upper() if side is Side.WHITE else names[site][0]: site
            for side in Side
            for site in ranks[side]
        }
        rights, gates = 0, set[int]()
        for offset, letter in enumerate("" if part.text == "-" else part.text):
            if letter in letters:
                rights |= 1 << letters[letter]
                castling = self.rules.castlings[letters[letter]]
                if self._held(states, 0, castling.side):
                    gates |= set(_implied(self._state, castling))
            elif letter in files:
                gates.add(files[letter])
            else:
                known = "".join((*letters, *files))
                part.fail(Message("castling rights are some of {letters}, or '-'", letters=known), offset)
        states.info[0, int(RIGHTS)] = rights
        for site in gates:
            states.info[0, self._first + (site >> 6)] |= np.uint64(1 << (site & 63))
        if (canonical := self.write(states, 0)) != part.text:
            part.fail(Message("castling rights and files: {expected}", expected=canonical))

    @property
    def _first(self) -> int:
        return self.rules.layout.field(Gates().fields((), 1)[0])

    def _held(self, states: States, ply: int, side: Side) -> bool:
        """Whether a side has a piece in hand, where that counts."""
        if self._pieces or any(isinstance(mechanic, Hands) for mechanic in self.rules.mechanics):
            return True
        letters = [piece.letter for piece in self.rules.pieces]
        first = self.rules.layout.field(Hand().fields(letters, 1)[side.number * len(letters)])
        return bool(states.info[ply, first : first + len(letters)].any())

    @property
    def _state(self) -> Gates:
        return next(state for state in self.rules.declared if isinstance(state, Gates))

    @property
    def _pieces(self) -> str:
        return self._state.pieces

    def _gates(self, states: States, ply: int) -> dict[Side, set[int]]:
        info = states.info[ply].tolist()
        ranks = first_ranks(self.rules)
        return {
            side: {site for site in ranks[side] if info[self._first + (site >> 6)] >> (site & 63) & 1}
            if self._held(states, ply, side)
            else set()
            for side in Side
        }

    def mend(self, states: States) -> None:
        """Where another piece stands than at the start, none can come in."""
        super().mend(states)
        at_start = dict(self.array)
        for site in range(len(self.rules.board)):
            if int(states.cells[0, 0, site]) != at_start.get(site, 0):
                states.info[0, self._first + (site >> 6)] &= ~np.uint64(1 << (site & 63))

    def check(self, part: FieldText, states: States) -> None:
        """The pieces must be where they started."""
        super().check(part, states)
        at_start, ranks = dict(self.array), first_ranks(self.rules)
        for side, sites in self._gates(states, 0).items():
            counting = (
                leapers(self.rules, ranks[side], at_start, letters_in(self._pieces), side)
                if self._pieces
                else sites
            )
            for site in sites:
                code = int(states.cells[0, 0, site])
                if not code or code != at_start.get(site) or site not in counting:
                    name = self.rules.board.names[site]
                    part.fail(Message("the piece that started on {site} is not there", site=name))

    def write(self, states: States, ply: int) -> str:
        """The letters of a row."""
        rights = int(states.info[ply, int(RIGHTS)])
        return rights_and_gates(self.rules, rights, self._gates(states, ply), self._state)
