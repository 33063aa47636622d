"""Puzzles: files of them, and that those that are shipped are what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import fairyring
from fairyring import Position, Puzzle, PuzzleError, VariantError
from fairyring.game.puzzle import OWN, absence, read_puzzles
from fairyring.variants import PUZZLES, kept
from tests import lanes
from tools.puzzles import COUNTS, line_of, sole_win, wins_in_every_world

FLAGSHIPS = ("mini-meta", "metachess-4", "minigolf", "monster-bluff-4", "ravioli")
SHIPPED = sorted(name for name in kept(PUZZLES) if fairyring.puzzles(name))
PLAYED = [name for name in SHIPPED if lanes.EVERY or name in {*FLAGSHIPS, "chess"}]
AGAIN = 100 if lanes.EVERY else 2  # puzzles of each game that are solved again, at most
AT_MOST = 100 if lanes.EVERY else 10  # that are played

GOOD = '{"position": "p", "moves": ["a"]}'


def positions(puzzle: Puzzle) -> Iterator[Position]:
    """The positions of a solution."""
    position = fairyring.load(puzzle.variant).position(puzzle.position)
    yield position
    for move in puzzle.moves:
        position = position.play(move, answer=False)
        yield position


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "each line is a JSON object"),
        ("[]", "each line is a JSON object"),
        ('{"moves": ["a"]}', "position is missing"),
        ('{"position": "p", "moves": "a"}', "moves must be a JSON list"),
        ('{"position": "p", "moves": []}', "moves are texts, at least one"),
        ('{"position": "p", "moves": [1]}', "moves are texts, at least one"),
        ('{"position": "p", "moves": ["a"], "wins_in": 1}', "reason and wins_in, a number from 1, are given"),
        ('{"position": "p", "moves": ["a"], "reason": "x", "wins_in": 0}', "a number from 1"),
        (
            '{"position": "p", "moves": ["a"], "hint": "b"}',
            "there is no field hint; there are position, moves",
        ),
    ],
)
def test_a_broken_file_is_refused_with_its_line(line: str, reason: str) -> None:
    with pytest.raises(PuzzleError, match=reason) as caught:
        [*read_puzzles("chess", f"{GOOD}\n{line}\n")]
    assert (caught.value.file, caught.value.line) == ("chess.jsonl", 2)


def test_a_puzzle_is_written_as_it_is_read() -> None:
    made = [
        Puzzle("chess", "p", ("a", "b", "c")),
        Puzzle("chess", "q", ("a",), "checkmate", 1),
        Puzzle("chess", "r", ("a", "b", "c"), "true king", 2),
    ]
    assert [*read_puzzles("chess", "\n".join(map(line_of, made)))] == made
    assert [str(puzzle.goal) for puzzle in made] == ["find the winning move", "mate in 1", "win in 2"]


def test_a_file_of_a_user_has_no_puzzles(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\nsummary = "Mine."\nbase = "chess"\n', encoding="utf-8")
    assert fairyring.puzzles(str(file)) == ()
    assert absence(str(file)) is OWN


def test_where_a_search_has_found_none_the_game_says_so() -> None:
    assert absence("chess") is None
    assert absence("amazons") is not None
    assert "exactly one move wins, and found none" in str(absence("amazons"))


def test_puzzles_are_found_by_the_name_that_a_game_has_elsewhere() -> None:
    assert fairyring.puzzles("normal") == fairyring.puzzles("chess") != ()
    assert absence("normal") is None


def test_there_is_no_such_game() -> None:
    with pytest.raises(VariantError, match="no game is called"):
        fairyring.puzzles("no-such-game")


@pytest.mark.parametrize("name", PLAYED)
def test_shipped_puzzles_are_what_they_say(name: str) -> None:
    puzzles = fairyring.puzzles(name)
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles) > 0
    for puzzle in puzzles[:AT_MOST]:
        start, *later = positions(puzzle)
        assert start.text(start.side) == puzzle.position, "it tells what its solver may not know"
        assert start.result is None
        end, solver = later[-1].result, start.side
        movers = [position.side for position in (start, *later[:-1])]
        assert movers[-1] is solver, "the last move is the solver's"
        own = movers.count(solver)
        if puzzle.wins_in is None:
            assert end is None
            assert puzzle.reason == ""
        else:
            assert end is not None
            assert end.winner is solver
            assert (end.reason, own) == (puzzle.reason, puzzle.wins_in)


@pytest.mark.parametrize("name", SHIPPED if lanes.EVERY else FLAGSHIPS)
def test_a_search_finds_the_only_winning_move_again(name: str) -> None:
    for puzzle in fairyring.puzzles(name)[:AGAIN]:
        start = next(positions(puzzle))
        found = sole_win(start, COUNTS[0])
        assert found is not None
        assert found.moves[0].text == puzzle.moves[0]
        assert wins_in_every_world(start, found.moves[0], COUNTS[0])


def test_a_position_with_two_winning_moves_is_no_puzzle() -> None:
    chess = fairyring.load("chess")
    assert sole_win(chess.position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), 2000) is None, "a rook ahead anyway"
    one = sole_win(chess.position("6k1/5ppp/8/8/8/8/q4PPP/4R1K1 w - - 0 1"), 2000)
    assert one is not None
    assert one.moves[0].text == "e1-e8"
