"""An oracle for the "orthodox" games: chess, Ravioli Chess, and Ravioli Chess with Berolina pawns.

Written from the rulebook alone (conventions.md, ravioli.md), to be slow, plain and right. A position is
a dict from site to man. A turn is legal if one plays it and the enemy could not take the king.
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

Men = Mapping[str, str]


class Position(NamedTuple):
    """All that a position text says."""

    men: Men  # site -> man; never changed
    side: str  # "white" or "black"
    castling: str  # of "KQkq", in this order
    passed: str | None  # the site passed over by the double step just made
    clock: int  # plies since the last capture, pawn's step or promotion
    number: int  # of the move

    def __hash__(self) -> int:
        return hash((frozenset(self.men.items()), *self[1:]))


class Turn(NamedTuple):
    """What a turn does to the board."""

    origin: str
    to: str
    becomes: str  # the man that stands on `to` afterwards
    takes_passing: str | None = None  # where the pawn stands that is taken en passant
    passed: str | None = None  # by a double step
    rook: tuple[str, str] | None = None  # in castling


class Castling(NamedTuple):
    """One of the four castlings, as in chess (in Ravioli Chess "along the ring rank")."""

    king: tuple[str, str]
    rook: tuple[str, str]
    between: tuple[str, ...]  # to be empty
    walk: tuple[str, ...]  # the king's square, those that he crosses and the one he enters


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


def colour(man: str) -> str:
    return "white" if man.isupper() else "black"


def of_side(kind: str, side: str) -> str:
    return kind.upper() if side == "white" else kind.lower()


class Oracle(Playing[Position]):
    """The rules of one game."""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self.rules = self.find_rules(variant)
        self.boards = self.rules.boards
        self.letters = "".join(kind + kind.lower() for kind in self.rules.pieces + self.rules.pawns)

        # For each man: where he goes without taking, and where he can take. They differ for pawns only.
        self.steps: dict[str, Ways] = {}
        self.captures: dict[str, Ways] = {}
        self.double_steps: dict[str, list[DoubleStep]] = {}
        for man in self.letters:
            self.steps[man], self.captures[man] = self.find_ways(man)
            if man.upper() in PAWNS:
                self.double_steps[man] = double_steps(self.boards, man)

        # The captures again, seen from the site that is attacked:
        # side -> attacked site -> (attacker's site, attacker) -> the ways.
        self.attackers: dict[str, dict[str, dict[tuple[str, str], tuple[Way, ...]]]] = {
            side: {site: {} for site in self.boards.place} for side in ("white", "black")
        }
        for man, by_origin in self.captures.items():
            for origin, by_target in by_origin.items():
                for target, ways in by_target.items():
                    self.attackers[colour(man)][target][origin, man] = ways

        self.start_men = read_placement(self.boards, self.letters, self.rules.start.split()[0])

    def find_rules(self, variant: str) -> Rules:
        return rules_of(variant)

    def find_ways(self, man: str) -> tuple[Ways, Ways]:
        """Where the man goes without taking, and where he can take."""
        if man.upper() in PAWNS:
            return pawn_steps(self.boards, man), pawn_captures(self.boards, man)
        ways = piece_ways(self.boards, man.upper())
        return ways, ways

    # ---- attack ----

    def could_be_taken(self, men: Men, site: str, by: str) -> bool:
        """Could a man of side `by` take what stands (or would stand) on the site?

        "A king is in check if he is attacked on at least one board (or by a passage step)."
        """
        attackers = self.attackers[by][site]
        for placed in men.items():
            if placed in attackers and is_free(men, attackers[placed]):
                return True
        return False

    def king_site(self, men: Men, side: str) -> str:
        king = of_side("K", side)
        for site, man in men.items():
            if man == king:
                return site
        raise OracleError(f"no king of {side}")

    def king_could_be_taken(self, men: Men, side: str) -> bool:
        return self.could_be_taken(men, self.king_site(men, side), by=other(side))

    # ---- turns ----

    def pseudo_legal(self, pos: Position) -> Iterator[Turn]:
        """The turns that follow the men's movement, whatever becomes of the mover's king."""
        for site, man in pos.men.items():
            if colour(man) != pos.side:
                continue
            if man.upper() in PAWNS:
                yield from self.pawn_turns(pos, site, man)
            else:
                yield from self.piece_turns(pos, site, man)
        yield from self.castlings(pos)

    def piece_turns(self, pos: Position, site: str, man: str) -> Iterator[Turn]:
        for to, ways in self.captures[man][site].items():
            if to in pos.men and colour(pos.men[to]) == pos.side:
                continue
            if is_free(pos.men, ways):
                yield Turn(site, to, man)

    def pawn_turns(self, pos: Position, site: str, man: str) -> Iterator[Turn]:
        for to in self.steps[man][site]:
            if to not in pos.men:
                yield from self.promotions(Turn(site, to, man))
        for double in self.double_steps[man]:
            if double.origin == site and double.passed not in pos.men and double.to not in pos.men:
                yield Turn(site, double.to, man, passed=double.passed)
        for to in self.captures[man][site]:
            if to in pos.men and colour(pos.men[to]) != pos.side:
                yield from self.promotions(Turn(site, to, man))
            elif to == pos.passed:
                # "may be entered by an enemy pawn that attacks it on either board"
                yield Turn(site, to, man, takes_passing=self.passer(pos.men, to, other(pos.side)))

    def promotions(self, turn: Turn) -> Iterator[Turn]:
        """The turn, or what it promotes to: "promotion is mandatory where it is possible"."""
        _file, rank = self.boards.place[turn.to]
        if rank != last_rank(turn.becomes):
            yield turn
            return
        side = colour(turn.becomes)
        for kind in self.rules.promotes_to:
            yield turn._replace(becomes=of_side(kind, side))

    def passer(self, men: Men, passed: str, side: str) -> str | None:
        """Where the pawn of `side` stands that has just passed over the site, if one can have done so.

        Its origin and the site passed are empty now. "Where two Berolina pawns could have passed the en
        passant site, the one meant is the one that comes from where a pawn of its kind starts." Where
        none does, and there are several all the same (men put where no game puts them), this takes
        the plain pawn first, then the Berolina pawn that comes from the file nearer to a.
        """
        if passed in men:
            return None
        could: list[tuple[bool, bool, str, str]] = []
        for kind in self.rules.pawns:
            man = of_side(kind, side)
            for double in self.double_steps[man]:
                if double.passed == passed and double.origin not in men and men.get(double.to) == man:
                    from_start = self.start_men.get(double.origin) == man
                    could.append((not from_start, kind != "P", double.origin, double.to))
        return min(could)[-1] if could else None

    def castlings(self, pos: Position) -> Iterator[Turn]:
        """The castlings: "as in chess ... forbidden if on the king's square, or on one that he crosses or
        enters, an enemy man could take him as if he stood there, on either board, even on only one."

        "As if he stood there": he is taken off his own square for the asking.
        """
        for letter in pos.castling:
            if colour(letter) != pos.side:
                continue
            castling = CASTLINGS[letter]
            if any(site in pos.men for site in castling.between):
                continue
            men = dict(pos.men)
            king = men.pop(castling.king[0])
            if not any(self.could_be_taken(men, site, by=other(pos.side)) for site in castling.walk):
                yield Turn(*castling.king, king, rook=castling.rook)

    def board_after(self, men: Men, turn: Turn) -> dict[str, str]:
        after = dict(men)
        del after[turn.origin]
        after[turn.to] = turn.becomes
        if turn.takes_passing is not None:
            del after[turn.takes_passing]
        if turn.rook is not None:
            after[turn.rook[1]] = after.pop(turn.rook[0])
        return after

    def turn_text(self, pos: Position, turn: Turn) -> str:
        text = f"{turn.origin}-{turn.to}"
        if turn.becomes != pos.men[turn.origin]:
            text += f"={turn.becomes.upper()}"
        return text

    def legal(self, pos: Position) -> dict[str, Position]:
        """Every legal turn, by its canonical text, with the position after it."""
        found: dict[str, Position] = {}
        for turn in self.pseudo_legal(pos):
            men = self.board_after(pos.men, turn)
            if not self.king_could_be_taken(men, pos.side):
                found[self.turn_text(pos, turn)] = self.position_after(pos, turn, men)
        return found

    def position_after(self, pos: Position, turn: Turn, men: Men) -> Position:
        is_pawn = pos.men[turn.origin].upper() in PAWNS  # steps, promotions, captures en passant
        is_capture = turn.to in pos.men
        return Position(
            men=MappingProxyType(men),
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
        return self.king_could_be_taken(pos.men, pos.side)

    def repetition_key(self, pos: Position) -> Hashable:
        """The complete state: "everything but the clocks".

        En passant "counts only if it can be used", and that is by a legal turn.
        """
        passed = pos.passed if self.can_take_passing(pos) else None
        return frozenset(pos.men.items()), pos.side, pos.castling, passed

    def can_take_passing(self, pos: Position) -> bool:
        if pos.passed is None:
            return False
        for turn in self.pseudo_legal(pos):
            if turn.takes_passing is None:
                continue
            if not self.king_could_be_taken(self.board_after(pos.men, turn), pos.side):
                return True
        return False

    def is_insufficient(self, pos: Position) -> bool:
        """Bare kings; a knight more; or bishops of either side or both that all go on one shade."""
        if not self.rules.insufficient_material:
            return False
        kinds = sorted(man.upper() for man in pos.men.values() if man.upper() != "K")
        if kinds == ["N"]:
            return True
        bishops = [site for site, man in pos.men.items() if man.upper() == "B"]
        shades = {sum(self.boards.place[site]) % 2 for site in bishops}
        return len(kinds) == len(bishops) and len(shades) <= 1

    # ---- position texts ----

    def start(self) -> Position:
        return self.read(self.rules.start)

    def write(self, pos: Position) -> str:
        placement = write_placement(self.boards, pos.men)
        castling, passed = pos.castling or "-", pos.passed or "-"
        return f"{placement} {pos.side[0]} {castling} {passed} {pos.clock} {pos.number}"

    def read(self, text: str) -> Position:
        """The position of a canonical text. Everything else is refused."""
        fields = split_fields(text)
        men = read_placement(self.boards, self.letters, fields.placement)
        pos = Position(
            men=MappingProxyType(men),
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
            count = list(pos.men.values()).count(king)
            if count != 1:
                raise OracleError(f"placement: {count} kings of {colour(king)}")
        for site, man in pos.men.items():
            _file, rank = self.boards.place[site]
            if man.upper() in PAWNS and rank in (1, 8):
                raise OracleError(f"placement: a pawn on {site}")
        for letter in pos.castling:
            for kind, home in (("K", CASTLINGS[letter].king[0]), ("R", CASTLINGS[letter].rook[0])):
                man = of_side(kind, colour(letter))
                if pos.men.get(home) != man:
                    raise OracleError(f"castling: {letter} without {man} on {home}")
        if pos.passed is not None:
            if pos.passed not in self.boards.place:
                raise OracleError(f"en passant: no site {pos.passed!r}")
            if self.passer(pos.men, pos.passed, other(pos.side)) is None:
                raise OracleError(f"en passant: no pawn can just have passed {pos.passed}")
            if pos.clock != 0:
                raise OracleError("half-move clock: not 0 after a double step")
        if self.king_could_be_taken(pos.men, other(pos.side)):
            raise OracleError("placement: the side not to move is in check")
