"""The games of the library: exact beside Fairy-Stockfish, and whole in both languages."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import fairyring
from fairyring.drawing import pictures
from fairyring.kernels.base import PieceRules
from fairyring.names import library
from fairyring.web import catalog
from fairyring.web.languages import catalogue
from tests import lanes
from tests.library import judge, partners
from tests.oracle import composed, elsewhere
from tests.pictures import confusable
from tools.texts import declared, of_page, templates

DOCUMENT = Path(__file__).parents[2] / "docs" / "library.md"

every_game = pytest.mark.parametrize("name", library())


@pytest.mark.kernel
@pytest.mark.parametrize(
    "name",
    lanes.some_of_library(
        lanes.in_one_lane(
            sorted(set(library()).difference(elsewhere.GAMES, composed.UNJUDGED, partners.GAMES))
        )
    ),
)
def test_moves_and_ends_are_those_of_fairy_stockfish(name: str) -> None:
    game = fairyring.load(name)
    assert str(game.start()) == game.definition.start
    chance, found = random.Random(name), judge.Found()
    number = 3 if lanes.EVERY else 1
    for _ in range(number):
        judge.play(name, chance, 80, found)
    assert not found.moves + found.results
    for position, text in judge.positions(name, chance, number, 50):
        assert not judge.counted(name, position, text, 2).wrong


@every_game
def test_a_game_says_everything_in_german(name: str) -> None:
    definition = fairyring.load(name).definition
    known = {**catalogue("de", "messages"), **catalogue("de", "rules"), **definition.translations["de"]}
    said = {template for text in declared(name) for template in templates(text)} | set(of_page(name))
    names = {definition.inventor} if " and " not in definition.inventor else set()
    assert not sorted(text for text in said - names - known.keys() if any(map(str.isalpha, text)))


def test_pages_have_the_german_of_the_files() -> None:
    titles = {name: fairyring.load(name).definition.translations["de"] for name in library()}
    said = catalog.translations("de")
    assert all(said[fairyring.load(name).title] in titles[name].values() for name in library())
    page = catalog.rules(fairyring.load("nocastle"), "de")
    assert page.count("Schach ohne Rochade") > 2
    assert "No-Castling" not in page.partition("<main>")[2]


@pytest.mark.parametrize("name", fairyring.variants())
def test_a_game_is_introduced(name: str) -> None:
    definition = fairyring.load(name).definition
    assert definition.title
    assert definition.summary.endswith(".")
    assert definition.notes
    assert definition.sources or "fairyring" in definition.inventor
    assert definition.group is not None


@every_game
def test_every_piece_has_a_picture(name: str) -> None:
    rules = fairyring.load(name).rules
    assert isinstance(rules, PieceRules)
    assert not {piece.picture for piece in rules.pieces} - pictures()
    assert confusable(rules) == []


def test_the_document_lists_the_games_that_there_are() -> None:
    rows = {
        line.split("|")[1].strip(): line.split("|")[2].strip()
        for line in DOCUMENT.read_text(encoding="utf-8").split("\n")
        if line.startswith("| ") and not line.startswith("| game")
    }
    there = set(fairyring.variants())
    assert rows == {name: "yes" if judge.ours(name) in there else "" for name in judge.VARIANTS}, (
        "run: python benchmarks/library.py NAME… --keep"
    )


def test_a_game_is_missing_for_a_reason() -> None:
    there = set(fairyring.variants())
    assert judge.MISSING.keys() == {name for name in judge.VARIANTS if judge.ours(name) not in there}


def test_every_end_that_is_judged_otherwise_is_one_of_a_game() -> None:
    assert judge.BY_DESIGN.keys() <= set(judge.VARIANTS)
