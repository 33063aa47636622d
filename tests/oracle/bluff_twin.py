"""Monster Bluff Chess written a second time, in another way, to check the oracle against.

It knows only texts. To find a turn, it asks for every piece and every square whether one may go to the other,
by the difference of their coordinates; and it plays a turn by what its text and the board say of it.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

Cell = tuple[int, int]  # from the lower left, counted from 0
Stack = Counter[int]  # of denominations


class Twin:
    """What a text of a game in which nothing is unknown says."""

    def __init__(self, name: str, text: str, worths: tuple[int, ...]) -> None:
        self.name, self.worths = name, worths
        self.cells: dict[str, Cell] = {}
        self.pieces: dict[Cell, str] = {}
        self.turned: set[Cell] = set()
        placement, side, unmoved, passed, chips, promoted, purses, true, clock, number = text.split(" ")
        for at, block in enumerate(placement.split("|"), 1):
            left, low, turned = corner(name, at)
            for x, y in product(range(8), range(8)):
                self.cells[f"{at}{chr(97 + x)}{y + 1}"] = left + x, low + y
                if turned:
                    self.turned.add((left + x, low + y))
            for y, row in zip(range(7, -1, -1), block.split("/"), strict=True):
                squares = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
                self.pieces |= {(left + x, low + y): piece for x, piece in enumerate(squares) if piece != "."}
        self.names = {cell: site for site, cell in self.cells.items()}
        self.white = side == "w"
        self.unmoved = {self.cells[site] for site in unmoved.split(",")} if unmoved != "-" else set()
        self.passed = self.cells.get(passed)
        self.stacks: dict[Cell, Stack] = {}
        for word in chips.split(",") if chips != "-" else ():
            site, told = word.split(":")
            pairs = (part.split("x") for part in told.split("+"))
            self.stacks[self.cells[site]] = Counter({int(worth): int(count) for worth, count in pairs})
        self.promoted = set(promoted) - {"-"}
        self.purses = [
            Counter(dict(zip(worths, map(int, word[2:].split("/")), strict=True)))
            for word in (purses.split(",") if worths else ())
        ]
        self.true: list[Cell | str] = [self.cells.get(word, word) for word in true.split(",")]
        self.clock, self.number = int(clock), int(number)

    def told(self) -> tuple[object, ...]:
        """All of it, to be compared."""
        purses = [dict(+purse) for purse in self.purses]
        state = self.pieces, self.white, self.unmoved, self.passed, self.stacks, self.promoted
        return *state, purses, self.true, self.clock, self.number

    # ---- which turns there are ----

    def turns(self) -> set[str]:
        if "x" in self.true:
            return set()
        return {*self.moves(), *self.puts()}

    def is_mine(self, cell: Cell) -> bool:
        return cell in self.pieces and self.pieces[cell].isupper() == self.white

    def shut(self, cell: Cell) -> bool:
        """A piece or a demand stands there."""
        return cell in self.pieces or (cell in self.stacks and self.worths[-1] in self.stacks[cell])

    def clear(self, one: Cell, other: Cell) -> bool:
        """Nothing is in the way between two cells of one line; and the grid is not left."""
        far = max(abs(other[0] - one[0]), abs(other[1] - one[1]))
        for part in range(1, far):
            cell = one[0] + (other[0] - one[0]) * part // far, one[1] + (other[1] - one[1]) * part // far
            if self.shut(cell) or cell not in self.names:
                return False
        return True

    def moves(self) -> Iterator[str]:
        for origin, piece in self.pieces.items():
            if piece.isupper() != self.white:
                continue
            for to, name in self.names.items():
                if to == origin or self.is_mine(to):
                    continue
                if self.goes(piece, origin, to) or (piece in "Kk" and self.castles(origin, to)):
                    far = piece in "Pp" and to[1] % 8 in (0, 7)
                    for kind in ("=Q", "=R", "=B", "=N") if far else ("",):
                        yield f"{self.names[origin]}-{name}{kind}"

    def goes(self, piece: str, origin: Cell, to: Cell) -> bool:
        dx, dy = to[0] - origin[0], to[1] - origin[1]
        near, far = sorted((abs(dx), abs(dy)))
        match piece.upper():
            case "K":
                return far == 1
            case "N":
                return (near, far) == (1, 2)
            case "R":
                return near == 0 and self.clear(origin, to)
            case "B":
                return near == far and self.clear(origin, to)
            case "Q":
                return near in (0, far) and self.clear(origin, to)
        up = 1 if self.white != (origin in self.turned) else -1
        if dx == 0:
            home = 1 if up == 1 else 6
            steps = dy == up or (dy == 2 * up and origin[1] % 8 == home)
            return steps and not self.shut(to) and self.clear(origin, to)
        return abs(dx) == 1 and dy == up and (to in self.pieces or to in self.stacks or to == self.passed)

    def castles(self, king: Cell, to: Cell) -> bool:
        if king not in self.unmoved or to[1] != king[1]:
            return False
        for rook in self.unmoved:
            if not self.is_mine(rook) or self.pieces[rook] not in "Rr" or rook[1] != king[1]:
                continue
            distance = rook[0] - king[0]
            half = -(-abs(distance) // 2)  # rounded up
            if to[0] - king[0] == (half if distance > 0 else -half) and self.clear(king, rook):
                return True
        return False

    def puts(self) -> Iterator[str]:
        counts = Counter(self.pieces.values())
        if not self.worths or self.promoted != {"w", "b"} or counts["K"] == 1 or counts["k"] == 1:
            return
        for worth, count in self.purses[not self.white].items():
            if count:
                yield from (
                    f"chip{worth}@{name}" for cell, name in self.names.items() if cell not in self.pieces
                )

    # ---- what a turn does ----

    def play(self, text: str) -> None:
        mine, passed = int(not self.white), self.passed
        self.passed = None
        self.clock += 1
        if text.startswith("chip"):
            worth, _, site = text.removeprefix("chip").partition("@")
            self.stacks.setdefault(self.cells[site], Counter())[int(worth)] += 1
            self.purses[mine][int(worth)] -= 1
            self.clock = 0
        else:
            way, _, became = text.partition("=")
            origin, to = (self.cells[site] for site in way.split("-"))
            self.move(origin, to, became, passed)
        self.number += not self.white
        self.white = not self.white

    def move(self, origin: Cell, to: Cell, became: str, passed: Cell | None) -> None:
        mine, his = int(not self.white), int(self.white)
        piece = self.pieces.pop(origin)
        dx, dy = to[0] - origin[0], to[1] - origin[1]
        castling = piece in "Kk" and abs(dx) > 1
        fallen = []
        if piece not in "Pp" or dx != 0:
            fallen = [] if castling else [to]
        if piece in "Pp":
            self.clock = 0
            if dx != 0 and to == passed and to not in self.pieces:
                fallen.append((to[0], origin[1]))
            if abs(dy) == 2:
                self.passed = origin[0], origin[1] + dy // 2
        for cell in fallen:
            prey = self.pieces.pop(cell, None)
            chips = self.stacks.pop(cell, None)
            if prey or chips:
                self.clock = 0
            if chips:
                self.purses[mine].update(chips)
            if prey and prey in "Kk":
                self.fall(cell, prey, his)
            self.unmoved.discard(cell)
        if castling:
            ahead = 1 if dx > 0 else -1
            rook = to
            while rook not in self.pieces:
                rook = rook[0] + ahead, rook[1]
            self.pieces[to[0] - ahead, to[1]] = self.pieces.pop(rook)
            self.unmoved.discard(rook)
        self.pieces[to] = (became if self.white else became.lower()) or piece
        if became:
            self.promoted.add("w" if self.white else "b")
        self.unmoved.discard(origin)
        if self.true[mine] == origin:
            self.true[mine] = to

    def fall(self, cell: Cell, king: str, his: int) -> None:
        left = [other for other, piece in self.pieces.items() if piece == king]
        if self.true[his] == cell:
            self.true[his] = "x"
        elif len(left) == 1:
            self.true[his] = left[0]


def corner(name: str, board: int) -> tuple[int, int, bool]:
    """The lower left cell of a board, and whether it is turned around."""
    if name == "monster-bluff-4":
        return 8 * ((board - 1) % 2), 8 if board <= 2 else 0, board > 2
    if board <= 3:
        return 4 + 8 * (board - 1), 16, False
    if board <= 7:
        return 8 * (board - 4), 8, True
    return 4 + 8 * (board - 8), 0, False
