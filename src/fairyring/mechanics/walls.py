"""Walls: things on the board that block, belong to nobody and cannot be captured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import HOLE, Side
from fairyring.board.graph import SquareName
from fairyring.kernels.base import PieceRules
from fairyring.kernels.contract import States
from fairyring.kernels.declared import Blocker, State, drop_choice
from fairyring.kernels.law import Draft, Mechanic, check_letters, check_squares, codes_of, hops
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DROP,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    third_site,
)
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.rules import Change, Token, Topic, Words
from fairyring.mechanics.blocking import (
    BOARD,
    GUARDED,
    HURDLES,
    LASTING,
    SHORE,
    SHOT,
    STONE,
    TRAIL,
    WALL,
)
from fairyring.messages import Message, listed

GOAL_AT, FIELD = int(GOAL_SHIFT), int(FIELD_MASK)


@dataclass(frozen=True)
class Blocking(Mechanic):
    """What duck, walls, trails and stones have in common: a code behind those of the pieces."""

    guards: ClassVar[bool] = False  # whether a wall comes with moves, and may end a check or let one arise

    def usual_captures(self) -> str:
        """Walls stand, and nobody captures them."""
        return ""

    def state(self) -> tuple[State, ...]:
        """Walls."""
        return (Blocker("wall", "*"),)

    def foresees(self) -> bool:
        """It looks at where the piece has come from and gone."""
        return True

    def wins_with_little(self, rules: PieceRules) -> bool:
        """What blocks takes squares from a king."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse mechanics that ask whether a move gives check before it is known where its wall goes.

        Raises:
            ValueError: there is one, and something royal.
        """
        for mechanic in getattr(rules, "mechanics", ()) if self.guards and rules.has_checks else ():
            if reason := mechanic.asks_early():
                raise self.fault(
                    "mechanics: {title} and {mechanic} cannot be combined, because {reason} before"
                    " the move is complete",
                    mechanic=Message(mechanic.title),
                    reason=Message(reason),
                )

    def write(self, draft: Draft) -> None:
        """Write the code of walls, and whether they matter to royal pieces."""
        rules = draft.rules
        draft.set(WALL, code_of(len(rules.pieces), Side.WHITE))
        if self.guards and rules.has_checks:
            draft.set(GUARDED, 1)
        draft.set(HURDLES, int(rules.has_checks and hops(rules)))

    def tells(self, rules: PieceRules, change: Change) -> tuple[Message, ...]:
        """Where something that blocks stands now; what it was before is no longer there."""
        new = [token.site for token in change.come if token.side is None]
        was = {token.site: token for token in change.gone if token.side is not None and token.site in new}
        change.come = [token for token in change.come if token.side is not None]
        change.gone = [token for token in change.gone if token.side is not None and token.site not in new]
        return tuple(self.placed(site, was.get(site)) for site in new)

    def placed(self, site: str, piece: Token | None) -> Message:
        """That one stands on a site now, in place of a piece or of nothing."""
        return Message("there is now a wall on {site}", site=site)


@dataclass(frozen=True)
class Putting(Blocking):
    """A player puts something on a further square with each move, which is the last choice."""

    further: ClassVar[bool] = True
    guards: ClassVar[bool] = True

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """The square is the last choice."""
        names = rules.board.names
        third = names[third_site(move)]
        uci = f"{found.uci},{names[move >> GOAL_AT & FIELD]}{third}" if found.uci else ""
        return Words(f"{found.text},{third}", (*found.choices, third), uci)


@dataclass(frozen=True)
class Duck(Putting):
    """After each move, the player puts the duck, the only wall, on another empty square.

    It is Tim Paulden's Duck Chess (2016): nothing moves onto the duck or through it, knights jump over it.
    """

    title: ClassVar[str] = "duck"

    def state(self) -> tuple[State, ...]:
        """The duck."""
        return (Blocker("duck", "*"),)

    def placed(self, site: str, piece: Token | None) -> Message:
        """Where the duck is now."""
        return Message("the duck goes to {site}", site=site)

    def foresees(self) -> bool:
        """It is put down when the other pieces have drifted."""
        return False

    def write(self, draft: Draft) -> None:
        """Write the code of the duck, and that it may go anywhere."""
        super().write(draft)
        draft.append(BOARD, draft.site_words(range(len(draft.rules.board))))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Where the duck goes."""
        duck = Message(
            "A move has two parts: you move a piece, and then you put the duck on another empty square,"
            " which may be the one that your piece has just left. At the start the duck is beside the"
            " board. No piece captures the duck, stands on its square or moves through it; pieces that leap,"
            " leap over it."
        )
        written = Message(
            "The duck's square follows the move after a comma: e2-e4,d5. In a position, the duck is an"
            " asterisk."
        )
        return (Topic("The duck", (duck, written)),)


@dataclass(frozen=True)
class Walls(Putting):
    """After each move, the player puts a wall on an empty square, where it stays.

    Attributes:
        shot: whether the piece that has moved must be able to go there next, as arrows of amazons do.
        never: the names of squares where no wall is put.
    """

    shot: bool = False
    never: Sequence[SquareName] = ()
    title: ClassVar[str] = "walls"

    def check(self, rules: PieceRules) -> None:
        """Refuse squares that do not exist, hoppers that shoot, and what no wall goes with.

        Raises:
            ValueError: there is such a piece, or no such square.
        """
        super().check(rules)
        check_squares(self.title, self.never, rules)
        for piece in rules.pieces if self.shot else ():
            sites = range(len(rules.board))
            ways = [way for site in sites for way in piece.ways(rules.board, site, Side.WHITE)]
            if any(way.hurdle for way in ways):
                raise self.fault("{title}: the {piece} hops, and cannot shoot", piece=Message(piece.name))
            if any(way.captures_unusually for way in ways):
                raise self.fault(
                    "{title}: the {piece} captures otherwise than on its goal, and cannot shoot",
                    piece=Message(piece.name),
                )

    def write(self, draft: Draft) -> None:
        """Write the code of walls, and where they go."""
        super().write(draft)
        never = {draft.rules.board.numbers[name] for name in self.never}
        sites = [site for site in range(len(draft.rules.board)) if site not in never]
        draft.append(BOARD, draft.site_words(sites))
        draft.set(LASTING, 1)
        draft.set(SHOT, int(self.shot))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Where walls go."""
        put = Message(
            "A move has two parts: you move a piece, and then you put a wall on an empty square, which may be"
            " the one that your piece has just left. The wall stays there. No piece captures a wall, stands"
            " on its square or moves through it."
        )
        reach = Message("The piece that has moved must be able to move to the square of the wall.")
        never = Message("No wall is put on these squares: {squares}.", squares=", ".join(self.never))
        written = Message(
            "The wall's square follows the move after a comma: e2-e4,d5. In a position, walls are asterisks."
        )
        return (Topic("Walls", (put, *[reach] * self.shot, *[never] * bool(self.never), written)),)


@dataclass(frozen=True)
class Trail(Blocking):
    """A piece leaves a wall on the square that it moves from."""

    title: ClassVar[str] = "trail"
    guards: ClassVar[bool] = True

    def write(self, draft: Draft) -> None:
        """Write the code of walls, and where they come from."""
        super().write(draft)
        draft.set(TRAIL, 1)

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """Fairy-Stockfish writes where the wall is, too."""
        start, goal = (rules.board.names[move >> shift & int(FIELD_MASK)] for shift in (0, int(GOAL_SHIFT)))
        return found._replace(uci=f"{found.uci},{goal}{start}" if found.uci else "")

    def placed(self, site: str, piece: Token | None) -> Message:
        """Where the piece that has moved left one."""
        return Message("it leaves a wall on {site}", site=site)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Where walls are."""
        left = Message(
            "A piece leaves a wall on the square that it moves from, and the wall stays there. No piece"
            " captures a wall, stands on its square or moves through it. In a position, walls are asterisks."
        )
        return (Topic("Walls", (left,)),)


@dataclass(frozen=True)
class EdgeWalls(Blocking):
    """Instead of moving, a player who is not in check may put a wall on an empty square at the edge.

    The edge is that of the board, and what is next to a wall, but not diagonally: so the board shrinks.
    """

    title: ClassVar[str] = "edge walls"

    def check(self, rules: PieceRules) -> None:
        """Refuse a board on which squares have no neighbours.

        Raises:
            ValueError: it has more charts than one.
        """
        super().check(rules)
        if len(rules.board.charts) > 1:
            raise ValueError("edge walls: a board of one chart")

    def write(self, draft: Draft) -> None:
        """Write the code of walls, the edge, and what is next to what."""
        super().write(draft)
        rows = draft.rules.board.charts[0].rows
        beside: dict[int, list[int]] = {}
        for y, row in enumerate(rows):
            for x, site in enumerate(row):
                near = [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)]
                beside[site] = [rows[v][u] for u, v in near if 0 <= v < len(rows) and 0 <= u < len(row)]
        beside = {site: [each for each in near if each != HOLE] for site, near in beside.items()}
        sites = range(len(draft.rules.board))
        words = draft.site_words(site for site in sites if len(beside[site]) < 4)
        for site in sites:
            words += draft.site_words(beside[site])
        draft.append(SHORE, words)

    def words(self, rules: Any, states: States, ply: int, move: int, found: Words) -> Words:
        """A wall in place of a move is chosen by its square alone."""
        promotion = move >> int(PROMOTION_SHIFT) & int(BYTE_MASK)
        if promotion or move >> int(TAG_SHIFT) & int(TAG_MASK) != int(DROP):
            return found
        name = rules.board.names[move >> int(GOAL_SHIFT) & int(FIELD_MASK)]
        text = f"{drop_choice('*')}{name}"
        return Words(text, (name,), text)

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Where walls go."""
        put = Message(
            "In place of a move, a player who is not in check may put a wall on an empty square at the edge"
            " of the board. A square next to a wall, but not diagonally, is at the edge, too. The wall stays"
            " there. No piece captures a wall, stands on its square or moves through it."
            if rules.has_checks
            else "In place of a move, a player may put a wall on an empty square at the edge of the board. A"
            " square next to a wall, but not diagonally, is at the edge, too. The wall stays there. No piece"
            " captures a wall, stands on its square or moves through it."
        )
        written = Message(
            "A wall is written as an asterisk, an at sign and the square: *@a3. In a position, walls are"
            " asterisks."
        )
        return (Topic("Walls", (put, written)),)


@dataclass(frozen=True)
class Stone(Blocking):
    """A capturing piece of some kinds becomes a wall, unless it promotes with the same move.

    Attributes:
        pieces: the letters of these kinds.
    """

    pieces: str = "NBRQ"
    title: ClassVar[str] = "stone"

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not exist, or are royal and could capture.

        Raises:
            ValueError: there is no such piece, or it is royal.
        """
        check_letters(self.title, self.pieces, rules)
        for letter in self.pieces:
            if rules.pieces[rules.kinds[letter]].royal:
                name = rules.pieces[rules.kinds[letter]].name
                raise self.fault(
                    "{title}: the {piece} is royal and would never capture; give it a movement"
                    " without captures",
                    piece=Message(name),
                )

    def write(self, draft: Draft) -> None:
        """Write the code of walls, and who becomes one."""
        super().write(draft)
        draft.set(STONE, codes_of(draft.rules.kinds[letter] for letter in self.pieces))

    def placed(self, site: str, piece: Token | None) -> Message:
        """That a piece has turned to stone."""
        if piece is None:
            return super().placed(site, piece)
        return Message("{piece} turns to stone", piece=Message(piece.name))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Who becomes a wall."""
        names = [Message(rules.pieces[rules.kinds[letter]].name) for letter in self.pieces]
        turned = Message(
            "A piece of these kinds that captures turns to stone: {pieces}. It leaves the game, and a wall is"
            " in its place. No piece captures a wall, stands on its square or moves through it. In a"
            " position, walls are asterisks.",
            pieces=listed("{first} or {last}", names),
        )
        return (Topic("Stone", (turned,)),)
