"""Several chips in one turn: as many turns as there are ways, and no more."""

from itertools import combinations_with_replacement

import pytest

import fairyring

pytestmark = pytest.mark.kernel

# White's purse has one chip of 25 and none of 50; stacks lie on two squares.
POSITION = (
    "4k3/8/3p4/8/8/2P5/8/4K3|4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/R6r|8/8/8/8/8/8/8/8 w - - 1d4:5x1,2d4:25x3"
    " wb W:19/10/1/0,B:20/10/4/4 1e1,? 0 1"
)


@pytest.mark.parametrize("most", [1, 4])
def test_every_way_to_put_chips_is_one_move(most: int) -> None:
    variant = fairyring.load("monster-bluff-4", fifty=True, chips_per_turn=most)
    position = variant.position(POSITION)
    turns = [move.text for move in position.legal_moves() if move.text.startswith("chip")]
    held = {25: 1, 10: 10, 5: 19}
    ways = {
        "+".join(map(str, chips))
        for number in range(1, most + 1)
        for chips in combinations_with_replacement(held, number)
        if all(chips.count(worth) <= held[worth] for worth in chips)
    }
    occupied = {token.site for token in position.view().tokens if token.side}
    free = [site for site in variant.board.names if site not in occupied]
    assert len(turns) == len(ways) * len(free)
    assert {*turns} == {f"chip{way}@{site}" for way in ways for site in free}
    assert len(position.legal_moves()) <= variant.rules.layout.moves


def test_every_chip_of_a_stack_leaves_the_purse() -> None:
    position = fairyring.load("monster-bluff-4", fifty=True, chips_per_turn=4).position(POSITION)
    (put,) = [move for move in position.legal_moves() if move.text in ("chip5+5+10@1a3", "chip10+5+5@1a3")]
    chips, purses = str(position.play(put)).split()[4], str(position.play(put)).split()[6]
    assert "1a3:5x2+10x1" in chips
    assert purses == "W:17/9/1/0,B:20/10/4/4"
