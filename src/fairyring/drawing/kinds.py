"""Kinds of pieces in HTML: their diagrams with what the signs mean, for rules pages and for cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from fairyring.board import Side
from fairyring.drawing.artwork import SIZE, picture_of, piece_svg
from fairyring.drawing.diagrams import Diagram, side_diagrams
from fairyring.drawing.marks import Marks, goal_signs
from fairyring.drawing.theme import THEME
from fairyring.game import Variant
from fairyring.pieces import Piece

Say = Callable[[str], str]


def piece_card(
    variant: Variant,
    piece: Piece,
    side: Side = Side.WHITE,
    *,
    seat: Side = Side.WHITE,
    say: Say = str,
) -> str:
    """What a piece is and how it moves in a game, as an ``<article>`` to be put on a page.

    Args:
        variant: the game; its rules must have been prepared.
        piece: one of the kinds of the game.
        side: whose piece it is, as the two sides' may move differently.
        seat: the side shown at the bottom of the diagrams.
        say: translates a text, a `Message` or a plain ``str``.
    """
    found = side_diagrams(variant.rules, piece, side)
    note = f"<p>{escape(say(piece.note))}</p>" if piece.note else ""
    key = legend([diagram.marks for diagram in found], say, whole=False) if found else ""
    name = escape(say(piece.called(side)))
    return (
        f'<article class="piece-card"><header>{icon(piece, side, "kind")}<h2>{name}</h2>'
        f"{letter(piece, say)}</header>"
        f'{note}<div class="figures">{figures(found, say, seat)}</div>{key}</article>'
    )


def figures(found: Iterable[Diagram], say: Say, seat: Side = Side.WHITE) -> str:
    """Diagrams with their titles."""
    return "".join(
        f"<figure>{boards(diagram.pictures(say, seat))}"
        f"<figcaption>{escape(say(diagram.title))}</figcaption></figure>"
        for diagram in found
    )


def legend(marks: Sequence[Marks], say: Say, *, whole: bool = True) -> str:
    """What the signs of some diagrams mean: the usual ones and those that are used, or only the latter."""
    signs = goal_signs(THEME)
    way = f'<path d="M4 24H44" stroke="{THEME.way}" stroke-width="3" stroke-opacity=".35"/>'
    dashes = (
        f'<rect x="5" y="5" width="38" height="38" rx="5" fill="none" stroke="{THEME.move}"'
        ' stroke-width="2.5" stroke-dasharray="6 4"/>'
    )
    entries = [
        (drawn, text)
        for drawn, text, used in (
            (signs.goal, "it may move or capture there", whole or any(each.goals for each in marks)),
            (
                signs.move,
                "it may move there if the square is empty",
                whole or any(each.moves for each in marks),
            ),
            (signs.capture, "it may only capture there", whole or any(each.captures for each in marks)),
            (
                way,
                "its way there; a piece on the way blocks it",
                whole or any(each.ways for each in marks),
            ),
            (
                signs.friend,
                "it may capture a piece of its side there",
                any(each.friends for each in marks),
            ),
            (signs.taken, "it captures this piece on its way", any(each.taken for each in marks)),
            (
                signs.swap,
                "it may go there, and the piece there is put down where it began, or on its way",
                any(each.swaps for each in marks),
            ),
            (signs.royal, "it captures royal pieces only", any(each.royals for each in marks)),
            (signs.tame, "it captures no royal piece", any(each.tame for each in marks)),
            (signs.stay, "it captures and is back on its own square", any(each.stays for each in marks)),
            (
                dashes,
                "the same place on the other board, where the piece is not",
                any(each.faint for each in marks),
            ),
        )
        if used
    ]
    return key(entries, say)


def key(entries: Iterable[tuple[str, str]], say: Say) -> str:
    """Signs with what they mean."""
    items = "".join(
        f"<li>{sign(ground() + drawn, 'key')}<span>{escape(say(text))}</span></li>" for drawn, text in entries
    )
    return f'<ul class="legend">{items}</ul>'


def icon(piece: Piece, side: Side, kind: str = "icon") -> str:
    """A piece by itself, as a picture of that class."""
    drawn = piece_svg(piece.picture, piece.letter, THEME.ink(side))
    return sign(f"{ground()}<g{picture_of(piece.picture, side)}>{drawn}</g>", kind)


def letter(piece: Piece, say: Say) -> str:
    """The letter of a piece, with what it is."""
    title = escape(say("its letter in moves and positions"))
    return f'<span class="letter" title="{title}">{escape(piece.letter)}</span>'


def boards(pictures: Iterable[str]) -> str:
    """Pictures of boards beside each other."""
    return f'<div class="pictures">{"".join(pictures)}</div>'


def sign(content: str, kind: str) -> str:
    """A small picture without a meaning of its own."""
    return f'<svg class="{kind}" viewBox="0 0 {SIZE} {SIZE}" aria-hidden="true">{content}</svg>'


def ground(colour: str = THEME.plain.light) -> str:
    """A light square, on which every piece and most signs are easy to see even on a dark page."""
    return f'<rect width="{SIZE}" height="{SIZE}" fill="{colour}"/>'
