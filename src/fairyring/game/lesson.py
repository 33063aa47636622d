"""Lessons: the steps by which players learn a game on its board, kept in ``variants/lessons/GAME.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from fairyring.gamefiles.derived import Derivation
from fairyring.gamefiles.faults import FaultsError
from fairyring.gamefiles.reading import Source
from fairyring.gamefiles.shapes import Changed, Entry, Items, Keyed, Table, Text
from fairyring.variants import LESSONS, find, is_file, kept

LANGUAGE: Final = "en"  # that all texts have, and that stands for one which a text does not have


@dataclass(frozen=True)
class Lesson:
    """One step: a position, what is said about it, and what there is to do.

    Attributes:
        say: what is taught and asked for, by language.
        position: the position's text; without it, the start of the game.
        point: what is pointed out: a site (``e4``) gets a circle, two sites (``e2-e4``) get an arrow.
        moves: the right moves, as texts of moves; more moves behind one, with spaces between, are played in
            answer. Without any, there is nothing to do but read.
        done: what is said after a right move, by language.
        wrong: what is said after another move, by language.
    """

    say: Mapping[str, str]
    position: str = ""
    point: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    done: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """Each right move with what is played in answer."""
        return tuple(tuple(line.split()) for line in self.moves)

    @property
    def arrows(self) -> tuple[tuple[str, str], ...]:
        """What is pointed out, each from site to site; a circle leads from a site to itself."""
        pairs = (each.partition("-") for each in self.point)
        return tuple((start, goal or start) for start, _, goal in pairs)


_LINE = Text(12_000, wanted="a text")
_KEYED = Keyed(Text(3, "[a-z]{2,3}", "a language as browsers name it, such as de"), Text(400, least=1))


def _with_english(texts: Mapping[str, str]) -> Mapping[str, str]:
    if LANGUAGE not in texts:
        raise ValueError(f"texts are in English, `{LANGUAGE}`, at least")
    return texts


_TEXTS = Changed(_KEYED, _with_english)
_SHAPE = Table(
    {
        "lessons": Entry(
            Items(Derivation({str: _LINE, Mapping[str, str]: _TEXTS}).table(Lesson)), required=True
        )
    }
)


@cache
def lessons(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game, from the first to the last; none where there is no file, as for users' games.

    Raises:
        VariantError: there is no such game.
        GameFileError: its file is broken.
    """
    found, _ = find(name)
    if is_file(name):
        return ()
    file = kept(LESSONS).get(found)
    return () if file is None else read_lessons(file.read_bytes(), file.name)


def read_lessons(data: bytes, name: str) -> tuple[Lesson, ...]:
    """The lessons of a file, whose name is for errors.

    Only the form is checked; positions and moves are read when they are played.

    Raises:
        GameFileError: the file has another form.
    """
    source = Source(data, name)
    try:
        found: tuple[Lesson, ...] = _SHAPE.given(source.raw, ())["lessons"]
    except FaultsError as error:
        raise source.error(error) from error
    return found


def in_language(texts: Mapping[str, str], language: str) -> str:
    """A text in a language, or in English if it does not have that; "" if there is none."""
    return texts.get(language) or texts.get(LANGUAGE, "")
