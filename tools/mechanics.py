"""Draw the pictures on the cards of mechanics: ``.venv/bin/python tools/mechanics.py [NAME...]``.

Each shows a small board before and after moves, or where one piece may go: the scenes in ``mechanics.toml``,
in which the rules play the moves. They are kept in the server's ``static/mechanics/``. With
``NUMBA_DISABLE_JIT=1`` this takes seconds, because nothing is compiled.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from fairyring.board import Point
from fairyring.drawing.board import draw
from fairyring.drawing.figures import figure_marks
from fairyring.drawing.marks import Marks
from fairyring.drawing.theme import THEME
from fairyring.game import Position, Variant
from fairyring.gamefiles.writing import toml_text
from fairyring.kernels.rules import Panel
from fairyring.variants import of_text
from fairyring.variants.definition import Figure

PLACE = Path(str(files("fairyring.web").joinpath("static", "mechanics")))
GAP = 12
COMMON = "common"  # what is the same in most scenes, and the pieces that they take from
SIZED = re.compile(r'^<svg [^>]*viewBox="0 0 (\S+) (\S+)"[^>]*>')
WORDS = re.compile(r"<text .*?</text>")
FOR_PAGES = re.compile(r' data-[a-z]+="[^"]*"')

Json = dict[str, Any]


@cache
def _file() -> dict[str, Json]:
    found: dict[str, Json] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return found


def scenes() -> dict[str, Json]:
    """By the name of each mechanic, the ``moves`` to be shown or the ``start`` of a piece, and a game file.

    Squares that are ``marked`` have a dashed border.
    """
    return {name: scene for name, scene in _file().items() if name != COMMON}


def game_of(name: str) -> Variant:
    """The small game in which a mechanic is shown: that of the scene, with what most scenes have in common.

    Raises:
        GameFileError: the scene is not one of a game.
    """
    scene, common = _file()[name], _file()[COMMON]
    said = {key: value for key, value in scene.items() if key not in ("moves", "start", "marked")}
    if "base" not in said:
        letters = set(re.findall("[A-Z]", (said["array"] + said.pop("letters", "")).upper()))
        kinds = {letter: kind for letter, kind in common["pieces"].items() if letter in letters}
        said = {**common, **said, "pieces": {**kinds, **said.get("pieces", {})}}
    said = {"fairyring": 1, "title": name, "summary": name, **said}
    return Variant(name, of_text(toml_text(said), f"{name}.toml")(), {}, f"scene {name}")


def picture(name: str) -> str:
    """The picture of a mechanic, as SVG that stands by itself and needs no words.

    Raises:
        MoveError: a move of the scene is not legal.
    """
    left, height, parts = -THEME.margin, 0.0, []
    frames = _frames(name)
    for position, marks in frames:
        board = draw(
            position.variant.board, position.view().tokens, marks=marks, panels=_hands(position), label=""
        )
        found = SIZED.match(board)
        assert found is not None  # as `draw` begins
        parts.append(f'<g transform="translate({left:g} 0)">{board[found.end() : -len("</svg>")]}</g>')
        left += float(found[1]) - 2 * THEME.margin + GAP
        height = max(height, float(found[2]))
    top = 0 if any(_hands(position) for position, _ in frames) else THEME.margin - 2
    size = f'viewBox="-2 {top:g} {left + THEME.margin - GAP + 4:g} {height - 2 * top:g}"'
    drawn = FOR_PAGES.sub("", WORDS.sub("", "".join(parts)))
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}</svg>\n'


def _frames(name: str) -> list[tuple[Position, Marks]]:
    """The boards of a picture, from left to right."""
    scene, variant = scenes()[name], game_of(name)
    before = after = variant.start()
    if "start" in scene:
        marks = figure_marks(variant, Figure(str(before), scene["start"], ""))
        chosen = [site for site in marks.chosen if site in variant.board.numbers]  # none of a piece in hand
        return [(before, replace(marks, chosen=chosen, checked=before.view().checked))]
    marked: list[str] = scene.get("marked", [])
    last: list[str] = []
    rides: list[list[tuple[Point, Point]]] = []
    for text in scene["moves"]:
        move = after.parse_move(text)
        ends = [site for site in variant.ends(move) if site in variant.board.numbers]
        after = after.play(move)
        last += ends
        rides += _arrow(variant, ends)
    changed = {site for site, *_ in _standing(before) ^ _standing(after)}
    faint = [*marked, *sorted(changed - {*last, *marked})]
    marks = Marks(last=last, faint=faint, checked=after.view().checked)
    return [(before, Marks(rides=rides, faint=marked)), (after, marks)]


def _arrow(variant: Variant, ends: list[str]) -> Iterator[list[tuple[Point, Point]]]:
    """The arrow of a move from its first square to its second; none of a drop."""
    places = [variant.board.places[variant.board.numbers[site]][0] for site in ends[:2]]
    if len(places) == 2 and places[0] != places[1] and not any(place.chart for place in places):
        one, two = ((place.x, place.y) for place in places)
        yield [(one, two)]


def _standing(position: Position) -> set[tuple[str, str, str]]:
    return {(token.site, token.letter, token.level) for token in position.view().tokens}


def _hands(position: Position) -> list[Panel]:
    """What the sides have in hand; what is counted is said in words."""
    return [panel for panel in position.view().panels if panel.number is None]


if __name__ == "__main__":
    PLACE.mkdir(exist_ok=True)
    for name in sys.argv[1:] or scenes():
        (PLACE / f"{name}.svg").write_text(picture(name), encoding="utf-8")
