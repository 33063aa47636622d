"""Pieces that capture on their way or put others down, or whose moves depend on others, against a walk."""

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
DATA = Path(__file__).parents[1] / "data"
GAMES = {"locusts": "LODHC", "displacers": "VTXHB"}  # the pieces of each besides king and pawn

Places = dict[tuple[int, int], str]
Moves = dict[str, str]  # the notation of each kind


class Walked:
    """A game as a walk over the board plays it; see `Walker`."""

    def __init__(self, moves: Moves, promotions: str) -> None:
        self.moves, self.promotions = moves, promotions

    def outcomes(self, pieces: Places, place: tuple[int, int]) -> set[Outcome]:
        """What a piece can do, walked on a board that is turned for Black."""
        white = pieces[place].isupper()

        def turned(at: tuple[int, int]) -> tuple[int, int]:
            return at if white else (SIZE - 1 - at[0], SIZE - 1 - at[1])

        def walker(at: tuple[int, int]) -> Walker:
            others = {
                turned(each): letter.isupper() is white for each, letter in pieces.items() if each != at
            }
            royals = {turned(each) for each, letter in pieces.items() if letter in "Kk"}
            return Walker(SIZE, SIZE, turned(at), others, royals=royals)

        own, here = pieces[place].upper(), walker(place)
        walked = here.outcomes(self.moves[own])
        for friend in here.borrows(self.moves[own]):
            walked |= here.outcomes(self.moves[pieces[turned(friend)].upper()])
        for at, letter in pieces.items():
            if at != place and letter.isupper() is white and "x" in self.moves[letter.upper()]:
                for who, outcome in walker(at).lent(self.moves[letter.upper()]):
                    if turned(who) == place and not (own == "P" and outcome.goal[1] in (0, SIZE - 1)):
                        walked.add(outcome)
        found = set()
        for goal, taken, put in walked:
            back, site = turned(goal), turned(taken) if taken else None
            found.add(Outcome(back, None if site == back else site, turned(put) if put else None))
        return found

    def in_check(self, pieces: Places, white: bool) -> bool:
        king = "K" if white else "k"
        return any(
            king not in after(pieces, place, outcome).values()
            for place, letter in pieces.items()
            if letter.isupper() is not white
            for outcome in self.outcomes(pieces, place)
        )

    def legal(self, pieces: Places, white: bool) -> dict[str, Places]:
        found = {}
        for place, letter in pieces.items():
            if letter.isupper() is not white:
                continue
            for outcome in self.outcomes(pieces, place):
                then = after(pieces, place, outcome)
                if ("K" if white else "k") not in then.values() or self.in_check(then, white):
                    continue
                text = f"{name(place)}-{name(outcome.goal)}"
                text += f"x{name(outcome.taken)}" if outcome.taken else ""
                text += f"/{name(outcome.put)}" if outcome.put else ""
                if letter in "Pp" and outcome.goal[1] in (0, SIZE - 1):
                    for promotion in self.promotions:
                        other = dict(then)
                        other[outcome.goal] = promotion if white else promotion.lower()
                        found[f"{text}={promotion}"] = other
                else:
                    found[text] = then
        return found


def after(pieces: Places, place: tuple[int, int], outcome: Outcome) -> Places:
    found = dict(pieces)
    letter = found.pop(place)
    displaced = found.pop(outcome.taken or outcome.goal) if outcome.put else None
    if outcome.taken and not outcome.put:
        del found[outcome.taken]
    found[outcome.goal] = letter
    if outcome.put and displaced:
        found[outcome.put] = displaced
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


@pytest.mark.parametrize("game", GAMES)
def test_moves_checks_and_successors_are_those_of_a_walk(game: str) -> None:
    variant = fairyring.load(DATA / f"{game}.py")
    assert isinstance(variant.rules, Orthodox)
    notations = {piece.letter: piece.note for piece in variant.rules.pieces}
    walked = Walked(notations, "".join(variant.rules.promotions))
    chance, met, marked, checks = random.Random(5), 0, {"x": 0, "/": 0}, 0
    letters = GAMES[game] + GAMES[game].lower()
    for number in range(lanes.samples(400, 12, 100)):
        places = [(x, y) for x in range(SIZE) for y in range(SIZE)]
        kings = chance.sample(places, 2)
        density = (0.12, 0.25, 0.4)[number % 3]
        pieces = {kings[0]: "K", kings[1]: "k"}
        for place in places:
            if place not in pieces and chance.random() < density:
                pieces[place] = chance.choice(letters + ("Pp" if 0 < place[1] < SIZE - 1 else ""))
        # Whose king could be captured is to move.
        sides = [side for side in Side if not walked.in_check(pieces, side is Side.BLACK)]
        if not sides:
            continue
        side = chance.choice(sides)
        position = placed(variant, pieces, side)
        expected = walked.legal(pieces, side is Side.WHITE)
        moves = {move.text: move for move in position.legal_moves()}
        assert moves.keys() == expected.keys(), (side, sorted(pieces.items()))
        assert position.in_check is walked.in_check(pieces, side is Side.WHITE)
        assert len({move.choices for move in moves.values()}) == len(moves)
        checks += position.in_check
        for text in chance.sample(sorted(moves), min(6, len(moves))):
            assert board(position.play(moves[text])) == expected[text], text
            for sign in marked:
                marked[sign] += sign in text
        met += len(moves)
    if lanes.EVERY and lanes.full():
        enough = (met > 1000, checks > 50, max(marked.values()) > 30)
        assert enough == (True, True, True), (met, marked, checks)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_game_keeps_what_every_game_promises(game: str) -> None:
    fairyring.testing.check(DATA / f"{game}.py", walks=2, plies=20)
