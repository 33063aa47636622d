"""Random games in two worlds at once: the same turns, with True Kings in different places.

    python -m tests.game.worlds 10000 [monster-bluff-4] [0]

The last number is the first game's, of those that can be played.

After every turn: a viewer who cannot tell the worlds apart sees the same in both, no chip is lost or made,
and the position is the one that its text describes. Half of the games begin where chips may be put.
"""

import random
import sys

import numpy as np

import fairyring
from fairyring import Position, Side, Variant
from fairyring.game import Move
from fairyring.kernels.bluff.generate import PUT, TAG_MASK
from fairyring.kernels.bluff.tables import CHIPS, DENOMINATIONS, PURSES
from fairyring.kernels.orthodox.codes import TAG_SHIFT

VIEWERS = (*Side, "spectator")
MOST_PLIES = 250
LOOKS = 0.15  # of the positions, at how many all that they say is looked at: that takes long


def with_chips(variant: Variant, chance: random.Random) -> Position:
    """A position without one pawn of each side, in which both have promoted and no True King is chosen."""
    board, _, unmoved, *_ = variant.definition.start.split()
    purses = variant.definition.start.split()[6]
    rows = board.replace("P", "1", 1).replace("p", "1", 1).split("|")
    chance.shuffle(pawns := [place for place, row in enumerate(rows) if "pppppppp" in row])
    for place in pawns:  # so that the pieces have somewhere to go
        rows[place] = rows[place].replace("pppppppp", "p1p2p1p").replace("PPPPPPPP", "P1P2P1P")
    return variant.position(f"{'|'.join(rows)} w {unmoved} - - wb {purses} -,- 0 1")


def kings(position: Position, side: Side) -> list[str]:
    """The squares of a side's kings."""
    return [move.choices[0] for move in position.legal_moves() if not move.ply and position.side is side]


def chosen_turn(position: Position, chance: random.Random) -> Move:
    """A random turn; a chip now and then, though there are many ways to put one."""
    putting = chance.random() < 0.3
    codes = np.array(position.codes, np.uint64)
    some = codes[(codes >> TAG_SHIFT & TAG_MASK == PUT) == putting]
    return position.move(chance.choice(some.tolist() or position.codes))


def chips(position: Position) -> dict[int, int]:
    """How many chips of each kind there are, in purses and on the board."""
    found: dict[int, int] = {}
    assert position.purses is not None
    stacks = [token.chips for token in position.view().tokens]
    for worth, number in (chip for held in (*position.purses, *stacks) for chip in held):
        found[worth] = found.get(worth, 0) + number
    return found


def counted(position: Position) -> list[int]:
    """The same as a row has them, which is quickly told."""
    row = position.rows(1)
    purses = row.info[0, int(PURSES) : int(PURSES) + 2 * DENOMINATIONS].reshape(2, -1).sum(axis=0)
    stacks = row.cells[0, int(CHIPS) :].sum(axis=1, dtype=np.uint64)
    return [int(number) for number in purses[: len(stacks)] + stacks]


def same(one: Position, other: Position, viewer: str) -> None:
    """Two positions say the same to a viewer."""
    seen = [position.seen_by(viewer) for position in (one, other)]
    assert str(seen[0]) == str(seen[1])
    assert one.text(viewer) == str(seen[0])
    assert one.view(viewer) == other.view(viewer)
    assert seen[0].legal_moves() == seen[1].legal_moves()
    assert (seen[0].key, seen[0].result, seen[0].unknown) == (seen[1].key, seen[1].result, seen[1].unknown)


def play_one(variant: Variant, seed: int, most: int = MOST_PLIES) -> tuple[int, int]:
    """Play a game in two worlds and compare them; how many moves it took, and how many endings were seen."""
    chance = random.Random(seed)
    viewer = chance.choice(VIEWERS)
    one = other = with_chips(variant, chance) if chance.random() < 0.5 else variant.start()
    all_chips, numbers = chips(one), counted(one)
    for side in Side:
        first, second = chance.sample(kings(one, side), 2)
        one, other = one.play(f"true@{first}"), other.play(f"true@{first if viewer == side else second}")
    plies = 0
    ended: list[Position] = []
    while plies < most:
        move = chosen_turn(one, chance)
        after = [position.play(move) for position in (one, other)]
        if ended := [position for position in after if position.result]:
            break  # if only one of them is over, they can be told apart
        one, other = after
        plies += 1
        infos = [position.seen_by(viewer).rows(1).info for position in after]
        assert np.array_equal(infos[0], infos[1])
        assert counted(one) == counted(other) == numbers
        if chance.random() < LOOKS:
            assert chips(one) == chips(other) == all_chips
            same(one, other, viewer)
            assert variant.position(str(one)) == one
            assert variant.position(one.text(viewer)) == one.seen_by(viewer)
    same(one, other, viewer)
    for position in (one, other):
        played = (position.play(position.move(code)) for code in position.codes[::7])
        ended += [done for done in played if done.result]
    for done in ended:
        assert done.result is not None
        assert done.result.purses is not None
        won = sum(worth * number for purse in done.result.purses for worth, number in purse)
        stacks = [chip for token in done.view().tokens for chip in token.chips]
        left = 0 if done.result.winner else sum(worth * number for worth, number in stacks)
        assert won + left == sum(worth * number for worth, number in all_chips.items())
    return plies, len(ended)


def main() -> None:
    """Play as many games as are asked for."""
    games = int(sys.argv[1])
    variant = fairyring.load(sys.argv[2] if len(sys.argv) > 2 else "monster-bluff-4")
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    plies = 0
    for number in range(games):
        plies += play_one(variant, first + number)[0]
        if number % 100 == 99:
            sys.stdout.write(f"\r{number + 1:,} games, {plies:,} turns")
            sys.stdout.flush()
    sys.stdout.write(f"\r{games:,} games, {plies:,} turns: no leak, and no chip lost or made\n")


if __name__ == "__main__":
    main()
