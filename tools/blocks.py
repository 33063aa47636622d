"""Draw the pieces of the set "Blocks": .venv/bin/python tools/blocks.py.

A piece is a stack of blocks with straight edges and round arcs: a plinth and a body, which are the same for
many, and a head. What is on a block is cut into it. A drawing of the first set stands for what has none here,
such as walls and ducks.
"""

from pathlib import Path
from typing import NamedTuple

DRAWINGS = Path(__file__).parents[1] / "src" / "fairyring" / "drawing" / "blocks"

BODY = ("M10 38.5h28v5H10z", "M16.5 35.5L20 26h8l3.5 9.5z")
SMALL = ("M12.5 38.5h23v5h-23z", "M17.5 35.5l3-8h7l3 8z")
WIDE = ("M10 38.5h28v5H10z", "M15 35.5L17.5 25h13L33 35.5z")
PLINTH = ("M10 38.5h28v5H10z",)
BEAST = ("M10 38.5h28v5H10z", "M17 35.5L18.5 29h11l1.5 6.5z")
HORSE = "M15 35.5l2.5-7 8-7-8.5 4.5-4.5 1-3-4.5 6.5-10 1-8.5 6 5 9 4.5 4 9.5-2 12.5z"
LOW = "M15 35.5l2.5-5.5 7-6-8 3.5-4.5.5-2.5-4 7-9h17l3.5 9.5-2 11z"  # a horse with something on its head
BARREL = "M9 22L31 8l6 9.5-22 14z"
CARRIAGE = ("M10 38.5h28v5H10z", BARREL, "M18 35.5a7 7 0 0 1 14 0z", "M32.5 5.5l3-2 7.5 12-3 2z")
CAT = "M15 35.5L14 8l6 5h8l6-5-1 27.5z"


def square(x: float, y: float, side: float) -> str:
    """A square around a point."""
    return f"M{x - side / 2:g} {y - side / 2:g}h{side:g}v{side:g}h-{side:g}z"


def lozenge(x: float, y: float, half: float) -> str:
    """A square on its corner around a point."""
    return f"M{x:g} {y - half:g}l{half:g} {half:g}-{half:g} {half:g}-{half:g}-{half:g}z"


class Piece(NamedTuple):
    """A drawing: blocks, solids cut into them, lines cut into them, and lines outside of them."""

    blocks: tuple[str, ...]
    solids: str = ""
    lines: str = ""
    outer: str = ""
    mirrored: bool = False


EYE, LOW_EYE = square(19, 15.5, 2.6), square(19.5, 19, 2.6)
QUAIL = Piece(
    (*BEAST, "M8.5 17l7-4 3.5-4h6L34 17l6 5-2 4H18l-2.5-6z"), square(20, 13.5, 2.6), "", "M22.5 8.5V5l3.5-2.5"
)
PIECES = {
    "king": Piece(
        (*BODY, "M14 11h8.2V8.5h-3V5.2h3V2.5h3.6v2.7h3v3.3h-3V11H34l-3.5 12h-13z"), lines="M18.5 17h11"
    ),
    "queen": Piece((*BODY, "M11.5 7l7 6L24 3.5 29.5 13l7-6-4.5 16H16z"), lozenge(24, 17.5, 3)),
    "rook": Piece((*WIDE, "M12.5 8H18v4h3.5V8h5v4H30V8h5.5v10.5L32 22H16l-3.5-3.5z"), lines="M19 30h10"),
    "bishop": Piece(
        (*BODY, "M24 8.5l9 8.5-4 6H19l-4-6z", "M24 2a2.6 2.6 0 1 1 0 5.2A2.6 2.6 0 1 1 24 2z"),
        lines="M27 13.5l-5 6",
    ),
    "knight": Piece((*PLINTH, HORSE), EYE),
    "pawn": Piece((*SMALL, "M24 11.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z")),
    "berolina": Piece((*SMALL, lozenge(24, 17, 7.5))),
    "hoplite": Piece((*SMALL, "M17 11h14v7.5L24 25l-7-6.5z"), lines="M20 16h8"),
    "captain": Piece((*SMALL, "M17.5 11.5h13v13h-13z"), square(24, 18, 4.4)),
    "lieutenant": Piece((*SMALL, lozenge(24, 16.5, 8.5)), lozenge(24, 16.5, 3)),
    "commoner": Piece((*BODY, "M14.5 9.5l5.5 4 4-6 4 6 5.5-4L30.5 23h-13z"), lines="M20 18.5h8"),
    "general": Piece((*BODY, "M13 6h22l-3 5.5H16z", "M16.5 14.5h15V23h-15z"), square(24, 18.7, 3.4)),
    "ferz": Piece((*BODY, lozenge(24, 13, 10)), lozenge(24, 13, 4)),
    "wazir": Piece((*BODY, "M15.5 6h17v17h-17z"), square(24, 14.5, 6.5)),
    "alfil": Piece((*BODY, "M14 9.5L24 3.5l10 6L30 23H18z"), lozenge(24, 13.5, 3.6)),
    "champion": Piece(
        (*BODY, "M24 2.5l3.5 5.5 6.5-1-1 6.5 5 3.5-5.5 2.5L31 24l-7-2-7 2-1.5-5-5.5-2.5 5-3.5-1-6.5 6.5 1z"),
        square(24, 14, 4.5),
    ),
    "wizard": Piece((*BODY, "M24 2.5L30 17h6v6H12v-6h6z"), lozenge(24, 13, 3)),
    "wazird": Piece((*BODY, "M14 6h20l-3.5 8.5 3.5 8.5H14l3.5-8.5z"), square(24, 14.5, 4.4)),
    "advisor": Piece((*BODY, "M24 4.5l6.5 7H41v4.5H7v-4.5h10.5z", "M18 19h12v4H18z"), lozenge(24, 11, 2.2)),
    "tower": Piece(
        (*PLINTH, "M15.5 4H19v3.5h3V4h4v3.5h3V4h3.5v11.5h-17z", "M17 18.5h14l2 17H15z"),
        "M22.2 23.5h3.6V30h-3.6z",
    ),
    "cardinal": Piece((*BODY, "M22.2 3h3.6v3.5h4V10h-4v4h10L31 23H17l-4.8-9h10v-4h-4V6.5h4z")),
    "amazon": Piece((*PLINTH, LOW, "M14.5 4l6 3.5L24.5 2l4 5.5 6-3.5-2 7.5h-16z"), LOW_EYE),
    "chancellor": Piece((*PLINTH, LOW, "M15 3h5v3.5h2.5V3h5v3.5H30V3h5v8.5H15z"), LOW_EYE),
    "archbishop": Piece((*PLINTH, LOW, "M25 1.5l8 10H17z"), LOW_EYE),
    "centaur": Piece((*PLINTH, LOW, "M23.2 2h3.6v2.5h4V8h-4v3.5h-3.6V8h-4V4.5h4z"), LOW_EYE),
    "kheshig": Piece((*PLINTH, LOW, "M16 11.5V6l4.5 2.5L24.5 4l4 4.5L33 6v5.5z"), LOW_EYE, "M26 20l5 9"),
    "unicorn": Piece((*PLINTH, HORSE, "M14.5 10.5L8 2l9 5z"), EYE, "M26 14l5 9"),
    "camel": Piece(
        (*PLINTH, "M13 35.5L18 24V14H9V8.5L16.5 7l2-3.5h6.5V20l7-4 6 7.5-3 12z"), square(19.5, 9.5, 2.6)
    ),
    "giraffe": Piece(
        (*PLINTH, "M15.5 35.5L20 20v-3l-9-1.5v-4L19.5 8V3h3v4h3V3h3v8l4.5 24.5z"),
        square(20.5, 12, 2.4) + lozenge(25, 22, 2) + lozenge(24, 29.5, 2),
    ),
    "elephant": Piece(
        (*PLINTH, "M17.5 35.5V29l2-5-6-1.5V31H8V16.5L14 8.5h13l6.5 6V24L31 27.5l3 8z"),
        square(15, 16, 2.6),
        "M24.5 12.5V22l5 2.5",
    ),
    "lion": Piece(
        (
            *BEAST[:1],
            "M17 35.5L18 31h12l1 4.5z",
            "M24 2.5l6.5 2 5.5 4 2 6.5-2 6.5-5.5 4.5-6.5 2-6.5-2-5.5-4.5-2-6.5 2-6.5 5.5-4z",
        ),
        square(19.5, 13.5, 2.6) + square(28.5, 13.5, 2.6) + "M22 17.5h4l-2 3.5z",
    ),
    "archer": Piece(
        (
            *BODY,
            (
                "M24 3l3 4.5h-1.5c8 1 14 6.5 16 15.5H38c-2.5-6-6.5-9-12-9.5"
                "V23h-4v-9.5C16.5 14 12.5 17 10 23H6.5c2-9 8-14.5 16-15.5H21z"
            ),
        )
    ),
    "grasshopper": Piece(
        (*BEAST, "M10 16l9-6.5h6V3h3v6.5l8 6.5-5 10H18l-3-6.5z"), square(20, 14.5, 2.6), "M31 15l-4 8"
    ),
    "rose": Piece((*BODY, "M24 3l6 4.5 6 .5-1 7.5-3.5 7.5h-15L13 15.5 12 8l6-.5z"), lozenge(24, 13.5, 4)),
    "eagle": Piece(
        (*BEAST, "M10.5 15.5L17 6l8-3 9 4-2 3 5 3.5-3 2.5 4 4-4.5 2 1 4h-16l1-8-8.5.5z"),
        square(20, 10.5, 2.6),
    ),
    "falcon": Piece(
        (*BEAST, "M10.5 16.5L16 7l8-3.5 7.5 4L34 26H18.5l1-8.5-8.5 2z"), square(20.5, 11, 2.6), "M28 13v8"
    ),
    "goose": Piece((*BEAST, "M5.5 12.5L15 8l5-4h6l4.5 4.5V26H19.5v-9l-4-3.5z"), square(21.5, 9, 2.6)),
    "swallow": Piece((*SMALL, "M24 25l-6-4L5.5 12.5l11 1.5 4.5 2 3-4.5 3 4.5 4.5-2 11-1.5L30 21z")),
    "phoenix": Piece(
        (*BEAST, "M24 2.5l3 5V14l4-1.5L41.5 5 40 17.5 30 26H18L8 17.5 6.5 5 17 12.5 21 14V7.5z"),
        lozenge(24, 20, 3),
    ),
    "quail": QUAIL,
    "quail-right": QUAIL._replace(mirrored=True),
    "crane": Piece(
        (*BEAST, "M8.5 10L16.5 7.5 20 3.5h5.5L28 7v9l9.5 4.5 2 5.5H18.5l3.5-6.5V11l-5 .5z"),
        square(22, 7.5, 2.4),
    ),
    "pheasant": Piece(
        (*BEAST, "M8 15.5l7-5L19 7h5l3.5 5-1 4.5L43 6l-9 20H18.5L16 17.5z"),
        square(20, 11.5, 2.6),
        "M27 21l9-8",
    ),
    "chick": Piece(
        (*SMALL, "M9 17.5l8-3.5v7z", "M25 8.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1 0-17z"), square(22, 15, 2.6)
    ),
    "hen": Piece(
        (*BEAST, "M8.5 16.5l6-3.5 1.5-6L19 9l2.5-4.5L24 8l4-3.5.5 8 2.5 4 10-7L37.5 26h-19l-2.5-8z"),
        square(20, 13, 2.6),
    ),
    "vulture": Piece(
        (*BEAST, "M6.5 16L12 10h7l3 4 5.5-8L38 12l2 14H18.5l.5-8-6-1.5L9.5 21z"),
        square(15, 13, 2.4),
        "M30 13v8",
    ),
    "serpent": Piece(
        (*PLINTH, "M14 35.5v-6.5h13v-4H14V10l6.5-6.5H34v6.5H21.5v8.5H34.5v17z"),
        square(20, 8.5, 2.6),
        "M34 6.5h6",
    ),
    "wildebeest": Piece((*PLINTH, LOW, "M10 2.5l3.5 3 6 1h9l6-1 3.5-3v6l-5.5 3h-17L10 8.5z"), LOW_EYE),
    "fool": Piece((*BODY, "M6.5 16.5L14 5l10 8 10-8 7.5 11.5-7-3L31 23H17l-3.5-9.5z"), lozenge(24, 18, 3)),
    "yurt": Piece(
        (*PLINTH, "M11 35.5V24h26v11.5z", "M8.5 21L19 11h10l10.5 10z", "M20.5 4.5h7v4h-7z"),
        "M21.5 28h5v7.5h-5z",
    ),
    "altar": Piece(
        (*PLINTH, "M15.5 35.5V26h17v9.5z", "M10 18.5h28V23H10z", "M24 3l4.5 7-2 5.5h-5l-2-5.5z"),
        "M22 28.5h4v4.5h-4z",
    ),
    "banner": Piece((*PLINTH, "M17 4h5v31.5h-5z", "M24.5 5H42l-5 7 5 7H24.5z"), lozenge(30.5, 12, 3)),
    "gold": Piece((*BODY, "M13.5 8.5H19l5-5 5 5h5.5L31 23H17z"), square(24, 14.5, 5.5)),
    "silver": Piece((*BODY, "M24 3.5L34.5 13 31 23H17l-3.5-10z"), lines="M19 16l5-5 5 5"),
    "lance": Piece((*PLINTH, "M24 2l9 16H15z", "M21.5 21h5v7l5 7.5h-15l5-7.5z"), lines="M24 9v6"),
    "shogi-knight": Piece((*PLINTH, CAT), square(20.5, 19, 2.6) + square(27.5, 19, 2.6), "M24 24v5"),
    "cannon": Piece(CARRIAGE, "M25 31.5l2.5 2.5h-5z" + square(21.5, 21.5, 4)),
    "iron-cannon": Piece(CARRIAGE, lines=lozenge(21.5, 21.5, 4)),
    "copper-cannon": Piece(CARRIAGE, lozenge(21.5, 21.5, 4)),
    "silver-cannon": Piece(CARRIAGE, lines=square(21.5, 21.5, 6)),
}
PLUS, LEFT_PLUS = "M38.5 3v10M33.5 8h10", "M9 3v10M4 8h10"
PROMOTED = {
    **dict.fromkeys(("pawn", "rook", "bishop", "lance", "silver", "shogi-knight"), PLUS),
    **dict.fromkeys(("cannon", "copper-cannon"), LEFT_PLUS),
}


def svg(piece: Piece) -> str:
    """A piece, in the format of the other drawings."""
    found = [
        (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"'
            ' stroke-width="2" stroke-linejoin="round">'
        )
    ]
    looks = (
        (" ".join(piece.blocks), "fill", "line"),
        (piece.solids, "detail", ""),
        (piece.lines, "", "detail"),
        (piece.outer, "", "line"),
    )
    plain = {"fill": "#fff", "line": "#222", "detail": "#222", "": "none"}
    for path, fill, stroke in looks:
        if path:
            named = [(part, name) for part, name in (("fill", fill), ("stroke", stroke)) if name]
            style = ";".join(f"{part}:var(--piece-{name},{plain[name]})" for part, name in named)
            found.append(
                f'  <path fill="{plain[fill]}" stroke="{plain[stroke]}" style="{style}"\n    d="{path}"/>'
            )
    if piece.mirrored:
        found = [found[0], '  <g transform="matrix(-1 0 0 1 48 0)">', *found[1:], "  </g>"]
    return "\n".join((*found, "</svg>\n"))


def drawn() -> dict[str, str]:
    """All drawings of the set, by the names of their files."""
    promoted = {f"promoted-{name}": PIECES[name]._replace(outer=plus) for name, plus in PROMOTED.items()}
    return {f"{name}.svg": svg(piece) for name, piece in (PIECES | promoted).items()}


if __name__ == "__main__":
    DRAWINGS.mkdir(exist_ok=True)
    for name, text in drawn().items():
        (DRAWINGS / name).write_text(text, encoding="utf-8")
