"""Position texts of composed games: FEN on any board, with hands, marks and fields of the mechanics."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fairyring.board import HOLE

from .mechanic import Mechanic, Parts
from .position import Passed, Placed, Position, other

if TYPE_CHECKING:
    from .game import Game


class Texts:
    """Reads and writes the positions of one game.

    The placement names the sites of each chart from the last rank to the first, those of an earlier chart
    only there. Parts for charts are separated by ``|``.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.marking = [each for each in game.mechanics if type(each).mark is not Mechanic.mark]
        self.sections: list[list[list[str]]] = []
        seen: set[int] = {HOLE}
        for chart in game.board.charts:
            rows = []
            for row in reversed(chart.rows):
                own = [site for site in dict.fromkeys(row) if site not in seen]
                seen |= set(own)
                if own:
                    rows.append([game.board.names[site] for site in own])
            self.sections.append(rows)

    def write(self, pos: Position) -> str:
        game = self.game
        placement = "|".join("/".join(self.write_row(pos, row) for row in rows) for rows in self.sections)
        pockets = [mechanic.pocket(game, pos) for mechanic in game.mechanics]
        placement += "".join(f"[{pocket}]" for pocket in pockets if pocket is not None)
        own = [field for mechanic in game.mechanics if (field := mechanic.field(pos)) is not None]
        passed = pos.passed.site if pos.passed else "-"
        passed = next((text for each in game.mechanics if (text := each.fourth(pos)) is not None), passed)
        fields = [placement, pos.side[0], self.rights(pos), passed, *own, pos.clock, pos.number]
        return " ".join(map(str, fields))

    def rights(self, pos: Position) -> str:
        """The field of castling rights."""
        for mechanic in self.game.mechanics:
            if (found := mechanic.rights(self.game, pos)) is not None:
                return found
        return pos.castling or "-"

    def write_row(self, pos: Position, row: list[str]) -> str:
        text, empty = "", 0
        for site in row:
            if site not in pos.pieces:
                empty += 1
                continue
            marks = "".join(mechanic.mark(pos, site) for mechanic in self.marking)
            text += (str(empty) if empty else "") + pos.pieces[site].sign + marks
            empty = 0
        return text + (str(empty) if empty else "")

    def read(self, text: str) -> Position:
        placement, side, castling, passed, *own, clock, number = text.split(" ")
        pieces, marks, pocket = self.read_placement(placement)
        pos = Position(
            pieces=pieces,
            side={"w": "white", "b": "black"}[side],
            castling="".join(letter for letter in castling if letter in self.game.castlings),
            passed=None,
            clock=int(clock),
            number=int(number),
            state={},
        )
        parts = Parts(marks, pocket, passed, own, castling)
        for mechanic in self.game.mechanics:
            pos.state |= mechanic.read(self.game, parts)
        for site in [passed] if passed in self.game.board.numbers else re.findall(r"[a-z]\d+", passed):
            pos.passed = pos.passed or self.passer(pos, site)
        if not pos.passed and passed != "-" and not passed.isdigit():
            raise ValueError(f"no pawn can just have passed {passed}")
        if self.write(pos) != text:
            raise ValueError(f"not canonical: {text!r} is written {self.write(pos)!r}")
        return pos

    def read_placement(self, text: str) -> tuple[dict[str, Placed], dict[str, str], str | None]:
        """The pieces, the marks after their letters, and what is between the brackets."""
        board, bracket, pocket = text.partition("[")
        pieces: dict[str, Placed] = {}
        marks: dict[str, str] = {}
        for part, rows in zip(board.split("|"), self.sections, strict=True):
            for line, row in zip(part.split("/"), rows, strict=True):
                sites = iter(row)
                for run, letter, mark in re.findall(r"(\d+)|(\+?[A-Za-z]|\*)([^A-Za-z\d*+]*)", line):
                    site = [next(sites) for _ in range(int(run or 1))][-1]
                    if letter:
                        side = "white" if letter.isupper() else "black" if letter.islower() else "nobody"
                        pieces[site] = Placed(letter.upper(), side)
                        marks |= {site: mark} if mark else {}
                if next(sites, None) is not None:
                    raise ValueError(f"too short: {line!r}")
        return pieces, marks, pocket.removesuffix("]") if bracket else None

    def passer(self, pos: Position, site: str) -> Passed | None:
        """The double step that has just passed a site as its last one.

        If two pawns could have passed it, the one meant is the one that comes from where a pawn of its kind
        starts.
        """
        game = self.game
        mover = other(pos.side)
        could: list[tuple[bool, int, str, str]] = []
        for kind, piece in enumerate(game.pieces.values()):
            placed = Placed(piece.letter, mover)
            for origin, ways in game.ways[placed].items() if piece.pawn else ():
                for way in ways:
                    goal = game.board.names[way.goal]
                    steps = way.initial and game.through(way)[-1:] == (site,)
                    left = origin not in pos.pieces or pos.pieces[origin].side == "nobody"
                    if steps and left and pos.pieces.get(goal) == placed:
                        could.append((game.start_pieces.get(origin) != placed, kind, origin, goal))
        return Passed(site, min(could)[-1]) if could and site not in pos.pieces else None
