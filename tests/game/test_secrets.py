"""What a viewer may know: two worlds that a viewer cannot tell apart look the same, byte for byte."""

import pickle
import random

import pytest

import fairyring
from fairyring import Game, Position, Side, UnknownSecretError, Variant
from fairyring.cli.screen import Marks, Screen
from fairyring.drawing import board_svg
from fairyring.game.story import story
from tests import lanes
from tests.game.worlds import MOST_PLIES, play_one
from tests.oracle import bluff_samples as samples
from tests.oracle.bluff import OracleBluff
from tests.oracle.bluff_atomic import OracleAtomicBluff

FOUR = fairyring.load("monster-bluff-4")
VIEWERS = (*Side, "spectator")


def kings(position: Position, side: Side) -> list[str]:
    return [token.site for token in position.view().tokens if token.side is side and "king" in token.name]


def marked(position: Position) -> list[str]:
    return [token.site for token in position.view().tokens if token.marked]


def worlds(variant: Variant, viewer: str, seed: int, plies: int) -> tuple[Game, Game]:
    """Two games of the same turns, in which no True King is taken; those hidden from the viewer differ."""
    chance = random.Random(seed)
    one, other = Game(variant), Game(variant)
    for side in Side:
        first, second = chance.sample(kings(variant.start(), side), 2)
        one.push(f"true@{first}")
        other.push(f"true@{first if viewer == side else second}")
    for _ in range(plies):
        true = {site for game in (one, other) for site in marked(game.position)}
        free = [move.text for move in one.position.legal_moves() if not true & {*move.choices[1:]}]
        text = chance.choice(free)
        one.push(text)
        other.push(text)
    return one, other


def told(game: Game, viewer: str) -> list[object]:
    """All that the library says to a viewer, by every door that leads to a position."""
    seen = game.seen_by(viewer)
    position = seen.position
    said: list[object] = [
        str(position),
        repr(position),
        pickle.dumps(position),
        position.view(),
        position.view("spectator"),
        game.position.text(viewer),
        game.position.view(viewer),
        [str(earlier) for earlier in seen.positions],
        position.key,
        story(seen.positions[-2], seen.moves[-1], position),
        position.earlier,
        hash(position),
        position.legal_moves(),
        position.result,
        [move.text for move in seen.moves],
        seen.pgn(),
        game.pgn(viewer),
        board_svg(position),
        fairyring.perft(position, 2),
    ]
    for text in ("", "true@?", "1e1", "1a1-9z9", "chip25@1e1", "2e8-2e8"):
        with pytest.raises(fairyring.MoveError) as error:
            position.parse_move(text)
        said += [str(error.value), error.value.position]
    return said


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["monster-bluff-4", "ravioli-hidden-king"])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_worlds_that_a_viewer_cannot_tell_apart(viewer: str, name: str) -> None:
    for seed in range(lanes.samples(2, 1)):
        one, other = worlds(fairyring.load(name), viewer, seed, lanes.samples(24, 4))
        assert str(one.position) != str(other.position)
        assert told(one, viewer) == told(other, viewer)
        found = [
            fairyring.search(game.position.seen_by(viewer), nodes=20 if lanes.PLAIN else 2000)
            for game in (one, other)
        ]
        assert [line.moves for line in found[0].lines] == [line.moves for line in found[1].lines]
        assert found[0].score == found[1].score


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["monster-bluff-4", "monster-bluff-atomic"])
def test_random_games_in_two_worlds(name: str) -> None:
    # These games come to an end, unless they are cut short; then all chips are counted once more.
    most = 24 if lanes.FEW else MOST_PLIES
    games = [play_one(fairyring.load(name), seed, most) for seed in range(3, 3 + lanes.samples(4, 1))]
    assert sum(plies for plies, _ in games) > 20
    assert not lanes.full() or sum(endings for _, endings in games) > 0


def test_the_search_looks_at_no_more_than_the_mover_may_know() -> None:
    one, other = worlds(FOUR, Side.WHITE, 7, 0)
    assert one.position.side is Side.WHITE
    first, second = (fairyring.search(game.position, nodes=3000) for game in (one, other))
    assert (first.move, first.score, first.nodes) == (second.move, second.score, second.nodes)


def test_who_sees_what() -> None:
    game = Game(FOUR)
    game.push("true@1e1")
    choosing = game.position
    assert [choosing.text(viewer).split()[7] for viewer in VIEWERS] == ["1e1,-", "?,-", "?,-"]
    game.push("true@3d1")
    assert [game.position.text(viewer).split()[7] for viewer in VIEWERS] == ["1e1,?", "?,3d1", "?,?"]
    assert [[move.text for move in game.seen_by(viewer).moves] for viewer in VIEWERS] == [
        ["true@1e1", "true@?"],
        ["true@?", "true@3d1"],
        ["true@?", "true@?"],
    ]
    assert [marked(game.position.seen_by(viewer)) for viewer in VIEWERS] == [["1e1"], ["3d1"], []]
    game.push("1e2-1e4")
    assert "\n\ntrue@? true@3d1 1. 1e2-1e4 *" in game.pgn(Side.BLACK)
    game.resign(Side.BLACK)
    assert game.seen_by("spectator") is game
    assert "\n\ntrue@1e1 true@3d1 1. 1e2-1e4 1-0" in game.pgn("spectator")
    assert game.result is not None
    assert game.result.purses is not None


def test_a_record_with_a_secret_is_read_again() -> None:
    game, _ = worlds(FOUR, "spectator", 3, lanes.samples(60, 6))
    for viewer in (None, *VIEWERS):
        text = game.pgn(viewer)
        (again,) = fairyring.read_pgn(text)
        assert str(again.position) == game.position.text(viewer)
        assert again.pgn() == text


ABOUT_TO_FALL = "K3a1 K4h1 k1a8 k2h8 k1b5 R1a1 r2h4"


def test_unknown_secrets_raise_questions() -> None:
    oracle = OracleBluff("monster-bluff-4")
    pos = samples.position(oracle, samples.Told(ABOUT_TO_FALL, true="4h1,1a8"))
    position = FOUR.position(oracle.write(pos))
    assert position.question("1a1-1a8") == ""
    seen = position.seen_by("white")
    assert seen.question("1a1-1a8") == "is the king on 1a8 the True King?"
    assert seen.question("1a1-1a2") == ""
    with pytest.raises(UnknownSecretError, match="is the king on 1a8 the True King") as error:
        seen.play("1a1-1a8")
    assert error.value.position == str(seen)
    for answer in (True, False):
        after = oracle.after(oracle.view(pos, "white"), "1a1-1a8", answer=answer)
        assert str(seen.play("1a1-1a8", answer)) == oracle.write(after)
    won = seen.play("1a1-1a8", answer=True).result
    assert won is not None
    assert (won.winner, won.reason) == (Side.WHITE, "true king")
    # A record knows the answer: the game went on after it, or ended by it.
    game = Game(FOUR, position)
    game.push("1a1-1a8")
    (again,) = fairyring.read_pgn(game.pgn())
    assert again.result == game.result == position.play("1a1-1a8").result
    blind = Game(FOUR, position.seen_by("spectator"))
    blind.push("1a1-1a8", answer=True)
    (again,) = fairyring.read_pgn(blind.pgn())
    assert str(again.position) == str(blind.position)
    spared = Game(FOUR, position.seen_by("spectator"))
    spared.push("1a1-1a8", answer=False)
    (again,) = fairyring.read_pgn(spared.pgn())
    assert str(again.position) == str(spared.position)


@pytest.mark.kernel
@pytest.mark.alone
def test_when_several_kings_explode_one_question_is_asked() -> None:
    atomic, oracle = fairyring.load("monster-bluff-atomic"), OracleAtomicBluff()
    pos = samples.position(oracle, samples.Told("K3a1 K4h1 k1a8 k1b7 k2h8 R1a1 r1b8", true="4h1,2h8"))
    position = atomic.position(oracle.write(pos))
    seen = position.seen_by("white")
    assert seen.question("1a1-1a8") == "is one of the kings on 1a8, 1b7 the True King?"
    for answer in (True, False):
        after = oracle.after(oracle.view(pos, "white"), "1a1-1a8", answer=answer)
        assert str(seen.play("1a1-1a8", answer)) == oracle.write(after)
    spared = position.play("1a1-1a8")
    assert spared.text("spectator").split()[7] == "?,2h8"  # Black has one king left
    # Where all of them explode, nothing is asked.
    last = samples.position(oracle, samples.Told("K3a1 K4h1 k1a8 k1b7 R1a1 r1b8", true="4h1,1b7"))
    seen = atomic.position(oracle.write(last)).seen_by("white")
    assert seen.question("1a1-1a8") == ""
    won = seen.play("1a1-1a8").result
    assert won is not None
    assert (won.winner, won.reason) == (Side.WHITE, "true king")


def test_everybody_sees_all_of_a_game_without_secrets() -> None:
    position = fairyring.load("chess").start()
    assert all(position.seen_by(viewer) is position for viewer in (None, *VIEWERS))
    with pytest.raises(ValueError, match="a viewer is"):
        position.seen_by("arbiter")


def test_no_chip_is_lost_or_made() -> None:
    oracle, chance = OracleBluff("monster-bluff-4"), random.Random(5)
    for _ in range(lanes.samples(6, 1)):
        position = FOUR.position(oracle.write(samples.scattered(oracle, chance)))
        for _ in range(lanes.samples(60, 5)):
            if not position.legal_moves():
                break
            position = position.play(chance.choice(position.legal_moves()))
            purses = position.purses
            assert purses is not None
            lying = [chips for token in position.view().tokens for chips in token.chips]
            for worth, number in ((5, 40), (10, 20), (25, 8)):
                held = [chips.number for chips in (*purses[0], *purses[1], *lying) if chips.worth == worth]
                assert sum(held) == number


def test_the_terminal_draws_what_is_seen() -> None:
    from rich.console import Console

    one, other = worlds(FOUR, Side.WHITE, 1, 0)
    drawn = []
    for game in (one, other):
        console = Console(width=120, force_terminal=True, color_system="truecolor")
        with console.capture() as capture:
            console.print(Screen(console, FOUR.board).draw(game.position.view("white"), Marks()))
        drawn.append(capture.get())
    assert drawn[0] == drawn[1]
    assert drawn[0].count("\x1b[1;4;") == 1  # the viewer's own is underlined
