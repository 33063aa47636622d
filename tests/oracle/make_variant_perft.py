"""Count perft for games that Fairy-Stockfish has, too, with nothing but Fairy-Stockfish.

    python -m tests.oracle.make_variant_perft FOLDER [GAME…]

Writes FOLDER/GAME.txt, for all games unless some are named: the start, and positions of random games in which
much happens, from the composed oracle; the seed below determines them. The program counts; for a game that it
does not have, its Python module, which is slow.
"""

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyffish

from .composed import GAMES, game
from .composed.judge import ITS_NAMES
from .composed.walks import walk

SEED = 17
PROGRAM = "/usr/games/fairy-stockfish"
MISSING = {
    "atlantis": 3,
    "atomic": 3,
    "castle": 3,
    "coregal": 3,
    "duck": 2,
    "isolation": 2,
    "opposite-castling": 3,
    "petrified": 3,
    "snailtrail": 4,
}  # in the program of Debian; how deep its module can count
POSITIONS, PLIES = 20, 30
MOST = 2_000_000  # leaves to count
HEADER = """\
# Perft of {name}: a position's text, TAB, and the counts from depth 1 on, spaces between.
# Counted by Fairy-Stockfish for tests/oracle/make_variant_perft.py.
"""


def positions(name: str) -> Iterator[str]:
    """The start, and the last position of each walk in which there is a move."""
    ours, chance = game(name), random.Random(SEED)
    yield ours.start_text
    for number in range(POSITIONS):
        pos = ours.start()
        for ply in walk(ours, pos, chance, 4 + PLIES * number // POSITIONS, eager=0.7):
            if ours.moves(ply.after):
                pos = ply.after
        yield ours.write(pos)


def by_program(name: str, text: str, depth: int) -> int:
    """The count of the program."""
    name = ITS_NAMES.get(name, name)
    orders = f"setoption name UCI_Variant value {name}\nposition fen {text}\ngo perft {depth}\nquit\n"
    said = subprocess.run([PROGRAM], input=orders, capture_output=True, text=True, check=True).stdout
    return int(re.findall(r"Nodes searched: (\d+)", said)[-1])


def by_module(name: str, text: str, depth: int, played: tuple[str, ...] = ()) -> int:
    """The count of the module."""
    moves = pyffish.legal_moves(name, text, list(played))
    if depth == 1:
        return len(moves)
    return sum(by_module(name, text, depth - 1, (*played, move)) for move in moves)


def counts(name: str, text: str) -> list[int]:
    """The counts from depth 1 to 4, as far as they are not too many."""
    count = by_module if name in MISSING else by_program
    found: list[int] = []
    for depth in range(1, MISSING.get(name, 4) + 1):
        if depth > 3 and found[-1] ** 2 / max(found[-2], 1) > MOST:
            break
        found.append(count(name, text, depth))
    return found


def main(folder: Path, names: list[str]) -> None:
    for name in names or sorted(GAMES.keys() - {"chess"}):
        lines = [HEADER.format(name=name)]
        lines += [f"{text}\t{' '.join(map(str, counts(name, text)))}\n" for text in positions(name)]
        (folder / f"{name}.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
