"""Networks: the units of a row, and what they add to an evaluation, held against plain NumPy."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import fairyring
from fairyring.errors import VariantError
from fairyring.kernels import contract
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U
from fairyring.kernels.evaluations import evaluations
from fairyring.kernels.learned import Learned, fingerprint
from fairyring.kernels.network_weights import UNITS, NetworkWeights
from fairyring.kernels.orthodox.tables import PHASE
from fairyring.kernels.orthodox.worth import WEIGHT
from fairyring.kernels.terms import alike
from fairyring.variants import weights
from fairyring.variants.weights import as_json, unpacked
from tests import lanes

UNIT_NUMBER, STAGES, PLIES = 8, 3, 40
GAMES = ["chess", "ravioli", "metachess-4", "momentum", "mini-meta", "crazyhouse", "atomic"]


def rules_of(name: str) -> PieceRules:
    rules = fairyring.load(name).rules
    assert isinstance(rules, PieceRules)
    return rules.taught(None)


def drawn(rules: PieceRules, views: int) -> NetworkWeights:
    """Random weights, by which some units are empty, some are full, and most are in between."""
    chance = np.random.default_rng(5)
    shape = (views, len(rules.tables.worth.pieces), rules.places.number, UNIT_NUMBER)
    return NetworkWeights(
        chance.integers(-60, 61, shape).astype(np.int16),
        chance.integers(-3000, 3001, (STAGES, 2, UNIT_NUMBER)).astype(np.int32),
        chance.integers(-3000, 3001, STAGES).astype(np.int32),
    )


def with_network(name: str) -> tuple[PieceRules, NetworkWeights, tuple[int, ...] | None]:
    """A game's rules with such weights, and where its sites go when the sides exchange them."""
    rules = rules_of(name)
    worth = rules.tables.worth
    turn = alike(rules.places, worth.pieces, worth.places).turn
    network = drawn(rules, 2 if turn is None else 1)
    return rules.taught(Learned({}, fingerprint(rules, rules.tables), network=network)), network, turn


def plain_units(
    rules: PieceRules, network: NetworkWeights, turn: tuple[int, ...] | None, cells: npt.NDArray[np.uint8]
) -> list[list[int]]:
    """The units of White's view and of Black's, piece by piece."""
    found = []
    for view in range(2):
        table = network.hidden[view if turn is None else 0].astype(int)
        units = table[0, 0].copy()
        for place in np.flatnonzero(cells).tolist():
            code, seen = int(cells[place]), place
            if code not in rules.letters:  # a wall
                continue
            if view == 1 and turn is not None:
                site = turn.index(rules.places.site(place))
                seen = rules.places.at(site)[rules.places.at(rules.places.site(place)).index(place)]
                code ^= 1
            units += table[code, seen]
        found.append(units.tolist())
    return found


def row_units(rules: PieceRules, info: npt.NDArray[np.uint64]) -> list[list[int]]:
    """The same, as a row has them."""
    first = rules.layout.field(f"{UNITS} 0")
    words = [int(word) for word in info[first : first + 2 * UNIT_NUMBER // 4].astype(np.int64)]
    units = []
    for word in words:
        for _ in range(4):
            low = (word + (1 << 15)) % (1 << 16) - (1 << 15)
            units.append(low)
            word = (word - low) >> 16  # noqa: PLW2901
    return [units[:UNIT_NUMBER], units[UNIT_NUMBER:]]


def walk(rules: PieceRules, name: str, seed: int) -> Any:
    """Rows of a random game."""
    chance = random.Random(seed)
    rows = rules.layout.rows(len(rules.board), PLIES + 1)
    start = fairyring.load(name).start().rows(1)
    rows.cells[0], rows.info[0, : start.info.shape[1]] = start.cells[0], start.info[0]
    contract.derive(rules.tables, rows, U(0))
    moves = np.zeros(rules.most_moves, np.uint64)
    for ply in range(PLIES):
        number = int(contract.legal(rules.tables, rows, U(ply), moves, U(0)))
        if number == 0:
            break
        contract.play(rules.tables, rows, U(ply), moves[chance.randrange(number)])
        yield rows, ply + 1


@pytest.mark.kernel
@pytest.mark.parametrize("name", GAMES)
def test_a_row_keeps_the_units_of_its_pieces(name: str) -> None:
    rules, network, turn = with_network(name)
    seen = 0
    for seed in range(lanes.samples(6, 1, usual=3)):
        for rows, ply in walk(rules, name, seed):
            assert row_units(rules, rows.info[ply]) == plain_units(rules, network, turn, rows.cells[ply, 0])
            seen += 1
    assert seen > PLIES // 4


def plain_output(network: NetworkWeights, units: list[list[int]], side: int, share: float) -> int:
    """What the network says for a side."""
    stage = min(int(share * STAGES), STAGES - 1)
    total = int(network.constant[stage]) * 255 * 255
    for view in range(2):
        for unit, factor in zip(units[view ^ side], network.output[stage, view].tolist(), strict=True):
            total += min(max(unit, 0), 255) ** 2 * factor
    return total // (255 * 255 * 16)


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["chess", "ravioli", "metachess-4"])
def test_an_evaluation_is_that_of_the_formulas_and_what_the_network_says(name: str) -> None:
    rules, network, turn = with_network(name)
    formulas = rules.taught(None)
    whole = int(rules.tables.worth.pieces[0, int(WEIGHT)])
    said = set()
    for seed in range(2):
        for rows, ply in walk(rules, name, seed):
            side, phase = int(rows.info[ply, 0]), int(rows.info[ply, int(PHASE)])
            before, after = np.zeros(1, np.int64), np.zeros(1, np.int64)
            evaluations(formulas.tables, rows, np.array([ply], np.uint64), before)
            evaluations(rules.tables, rows, np.array([ply], np.uint64), after)
            units = plain_units(rules, network, turn, rows.cells[ply, 0])
            wanted = plain_output(network, units, side, phase / whole)
            assert int(after[0] - before[0]) * (1 - 2 * side) == wanted
            said.add(wanted)
    assert len(said) > PLIES // 4


def test_weights_are_the_same_after_they_were_written_and_read() -> None:
    rules, network, _ = with_network("chess")
    text = weights.written("chess", fingerprint(rules, rules.taught(None).tables), {}, {}, network)
    learned = weights.read(weights.Kept("chess.weights.json", text.encode()))
    assert learned.network is not None
    for name in ("hidden", "output", "constant"):
        assert np.array_equal(getattr(learned.network, name), getattr(network, name))
    assert np.array_equal(
        rules.taught(learned).tables.worth.network.hidden, rules.tables.worth.network.hidden
    )


def wrong(**others: object) -> dict[str, object]:
    """Weights of which something is wrong."""
    return as_json(drawn(rules_of("chess"), 1)) | others


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ([], "shape, hidden, output and constant"),
        (wrong(shape=[1, 14, 64]), "shape: four whole numbers"),
        (wrong(shape=[1, 14, 64, 7]), "a multiple of 4"),
        (wrong(shape=[3, 14, 64, 8]), "one or two views"),
        (wrong(shape=[2, 10**6, 64, 8]), "at most"),
        (wrong(shape=[1, 14, 65, 8]), "7280 weights, as shape says"),
        (wrong(hidden="?"), "hidden: "),
        (wrong(hidden="AAAA"), "hidden: "),
        (wrong(output=[[1]]), "output: whole numbers"),
        (wrong(constant=[1 << 40]), "constant: whole numbers"),
        (wrong(constant=[0.5]), "constant: whole numbers"),
        (wrong(constant=[1, 2]), "output: for each of 1 to 16 constants"),
    ],
)
def test_malformed_weights_are_refused(said: object, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        unpacked(said)


def test_a_network_for_another_board_is_refused() -> None:
    rules, network, _ = with_network("chess")
    assert rules.learned is not None
    smaller = replace(network, hidden=network.hidden[:, :, :32])
    with pytest.raises(VariantError, match="weights for"):
        _ = rules.taught(replace(rules.learned, network=smaller)).tables
