"""Perpetual chases: the kernel judges each repetition as the composed oracle does, and so does the search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from typing import Any, cast

import pytest

import fairyring
from fairyring import Side
from fairyring.kernels.compiling import U
from fairyring.kernels.orthodox.tables import KING, code_of
from fairyring.mechanics import CannonRule, Duck, Hands, Mechanic, Pass, Points, Results
from fairyring.mechanics.chase.attacks import Chases
from fairyring.mechanics.chase.stages import chased
from fairyring.variants import xiangqi
from tests import lanes
from tests.kernels.test_mechanics import Judge
from tests.oracle.composed import Game, game
from tests.oracle.composed.chase import Board, Made, at, named
from tests.oracle.composed.position import SIDES, Placed, other
from tests.oracle.composed.xiangqi import crowded
from tests.oracle.test_chase_oracle import CROWDED_CYCLES, CYCLES, ON_FIVE_RANKS

pytestmark = [pytest.mark.kernel, pytest.mark.alone]


@pytest.fixture(scope="module")
def on_five_ranks(tmp_path_factory: pytest.TempPathFactory) -> fairyring.Variant:
    """Crowded Xiangqi, read from a section of an ini file."""
    path = tmp_path_factory.mktemp("crowded") / "crowded.ini"
    path.write_text(ON_FIVE_RANKS)
    return fairyring.load(f"{path}#crowded")


@pytest.mark.parametrize(("text", "cycle"), CYCLES[: lanes.samples(len(CYCLES), 2, name="xiangqi")])
def test_a_repetition_is_judged_as_by_the_oracle(text: str, cycle: str) -> None:
    judged_alike(fairyring.load("xiangqi"), game("xiangqi"), text, cycle)


@pytest.mark.parametrize(("text", "cycle"), CROWDED_CYCLES)
def test_a_repetition_on_another_board(on_five_ranks: fairyring.Variant, text: str, cycle: str) -> None:
    assert len(on_five_ranks.start().legal_moves()) == 11
    judged_alike(on_five_ranks, crowded(), text, cycle)


def judged_alike(variant: fairyring.Variant, ours: Game, text: str, cycle: str) -> None:
    """Play a cycle until it is a perpetual chase."""
    moves, history = cycle.split() * 3, list[Hashable]()
    judge, pos, position = Judge(ours), ours.read(text), variant.position(text)
    seen = set[str | None]()
    for uci in moves:
        history.append(ours.key(pos))
        pos = {move.uci: after for move, after in ours.moves(pos)}[uci]
        position = position.play({move.uci: move for move in position.legal_moves()}[uci])
        found = judge.result(pos, history)
        assert (position.result and (position.result.winner, position.result.reason)) == found, history
        seen.add(found and found[1])
        if found:
            break
    assert "perpetual chase" in seen


def xiangqi_with(*mechanics: Mechanic) -> fairyring.Variant:
    definition = xiangqi.variant()
    kinds, rules = [type(mechanic) for mechanic in mechanics], cast(Any, definition.rules)
    every = (*(each for each in rules.mechanics if type(each) not in kinds), *mechanics)
    return fairyring.Variant("odd", definition.but(title="Odd", summary="Odd.", mechanics=every), {}, "odd")


def test_a_pass_chases_nothing_and_leaves_what_protects_a_piece() -> None:
    """The general protects the cannon, which one chariot and then the other attacks, whenever it passes."""
    position = xiangqi_with(Pass()).position("9/4k4/4c4/9/9/9/9/9/4R4/3KR4 w - - 0 1")
    for text in ["e2-a2", "e9-e9", "a2-e2", "e9-e9"] * 2:
        assert position.result is None
        position = position.play(text)
    assert str(position.result) == "draw: threefold repetition"


def test_what_a_chase_cannot_look_back_at_is_refused() -> None:
    for mechanic, reason in (
        (Results(times=None), "results and perpetual c[a-z]+ cannot be combined, because positions may be"),
        (Duck(), "duck and perpetual chase cannot be combined, because where the duck was"),
        (
            CannonRule("C"),
            "cannon rule and perpetual chase cannot be combined, because attacks are judged by",
        ),
    ):
        with pytest.raises(ValueError, match=reason):
            xiangqi_with(mechanic)


@pytest.mark.parametrize(
    "mechanic",
    [
        Results(stalemate="loss", times=2),
        Results(stalemate="loss", repetition="loss"),
        Results(stalemate="loss", draws="white"),
        Points({"N": 5, "R": 9}),
    ],
)
def test_a_chase_is_judged_whatever_another_repetition_would_be(mechanic: Mechanic) -> None:
    text, cycle = CYCLES[0]
    results = {}
    for name, variant in (("plain", fairyring.load("xiangqi")), ("other", xiangqi_with(mechanic))):
        position = variant.position(text)
        for uci in cycle.split() * 3:
            if position.result is None:
                position = position.play({move.uci: move for move in position.legal_moves()}[uci])
        results[name] = str(position.result)
    assert results["plain"] == results["other"] == "black wins: perpetual chase"


def test_with_hands_the_page_says_what_a_capture_is_to_a_chase() -> None:
    for mechanic, told in ((Hands(), True), (Pass(), False)):
        topics = xiangqi_with(mechanic).rules.topics({})
        assert any("but no chase" in text for topic in topics for text in topic.paragraphs) == told


def test_a_search_sees_who_loses_by_chasing() -> None:
    """With one move left to the third time, the other side is winning, though it has much less."""
    text, cycle = CYCLES[0]
    position = fairyring.load("xiangqi").position(text)
    for uci in cycle.split() * 2:
        before = position
        position = position.play({move.uci: move for move in position.legal_moves()}[uci])
    assert position.result is not None
    assert position.result.winner is before.side
    found = fairyring.search(before, depth=2)
    assert found.move.uci == cycle.split()[-1]
    assert found.score > 10_000


SQUARES = [named(x, y) for y in range(10) for x in range(9)]  # by the kernel's numbers
OFTEN = "AABBBNNNNCCCCRRRRPPPP"  # pieces to put up, beside the generals


def at_home(letter: str, side: str, site: str) -> bool:
    """Whether a piece may stand on a square."""
    (x, y), homes = at(site), {"K": 2, "A": 2, "B": 4}
    rank = y if side == "white" else 9 - y
    return rank <= homes.get(letter, 9) and (letter not in "KA" or 3 <= x <= 5)


def made_at_random(chance: random.Random) -> Made | None:
    """A move among pieces put up at random, one that chases if there is one; None if nothing can move.

    A captured piece is a soldier, because a row does not remember what it was.
    """
    pieces = dict[str, Placed]()
    for letter in f"KK{''.join(chance.sample(OFTEN, chance.randrange(4, 15)))}":
        placed, near = Placed(letter, SIDES[len(pieces) % 2]), chance.choice(["def", "def", "abcdefghi"])
        homes = [site for site in SQUARES if site[0] in near and at_home(letter, placed.side, site)]
        pieces.setdefault(chance.choice(homes), placed)
    before, side = Board(pieces), chance.choice(SIDES)
    free = {
        site for site in SQUARES if pieces.get(site, Placed("P", other(side))) == Placed("P", other(side))
    }
    moves = [
        (start, goal)
        for start in before.of(side)
        for goal in free
        if before.attacks(pieces[start], start, goal)
    ]
    moves.sort()
    chance.shuffle(moves)
    made = [Made(start, goal, before, before.after(start, goal)) for start, goal in moves[:8]]
    return next((each for each in made if each.chased(other(side))), made[0] if made else None)


@pytest.mark.skipif(not lanes.PLAIN, reason="the functions have no entry point where they are compiled")
def test_what_a_move_chases_among_pieces_put_up_at_random() -> None:
    rules, chance, seen = fairyring.load("xiangqi").rules, random.Random(1), Counter[tuple[str, bool]]()
    part = next(part for part in rules.tables.parts if isinstance(part, Chases))
    letters = {piece.letter: kind for kind, piece in enumerate(rules.pieces)}
    for made in (made_at_random(chance) for _ in range(4000 if lanes.EVERY else 400)):
        if made is None:
            continue
        rows = rules.layout.rows(len(SQUARES), 1)
        for site, placed in made.after.pieces.items():
            side = Side(placed.side)
            rows.cells[0, 0, SQUARES.index(site)] = code_of(letters[placed.letter], side)
            if placed.letter == "K":
                rows.info[0, int(KING) + side.number] = SQUARES.index(site)
        enemy = other(made.after.pieces[made.goal].side)
        expected = made.chased(enemy)
        for prey in made.after.of(enemy):
            on, start, goal = (U(SQUARES.index(site)) for site in (prey, made.start, made.goal))
            found = bool(chased(part, rows, U(0), on, start, goal, made.captures))
            assert found == (prey in expected), (prey, made)
            seen[made.after.pieces[prey].letter, found] += 1
    assert all(seen[letter, True] for letter in "ABNCRP"), seen
