"""Texts for people that can be said in another language: a template and what stands in its fields.

All of fairyring speaks English, and its texts are ordinary strings. A `Message` remembers how it was made, so
that a catalogue can translate it: the template is the key (gettext's msgid), and parameters that are messages
are translated too. No code has to read English back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any

__all__ = ["TRANSLATED", "Message", "joined", "listed", "translated"]

TRANSLATED = ("de",)
"""The languages that texts are translated into, as browsers name them."""


class Message(str):
    """An English text made from a template: ``Message("a pawn on {square}", square="e8")``.

    It is a plain ``str`` in every respect; what is done to it with string methods gives plain strings again.

    Attributes:
        template: the text before its fields were filled, which names the message in catalogues.
        params: what the fields were filled with, by name. Only messages among them are translated.
    """

    __slots__ = ("params", "template")

    template: str
    params: Mapping[str, object]

    def __new__(cls, template: str, /, **params: object) -> Message:
        """Fill a template's ``{name}`` fields.

        Args:
            template: the text; without ``params`` it is taken as it is, braces included.
            params: strings, numbers or other messages; a member of an enumeration of words, such as
                `Side`, becomes a message.

        Returns:
            The message; ``template`` itself, where that is a message and there are no ``params``.

        Raises:
            KeyError: the template has a field of which there is no parameter.
        """
        if isinstance(template, Message) and not params:
            return template
        message = super().__new__(cls, template.format_map(params) if params else template)
        message.template = template
        message.params = {
            name: Message(value.value) if isinstance(value, StrEnum) else value
            for name, value in params.items()
        }
        return message

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy."""
        return _made, (self.template, dict(self.params))


def _made(template: str, params: dict[str, object]) -> Message:
    return Message(template, **params)


def joined(template: str, texts: Sequence[str]) -> str:
    """Several texts as one, such as ``joined("{first} or {rest}", ("a", "b", "c"))``: "a or b or c".

    Args:
        template: how ``{first}`` and ``{rest}`` are put together; a catalogue has an entry for it.
        texts: one at least; messages among them are translated.
    """
    first, *rest = texts
    return Message(template, first=first, rest=joined(template, rest)) if rest else first


def listed(template: str, texts: Sequence[str]) -> str:
    """Several texts in a row, such as ``listed("{first} or {last}", ("a", "b", "c"))``: "a, b or c".

    Args:
        template: how the last two are joined; a catalogue has an entry for it, and for "{first}, {rest}".
        texts: one at least.
    """
    *others, last = texts
    if not others:
        return last
    *rest, second = others
    return joined("{first}, {rest}", (*rest, Message(template, first=second, last=last)))


def translated(text: str, look_up: Callable[[str], str]) -> str:
    """A text in another language.

    Args:
        text: a message, or a plain string, which is looked up whole. Plain strings among the parameters
            stay as they are.
        look_up: gives the translation of a template, or the template itself where it knows none.
    """
    if not isinstance(text, Message):
        return look_up(text)
    template = look_up(text.template)
    if not text.params:
        return template
    said = {
        name: translated(value, look_up) if isinstance(value, Message) else value
        for name, value in text.params.items()
    }
    return template.format_map(said)
