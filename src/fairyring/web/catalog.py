"""The games that there are, for the page. Loading a game compiles nothing; still, call this in a thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairyring.errors import FairyringError, VariantError, shown
from fairyring.messages import Message
from fairyring.names import library, variants
from fairyring.web import shell
from fairyring.web.geometry import drawn
from fairyring.web.languages import ENGLISH, phrase, translator
from fairyring.web.sight import tokens

if TYPE_CHECKING:
    from fairyring.board import Side
    from fairyring.game import Lesson, Variant
    from fairyring.variants import Introduction
    from fairyring.variants.definition import Definition


OWN = "Your own games"
# Hundredths of a pawn with which a side wins nine points of ten. Where only one of several kings counts, of
# which the last is worth 3,000, other pieces decide far less: 200 games of the computer against itself on
# Monster Bluff's four boards began with White 560 ahead, who won 65 % of the points.
WINNING, WINNING_HIDDEN = 300, 3300
TAKEN = "{path}: there is another game {name}; give the file another name"

_own: dict[str, Variant] = {}  # the games of users' files that this process runs, by their names


class UnknownVariantError(FairyringError):
    """No game that is served is called so."""


class UnknownPieceError(FairyringError):
    """A game has no piece of that letter."""


def include(path: Path) -> str:
    """Load a user's file, and have its game among the games as long as this process lives.

    A file that has changed since takes the place of what it was; if it cannot be loaded, its game stays.

    Returns:
        The game's name.

    Raises:
        VariantError: it cannot be loaded, or another game is called so.
    """
    from fairyring.game import load

    game = load(path)
    if game.name in variants() or _own.get(game.name, game).source != game.source:
        raise VariantError(Message(TAKEN, path=str(path), name=game.name))
    if game.name in _own:
        rules.cache_clear()
        card.cache_clear()
    _own[game.name] = game
    return game.name


def exclude(name: str) -> None:
    """Have the game of a user's file among the games no longer."""
    _own.pop(name, None)


def variant(name: str, options: Mapping[str, object] | None = None) -> Variant:
    """A game that is served: never a file that a name from outside could point at.

    Raises:
        UnknownVariantError: there is no such game.
        VariantError: it has no such option, or not of that kind.
    """
    from fairyring.game import load

    if name not in _own and name not in variants():
        raise UnknownVariantError(Message("there is no game {name}", name=shown(name)))
    known = _own.get(name)
    if options:
        return load(known.source if known else name, **options)
    return known or _loaded(name)


@cache
def _loaded(source: str) -> Variant:
    from fairyring.game import load

    return load(source)


def summaries() -> list[dict[str, Any]]:
    """Every game in a few words, in the order in which they are shown: users' own before all others."""
    return [*map(summary, _own), *_summaries()]


@cache
def _summaries() -> tuple[dict[str, Any], ...]:
    """Those of the games that come with fairyring, kept on disk: to make them takes a second."""
    from fairyring.kernels import table_cache
    from fairyring.variants import introductions

    return table_cache.kept(
        f"summaries from {_files_of_games()}", None, lambda: tuple(map(_summary, introductions()))
    )


def _files_of_games() -> str:
    """A hash of what the summaries follow from, beside the modules by which tables are kept."""
    from fairyring.kernels.cache_folder import digest_of, sources

    return digest_of(sources("gamefiles", "notation", "variants", kinds=(".py", ".toml", ".jsonl")))


def summary(name: str) -> dict[str, Any]:
    """One game in a few words.

    Raises:
        UnknownVariantError: there is no such game.
    """
    from fairyring.variants import Introduction, introduction

    if name in variants():
        return _summary(introduction(name))
    game = variant(name).definition
    return _summary(Introduction(name, game.title, game.summary, game.inventor, game.year, game.group), OWN)


def detail(name: str) -> dict[str, Any]:
    """One game with its board, its pieces, and what stands on the board at the start.

    Raises:
        UnknownVariantError: there is no such game.
    """
    from fairyring.drawing.artwork import pictured
    from fairyring.drawing.characters import characters

    found = variant(name)
    definition = found.definition
    start = definition.form.placed(definition.start)
    return {
        **summary(name),
        "board": drawn(found.rules),
        "pieces": [
            {
                "letter": piece.letter,
                "name": piece.name,
                **pictured(piece.picture),
                "characters": characters(definition, piece),
                "note": phrase(piece.note),
            }
            for piece in found.rules.pieces
        ],
        "options": [
            {
                "name": option,
                "value": value,
                "words": phrase(definition.options.get(option, "")),
                "drawn": definition.drawn.get(option),
            }
            for option, value in found.options.items()
        ],
        "further": found.rules.further,
        "start": tokens(found.board, found.rules.tokens(start, 0)),
        "winning": WINNING if found.rules.secrets is None else WINNING_HIDDEN,
        "without_puzzles": _without_puzzles(name),
    }


def puzzles(name: str) -> list[dict[str, Any]]:
    """A game's puzzles; users' own games have none.

    Raises:
        UnknownVariantError: there is no such game.
    """
    from fairyring.game import puzzles as found

    variant(name)
    return [
        {
            "id": blake2b(puzzle.position.encode(), digest_size=6).hexdigest(),
            "position": puzzle.position,
            "moves": list(puzzle.moves),
            "goal": phrase(puzzle.goal),
        }
        for puzzle in (() if name in _own else found(name))
    ]


def _without_puzzles(name: str) -> str | dict[str, Any] | None:
    from fairyring.game.puzzle import OWN, absence

    reason = OWN if name in _own else absence(name)
    return None if reason is None else phrase(reason)


def lessons(name: str, language: str) -> list[dict[str, Any]]:
    """A game's lessons in a language; users' own games have none.

    Raises:
        UnknownVariantError: there is no such game.
        UnknownLanguageError: there is no catalogue for that language.
    """
    from fairyring.game.lesson import in_language

    variant(name)
    translator(language)
    return [
        {
            "say": in_language(lesson.say, language),
            "position": lesson.position or None,
            "arrows": lesson.arrows,
            "lines": lesson.lines,
            "done": in_language(lesson.done, language),
            "wrong": in_language(lesson.wrong, language),
        }
        for lesson in _lessons(name)
    ]


def _lessons(name: str) -> tuple[Lesson, ...]:
    from fairyring.game import lessons

    return () if name in _own else lessons(name)


def _summary(found: Introduction, group: str = "") -> dict[str, Any]:
    return {
        **found._asdict(),
        "group": group or found.group.title,
        "difficulty": _difficulty(found.name),
        "puzzles": _numbers_of_puzzles().get(found.name, 0),
        "lessons": _numbers_of_lessons().get(found.name, 0),
    }


def _difficulty(name: str) -> str:
    from fairyring.variants.difficulty import difficulty

    return difficulty(_own[name].definition if name in _own else _definition(name)).label


@cache
def _definition(name: str) -> Definition:
    from fairyring.variants import define

    return define(name, {})[1]


@cache
def _numbers_of_puzzles() -> Mapping[str, int]:
    """How many puzzles the games have that have any; the puzzles are not read."""
    from fairyring.variants import PUZZLES, kept

    return {name: len(file.read_text(encoding="utf-8").splitlines()) for name, file in kept(PUZZLES).items()}


@cache
def _numbers_of_lessons() -> Mapping[str, int]:
    """The same of lessons."""
    from fairyring.gamefiles.reading import Source
    from fairyring.variants import LESSONS, kept

    found = {name: Source(file.read_bytes(), file.name).raw for name, file in kept(LESSONS).items()}
    return {name: len(said["lessons"]) for name, said in found.items()}


@cache
def rules(variant: Variant, language: str) -> str:
    """The rules page of a game, a whole document, made once; its rules must have been prepared.

    Raises:
        UnknownLanguageError: there is no catalogue for that language.
    """
    from fairyring.drawing.page import rules_content, style

    found = rules_content(variant, language, _translator(variant, language))
    return shell.with_rules(found, style(), language)


@lru_cache(500)
def card(variant: Variant, letter: str, side: Side, seat: Side, language: str) -> str:
    """What a piece of a game is and how it moves, as HTML to be put on a page; see `rules`.

    Raises:
        UnknownPieceError: the game has no piece of that letter.
        UnknownLanguageError: there is no catalogue for that language.
    """
    from fairyring.drawing import piece_card

    piece = next((piece for piece in variant.rules.pieces if piece.letter == letter), None)
    if piece is None:
        template = "{game} has no piece {letter}"
        raise UnknownPieceError(Message(template, game=Message(variant.title), letter=shown(letter)))
    return piece_card(variant, piece, side, seat=seat, say=_translator(variant, language))


def _translator(variant: Variant, language: str) -> Callable[[str], str]:
    from fairyring.variants import library_titles

    # A rules page says nothing of other games but their titles.
    own = {**library_titles(language), **variant.definition.translations.get(language, {})}
    return translator(language, own)


def translations(language: str) -> dict[str, str]:
    """What game files say in a language, users' and those of the library, by their English texts."""
    found: dict[str, str] = {}
    if language == ENGLISH:
        return found
    for game in (*map(_definition, library()), *(own.definition for own in _own.values())):
        found |= game.translations.get(language, {})
    return found
