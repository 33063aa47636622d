"""The rules page of a game: a complete HTML document, made from what the game's module declares."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import NamedTuple

from fairyring.board import Side
from fairyring.board.edges import STANDARD
from fairyring.drawing.board import board_svg
from fairyring.drawing.diagrams import Diagram, diagrams
from fairyring.drawing.examples import examples
from fairyring.drawing.figures import figure_marks, picture
from fairyring.drawing.kinds import boards, figures, ground, icon, key, legend, letter
from fairyring.drawing.marks import goal_signs
from fairyring.drawing.rides import ride_picture
from fairyring.drawing.theme import THEME
from fairyring.game import Variant
from fairyring.kernels.orthodox.rules import Orthodox, usual_pieces
from fairyring.kernels.rules import Topic
from fairyring.mechanics import NoChecks
from fairyring.messages import Message, joined, listed
from fairyring.notation import san
from fairyring.pieces import Piece
from fairyring.variants import Introduction, introductions, self_play, solved
from fairyring.variants.definition import Figure, Ride
from fairyring.variants.solved import SolvedEndgame

SAN = Message(
    "Moves are shown in standard algebraic notation (SAN): the letter of the piece, an x if it captures, and"
    " the square that it goes to. A pawn has no letter."
)


def rules_page(variant: Variant, language: str = "en", say: Callable[[str], str] = str) -> str:
    """The rules of a game for its players, as a complete HTML document.

    The document holds its style, so it can be kept as a single file; it has no scripts, and only its sections
    have ids. The diagrams come from the tables that the game is played by (`kernels.rules.Rules.reach`).

    Args:
        variant: the game.
        language: the language of the page, as HTML and the links to other rules pages name it.
        say: translates a text, a `Message` or a plain ``str``, into that language.
    """
    rules = rules_content(variant, language, say)
    return (
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f'<meta name="color-scheme" content="light dark"/><title>{rules.title}</title>'
        f'<meta name="description" content="{rules.summary}"/><style>{style()}</style></head>'
        f"<body>{rules.main}</body></html>\n"
    )


class RulesContent(NamedTuple):
    """What a page with the rules of a game has in it, escaped.

    Attributes:
        title: the title of the document.
        summary: what is strange about the game.
        main: the element with the rules.
    """

    title: str
    summary: str
    main: str


def rules_content(variant: Variant, language: str = "en", say: Callable[[str], str] = str) -> RulesContent:
    """The rules of a game for a page that has more than these; see `rules_page`."""
    return _Page(variant, language, say).content()


def rules_in_words(variant: Variant, say: Callable[[str], str] = str) -> str:
    """The rules of a game as far as no move has to be made for them: aim, pieces, and what is new.

    It is HTML to be put on a page, without ids; nothing is compiled for it.
    """
    return _Page(variant, "en", say).in_words()


def topics_of(variant: Variant) -> tuple[Topic, ...]:
    """What a game's rules tell players about it, in the order of a rules page."""
    placed = variant.definition.form.placed(variant.definition.start)  # compiles nothing
    standing = variant.rules.tokens(placed, 0)
    return variant.rules.topics({token.site: token.letter for token in standing})


def style() -> str:
    """The style sheet of a document with rules: the colours, and what they look like."""
    folder = files("fairyring.drawing").joinpath("styles")
    return "\n".join(
        folder.joinpath(name).read_text(encoding="utf-8") for name in ("tokens.css", "rules.css")
    )


class _Page:
    """A rules page in the making."""

    def __init__(self, variant: Variant, language: str, say: Callable[[str], str]) -> None:
        self.variant = variant
        self.definition = variant.definition
        self.language = language
        self.say = say
        self.contents: list[tuple[str, str]] = []

    def content(self) -> RulesContent:
        """The whole page."""
        definition = self.definition
        topics = topics_of(self.variant)
        sections = "".join(
            (
                self._game(),
                self._rides(),
                self._figures(),
                self._array(),
                self._section("pieces", "Pieces", self._pieces()),
                *(self._topic(topic) for topic in topics if not topic.reference),
                self._section("reference", "Reference", self._reference(topics)),
            )
        )
        title = self._said(Message("{game}: rules – fairyring", game=Message(definition.title)))
        main = (
            f'<main class="rules" lang="{escape(self.language)}" data-variant="{escape(self.variant.name)}">'
            f"{self._lead(topics)}{self._table_of_contents()}"
            f'<div class="sections">{sections}</div>{self._navigation()}</main>'
        )
        return RulesContent(title, self._said(definition.summary), main)

    def in_words(self) -> str:
        """See `rules_in_words`."""
        topics = [topic for topic in topics_of(self.variant) if not topic.reference]
        parts = [("The game", self._paragraphs(*self.definition.notes))] if self.definition.notes else []
        parts += [("Pieces", self._pieces())]
        parts += [(topic.title, self._paragraphs(*topic.paragraphs)) for topic in topics]
        sections = "".join(
            f"<section><h3>{self._said(title)}</h3>{content}</section>" for title, content in parts
        )
        return f"{self._aim(topics)}{sections}"

    def _said(self, text: str) -> str:
        """A text in the language of the page, escaped."""
        return escape(self.say(text))

    def _section(self, name: str, title: str, content: str) -> str:
        self.contents.append((name, self._said(title)))
        return f'<section id="{name}"><h2>{self._said(title)}</h2>{content}</section>'

    def _table_of_contents(self) -> str:
        links = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, title in self.contents)
        return f'<nav class="contents" aria-label="{self._said("Contents")}"><ul>{links}</ul></nav>'

    def _paragraphs(self, *texts: str) -> str:
        return "".join(f"<p>{self._said(text)}</p>" for text in texts)

    def _navigation(self) -> str:
        query = "" if self.language == "en" else f"?language={escape(self.language)}"
        groups = "".join(
            f"<details{here}><summary>{self._said(title)}</summary>"
            f"<ul>{''.join(self._link(game, query) for game in games)}</ul></details>"
            for title, games in _groups().items()
            for here in (' open=""' if self.variant.name in [game.name for game in games] else "",)
        )
        more = self._said("Other games")
        return f'<nav class="games" aria-label="{more}"><h2>{more}</h2>{groups}</nav>'

    def _link(self, game: Introduction, query: str) -> str:
        here = ' aria-current="page"' if game.name == self.variant.name else ""
        return f'<li><a href="/rules/{game.name}{query}"{here}>{self._said(game.title)}</a></li>'

    def _lead(self, topics: Sequence[Topic]) -> str:
        """What a reader wants first: what is new in the game, how it is won, and a picture of it."""
        definition = self.definition
        origin = _origin(definition.inventor, definition.year)
        said = f'<p class="inventor">{self._said(origin)}</p>' if origin else ""
        return (
            f'<header class="lead"><div><h1>{self._said(definition.title)}</h1>'
            f'<p class="summary">{self._said(definition.summary)}</p>{self._aim(topics)}'
            f'<p class="begin"></p>{said}</div>{self._first()}</header>'
        )

    def _aim(self, topics: Sequence[Topic]) -> str:
        """How the game is won."""
        goals = [goal for topic in reversed(topics) for goal in topic.goals]
        said = f"<p class='aim'><b>{self._said('Goal:')}</b> {' '.join(map(self._said, goals))}</p>"
        return said if goals else ""

    @property
    def _examples(self) -> tuple[Ride | Figure, ...]:
        """The game's examples; the page begins with the first."""
        return (*self.definition.rides, *self.definition.figures)

    def _first(self) -> str:
        """The picture that the page begins with: the first example, or the start."""
        if not self._examples:
            return f"<figure>{boards(self._start())}</figure>"
        first = self._examples[0]
        return self._ride(first) if isinstance(first, Ride) else self._figure(first)

    def _array(self) -> str:
        """The starting position, where the page does not begin with it."""
        return self._section("start", "Starting position", boards(self._start())) if self._examples else ""

    def _start(self) -> Iterator[str]:
        for panel in self.variant.board.panels:
            yield board_svg(self.variant, charts=panel, say=self.say)

    def _game(self) -> str:
        notes = self.definition.notes
        return self._section("game", "The game", self._paragraphs(*notes)) if notes else ""

    def _figures(self) -> str:
        variant = self.variant
        figures = [figure for figure in self._examples[1:] if isinstance(figure, Figure)]
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
        drawn = "".join(map(self._figure, figures))
        examples = f'{key(entries, self.say)}<div class="figures examples">{drawn}</div>'
        return self._section("figures", "Examples", examples)

    def _figure(self, figure: Figure) -> str:
        return (
            f"<figure>{boards([picture(self.variant, figure, self.say)])}"
            f"<figcaption>{self._said(figure.caption)}</figcaption></figure>"
        )

    def _ride(self, ride: Ride) -> str:
        return (
            f"<figure>{boards([ride_picture(self.variant, ride, self.say)])}"
            f"<figcaption>{self._said(ride.caption)}</figcaption>"
            f'<p class="turns">{_codes(ride.turns)}</p></figure>'
        )

    def _rides(self) -> str:
        rides = self.definition.rides[1:]
        drawn = "".join(map(self._ride, rides))
        examples = f'<div class="figures examples">{drawn}</div>'
        return self._section("rides", "Pieces in motion", examples) if rides else ""

    def _pieces(self) -> str:
        rules = self.variant.rules
        shown = [(piece, diagrams(rules, piece)) for piece in rules.pieces]
        marks = [diagram.marks for _, found in shown for diagram in found]
        small = all(sum(len(diagram.charts) for diagram in found) == 1 for _, found in shown)
        known = self._known()
        kinds = f'<div class="kinds{" pairs" if small else ""}">'
        new = "".join(self._piece(piece, found) for piece, found in shown if piece not in known)
        usual = "".join(self._piece(piece, found) for piece, found in shown if piece in known)
        signs = legend(marks, self.say)
        parts = f"{signs}{kinds}{new}</div>" if new else ""
        if usual:
            names = listed("{first}, {last}", [Message(piece.name) for piece in known])
            title = Message("Pieces that move as in chess: {pieces}", pieces=names)
            folded = f"<summary>{self._said(title)}</summary>{'' if new else signs}{kinds}{usual}</div>"
            # Where nothing else is new, they are what a reader looks for.
            news = new or self._examples or getattr(rules, "mechanics", ())
            parts += f"<details>{folded}</details>" if news else f'<details open="">{folded}</details>'
        return parts

    def _known(self) -> list[Piece]:
        """The pieces that move as those of chess do, on a board whose edges are those of chess."""
        rules = self.variant.rules
        if any(edges != STANDARD for edges in rules.board.edges.values()):
            return []
        usual = {piece.name: piece for piece in usual_pieces()}
        return [
            piece
            for piece in rules.pieces
            if (like := usual.get(piece.name)) is not None
            and (piece.movement, piece.royal, piece.pawn) == (like.movement, like.royal, like.pawn)
        ]

    def _piece(self, piece: Piece, found: Iterable[Diagram]) -> str:
        icons = "".join(icon(piece, side, "portrait-of") for side in Side)
        note = self._paragraphs(piece.note) if piece.note else ""
        return (
            f'<article class="kind"><header>{icons}<h3>{escape(_capital(self.say(piece.name)))}</h3>'
            f"{letter(piece, self.say)}</header>"
            f'{note}<div class="figures">{figures(found, self.say)}</div></article>'
        )

    def _topic(self, topic: Topic) -> str:
        return self._section(_slug(topic.title), topic.title, self._paragraphs(*topic.paragraphs))

    def _reference(self, topics: Iterable[Topic]) -> str:
        """What is looked up: how moves and positions are written, options, open points, sources."""
        found = [topic for topic in topics if topic.reference]
        written = [(_slug(topic.title), topic.title, self._paragraphs(*topic.paragraphs)) for topic in found]
        if not written:
            written = [("moves", "How moves are written", "")]
        *others, (name, title, said) = written
        said = self._san() + said
        return "".join(
            (
                *(self._part(*part) for part in others),
                self._part(name, title, said + self._moves()),
                self._part("positions", "How positions are written", self._positions()),
                self._options(),
                self._rulings(),
                self._self_play(),
                self._endgames(),
                self._sources(),
            )
        )

    def _part(self, name: str, title: str, content: str) -> str:
        """A part of a section."""
        return f'<section id="{name}"><h3>{self._said(title)}</h3>{content}</section>'

    def _san(self) -> str:
        """How the page shows moves, where that is not how they are written for programs."""
        rules = self.variant.rules
        if not san.speaks(rules):
            return ""
        castling = self._paragraphs("Castling is O-O to the right, as White sees it, and O-O-O to the left.")
        shown = self._paragraphs(joined("{first} {rest}", [SAN, *_signs(rules)]))
        typed = self._paragraphs("You can also type moves as programs write them:")
        return shown + (castling if rules.castlings else "") + typed

    def _moves(self) -> str:
        first, later = examples(self.variant)
        said = f"<p>{self._said('At the start, White can play, for example:')} {_codes(first)}.</p>"
        if later:
            said += f"<p>{self._said('Other moves are written like these:')} {_codes(later)}.</p>"
        return said

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
            f'{said}<p><code class="whole">{_breakable(definition.start)}</code></p>'
            f'<div class="scrolled"><table><tbody>{rows}</tbody></table></div>'
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
        return self._part("options", "Options", f"{said}<ul>{items}</ul>")

    def _rulings(self) -> str:
        items = "".join(f"<li>{self._said(ruling)}</li>" for ruling in self.definition.rulings)
        if not items:
            return ""
        said = self._paragraphs(
            "The published rules leave these points open. fairyring plays them like this:"
        )
        return self._part("rulings", "Open points", f"{said}<ul>{items}</ul>")

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
        return self._part("self-play", "Who wins", self._paragraphs(said))

    def _endgames(self) -> str:
        found = solved.of(self.variant.source)
        if not found:
            return ""
        items = "".join(f"<li>{self._said(_ending(each))}</li>" for each in found)
        said = self._paragraphs(
            "These endgames are solved. This is how they end with best play by both sides."
        )
        return self._part("endgames", "Endgames", f"{said}<ul>{items}</ul>")

    def _sources(self) -> str:
        sources = map(escape, self.definition.sources)
        items = "".join(
            f'<li><a href="{each}">{each}</a></li>' if each.startswith("http") else f"<li>{each}</li>"
            for each in sources
        )
        return self._part("sources", "Sources", f"<ul>{items}</ul>") if items else ""


def _signs(rules: Orthodox) -> list[Message]:
    """What + and # mean behind a move, as far as a game can have them."""
    checks = rules.has_checks and not any(isinstance(each, NoChecks) for each in rules.mechanics)
    mates = checks and all(each.mates for each in rules.mechanics)
    otherwise = any(each.decides(rules) for each in rules.mechanics)
    if mates and otherwise:
        return [Message("A + means check, and a # means checkmate or another win.")]
    if mates:
        return [Message("A + means check, and a # means checkmate.")]
    said = [Message("A + means check.")] if checks else []
    return [*said, Message("A # means that the move wins the game.")] if otherwise else said


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


def _ending(endgame: SolvedEndgame) -> Message:
    """What is known of an endgame."""
    if not endgame.plies:
        return Message("{pieces}: White never wins.", pieces=endgame.pieces)
    return Message(
        "{pieces}: White wins {first} of the positions with White to move and {second} of those with Black to"
        " move, in at most {moves} moves.",
        pieces=endgame.pieces,
        first=_percent(endgame.first),
        second=_percent(endgame.second),
        moves=endgame.moves,
    )


def _percent(share: float) -> str:
    """A share, rounded down: only what is always so is 100 %, and only what never is 0 %."""
    whole = "<1" if 0 < share < 0.01 else int(share * 100)
    return f"{whole}\N{NO-BREAK SPACE}%"


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
