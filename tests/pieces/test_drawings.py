"""Drawings that games bring along: shapes alone, in the colours of the sides, and nothing else."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from fairyring.board import Side
from fairyring.drawing.artwork import own_drawing, pictured, piece_svg
from fairyring.drawing.theme import THEME
from fairyring.pieces import Piece
from fairyring.pieces.drawings import MOST, checked, is_drawn, name_of

FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45" width="45"><g fill="#FFFFFF" stroke="#000">'
    '<path d="M8,36 L22 4 37,36z"/><circle cx="22" cy="20" r="3" fill="#888"/></g>'
    '<path d="M1 1h4" stroke="#f00"/></svg>'
)


def drawn(inside: str, attributes: str = 'viewBox="0 0 9 9"') -> str:
    return f"<svg {attributes}>{inside}</svg>"


@pytest.mark.parametrize(
    "drawing",
    [
        drawn("<script>alert(1)</script>"),
        drawn("<style>*{fill:red}</style>"),
        drawn('<image href="https://example.org/a.png"/>'),
        drawn('<use href="#a"/>'),
        drawn("<foreignObject/>"),
        drawn('<a href="javascript:alert(1)"/>'),
        drawn('<animate attributeName="r"/>'),
        drawn('<path d="M0 0" onclick="alert(1)"/>'),
        drawn('<path d="M0 0" style="fill:red"/>'),
        drawn('<path d="M0 0" fill="url(#a)"/>'),
        drawn('<path d="M0 0" filter="url(https://example.org)"/>'),
        drawn('<path d="M0 0" class="square"/>'),
        drawn('<path d="M0 0" id="board"/>'),
        drawn('<path d="M0 0" xmlns:x="http://www.w3.org/1999/xlink" x:href="a"/>'),
        drawn('<rect width="123456789"/>'),
        drawn('<g transform="translate(1) url(x)"/>'),
        drawn("<svg/>"),
        drawn("words"),
        drawn("<g>&lt;</g>"),
        drawn("<!-- a comment -->"),
        '<?xml version="1.0"?>' + drawn(""),
        '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + drawn("<g>&a;</g>"),
        drawn("<g>" * 20 + "</g>" * 20),
        drawn("<g/>" * 500),
        drawn("", ""),
        drawn("", 'viewBox="0 0 0 9"'),
        drawn("", 'viewBox="0 0 9 9" onload="alert(1)"'),
        drawn("", 'viewBox="0 0 9 9" xmlns="http://www.w3.org/1999/xhtml"'),
        drawn("<g/>" + " " * MOST),
        "<svg",
        "<b/>",
    ],
)
def test_whatever_is_more_than_shapes_is_refused(drawing: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        checked(drawing)
    with pytest.raises(ValueError, match=r"."):
        Piece("N", "knight", "N", drawing=drawing)


def test_values_are_read_in_one_pass() -> None:
    """A text that could be read in many ways is not tried in all of them."""
    with pytest.raises(ValueError, match="points"):
        checked(drawn(f'<polygon points="{"1" * 4000}x"/>'))
    with pytest.raises(ValueError, match="transform"):
        checked(drawn(f'<g transform="{"rotate(1) " * 400}x"/>'))


def test_a_drawing_stays_what_it_is() -> None:
    kept = checked(FACE)
    assert checked(kept) == kept
    assert set(ElementTree.fromstring(kept).attrib) == {"viewBox"}
    assert Piece("N", "knight", "N", drawing=FACE).picture == kept
    assert checked("knight") == name_of("knight") == "knight"
    with pytest.raises(ValueError, match="the name of a drawing"):
        checked("Knight!")


def test_colours_stand_for_those_of_the_sides() -> None:
    kept = checked(FACE)
    shown = own_drawing(kept)
    for name, count in (("fill", 1), ("line", 2), ("detail", 1)):  # black is the colour of what has none
        assert shown.count(f":var(--piece-{name})") == count
    assert 'stroke="#f00"' in shown
    assert pictured(kept) == {"picture": name_of(kept), "drawing": shown}
    assert pictured("rook") == {"picture": "rook", "drawing": ""}
    for side in Side:
        ink = THEME.ink(side)
        found = piece_svg(kept, "N", ink)
        assert ink.fill in found
        assert "var(" not in found


def test_a_name_is_never_taken_for_a_drawing() -> None:
    """Drawings are looked at before they stand in a page; names are not."""
    piece = Piece("X", '<svg viewBox="0 0 1 1"><script/></svg>', "W")
    assert not is_drawn(piece.picture)
