"""The turns of the games of momentum written a second time, in another way: by coordinates on unfolded
boards.

The oracle folds every step at the edges and looks ways up; this goes straight on over boards laid side by
side, each the mirror image of the last where an edge reflects, and looks what lies there. The oracle
keeps lists in launch order; here every piece has its own launch number, and they are renumbered at the
end. Whether a turn is legal is not written again (see `some_turn_captures_king`), nor when a king may castle.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from .edges import Vector
from .momentum import OracleMomentum, Position

Square = tuple[int, int]

# Which vectors a piece may use, by the distances on files and ranks; sliders by their longest slide.
LEAPERS: dict[str, dict[str, set[Vector]]] = {
    "fide": {"K": {(1, 0), (0, 1), (1, 1)}, "N": {(1, 2), (2, 1)}},
    "golf": {
        "K": {(1, 0), (0, 1), (1, 1)},
        "N": {(1, 1), (1, 2)},
        "n": {(1, 1), (2, 1)},
        "F": {(1, 1), (2, 0), (0, 2)},
        "f": {(1, 1), (2, 2)},
        "Q": {(1, 1), (1, 2), (2, 1), (2, 0), (0, 2), (3, 0), (0, 3)},
        "q": {(1, 1), (1, 2), (2, 1), (2, 0), (0, 2), (2, 2)},
    },
}


@dataclass
class Twin:
    """A piece with its momentum and launch number, 0 if it has none."""

    piece: str
    momentum: Vector | None = None
    place: int = 0


class Telling:
    """One position, and the turns from it."""

    def __init__(self, oracle: OracleMomentum, pos: Position) -> None:
        self.name, self.oracle, self.pos = oracle.name, oracle, pos
        self.height = 16 if self.name == "minigolf" else 8
        self.white_moves = pos.side == "white"
        self.table = self.set_up()

    def set_up(self) -> dict[Square, Twin]:
        at = self.oracle.ways.place
        table = {at[site]: Twin(piece) for site, piece in self.pos.pieces.items()}
        for order in (self.pos.white, self.pos.black):
            for place, (site, momentum) in enumerate(order, 1):
                table[at[site]].momentum, table[at[site]].place = momentum, place
        return table

    # ---- unfolded boards ----

    def there(self, piece: str, start: Square, step: Vector) -> tuple[Square, int] | None:
        """What lies so far ahead, and -1 if that board is a mirror image; None if nothing does."""
        file, rank = image(self.name, piece, start[0] + step[0]), start[1] + step[1]
        if self.name == "minigolf" and piece not in "Kk":
            if (rank >= 16 and piece.islower()) or (rank < 0 and piece.isupper()):
                return None
            rank %= 16
        if file is None or not 0 <= rank < self.height:
            return None
        return (file[0], rank), file[1]

    def leaps(self, piece: str) -> set[Vector] | None:
        """The leaps of a leaper, by distances; None for sliders and pawns."""
        if self.name == "minigolf":
            return LEAPERS["golf"].get("K" if piece == "k" else piece)
        return LEAPERS["fide"].get(piece.upper())

    def goal(self, piece: str, start: Square, vector: Vector) -> tuple[Square, Vector] | None:
        """Where a vector leads if its way is free, and the momentum afterwards."""
        steps = 1 if self.leaps(piece) is not None else max(abs(vector[0]), abs(vector[1]))
        for number in range(1, steps + 1):
            ahead = self.there(piece, start, (vector[0] * number // steps, vector[1] * number // steps))
            if ahead is None:
                return None
            if number < steps and ahead[0] != start and ahead[0] in self.table:
                return None
        assert ahead is not None
        return ahead[0], (vector[0] * ahead[1], vector[1])

    # ---- voluntary moves ----

    def vectors(self, piece: str) -> Iterator[Vector]:
        """Every vector that the piece's own movement has; pawns apart."""
        leaps = self.leaps(piece)
        most = 4 if self.name == "minigolf" else 7
        for dx in range(-7, 8):
            for dy in range(-7, 8):
                far = abs(dx), abs(dy)
                if leaps is not None:
                    fits = far in leaps
                else:
                    straight, diagonal = (dx == 0) != (dy == 0), far[0] == far[1] > 0
                    fits = (straight and piece in "RrQq") or (diagonal and piece in "BbQq")
                    fits = fits and max(far) <= most
                if fits:
                    yield dx, dy

    def pawn_goes(self, piece: str, start: Square) -> Iterator[tuple[Square, Vector]]:
        up = 1 if piece == "P" else -1
        home = 1 if piece == "P" else self.height - 2
        for far in (1, 2):
            if all((start[0], start[1] + up * number) not in self.table for number in range(1, far + 1)) and (
                far == 1 or start[1] == home
            ):
                yield (start[0], start[1] + up * far), (0, up * far)
        for side in (-1, 1):
            gone = self.goal(piece, start, (side, up))
            if gone is None:
                continue
            prey = self.table.get(gone[0])
            if prey is None:
                captures = self.pos.passed is not None and gone[0] == self.oracle.ways.place[self.pos.passed]
            else:
                captures = prey.piece.isupper() != piece.isupper()
            if captures:
                yield gone

    def moves(self) -> dict[str, tuple[Square, Square, str, Vector | None]]:
        """Every voluntary move, castling and stops apart, by its text."""
        same: dict[str, dict[Vector | None, tuple[Square, Square, str, Vector | None]]] = {}
        army = {"minigolf": "QBNF" if self.white_moves else "QRNF"}.get(self.name, "QRBN")
        last = self.height - 1 if self.white_moves else 0
        for start, twin in self.table.items():
            piece = twin.piece
            if piece.isupper() != self.white_moves or twin.momentum is not None:
                continue
            if piece in "Pp":
                goes = list(self.pawn_goes(piece, start))
            else:
                goes = [gone for vector in self.vectors(piece) if (gone := self.goal(piece, start, vector))]
            for to, momentum in goes:
                prey = self.table.get(to)
                if to == start or (prey is not None and prey.piece.isupper() == self.white_moves):
                    continue
                text = f"{self.site(start)}-{self.site(to)}"
                if piece in "Pp" and to[1] == last:
                    for kind in army:
                        became = kind if self.white_moves else kind.lower()
                        same.setdefault(f"{text}={kind}", {})[None] = start, to, became, None
                else:
                    leaves = None if piece in "Kk" else momentum
                    same.setdefault(text, {})[leaves] = start, to, piece, leaves
        return {
            text if len(moves) == 1 or leaves is None else f"{text}~{leaves[0]},{leaves[1]}": move
            for text, moves in same.items()
            for leaves, move in moves.items()
        }

    def site(self, square: Square) -> str:
        return self.oracle.game.sites[square]

    # ---- whole turns ----

    def after(self, move: tuple[Square, Square, str, Vector | None]) -> tuple[dict[Square, Twin], bool]:
        """The pieces once a move's whole turn is over (edge autostops apart), and if the clock is reset."""
        self.table = self.set_up()
        start, to, becomes, leaves = move
        count = len(self.table)
        resets = self.table[start].piece in "Pp"
        if resets and to[0] != start[0] and to not in self.table:
            del self.table[to[0], start[1]]  # en passant: beside where the captor stood, wrapped or not
        del self.table[start]
        moved = self.table[to] = Twin(becomes, leaves, place=1000)
        resets |= self.carry_on(moved)
        resets |= len(self.table) < count
        if not self.white_moves:
            self.table = {self.spun(square, twin): twin for square, twin in self.table.items()}
        return self.table, resets

    def carry_on(self, moved: Twin) -> bool:
        """The automatic part; whether a pawn steps in it."""
        stepped = False
        going = [
            (twin.place, square)
            for square, twin in self.table.items()
            if twin is not moved and twin.momentum is not None and twin.piece.isupper() == self.white_moves
        ]
        for _place, square in sorted(going):
            twin = self.table[square]
            assert twin.momentum is not None
            gone = self.goal(twin.piece, square, twin.momentum)
            prey = None if gone is None or gone[0] == square else self.table.get(gone[0])
            blocked = gone is None or (prey is not None and prey.piece.isupper() == self.white_moves)
            if twin.piece in "Pp":
                slanting = 0 not in twin.momentum
                blocked |= (prey is None) if slanting else (prey is not None)
            if blocked or gone is None:
                twin.momentum = None
                continue
            twin.momentum = gone[1]
            if gone[0] == square:
                continue
            self.table[gone[0]] = self.table.pop(square)
            if twin.piece in "Pp":
                stepped = True
                if gone[0][1] == (self.height - 1 if self.white_moves else 0):
                    twin.piece, twin.momentum = "Q" if self.white_moves else "q", None
        return stepped

    def spun(self, square: Square, twin: Twin) -> Square:
        """Where the piece is after the spinner's quarter turn, with its momentum turned as well.

        The four squares lie around one point of the board: a quarter clockwise moves what is `x` to
        the right of it and `y` above to `y` to the right and `-x` above.
        """
        centre = {"minigolf": (3.5, 7.5), "carousel": (3.5, 3.5)}.get(self.name)
        if centre is None:
            return square
        x, y = square[0] - centre[0], square[1] - centre[1]
        if abs(x) > 1 or abs(y) > 1:
            return square
        if twin.momentum is not None:
            twin.momentum = twin.momentum[1], -twin.momentum[0]
        return round(centre[0] + y), round(centre[1] - x)

    def told(self, table: dict[Square, Twin]) -> dict[str, str]:
        """The pieces by site as a text has them, with the edge autostops of the next side made."""
        told = {self.site(square): twin.piece for square, twin in table.items()}
        for white in (True, False):
            going = []
            for square, twin in table.items():
                if twin.momentum is None or twin.piece.isupper() != white:
                    continue
                if white != self.white_moves and self.there(twin.piece, square, twin.momentum) is None:
                    continue
                going.append((twin.place, square, twin.momentum))
            for number, (_place, square, (dx, dy)) in enumerate(sorted(going), 1):
                told[self.site(square)] += f"{{{dx},{dy}#{number}}}"
        return told


def image(name: str, piece: str, file: int) -> tuple[int, int] | None:
    """The file that is met going straight on over reflected boards, and which way it is then seen."""
    if name == "carousel":
        return file % 8, 1
    if name == "momentum" or piece in "Kk":
        return (file, 1) if 0 <= file < 8 else None
    if piece.islower():  # Black's edges are White's seen from the other side
        there = image(name, piece.upper(), 7 - file)
        return there and (7 - there[0], there[1])
    at = file % 15  # a to h, and back from g to a, which is met twice
    return (at, 1) if at < 8 else (14 - at, -1)
