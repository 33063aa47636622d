"""The games of a rule file: each `(game …)`, and the variants behind it, which say only what differs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from fairyring.gamefiles.zillions.macros import Macros
from fairyring.gamefiles.zillions.reading import Form, Node, RefusedError, Word, called, word

MOST_GAMES: Final = 200
ENDS: Final = ("win-condition", "loss-condition", "draw-condition", "count-condition")
READ: Final = frozenset(
    {*ENDS, "title", "players", "turn-order", "board", "board-setup", "piece", "option", "move-priorities"}
)
"""What is read of a game."""
ASIDE: Final = frozenset(
    "description history strategy default engine music solution help notation allow-flipping"
    " animate-captures animate-drops opening-sound move-sound release-sound capture-sound drop-sound"
    " click-sound change-sound win-sound loss-sound draw-sound".split()
)
"""What is no part of the rules."""
OLD_OPTIONS: Final = frozenset(("pass-turn", "pass-partial", "recycle-captures", "recycle-promotions"))
"""Options that older files write as lists of their own."""


@dataclass(frozen=True)
class Rules:
    """What a file says of one game, with what its variant replaces.

    Attributes:
        title: its title.
        form: where it stands.
        said: the lists of each kind, by the words that they begin with.
        pieces: the pieces, by their names.
        options: the options and their values, by their names.
    """

    title: str
    form: Form
    said: Mapping[str, tuple[Form, ...]]
    pieces: Mapping[str, Form]
    options: Mapping[str, Word]

    def last(self, key: str) -> Form | None:
        """The last list of a kind, which counts."""
        return self.said.get(key, (None,))[-1]

    def needed(self, key: str) -> Form:
        """The same, where there must be one.

        Raises:
            RefusedError: there is none.
        """
        found = self.last(key)
        if found is None:
            raise RefusedError(self.form, f"a game needs ({key} …)")
        return found


def games(forms: tuple[Form, ...]) -> dict[str, Rules]:
    """The games and variants of a file, by their titles.

    Raises:
        RefusedError: a list does not belong in a rule file, a definition does not fit, or a game has no
            title.
    """
    macros, found = Macros(), dict[str, Rules]()
    base: Rules | None = None
    for form in forms:
        match form.head:
            case "define":
                macros.define(form)
                continue
            case "version":
                continue
            case "include":
                raise RefusedError(form, "other files are not read; put what is in it into this one")
            case "game":
                made = base = _rules(macros.expanded(form), None)
            case "variant":
                if base is None:
                    raise RefusedError(form, "a variant stands behind the game that it is one of")
                made = _rules(macros.expanded(form), base)
            case _:
                reason = f"expected (game …), (variant …) or (define …), not {called(form)}"
                raise RefusedError(form, reason)
        if len(found) == MOST_GAMES:
            raise RefusedError(form, f"a rule file has at most {MOST_GAMES} games")
        if set(made.title) - set("-"):
            found.setdefault(made.title, made)
    return found


def named(found: Mapping[str, Rules], name: str) -> Rules | None:
    """A game by its title, or by its title as in an address; the first one if the name is empty."""
    if not name:
        return next(iter(found.values()), None)
    return found.get(name) or next((game for title, game in found.items() if slug(title) == slug(name)), None)


def slug(title: str) -> str:
    """A title as the name of a file: small letters, digits and hyphens."""
    return re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "game"


def _rules(form: Form, base: Rules | None) -> Rules:
    said: dict[str, list[Form]] = {}
    for item in form.rest:
        if not isinstance(item, Form) or not item.head:
            raise RefusedError(item, f"expected a list such as (title …), not {called(item)}")
        said.setdefault(item.head, []).append(item)
    options = dict(base.options) if base else {}
    for item in (*said.pop("option", ()), *_old(said)):
        name, value = _option(item)
        options[name] = value
    pieces = dict(base.pieces) if base else {}
    pieces |= {_piece(item): item for item in said.pop("piece", ())}
    whole = {key: tuple(items) for key, items in said.items()}
    if base:
        replaced = {"win-condition", "loss-condition"} & whole.keys()
        kept = {
            key: items
            for key, items in base.said.items()
            if not (replaced and key in ("win-condition", "loss-condition"))
        }
        whole = {**kept, **whole}
    title = whole.get("title")
    if not title or not title[-1].rest or not word(title[-1].rest[0], "a title").strip():
        raise RefusedError(form, 'a game has a title: (title "…")')
    return Rules(word(title[-1].rest[0], "a title").strip()[:200], form, whole, pieces, options)


def _old(said: dict[str, list[Form]]) -> Iterator[Form]:
    for key in OLD_OPTIONS & said.keys():
        yield from said.pop(key)


def _option(form: Form) -> tuple[str, Word]:
    """An option's name, with spaces, and its value."""
    given: tuple[Node, ...] = form.rest if form.head == "option" else form.items
    if len(given) != 2 or not isinstance(given[1], Word):
        raise RefusedError(form, 'an option is (option "name" value)')
    return word(given[0], "the name of an option").lower().replace("-", " "), given[1]


def _piece(form: Form) -> str:
    """A piece's name."""
    for item in form.rest:
        if isinstance(item, Form) and item.head == "name" and len(item.rest) == 1:
            return word(item.rest[0], "the name of a piece")
    raise RefusedError(form, "a piece has a name: (name …)")
