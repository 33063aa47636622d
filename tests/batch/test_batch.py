"""Batches against positions, which are tested on their own: the same moves, positions and results."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring.batch import REASONS, Batch, Numbering
from fairyring.batch.versions import fingerprint, known, version
from fairyring.board import Side
from fairyring.errors import BatchError
from tests import lanes

# A game of each kind that actions and planes are made for: plain, with drops, with motion, with secrets.
FEW = ("chess", "crazyhouse", "momentum", "monster-bluff-4")
REST = [name for name in fairyring.variants() if name not in FEW]


def follow(name: str, games: int, plies: int) -> None:
    """Play random games in a batch, and with positions beside it."""
    variant = fairyring.load(name)
    batch = Batch(variant, games, seed=3, plies=plies + 1, auto_reset=False, threads=1)
    positions = [variant.start() for _ in range(games)]
    texts: dict[int, str] = {}
    for _ in range(plies):
        mask, (first, listed) = batch.mask(), batch.legal()
        actions = batch.sample()
        moves = [batch.moves(game) for game in range(games)]
        sides = [position.side for position in positions]
        steps = batch.step(actions)
        for game, before in enumerate(positions):
            if before.result is not None:
                assert not mask[game].any()
                continue
            assert sorted(moves[game]) == np.flatnonzero(mask[game]).tolist()
            assert sorted(moves[game]) == sorted(listed[first[game] : first[game + 1]].tolist())
            assert {each.text for each in moves[game].values()} == {
                each.text for each in before.legal_moves()
            }
            for action, move in moves[game].items():
                assert texts.setdefault(action, move.text) == move.text or batch.numbering.ways[action] >= 0
            after = positions[game] = before.play(moves[game][int(actions[game])])
            assert batch.position(game) == after
            result = after.result
            assert steps.terminated[game] == (result is not None)
            assert REASONS[steps.reasons[game]] == (result.reason if result else "")
            winner = result.winner if result else None
            assert steps.rewards[game].tolist() == [
                float((winner is side) - (winner is side.other)) for side in Side
            ]
            assert sides[game] == before.side
    assert [bool(over) for over in batch.over] == [each.result is not None for each in positions]


@pytest.mark.kernel
@pytest.mark.plain
@pytest.mark.parametrize("name", FEW[:1] if lanes.PLAIN or not lanes.full() else FEW)
def test_a_batch_plays_as_positions_do(name: str) -> None:
    vast = lanes.vast(name)
    follow(name, 2 if vast else lanes.samples(6, 2, usual=2), 30 if vast else lanes.samples(120, 20))


@pytest.mark.thorough
@pytest.mark.parametrize("name", REST)
def test_every_game_plays_in_a_batch(name: str) -> None:
    follow(name, 2, 10 if lanes.vast(name) else 60)


def test_actions_have_the_texts_of_moves() -> None:
    """In chess, an action has one text in every position."""
    numbering = Numbering(fairyring.load("chess").rules)
    # 1456 moves of a queen and 336 of a knight from all squares, 44 pairs of squares with four promotions,
    # and four castlings.
    assert len(numbering) == 1456 + 336 + 44 * 4 + 4
    texts = [numbering.text(action) for action in range(len(numbering))]
    assert len(set(texts)) == len(texts)
    assert {"e7-e8=Q", "e7-e8", "e1-g1 castling"} <= {*texts}
    with pytest.raises(IndexError, match="an action from 0 to 1971, not 1972"):
        numbering.text(1972)


def test_planes_show_the_pieces() -> None:
    variant = fairyring.load("chess")
    start = variant.start().play("e2-e4").play("g8-f6").play("e4-e5").play("d7-d5")
    batch = Batch(variant, 3, starts=[start], threads=2)
    seen = batch.observe()
    names = [plane.name for plane in batch.planes]
    assert len(set(names)) == len(names)
    for token in start.view().tokens:
        plane = seen[:, names.index(token.name)]
        assert (plane[:, variant.board.numbers[token.site]] == 1).all()
    pieces = [place for place, name in enumerate(names) if name.split()[0] in ("white", "black")][:12]
    assert seen[:, pieces].sum() == 3 * len(start.view().tokens)
    assert np.flatnonzero(seen[0, names.index("en passant")]).tolist() == [variant.board.numbers["d6"]]
    assert (seen[:, names.index("castling K")] == 1).all()
    assert (seen[:, names.index("black to move")] == 0).all()
    assert all((seen[:, place] <= plane.most).all() for place, plane in enumerate(batch.planes))


def test_repetition_is_counted_and_ends_games() -> None:
    variant = fairyring.load("chess")
    batch = Batch(variant, 1, auto_reset=False)
    names = [plane.name for plane in batch.planes]
    for turn in range(8):
        text = ("g1-f3", "g8-f6", "f3-g1", "f6-g8")[turn % 4]
        assert batch.observe()[0, names.index("repetitions"), 0] == (turn // 4)
        steps = batch.step([next(action for action, move in batch.moves(0).items() if move.text == text)])
    assert steps.terminated.all()
    assert REASONS[steps.reasons[0]] == "threefold repetition"
    assert batch.over.all()
    assert not batch.mask().any()
    assert batch.sample().tolist() == [-1]
    again = batch.step([0])  # nothing happens in a game that is over
    assert not again.terminated.any()
    assert batch.over.all()
    batch.reset()
    assert batch.position(0) == variant.start()


def test_games_begin_again_and_are_stopped() -> None:
    batch = Batch(fairyring.load("chess"), 5, plies=3, seed=2)
    for _ in range(2):
        steps = batch.step(batch.sample())
        assert not steps.truncated.any()
    steps = batch.step(batch.sample())
    assert steps.truncated.all()
    assert not steps.terminated.any()
    assert not steps.rewards.any()
    assert {str(batch.position(game)) for game in range(5)} == {str(batch.variant.start())}


def test_games_wait_and_begin_again_one_by_one() -> None:
    batch = Batch(fairyring.load("chess"), 3, seed=6, auto_reset=False, threads=2)
    start = str(batch.position(0))
    fools = ("f2-f3", "e7-e5", "g2-g4", "d8-h4")
    for text in fools:
        action = next(action for action, move in batch.moves(1).items() if move.text == text)
        steps = batch.step([-1, action, -1])
    assert steps.terminated.tolist() == [False, True, False]
    assert steps.rewards.tolist() == [[0, 0], [-1, 1], [0, 0]]
    assert [str(batch.position(game)) == start for game in range(3)] == [True, False, True]
    first, _ = batch.legal()
    assert first.tolist() == [0, 20, 20, 40]
    moved = batch.step([-1, -1, int(batch.sample()[2])])
    assert not moved.terminated.any()
    batch.reset([False, True, False])
    assert [str(batch.position(game)) == start for game in range(3)] == [True, True, False]
    assert not batch.over.any()


def test_a_copy_goes_on_by_itself() -> None:
    batch = Batch(fairyring.load("chess"), 4, seed=8, threads=2)
    for _ in range(5):
        batch.step(batch.sample())
    before = [str(batch.position(game)) for game in range(4)]
    other = batch.copy()
    for _ in range(7):
        other.step(other.sample())
    assert [str(batch.position(game)) for game in range(4)] == before
    for _ in range(7):
        batch.step(batch.sample())
    assert all(batch.position(game) == other.position(game) for game in range(4))


@pytest.mark.parametrize("name", ["chess", "monster-bluff-4"])
def test_a_batch_is_pickled_and_copied_by_python(name: str) -> None:
    batch = Batch(fairyring.load(name), 3, seed=8, threads=2)
    for _ in range(5):
        batch.step(batch.sample())
    others = [pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch), copy.copy(batch)]
    for _ in range(7):
        actions = batch.sample()
        batch.step(actions)
        for other in others:
            assert other.sample().tolist() == actions.tolist()
            other.step(actions)
            assert (other.observe("all") == batch.observe("all")).all()
    for other in others:
        assert [other.position(game) for game in range(3)] == [batch.position(game) for game in range(3)]


def test_threads_change_nothing() -> None:
    found = []
    for threads in (1, 3):
        batch = Batch(fairyring.load("chess"), 7, seed=9, threads=threads)
        for _ in range(40):
            batch.step(batch.sample())
        found.append([str(batch.position(game)) for game in range(7)])
    assert found[0] == found[1]
    assert len(set(found[0])) == 7


def test_a_secret_is_seen_by_its_owner_alone() -> None:
    """Two games that differ in Black's True King look the same to White and to spectators."""
    batch = Batch(fairyring.load("monster-bluff-4"), 2, seed=4, auto_reset=False, threads=1)
    white = min(batch.moves(0))
    batch.step([white, white])
    black = sorted(batch.moves(0))
    batch.step([black[0], black[1]])
    for _ in range(12):
        for viewer in (Side.WHITE, "spectator"):
            seen = batch.observe(viewer)
            assert (seen[0] == seen[1]).all()
        for viewer in (Side.BLACK, "all"):
            seen = batch.observe(viewer)
            assert (seen[0] != seen[1]).sum() == 2  # one square more, and one less
        mask = batch.mask()
        assert (mask[0] == mask[1]).all()
        action = int(batch.sample()[0])
        batch.step([action, action])


def test_bad_input_is_refused_and_changes_nothing() -> None:
    variant = fairyring.load("chess")
    with pytest.raises(BatchError, match="games: a number from 1 to 1000000000, not 0"):
        Batch(variant, 0)
    with pytest.raises(BatchError, match="crazyhouse is another game than chess"):
        Batch(variant, 1, starts=[fairyring.load("crazyhouse").start()])
    with pytest.raises(BatchError, match="the game is over"):
        Batch(variant, 1, starts=[variant.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")])
    batch = Batch(variant, 2)
    legal = int(batch.sample()[0])
    with pytest.raises(BatchError, match=r"game 1: action 0 .* is not legal in rnbqkbnr"):
        batch.step([legal, 0])
    with pytest.raises(BatchError, match="game 0: an action from 0 to 1971, not -2"):
        batch.step([-2, legal])
    with pytest.raises(BatchError, match="2 numbers, one for each game"):
        batch.step([legal])
    with pytest.raises(BatchError, match="chosen: 2 numbers, one for each game"):
        batch.reset([True])
    with pytest.raises(BatchError, match="a viewer is"):
        batch.observe("nobody")
    assert all(batch.position(game) == variant.start() for game in range(2))


def test_actions_are_not_changed_into_others() -> None:
    batch = Batch(fairyring.load("chess"), 4)
    legal = int(batch.sample()[0])
    wrong: list[tuple[Any, str]] = [
        (np.full(4, 2**32 + legal), rf"actions\[0\]: an action from 0 to 1971, not {2**32 + legal}"),
        (np.full(4, 2**32 - 1, np.uint32), "not 4294967295"),
        (np.full(4, 2**64 - 1, np.uint64), "not 18446744073709551615"),
        ([legal, legal, legal, legal + 0.5], rf"actions\[3\]: .* not {legal}\.5"),
        ([10**12] * 4, "not 1000000000000"),
        ([float("nan")] * 4, "not nan"),
        ([10**30] * 4, "actions: whole numbers in 32 bits"),
        ([True] * 4, "actions: whole numbers in 32 bits, not bool"),
        ([None] * 4, "actions: whole numbers"),
        ([[legal], [legal, legal], legal, legal], "actions: 4 numbers, one for each game"),
    ]
    for actions, said in wrong:
        with pytest.raises(BatchError, match=said):
            batch.step(actions)
    assert all(batch.position(game) == batch.variant.start() for game in range(4))
    for right in (np.full(4, legal, np.uint16), np.full(4, legal, ">i4"), np.full(4, float(legal))):
        batch.reset()
        batch.step(right)
        assert not any(batch.position(game) == batch.variant.start() for game in range(4))


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ({"seed": -1}, "seed: a whole number from 0, not -1"),
        ({"plies": 10**30}, "plies: a number from 1 to 1000000, not 10"),
        ({"games": 10**30}, "games: a number from 1 to 1000000000, not 10"),
        ({"games": 2.5}, r"games: a whole number from 1 to 1000000000, not 2\.5"),
        ({"games": True}, "games: a whole number from 1 to 1000000000, not True"),
        ({"threads": 0}, "threads: a number from 1, not 0"),
    ],
)
def test_numbers_out_of_range_are_refused(numbers: dict[str, Any], said: str) -> None:
    with pytest.raises(fairyring.BatchError, match=said):
        Batch(fairyring.load("chess"), **{"games": 2, **numbers})


def test_starts_are_several_positions() -> None:
    chess = fairyring.load("chess")
    one: Any = chess.start()
    with pytest.raises(TypeError, match=r"starts are several positions, .* not fairyring"):
        Batch(chess, 2, starts=one)


def test_what_is_no_viewer_or_no_game_is_refused() -> None:
    batch: Any = Batch(fairyring.load("chess"), 2)
    assert repr(batch) == "<Batch of chess, 2 games>"
    with pytest.raises(fairyring.BatchError, match="a viewer is"):
        batch.observe([])
    for wrong in (0.5, None, "0"):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            batch.position(wrong)


def test_a_name_is_no_variant() -> None:
    with pytest.raises(TypeError, match=r"a batch is of a variant, .* not 'chess'"):
        Batch("chess", 3)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("name", ["chess", "crazyhouse"])
def test_versions_are_those_of_the_rules(name: str) -> None:
    """If this fails, the game has changed for learning programs: run tools/versions."""
    assert version(fairyring.load(name)) == known()[name][0] >= 1
    assert fingerprint(fairyring.load(name)) == known()[name][1]


def test_versions_are_of_games() -> None:
    assert known().keys() == {*fairyring.variants()}, "run tools/versions for a new game"
    assert version(fairyring.load("chess960")) >= 1


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [name for name in fairyring.variants() if name not in ("chess", "crazyhouse")]
)
def test_versions_of_all_games(name: str) -> None:
    assert fingerprint(fairyring.load(name)) == known()[name][1]
