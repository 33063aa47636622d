"""A number for every move that can occur in a game, the same in every position: its *action*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from fairyring.board import Side
from fairyring.errors import VariantError
from fairyring.kernels.batches import FREE, SPREAD, Numbers
from fairyring.kernels.bluff import generate as bluff
from fairyring.kernels.bluff.rules import Bluff
from fairyring.kernels.declared import Gates, Hand, TrueKing
from fairyring.kernels.drifting.drift import STOP
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox import codes
from fairyring.kernels.orthodox.codes import SITE_MASK, third_site
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.piloting.rules import Piloting
from fairyring.mechanics import Flips, Pass, Setup
from fairyring.mechanics.walls import EdgeWalls

GOAL, PROMOTION, TAG, EXTRA = (
    int(shift) for shift in (codes.GOAL_SHIFT, codes.PROMOTION_SHIFT, codes.TAG_SHIFT, codes.EXTRA_SHIFT)
)
START_BITS, GOAL_BITS = int(codes.FIELD_MASK), int(codes.FIELD_MASK) << GOAL
PROMOTION_BITS, TAG_BITS = int(codes.BYTE_MASK) << PROMOTION, int(codes.TAG_MASK) << TAG
EXTRA_BITS = int(SITE_MASK) << EXTRA
THIRD_BITS = 0x3F << int(codes.LOW_SHIFT) | 0xF << int(codes.HIGH_SHIFT)
ENDS = START_BITS | GOAL_BITS
TAGS = 16

Ends = tuple[int, int]


def coded(start: int, goal: int, promotion: int = 0, tag: int = 0, extra: int = 0, third: int = 0) -> int:
    """The code of a move; see `fairyring.kernels.orthodox.codes`."""
    low = start | goal << GOAL | promotion << PROMOTION | tag << TAG | extra << EXTRA
    return low | (third & 0x3F) << int(codes.LOW_SHIFT) | third >> 6 << int(codes.HIGH_SHIFT)


class Numbering:
    """The actions of a game.

    Moves that have the same text in all positions are one action, whichever piece makes them: in chess,
    ``e7-e8=Q`` of a pawn, and ``e7-e8`` of a king or a rook. Actions are sorted by start, goal and what else
    there is to choose, so they stay what they are while the board, the pieces and the mechanics do.

    Attributes:
        rules: the game's rules.
        codes: the moves' codes without what differs from position to position, by action.
        ways: how many moves with the same ends and nothing else to tell them apart there are before it.
    """

    def __init__(self, rules: Any) -> None:
        """Number the moves of a game.

        Raises:
            VariantError: the game is of a family of its own, whose moves have no numbers.
        """
        self.rules = rules
        if isinstance(rules, Bluff):
            self._keep, possible = _of_bluff(rules)
        elif isinstance(rules, Orthodox):
            self._keep, possible = _Orthodox(rules).numbered()
        else:
            raise VariantError(f"a {type(rules).__name__} game: the moves of its family have no actions")
        ordered = sorted(possible, key=_order)
        self.codes = tuple(code for code in ordered for _ in range(possible[code]))
        self.ways = tuple(way for code in ordered for way in range(possible[code]))

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def tables(self) -> Numbers:
        """The hash table for compiled code."""
        bits = max(4, (2 * len(self.codes)).bit_length())
        slots, actions = np.full(1 << bits, FREE, np.uint64), np.zeros(1 << bits, np.int32)
        last, spread = len(slots) - 1, int(SPREAD)
        for action, (code, way) in enumerate(zip(self.codes, self.ways, strict=True)):
            if way:
                continue
            slot = (code * spread & (1 << 64) - 1) >> 64 - bits
            while slots[slot] != FREE:
                slot = slot + 1 & last
            slots[slot], actions[slot] = code, action
        settings = np.array([64 - bits, any(self.ways)], np.uint64)
        return Numbers(np.array(self._keep, np.uint64), slots, actions, settings)

    def text(self, action: int) -> str:
        """An action in words, such as ``e7-e8=Q``: the text of the move in most positions.

        Raises:
            IndexError: there is no such action.
        """
        if not 0 <= action < len(self.codes):
            raise IndexError(f"an action from 0 to {len(self.codes) - 1}, not {action}")
        code, names = self.codes[action], self.rules.places.names
        start, goal = names[code & START_BITS], names[(code & GOAL_BITS) >> GOAL]
        tag, promotion = (code & TAG_BITS) >> TAG, (code & PROMOTION_BITS) >> PROMOTION
        letters = ["", *2 * [piece.letter for piece in self.rules.pieces]]  # big pieces have numbers behind
        letter = letters[promotion] if promotion < len(letters) else ""
        if tag == int(codes.CHOOSE):
            return f"true@{goal}"
        if isinstance(self.rules, Bluff):
            if tag == int(bluff.PUT):
                return str(self.rules.words(None, 0, code).text)  # type: ignore[arg-type]  # reads no row
            return f"{start}-{goal}" + (f"={letter}" if letter else "")
        third = third_site(code)
        gated = third and not self.rules.further
        added = f",{names[third]}" if self.rules.further and tag != int(codes.PASS) else ""
        if gated:
            added = f"/{letters[third >> 1]}" + ("@rook" if third & 1 else "")
        if tag == int(codes.PASS):
            return "pass" + added
        if tag == int(codes.DROP):
            return f"{letter}@{goal}{added}"
        if tag == int(STOP):
            return f"stop@{start}{added}"
        if tag == int(codes.CASTLE):
            return f"{start}-{goal} castling{added}"
        if tag in (int(codes.LOCUST), int(codes.UNLOAD)):
            sign = "x" if tag == int(codes.LOCUST) else "/"
            becomes = f"={letter}" if letter else ""
            return f"{start}-{goal}{sign}{names[(code & EXTRA_BITS) >> EXTRA]}{becomes}{added}"
        carried = [code >> EXTRA & 0x1F, code >> EXTRA + 5 & 0x1F] if isinstance(self.rules, Piloting) else []
        becomes = "".join(f"={letters[each]}" for each in (promotion, *carried) if each)
        way = f" way {self.ways[action] + 1}" if self.ways[action] else ""
        return f"{start}-{goal}{becomes}{added}{way}"


def _order(code: int) -> tuple[int, ...]:
    return code & START_BITS, code & GOAL_BITS, code & TAG_BITS, code & PROMOTION_BITS, code


def _of_bluff(rules: Bluff) -> tuple[list[int], Counter[int]]:
    """What tells moves apart, by tag, and the moves of a game on many boards."""
    keep = [ENDS | PROMOTION_BITS] * TAGS
    keep[int(bluff.PUT)] = GOAL_BITS | TAG_BITS | 0xFFFF << EXTRA
    keep[int(codes.CHOOSE)] = GOAL_BITS | TAG_BITS
    found: set[int] = set()
    sites, names = range(len(rules.board)), rules.board.numbers
    becomes = [rules.kinds[letter] + 1 for letter in rules.promotions]
    for piece, side, site in product(rules.pieces, Side, sites):
        for goal in rules.reach(piece.letter, rules.board.names[site], side):
            number = names[goal.site]
            found |= {coded(site, number, each) for each in (becomes if goal.promotion else (0,))}
    sideways = rules.tables.ways.sideways
    steps = rules.tables.ways.steps
    for site, vector in product(sites, sideways):  # kings castle by two steps to a side
        beside = int(steps[site, int(vector)])
        beyond = int(steps[beside, int(vector)]) if beside in sites else beside
        if beyond in sites:
            found.add(coded(site, beyond))
    found |= {coded(0, site, tag=int(codes.CHOOSE)) for site in sites}
    puts = rules.tables.ways.puts.tolist()
    found |= {coded(0, site, tag=int(bluff.PUT), extra=chips) for chips in puts for site in sites}
    return keep, Counter(found)


class _Orthodox:
    """The moves of the orthodox family, and of those that are built on it."""

    def __init__(self, rules: Orthodox) -> None:
        self.rules = rules
        self.places = [place for place, name in enumerate(rules.places.names) if name]
        self.gates = any(isinstance(state, Gates) and not state.pieces for state in rules.declared)
        self.gates |= any(mechanic.title == "gating" for mechanic in rules.mechanics)

    def numbered(self) -> tuple[list[int], Counter[int]]:
        """What tells moves apart, by tag, and the moves: how many there are of each."""
        third = THIRD_BITS if self.rules.further or self.gates else 0
        carried = EXTRA_BITS if isinstance(self.rules, Piloting) else 0
        keep = [ENDS | PROMOTION_BITS | third | carried] * TAGS
        keep[int(codes.CASTLE)] = ENDS | TAG_BITS | EXTRA_BITS | third
        keep[int(codes.DROP)] = ENDS | PROMOTION_BITS | TAG_BITS | third
        keep[int(codes.PASS)] = TAG_BITS | third
        keep[int(codes.CHOOSE)] = GOAL_BITS | TAG_BITS
        keep[int(codes.LOCUST)] = ENDS | PROMOTION_BITS | TAG_BITS | EXTRA_BITS | third
        keep[int(codes.UNLOAD)] = keep[int(codes.LOCUST)]
        keep[int(STOP)] = ENDS | TAG_BITS | third
        found = Counter({*self._moves(), *self._others()})
        if isinstance(self.rules, Drifting):
            for code, ways in self._repeated(self.rules).items():
                found[code] = max(found[code], ways)
        complete: Counter[int] = Counter()
        for code, number in found.items():
            complete.update(dict.fromkeys(self._thirds(code), number))
        return keep, complete

    def _thirds(self, code: int) -> set[int]:
        """A move with each further choice that there may be."""
        if self.rules.further:
            return {code | coded(0, 0, third=site) for site in range(len(self.rules.board))}
        board, start = self.rules.board, code & START_BITS
        tag = (code & TAG_BITS) >> TAG
        if not self.gates or tag not in (0, int(codes.CASTLE)):
            return {code}
        if not any(board.rank(start, side) == 0 for side in Side):
            return {code}
        beside = (0, 1) if tag == int(codes.CASTLE) else (0,)
        come = [(kind + 1) << 1 | rook for kind in range(len(self.rules.pieces)) for rook in beside]
        return {code} | {code | coded(0, 0, third=each) for each in come}

    def _moves(self) -> Iterator[int]:
        """Moves of pieces."""
        rules = self.rules
        promoter = next((mechanic for mechanic in rules.mechanics if mechanic.promotes), None)
        back = rules.places.back
        levels = (0, back) if back else (0,)
        for piece, side, site in product(rules.pieces, Side, range(len(rules.board))):
            letters = rules.promoting(side) if piece.pawn and not promoter else ""
            for goal, tag, extra in self._goals(piece, side, site):
                becomes = letters if letters and rules.far(rules.board, goal, side) else ""
                if promoter:
                    becomes = "".join(promoter.promotes_to(rules, piece.letter, side, site, goal))
                if tag != codes.PLAIN:
                    yield coded(site, goal, tag=int(tag), extra=extra)
                    for letter in self._split(becomes):
                        yield coded(site, goal, self._kind(letter, site), int(tag), extra)
                for one, other in product(levels, levels):
                    yield coded(site + one, goal + other)
                    for letter in self._split(becomes):
                        yield coded(site + one, goal + other, self._kind(letter, site))
        for mechanic in rules.mechanics:
            yield from (coded(*each) for each in mechanic.beyond(rules))
        if isinstance(rules, Piloting):
            yield from self._carried(rules)

    def _kind(self, letter: str, site: int) -> int:
        """The number of what becomes of a piece on a site: those of big pieces follow those of small ones."""
        rules = self.rules
        big = isinstance(rules, Piloting) and site >= rules.smalls
        return rules.kinds[letter] + 1 + (len(rules.pieces) if big else 0)

    def _split(self, letters: str) -> list[str]:
        """The letters of kinds that follow each other; ``+P`` is one."""
        found: list[str] = []
        for letter in letters:
            if found and found[-1] == "+":
                found[-1] += letter
            else:
                found.append(letter)
        return found

    def _goals(self, piece: Any, side: Side, site: int) -> set[tuple[int, Any, int]]:
        """Where a piece may go from a site, with a tag and the third site that it has."""
        rules = self.rules
        if isinstance(rules, Piloting):
            names = rules.board.numbers
            goals = rules.reach(piece.letter, rules.board.names[site], side)
            return {(names[goal.site], codes.PLAIN, 0) for goal in goals}
        starts = rules.starts(rules.board, site, side)
        ways = piece.ways(rules.board, site, side)
        found: set[tuple[int, Any, int]] = set()
        for way in ways:
            if not starts and way.initial:
                continue
            found.add((way.goal, codes.PLAIN, 0))
            if way.unload is not None:
                found.add((way.goal, codes.UNLOAD, way.unload if way.taken is None else way.taken))
            elif way.taken is not None:
                found.add((way.goal, codes.LOCUST, way.taken))
        return found

    def _carried(self, rules: Piloting) -> Iterator[int]:
        """Moves of big pieces that carry small pawns to their last rank."""
        becomes = [rules.kinds[letter] + 1 for letter in rules.promotions]
        names = rules.board.numbers
        big = range(rules.smalls, len(rules.board))
        for piece, side, site in product(rules.pieces, Side, big):
            for each in rules.reach(piece.letter, rules.board.names[site], side):
                goal = names[each.site]
                backs = rules.board.backs[goal]
                if not any(rules.board.rank(back, side.other) == 0 for back in backs):
                    continue
                own = (0, *(self._kind(letter, site) for letter in rules.promotions)) if piece.pawn else (0,)
                for first, second, promotion in product((0, *becomes), (0, *becomes), own):
                    yield coded(site, goal, promotion, extra=first | second << 5)

    def _others(self) -> Iterator[int]:
        """Castlings, drops, passes, choices and stops."""
        rules = self.rules
        for number, castling in enumerate(rules.castlings):
            yield coded(*castling.king, tag=int(codes.CASTLE), extra=number)
        for place, kind in product(self.places, sorted(self._dropped())):
            yield coded(place, place, kind, int(codes.DROP))
        if any(isinstance(mechanic, Pass) for mechanic in rules.mechanics):
            yield coded(0, 0, tag=int(codes.PASS))
        if any(isinstance(state, TrueKing) for state in rules.declared):
            yield from (coded(0, site, tag=int(codes.CHOOSE)) for site in range(len(rules.board)))
        if isinstance(rules, Drifting):
            yield from (coded(site, site, tag=int(STOP)) for site in range(len(rules.board)))

    def _dropped(self) -> set[int]:
        """The numbers of the kinds that can be dropped, from 1; 0 for a wall."""
        rules = self.rules
        hands = [state for state in rules.declared if isinstance(state, Hand)]
        held = "".join(hand.start + hand.black for hand in hands)
        anything = hands or any(isinstance(mechanic, Flips | Setup) for mechanic in rules.mechanics)
        gated = self.gates and not any(mechanic.title == "hands" for mechanic in rules.mechanics)
        found = {
            kind + 1
            for kind, piece in enumerate(rules.pieces)
            if anything and not gated and (not piece.royal or piece.letter in held.upper())
        }
        return found | ({0} if any(isinstance(each, EdgeWalls) for each in rules.mechanics) else set())

    def _repeated(self, rules: Drifting) -> dict[int, int]:
        """How many ways of a piece lead from one site to another, where they set it in motion differently."""
        ways, sites = rules.tables.ways, len(rules.board)
        found: dict[int, int] = {}
        for kind, side, site in product(range(len(rules.pieces)), Side, range(sites)):
            at = code_of(kind, side) * sites + site
            steps = ways.rays[int(ways.ray_start[at]) : int(ways.ray_start[at + 1])].tolist()
            for goal, number in Counter(step & int(SITE_MASK) for step in steps).items():
                code = coded(site, goal)
                found[code] = max(found.get(code, 1), number)
        return found


__all__ = ["Numbering"]
