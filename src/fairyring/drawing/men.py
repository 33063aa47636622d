"""The drawings of the men, with their colours put in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from fairyring.drawing.theme import Ink
from fairyring.kernels.rules import Chips

SIZE = 48  # of a drawing's square grid

_SVG = "{http://www.w3.org/2000/svg}"
_PROPERTY = re.compile(r"\s*([a-z-]+)\s*:\s*var\(--man-([a-z]+)\s*(?:,[^)]*)?\)\s*")


def pictures() -> frozenset[str]:
    """The names of the drawings that there are."""
    folder = files(__package__) / "pieces"
    return frozenset(
        file.name.removesuffix(".svg") for file in folder.iterdir() if file.name.endswith(".svg")
    )


@cache
def man(picture: str, letter: str, ink: Ink) -> str:
    """A man as a piece of SVG, 48 units wide and high, in concrete colours and without ids.

    Where there is no drawing of that name, as in a game somebody is still inventing, he is a disc
    with his letter.
    """
    if picture not in pictures():
        return (
            f'<g stroke="{ink.line}" stroke-width="2"><circle cx="24" cy="24" r="17" fill="{ink.fill}"/></g>'
            f'<text x="24" y="32" text-anchor="middle" font-family="sans-serif" font-weight="bold"'
            f' font-size="23" fill="{ink.detail}">{escape(letter.upper())}</text>'
        )
    source = (files(__package__) / "pieces" / f"{picture}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(source)
    del root.attrib["viewBox"]
    root.tag = f"{_SVG}g"
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
        element.text = element.tail = None  # the files' own line breaks
        element.attrib.update(_concrete(element.attrib.pop("style", ""), ink, picture))
        if "d" in element.attrib:
            element.attrib["d"] = " ".join(element.attrib["d"].split())
    return ElementTree.tostring(root, encoding="unicode")


def worth(chips: Sequence[Chips], ink: Ink) -> str:
    """What a stack of chips is worth, written below it; nothing for what is no stack."""
    if not chips:
        return ""
    return (
        '<text x="24" y="47" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700"'
        f' font-size="17" fill="{ink.line}" stroke="#fff" stroke-width="3" paint-order="stroke">'
        f"{sum(chip.worth * chip.number for chip in chips)}</text>"
    )


def star(colour: str, ink: Ink) -> str:
    """The star on a True King, of the size of a man's drawing."""
    look = f'fill="{colour}" stroke="{ink.line}" stroke-width="1.2" stroke-linejoin="round"'
    return f'<path d="M39 3l2.5 5.4 5.9.7-4.4 4 1.2 5.9-5.2-3-5.2 3 1.2-5.9-4.4-4 5.9-.7z" {look}/>'


def _concrete(style: str, ink: Ink, picture: str) -> dict[str, str]:
    """The attributes that say what a style of custom properties does."""
    found = {}
    for part in filter(None, style.split(";")):
        match = _PROPERTY.fullmatch(part)
        if match is None or match[2] not in Ink._fields:
            raise ValueError(f"the drawing {picture}.svg has a style that is no --man- colour: {part}")
        found[match[1]] = str(getattr(ink, match[2]))
    return found


class Stand(NamedTuple):
    """Where in his square a man is drawn: how large, and how far its corner lies from the square's."""

    size: float
    x: float
    y: float


ALONE = Stand(1, 0, 0)


def stands(height: int) -> tuple[Stand, ...]:
    """Where those are drawn who stand on each other, the lowest first.

    Whoever carries stands small in the near left corner; who is on top is larger, up on the right.
    """
    if height == 1:
        return (ALONE,)
    under = [Stand(0.66, 0, 0.33 * SIZE)] * (height - 1)
    return (*under, Stand(0.74, 0.27 * SIZE, -0.01 * SIZE))
