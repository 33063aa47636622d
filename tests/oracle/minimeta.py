"""An oracle for Mini Meta Chess and Meta Chess.

Written from the rulebook alone (conventions.md, mini-meta.md), to be slow, plain and right. A position
is two dicts from square to piece, of the big pieces and of the small ones; a small square exists if a
big piece stands under it. A turn is legal if, after it, the mover's king is there and not in check.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache
from itertools import combinations, product
from types import MappingProxyType
from typing import NamedTuple

from .boards import Boards
from .minimeta_texts import CORNERS, LETTERS, Pieces, corner, read_fields, rules_of, under, write_placement
from .playing import Playing, Result, other
from .texts import OracleError
from .ways import Way, forward, pawn_captures, pawn_steps, piece_ways

__all__ = ["OracleError", "OracleMiniMeta", "Position"]


PROMOTES_TO = "QRBN"  # "To Q, R, B or N"


class Position(NamedTuple):
    """All that a position text says."""

    big: Pieces  # big square -> big piece; never changed
    small: Pieces  # small square -> small piece; never changed
    side: str  # "white" or "black"
    clock: int  # plies since the last capture, small pawn's step, pilot move of a big pawn or promotion
    number: int  # of the move

    def __hash__(self) -> int:
        return hash((frozenset(self.big.items()), frozenset(self.small.items()), *self[2:]))


class Turn(NamedTuple):
    """A turn that a piece can make, and the boards after it."""

    text: str
    big: dict[str, str]
    small: dict[str, str]
    clears_clock: bool


class Going(NamedTuple):
    """How the pieces move on one of the two boards."""

    # piece -> from -> to -> the squares crossed
    steps: dict[str, dict[str, dict[str, Way]]]  # without a capture
    captures: dict[str, dict[str, dict[str, Way]]]
    # The captures again, seen from the square that is attacked, as a table for each colour of attackers:
    # colour -> attacked square -> (attacker's square, attacker) -> the squares passed.
    attackers: dict[str, dict[str, dict[tuple[str, str], Way]]]


def going_on(boards: Boards) -> Going:
    """The movements of chess, without double step, en passant and castling ("big or small").

    What orthodox.py calls a way, the squares that must be empty, is here the squares that are passed:
    none for a king, a knight and a pawn, and for one step of the others.
    """
    attackers: dict[str, dict[str, dict[tuple[str, str], Way]]] = {
        side: {square: {} for square in boards.place} for side in ("white", "black")
    }
    going = Going({}, {}, attackers)
    for piece in LETTERS:
        if piece in "Pp":
            steps, captures = pawn_steps(boards, piece), pawn_captures(boards, piece)
        else:
            steps = captures = piece_ways(boards, piece.upper())
        for table, ways in ((going.steps, steps), (going.captures, captures)):
            table[piece] = {
                origin: {to: only_way for to, (only_way,) in goals.items()} for origin, goals in ways.items()
            }
        for origin, goals_of_piece in going.captures[piece].items():
            for to, way in goals_of_piece.items():
                attackers[colour(piece)][to][origin, piece] = way
    return going


@cache
def goings_of(name: str) -> tuple[Going, Going]:
    """The movements of a game's big pieces, and of its small ones."""
    rules = rules_of(name)
    return going_on(rules.big), going_on(rules.grid)


def colour(piece: str) -> str:
    return "white" if piece.isupper() else "black"


def of_side(kind: str, side: str) -> str:
    return kind.upper() if side == "white" else kind.lower()


class OracleMiniMeta(Playing[Position]):
    """The rules of one of the two games."""

    def __init__(self, name: str, friendly_fire_check: bool = True) -> None:
        self.name = name
        self.friendly_fire_check = friendly_fire_check
        self.collects = False  # whether small pieces change sides, so that there may be any number
        self.rules = rules_of(name)
        self.big_going, self.small_going = goings_of(name)
        self.big_place = self.rules.big.place
        self.small_place = self.rules.grid.place

    # ---- steps ----

    def is_small_way_open(self, big: Pieces, small: Pieces, way: Way) -> bool:
        """ "every square entered or passed must exist, and be empty when passed"."""
        return all(under(square) in big and square not in small for square in way)

    def step_goals(self, big: Pieces, small: Pieces, origin: str) -> Iterator[str]:
        """Where the small piece on a square can step, whatever becomes of its king."""
        piece = small[origin]
        for to, way in self.small_going.steps[piece][origin].items():
            if under(to) in big and to not in small and self.is_small_way_open(big, small, way):
                yield to
        for to, way in self.small_going.captures[piece][origin].items():
            if to in small and colour(small[to]) != colour(piece) and self.is_small_way_open(big, small, way):
                yield to

    def step_turns(self, pos: Position) -> Iterator[Turn]:
        for origin, piece in pos.small.items():
            if colour(piece) != pos.side:
                continue
            for to in self.step_goals(pos.big, pos.small, origin):
                is_capture = to in pos.small
                small = dict(pos.small)
                small[to] = small.pop(origin)
                for kind in self.step_promotions(small, to):
                    after = dict(small)
                    if kind is not None:
                        after[to] = of_side(kind, pos.side)
                    yield Turn(
                        text=f"{origin}-{to}" + ("" if kind is None else f"={kind}"),
                        big=dict(pos.big),
                        small=after,
                        # A promotion by a step is a pawn's step.
                        clears_clock=is_capture or piece in "Pp",
                    )

    def step_promotions(self, small: Pieces, to: str) -> list[str | None]:
        """What the piece that has stepped to the square can become; None means that it stays what it is."""
        piece = small[to]
        if piece not in "Pp" or not self.is_far_small_square(to, piece):
            return [None]
        return [*self.free_kinds(small, colour(piece))] or [None]

    # ---- pilot moves ----

    def riders(self, small: Pieces, square: str) -> list[str]:
        """The small pieces on a big piece, of both sides."""
        return [small[square + place] for place in CORNERS if square + place in small]

    def may_pilot(self, rider: str, origin: str, to: str) -> bool:
        """A small pawn not "to a rank nearer to the pawn's own side; sideways is allowed"."""
        if rider not in "Pp":
            return True
        return (self.big_place[to][1] - self.big_place[origin][1]) * forward(rider) >= 0

    def can_be_piloted(
        self, big: Pieces, small: Pieces, origin: str, to: str, way: Way, pilots: list[str]
    ) -> bool:
        """Can at least one of these riders move the big piece by this way?

        "The move is allowed if any one rider of the mover may pilot it": the caller says which riders count,
        and looks at what stands on the goal.
        """
        if not big.keys().isdisjoint(way):
            return False
        # "A big piece that carries a small king, of either side, moves at most one square (a knight is
        # not affected)": then it passes none; and a knight passes none anyway.
        if way and any(rider in "Kk" for rider in self.riders(small, origin)):
            return False
        return any(self.may_pilot(pilot, origin, to) for pilot in pilots)

    def pilot_goals(self, big: Pieces, small: Pieces, origin: str, pilots: list[str]) -> Iterator[str]:
        """Where these riders can move the big piece, whatever becomes of their king."""
        piece = big[origin]
        for to, way in self.big_going.steps[piece][origin].items():
            if to not in big and self.can_be_piloted(big, small, origin, to, way, pilots):
                yield to
        for to, way in self.big_going.captures[piece][origin].items():
            # "only big pieces of the other big colour, whoever pilots"
            if (
                to in big
                and colour(big[to]) != colour(piece)
                and self.can_be_piloted(big, small, origin, to, way, pilots)
            ):
                yield to

    def pilot_turns(self, pos: Position) -> Iterator[Turn]:
        for origin in pos.big:
            # "A big piece without a rider of the mover cannot be moved by him."
            pilots = [rider for rider in self.riders(pos.small, origin) if colour(rider) == pos.side]
            # "Which rider piloted makes no difference, so it is one move": all are asked together.
            for to in self.pilot_goals(pos.big, pos.small, origin, pilots):
                yield from self.pilot_turns_to(pos, origin, to)

    def pilot_turns_to(self, pos: Position, origin: str, to: str) -> Iterator[Turn]:
        """The pilot move, with each of the promotions that it may bring."""
        piece = pos.big[origin]
        is_capture = to in pos.big
        big = dict(pos.big)
        big[to] = big.pop(origin)
        # "A captured big piece leaves with all its riders, of both sides." The others "keep their small
        # squares" on the piece that moves.
        small = {square: rider for square, rider in pos.small.items() if under(square) not in (origin, to)}
        for square, rider in pos.small.items():
            if under(square) == origin:
                small[to + corner(square)] = rider

        for big_kind in self.big_promotions(big, to):
            for small_kinds in self.carried_promotions(small, origin, to, pos.side):
                text = f"{origin}-{to}"
                after_big, after_small = dict(big), dict(small)
                if big_kind is not None:
                    text += f"={big_kind}"
                    after_big[to] = of_side(big_kind, colour(piece))
                for square, kind in small_kinds.items():
                    text += f"+{corner(square)[1:]}={kind}"
                    after_small[square] = of_side(kind, pos.side)
                clears_clock = is_capture or piece in "Pp" or bool(small_kinds)
                yield Turn(text, after_big, after_small, clears_clock)

    # ---- promotion ----

    def free_kinds(self, pieces: Pieces, side: str) -> Counter[str]:
        """How many of each kind "the owner has fewer on the board than in the variant's array".

        The pieces are those of one set, "after the captures of the same turn".
        """
        there = Counter(piece.upper() for piece in pieces.values() if colour(piece) == side)
        return +Counter({kind: self.rules.array[kind] - there[kind] for kind in PROMOTES_TO})

    def is_far_big_square(self, square: str, piece: str) -> bool:
        ranks = len(self.rules.big.blocks[0])
        return self.big_place[square][1] == (ranks if piece.isupper() else 1)

    def is_far_small_square(self, square: str, piece: str) -> bool:
        """ "for White the highest grid rank: 12, in Meta Chess 16; for Black 1"."""
        ranks = len(self.rules.grid.blocks[0])
        return self.small_place[square][1] == (ranks if piece.isupper() else 1)

    def big_promotions(self, big: Pieces, to: str) -> list[str | None]:
        """What the big piece that has moved to the square can become.

        "A big pawn on the far rank for *its* colour: kinds and choice as above for its colour."
        """
        piece = big[to]
        if piece not in "Pp" or not self.is_far_big_square(to, piece):
            return [None]
        return [*self.free_kinds(big, colour(piece))] or [None]

    def carried_promotions(self, small: Pieces, origin: str, to: str, side: str) -> Iterator[dict[str, str]]:
        """What the mover's small pawns, carried from one big square to another, can become.

        "carried there by a pilot move of its own side from another grid rank (not along the rank; never
        by the enemy)". Their grid rank has changed just if the big rank has, as they keep their corners.
        """
        if self.big_place[origin][1] == self.big_place[to][1]:
            yield {}
            return
        pawn = of_side("P", side)
        pawns = [
            to + place
            for place in CORNERS  # a2 before b2, a1 before b1, as the move text wants them
            if small.get(to + place) == pawn and self.is_far_small_square(to + place, pawn)
        ]
        # "Two carried pawns: as many promote as free kinds allow, counted together; the mover chooses
        # which and what." As many, not fewer, for promotion is mandatory where it is possible.
        free = self.free_kinds(small, side)
        number = min(len(pawns), free.total())
        for chosen in combinations(pawns, number):
            for kinds in product(PROMOTES_TO, repeat=number):
                if Counter(kinds) <= free:
                    yield dict(zip(chosen, kinds, strict=True))

    # ---- check ----

    def king_square(self, small: Pieces, side: str) -> str | None:
        king = of_side("K", side)
        for square, piece in small.items():
            if piece == king:
                return square
        return None

    def is_checked(self, big: Pieces, small: Pieces, side: str) -> bool:
        """Is the small king of the side in check? (It must be there.)"""
        king = self.king_square(small, side)
        assert king is not None
        return self.is_checked_by_step(big, small, king) or self.is_checked_by_big_piece(big, small, king)

    def is_checked_by_step(self, big: Pieces, small: Pieces, king: str) -> bool:
        """ "if an enemy small piece could capture him by a step"."""
        attackers = self.small_going.attackers[other(colour(small[king]))][king]
        for placed in small.items():
            if placed in attackers and self.is_small_way_open(big, small, attackers[placed]):
                return True
        return False

    def is_checked_by_big_piece(self, big: Pieces, small: Pieces, king: str) -> bool:
        """ "if a big piece of the other big colour than the one he stands on could capture that one by a
        pilot move of **any one rider of either side**" (or, by the option, of an enemy one).
        """
        side = colour(small[king])
        carrier = under(king)
        attackers = self.big_going.attackers[other(colour(big[carrier]))][carrier]
        for placed in big.items():
            if placed not in attackers:
                continue
            square, _piece = placed
            pilots = self.riders(small, square)
            if not self.friendly_fire_check:
                pilots = [rider for rider in pilots if colour(rider) != side]
            if self.can_be_piloted(big, small, square, carrier, attackers[placed], pilots):
                return True
        return False

    # ---- legal turns ----

    def legal(self, pos: Position) -> dict[str, Position]:
        """Every legal turn, by its canonical text, with the position after it."""
        found: dict[str, Position] = {}
        for turn in (*self.step_turns(pos), *self.pilot_turns(pos)):
            # "A player may not end his turn with his own king in check, nor, with either option, capture
            # the big piece that carries his own king." What becomes of the other king by a turn is the
            # other player's care: "the enemy may pilot away the piece under one's king, even into check".
            if self.king_square(turn.small, pos.side) is None:
                continue
            if self.is_checked(turn.big, turn.small, pos.side):
                continue
            assert turn.text not in found, "two turns with one text"
            found[turn.text] = Position(
                big=MappingProxyType(turn.big),
                small=MappingProxyType(turn.small),
                side=other(pos.side),
                clock=0 if turn.clears_clock else pos.clock + 1,
                number=pos.number + (pos.side == "black"),
            )
        return found

    # ---- state and end of the game ----

    def in_check(self, pos: Position) -> bool:
        return self.is_checked(pos.big, pos.small, pos.side)

    def repetition_key(self, pos: Position) -> Hashable:
        """The complete state: "everything but the clocks"."""
        return frozenset(pos.big.items()), frozenset(pos.small.items()), pos.side

    def without_a_turn(self, pos: Position) -> Result:
        # "No legal turn: that player has lost, in check or not (there is no stalemate draw; this
        # comes before any draw)."
        return other(pos.side), "checkmate" if self.in_check(pos) else "no legal turn"

    # ---- position texts ----

    def start(self) -> Position:
        return self.read(self.rules.start)

    def write(self, pos: Position) -> str:
        placement = write_placement(self.rules.big, pos.big, pos.small)
        return f"{placement} {pos.side[0]} {pos.clock} {pos.number}"

    def read(self, text: str) -> Position:
        """The position of a canonical text. Everything else is refused."""
        pos = self.standing(text)
        self.refuse_impossible(pos)
        if self.write(pos) != text:
            raise OracleError(f"not canonical: {text!r} is written {self.write(pos)!r}")
        return pos

    def standing(self, text: str) -> Position:
        """What a text says, possible or not."""
        fields = read_fields(self.rules.big, text)
        return Position(
            big=MappingProxyType(fields.big),
            small=MappingProxyType(fields.small),
            side=fields.side,
            clock=fields.clock,
            number=fields.number,
        )

    def refuse_impossible(self, pos: Position) -> None:
        """ "Refused as impossible: not exactly one small king a side, more of a kind than in the array, a
        big pawn on its own first rank, the side not to move in check."
        """
        for king in "Kk":
            count = list(pos.small.values()).count(king)
            if count != 1:
                raise OracleError(f"placement: {count} small kings of {colour(king)}")
        for name, pieces in (("big", pos.big), ("small", pos.small)):
            for piece, count in Counter(pieces.values()).items():
                if name == "small" and self.collects:
                    continue
                if count > self.rules.array[piece.upper()]:
                    raise OracleError(f"placement: {count} {name} men {piece}")
        for square, piece in pos.big.items():
            # A pawn's own first rank is the far rank of the other side's.
            if piece in "Pp" and self.is_far_big_square(square, piece.swapcase()):
                raise OracleError(f"placement: a big pawn on {square}")
        if self.is_checked(pos.big, pos.small, other(pos.side)):
            raise OracleError("placement: the side not to move is in check")
