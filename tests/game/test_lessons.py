"""Lessons: files of them, and that those that are shipped can be played as they say."""

from __future__ import annotations

from pathlib import Path

import pytest

import fairyring
from fairyring import Lesson, Position, VariantError
from fairyring.errors import GameFileError
from fairyring.game.lesson import in_language, read_lessons
from fairyring.web.languages import languages
from tests.words import Text, banned, found

FLAGSHIPS = ("mini-meta", "metachess-4", "minigolf", "monster-bluff-4", "ravioli")
SHIPPED = [name for name in fairyring.variants() if fairyring.lessons(name)]
CHIPS = "chip"  # putting one wins nothing, and there are hundreds of ways to do it
MOST = 300  # characters: more do not fit beside a board on a phone


def begun(name: str, lesson: Lesson) -> Position:
    """The position of a step."""
    game = fairyring.load(name)
    return game.position(lesson.position) if lesson.position else game.start()


def test_the_flagship_games_have_lessons() -> None:
    assert {*FLAGSHIPS} <= {*SHIPPED}


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_lessons_can_be_played(name: str) -> None:
    lessons = fairyring.lessons(name)
    assert 6 <= len(lessons) <= 10
    sites = {*fairyring.load(name).board.names}
    for number, lesson in enumerate(lessons, 1):
        start = begun(name, lesson)
        if lesson.position:
            assert start.text(start.side) == lesson.position, "it tells what the learner may not know"
        assert start.result is None, number
        assert lesson.lines, f"step {number} has something to do"
        assert {site for arrow in lesson.arrows for site in arrow} <= sites, number
        for line in lesson.lines:
            position = start
            for text in line:
                assert position.result is None, (number, line)
                position = position.play(text, answer=False)
            assert position.result is None or position.result.winner is start.side, (number, line)
        moves = (move.text for move in start.legal_moves() if not move.text.startswith(CHIPS))
        ends = {text: start.play(text, answer=False).result for text in moves}
        winning = {text for text, end in ends.items() if end and end.winner is start.side}
        assert winning <= {line[0] for line in lesson.lines}, f"step {number} has other moves that win"
    last = begun(name, lessons[-1]).play(lessons[-1].lines[0][0], answer=False)
    assert last.result is not None, "the last step wins the game"


@pytest.mark.parametrize("name", SHIPPED)
def test_each_language_has_all_that_is_said_and_it_is_short(name: str) -> None:
    for number, lesson in enumerate(fairyring.lessons(name), 1):
        for texts in (lesson.say, lesson.done, lesson.wrong):
            assert texts is not lesson.say or texts
            assert not texts or {*texts} == {*languages()}, number
            assert all(len(text) <= MOST for text in texts.values()), number
        english = (in_language(texts, "en") for texts in (lesson.say, lesson.done, lesson.wrong))
        assert [*found((Text(number, text) for text in english), banned())] == []


GOOD = '[[lessons]]\nsay.en = "Look."\nsay.de = "Sehen Sie."\nmoves = ["e2-e4 e7-e5", "d2-d4"]\n'


def test_a_file_is_read() -> None:
    (lesson,) = read_lessons(f'{GOOD}point = ["e4", "e2-e4"]\n'.encode(), "x.toml")
    assert lesson.lines == (("e2-e4", "e7-e5"), ("d2-d4",))
    assert lesson.arrows == (("e4", "e4"), ("e2", "e4"))
    assert (lesson.position, dict(lesson.done)) == ("", {})
    assert [in_language(lesson.say, language) for language in ("en", "de", "fr")] == [
        "Look.",
        "Sehen Sie.",
        "Look.",
    ]


@pytest.mark.parametrize(
    ("more", "place", "reason"),
    [
        ('hint = "x"', (5, 1), "unknown key 'hint'"),
        ('done = "x"', (5, 8), "expected a table, not 'x'"),
        ('done.e = "x"', (5, 6), "expected a language as browsers name it"),
        ("point = [1]", (5, 10), "expected a text in quotes"),
        ("[[lessons]]\nmoves = []", (5, 3), "'say' is missing"),
        ("[[lessons]]\nsay.de = 'Da.'", (6, 1), "texts are in English, `en`, at least"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(more: str, place: tuple[int, int], reason: str) -> None:
    with pytest.raises(GameFileError, match=reason) as caught:
        read_lessons(f"{GOOD}{more}\n".encode(), "chess.toml")
    assert (caught.value.file, caught.value.line, caught.value.column) == ("chess.toml", *place)


def test_a_file_of_a_user_has_no_lessons(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\nsummary = "Mine."\nbase = "chess"\n', encoding="utf-8")
    assert fairyring.lessons(str(file)) == ()


def test_there_is_no_such_game() -> None:
    with pytest.raises(VariantError, match="no game is called"):
        fairyring.lessons("no-such-game")
