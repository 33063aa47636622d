"""An inventor's own rules on the orthodox family's tables, and what families based on it leave out."""

from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring.board import Side, grid
from fairyring.kernels import contract
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox.rules import Orthodox, usual_pieces
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, NOWHERE
from fairyring.kernels.piloting import attacks as others
from fairyring.pieces import Piece
from tests import lanes

pytestmark = pytest.mark.kernel

# Forward one square, or from the second rank one square diagonally.
SIDLER = Piece("P", "pawn", "mfWimfFcfF", pawn=True)


def row(rules: Orthodox, pieces: dict[str, str]) -> States:
    states = rules.layout.rows(len(rules.board), 2)
    for site, letter in pieces.items():
        states.cells[0, 0, rules.board.numbers[site]] = rules.codes[letter]
    states.info[0, [int(EP_SQUARE), int(EP_PAWN)]] = NOWHERE
    rules.derive(states, 0)
    return states


def ep_squares(rules: Orthodox, pieces: dict[str, str]) -> dict[str, str]:
    """The en passant square that each legal move leaves, by the move's text; "" for none."""
    states, moves = row(rules, pieces), np.zeros(rules.most_moves, np.uint64)
    found = {}
    for move in moves[: int(contract.legal(rules.tables, states, U(0), moves, U(0)))]:
        contract.play(rules.tables, states, U(0), move)
        square = int(states.info[1, int(EP_SQUARE)])
        name = "" if square == NOWHERE else rules.board.names[square]
        found[rules.words(states, 0, int(move)).text] = name
    return found


def test_an_initial_move_that_crosses_no_square_leaves_no_en_passant_square() -> None:
    rules = Orthodox(grid(5, 5), (SIDLER,), promotions="")
    assert ep_squares(rules, {"c2": "P", "b4": "p"}) == {"c2-c3": "", "c2-b3": "", "c2-d3": ""}
    assert not any(goal.double for goal in rules.reach("P", "c2", Side.WHITE))


def test_an_initial_move_over_a_square_leaves_it_as_the_en_passant_square() -> None:
    rules = Orthodox(grid(5, 5), usual_pieces(), promotions="Q")
    assert ep_squares(rules, {"c2": "P"}) == {"c2-c3": "", "c2-c4": "c3"}


@pytest.mark.parametrize("name", lanes.GAMES)
def test_a_side_may_be_given_as_a_plain_string(name: str) -> None:
    rules = fairyring.load(name).rules
    assert isinstance(rules, PieceRules)
    letter, site = rules.pieces[-1].letter, rules.board.names[0]
    found: Any = rules.reach(letter, site, "black")  # type: ignore[arg-type]
    assert found == rules.reach(letter, site, Side.BLACK)
    with pytest.raises(ValueError, match="green"):
        rules.reach(letter, site, "green")  # type: ignore[arg-type]


@pytest.mark.parametrize("family", [Drifting])
def test_draws_that_a_family_does_not_judge_cannot_be_asked_of_it(family: type[Orthodox]) -> None:
    with pytest.raises(ValueError, match=f"no draw by insufficient material in a {family.__name__} game"):
        family(grid(8, 8), usual_pieces(), promotions="Q", minor="N")


def test_a_family_is_put_together_from_the_modules_that_define_its_functions() -> None:
    from fairyring.kernels.bluff import tables as bluff
    from fairyring.kernels.orthodox import attacks, count, evaluate, exchange, generate, play, tables

    family = contract.family_of(tables.Tables)
    assert contract.family_from(attacks, count, evaluate, exchange, generate, play) == family
    assert contract.family_of(bluff.Tables).repetition_window is contract.by_clock  # none of its own
    with pytest.raises(TypeError, match="evaluate"):
        contract.family_from(attacks, count, generate, play)
    twice = r"in_check is defined in .*orthodox.attacks and in .*piloting.attacks"
    with pytest.raises(TypeError, match=twice):
        contract.family_from(attacks, others, count, evaluate, generate, play)
