"""The drawings of the pieces, filled in with their colours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from fairyring.board import Side
from fairyring.drawing.theme import Ink
from fairyring.kernels.rules import Chips
from fairyring.pieces.drawings import is_drawn, name_of

SIZE = 48  # the side of a drawing, in its own units
MOST_KEPT = 5000  # drawings in their colours: more than all of ours, not all that strangers bring
INKS = {
    "#fff": "fill",
    "#000": "line",
    "#888": "detail",
}  # what the colours of a game's own drawings stand for

_SVG = "{http://www.w3.org/2000/svg}"
_PROPERTY = re.compile(r"\s*([a-z-]+)\s*:\s*var\(--piece-([a-z]+)\s*(?:,[^)]*)?\)\s*")


def pictures() -> frozenset[str]:
    """The names of all drawings."""
    folder = files(__package__) / "pieces"
    return frozenset(
        file.name.removesuffix(".svg") for file in folder.iterdir() if file.name.endswith(".svg")
    )


def picture_of(picture: str, side: Side) -> str:
    """Attributes of the parent of a drawing, by which pages replace it by that of another set."""
    return f' data-picture="{escape(name_of(picture))}" data-side="{side}"'


@lru_cache(MOST_KEPT)
def piece_svg(picture: str, letter: str, ink: Ink) -> str:
    """A piece as an SVG fragment, 48 units wide and high, with literal colours and no ids.

    If there is no drawing of that name, as in a game that is still being invented, it is a disc with
    the piece's letter.
    """
    own = is_drawn(picture)
    if not own and picture not in pictures():
        return (
            f'<g stroke="{ink.line}" stroke-width="2"><circle cx="24" cy="24" r="17" fill="{ink.fill}"/></g>'
            f'<text x="24" y="32" text-anchor="middle" font-family="sans-serif" font-weight="bold"'
            f' font-size="23" fill="{ink.detail}">{escape(letter.upper())}</text>'
        )
    source = (
        own_drawing(picture) if own else (files(__package__) / "pieces" / f"{picture}.svg").read_text("utf-8")
    )
    root = ElementTree.fromstring(source)
    if own:
        root.attrib |= {"width": str(SIZE), "height": str(SIZE)}  # it is cut off where it ends
    else:
        del root.attrib["viewBox"]
        root.tag = f"{_SVG}g"
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
        element.text = element.tail = None  # the files' own line breaks
        element.attrib.update(_concrete(element.attrib.pop("style", ""), ink, picture))
        if "d" in element.attrib:
            element.attrib["d"] = " ".join(element.attrib["d"].split())
    return ElementTree.tostring(root, encoding="unicode")


def pictured(picture: str) -> dict[str, str]:
    """A picture for pages: its name, as ``picture``, and the ``drawing`` if the game brings it along."""
    return {"picture": name_of(picture), "drawing": own_drawing(picture) if is_drawn(picture) else ""}


@lru_cache(MOST_KEPT)
def own_drawing(picture: str) -> str:
    """A drawing that a game brings along, in the colours of the sides, as ours have them.

    White stands for the colour of the side, black for that of its lines, and grey (``#888``) for fine lines
    within; other colours are the same for both sides.
    """
    root = ElementTree.fromstring(picture)
    whole = ElementTree.Element("svg", {"xmlns": _SVG[1:-1], "viewBox": root.attrib.pop("viewBox")})
    root.tag, root.attrib = "g", {"fill": "#000", **root.attrib}  # black, as SVG has it
    whole.append(root)
    for element in root.iter():
        inks = {name: INKS.get(_short(element.get(name, ""))) for name in ("fill", "stroke")}
        if style := ";".join(f"{name}:var(--piece-{ink})" for name, ink in inks.items() if ink):
            kept = {name: value for name, value in element.items() if not inks.get(name)}
            element.attrib = {"style": style, **kept}
    return ElementTree.tostring(whole, encoding="unicode")


def _short(colour: str) -> str:
    """A colour with one digit for each part, if it can be written so."""
    found = re.fullmatch(r"#(.)\1(.)\2(.)\3", colour)
    return f"#{found[1]}{found[2]}{found[3]}" if found else colour


def worth_label(chips: Sequence[Chips], ink: Ink) -> str:
    """The total worth of a stack of chips, written below it; empty without chips."""
    if not chips:
        return ""
    return (
        '<text x="24" y="47" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700"'
        f' font-size="17" fill="{ink.line}" stroke="#fff" stroke-width="3" paint-order="stroke">'
        f"{sum(chip.worth * chip.number for chip in chips)}</text>"
    )


def star(colour: str, ink: Ink) -> str:
    """The star on a True King, the size of a piece's drawing."""
    look = f'fill="{colour}" stroke="{ink.line}" stroke-width="1.2" stroke-linejoin="round"'
    return f'<path d="M39 3l2.5 5.4 5.9.7-4.4 4 1.2 5.9-5.2-3-5.2 3 1.2-5.9-4.4-4 5.9-.7z" {look}/>'


def _concrete(style: str, ink: Ink, picture: str) -> dict[str, str]:
    """A style made of custom properties, as plain attributes."""
    found = {}
    for part in filter(None, style.split(";")):
        match = _PROPERTY.fullmatch(part)
        if match is None or match[2] not in Ink._fields:
            raise ValueError(f"the drawing {picture}.svg uses a style other than a --piece- colour: {part}")
        found[match[1]] = str(getattr(ink, match[2]))
    return found


class Placement(NamedTuple):
    """Where in its square a piece is drawn: its scale, and the offset of its corner from the square's."""

    size: float
    x: float
    y: float


ALONE = Placement(1, 0, 0)


def placements(height: int) -> tuple[Placement, ...]:
    """Where the pieces of a stack are drawn, the lowest first.

    Carriers are small, in the lower left corner; the piece on top is larger, at the upper right.
    """
    if height == 1:
        return (ALONE,)
    under = [Placement(0.66, 0, 0.33 * SIZE)] * (height - 1)
    return (*under, Placement(0.74, 0.27 * SIZE, -0.01 * SIZE))
