"""Along which lines a king is in check, for showing it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Protocol

from fairyring.board import Side
from fairyring.kernels.rules import Goal, Over, Token

Line = tuple[str, ...]


class Reaching(Protocol):
    """What is asked of the rules of a game: see `fairyring.kernels.rules.Rules`."""

    def reach(self, letter: str, site: str, side: Side) -> tuple[Goal, ...]:
        """The goals of a piece alone on the board."""

    def over(self, letter: str, site: str, side: Side) -> tuple[Over, ...]:
        """The goals of a piece over others."""


def check_lines(rules: Reaching, tokens: Collection[Token], checked: Collection[str]) -> Iterator[Line]:
    """The lines along which enemies attack the sites in check, each from the attacker to the site.

    Of several ways of one piece to one site, the shortest.
    """
    standing = {token.site: token for token in tokens}
    attacked = {site: standing[site].side for site in checked if site in standing}
    for token in tokens:
        for site, side in attacked.items():
            if token.side is not None and side is token.side.other:
                yield from attack_line(rules, standing, token, site)


def attack_line(
    rules: Reaching, standing: Mapping[str, Token], token: Token, site: str, closed: Collection[str] = ()
) -> Iterator[Line]:
    """The shortest open way on which a piece captures on a site, if there is one.

    Args:
        rules: the game's rules.
        standing: what stands on each site.
        token: the piece.
        site: the site.
        closed: the sites that are not there now, which no way passes.
    """
    letter, side = token.letter.upper(), token.side
    assert side is not None
    held = standing.keys() | {*closed}
    ways = [
        (token.site, *way, site)
        for goal in rules.reach(letter, token.site, side)
        if goal.site == site and goal.capture and not goal.swap and goal.royal is not False
        for way in goal.ways
        if held.isdisjoint(way)
    ]
    ways += [
        (token.site, *over.path, *(() if site in over.path else (site,)))
        for over in rules.over(letter, token.site, side)
        if site in _captured(over) and _open(over, standing, side, site)
    ]
    yield from sorted(ways, key=len)[:1]


def _captured(over: Over) -> tuple[str, str]:
    """The sites on which a royal piece would be captured."""
    on_goal = over.capture and over.royal is not False and not (over.swap and not over.taken)
    return over.site if on_goal else "", "" if over.swap else over.taken


def _open(over: Over, standing: Mapping[str, Token], side: Side, site: str) -> bool:
    """Whether everything stands on the way to a site as it must."""
    held = {each: standing[each].side for each in over.path if each in standing}
    return (
        held.keys() - {site} == {*over.hurdles} - {site}
        and all(held[each] is side.other for each in over.enemies)
        and all(held[each] is side for each in over.own)
        and all(
            at in standing and standing[at].side is side and standing[at].letter.upper() == kind
            for at, kind in over.lent
        )
    )
