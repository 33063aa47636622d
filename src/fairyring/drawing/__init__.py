"""Pictures: positions as SVG, and the rules page of a game."""

from fairyring.drawing.artwork import pictures
from fairyring.drawing.board import board_svg, draw
from fairyring.drawing.kinds import piece_card
from fairyring.drawing.marks import Marks
from fairyring.drawing.page import rules_page
from fairyring.drawing.theme import THEME, Ink, Shades, Theme

__all__ = [
    "THEME",
    "Ink",
    "Marks",
    "Shades",
    "Theme",
    "board_svg",
    "draw",
    "pictures",
    "piece_card",
    "rules_page",
]
