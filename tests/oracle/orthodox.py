"""An oracle for the "orthodox" games: chess, Ravioli Chess, and Ravioli Chess with Berolina pawns.

Written from the rulebook alone (conventions.md, ravioli.md), to be slow, plain and right. A position is
a dict from site to piece. A turn is legal if the enemy could not capture the king after it.
"""

from collections.abc import Hashable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from .boards import Boards, chess_boards, ravioli_boards
from .playing import Playing, other
from .texts import OracleError, read_placement, split_fields, write_placement
from .ways import (
    PAWNS,
    DoubleStep,
    Way,
    Ways,
    double_steps,
    is_free,
    last_rank,
    pawn_captures,
    pawn_steps,
    piece_ways,
)

__all__ = ["Oracle", "OracleError", "Position"]

Pieces = Mapping[str, str]


class Position(NamedTuple):
    """All that a position text says."""

    pieces: Pieces  # site -> piece; never changed
    side: str  # "white" or "black"
    castling: str  # of "KQkq", in this order
    passed: str | None  # the site passed over by the double step just made
    clock: int  # plies since the last capture, pawn's step or promotion
    number: int  # of the move

    def __hash__(self) -> int:
        return hash((frozenset(self.pieces.items()), *self[1:]))


class Turn(NamedTuple):
    """What a turn does to the board."""

    origin: str
    to: str
    becomes: str  # the piece that stands on `to` afterwards
    captures_ep: str | None = None  # where the pawn stands that is captured en passant
    passed: str | None = None  # by a double step
    rook: tuple[str, str] | None = None  # in castling


class Castling(NamedTuple):
    """One of the four castlings, as in chess (in Ravioli Chess "along the ring rank")."""

    king: tuple[str, str]
    rook: tuple[str, str]
    between: tuple[str, ...]  # to be empty
    walk: tuple[str, ...]  # the king's square, those that it crosses and the one it enters


CASTLINGS = {
    "K": Castling(("e1", "g1"), ("h1", "f1"), ("f1", "g1"), ("e1", "f1", "g1")),
    "Q": Castling(("e1", "c1"), ("a1", "d1"), ("b1", "c1", "d1"), ("e1", "d1", "c1")),
    "k": Castling(("e8", "g8"), ("h8", "f8"), ("f8", "g8"), ("e8", "f8", "g8")),
    "q": Castling(("e8", "c8"), ("a8", "d8"), ("b8", "c8", "d8"), ("e8", "d8", "c8")),
}


class Rules(NamedTuple):
    """What differs between the games."""

    boards: Boards
    pieces: str  # besides pawns
    pawns: str
    promotes_to: str
    start: str
    insufficient_material: bool


def rules_of(variant: str) -> Rules:
    match variant:
        case "chess":
            start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
            return Rules(chess_boards(), "KQRBN", "P", "QRBN", start, True)
        case "ravioli":
            start = (
                "rnbqkbnr/pppwzppp/3pp3/8/8/3PP3/PPPWZPPP/RNBQKBNR|ppzwpp/2pp2/6/6/2PP2/PPZWPP w KQkq - 0 1"
            )
            return Rules(ravioli_boards(), "KQRBNWZ", "P", "QRBNWZ", start, False)
        case "ravioli-bero":
            start = (
                "rnbqkbnr/pppwzppp/3pp3/8/8/3PP3/PPPWZPPP/RNBQKBNR|oozwoo/2oo2/6/6/2OO2/OOZWOO w KQkq - 0 1"
            )
            return Rules(ravioli_boards(), "KQRBNWZ", "PO", "QRBNWZ", start, False)
        case _:
            raise OracleError(f"no such variant: {variant!r}")


def colour(piece: str) -> str:
    if piece == "*":
        return "nobody"
    return "white" if piece.isupper() else "black"


def of_side(kind: str, side: str) -> str:
    return kind.upper() if side == "white" else kind.lower()


class Oracle(Playing[Position]):
    """The rules of one game."""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self.rules = self.find_rules(variant)
        self.boards = self.rules.boards
        self.letters = "".join(kind + kind.lower() for kind in self.rules.pieces + self.rules.pawns)

        # For each piece: where it goes without capturing, and where it can capture. They differ for pawns
        # only.
        self.steps: dict[str, Ways] = {}
        self.captures: dict[str, Ways] = {}
        self.double_steps: dict[str, list[DoubleStep]] = {}
        for piece in self.letters:
            self.steps[piece], self.captures[piece] = self.find_ways(piece)
            if piece.upper() in PAWNS:
                self.double_steps[piece] = double_steps(self.boards, piece)

        # The captures again, seen from the site that is attacked:
        # side -> attacked site -> (attacker's site, attacker) -> the ways.
        self.attackers: dict[str, dict[str, dict[tuple[str, str], tuple[Way, ...]]]] = {
            side: {site: {} for site in self.boards.place} for side in ("white", "black")
        }
        for piece, by_origin in self.captures.items():
            for origin, by_target in by_origin.items():
                for target, ways in by_target.items():
                    self.attackers[colour(piece)][target][origin, piece] = ways

        self.start_pieces = read_placement(self.boards, self.letters, self.rules.start.split()[0])

    def find_rules(self, variant: str) -> Rules:
        return rules_of(variant)

    def find_ways(self, piece: str) -> tuple[Ways, Ways]:
        """Where the piece goes without capturing, and where it can capture."""
        if piece.upper() in PAWNS:
            return pawn_steps(self.boards, piece), pawn_captures(self.boards, piece)
        ways = piece_ways(self.boards, piece.upper())
        return ways, ways

    # ---- attack ----

    def could_be_taken(self, pieces: Pieces, site: str, by: str) -> bool:
        """Could a piece of side `by` capture what stands (or would stand) on the site?

        "A king is in check if he is attacked on at least one board (or by a passage step)."
        """
        attackers = self.attackers[by][site]
        for placed in pieces.items():
            if placed in attackers and is_free(pieces, attackers[placed]):
                return True
        return False

    def king_site(self, pieces: Pieces, side: str) -> str:
        king = of_side("K", side)
        for site, piece in pieces.items():
            if piece == king:
                return site
        raise OracleError(f"no king of {side}")

    def king_could_be_taken(self, pieces: Pieces, side: str) -> bool:
        return self.could_be_taken(pieces, self.king_site(pieces, side), by=other(side))

    # ---- turns ----

    def pseudo_legal(self, pos: Position) -> Iterator[Turn]:
        """The turns that the pieces can make, whatever becomes of the mover's king."""
        for site, piece in pos.pieces.items():
            if colour(piece) != pos.side:
                continue
            if piece.upper() in PAWNS:
                yield from self.pawn_turns(pos, site, piece)
            else:
                yield from self.piece_turns(pos, site, piece)
        yield from self.castlings(pos)

    def piece_turns(self, pos: Position, site: str, piece: str) -> Iterator[Turn]:
        for to, ways in self.captures[piece][site].items():
            if to in pos.pieces and colour(pos.pieces[to]) == pos.side:
                continue
            if is_free(pos.pieces, ways):
                yield Turn(site, to, piece)

    def pawn_turns(self, pos: Position, site: str, piece: str) -> Iterator[Turn]:
        for to in self.steps[piece][site]:
            if to not in pos.pieces:
                yield from self.promotions(Turn(site, to, piece))
        for double in self.double_steps[piece]:
            if double.origin == site and double.passed not in pos.pieces and double.to not in pos.pieces:
                yield Turn(site, double.to, piece, passed=double.passed)
        for to in self.captures[piece][site]:
            if to in pos.pieces and colour(pos.pieces[to]) != pos.side:
                yield from self.promotions(Turn(site, to, piece))
            elif to == pos.passed:
                # "may be entered by an enemy pawn that attacks it on either board"
                yield Turn(site, to, piece, captures_ep=self.passer(pos.pieces, to, other(pos.side)))

    def promotions(self, turn: Turn) -> Iterator[Turn]:
        """The turn, or what it promotes to: "promotion is mandatory where it is possible"."""
        _file, rank = self.boards.place[turn.to]
        if rank != last_rank(turn.becomes):
            yield turn
            return
        side = colour(turn.becomes)
        for kind in self.rules.promotes_to:
            yield turn._replace(becomes=of_side(kind, side))

    def passer(self, pieces: Pieces, passed: str, side: str) -> str | None:
        """Where the pawn of `side` stands that has just crossed the site, if one can have done so.

        Its origin and the crossed site are empty now. "Where two Berolina pawns could have passed the en
        passant site, the one meant is the one that comes from where a pawn of its kind starts." Where
        none does, and there are still several (pieces put where no game puts them), this takes
        the plain pawn first, then the Berolina pawn that comes from the file nearer to a.
        """
        if passed in pieces:
            return None
        could: list[tuple[bool, bool, str, str]] = []
        for kind in self.rules.pawns:
            piece = of_side(kind, side)
            for double in self.double_steps[piece]:
                if double.passed == passed and double.origin not in pieces and pieces.get(double.to) == piece:
                    from_start = self.start_pieces.get(double.origin) == piece
                    could.append((not from_start, kind != "P", double.origin, double.to))
        return min(could)[-1] if could else None

    def castlings(self, pos: Position) -> Iterator[Turn]:
        """The castlings: "as in chess ... forbidden if on the king's square, or on one that he crosses or
        enters, an enemy man could take him as if he stood there, on either board, even on only one."

        "As if he stood there": the king is removed from its own square for this question.
        """
        for letter in pos.castling:
            if colour(letter) != pos.side:
                continue
            castling = CASTLINGS[letter]
            if any(site in pos.pieces for site in castling.between):
                continue
            pieces = dict(pos.pieces)
            king = pieces.pop(castling.king[0])
            if not any(self.could_be_taken(pieces, site, by=other(pos.side)) for site in castling.walk):
                yield Turn(*castling.king, king, rook=castling.rook)

    def board_after(self, pieces: Pieces, turn: Turn) -> dict[str, str]:
        after = dict(pieces)
        del after[turn.origin]
        after[turn.to] = turn.becomes
        if turn.captures_ep is not None:
            del after[turn.captures_ep]
        if turn.rook is not None:
            after[turn.rook[1]] = after.pop(turn.rook[0])
        return after

    def turn_text(self, pos: Position, turn: Turn) -> str:
        text = f"{turn.origin}-{turn.to}"
        if turn.becomes != pos.pieces[turn.origin]:
            text += f"={turn.becomes.upper()}"
        return text

    def legal(self, pos: Position) -> dict[str, Position]:
        """Every legal turn, by its canonical text, with the position after it."""
        found: dict[str, Position] = {}
        for turn in self.pseudo_legal(pos):
            pieces = self.board_after(pos.pieces, turn)
            if not self.king_could_be_taken(pieces, pos.side):
                found[self.turn_text(pos, turn)] = self.position_after(pos, turn, pieces)
        return found

    def position_after(self, pos: Position, turn: Turn, pieces: Pieces) -> Position:
        is_pawn = pos.pieces[turn.origin].upper() in PAWNS  # steps, promotions, captures en passant
        is_capture = turn.to in pos.pieces
        return Position(
            pieces=MappingProxyType(pieces),
            side=other(pos.side),
            castling=self.castling_after(pos.castling, turn),
            passed=turn.passed,
            clock=0 if is_pawn or is_capture else pos.clock + 1,
            number=pos.number + (pos.side == "black"),
        )

    def castling_after(self, castling: str, turn: Turn) -> str:
        """A right lapses when its king or rook has moved, and "when its rook is captured"."""
        touched = (turn.origin, turn.to)
        return "".join(
            letter
            for letter in castling
            if CASTLINGS[letter].king[0] not in touched and CASTLINGS[letter].rook[0] not in touched
        )

    # ---- state and end of the game ----

    def in_check(self, pos: Position) -> bool:
        return self.king_could_be_taken(pos.pieces, pos.side)

    def repetition_key(self, pos: Position) -> Hashable:
        """The complete state: "everything but the clocks".

        En passant "counts only if it can be used", and that is by a legal turn.
        """
        passed = pos.passed if self.can_take_passing(pos) else None
        return frozenset(pos.pieces.items()), pos.side, pos.castling, passed

    def can_take_passing(self, pos: Position) -> bool:
        if pos.passed is None:
            return False
        for turn in self.pseudo_legal(pos):
            if turn.captures_ep is None:
                continue
            if not self.king_could_be_taken(self.board_after(pos.pieces, turn), pos.side):
                return True
        return False

    def is_insufficient(self, pos: Position) -> bool:
        """Kings alone; one knight more; or bishops of either side or both that all stand on one shade."""
        if not self.rules.insufficient_material:
            return False
        kinds = sorted(piece.upper() for piece in pos.pieces.values() if piece.upper() != "K")
        if kinds == ["N"]:
            return True
        bishops = [site for site, piece in pos.pieces.items() if piece.upper() == "B"]
        shades = {sum(self.boards.place[site]) % 2 for site in bishops}
        return len(kinds) == len(bishops) and len(shades) <= 1

    # ---- position texts ----

    def start(self) -> Position:
        return self.read(self.rules.start)

    def write(self, pos: Position) -> str:
        placement = write_placement(self.boards, pos.pieces)
        castling, passed = pos.castling or "-", pos.passed or "-"
        return f"{placement} {pos.side[0]} {castling} {passed} {pos.clock} {pos.number}"

    def read(self, text: str) -> Position:
        """The position of a canonical text. Everything else is refused."""
        fields = split_fields(text)
        pieces = read_placement(self.boards, self.letters, fields.placement)
        pos = Position(
            pieces=MappingProxyType(pieces),
            side=fields.side,
            castling=fields.castling,
            passed=fields.passed,
            clock=fields.clock,
            number=fields.number,
        )
        self.refuse_impossible(pos)
        if self.write(pos) != text:
            raise OracleError(f"not canonical: {text!r} is written {self.write(pos)!r}")
        return pos

    def refuse_impossible(self, pos: Position) -> None:
        for king in "Kk":
            count = list(pos.pieces.values()).count(king)
            if count != 1:
                raise OracleError(f"placement: {count} kings of {colour(king)}")
        for site, piece in pos.pieces.items():
            _file, rank = self.boards.place[site]
            if piece.upper() in PAWNS and rank in (1, 8):
                raise OracleError(f"placement: a pawn on {site}")
        for letter in pos.castling:
            for kind, home in (("K", CASTLINGS[letter].king[0]), ("R", CASTLINGS[letter].rook[0])):
                piece = of_side(kind, colour(letter))
                if pos.pieces.get(home) != piece:
                    raise OracleError(f"castling: {letter} without {piece} on {home}")
        if pos.passed is not None:
            if pos.passed not in self.boards.place:
                raise OracleError(f"en passant: no site {pos.passed!r}")
            if self.passer(pos.pieces, pos.passed, other(pos.side)) is None:
                raise OracleError(f"en passant: no pawn can just have passed {pos.passed}")
            if pos.clock != 0:
                raise OracleError("half-move clock: not 0 after a double step")
        if self.king_could_be_taken(pos.pieces, other(pos.side)):
            raise OracleError("placement: the side not to move is in check")
