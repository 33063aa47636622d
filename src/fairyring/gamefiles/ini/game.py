"""A section's game, as far as it is known while its mechanics are read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from fairyring.gamefiles.ini.reading import RefusedError, lacks
from fairyring.gamefiles.ini.settings import SIDES, Settings
from fairyring.gamefiles.ini.setup import Array, pawns
from fairyring.messages import Message


@dataclass
class Game:
    """What is known of a section's game.

    Attributes:
        settings: what the section says.
        array: its position at the start.
        to: for each letter of a piece that promotes otherwise than a pawn, the letter of what it becomes.
    """

    settings: Settings
    array: Array
    to: dict[str, str]

    def named(self, letters: Iterable[str]) -> list[str]:
        """The letters here of all pieces of some kinds: those that are promoted have a sign before theirs."""
        found: list[str] = []
        for letter in letters:
            found += [] if letter in self.apart else [letter]
            found += [f"+{old}" for old, new in self.to.items() if new == letter]
        return found

    @cached_property
    def apart(self) -> frozenset[str]:
        """The letters of kinds that are nothing but what others promote to."""
        settings = self.settings
        used = {sign.upper() for sign in (*self.array.signs, *self.array.hands)}
        used |= settings.promoted | pawns(settings) | self.to.keys()
        return frozenset(self.to.values()) - used

    @cached_property
    def checks(self) -> bool:
        """Whether a side has a royal piece, so that there can be checks."""
        king = self.settings.letters.get("king", "")
        return king in self.array.signs or self.settings.true("extinctionPseudoRoyal")

    def by_kings(self, key: str, lacking: str) -> None:
        """Refuse what depends on checks, where other pieces than kings count as royal.

        There, checks of such pieces do not matter for it.

        Raises:
            RefusedError: other pieces than kings count as royal.
        """
        if self.settings.true("extinctionPseudoRoyal"):
            raise self.refuse(
                key, Message("{what} where checks of some royal pieces do not count", what=Message(lacking))
            )

    def refuse(self, key: str, lacking: str) -> RefusedError:
        """The error about a key that says what cannot be played here."""
        return lacks(self.settings.get(key), lacking)

    def same(self, key: str) -> frozenset[str]:
        """The letters that a key names for both sides.

        Raises:
            RefusedError: they differ.
        """
        white, black = (self.settings.set_of(key, side) for side in SIDES)
        if white != black:
            said = self.settings.said.get(f"{key}Black") or self.settings.get(key, "White")
            raise RefusedError(said, "fairyring does not support what differs for the sides here")
        return white
