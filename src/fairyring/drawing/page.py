"""The rules page of a game: a whole HTML document, made from what the game's module declares."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from html import escape

from fairyring.board import Side
from fairyring.drawing.board import board_svg, goal_signs
from fairyring.drawing.diagrams import Diagram, diagrams
from fairyring.drawing.figures import figure_marks, picture
from fairyring.drawing.men import SIZE, man
from fairyring.drawing.rides import ride_picture
from fairyring.drawing.theme import THEME
from fairyring.game import Move, Variant, load, variants
from fairyring.kernels.rules import Topic
from fairyring.pieces import Piece

EXAMPLE_PLIES = 800  # long enough for a random game to have come to a promotion
EXAMPLE_TURNS = 40_000  # that are looked at for it, at most


def rules_page(variant: Variant) -> str:
    """The rules of a game for its players, as a whole HTML document.

    The document links ``/static/rules.css`` and the colours of the page. It has no styles or scripts of its
    own, so that it may be served under a strict content security policy, and ids only on its sections.
    The diagrams come from the tables that the game is played by (`kernels.rules.Rules.reach`).
    """
    definition = variant.definition
    topics = variant.rules.topics()
    title = escape(definition.title)
    body = "".join(
        (
            _header(variant),
            _section("start", "The start", _boards(_start(variant))),
            _section("game", "The game", _paragraphs(definition.notes)) if definition.notes else "",
            _figures(variant),
            _rides(variant),
            _section("pieces", "The men", _pieces(variant)),
            *(_topic(topic) for topic in topics),
            _moves(variant),
            _section("positions", "How positions are written", _positions(variant)),
            _options(variant),
            _rulings(definition.rulings),
            _sources(definition.sources),
        )
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        '<meta name="color-scheme" content="light dark"/>'
        f"<title>{title}: the rules – fairyring</title>"
        f'<meta name="description" content="{escape(definition.summary)}"/>'
        '<link rel="icon" href="/static/icon.svg"/>'
        '<link rel="stylesheet" href="/static/styles/tokens.css"/>'
        '<link rel="stylesheet" href="/static/rules.css"/></head>'
        f"<body>{_navigation(variant)}<main>{body}</main></body></html>\n"
    )


def _navigation(variant: Variant) -> str:
    links = "".join(
        f'<li><a href="/rules/{name}"{here}>{escape(load(name).title)}</a></li>'
        for name in variants()
        for here in (' aria-current="page"' if name == variant.name else "",)
    )
    return f'<nav aria-label="Games"><a class="home" href="/">fairyring</a><ul>{links}</ul></nav>'


def _header(variant: Variant) -> str:
    definition = variant.definition
    by = f"invented by {escape(definition.inventor)}" if definition.inventor else ""
    when = f"published in {definition.year}" if definition.year else ""
    said = ", ".join(filter(None, (by, when)))
    origin = f'<p class="origin">{said[0].upper()}{said[1:]}.</p>' if said else ""
    return (
        f"<header><h1>{escape(definition.title)}</h1>"
        f'<p class="summary">{escape(definition.summary)}</p>{origin}</header>'
    )


def _start(variant: Variant) -> Iterator[str]:
    for panel in variant.board.panels:
        yield board_svg(variant, charts=panel)


def _figures(variant: Variant) -> str:
    figures = variant.definition.figures
    if not figures:
        return ""
    shown = [figure_marks(variant, figure) for figure in figures]
    carrying = {variant.board.names[site] for site in variant.board.backs}
    signs = goal_signs(THEME)
    entries = [
        (sign, text)
        for sign, text, used in (
            (signs.move, "he may go there", any(marks.moves for marks in shown)),
            (signs.capture, "he may take the man there", any(marks.captures for marks in shown)),
            (signs.under, "he may take the carrier there", any(marks.unders for marks in shown)),
            (signs.mount, "he may sit on the man there", any(marks.mounts for marks in shown)),
            (signs.unseat, "he may take the rider there", any(marks.unseats for marks in shown)),
            (
                _ground(THEME.hole.dark) + signs.berth,
                "he may pilot there",
                any(carrying.intersection(marks.moves) for marks in shown),
            ),
            (
                signs.ram,
                "he may pilot there, and take who stands there with all on his back",
                any(carrying.intersection(marks.captures) for marks in shown),
            ),
        )
        if used
    ]
    drawn = "".join(
        f"<figure>{_boards([picture(variant, figure)])}"
        f"<figcaption>{escape(figure.caption)}</figcaption></figure>"
        for figure in figures
    )
    return _section("figures", "Examples", f'{_key(entries)}<div class="figures examples">{drawn}</div>')


def _rides(variant: Variant) -> str:
    rides = variant.definition.rides
    drawn = "".join(
        f"<figure>{_boards([ride_picture(variant, ride)])}<figcaption>{escape(ride.caption)}</figcaption>"
        f'<p class="turns">{_codes(ride.turns)}</p></figure>'
        for ride in rides
    )
    return _section("rides", "On the move", f'<div class="figures examples">{drawn}</div>') if rides else ""


def _pieces(variant: Variant) -> str:
    shown = [(piece, diagrams(variant.rules, piece)) for piece in variant.rules.pieces]
    faint = any(diagram.marks.faint for _, found in shown for diagram in found)
    small = all(sum(len(diagram.charts) for diagram in found) == 1 for _, found in shown)
    men = "".join(_piece(piece, found) for piece, found in shown)
    return f'{_legend(faint=faint)}<div class="men{" pairs" if small else ""}">{men}</div>'


def _piece(piece: Piece, found: Iterable[Diagram]) -> str:
    men = "".join(
        _sign(_ground() + man(piece.picture, piece.letter, THEME.ink(side)), "man") for side in Side
    )
    figures = "".join(
        f"<figure>{_boards(diagram.pictures())}"
        f"<figcaption>The {escape(piece.name)} on {escape(diagram.site)}</figcaption></figure>"
        for diagram in found
    )
    note = f"<p>{escape(piece.note)}</p>" if piece.note else ""
    return (
        f'<article class="piece"><header>{men}<h3>{escape(piece.name.capitalize())}</h3>'
        f'<span class="letter" title="its letter in texts">{escape(piece.letter)}</span></header>'
        f'{note}<div class="figures">{figures}</div></article>'
    )


def _legend(*, faint: bool) -> str:
    """What the signs of the diagrams mean."""
    signs = goal_signs(THEME)
    way = f'<path d="M4 24H44" stroke="{THEME.way}" stroke-width="3" stroke-opacity=".35"/>'
    dashes = (
        f'<rect x="5" y="5" width="38" height="38" rx="5" fill="none" stroke="{THEME.move}"'
        ' stroke-width="2.5" stroke-dasharray="6 4"/>'
    )
    entries = [
        (signs.goal, "it may go there, and take an enemy who stands there"),
        (signs.move, "it may go there if the square is empty"),
        (signs.capture, "it may only take there"),
        (way, "the way it takes; others may block it"),
    ]
    if faint:
        entries.append((dashes, "the same place on a board where the man does not stand"))
    return _key(entries)


def _key(entries: Iterable[tuple[str, str]]) -> str:
    items = "".join(f"<li>{_sign(_ground() + sign, 'key')}<span>{text}</span></li>" for sign, text in entries)
    return f'<ul class="legend">{items}</ul>'


def _topic(topic: Topic) -> str:
    return _section(_slug(topic.title), topic.title, _paragraphs(topic.paragraphs))


def _moves(variant: Variant) -> str:
    first, later = examples(variant)
    said = f"<p>At the start White may play, for example: {_codes(first)}.</p>"
    if later:
        said += f"<p>Turns of other forms, met in a game of random moves: {_codes(later)}.</p>"
    return f'<section class="continued">{said}</section>'


def examples(variant: Variant) -> tuple[list[str], list[str]]:
    """Three turns of the start, and one of each other form that a random game comes to."""
    names = sorted(variant.board.names, key=len, reverse=True)
    # What differs from turn to turn of one form: its sites, and the momentum that it leaves.
    part = re.compile("|".join((r"~-?\d+,-?\d+", *map(re.escape, names))))
    draw_lots = random.Random(variant.name)
    position = variant.start()
    turns = sorted(map(str, position.legal_moves()))
    first = [turns[len(turns) * place // 3] for place in range(min(3, len(turns)))]
    met = {part.sub("·", text): "" for text in first}
    seen = 0

    def look(moves: Iterable[Move]) -> None:
        for move in moves:
            met.setdefault(part.sub("·", move.text), move.text)

    for figure in variant.definition.figures:
        look(variant.position(figure.position).legal_moves())
    for _ in range(EXAMPLE_PLIES):
        moves = position.legal_moves()
        seen += len(moves)
        if seen > EXAMPLE_TURNS:
            break
        if not moves or position.result:
            position = variant.start()
            continue
        look(moves)
        position = position.play(draw_lots.choice(moves))
    return first, sorted(filter(None, met.values()))


def _positions(variant: Variant) -> str:
    form = variant.definition.form
    rows = "".join(
        f"<tr><th scope='row'>{escape(field.name.capitalize())}</th>"
        f"<td><code>{_breakable(part)}</code></td><td>{escape(field.note)}</td></tr>"
        for field, part in zip(form.fields, variant.definition.start.split(" "), strict=True)
    )
    return (
        "<p>A position is one line of text, its fields separated by single spaces. The game starts from:</p>"
        f'<p><code class="line">{_breakable(variant.definition.start)}</code></p>'
        f'<div class="table"><table><tbody>{rows}</tbody></table></div>'
    )


def _options(variant: Variant) -> str:
    words = variant.definition.options
    items = "".join(
        f"<li><code>{escape(name)}</code> ({escape(_usual(value))}): {escape(words.get(name, ''))}</li>"
        for name, value in variant.options.items()
    )
    if not items:
        return ""
    said = "<p>These may be chosen as a game begins.</p>"
    return _section("options", "Options", f"{said}<ul>{items}</ul>")


def _usual(value: object) -> str:
    """An option's value where nobody chooses another."""
    return ("usually on" if value else "usually off") if isinstance(value, bool) else f"usually {value}"


def _rulings(rulings: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(ruling)}</li>" for ruling in rulings)
    if not items:
        return ""
    return _section(
        "rulings",
        "Where the source is silent",
        f"<p>These points are settled here as follows.</p><ul>{items}</ul>",
    )


def _sources(sources: Iterable[str]) -> str:
    items = "".join(f'<li><a href="{escape(url)}">{escape(url)}</a></li>' for url in sources)
    return _section("sources", "Published", f"<ul>{items}</ul>") if items else ""


def _section(name: str, title: str, content: str) -> str:
    return f'<section id="{name}"><h2>{escape(title)}</h2>{content}</section>'


def _paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def _boards(pictures: Iterable[str]) -> str:
    return f'<div class="boards">{"".join(pictures)}</div>'


def _sign(content: str, kind: str) -> str:
    return f'<svg class="{kind}" viewBox="0 0 {SIZE} {SIZE}" aria-hidden="true">{content}</svg>'


def _ground(colour: str = THEME.plain.light) -> str:
    """A square: a light one, on which every man and most signs are plain to see, on dark paper too."""
    return f'<rect width="{SIZE}" height="{SIZE}" fill="{colour}"/>'


def _codes(texts: Iterable[str]) -> str:
    return ", ".join(f"<code>{escape(text)}</code>" for text in texts)


def _breakable(text: str) -> str:
    """A long text that a narrow page may break after its slashes, bars and brackets."""
    return re.sub(r"([/|\]])", r"\1<wbr/>", escape(text))


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
