"""The rules page of a game: a complete HTML document, made from what the game's module declares."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from html import escape

from fairyring.board import Side
from fairyring.drawing.board import board_svg
from fairyring.drawing.diagrams import Diagram, diagrams
from fairyring.drawing.figures import figure_marks, picture
from fairyring.drawing.kinds import boards, figures, ground, icon, key, legend, letter
from fairyring.drawing.marks import goal_signs
from fairyring.drawing.rides import ride_picture
from fairyring.drawing.theme import THEME
from fairyring.game import Move, Variant
from fairyring.kernels.rules import Topic
from fairyring.messages import Message
from fairyring.pieces import Piece
from fairyring.variants import Introduction, introductions, self_play

EXAMPLE_PLIES = 800  # enough for a random game to reach a promotion
EXAMPLE_MOVES = 40_000  # the most legal moves to look at for it


def rules_page(variant: Variant, language: str = "en", say: Callable[[str], str] = str) -> str:
    """The rules of a game for its players, as a complete HTML document.

    The document links ``/static/rules.css`` and the page's colours. It has no styles or scripts of its
    own, so it can be served under a strict content security policy, and only its sections have ids.
    The diagrams come from the tables that the game is played by (`kernels.rules.Rules.reach`).

    Args:
        variant: the game.
        language: the language of the page, as HTML and the links to other rules pages name it.
        say: translates a text, a `Message` or a plain ``str``, into that language.
    """
    return _Page(variant, language, say).document()


class _Page:
    """A rules page in the making."""

    def __init__(self, variant: Variant, language: str, say: Callable[[str], str]) -> None:
        self.variant = variant
        self.definition = variant.definition
        self.language = language
        self.say = say

    def document(self) -> str:
        """The whole page."""
        definition = self.definition
        body = "".join(
            (
                self._header(),
                self._section("start", "Starting position", boards(self._start())),
                self._game(),
                self._figures(),
                self._rides(),
                self._section("pieces", "Pieces", self._pieces()),
                *map(self._topic, self.variant.rules.topics()),
                self._moves(),
                self._section("positions", "How positions are written", self._positions()),
                self._options(),
                self._rulings(),
                self._self_play(),
                self._sources(),
            )
        )
        title = self._said(Message("{game}: rules – fairyring", game=Message(definition.title)))
        return (
            f'<!doctype html>\n<html lang="{escape(self.language)}"><head><meta charset="utf-8"/>'
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
            '<meta name="color-scheme" content="light dark"/>'
            f"<title>{title}</title>"
            f'<meta name="description" content="{self._said(definition.summary)}"/>'
            '<link rel="icon" href="/static/icon.svg"/>'
            '<link rel="stylesheet" href="/static/styles/tokens.css"/>'
            '<link rel="stylesheet" href="/static/rules.css"/></head>'
            f"<body>{self._navigation()}<main>{body}</main></body></html>\n"
        )

    def _said(self, text: str) -> str:
        """A text in the language of the page, escaped."""
        return escape(self.say(text))

    def _section(self, name: str, title: str, content: str) -> str:
        return f'<section id="{name}"><h2>{self._said(title)}</h2>{content}</section>'

    def _paragraphs(self, *texts: str) -> str:
        return "".join(f"<p>{self._said(text)}</p>" for text in texts)

    def _navigation(self) -> str:
        query = "" if self.language == "en" else f"?language={escape(self.language)}"
        home = '<a class="home" href="/">fairyring</a>'
        groups = "".join(
            f"<details{here}><summary>{self._said(title)}</summary>"
            f"<ul>{''.join(self._link(game, query) for game in games)}</ul></details>"
            for title, games in _groups().items()
            for here in (' open=""' if self.variant.name in [game.name for game in games] else "",)
        )
        return f'<nav aria-label="{self._said("Games")}">{home}{groups}</nav>'

    def _link(self, game: Introduction, query: str) -> str:
        here = ' aria-current="page"' if game.name == self.variant.name else ""
        return f'<li><a href="/rules/{game.name}{query}"{here}>{self._said(game.title)}</a></li>'

    def _header(self) -> str:
        definition = self.definition
        origin = _origin(definition.inventor, definition.year)
        said = f'<p class="origin">{self._said(origin)}</p>' if origin else ""
        return (
            f"<header><h1>{self._said(definition.title)}</h1>"
            f'<p class="summary">{self._said(definition.summary)}</p>{said}</header>'
        )

    def _start(self) -> Iterator[str]:
        for panel in self.variant.board.panels:
            yield board_svg(self.variant, charts=panel, say=self.say)

    def _game(self) -> str:
        notes = self.definition.notes
        return self._section("game", "The game", self._paragraphs(*notes)) if notes else ""

    def _figures(self) -> str:
        variant, figures = self.variant, self.definition.figures
        if not figures:
            return ""
        shown = [figure_marks(variant, figure) for figure in figures]
        carrying = {variant.board.names[site] for site in variant.board.backs}
        signs = goal_signs(THEME)
        entries = [
            (sign, text)
            for sign, text, used in (
                (signs.move, "it may move there", any(marks.moves for marks in shown)),
                (signs.capture, "it may capture the piece there", any(marks.captures for marks in shown)),
                (signs.under, "it may capture the carrier there", any(marks.unders for marks in shown)),
                (signs.mount, "it may sit on the piece there", any(marks.mounts for marks in shown)),
                (signs.unseat, "it may capture the rider there", any(marks.unseats for marks in shown)),
                (
                    ground(THEME.hole.dark) + signs.berth,
                    "it may pilot there",
                    any(carrying.intersection(marks.moves) for marks in shown),
                ),
                (
                    signs.ram,
                    "it may pilot there and capture the piece with everything on its back",
                    any(carrying.intersection(marks.captures) for marks in shown),
                ),
            )
            if used
        ]
        drawn = "".join(
            f"<figure>{boards([picture(variant, figure, self.say)])}"
            f"<figcaption>{self._said(figure.caption)}</figcaption></figure>"
            for figure in figures
        )
        examples = f'{key(entries, self.say)}<div class="figures examples">{drawn}</div>'
        return self._section("figures", "Examples", examples)

    def _rides(self) -> str:
        rides = self.definition.rides
        drawn = "".join(
            f"<figure>{boards([ride_picture(self.variant, ride, self.say)])}"
            f"<figcaption>{self._said(ride.caption)}</figcaption>"
            f'<p class="turns">{_codes(ride.turns)}</p></figure>'
            for ride in rides
        )
        examples = f'<div class="figures examples">{drawn}</div>'
        return self._section("rides", "Pieces in motion", examples) if rides else ""

    def _pieces(self) -> str:
        rules = self.variant.rules
        shown = [(piece, diagrams(rules, piece)) for piece in rules.pieces]
        marks = [diagram.marks for _, found in shown for diagram in found]
        small = all(sum(len(diagram.charts) for diagram in found) == 1 for _, found in shown)
        pieces = "".join(self._piece(piece, found) for piece, found in shown)
        return f'{legend(marks, self.say)}<div class="pieces{" pairs" if small else ""}">{pieces}</div>'

    def _piece(self, piece: Piece, found: Iterable[Diagram]) -> str:
        icons = "".join(icon(piece, side) for side in Side)
        note = self._paragraphs(piece.note) if piece.note else ""
        return (
            f'<article class="piece"><header>{icons}<h3>{escape(_capital(self.say(piece.name)))}</h3>'
            f"{letter(piece, self.say)}</header>"
            f'{note}<div class="figures">{figures(found, self.say)}</div></article>'
        )

    def _topic(self, topic: Topic) -> str:
        return self._section(_slug(topic.title), topic.title, self._paragraphs(*topic.paragraphs))

    def _moves(self) -> str:
        first, later = examples(self.variant)
        said = f"<p>{self._said('At the start, White can play, for example:')} {_codes(first)}.</p>"
        if later:
            said += f"<p>{self._said('Other moves are written like these:')} {_codes(later)}.</p>"
        return f'<section class="continued">{said}</section>'

    def _positions(self) -> str:
        definition = self.definition
        rows = "".join(
            f"<tr><th scope='row'>{escape(_capital(self.say(field.name)))}</th>"
            f"<td><code>{_breakable(part)}</code></td><td>{self._said(field.note)}</td></tr>"
            for field, part in zip(definition.form.fields, definition.start.split(" "), strict=True)
        )
        said = self._paragraphs(
            "A position is one line of text, with single spaces between its fields. The game starts from:"
        )
        return (
            f'{said}<p><code class="line">{_breakable(definition.start)}</code></p>'
            f'<div class="table"><table><tbody>{rows}</tbody></table></div>'
        )

    def _options(self) -> str:
        words = self.definition.options
        items = "".join(
            f"<li><code>{escape(name)}</code> ({self._said(_default(value))}):"
            f" {self._said(words.get(name, ''))}</li>"
            for name, value in self.variant.options.items()
        )
        if not items:
            return ""
        said = self._paragraphs("Choose these when you start a game.")
        return self._section("options", "Options", f"{said}<ul>{items}</ul>")

    def _rulings(self) -> str:
        items = "".join(f"<li>{self._said(ruling)}</li>" for ruling in self.definition.rulings)
        if not items:
            return ""
        said = self._paragraphs(
            "The published rules leave these points open. fairyring plays them like this:"
        )
        return self._section("rulings", "Open points", f"{said}<ul>{items}</ul>")

    def _self_play(self) -> str:
        found = self_play.of(self.variant.source)
        if found is None:
            return ""
        said = Message(
            "In {games} games of the computer against itself, with {nodes} nodes for each move, White won"
            " {white}, Black won {black} and {drawn} were drawn. Half of them took at most {plies} plies."
            " ({date})",
            games=found.games,
            nodes=found.nodes,
            white=found.white,
            black=found.black,
            drawn=found.drawn,
            plies=found.plies,
            date=found.date,
        )
        return self._section("self-play", "Who wins", self._paragraphs(said))

    def _sources(self) -> str:
        sources = map(escape, self.definition.sources)
        items = "".join(f'<li><a href="{url}">{url}</a></li>' for url in sources)
        return self._section("sources", "Sources", f"<ul>{items}</ul>") if items else ""


def examples(variant: Variant) -> tuple[list[str], list[str]]:
    """Three opening moves, and one of each other kind found in the figures and in a random game."""
    names = sorted(variant.board.names, key=len, reverse=True)
    # Moves are of one kind if they differ only in their sites and in the momentum that they give.
    part = re.compile("|".join((r"~-?\d+,-?\d+", *map(re.escape, names))))
    lots = random.Random(variant.name)
    position = variant.start()
    texts = sorted(map(str, position.legal_moves()))
    first = [texts[len(texts) * place // 3] for place in range(min(3, len(texts)))]
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
        if seen > EXAMPLE_MOVES:
            break
        if not moves or position.result:
            position = variant.start()
            continue
        look(moves)
        position = position.play(lots.choice(moves))
    return first, sorted(filter(None, met.values()))


def _groups() -> dict[str, list[Introduction]]:
    """All games by the titles of their groups."""
    found: dict[str, list[Introduction]] = {}
    for game in introductions():
        found.setdefault(game.group.title, []).append(game)
    return found


def _origin(inventor: str, year: int) -> str:
    """Who invented a game, and when it was published; empty if neither is known."""
    if inventor and year:
        return Message("Invented by {inventor}, published in {year}.", inventor=Message(inventor), year=year)
    if inventor:
        return Message("Invented by {inventor}.", inventor=Message(inventor))
    return Message("Published in {year}.", year=year) if year else ""


def _default(value: object) -> Message:
    """An option's default, in words."""
    said = Message("on" if value else "off") if isinstance(value, bool) else str(value)
    return Message("default: {value}", value=said)


def _codes(texts: Iterable[str]) -> str:
    return ", ".join(f"<code>{escape(text)}</code>" for text in texts)


def _breakable(text: str) -> str:
    """A long text that a narrow page may break after its slashes, bars and brackets."""
    return re.sub(r"([/|\]])", r"\1<wbr/>", escape(text))


def _capital(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
