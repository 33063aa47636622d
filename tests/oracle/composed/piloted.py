"""Mechanics of the composed oracle in Mini Meta Chess: they act on its small pieces.

The turns are those of `tests.oracle.minimeta`. What has to be ruled is said in the rulings of each game: a
big piece that leaves the board is gone, and those on its back leave the board as if each had been captured
alone; a small piece is dropped where a small square is and nothing stands on it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import fairyring
from fairyring.board import Board, Side
from fairyring.pieces import Piece
from tests.oracle.minimeta import OracleMiniMeta, Turn, colour
from tests.oracle.minimeta import Position as Standing
from tests.oracle.minimeta_texts import CORNERS, under
from tests.oracle.playing import Playing, other

from .game import Game
from .hands import Hands
from .mechanic import Mechanic, Parts
from .position import Move, Placed, Position

HANDS = re.compile(r"(?<=[\]\d])\[([A-Za-z]*)\]$")  # behind a back or empty squares, not behind a letter


@dataclass
class Piloted(Position):
    """A position as mechanics see it: its pieces are the small ones, and what carries them is beside."""

    big: Mapping[str, str] = field(default_factory=dict)

    @property
    def small(self) -> dict[str, str]:
        return {square: placed.sign for square, placed in self.pieces.items()}


def placed(pieces: Mapping[str, str]) -> dict[str, Placed]:
    return {square: Placed(piece.upper(), colour(piece)) for square, piece in pieces.items()}


class Table:
    """What mechanics ask of a `Game`, answered for Mini Meta Chess."""

    def __init__(self, meta: OracleMiniMeta) -> None:
        self.meta = meta
        variant = fairyring.load(meta.name)
        self.board: Board = variant.board
        self.pieces: dict[str, Piece] = {piece.letter: piece for piece in variant.rules.pieces}

    def stands(self, site: str) -> tuple[str, ...]:
        return (site,)

    def rank(self, site: str, side: str) -> int:
        return self.board.rank(self.board.numbers[site], Side(side))

    def is_last_rank(self, site: str, side: str) -> bool:
        return self.rank(site, other(side)) == 0

    def in_check(self, pos: Piloted, side: str | None = None) -> bool:
        return self.meta.is_checked(pos.big, pos.small, side or pos.side)


class MiniMetaWith(Playing[Piloted]):
    """Mini Meta Chess with mechanics."""

    def __init__(self, name: str, mechanics: Sequence[Mechanic], friendly_fire_check: bool = True) -> None:
        self.meta = OracleMiniMeta(name, friendly_fire_check)
        self.meta.collects = any(isinstance(mechanic, Hands) for mechanic in mechanics)
        self.mechanics = mechanics
        self.table = Table(self.meta)
        self.name = name

    @property
    def as_game(self) -> Game:
        return cast(Game, self.table)

    # ---- turns ----

    def legal(self, pos: Piloted) -> dict[str, Piloted]:
        if self.ended(pos):
            return {}
        made = [*self.turns(pos), *self.drops(pos)]
        legal = [(text, after) for text, after in made if self.is_safe(pos.side, after)]
        assert len(dict(legal)) == len(legal), "two turns with one text"
        return dict(legal)

    def is_safe(self, side: str, after: Piloted) -> bool:
        if self.meta.king_square(after.small, side) is None:
            return False
        return not self.table.in_check(after, side)

    def turns(self, pos: Piloted) -> Iterator[tuple[str, Piloted]]:
        standing = Standing(pos.big, pos.small, pos.side, pos.clock, pos.number)
        for turn in (*self.meta.step_turns(standing), *self.meta.pilot_turns(standing)):
            clock = 0 if turn.clears_clock else pos.clock + 1
            yield turn.text, self.made(pos, turn.big, clock, *self.changes(pos, turn))

    def changes(self, pos: Piloted, turn: Turn) -> tuple[list[str], list[Move]]:
        """The small squares whose pieces leave the board in a turn, and the ways of the others."""
        origin, to = re.split("[=+]", turn.text)[0].split("-")
        if ":" in origin:
            return [to] if to in pos.pieces else [], [self.way(pos, turn, origin, to)]
        lost = [to + place for place in CORNERS if to + place in pos.pieces]
        ways = [(origin + place, to + place) for place in CORNERS if origin + place in pos.pieces]
        return lost, [self.way(pos, turn, *way) for way in ways]

    def way(self, pos: Piloted, turn: Turn, origin: str, to: str) -> Move:
        letter = turn.small[to].upper()
        captured = to if to in pos.pieces else None
        return Move(origin, to, letter, promotes=letter != pos.pieces[origin].letter, captured=captured)

    def drops(self, pos: Piloted) -> Iterator[tuple[str, Piloted]]:
        moves: list[Move] = []
        for mechanic in self.mechanics:
            moves = mechanic.generate(self.as_game, pos, moves)
        for move in moves:
            if ":" in move.goal and under(move.goal) in pos.big:
                yield move.text, self.made(pos, pos.big, 0, [], [move])

    def made(
        self, pos: Piloted, big: Mapping[str, str], clock: int, lost: Sequence[str], moves: Sequence[Move]
    ) -> Piloted:
        """The position after pieces have left the board and others have made their moves."""
        game, after = self.as_game, cast(Piloted, pos.copy())
        after.big, after.clock = big, clock
        for square in lost:
            piece = after.pieces.pop(square)
            for mechanic in self.mechanics:
                mechanic.on_removal(game, pos, after, square, piece)
        for move in moves:
            side = pos.side if move.origin is None else after.pieces.pop(move.origin).side
            after.pieces[move.goal] = Placed(move.letter, side)
            for mechanic in self.mechanics:
                mechanic.apply(game, pos, after, move)
        for mechanic in self.mechanics:
            # A king that has left the board cannot be asked for its safety; such a turn is not legal.
            if len(self.kings(after)) == 2:
                mechanic.after_move(game, pos, after, moves[0])
        after.side = other(pos.side)
        after.number += pos.side == "black"
        return after

    def kings(self, pos: Piloted) -> list[str]:
        return [square for square, piece in pos.pieces.items() if piece.letter == "K"]

    # ---- state and end of the game ----

    def in_check(self, pos: Piloted) -> bool:
        return self.table.in_check(pos)

    def ended(self, pos: Piloted) -> tuple[str | None, str] | None:
        for mechanic in self.mechanics:
            if found := mechanic.ended(self.as_game, pos):
                return found.winner, found.reason
        return None

    def without_a_turn(self, pos: Piloted) -> tuple[str | None, str]:
        return self.meta.without_a_turn(Standing(pos.big, pos.small, pos.side, pos.clock, pos.number))

    def result(self, pos: Piloted, history: Collection[Hashable] = ()) -> tuple[str | None, str] | None:
        return self.ended(pos) or super().result(pos, history)

    def repetition_key(self, pos: Piloted) -> Hashable:
        parts: list[Mapping[str, Any]] = [pos.big, pos.pieces, pos.state]
        return *(frozenset(part.items()) for part in parts), pos.side

    # ---- position texts ----

    def write(self, pos: Piloted) -> str:
        board = self.meta.write(Standing(pos.big, pos.small, pos.side, pos.clock, pos.number))
        placement, side, clock, number = board.split(" ")
        marked = {square: self.mark(pos, square) for square in pos.pieces}
        placement = self.with_marks(placement, marked)
        for mechanic in self.mechanics:
            if (pocket := mechanic.pocket(self.as_game, pos)) is not None:
                placement += f"[{pocket}]"
        own = [text for mechanic in self.mechanics if (text := mechanic.field(pos)) is not None]
        return " ".join((placement, side, *own, clock, number))

    def mark(self, pos: Piloted, square: str) -> str:
        return "".join(mechanic.mark(pos, square) for mechanic in self.mechanics)

    def with_marks(self, placement: str, marked: Mapping[str, str]) -> str:
        """A placement with signs behind its small pieces; its backs come in the order of its big pieces."""
        squares = iter(self.squares(placement))
        found = ""
        for part in re.split(r"(\[[A-Za-z.]{4}\])", placement):
            if len(part) == 6 and part[0] == "[":
                square = next(squares)
                signs = zip(part[1:5], CORNERS, strict=True)
                found += f"[{''.join(sign + marked.get(square + place, '') for sign, place in signs)}]"
            else:
                found += part
        return found

    def squares(self, placement: str) -> list[str]:
        """The big squares with pieces, in the order of a placement."""
        (rows,) = self.meta.rules.big.blocks
        found = []
        for text, row in zip(placement.split("/"), rows, strict=True):
            at = 0
            for run, _big in re.findall(r"(\d)|([A-Za-z])\[[^\]]*\]", text):
                if not run:
                    found.append(row[at])
                at += int(run or 1)
        return found

    def start(self) -> Piloted:
        raise NotImplementedError("begin with a text")

    def read(self, text: str) -> Piloted:
        placement, side, *own, clock, number = text.split(" ")
        pocket = HANDS.search(placement)
        bare = HANDS.sub("", placement)
        marks = {
            square + place: mark
            for square, back in zip(self.squares(bare), re.findall(r"\[([^\]]*)\]", bare), strict=True)
            for (_, mark), place in zip(re.findall(r"([A-Za-z.])(~?)", back), CORNERS, strict=True)
            if mark
        }
        standing = self.meta.standing(" ".join((bare.replace("~", ""), side, clock, number)))
        self.meta.refuse_impossible(standing)
        pos = Piloted(placed(standing.small), standing.side, "", None, standing.clock, standing.number, {})
        pos.big = standing.big
        parts = Parts(marks, pocket and pocket[1], "", own)
        for mechanic in self.mechanics:
            pos.state |= mechanic.read(self.as_game, parts)
        if self.write(pos) != text:
            raise ValueError(f"not canonical: {text!r} is written {self.write(pos)!r}")
        return pos
