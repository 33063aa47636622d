"""An oracle for Monster Bluff Chess, written from the rulebook alone (conventions.md, monster-bluff.md).

A position is a dict from site to piece and another from site to stack; only the field of the True Kings hides
something, ``("3e1", "?")``. The legal turns never depend on that field, except that a True King is yet to be
chosen, or has been captured, which everybody may know. So a position with an unknown secret is asked and
played like any other; only the capture of a king that may be the True King needs to be told whether it was.
"""

from collections.abc import Collection, Hashable, Iterator
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from .bluff_boards import make_grid
from .bluff_moves import Move, demands_of, moves_of, passer
from .bluff_texts import SIDES, Counts, Pieces, Position, in_order, read_fields, write_position
from .orthodox import colour, of_side
from .playing import other
from .texts import OracleError

__all__ = ["OracleBluff", "OracleError", "Position", "Result"]

T = TypeVar("T")

VIEWERS = (*SIDES, "spectator")
MOST_PLIES = 200  # "200 plies without a capture (a stack's included), a pawn's step or a chip"


class Result(NamedTuple):
    """How a game ended."""

    winner: str | None
    reason: str  # "true king", "stalemate", "threefold repetition", "200 plies"
    purses: tuple[Counts, Counts] | None  # White's and Black's, the winner's spoils in them


class Put(NamedTuple):
    """Chips put "instead of moving"."""

    site: str
    stack: Counts  # what is put
    purse: Counts  # what is left of the mover's


class Choice(NamedTuple):
    """The True King chosen; "?" if the reader may not know which."""

    site: str


Turn = Move | Put | Choice


class OracleBluff:
    """The rules of one form of the game."""

    def __init__(
        self, name: str = "monster-bluff", *, chips: bool = True, fifty: bool = False, chips_per_turn: int = 1
    ) -> None:
        self.grid = make_grid(name)
        if chips_per_turn < 1:
            raise OracleError(f"chips_per_turn: {chips_per_turn} is less than 1")
        self.name = name
        self.chips_per_turn = chips_per_turn
        # "20 x 5, 10 x 10, 4 x 25 (2 x 50)" in each purse; the last denomination makes demands.
        self.denominations: Counts = ((5, 10, 25, 50) if fifty else (5, 10, 25)) if chips else ()
        self.purse: Counts = (20, 10, 4, 2)[: len(self.denominations)]

    # ---- which turns there are ----

    def texts(self, pos: Position) -> frozenset[str]:
        """The canonical texts of the legal turns; all viewers may know them, and `?` hinders nothing."""
        return frozenset(self.turns(pos))

    def turns(self, pos: Position) -> dict[str, Turn]:
        return dict(self.all_turns(pos))

    def all_turns(self, pos: Position) -> Iterator[tuple[str, Turn]]:
        if "x" in pos.true:
            return  # "Capturing the True King wins."
        chooser = self.chooser(pos)
        if chooser is not None:
            for site in in_order(self.grid, king_sites(pos.pieces, chooser)):
                yield f"true@{site}", Choice(site)
            return
        for move in moves_of(self.grid, pos):
            text = f"{move.origin}-{move.to}"
            if move.becomes != pos.pieces[move.origin]:
                text += f"={move.becomes.upper()}"
            yield text, move
        yield from self.puts(pos)

    def chooser(self, pos: Position) -> str | None:
        """The side to choose a True King: "White's then Black's", "before the first move"."""
        for side, true in zip(SIDES, pos.true, strict=True):
            if true == "-":
                return side
        return None

    def puts(self, pos: Position) -> Iterator[tuple[str, Put]]:
        """ "Put one chip of one's purse ... on any square without a piece, stacked or not"."""
        if pos.purses is None or pos.promoted != "wb":
            return  # "In play once both sides have promoted a pawn."
        if min(len(king_sites(pos.pieces, side)) for side in SIDES) < 2:
            return  # "Once one side has a single king left, none may be put."
        purse = pos.purses[SIDES.index(pos.side)]
        free = [site for site in self.grid.order if site not in pos.pieces]
        # Option chips_per_turn: "1 to n chips, all on one square, written largest first".
        for number in range(1, min(self.chips_per_turn, sum(purse)) + 1):
            for chips in combinations_with_replacement(reversed(self.denominations), number):
                stack = tuple(chips.count(worth) for worth in self.denominations)
                left = tuple(had - put for had, put in zip(purse, stack, strict=True))
                if min(left) < 0:
                    continue
                text = "chip" + "+".join(map(str, chips)) + "@"
                for site in free:
                    yield text + site, Put(site, stack, left)

    # ---- what a turn does ----

    def legal(self, pos: Position) -> dict[str, Position]:
        """Every legal turn, by its canonical text, with the position after it.

        Raises OracleError if one of them captures a king of which it is unknown whether it is the True King:
        ask for the `texts`, and for each position by itself with `after`.
        """
        return {text: self.play(pos, turn) for text, turn in self.turns(pos).items()}

    def after(self, pos: Position, text: str, answer: bool | None = None) -> Position:
        """The position after one legal turn, or after the choice as others may know it, `true@?`.

        `answer` is for the capture that `asks`: was the king the true one?
        """
        chooser = self.chooser(pos)
        if text == "true@?" and chooser is not None:
            return self.play(pos, Choice("?"))
        turn = self.turns(pos).get(text)
        if turn is None:
            raise OracleError(f"not legal: {text!r}")
        return self.play(pos, turn, answer)

    def asks(self, pos: Position, text: str) -> bool:
        """Does the turn capture a king of which it is unknown whether it is the True King?"""
        turn = self.turns(pos).get(text)
        king = of_side("K", other(pos.side))
        return (
            isinstance(turn, Move)
            and pos.pieces.get(turn.to) == king
            and self.true_of(pos, colour(king)) == "?"
        )

    def play(self, pos: Position, turn: Turn, answer: bool | None = None) -> Position:
        if isinstance(turn, Choice):
            # "These choices are no plies and move no clock."
            side = self.chooser(pos)
            assert side is not None
            return pos._replace(true=replaced(pos.true, side, turn.site))
        if isinstance(turn, Put):
            assert pos.purses is not None
            stack = added(pos.chips.get(turn.site, (0,) * len(turn.stack)), turn.stack)
            return pos._replace(
                side=other(pos.side),
                passed=None,
                chips=MappingProxyType(pos.chips | {turn.site: stack}),
                purses=replaced(pos.purses, pos.side, turn.purse),
                clock=0,
                number=pos.number + (pos.side == "black"),
            )
        return self.moved(pos, turn, answer)

    def moved(self, pos: Position, move: Move, answer: bool | None) -> Position:
        pieces = pos.pieces.copy()
        piece = pieces.pop(move.origin)
        captured = pieces.get(move.to)
        if move.captures_ep is not None:
            captured = pieces.pop(move.captures_ep)
        pieces[move.to] = move.becomes
        if move.rook is not None:
            pieces[move.rook[1]] = pieces.pop(move.rook[0])

        # By "a move that could capture there" a piece captures the stack ("ruling: it must"), as does
        # "capturing a man that stands on a stack".
        chips, purses = pos.chips, pos.purses
        stacks = [site for site in (move.to, move.captures_ep) if move.captures and site in chips]
        if stacks:
            assert purses is not None
            for site in stacks:
                assert site is not None
                purse = added(purses[SIDES.index(pos.side)], chips[site])
                purses = replaced(purses, pos.side, purse)
            chips = MappingProxyType({site: stack for site, stack in chips.items() if site not in stacks})

        # What stood or went anywhere there is "unmoved" no longer.
        touched = {move.origin, move.to, *(move.rook or ())}
        promoted = pos.promoted
        if move.becomes != piece and pos.side[0] not in promoted:
            promoted = "wb" if promoted else pos.side[0]
        return Position(
            pieces=MappingProxyType(pieces),
            side=other(pos.side),
            unmoved=pos.unmoved - touched,
            passed=move.passed,
            chips=chips,
            promoted=promoted,
            purses=purses,
            true=self.true_after(pos, move, pieces, answer),
            clock=0 if piece in "Pp" or captured is not None or stacks else pos.clock + 1,
            number=pos.number + (pos.side == "black"),
        )

    def true_after(self, pos: Position, move: Move, pieces: Pieces, answer: bool | None) -> tuple[str, str]:
        true = pos.true
        if self.true_of(pos, pos.side) == move.origin:
            true = replaced(true, pos.side, move.to)
        enemy = other(pos.side)
        if pos.pieces.get(move.to) != of_side("K", enemy):
            return true
        # "When a king is captured, both learn whether it was the true one."
        was_true: bool | None = self.true_of(pos, enemy) == move.to
        if self.true_of(pos, enemy) == "?":
            if answer is None:
                raise OracleError(
                    f"{move.origin}-{move.to}: it is unknown whether the True King stands there"
                )
            was_true = answer
        if was_true:
            return replaced(true, enemy, "x")
        left = king_sites(pieces, enemy)
        # "When one king of a side is left it is known to be the true one."
        return replaced(true, enemy, *left) if len(left) == 1 else true

    def true_of(self, pos: Position, side: str) -> str:
        return pos.true[SIDES.index(side)]

    def perft(self, pos: Position, depth: int) -> int:
        """The number of legal sequences of that many turns, draws apart; choices count as turns."""
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.turns(pos))
        return sum(self.perft(successor, depth - 1) for successor in self.legal(pos).values())

    # ---- state and end of the game ----

    def side(self, pos: Position) -> str:
        """Whose turn it is, to choose or to play."""
        return self.chooser(pos) or pos.side

    def in_check(self, pos: Position) -> bool:
        """ "None royal: no check, no mate"."""
        return False

    def repetition_key(self, pos: Position) -> Hashable:
        """The *public* position (without True Kings): all but them and the clocks.

        That a True King is yet to be chosen is public: "these choices are no plies", so nothing is
        repeated by them. En passant "counts only if it can be used".
        """
        passed = pos.passed if self.can_take_passing(pos) else None
        pieces, chips = frozenset(pos.pieces.items()), frozenset(pos.chips.items())
        chosen = tuple(true != "-" for true in pos.true)
        return pieces, pos.side, pos.unmoved, passed, chips, pos.promoted, pos.purses, chosen

    def can_take_passing(self, pos: Position) -> bool:
        pawn = of_side("P", pos.side)
        return pos.passed is not None and any(
            pos.pieces.get(site) == pawn and pos.passed in way.captures
            for site, way in self.grid.pawns[pawn].items()
        )

    def result(self, pos: Position, history: Collection[Hashable] = ()) -> Result | None:
        """How the game ended, if it is over; `history` holds the keys of the earlier positions."""
        for side in SIDES:
            if self.true_of(pos, side) == "x":
                return Result(other(side), "true king", self.purses_at_end(pos, other(side)))
        if next(self.all_turns(pos), None) is None:
            return Result(None, "stalemate", pos.purses)
        key = self.repetition_key(pos) if history else None
        if 1 + sum(key == earlier for earlier in history) >= 3:
            return Result(None, "threefold repetition", pos.purses)
        if pos.clock >= MOST_PLIES:
            return Result(None, "200 plies", pos.purses)
        return None

    def purses_at_end(self, pos: Position, winner: str | None) -> tuple[Counts, Counts] | None:
        """Both purses when the game ends, in any way: "winner takes the chips left on the board".

        "In a draw each keeps his purse; chips on the board go to nobody."
        """
        purses = pos.purses
        if purses is None or winner is None:
            return purses
        for stack in pos.chips.values():
            purses = replaced(purses, winner, added(purses[SIDES.index(winner)], stack))
        return purses

    # ---- what each side may know ----

    def view(self, pos: Position, viewer: str | None, *, ended: bool = False) -> Position:
        """The position as the viewer may know it: `None` knows all, a player knows their own True King.

        "A spectator knows neither. ... After any end, draws too, both are shown." `ended` is for ends
        that the position itself does not show (by repetition, resignation or on time).
        """
        if viewer is None:
            return pos
        if viewer not in VIEWERS:
            raise OracleError(f"no such viewer: {viewer!r}")
        if ended or self.result(pos) is not None:
            return pos
        true = pos.true
        for side, site in zip(SIDES, pos.true, strict=True):
            if side != viewer and site != "-" and len(king_sites(pos.pieces, side)) > 1:
                true = replaced(true, side, "?")
        return pos._replace(true=true)

    def view_turn(self, pos: Position, text: str, viewer: str | None, *, ended: bool = False) -> str:
        """ "In the record and in messages the choice is `true@?` to all but its owner until the end"."""
        if viewer not in (None, *VIEWERS):
            raise OracleError(f"no such viewer: {viewer!r}")
        hidden = text.startswith("true@") and viewer not in (None, self.chooser(pos)) and not ended
        return "true@?" if hidden else text

    # ---- position texts ----

    def start(self) -> Position:
        return Position(
            pieces=MappingProxyType(dict(self.grid.start)),
            side="white",
            unmoved=frozenset(site for site, piece in self.grid.start.items() if piece in "KRkr"),
            passed=None,
            chips=MappingProxyType({}),
            promoted="",
            purses=(self.purse, self.purse) if self.denominations else None,
            true=("-", "-"),
            clock=0,
            number=1,
        )

    def write(self, pos: Position, viewer: str | None = None, *, ended: bool = False) -> str:
        return write_position(self.grid, self.denominations, self.view(pos, viewer, ended=ended))

    def read(self, text: str) -> Position:
        """The position of a canonical text. Everything else is refused."""
        pos = read_fields(self.grid, self.denominations, text)
        self.refuse_impossible(pos)
        if self.write(pos) != text:
            raise OracleError(f"not canonical: {text!r} is written {self.write(pos)!r}")
        return pos

    def refuse_impossible(self, pos: Position) -> None:
        for site, piece in pos.pieces.items():
            if piece in "Pp" and site not in self.grid.pawns[piece]:
                raise OracleError(f"placement: a pawn on {site}")
        for site in pos.unmoved:
            if self.grid.start.get(site, "-") not in "KRkr" or pos.pieces.get(site) != self.grid.start[site]:
                raise OracleError(f"unmoved: no king or rook that never moved can be on {site}")
        if pos.passed is not None:
            if passer(self.grid, pos, pos.passed) is None:
                raise OracleError(f"en passant: no pawn can just have passed {pos.passed}")
            if pos.clock != 0:
                raise OracleError("half-move clock: not 0 after a double step")
        self.refuse_chips(pos)
        for side in SIDES:
            self.refuse_true(pos, side)

    def refuse_chips(self, pos: Position) -> None:
        if pos.purses is None:
            return  # the text of a game without chips has no chips to read
        for site in demands_of(pos.chips):
            if site in pos.pieces:
                raise OracleError(f"chips: a demand under a piece on {site}")
        for worth, *held in zip(
            self.denominations, self.purse, *pos.purses, *pos.chips.values(), strict=True
        ):
            if sum(held[1:]) != 2 * held[0]:
                raise OracleError(f"chips: {sum(held[1:])} of {worth}, not {2 * held[0]}")
        if pos.promoted != "wb" and (pos.chips or pos.purses != (self.purse, self.purse)):
            raise OracleError("chips: in play before both sides have promoted")

    def refuse_true(self, pos: Position, side: str) -> None:
        where, true, kings = f"true kings, {side}", self.true_of(pos, side), king_sites(pos.pieces, side)
        if len(kings) > self.grid.kings:
            raise OracleError(f"placement: {len(kings)} kings of {side}")
        if true == "x":
            # The capturing side has just moved.
            if side != pos.side:
                raise OracleError(f"{where}: captured, but {side} is not to lose")
            if len(kings) == self.grid.kings:
                raise OracleError(f"{where}: captured, but all kings stand")
            if pos.clock != 0 or pos.passed is not None:
                raise OracleError(f"{where}: captured, but not by the last move")
            if self.chooser(pos) is not None:
                raise OracleError(f"{where}: captured before all True Kings were chosen")
        elif not kings:
            raise OracleError(f"{where}: no king is left, but the True King was not captured")
        elif true in ("?", "-"):
            if len(kings) == 1:
                raise OracleError(f"{where}: {true!r}, but only the king on {min(kings)} is left")
        elif true not in kings:
            raise OracleError(f"{where}: no king on {true}")
        # A single king is known, and is not to be chosen.
        if side == "black" and pos.true[0] == "-" and true != "-" and len(kings) > 1:
            raise OracleError(f"{where}: chosen before White's")


def king_sites(pieces: Pieces, side: str) -> frozenset[str]:
    king = of_side("K", side)
    return frozenset(site for site, piece in pieces.items() if piece == king)


def replaced(pair: tuple[T, T], side: str, value: T) -> tuple[T, T]:
    """White's and Black's, with the side's replaced."""
    return (value, pair[1]) if side == "white" else (pair[0], value)


def added(stack: Counts, more: Counts) -> Counts:
    return tuple(one + other for one, other in zip(stack, more, strict=True))
