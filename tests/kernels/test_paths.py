"""Pieces that capture on their way, or whose moves depend on several pieces, against a walk by definition."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import fairyring
import fairyring.testing
from fairyring.board import Side
from fairyring.game import Position, Variant
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import NOWHERE
from tests import lanes
from tests.oracle.betza import Outcome, Walker

pytestmark = [pytest.mark.kernel, pytest.mark.alone]

SIZE = 6
FILE = Path(__file__).parents[1] / "data" / "locusts.py"
MOVES = {piece.letter: piece.note for piece in fairyring.load(FILE).rules.pieces}


Places = dict[tuple[int, int], str]


def outcomes(pieces: Places, place: tuple[int, int]) -> set[Outcome]:
    """What a piece can do, walked on a board that is turned for Black."""
    white = pieces[place].isupper()

    def turned(at: tuple[int, int]) -> tuple[int, int]:
        return at if white else (SIZE - 1 - at[0], SIZE - 1 - at[1])

    others = {turned(at): letter.isupper() is white for at, letter in pieces.items() if at != place}
    walked = Walker(SIZE, SIZE, turned(place), others).outcomes(MOVES[pieces[place].upper()])
    found = set()
    for goal, taken in walked:
        back, site = turned(goal), turned(taken) if taken else None
        found.add(Outcome(back, None if site == back else site))
    return found


def after(pieces: Places, place: tuple[int, int], outcome: Outcome) -> Places:
    found = dict(pieces)
    letter = found.pop(place)
    if outcome.taken:
        del found[outcome.taken]
    found[outcome.goal] = letter
    return found


def in_check(pieces: Places, white: bool) -> bool:
    king = "K" if white else "k"
    return any(
        king not in after(pieces, place, outcome).values()
        for place, letter in pieces.items()
        if letter.isupper() is not white
        for outcome in outcomes(pieces, place)
    )


def legal(pieces: Places, white: bool) -> dict[str, Places]:
    found = {}
    for place, letter in pieces.items():
        if letter.isupper() is not white:
            continue
        for outcome in outcomes(pieces, place):
            then = after(pieces, place, outcome)
            if ("K" if white else "k") not in then.values() or in_check(then, white):
                continue
            text = f"{name(place)}-{name(outcome.goal)}"
            text += f"x{name(outcome.taken)}" if outcome.taken else ""
            if letter in "Pp" and outcome.goal[1] in (0, SIZE - 1):
                for promotion in "LH":
                    other = dict(then)
                    other[outcome.goal] = promotion if white else promotion.lower()
                    found[f"{text}={promotion}"] = other
            else:
                found[text] = then
    return found


def name(place: tuple[int, int]) -> str:
    return f"{'abcdef'[place[0]]}{place[1] + 1}"


def placed(game: Variant, pieces: Places, side: Side) -> Position:
    rules = game.rules
    assert isinstance(rules, Orthodox)
    row = rules.layout.rows(len(rules.board), 1)
    for place, letter in pieces.items():
        row.cells[0, 0, rules.board.numbers[name(place)]] = rules.codes[letter]
    fields = rules.layout.fields
    row.info[0, fields.index("side")] = side.number
    for field in ("ep square", "ep pawn"):
        row.info[0, fields.index(field)] = int(NOWHERE)
    rules.derive(row, 0)
    return Position(game, row, None)


def board(position: Position) -> Places:
    found = {}
    for token in position.view().tokens:
        found["abcdef".index(token.site[0]), int(token.site[1]) - 1] = token.letter
    return found


@pytest.fixture(scope="module")
def game() -> Variant:
    return fairyring.load(FILE)


def test_moves_checks_and_successors_are_those_of_a_walk(game: Variant) -> None:
    chance, met, taken, checks = random.Random(5), 0, 0, 0
    for number in range(lanes.samples(400, 30)):
        places = [(x, y) for x in range(SIZE) for y in range(SIZE)]
        kings = chance.sample(places, 2)
        density = (0.12, 0.25, 0.4)[number % 3]
        pieces = {kings[0]: "K", kings[1]: "k"}
        for place in places:
            if place not in pieces and chance.random() < density:
                pieces[place] = chance.choice("LODHClodhc" + ("Pp" if 0 < place[1] < SIZE - 1 else ""))
        # Whose king could be captured is to move.
        sides = [side for side in Side if not in_check(pieces, side is Side.BLACK)]
        if not sides:
            continue
        side = chance.choice(sides)
        position = placed(game, pieces, side)
        expected = legal(pieces, side is Side.WHITE)
        moves = {move.text: move for move in position.legal_moves()}
        assert moves.keys() == expected.keys(), (side, sorted(pieces.items()))
        assert position.in_check is in_check(pieces, side is Side.WHITE)
        assert len({move.choices for move in moves.values()}) == len(moves)
        checks += position.in_check
        for text in chance.sample(sorted(moves), min(6, len(moves))):
            assert board(position.play(moves[text])) == expected[text], text
            taken += "x" in text
        met += len(moves)
    if lanes.samples(400, 30) == 400:
        assert (met > 1000, taken > 30, checks > 50) == (True, True, True), (met, taken, checks)


@pytest.mark.slow
def test_the_game_keeps_what_every_game_promises() -> None:
    fairyring.testing.check(FILE, walks=2, plies=20)
