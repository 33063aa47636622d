"""Hands: captured pieces change sides, and are dropped on empty squares in place of a move."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from fairyring.board import Area, Side, SidesSquares, Squares
from fairyring.errors import shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.contract import States
from fairyring.kernels.declared import Hand, Mark, State, drop_choice
from fairyring.kernels.law import Draft, Mechanic, check_letters, check_not_royal
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DROP,
    PROMOTION_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.rules import anywhere
from fairyring.kernels.rules import Topic, Words
from fairyring.mechanics.dropping import BECOMES, DROPS, FIRST, HAND, HELD, HELD_AS, KINDS, PAWN, PROMOTED
from fairyring.messages import Message, joined, listed
from fairyring.pieces import Piece

PAWNS = (
    "A pawn may not be dropped on a first or last rank. A pawn dropped on its second rank may make its"
    " double step."
)
PLAIN_PAWNS = "A pawn may not be dropped on a first or last rank."
BEHIND = "A pawn may be dropped on its first rank, where it has no double step, but not on the last."
REVERTS = "A promoted piece becomes a pawn again when it is captured."
KEEPS = "A promoted piece stays what it is when it is captured."
WRITTEN_MARKED = (
    "A drop is written with the letter of the piece, an at sign and the square: N@f3. In a position, the"
    " hands stand in square brackets behind the board, and a promoted piece has a tilde behind its letter."
)
WHITE_HOLDS = "White begins with pieces in hand: {pieces}. A captured piece leaves the game."
WHITE_FIRST = "White begins with pieces in hand: {pieces}."
BLACK_FIRST = "Black begins with pieces in hand: {pieces}."
BLACK_HOLDS = "Black begins with pieces in hand: {pieces}. A captured piece leaves the game."
WRITTEN = (
    "A drop is written with the letter of the piece, an at sign and the square; in a position, the hands"
    " stand in square brackets behind the board."
)


@dataclass(frozen=True)
class Dropping(Mechanic):
    """What all hands have in common: pieces in hand are dropped on empty squares in place of a move."""

    fate: ClassVar[bool] = True

    def usual_captures(self) -> str:
        """What leaves the board goes to hand, or out of the game, by whatever capture."""
        return ""

    def _hand(self) -> Hand:
        return Hand()

    def _check_held(self, rules: PieceRules) -> None:
        """Refuse letters of no piece in hand at the start, and those that are not in order."""
        for letters in (self._hand().start, self._hand().black):
            check_letters(self.title, letters, rules)
            ordered = "".join(sorted(letters, key=lambda letter: -rules.kinds[letter]))
            if letters != ordered:
                raise self.fault(
                    "{title}: {ordered}, not {letters}; the last kinds come first",
                    ordered=shown(ordered),
                    letters=shown(letters),
                )

    def _names_of(self, rules: PieceRules, letters: str) -> str:
        """The names of some kinds as a list, each with how often its letter is there if that is not once."""
        names = [
            Message("{piece} ({number})", piece=name, number=number) if number > 1 else name
            for letter, number in Tally(letters).items()
            for name in [Message(rules.pieces[rules.kinds[letter]].name)]
        ]
        return listed("{first} and {last}", names)

    def held_as(self, letter: str) -> str:
        """The letter of what a piece that is dropped was in hand."""
        return letter

    def takes(self, rules: Any, piece: Piece, site: int, side: Side) -> bool:
        """Whether a side may drop a piece on a site, if that is empty."""
        return self._stands(rules, piece, site, side) and any(piece.ways(rules.board, site, side))

    def _stands(self, rules: Any, piece: Piece, site: int, side: Side) -> bool:
        """Whether a piece that is no king can be on a site."""
        return not piece.royal and bool(rules.droppable(piece, site, side))

    def write(self, draft: Draft) -> None:
        """Write the hands' fields, and where each kind may be dropped."""
        rules: Any = draft.rules
        letters = [piece.letter for piece in rules.pieces]
        for slot in (HELD, HAND):
            draft.set(slot, draft.layout.field(self._hand().fields(letters, 0)[0]))
        draft.set(KINDS, len(letters))
        draft.append(HELD_AS, [rules.kinds[self.held_as(letter)] for letter in letters])
        sites = range(len(rules.board))
        words: list[int] = []
        for side in Side:
            for piece in rules.pieces:
                words += draft.site_words(
                    site
                    for site in sites
                    if self.takes(rules, piece, site, side)
                    and all(each.admits(rules, piece, site, side) for each in rules.mechanics)
                )
        draft.append(DROPS, words)


@dataclass(frozen=True)
class Hands(Dropping):
    """A captured piece goes to the hand of the player who captured it, and can be dropped.

    A promoted piece goes there as a pawn, or as ``becomes`` says. By default, pawns may not be dropped on a
    first or last rank, nor any piece where it could never move.

    Attributes:
        becomes: for the letter of each kind that a promotion leads to, the letter of what it is in hand. If
            any are given, no piece is marked as promoted.
        either: whether a piece in hand may also be dropped as one that ``becomes`` it.
        keeps: whether a promoted piece stays promoted in hand.
        behind: whether pawns may be dropped on their side's first rank, too.
        ahead: whether pawns may be dropped where they promote, too.
        idle: whether pieces may be dropped where they could never move.
        ranks: on how many of its first ranks a side may drop pieces; 0 for anywhere.
        start: the letters of what White has in hand at the start, the last kinds first.
        black: the letters of what Black has then.
        at_once: letters of kinds; a side that has any of them in hand must drop one of them, if it can.
    """

    becomes: Mapping[str, str] = field(default_factory=dict)
    either: bool = False
    keeps: bool = False
    behind: bool = False
    ahead: bool = False
    idle: bool = False
    ranks: int = 0
    start: str = ""
    black: str = ""
    at_once: str = ""
    title: ClassVar[str] = "hands"

    def _hand(self) -> Hand:
        return Hand(start=self.start, black=self.black)

    def rides(self) -> bool:
        """Riders go to hand, and drops go to the ground."""
        return True

    def pilots(self) -> bool:
        """Riders come to hand and are dropped on backs; big pieces leave the game."""
        return True

    def pawns_behind(self) -> bool:
        """If they are dropped there."""
        return self.behind

    def pawns_stay(self) -> bool:
        """If they are dropped there."""
        return self.ahead

    @property
    def _marks(self) -> bool:
        return not self.becomes and not self.keeps

    def state(self) -> tuple[State, ...]:
        """The hands, and which pieces are promoted."""
        return (self._hand(), Mark("promoted", "~")) if self._marks else (self._hand(),)

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist.

        Raises:
            ValueError: there is no such piece, it is royal, or promoted pieces both stay and change.
        """
        check_letters(self.title, (*self.becomes, *self.becomes.values()), rules)
        check_not_royal(self.title, (*self.becomes, *self.becomes.values()), rules)
        if self.becomes and self.keeps:
            raise ValueError(
                "hands: give keeps or becomes, not both: in hand, promoted pieces either stay what they"
                " are or become something else"
            )
        if not 0 <= self.ranks <= max(chart.height for chart in rules.board.charts):
            raise self.fault("{title}: the board does not have {ranks} first ranks", ranks=self.ranks)
        self._check_held(rules)
        check_letters(self.title, self.at_once, rules)
        if self.either and not self.becomes:
            raise ValueError("hands: either needs becomes, which says what a piece in hand may be")
        for letter in self.start + self.black:
            if self.held_as(letter) != letter:
                raise self.fault(
                    "{title}: with either, {letter} is {other} in hand, so no hand can begin with {letter}",
                    letter=letter,
                    other=self.held_as(letter),
                )

    def held_as(self, letter: str) -> str:
        """Itself, or what it becomes in hand."""
        return self.becomes.get(letter, letter) if self.either else letter

    def takes(self, rules: Any, piece: Piece, site: int, side: Side) -> bool:
        """On the first ranks alone, if that is the rule."""
        near = not self.ranks or rules.board.rank(site, side) < self.ranks
        idle = self.idle and self._stands(rules, piece, site, side)
        return near and (idle or super().takes(rules, piece, site, side))

    def write(self, draft: Draft) -> None:
        """Write what captured pieces become, too."""
        super().write(draft)
        rules = draft.rules
        if self._marks:
            draft.set(PROMOTED, draft.layout.field("promoted 0"))
        draft.append(
            BECOMES, [rules.kinds[self.becomes.get(each.letter, each.letter)] for each in rules.pieces]
        )
        draft.set(FIRST, sum({1 << rules.kinds[letter] for letter in self.at_once}))
        draft.set(PAWN, next((kind for kind, piece in enumerate(rules.pieces) if piece.pawn), 0))

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """Where a piece in hand may be dropped as different pieces, the last choice is which."""
        if not self.either or move >> int(TAG_SHIFT) & int(TAG_MASK) != int(DROP):
            return found
        letter = rules.pieces[(move >> int(PROMOTION_SHIFT) & int(BYTE_MASK)) - 1].letter
        if letter not in (*self.becomes, *self.becomes.values()):
            return found
        return found._replace(choices=(drop_choice(self.held_as(letter)), *found.choices[1:], letter))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Captures to hand, and drops."""
        paragraphs = [
            Message(
                "A piece that you capture changes sides and goes to your hand. In place of a move, you may"
                " drop a piece from your hand on any empty square, with check or mate, too."
                if rules.has_checks
                else "A piece that you capture changes sides and goes to your hand. In place of a move, you"
                " may drop a piece from your hand on any empty square."
            )
        ]
        for text, letters in ((WHITE_FIRST, self.start), (BLACK_FIRST, self.black)):
            if letters:
                paragraphs.append(Message(text, pieces=self._names_of(rules, letters)))
        paragraphs += self._limits(rules)
        paragraphs.append(Message(WRITTEN_MARKED if self._marks else WRITTEN))
        return (Topic("Pieces in hand", tuple(paragraphs)),)

    def _limits(self, rules: PieceRules) -> list[Message]:
        """Where pieces are dropped, and what promoted ones are in hand."""
        paragraphs: list[Message] = []
        if self.ranks:
            near = Message("You may drop pieces only on your first {ranks} ranks.", ranks=self.ranks)
            if self.ranks == 1:
                near = Message("You may drop pieces only on your first rank.")
            paragraphs.append(near)
        if any(piece.pawn for piece in rules.pieces):
            pawns = Message(BEHIND if self.behind else PAWNS if rules.steps_twice else PLAIN_PAWNS)
            if self.ahead:
                pawns = Message(
                    "A pawn may be dropped on its first rank, and also where pawns promote: its next move can"
                    " promote it there."
                    if self.behind
                    else "A pawn may not be dropped on its first rank, but it may be dropped where pawns"
                    " promote: its next move can promote it there."
                )
            if not self.becomes:
                reverting = Message(KEEPS if self.keeps else REVERTS)
                pawns = Message("{first} {rest}", first=pawns, rest=reverting)
            paragraphs.append(pawns)
        if self.becomes:
            paragraphs.append(self._changes(rules))
        if self.at_once:
            must = "A player who can drop one of these must do so at once: {pieces}."
            paragraphs.append(Message(must, pieces=self._names_of(rules, self.at_once)))
        if (self.becomes or self.ahead) and not self.idle:
            paragraphs.append(Message("A piece may not be dropped where it could never move."))
        return paragraphs

    def _changes(self, rules: PieceRules) -> Message:
        """What pieces are in hand, by ``becomes``."""
        if self._goes_back(rules):
            return Message(
                "A promoted piece goes to the hand as what it was before, and may be dropped as either of"
                " the two."
                if self.either
                else "A promoted piece goes to the hand as what it was before."
            )
        changes = [
            Message(
                "{piece} as {other}",
                piece=Message(rules.pieces[rules.kinds[letter]].name),
                other=Message(rules.pieces[rules.kinds[other]].name),
            )
            for letter, other in self.becomes.items()
        ]
        return Message(
            "Captured pieces of these kinds go to the hand as others, and may be dropped as either of the"
            " two: {changes}. All other pieces stay what they are."
            if self.either
            else "Captured pieces of these kinds go to the hand as others: {changes}. All other pieces stay"
            " what they are.",
            changes=joined("{first}, {rest}", changes),
        )

    def _goes_back(self, rules: PieceRules) -> bool:
        """Whether ``becomes`` undoes all promotions, and nothing else."""
        promotions: set[tuple[str, str]] = set()
        for side in Side:
            tables = [each.to_of(side) for each in getattr(rules, "mechanics", ()) if each.promotes]
            usual = {piece.letter: tuple(rules.promoting(side)) for piece in rules.pieces if piece.pawn}
            for table in tables or [usual]:
                promotions |= {(letter, each) for letter, letters in table.items() for each in letters}
        undone = {(other, letter) for letter, other in self.becomes.items()}
        turned = {(letter, other) for other, letter in undone} if self.either else set()
        return undone <= promotions <= undone | turned


@dataclass(frozen=True)
class StartHands(Dropping):
    """Each side has pieces in hand at the start, and may drop them; captured pieces leave the game.

    Attributes:
        pieces: the letters of what each side has, the last kinds first.
        ranks: on how many of its first ranks a side may drop them; 0 for anywhere.
        black: the letters of what Black has, if that is different; ``"-"`` for nothing.
        area: where a side may drop them.
        first: letters of kinds that are dropped on the first rank alone.
        idle: whether pieces may be dropped where they could never move.
    """

    pieces: str = ""
    ranks: int = 0
    black: str = ""
    area: Area = anywhere
    first: str = ""
    idle: bool = False
    title: ClassVar[str] = "start hands"

    def _hand(self) -> Hand:
        return Hand(start=self.pieces, black=(self.black or self.pieces).strip("-"))

    def state(self) -> tuple[State, ...]:
        """The hands."""
        return (self._hand(),)

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist, are royal, or are not in order.

        Raises:
            ValueError: the game has one of these, or the board does not have as many ranks.
        """
        hand = self._hand()
        self._check_held(rules)
        if not hand.start + hand.black:
            raise self.fault(
                "{title}: letters of pieces, such as 'N', not {pieces}", pieces=shown(self.pieces)
            )
        if isinstance(self.area, Squares | SidesSquares):
            self.area.check(rules.board)
        if not 0 <= self.ranks <= max(chart.height for chart in rules.board.charts):
            raise self.fault("{title}: the board does not have {ranks} first ranks", ranks=self.ranks)
        check_not_royal(self.title, "" if self.holds_royals() else hand.start + hand.black, rules)

    def holds_royals(self) -> bool:
        """Whether royal pieces can be in hand."""
        return False

    def takes(self, rules: Any, piece: Piece, site: int, side: Side) -> bool:
        """On the first ranks alone, if that is the rule."""
        ranks = 1 if piece.letter in self.first else self.ranks
        near = not ranks or rules.board.rank(site, side) < ranks
        near = near and self.area(rules.board, site, side)
        idle = self.idle and self._stands(rules, piece, site, side)
        return near and (idle or super().takes(rules, piece, site, side))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What is in hand, and where it goes."""
        hand = self._hand()
        if hand.start == hand.black:
            said = ["Each side begins with pieces in hand: {pieces}. A captured piece leaves the game."]
        else:
            said = [WHITE_HOLDS] * bool(hand.start) + [BLACK_HOLDS] * bool(hand.black)
        held = [
            Message(text, pieces=self._names_of(rules, letters))
            for text, letters in zip(said, filter(None, (hand.start, hand.black)), strict=False)
        ]
        limits = [] if self.area is anywhere else [self._where(rules)]
        if self.first:
            names = self._names_of(rules, self.first)
            limits.append(Message("These go to your own first rank alone: {pieces}.", pieces=names))
        return (Topic("Pieces in hand", (*held, *self.dropped(), *limits, Message(WRITTEN))),)

    def _where(self, rules: PieceRules) -> Message:
        names = {
            str(side): [
                name for site, name in enumerate(rules.board.names) if self.area(rules.board, site, side)
            ]
            for side in Side
        }
        return Message(
            "White drops pieces only on {white}; Black only on {black}.",
            white=", ".join(names["white"]),
            black=", ".join(names["black"]),
        )

    def dropped(self) -> tuple[Message, ...]:
        """When and where the pieces are dropped, in words."""
        anywhere = "In place of a move, you may drop a piece from your hand on any empty square."
        near = (
            "In place of a move, you may drop a piece from your hand on an empty square of your first {ranks}"
            " ranks."
        )
        if self.ranks == 1:
            return (Message("In place of a move, you may drop a piece from your hand on your first rank."),)
        return (Message(near, ranks=self.ranks) if self.ranks else Message(anywhere),)
