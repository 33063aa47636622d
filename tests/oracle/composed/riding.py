"""Pieces sit on other pieces (MetaChess #4), as a game in which further mechanics act.

A piece stands on the ground (``e4``) or on the back of the piece there (``e4^``); both are *stands*, by which
a position has its pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from fairyring.board import Board
from fairyring.pieces import Piece

from .game import Game, Through
from .mechanic import Mechanic
from .position import Castling, Move, Passed, Placed, Position
from .texts import Texts

BACK = "^"


def ground(stand: str) -> str:
    return stand.removesuffix(BACK)


def top(site: str) -> str:
    return site + BACK


class Settling(Mechanic):
    """A rider whose carrier has left the board without a successor comes down."""

    def after_move(self, game: Game, before: Position, after: Position, move: Move) -> None:
        for stand in [stand for stand in after.pieces if ground(stand) not in after.pieces]:
            after.pieces[ground(stand)] = after.pieces.pop(stand)


class RidingGame(Game):
    """The rules of riding on any board: who may go where on two levels, and what attacks a king there."""

    def __init__(
        self,
        board: Board,
        pieces: Sequence[Piece],
        castlings: Mapping[str, Castling],
        promotions: str,
        start: str,
        mechanics: Sequence[Mechanic] = (),
        riders_fall: bool = False,
    ) -> None:
        self.riders_fall = riders_fall
        super().__init__(board, pieces, castlings, promotions, start, (Settling(), *mechanics))
        self.texts = RidingTexts(self)

    def ground(self, stand: str) -> str:
        return ground(stand)

    def stands(self, site: str) -> tuple[str, ...]:
        return site, top(site)

    def is_blocked(self, pos: Position, stand: str) -> bool:
        """A piece that carries another is frozen, whichever side the rider belongs to."""
        return stand == ground(stand) and top(stand) in pos.pieces

    def goes_on_ground(self, pos: Position, stand: str, through: Through) -> bool:
        """On the ground, or on a piece of its own side, over empty squares."""
        if self.is_blocked(pos, stand):
            return False
        carrier = pos.pieces[ground(stand)]
        return carrier.side == pos.pieces[stand].side and pos.pieces.keys().isdisjoint(through)

    def goes_on_backs(self, pos: Position, stand: str, through: Through) -> bool:
        """From any back, over the backs of pieces that carry nothing; a king has no back."""
        return stand != ground(stand) and all(
            self.has_back(pos, site) and top(site) not in pos.pieces for site in through
        )

    def has_back(self, pos: Position, site: str) -> bool:
        return site in pos.pieces and not self.is_royal(pos.pieces[site])

    def is_royal(self, placed: Placed) -> bool:
        return self.pieces[placed.letter].royal

    # ---- moves ----

    def piece_moves(self, pos: Position, site: str, placed: Placed) -> Iterator[Move]:
        if self.is_blocked(pos, site):
            return
        if self.pieces[placed.letter].pawn:
            yield from super().piece_moves(pos, site, placed)
            return
        for way in self.ways[placed][ground(site)]:
            goal, through = self.board.names[way.goal], self.through(way)
            on_ground = self.goes_on_ground(pos, site, through)
            below, above = pos.pieces.get(goal), pos.pieces.get(top(goal))
            if on_ground and below is None and way.move:
                yield Move(site, goal, placed.letter)
            elif on_ground and below is not None and below.side != placed.side and way.capture:
                # It would carry the rider of what it captures; nothing sits on a king.
                too_high = above is not None and not self.riders_fall and self.is_royal(placed)
                yield from () if too_high else (Move(site, goal, placed.letter, captured=goal),)
            if not self.has_back(pos, goal):
                continue
            assert below is not None
            if self.goes_on_backs(pos, site, through) or (on_ground and below.side == placed.side):
                if above is None and way.move:
                    yield Move(site, top(goal), placed.letter)
                elif above is not None and above.side != placed.side and way.capture:
                    yield Move(site, top(goal), placed.letter, captured=top(goal))

    def castling_moves(self, pos: Position) -> Iterator[Move]:
        """On the ground; the rook carries no rider."""
        for move in super().castling_moves(pos):
            if move.rook is not None and top(move.rook[0]) not in pos.pieces:
                yield move

    def apply(self, before: Position, after: Position, move: Move) -> None:
        super().apply(before, after, move)
        captured = move.captured
        if self.riders_fall and captured is not None and top(captured) in after.pieces:
            self.remove(before, after, top(captured))

    # ---- attack ----

    def is_attacked(self, pos: Position, site: str, by: str) -> bool:
        return any(
            self.could_take(pos, stand, placed, site)
            for stand, placed in pos.pieces.items()
            if placed.side == by
        )

    def could_take(self, pos: Position, stand: str, placed: Placed, target: str) -> bool:
        """Whether a piece could capture an enemy at a target: there, or where riders fall, below it."""
        for through, _ in self.takes[placed][ground(stand)].get(ground(target), ()):
            on_ground = self.goes_on_ground(pos, stand, through)
            if target == ground(target):
                if on_ground:
                    return True
                continue
            carrier = pos.pieces[ground(target)]
            if on_ground and carrier.side != placed.side and self.riders_fall:
                return True
            if self.pieces[placed.letter].pawn:
                continue  # "Pawns never ride."
            if self.goes_on_backs(pos, stand, through) or (on_ground and carrier.side == placed.side):
                return True
        return False

    def is_safe(self, before: Position, after: Position) -> bool:
        """No player may let the own king fall."""
        return bool(self.royals(after, before.side)) and super().is_safe(before, after)


class RidingTexts(Texts):
    """A carrier and its rider stand in brackets, the carrier first."""

    def write_row(self, pos: Position, row: list[str]) -> str:
        text, empty = "", 0
        for site in row:
            if site not in pos.pieces:
                empty += 1
                continue
            signs = [self.write_piece(pos, stand) for stand in (site, top(site)) if stand in pos.pieces]
            text += (str(empty) if empty else "") + (signs[0] if len(signs) == 1 else f"({''.join(signs)})")
            empty = 0
        return text + (str(empty) if empty else "")

    def write_piece(self, pos: Position, stand: str) -> str:
        return pos.pieces[stand].sign + "".join(each.mark(pos, stand) for each in self.game.mechanics)

    def read_placement(self, text: str) -> tuple[dict[str, Placed], dict[str, str], str | None]:
        """Riders are written as pieces of their own into a text without them, and back."""
        board, bracket, pocket = text.partition("[")
        riders: dict[str, tuple[str, str]] = {}
        lines = []
        for part, rows in zip(board.split("|"), self.sections, strict=True):
            plain = []
            for line, row in zip(part.split("/"), rows, strict=True):
                at, bare = 0, ""
                for run, pair, single in re.findall(r"(\d+)|\(([^)]*)\)|([A-Za-z][^A-Za-z\d()]*)", line):
                    at += int(run or 1)
                    first, *rest = re.findall(r"[A-Za-z][^A-Za-z]*", pair or single or "x")
                    bare += run or first
                    if rest:
                        riders[top(row[at - 1])] = (rest[0][0], rest[0][1:])
                plain.append(bare)
            lines.append("/".join(plain))
        pieces, marks, held = super().read_placement("|".join(lines) + bracket + pocket)
        for stand, (letter, mark) in riders.items():
            pieces[stand] = Placed(letter.upper(), "white" if letter.isupper() else "black")
            marks |= {stand: mark} if mark else {}
        return pieces, marks, held

    def passer(self, pos: Position, site: str) -> Passed | None:
        """The pawn that has just passed carries no rider."""
        found = super().passer(pos, site)
        return None if found and top(found.pawn) in pos.pieces else found
