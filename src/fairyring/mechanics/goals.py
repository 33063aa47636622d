"""Goals: a side wins when one of its pieces reaches certain squares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fairyring.board import Side
from fairyring.board.graph import SquareName
from fairyring.kernels.base import PieceRules
from fairyring.kernels.compiling import I, U, called, inlined, internal, lowest_bit
from fairyring.kernels.contract import GOAL_REACHED, MOVER_LOSES, MOVER_WINS, ONGOING, SIDE
from fairyring.kernels.law import Draft, Mechanic, check_letters, check_squares, codes_of, slots
from fairyring.kernels.orthodox.attacks import occupied, under_attack
from fairyring.kernels.orthodox.codes import PLAIN, SITE_MASK, encode
from fairyring.kernels.orthodox.effects import loses_king
from fairyring.kernels.orthodox.tables import KING, NOWHERE
from fairyring.kernels.rules import Topic
from fairyring.mechanics.no_checks import NO_CHECKS, gives_check
from fairyring.messages import Message, joined
from fairyring.pieces import Piece

# REGION: for each side, the sites that it wants to reach; 0 in a game without goals. RUNNERS: the codes of
# the pieces that count, a bit each. REPLY: `RACE` if Black has one more move when White is there first;
# `HELD` if a piece must still stand there after the other side's next move; or 0. STEPS: for each side and
# site, how many of a runner's steps away the goal is. SAFE: 1 if a piece counts only while it cannot be
# captured. NUMBER: how many pieces it takes. COMMON: 1 if no runner is royal. FULL: 1 if one will do once no
# square of the goal is empty. BONUS: what a runner there counts, in hundredths of a pawn.
REGION, RUNNERS, REPLY, STEPS, SAFE, NUMBER, COMMON, FULL, BONUS = slots(9)
RACE, HELD = U(1), U(2)
FAR = 200  # steps, where there is no way
# In hundredths of a pawn, divided by the steps that are left. A royal piece cannot be captured on its way;
# where others may run, too, its way matters less.
ROYALS_ALONE, OTHERS = 900, 300


@dataclass(frozen=True)
class Goal(Mechanic):
    """A side with a certain piece on a certain square wins.

    Attributes:
        sites: the names of the squares, for both sides; or White's, and then Black's in ``black``.
        piece: the letter of the piece, or the letters of several, any of which counts.
        black: the names of Black's squares, if they are different.
        reply: whether the other side has one more move, to capture the piece. If the pieces are royal, only
            Black has one more move, and draws by reaching its own goal with it.
        safe: whether the piece counts only while no enemy piece attacks it, or while there are more than
            needed; if both sides' pieces count, it is a draw. With
            ``reply``, only a piece that is attacked waits for the other side's move.
        number: how many such pieces must stand on these squares at once.
        blocked: whether one of them is enough for the side that has moved if no square of the goal is empty.
        sides: the sides that can win this way.
    """

    sites: Sequence[SquareName]
    piece: str = "K"
    black: Sequence[SquareName] = ()
    reply: bool = False
    safe: bool = False
    number: int = 1
    blocked: bool = False
    sides: Sequence[Side] = (Side.WHITE, Side.BLACK)
    title: ClassVar[str] = "goals"

    def usual_captures(self) -> str:
        """It looks at what a move leaves on the board."""
        return ""

    @property
    def letters(self) -> list[str]:
        """The letters of the pieces, those of promoted ones with their sign."""
        return re.findall(r"\+?[^+]", self.piece)

    def rides(self) -> bool:
        """A rider is where its carrier is; but replies and attacks are looked for on the ground alone."""
        return not self.reply and not self.safe

    def pilots(self) -> bool:
        """The piece is a small one."""
        return not self.reply and not self.safe

    def foresees(self) -> bool:
        """A last reply is looked for; and which pieces attack depends on what drifts."""
        return self.reply or self.safe

    def check(self, rules: PieceRules) -> None:
        """Refuse squares and pieces that do not exist.

        Raises:
            ValueError: there is none of that name.
        """
        check_squares(self.title, (*self.sites, *self.black), rules)
        check_letters(self.title, self.letters, rules)
        if not self.letters:
            raise ValueError("goals: name at least one piece that wins by reaching them")
        if not self.sites:
            raise ValueError("goals: name at least one square")
        if not self.sides:
            raise ValueError("goals: sides says who can win this way: white, black or both")
        if not 1 <= self.number <= len(self.sites):
            raise self.fault(
                "{title}: number must be from 1 to {number}, the number of squares, and not {given}",
                number=len(self.sites),
                given=self.number,
            )
        if self.blocked and (self.reply or self.safe):
            raise ValueError(
                "goals: blocked cannot be combined with reply or safe, because nothing says which piece it"
                " is that wins"
            )
        common = [piece for piece in self._runners(rules) if not piece.royal]
        looks = self.safe and common and any(piece.royal for piece in rules.pieces)
        for other in getattr(rules, "mechanics", ()) if looks else ():
            if any(other.glances(rules)):
                raise self.fault(
                    "mechanics: {other} and {title} with safe cannot be combined, because a king would count"
                    " as attacking the {piece} from afar",
                    other=Message(other.title),
                    piece=Message(common[0].name),
                )
        if self.reply and any(type(other).several for other in getattr(rules, "mechanics", ())):
            raise ValueError(
                "goals: the other side has one more move, and where a turn has several moves, nothing says"
                " which one"
            )

    def _reply(self, rules: PieceRules) -> np.uint64:
        """What the slot of that name has."""
        if not self.reply:
            return U(0)
        return RACE if all(piece.royal for piece in self._runners(rules)) else HELD

    def _runners(self, rules: PieceRules) -> list[Piece]:
        return [rules.pieces[rules.kinds[letter]] for letter in self.letters]

    def _wanted(self, rules: PieceRules, side: Side) -> list[int]:
        if side not in self.sides:
            return []
        names = self.black if self.black and side is Side.BLACK else self.sites
        return [rules.board.numbers[name] for name in names]

    def _places(self, draft: Draft, side: Side) -> list[int]:
        places = draft.rules.places
        wanted = self._wanted(draft.rules, side)
        return draft.site_words(place for site in wanted for place in places.at(site))

    def write(self, draft: Draft) -> None:
        """Write the squares, and the way to them."""
        rules = draft.rules
        runners = self._runners(rules)
        piece = next((piece for piece in runners if piece.royal), runners[0])
        draft.append(REGION, [word for side in Side for word in self._places(draft, side)])
        draft.set(RUNNERS, codes_of(rules.kinds[letter] for letter in self.letters))
        draft.set(REPLY, int(self._reply(rules)))
        draft.set(NUMBER, self.number)
        draft.set(COMMON, not any(piece.royal for piece in runners))
        draft.set(BONUS, ROYALS_ALONE if all(piece.royal for piece in runners) else OTHERS)
        draft.set(SAFE, int(self.safe))
        draft.set(FULL, int(self.blocked))
        steps: list[int] = []
        for side in Side:
            left = dict.fromkeys(self._wanted(rules, side), 0)
            before: dict[int, set[int]] = {}
            for site in range(len(rules.board)):
                for way in piece.ways(rules.board, site, side):
                    before.setdefault(way.goal, set()).add(site)
            front = list(left)
            while front:
                new = {site for goal in front for site in before.get(goal, ()) if site not in left}
                left |= dict.fromkeys(new, left[front[0]] + 1)
                front = list(new)
            steps += [left.get(rules.places.site(place), FAR) for place in range(rules.places.number)]
        draft.append(STEPS, steps)

    def _what_wins(self, name: Message | str) -> Message:
        """Which pieces win on which squares, and how many of them it takes."""
        fields = {"piece": name, "number": self.number, "sites": ", ".join(self.sites)}
        if len(self.sides) == 1 and self.sides[0] is Side.BLACK:
            fields["sites"] = ", ".join(self.black or self.sites)
            one, more = (
                "Black wins with the {piece} on {sites}.",
                "Black wins with {number} of these pieces on {sites} at once: {piece}.",
            )
        elif len(self.sides) == 1:
            one, more = (
                "White wins with the {piece} on {sites}.",
                "White wins with {number} of these pieces on {sites} at once: {piece}.",
            )
        elif self.black:
            fields["others"] = ", ".join(self.black)
            one, more = (
                "White wins with the {piece} on {sites}, Black on {others}.",
                "White wins with {number} of these pieces on {sites} at once, Black on {others}: {piece}.",
            )
        else:
            one, more = (
                "A player whose {piece} reaches {sites} has won.",
                "A player who has {number} of these pieces on {sites} at once has won: {piece}.",
            )
        return Message(more if self.number > 1 else one, **fields)

    def decides(self, rules: PieceRules) -> bool:
        """By reaching the goal."""
        return True

    def wins_with_little(self, rules: PieceRules) -> bool:
        """A king or any piece may reach the goal."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What wins."""
        name = joined("{first} or {rest}", [Message(piece.name) for piece in self._runners(rules)])
        paragraphs = [self._what_wins(name)]
        if self.blocked:
            paragraphs.append(
                Message("One of them is enough if no square of the goal is empty after your move.")
            )
        if self._reply(rules) == RACE:
            paragraphs.append(
                Message(
                    "If White gets there first, Black has one more move; if Black gets there with that"
                    " move, the game is drawn."
                )
            )
        if self._reply(rules) == HELD:
            paragraphs.append(
                Message(
                    "The other player has one more move first, and can still capture the {piece} with it.",
                    piece=name,
                )
            )
        if self.safe and self._reply(rules) == HELD:
            paragraphs.append(Message("A piece that no enemy piece attacks there wins at once."))
        elif self.safe:
            paragraphs.append(
                Message(
                    "This counts only while no enemy piece attacks the {piece} there. If it is attacked but"
                    " not captured, its side wins as soon as it is no longer attacked.",
                    piece=name,
                )
            )
            if len(self.sites) > self.number and not all(piece.royal for piece in self._runners(rules)):
                paragraphs.append(
                    Message(
                        "A side with more of these pieces there than it needs wins even if they are attacked."
                    )
                )
        return (Topic("The goal", tuple(paragraphs), tuple(paragraphs[:1])),)


@internal
def there(words: Any, tables: Any, states: Any, ply: Any, side: Any, safe: Any) -> Any:
    """Whether a side has as many runners as it takes on its goals.

    If they must be ``safe``, more than it takes will do as well.
    """
    size = U(states.bits.shape[2])
    missing, spare = words[NUMBER], words[NUMBER] + U(safe)
    for word in range(size):
        found = words[words[REGION] + side * size + word] & states.bits[ply, side, word]
        while found != U(0):
            site = (word << U(6)) + lowest_bit(found)
            found &= found - U(1)
            if (words[RUNNERS] >> U(states.cells[ply, U(0), site])) & U(1) == U(0):
                continue
            spare -= U(1)
            if not safe or not under_attack(tables, states, ply, site, U(1) - side):
                missing -= U(1)
            if missing == U(0) or spare == U(0):
                return True
    return False


@internal
def filled(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether no square of a side's goal is empty, and a runner of its own stands there."""
    size = U(states.bits.shape[2])
    found = False
    for word in range(size):
        goals = words[words[REGION] + side * size + word]
        if goals & ~occupied(states, ply, word) != U(0):
            return False
        own = goals & states.bits[ply, side, word]
        while own != U(0) and not found:
            site = (word << U(6)) + lowest_bit(own)
            own &= own - U(1)
            found = (words[RUNNERS] >> U(states.cells[ply, U(0), site])) & U(1) != U(0)
    return found


@called
def can_reply(words: Any, tables: Any, states: Any, ply: Any) -> Any:
    """Whether the mover's king can go to a goal at once."""
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    if king == NOWHERE:
        return False
    size = U(states.bits.shape[2])
    at = U(states.cells[ply, U(0), king]) * U(states.cells.shape[2]) + king
    for i in range(U(tables.ways.ray_start[at]), U(tables.ways.ray_start[at + U(1)])):
        goal = U(tables.ways.rays[i]) & SITE_MASK
        other = U(states.cells[ply, U(0), goal])
        if (words[words[REGION] + side * size + (goal >> U(6))] >> (goal & U(63))) & U(1) == U(0):
            continue
        if other != U(0) and other & U(1) == side:
            continue
        move = encode(king, goal, U(0), PLAIN, U(0))
        if loses_king(tables, states, ply, move):
            continue
        if words[NO_CHECKS] == U(0) or not gives_check(tables, states, ply, move):
            return True
    return False


@inlined
def won(words: Any, tables: Any, states: Any, ply: Any) -> Any:
    """Whether the mover has just reached its goal."""
    if words[REGION] == U(0):
        return False
    side = states.info[ply, SIDE]
    if words[FULL] != U(0) and filled(words, states, ply, side):
        return True
    return there(words, tables, states, ply, side, words[SAFE] != U(0))


@inlined
def over(words: Any, tables: Any, states: Any, ply: Any) -> Any:
    """A side has reached its goal, and the other has no reply; the mover's piece may have been carried."""
    if words[REGION] == U(0):
        return ONGOING
    side, safe = states.info[ply, SIDE], words[SAFE] != U(0)
    if words[REPLY] == HELD:
        if there(words, tables, states, ply, side, False):
            return GOAL_REACHED | MOVER_WINS
        if safe and there(words, tables, states, ply, U(1) - side, True):
            return GOAL_REACHED | MOVER_LOSES
        return ONGOING
    if words[FULL] != U(0) and filled(words, states, ply, U(1) - side):
        return GOAL_REACHED | MOVER_LOSES
    if there(words, tables, states, ply, U(1) - side, safe):
        both = safe or (words[REPLY] == RACE and side == U(0))
        if both and there(words, tables, states, ply, side, safe):
            return GOAL_REACHED
        if words[REPLY] == RACE and side == U(1) and can_reply(words, tables, states, ply):
            return ONGOING
        return GOAL_REACHED | MOVER_LOSES
    if there(words, tables, states, ply, side, safe):
        return GOAL_REACHED | MOVER_WINS
    return ONGOING


@inlined
def weighed(words: Any, states: Any, ply: Any) -> Any:
    """The fewer steps a runner has to its goal, the better; where some are royal, these alone count."""
    if words[REGION] == U(0):
        return I(0)
    if words[COMMON] != U(0):
        return common(words, states, ply, U(0)) - common(words, states, ply, U(1))
    score = I(0)
    sites = U(states.cells.shape[2])
    for side in range(U(2)):
        king = states.info[ply, KING + side]
        if king != NOWHERE and (words[RUNNERS] >> U(states.cells[ply, U(0), king])) & U(1) != U(0):
            bonus = I(words[BONUS]) // (I(1) + I(words[words[STEPS] + side * sites + king]))
            score += bonus if side == U(0) else -bonus
    return score


@internal
def common(words: Any, states: Any, ply: Any, side: Any) -> Any:
    """The bonus of the runner of a side that is nearest; of all together where it takes several."""
    nearest, together = I(0), I(0)
    steps = words[STEPS] + side * U(states.cells.shape[2])
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            if (words[RUNNERS] >> U(states.cells[ply, U(0), site])) & U(1) != U(0):
                bonus = I(words[BONUS]) // (I(1) + I(words[steps + site]))
                nearest = max(nearest, bonus)
                together += bonus
    return nearest if words[NUMBER] == U(1) else together
