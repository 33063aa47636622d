"""A game as a game file: the way back from what `building` makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from fairyring.gamefiles.pieces import in_words
from fairyring.gamefiles.rules import APART, FAMILIES, MECHANICS
from fairyring.gamefiles.saying import Saying, UnsaidError, said_board, said_castlings, usual_of
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.notation.families import FORMS
from fairyring.notation.lettered import unlettered
from fairyring.notation.placement import Placement
from fairyring.variants.definition import Definition
from fairyring.variants.toml.declaration import KEPT, VERSION

_OWN = ("rules", "form", "start", "options", "drawn", "translations", "title", "summary")


def data_of(game: Definition) -> dict[str, Any]:
    """The data of a game file that makes a game, without a base; the values of its options are fixed.

    Raises:
        UnsaidError: no game file can say it; the text says why.
    """
    family = next((name for name, rules in FAMILIES.items() if type(game.rules) is rules), None)
    if family is None:
        raise UnsaidError(f"its rules are of the family {type(game.rules).__name__}, which no file can name")
    rules: Any = game.rules
    saying = Saying(rules.board)
    if isinstance(rules, Orthodox):
        rules = unlettered(rules)
    placement = next(part for part in game.form.fields if isinstance(part, Placement))
    array = placement.without_hands(game.start.partition(" ")[0])
    found: dict[str, Any] = {"fairyring": VERSION, "title": str(game.title), "summary": str(game.summary)}
    found |= {"family": family} if family != in_words(Orthodox.__name__) else {}
    found |= _words(game, saying)
    found["array"] = array
    if FORMS[type(game.rules)][1](game.rules, array) != game.start:
        found["start"] = game.start
    found |= _rules(rules, saying)
    words = {language: _translated(game, texts) for language, texts in game.translations.items()}
    return found | {"words": {language: own for language, own in words.items() if own}}


def _words(game: Definition, saying: Saying) -> dict[str, Any]:
    """What is given beside the rules."""
    own = {field.name: getattr(game, field.name) for field in fields(game) if field.name not in _OWN}
    usual = {field.name: usual_of(field) for field in fields(game)}
    return {name: saying.said(value) for name, value in own.items() if value != usual[name]}


def _rules(rules: Any, saying: Saying) -> dict[str, Any]:
    """The keys of the rules; the board, the pieces and the mechanics are last."""
    found = {"promotions": rules.promotions}
    apart = APART | {"board", "pieces", "promotions", "mechanics"}
    for field in fields(rules):
        own = getattr(rules, field.name)
        if field.name not in apart and own != usual_of(field):
            castlings = field.name == "castlings"
            found[field.name] = said_castlings(rules.board, own) if castlings else saying.said(own)
    found["board"] = said_board(rules.board)
    found["pieces"] = {piece.letter: saying.piece(piece) for piece in rules.pieces}
    for mechanic in rules.mechanics:
        if type(mechanic) not in MECHANICS.values():
            raise UnsaidError(f"its mechanic {mechanic.title} is code, which no file can hold")
    found["mechanics"] = {in_words(type(each).__name__): saying.said(each) for each in rules.mechanics}
    return found


def _translated(game: Definition, texts: Mapping[str, str]) -> dict[str, Any]:
    """The texts of a language that stand where the game's own do, as far as all of a list are there."""
    found: dict[str, Any] = {}
    for key in KEPT:
        own = [getattr(each, "caption", each) for each in getattr(game, key)]
        if key != "sources" and own and all(text in texts for text in own):
            found[key] = [texts[text] for text in own]
    pieces = {
        piece.letter: {name: texts[text] for name, text in said_of.items() if text and text in texts}
        for piece in game.rules.pieces
        for said_of in ({"name": piece.name, "note": piece.note},)
    }
    pieces = {letter: own for letter, own in pieces.items() if own}
    return found | ({"pieces": pieces} if pieces else {})
