"""Games of OpenSpiel, by OpenSpiel's own tests of conformance and of playthroughs."""

from __future__ import annotations

import importlib
import sys
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairyring.errors import BatchError, VariantError

pytest.importorskip("pyspiel", reason="needs open_spiel")

import pyspiel
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

from fairyring.learning import spiel

PUBLIC, OWN, EVERYBODYS = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)
BLUFF = "fairyring(variant=monster-bluff-4,plies=4)"


@pytest.fixture
def flags(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSpiel's tests read flags, and look at the command line for them."""
    monkeypatch.setattr(sys, "argv", ["test"])
    absl = pytest.importorskip("absl.flags")
    importlib.import_module("open_spiel.integration_tests.api_test")
    absl.FLAGS(["test"])


def loaded(text: str) -> Any:
    assert spiel.NAME in pyspiel.registered_names()
    return pyspiel.load_game(text)


@pytest.mark.filterwarnings("ignore")  # OpenSpiel's own
@pytest.mark.parametrize("text", ["fairyring(variant=chess,plies=6)", BLUFF])
@pytest.mark.usefixtures("flags")
def test_openspiel_accepts_it(text: str) -> None:
    from open_spiel.integration_tests import api_test

    game = loaded(text)
    pyspiel.random_sim_test(game, 1, True, False)
    case = type("Conformance", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": text})
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(found)
    assert found.testsRun >= 5
    assert not found.errors + found.failures


@pytest.mark.parametrize("text", ["fairyring(variant=chess,plies=5)", BLUFF])
@pytest.mark.usefixtures("flags")
def test_a_playthrough_is_the_same_again(text: str, tmp_path: Path) -> None:
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(text, None, seed=3))
    expected, actual = generate_playthrough.replay(str(file))
    assert expected.splitlines() == actual.splitlines()
    assert "ObservationTensor" in actual
    assert "InformationStateString" in actual


def chosen(game: Any, *texts: str) -> Any:
    state = game.new_initial_state()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def test_what_the_opponent_has_chosen_is_unknown() -> None:
    """Two games that differ in Black's True King are one information state of White, and two of Black."""
    game = loaded(BLUFF)
    one, other = (chosen(game, "true@1e1", f"true@{black}e8", "1e2-1e4") for black in (1, 2))
    kinds = [
        pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
        for public in (True, False)
        for recall in (True, False)
        for private in (PUBLIC, OWN, EVERYBODYS)
    ]
    for kind in kinds:
        observer = make_observation(game, kind)
        for player in range(2):
            seen: list[tuple[str, Any]] = []
            for state in (one, other):
                observer.set_from(state, player)
                tensor = None if observer.tensor is None else observer.tensor.copy()
                seen.append((observer.string_from(state, player), tensor))
            knows = kind.private_info == EVERYBODYS or (kind.private_info == OWN and player == 1)
            assert (seen[0][0] == seen[1][0]) == (not knows)
            if not kind.perfect_recall and (knows or kind.public_info):
                assert np.array_equal(seen[0][1], seen[1][1]) == (not knows)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.legal_actions() == other.legal_actions()
    # White remembers its own choice.
    elsewhere = chosen(game, "true@2e1", "true@1e8", "1e2-1e4")
    assert one.information_state_string(0) != elsewhere.information_state_string(0)
    assert one.information_state_string(1) == elsewhere.information_state_string(1)


def test_states_are_copied_and_end() -> None:
    game = loaded("fairyring(variant=chess)")
    state = chosen(game, "f2-f3", "e7-e5", "g2-g4")
    copy = state.clone()
    copy.apply_action(copy.string_to_action("d8-h4"))
    assert copy.is_terminal()
    assert copy.returns() == [-1, 1]
    assert state.current_player() == 1
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    planes = make_observation(game).dict
    assert {"white king", "castling K"} <= planes.keys()
    observer = make_observation(game)
    observer.set_from(state, 0)
    assert np.flatnonzero(observer.dict["white king"]).tolist() == [4]


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(VariantError):
        spiel.ChessGame({"variant": "ches"})
    with pytest.raises(BatchError, match="plies: a number from 1 to 1000000, not 0"):
        spiel.ChessGame({"plies": 0})
    with pytest.raises(ValueError, match="observers have no parameters"):
        loaded("fairyring").make_py_observer(None, {"colour": "red"})


def test_an_illegal_action_is_explained() -> None:
    for text in ("fairyring", BLUFF):
        state = loaded(text).new_initial_state()
        before = str(state)
        with pytest.raises(BatchError, match=r"action 1 \(.*\) is not legal in "):
            state.apply_action(1)
        assert str(state) == before
