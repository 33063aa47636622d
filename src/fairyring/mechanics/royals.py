"""Royals: further royal pieces, those that are royal while few are left, and check of all at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import U, called, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE, States
from fairyring.kernels.law import Draft, Mechanic, check_letters, codes_of, letters_in, slots
from fairyring.kernels.orthodox.attacks import under_attack
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.rules import Topic
from fairyring.kernels.stages import ALL_MOVES, NO_MOVES, sheltered
from fairyring.messages import Message, listed

# KINDS: the codes of the royal pieces, a bit each; 0 in a game without. MOST: while a side has at most so
# many of a kind, they are royal. TOGETHER: 1 if a side is in check only when all of them are attacked. ALIKE:
# 1 if all kinds count as one.
KINDS, MOST, TOGETHER, ALIKE = slots(4)
SIDES = U(0x5555555555555555)  # the bits of White's codes
ANY_NUMBER = 1 << 16


@dataclass(frozen=True)
class Royals(Mechanic):
    """Pieces of these kinds are royal, besides any king; a side may have any number of them.

    The pieces themselves are declared without ``royal``.

    Attributes:
        pieces: their letters.
        most: a side's pieces of a kind are royal while there are at most this many; None for always.
        together: whether a side is in check only when all of them are attacked at once, so that one may be
            captured while there are others.
        alike: whether pieces of all these kinds count as pieces of one kind.
    """

    pieces: str = "K"
    most: int | None = None
    together: bool = False
    alike: bool = False
    title: ClassVar[str] = "royals"
    royals: ClassVar[bool] = True

    def foresees(self) -> bool:
        """It looks at the royal pieces after the move."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist, and those that are royal anyway.

        Raises:
            ValueError: there is no such piece, it is royal or a pawn, or the number is less than 1.
        """
        if not self.pieces:
            raise ValueError("royals: the letter of at least one piece")
        check_letters(self.title, letters_in(self.pieces), rules)
        for letter in letters_in(self.pieces):
            piece = rules.pieces[rules.kinds[letter]]
            if piece.royal:
                raise self.fault(
                    "{title}: the {piece} is declared royal, of which a side has exactly one;"
                    " declare it without `royal`",
                    piece=Message(piece.name),
                )
        if self.most is not None and self.most < 1:
            raise self.fault("{title}: most must be at least 1, not {most}", most=self.most)

    def write(self, draft: Draft) -> None:
        """Write which pieces, and when."""
        kinds = {draft.rules.kinds[letter] for letter in letters_in(self.pieces)}
        draft.set(KINDS, codes_of(kinds))
        draft.set(MOST, ANY_NUMBER if self.most is None else self.most)
        draft.set(TOGETHER, int(self.together))
        draft.set(ALIKE, int(self.alike))

    def checked(self, rules: Any, states: States, ply: int) -> tuple[int, ...]:
        """The sites of the mover's royal pieces that are attacked, the king's too."""
        side, cells = Side.of(int(states.info[ply, int(SIDE)])), states.cells[ply, 0].tolist()
        royal: list[int] = []
        own = letters_in(self.pieces)
        codes = {code_of(rules.kinds[letter], side) for letter in own}
        together = sum(code in codes for code in cells)
        for kind, piece in enumerate(rules.pieces):
            sites = [site for site, code in enumerate(cells) if code == code_of(kind, side)]
            number = together if self.alike else len(sites)
            few = self.together or self.most is None or number <= self.most
            royal += sites if piece.royal or (few and piece.letter in own) else []
        return tuple(site for site in royal if is_attacked(rules.tables, states, U(ply), U(site)))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Which pieces are royal, and when they are in check."""
        names = [Message(rules.pieces[rules.kinds[letter]].name) for letter in letters_in(self.pieces)]
        listing = listed("{first} or {last}", names)
        if self.together:
            rule = Message(
                "A side may have several royal pieces of this kind: {pieces}. It is in check only when all"
                " that it still has are attacked at once, and no move may leave it in check. While at least"
                " one of them is not attacked, it may leave the others where they can be captured, and"
                " plays on when one is.",
                pieces=listing,
            )
        elif self.most is None:
            rule = Message(
                "Every piece of this kind is royal: {pieces}. Like a king, it is in check when it could be"
                " captured, and no move may leave it in check. This applies to promoted pieces, too.",
                pieces=listing,
            )
        elif self.most == 1 and self.alike:
            rule = Message(
                "A piece of one of these kinds is royal while its side has no other piece of these kinds:"
                " {pieces}. Then it is in check when it could be captured, and no move may leave it in"
                " check. While a side has more of them, they can be captured like other pieces.",
                pieces=listing,
            )
        elif self.most == 1:
            rule = Message(
                "A piece of this kind is royal while it is the only one of its side: {pieces}. Then it is"
                " in check when it could be captured, and no move may leave it in check. While a side has"
                " more of them, they can be captured like other pieces.",
                pieces=listing,
            )
        else:
            rule = Message(
                "Pieces of this kind are royal while a side has at most {number} of them: {pieces}. Then"
                " each is in check when it could be captured, and no move may leave one in check. While a"
                " side has more of them, they can be captured like other pieces.",
                number=self.most,
                pieces=listing,
            )
        return (Topic("Royal pieces", (rule,)),)


@inlined
def probing(words: Any) -> Any:
    """Any move may open a line to one of several royal pieces, or change which are royal."""
    return ALL_MOVES if words[KINDS] != U(0) else NO_MOVES


@inlined
def endangered(words: Any, tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side is in check by one of these pieces, or by all of them."""
    return words[KINDS] != U(0) and in_danger(words, tables, states, ply, side)


@called
def in_danger(words: Any, tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """The same, in a game that has them."""
    kinds = words[KINDS] & SIDES << side
    all_royals, all_attacked = U(0), U(0)
    while kinds != U(0):
        code = lowest_bit(kinds)
        kinds &= kinds - U(1)
        number, attacked = U(0), U(0)
        for word in range(U(states.bits.shape[2])):
            pieces = states.bits[ply, side, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                if U(states.cells[ply, U(0), site]) == code:
                    number += U(1)
                    attacked += U(
                        under_attack(tables, states, ply, site, U(1) - side)
                        and not sheltered(tables, states, ply, side, site)
                    )
        if words[TOGETHER] | words[ALIKE] == U(0) and attacked != U(0) and number <= words[MOST]:
            return True
        all_royals += number
        all_attacked += attacked
    if words[ALIKE] != U(0) and words[TOGETHER] == U(0):
        return all_attacked != U(0) and all_royals <= words[MOST]
    return words[TOGETHER] != U(0) and all_royals != U(0) and all_attacked == all_royals


@internal
def number(states: Any, ply: Any, code: Any) -> Any:
    """How many pieces of a code there are."""
    found = U(0)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, code & U(1), word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            found += U(U(states.cells[ply, U(0), site]) == code)
    return found


@internal
def fewer(words: Any, states: Any, ply: Any, spare: Any, side: Any) -> Any:
    """Whether a side has fewer royal pieces on the row on which a move has been tried."""
    kinds = words[KINDS] & SIDES << side
    while kinds != U(0):
        code = lowest_bit(kinds)
        kinds &= kinds - U(1)
        before = number(states, ply, code)
        if before <= words[MOST] and number(states, spare, code) < before:
            return True
    return False


@internal
def gone(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side has too few pieces of a kind ever to have had all that are royal."""
    kinds = words[KINDS] & SIDES << side
    while kinds != U(0):
        code = lowest_bit(kinds)
        kinds &= kinds - U(1)
        if number(states, ply, code) < words[MOST]:
            return True
    return False


@internal
def touched(words: Any, states: Any, ply: Any, side: Any, around: Any) -> Any:
    """Whether a royal piece of a side stands on a site of a set, which begins at a word of the law."""
    kinds = words[KINDS] & SIDES << side
    while kinds != U(0):
        code = lowest_bit(kinds)
        kinds &= kinds - U(1)
        if number(states, ply, code) > words[MOST]:
            continue
        for word in range(U(states.bits.shape[2])):
            pieces = states.bits[ply, side, word] & words[around + word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                if U(states.cells[ply, U(0), site]) == code:
                    return True
    return False


@compiled
def is_attacked(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """Whether a royal piece of the mover would be in check on a site."""
    side = states.info[ply, SIDE]
    attacked = under_attack(tables, states, ply, site, U(1) - side)
    return attacked and not sheltered(tables, states, ply, side, site)
