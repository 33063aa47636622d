"""Evaluations that were learned from games, for the rules that those games were played by."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from typing import Any

import numpy as np

from fairyring.errors import VariantError, shown
from fairyring.kernels.contract import Layout
from fairyring.kernels.network_weights import UNITS, NetworkWeights, inputs
from fairyring.kernels.terms import changed
from fairyring.messages import Message

LEFT_OUT = ("segments", "network")  # of the tables' fields: what follows from others, and what was learned


class WeightsWarning(UserWarning):
    """A file of weights is not used, because it was made for other rules."""


@dataclass(frozen=True)
class Learned:
    """What was learned of a game.

    Attributes:
        values: the values of `terms.Term`s, by their names; all others are 0.
        rules: the fingerprint of the rules that it was learned for; empty for what was learned of another
            game and counts here as far as the terms are the same.
        source: where it comes from, for people.
        told: whether a warning says that it was made for other rules.
        network: the weights of a network, if there is one.
        made: how they were learned.
    """

    values: Mapping[str, int]
    rules: str
    source: str = ""
    told: bool = True
    network: NetworkWeights | None = None
    made: Mapping[str, object] = field(default_factory=dict)

    def extended(self, layout: Layout) -> Layout:
        """A layout with what a network needs in a row."""
        if self.network is None:
            return layout
        fields = self.network.fields
        return replace(layout, fields=(*layout.fields, *fields), derived=(*layout.derived, *fields))

    def applied(self, rules: Any, tables: Any) -> Any:
        """Tables with these values, or unchanged if they are of other rules.

        Raises:
            VariantError: there is a value of something that the evaluation does not have.
            ValueError: values of another game are to count in one whose sides have different pieces.
        """
        terms = rules.terms(tables)
        if not self.rules:
            letters = [term.name.partition(":")[0] for term in terms if term.name.endswith(": value")]
            if any(letter.islower() for letter in letters):  # terms of Black's pieces
                raise ValueError(
                    Message("weights: those of another game count only where both sides have the same pieces")
                )
            return tables._replace(worth=changed(tables.worth, terms, self.values))
        if self.rules == fingerprint(rules, tables):
            if unknown := self.values.keys() - {term.name for term in terms}:
                raise VariantError(
                    Message(
                        "{place}: {reason}",
                        place=self.source,
                        reason=f"no term is called {shown(min(unknown))}; `fairyring train` makes it again",
                    )
                )
            worth = changed(tables.worth, terms, self.values)
            return tables._replace(worth=self._with_network(rules, tables.worth, worth))
        if self.told:
            warnings.warn(
                f"{self.source} was made for other rules, or by another version of fairyring, and is not"
                " used; `fairyring train` makes it again",
                WeightsWarning,
                stacklevel=2,
            )
        return tables

    def _with_network(self, rules: Any, usual: Any, worth: Any) -> Any:
        weights = self.network
        if weights is None:
            return worth
        wanted, exchange = inputs(rules.places, usual)
        if weights.hidden.shape[:3] != wanted:
            raise VariantError(
                Message(
                    "{place}: {reason}",
                    place=self.source,
                    reason=f"a network of this game has weights for {wanted} views, codes and places, not"
                    f" {weights.hidden.shape[:3]}",
                )
            )
        return worth._replace(network=weights.network(exchange, rules.layout.field(f"{UNITS} 0")))


def fingerprint(rules: Any, tables: Any) -> str:
    """What tells apart games with different rules or other formulas of values: 16 hexadecimal digits."""
    found = hashlib.sha256(type(rules).__name__.encode())
    names = [f"{piece.letter}{piece.pawn:d}{piece.royal:d}" for piece in rules.pieces]
    mechanics = (_told(mechanic) for mechanic in getattr(rules, "mechanics", ()))
    found.update("\n".join((*rules.board.names, *names, *mechanics)).encode())
    for array in (*_arrays(tables.ways), *_arrays(tables.worth)):
        found.update(f"{array.dtype}{array.shape}".encode() + np.ascontiguousarray(array).tobytes())
    return found.hexdigest()[:16]


def _arrays(value: Any) -> Iterator[Any]:
    """The arrays in a tree of tuples, but for those that a fingerprint leaves out."""
    if isinstance(value, tuple):
        names = getattr(value, "_fields", ("",) * len(value))
        for name, part in zip(names, value, strict=True):
            if name not in LEFT_OUT:
                yield from _arrays(part)
    elif isinstance(value, np.ndarray):
        yield value


def _told(value: object) -> str:
    """A mechanic in words: what differs from its defaults, so that a new option changes nothing."""
    name = type(value).__qualname__
    if not is_dataclass(value):
        return name
    given = []
    for each in fields(value):
        now = getattr(value, each.name)
        usual = each.default_factory() if each.default_factory is not MISSING else each.default
        if now != usual:
            given.append(f"{each.name}={getattr(now, '__qualname__', None) or repr(now)}")
    return f"{name}({', '.join(given)})"
