"""Drawings of pieces that a game brings along: SVG of shapes alone.

Such a drawing is data from a stranger. What can be in it is listed here, and all else is refused: text,
scripts, styles, references and whatever else could load, run or refer to something, and a drawing that is
too large. So it can stand inside any page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Final
from xml.etree import ElementTree

from fairyring.messages import Message

MOST: Final = 6000  # characters of a drawing
MOST_SHAPES: Final = 120
MOST_DEPTH: Final = 10

_NUMBER = r"-?(?:[0-9]{1,5}(?:\.[0-9]{0,4})?|\.[0-9]{1,4})"
_NUMBERS = r"[0-9.,\s-]+"  # read in one pass; a drawing of the wrong numbers is only an odd drawing
_LOOK: Final[Mapping[str, str]] = {
    "fill": "none|#[0-9a-f]{3}|#[0-9a-f]{6}",
    "stroke": "none|#[0-9a-f]{3}|#[0-9a-f]{6}",
    "stroke-width": _NUMBER,
    "stroke-linecap": "butt|round|square",
    "stroke-linejoin": "miter|round|bevel",
    "stroke-miterlimit": _NUMBER,
    "fill-rule": "nonzero|evenodd",
    "opacity": _NUMBER,
    "fill-opacity": _NUMBER,
    "stroke-opacity": _NUMBER,
    "transform": rf"(?:(?:matrix|translate|scale|rotate|skewX|skewY)\({_NUMBERS}\)[\s,]*)+",
}
_PATH = r"[MmLlHhVvCcSsQqTtAaZz0-9.,\s-]+"
_SHAPES: Final[Mapping[str, Mapping[str, str]]] = {
    "svg": {"viewBox": rf"{_NUMBER}(?:[\s,]+{_NUMBER}){{3}}", "width": ".*", "height": ".*"},
    "g": {},
    "path": {"d": _PATH},
    "circle": dict.fromkeys(("cx", "cy", "r"), _NUMBER),
    "ellipse": dict.fromkeys(("cx", "cy", "rx", "ry"), _NUMBER),
    "rect": dict.fromkeys(("x", "y", "width", "height", "rx", "ry"), _NUMBER),
    "line": dict.fromkeys(("x1", "y1", "x2", "y2"), _NUMBER),
    "polyline": {"points": _NUMBERS},
    "polygon": {"points": _NUMBERS},
}
SHAPES: Final = tuple(_SHAPES)
ATTRIBUTES: Final[Mapping[str, frozenset[str]]] = {
    shape: frozenset({*own, *_LOOK}) for shape, own in _SHAPES.items()
}
"""What a drawing may consist of: the attributes of each shape."""

_SPACE = "{http://www.w3.org/2000/svg}"


def is_drawn(drawing: str) -> bool:
    """Whether this is a drawing itself, and not the name of one."""
    return drawing.lstrip().startswith("<")


def name_of(drawing: str) -> str:
    """The name of a drawing: its own, or one that is made of what it draws, the same in every game."""
    return f"own-{sha256(drawing.encode()).hexdigest()[:16]}" if is_drawn(drawing) else drawing


def drawing_of(drawing: str, name: str) -> str:
    """A drawing or the name of one; without one the piece's name, which is never taken for a drawing."""
    return drawing or name.replace("<", "")


def checked(drawing: str) -> str:
    """A drawing as it is kept, or the name of one as it is.

    Raises:
        ValueError: the drawing has something in it that a drawing may not have, or is too large.
    """
    if not is_drawn(drawing):
        if not re.fullmatch("[a-z0-9-]{0,40}", drawing):
            raise ValueError("expected the name of a drawing, such as knight, or a drawing as SVG")
        return drawing
    if len(drawing) > MOST:
        raise ValueError(
            Message("a drawing has at most {most} characters, not {number}", most=MOST, number=len(drawing))
        )
    if found := re.search(r"<[!?]|&", drawing):  # no entities, and nothing that is not an element
        raise ValueError(Message("a drawing may not have {found}", found=repr(found[0])))
    try:
        root = ElementTree.fromstring(drawing)
    except ElementTree.ParseError as error:
        raise ValueError(Message("this drawing is not well-formed SVG: {error}", error=error)) from error
    if len(list(root.iter())) > MOST_SHAPES:
        raise ValueError(Message("a drawing has at most {most} shapes", most=MOST_SHAPES))
    if _shape(root) != "svg":
        raise ValueError("a drawing is one <svg>")
    if "viewBox" not in root.attrib:
        raise ValueError('a drawing needs a viewBox, such as viewBox="0 0 48 48"')
    kept = _kept(root, 0)
    for name in ("width", "height"):
        kept.attrib.pop(name, None)
    *_, width, height = map(float, re.findall(_NUMBER, kept.attrib["viewBox"]))
    if not (width > 0 and height > 0):
        raise ValueError("the viewBox of a drawing has a width and a height")
    return ElementTree.tostring(kept, encoding="unicode")


def _shape(element: ElementTree.Element) -> str:
    return str(element.tag).removeprefix(_SPACE)


def _kept(element: ElementTree.Element, depth: int) -> ElementTree.Element:
    """The same element without texts and namespaces.

    Raises:
        ValueError: there is something in it that a drawing may not have.
    """
    shape = _shape(element)
    if shape not in _SHAPES or (shape == "svg") != (depth == 0):
        raise ValueError(
            Message(
                "a drawing may not have <{shape}>; there are {known}",
                shape=shape[:30],
                known=", ".join(_SHAPES),
            )
        )
    if depth > MOST_DEPTH:
        raise ValueError(Message("the shapes of a drawing are nested at most {most} deep", most=MOST_DEPTH))
    if (element.text or "").strip() or (element.tail or "").strip():
        raise ValueError("a drawing may not have text")
    known = {**_LOOK, **_SHAPES[shape]}
    made = ElementTree.Element(shape)
    for name, value in element.attrib.items():
        if name not in known:
            raise ValueError(
                Message("in a drawing, <{shape}> may not have {name}", shape=shape, name=repr(name[:30]))
            )
        said = " ".join(value.split())
        said = said.lower() if name in ("fill", "stroke") else said
        if not re.fullmatch(known[name], said) or re.search(r"\d{8}", said):
            raise ValueError(
                Message(
                    "in a drawing, this cannot be the {name} of a <{shape}>: {value}",
                    name=repr(name),
                    shape=shape,
                    value=repr(value[:40]),
                )
            )
        made.set(name, said)
    made.extend([_kept(child, depth + 1) for child in element])
    return made
