"""Find positions with a forced mate in exactly three moves, with nothing but the oracle.

    python -m tests.oracle.make_mates [FILE]

Random positions of few pieces, an army around a king, are searched by brute force. The seed and the bounds
on the search are counts and not times, so the same file comes out again (in about five minutes).
"""

import random
import sys
from pathlib import Path
from typing import NamedTuple

from .orthodox import Oracle, OracleError, Position, colour, of_side
from .playing import other

SEED = 3
MOVES = 3
MOST_FIRST_MOVES = 4  # a position with many ways to win tests little
HEADER = """\
# Positions with a forced mate in exactly three moves (five plies; none is shorter).
# variant<TAB>position text<TAB>every first move that forces mate in three, sorted, spaces between
# Random positions of 5 to 10 men round a king, searched by brute force: every first move, every reply,
# whatever the moves are. Made by tests/oracle/make_mates.py from the rules as the oracle has them.
"""


class Wish(NamedTuple):
    """What to look for in one variant."""

    variant: str
    positions: int
    non_pawns: str  # of the side that mates
    pawns: int  # at most, a side
    defenders: str
    bound: int  # boards looked at for one position


WISHES = (
    Wish("chess", 40, "QRRBBNN", 2, "QRBNPP", 400_000),
    Wish("ravioli", 10, "QRRRWZBN", 1, "RBNWZPP", 1_500_000),
)


class TooLongError(Exception):
    """The search looked at more boards than it may."""


class Search:
    """Is there a forced mate?"""

    def __init__(self, oracle: Oracle, bound: int) -> None:
        self.oracle = oracle
        self.left = bound
        self.known: dict[tuple[Position, int], bool] = {}

    def count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLongError

    def turns(self, pos: Position) -> list[tuple[str, Position, bool]]:
        """The legal turns: text, position after it (clocks apart), whether it gives check. Checks first."""
        found = []
        for text, after in self.oracle.legal(pos).items():
            self.count()
            found.append((text, after._replace(clock=0, number=1), self.oracle.in_check(after)))
        return sorted(found, key=lambda turn: not turn[2])

    def forces(self, pos: Position, moves: int, only_checks: bool = False) -> bool:
        """Can the side to move force mate in that many moves or fewer?"""
        if moves == 1:
            return self.mates_at_once(pos)
        if only_checks:
            return any(self.mated(after, moves, True) for _, after, check in self.turns(pos) if check)
        if (pos, moves) not in self.known:
            self.known[pos, moves] = any(self.mated(after, moves) for _, after, _check in self.turns(pos))
        return self.known[pos, moves]

    def mated(self, pos: Position, moves: int, only_checks: bool = False) -> bool:
        """Is the side to move mated now, or after any turn of its own within one move fewer?"""
        replies = self.oracle.legal(pos)
        if not replies:
            return self.oracle.in_check(pos)
        if moves == 1:
            return False
        # First the replies that capture something: they are more likely to refute.
        ordered = sorted(replies.values(), key=lambda after: len(after.pieces))
        return all(
            self.forces(after._replace(clock=0, number=1), moves - 1, only_checks) for after in ordered
        )

    def mates_at_once(self, pos: Position) -> bool:
        """Is there a mate in one? The same as the general search, but looks for check first."""
        oracle = self.oracle
        for turn in oracle.pseudo_legal(pos):
            self.count()
            pieces = oracle.board_after(pos.pieces, turn)
            if oracle.king_could_be_taken(pieces, pos.side):
                continue
            if not oracle.king_could_be_taken(pieces, other(pos.side)):
                continue
            if not oracle.legal(oracle.position_after(pos, turn, pieces)):
                return True
        return False

    def first_moves(self, pos: Position, quiet: bool) -> list[str]:
        """All that force mate in exactly three moves, if none is quicker.

        Unless `quiet`, skip the positions where checks alone do not do it: they take far longer.
        """
        if not quiet and not self.forces(pos, MOVES, only_checks=True):
            return []
        if self.forces(pos, MOVES - 1):
            return []
        return sorted(text for text, after, _check in self.turns(pos) if self.mated(after, MOVES))


def random_position(oracle: Oracle, wish: Wish, chance: random.Random) -> Position | None:
    """An army round a king, if it can stand like that with the army to move."""
    side = chance.choice(("white", "black"))
    place = oracle.boards.place
    sites = list(place)
    edge = [site for site in sites if min(place[site]) == 1 or max(place[site]) == 8]
    target = chance.choice(edge if chance.random() < 0.7 else sites)

    def near(distance: int) -> list[str]:
        """The sites so near to the king that is to be mated."""
        file, rank = place[target]
        return [s for s in sites if max(abs(place[s][0] - file), abs(place[s][1] - rank)) <= distance]

    pieces = {target: of_side("K", other(side))}

    def put(kind: str, owner: str, among: list[str]) -> None:
        free = [
            site for site in among if site not in pieces and not (kind == "P" and place[site][1] in (1, 8))
        ]
        if free:
            pieces[chance.choice(free)] = of_side(kind, owner)

    put("K", side, near(chance.choice((2, 3, 7))))
    for kind in chance.sample(wish.non_pawns, chance.randint(2, 4)):
        put(kind, side, near(chance.choice((2, 4, 7))))
    for _ in range(chance.randint(0, wish.pawns)):
        put("P", side, near(chance.choice((3, 7))))
    for kind in chance.sample(wish.defenders, chance.randint(1, 4)):
        put(kind, other(side), near(chance.choice((1, 2, 7))))
    if not 5 <= len(pieces) <= 10:
        return None
    try:
        pos = oracle.read(oracle.write(Position(pieces, side, "", None, 0, 1)))
    except OracleError:
        return None
    return None if oracle.in_check(pos) else pos


def find(wish: Wish) -> list[str]:
    """As many lines of the file as wished for, no mating material more than twice."""
    oracle = Oracle(wish.variant)
    chance = random.Random(f"{SEED} {wish.variant}")
    lines: list[str] = []
    materials: dict[str, int] = {}
    tried = 0
    while len(lines) < wish.positions:
        pos = random_position(oracle, wish, chance)
        if pos is None:
            continue
        army = [piece.upper() for piece in pos.pieces.values() if colour(piece) == pos.side]
        material = "".join(sorted(army))
        if materials.get(material, 0) >= 2:
            continue
        tried += 1
        try:
            moves = Search(oracle, wish.bound).first_moves(pos, quiet=chance.random() < 0.3)
        except TooLongError:
            continue
        if 1 <= len(moves) <= MOST_FIRST_MOVES:
            materials[material] = materials.get(material, 0) + 1
            lines.append(f"{wish.variant}\t{oracle.write(pos)}\t{' '.join(moves)}")
            sys.stderr.write(f"{tried} tried: {lines[-1]}\n")
    return lines


def main() -> None:
    here = Path(__file__).parent.parent / "data" / "mates-in-3.txt"
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else here
    lines = [line for wish in WISHES for line in find(wish)]
    path.write_text(HEADER + "".join(line + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
