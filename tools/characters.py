"""Draw the pieces in characters: .venv/bin/python tools/characters.py.

A character is written here as its strokes, which are points and curves drawn for fairyring; no font is used.
Points are on a grid from 0 to 100; after a q come a quadratic curve's control point and its end. A character
of several parts says in which box of the grid each part is.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fairyring.drawing.characters import DISC, KOMA, OCTAGON, SETS, file_name

PIECES = Path(__file__).parents[1] / "src" / "fairyring" / "drawing" / "pieces"

Box = tuple[float, float, float, float]  # left, top, right, bottom

STROKES = {
    "王": "12 12 88 12; 18 50 82 50; 50 12 50 90; 6 90 94 90",
    "玉": "12 12 88 12; 18 50 82 50; 50 12 50 90; 6 90 94 90; 68 62 80 76",
    "士": "8 38 92 38; 50 6 50 91; 20 91 80 91",
    "亻": "90 2 q 70 34 6 56; 56 36 56 98",
    "車": "12 15 88 15; 22 64 22 30 78 30 78 64; 22 47 78 47; 22 64 78 64; 5 80 95 80; 50 2 50 98",
    "馬": (
        "22 64 22 8 82 8; 51 8 51 63; 22 26 78 26; 22 44 78 44; 22 63 90 63 q 90 90 80 96 68 92;"
        "12 75 5 93; 29 76 31 92; 45 75 50 90; 61 74 68 85"
    ),
    "兵": (
        "74 3 q 50 14 24 14; 24 14 24 60; 24 37 86 37; 63 37 63 60; 4 60 96 60; 36 73 q 28 86 10 97;"
        "64 73 90 97"
    ),
    "卒": (
        "50 2 50 16; 10 16 90 16; 32 22 q 28 44 9 56; 30 37 44 52; 69 22 q 66 42 54 52; 69 36 91 55;"
        "4 69 96 69; 50 57 50 98"
    ),
    "火": "12 30 24 54; 88 26 72 52; 50 3 50 36 q 48 72 6 97; 54 52 q 66 82 96 96",
    "石": "4 10 96 10; 46 10 q 38 44 4 68; 30 96 30 52 86 52 86 96; 30 89 86 89",
    "包": (
        "34 2 q 26 22 4 40; 26 20 90 20 90 58 q 90 74 74 70; 22 38 66 38 66 58 22 58;"
        "22 38 22 84 q 22 95 34 95 82 95 q 95 95 95 80"
    ),
    "木": "6 30 94 30; 50 2 50 98; 48 32 q 36 60 4 78; 54 34 q 66 52 94 66",
    "目": "10 98 10 5 90 5 90 98; 10 35 90 35; 10 64 90 64; 10 92 90 92",
    "師": "52 1 38 15; 14 97 14 15 82 15 82 46 14 46; 14 61 88 61 88 92 14 92",
    "巾": "8 80 8 24 92 24 92 70 q 92 82 74 78; 50 2 50 98",
    "象": (
        "38 1 q 30 13 12 22; 35 9 68 9 58 21; 20 42 20 22 82 22 82 42 20 42; 51 22 51 42 q 36 56 8 62;"
        "44 50 q 72 68 60 90 q 56 98 44 94; 53 61 q 38 75 8 80; 60 74 q 42 91 8 97; 88 49 q 78 58 62 62;"
        "62 62 q 74 82 96 92"
    ),
    "爿": "76 2 76 98; 22 10 22 40 76 40; 6 62 76 62; 42 62 q 40 86 8 98",
    "月寸": (
        "40 1 q 32 20 8 36; 34 14 86 14 q 74 46 12 59; 36 26 52 34; 26 37 42 46; 4 67 96 67;"
        "72 54 72 88 q 72 98 54 94; 26 77 38 89"
    ),
    "方": "44 2 54 14; 4 22 96 22; 40 22 q 40 72 4 97; 39 47 84 47 q 84 82 74 95 56 91",
    "其": (
        "26 1 q 20 17 4 28; 20 15 96 15; 8 38 92 38; 30 27 30 77; 70 27 70 77; 30 51 70 51; 30 64 70 64;"
        "2 77 98 77; 34 84 10 98; 66 84 92 98"
    ),
    "歩": (
        "50 2 50 43; 50 21 84 21; 23 17 23 43; 5 43 95 43; 50 51 50 80; 28 56 q 22 68 7 76; 70 55 91 71;"
        "84 70 q 66 92 14 98"
    ),
    "香": (
        "76 2 q 50 10 20 10; 6 26 94 26; 50 9 50 56; 48 27 q 34 48 5 60; 52 27 q 68 46 95 59;"
        "26 98 26 64 74 64 74 98; 26 80 74 80; 26 95 74 95"
    ),
    "圭": "16 18 84 18; 50 2 50 43; 5 43 95 43; 16 69 84 69; 50 54 50 94; 3 94 97 94",
    "金": (
        "50 2 q 34 28 4 44; 50 2 q 66 26 96 42; 28 43 72 43; 13 62 87 62; 50 43 50 94; 26 71 33 85;"
        "74 71 67 85; 5 94 95 94"
    ),
    "艮": (
        "14 44 14 6 82 6 82 44 14 44; 14 25 82 25; 14 44 14 94 46 82; 90 52 q 76 63 56 68;38 46 q 54 80 98 97"
    ),
    "角": (
        "36 1 q 28 18 6 31; 33 11 70 11 56 28; 22 28 22 58 q 22 84 8 98; 22 28 84 28 84 90 q 84 98 68 95;"
        "22 48 84 48; 22 67 84 67; 53 28 53 67"
    ),
    "飛": (
        "8 7 58 7 q 58 40 95 43 95 32; 88 5 71 17; 71 17 89 28; 37 17 q 28 27 6 31;"
        "22 28 22 58 q 22 84 5 98; 44 18 44 98; 3 54 62 54 q 62 91 95 95 95 82; 90 53 73 66; 73 66 91 78"
    ),
    "全": "50 2 q 34 28 4 46; 50 2 q 66 28 96 46; 26 46 74 46; 22 69 78 69; 50 46 50 93; 8 93 92 93",
    "杏": (
        "8 18 92 18; 50 2 50 55; 48 20 q 36 40 6 53; 52 20 q 66 40 94 52; 24 98 24 65 76 65 76 98;24 94 76 94"
    ),
    "と": "30 5 q 33 28 42 46; 84 26 q 16 52 16 72 q 16 96 86 89",
    "立月": (
        "50 1 50 12; 6 14 94 14; 28 20 34 32; 72 19 64 32; 2 36 98 36; 18 47 18 74 q 18 88 4 98;"
        "18 47 84 47 84 90 q 84 98 62 95; 18 62 84 62; 18 77 84 77"
    ),
    "龍右": (
        "10 2 10 28; 10 13 90 13; 10 28 84 28 84 44 10 44 10 82 q 10 95 30 95 80 95 q 97 95 97 82;"
        "34 56 88 56; 34 68 88 68; 34 80 88 80"
    ),
    "酉": (
        "3 8 97 8; 12 98 12 30 88 30 88 98; 37 8 37 34 q 37 52 22 58; 63 8 63 46 q 63 55 74 55 86 55;"
        "14 74 86 74; 12 92 88 92"
    ),
    "九十": "36 1 q 36 38 4 52; 6 17 74 17 74 40 q 74 48 84 48 97 48 97 36; 2 71 98 71; 50 57 50 98",
    "疋": ("8 10 90 10 82 30; 52 10 52 88; 52 48 82 48; 27 38 q 26 76 4 97; 23 64 q 38 94 98 94"),
    "氵": "30 8 60 21; 10 35 44 48; 6 96 q 38 76 56 56",
    "漢右": (
        "2 12 98 12; 30 1 30 24; 70 1 70 24; 15 32 85 32 85 51 15 51 15 32; 50 24 50 78; 9 64 91 64;"
        "1 78 99 78; 48 79 q 36 92 3 99; 54 79 q 66 92 97 99"
    ),
    "太": "6 32 94 32; 50 2 50 32 q 46 74 4 97; 53 42 q 66 78 96 96; 38 74 50 90",
}
PARTS: dict[str, tuple[tuple[str, Box], ...]] = {
    "仕": (("亻", (0, 0, 36, 100)), ("士", (34, 2, 100, 97))),
    "俥": (("亻", (0, 0, 32, 100)), ("車", (31, 0, 100, 100))),
    "傌": (("亻", (0, 0, 32, 100)), ("馬", (29, 1, 100, 98))),
    "炮": (("火", (0, 6, 44, 100)), ("包", (44, 2, 100, 98))),
    "砲": (("石", (0, 6, 42, 96)), ("包", (44, 2, 100, 98))),
    "楚": (("木", (3, 0, 49, 46)), ("木", (51, 0, 97, 46)), ("疋", (6, 50, 96, 99))),
    "漢": (("氵", (0, 2, 30, 100)), ("漢右", (34, 0, 100, 100))),
    "相": (("木", (0, 0, 48, 100)), ("目", (52, 4, 98, 98))),
    "帥": (("師", (0, 2, 46, 98)), ("巾", (50, 0, 100, 100))),
    "將": (("爿", (0, 0, 42, 100)), ("月寸", (43, 0, 100, 100))),
    "旗": (("方", (0, 2, 44, 100)), ("其", (45, 0, 100, 100))),
    "桂": (("木", (0, 0, 45, 100)), ("圭", (44, 3, 100, 98))),
    "銀": (("金", (0, 0, 50, 99)), ("艮", (51, 2, 100, 99))),
    "龍": (("立月", (0, 0, 48, 100)), ("龍右", (52, 0, 100, 100))),
    "酔": (("酉", (0, 2, 48, 98)), ("九十", (50, 0, 100, 100))),
}


class Shape(NamedTuple):
    """The wood of a piece: its outline, and the box that its character is in."""

    outline: str
    box: Box


SHAPES = {
    DISC: Shape("M24 3.5a20.5 20.5 0 0 1 0 41a20.5 20.5 0 0 1 0-41z", (10.5, 10.5, 37.5, 37.5)),
    OCTAGON: Shape("M15.5 3.5H32.5L44.5 15.5V32.5L32.5 44.5H15.5L3.5 32.5V15.5z", (10.5, 10.5, 37.5, 37.5)),
    KOMA: Shape("M24 2.5L37.5 9L42.5 44H5.5L10.5 9z", (12, 12.5, 36, 39.5)),
}
DENSE = 13  # a character with more strokes has thinner ones


def strokes(character: str) -> Iterator[tuple[str, Box]]:
    """The strokes of a character, each with the box that its points are in."""
    for part, box in PARTS.get(character, ((character, (0, 0, 100, 100)),)):
        for stroke in STROKES[part].split(";"):
            yield stroke, box


def path(stroke: str, *boxes: Box) -> str:
    """A stroke as a path, its grid laid into a box, which is in the next one, and so on."""
    found: list[str] = []
    awaited = 0
    for curve, across, down in re.findall(r"(q?)\s*(\d+) (\d+)", stroke):
        point = (float(across), float(down))
        for left, top, right, bottom in boxes:
            point = (left + point[0] * (right - left) / 100, top + point[1] * (bottom - top) / 100)
        awaited = 2 if curve else awaited - 1
        command = "Q" if curve else " " if awaited == 1 else "L" if found else "M"
        found.append(f"{command}{point[0]:.4g} {point[1]:.4g}")
    return "".join(found)


def svg(shape: str, character: str) -> str:
    """A piece with a character on it, in the format of the other drawings."""
    outline, box = SHAPES[shape]
    drawn = [path(stroke, inner, box) for stroke, inner in strokes(character)]
    width = 2.3 if len(drawn) < 9 else 2 if len(drawn) < DENSE else 1.7
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" stroke-width="2" stroke-linecap="round"'
        ' stroke-linejoin="round">\n'
        '  <path fill="#fff" stroke="#222"'
        ' style="fill:var(--piece-fill,#fff);stroke:var(--piece-line,#222)"\n'
        f'    d="{outline}"/>\n'
        f'  <path fill="none" stroke="#222" stroke-width="{width}" style="stroke:var(--piece-detail,#222)"\n'
        f'    d="{"".join(drawn)}"/>\n'
        "</svg>\n"
    )


def drawings() -> dict[str, str]:
    """Every drawing that a game may ask for, by the name of its file."""
    return {
        f"{file_name(found.shape, character)}.svg": svg(found.shape, character)
        for found in SETS.values()
        for characters in found.characters.values()
        for character in characters
    }


if __name__ == "__main__":
    for name, drawn in drawings().items():
        (PIECES / name).write_text(drawn, encoding="utf-8")
