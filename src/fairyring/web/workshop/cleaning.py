"""A picture that a visitor brings for a piece, cleaned: what remains is shapes, as game files have them.

`nh3` takes away all that a page must not hold; what drawings may consist of is said by
`fairyring.pieces.drawings`.
"""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree

from fairyring.drawing.artwork import own_drawing
from fairyring.errors import FairyringError, reason_of
from fairyring.messages import Message
from fairyring.pieces.drawings import ATTRIBUTES, SHAPES, checked, name_of
from fairyring.web.workshop.tasks import Report

GONE: Final = {"script", "style", "metadata", "title", "desc", "text", "defs", "foreignObject"}
PROPERTIES: Final = {name for name in ATTRIBUTES["g"] if name != "transform"}
NAMED: Final = {
    "white": "#fff",
    "black": "#000",
    "gray": "#888",
    "grey": "#888",
    "silver": "#c0c0c0",
    "red": "#f00",
    "maroon": "#800000",
    "orange": "#ffa500",
    "yellow": "#ff0",
    "gold": "#ffd700",
    "olive": "#808000",
    "lime": "#0f0",
    "green": "#008000",
    "teal": "#008080",
    "aqua": "#0ff",
    "blue": "#00f",
    "navy": "#000080",
    "purple": "#800080",
    "fuchsia": "#f0f",
    "pink": "#ffc0cb",
    "brown": "#a52a2a",
    "currentcolor": "#000",
}
OUTLINE: Final = 1 / 24  # of a picture's width


class PictureError(FairyringError):
    """A picture that cannot be the drawing of a piece."""


def cleaned(text: str, _: Report) -> dict[str, str]:
    """The drawing in an SVG file: for the game file, its name, and as pages show it.

    A drawing without white is a silhouette: it is filled with the colour of its side, and outlined.

    Raises:
        PictureError: there is none in it, or it is too large.
    """
    import nh3

    attributes = {shape: {*own, "style", "width", "height", "viewBox"} for shape, own in ATTRIBUTES.items()}
    safe = nh3.clean(
        text[text.find("<svg") :],
        tags=set(SHAPES),
        attributes=attributes,
        clean_content_tags=GONE,
        filter_style_properties=set(PROPERTIES),
        url_schemes=set(),
        link_rel=None,
    )
    found = re.search(r"<svg\b.*</svg>", safe, re.DOTALL)
    try:
        root = ElementTree.fromstring(found[0] if found else "")
    except ElementTree.ParseError as error:
        raise PictureError("there is no SVG picture in this file") from error
    if "viewBox" not in root.attrib:
        root.set("viewBox", f"0 0 {_length(root, 'width')} {_length(root, 'height')}")
    for parent in (root, *root.iter()):
        for child in [*parent]:
            if child.tag == "svg":
                parent.remove(child)
            child.tail = None
        parent.text = None
    for element in root.iter():
        _keep(element)
    if not any(_colour(element.get("fill", "")) == "#fff" for element in root.iter()):
        _outline(root)
    try:
        drawing = checked(ElementTree.tostring(root, encoding="unicode"))
    except ValueError as error:
        reason = Message("this picture cannot be the drawing of a piece: {reason}", reason=reason_of(error))
        raise PictureError(reason) from error
    return {"drawing": drawing, "picture": name_of(drawing), "shown": own_drawing(drawing)}


def _length(root: ElementTree.Element, name: str) -> str:
    found = re.match(r"\d{1,5}", root.get(name, ""))
    return found[0] if found else "48"


def _keep(element: ElementTree.Element) -> None:
    """Keep the attributes that a drawing may have, each written as it may be."""
    style = dict(re.findall(r"([a-z-]+)\s*:\s*([^;]+)", element.attrib.pop("style", "")))
    given = element.attrib | {name: value.strip() for name, value in style.items()}
    allowed = ATTRIBUTES[str(element.tag)]
    element.attrib.clear()
    for name, value in given.items():
        said = _colour(value) if name in ("fill", "stroke") else _rounded(value)
        if name in allowed and said:
            element.set(name, said)


def _colour(value: str) -> str:
    """A colour as drawings have it: what cannot be said so, such as a gradient, is white."""
    said = value.strip().lower()
    if parts := re.fullmatch(r"rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)", said):
        return "#" + "".join(f"{min(int(part), 255):02x}" for part in parts.groups())
    if said in ("none", "transparent"):
        return "none"
    if re.fullmatch("#[0-9a-f]{3}|#[0-9a-f]{6}", said):
        return {"#ffffff": "#fff", "#000000": "#000", "#808080": "#888", "#888888": "#888"}.get(said, said)
    return NAMED.get(said, "#fff" if said.startswith("url") else "")


def _rounded(value: str) -> str:
    """Numbers with two digits behind the point, and without units."""
    short = re.sub(r"(\.\d\d)\d+", r"\1", value)
    return re.sub(r"(?<=\d)px\b", "", short).strip()


def _outline(root: ElementTree.Element) -> None:
    """Fill a silhouette with white, and outline it."""
    width = float(re.split(r"[\s,]+", root.attrib["viewBox"].strip())[2])
    for element in root.iter():
        if element.get("fill") in ("#000", "#888"):
            element.set("fill", "#fff")
    root.attrib |= {"fill": "#fff", "stroke": "#000", "stroke-width": f"{width * OUTLINE:.2f}"}
