"""An oracle for the games of momentum: `momentum`, `minigolf`, `carousel` and `ravioli-momentum`.

Written from the rulebook alone (conventions.md, minigolf.md), to be slow, plain and right. A turn is
played whole, its voluntary part and then its automatic one; it is legal if no whole turn of the opponent
could then capture the king. All that differs between the games is in `momentum_games`.
"""

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from .edges import Vector
from .momentum_games import castlings_of, game_of
from .momentum_positions import Pieces, Position, in_motion, order_of, refuse_impossible
from .momentum_ravioli import RavioliWays
from .momentum_texts import Order, move_text, read_placement, stop_text, with_momentum, write_placement
from .momentum_ways import MomentumWays, is_far_rank, turned
from .orthodox import colour, of_side
from .playing import Playing, other
from .texts import OracleError, split_fields
from .ways import is_free

__all__ = ["OracleError", "OracleMomentum", "Position", "in_motion"]


class Turn(NamedTuple):
    """The voluntary part of a turn: a move, or a stop (then `origin` is `to`)."""

    origin: str
    to: str
    becomes: str  # the piece that stands on `to` afterwards
    leaves: Vector | None = None  # the momentum it gives that piece
    captures: str | None = None  # where the captured piece stands
    passed: str | None = None  # by a double step
    castling: str | None = None  # which


@dataclass
class Board:
    """The pieces while a turn is played, and what happens to them."""

    pieces: dict[str, str]
    waiting: list[tuple[str, Vector]]  # the mover's pieces in motion that are still to go on, in launch order
    enemy: list[tuple[str, Vector]]
    own: list[tuple[str, Vector]] = field(default_factory=list)  # the mover's that have gone on
    launched: list[tuple[str, Vector]] = field(default_factory=list)  # the piece just set in motion
    captured: list[str] = field(default_factory=list)  # pieces
    left_or_reached: set[str] = field(default_factory=set)
    pawn_stepped: bool = False

    def take(self, site: str) -> None:
        self.captured.append(self.remove(site))

    def remove(self, site: str) -> str:
        """A piece of either side leaves the board."""
        self.left_or_reached.add(site)
        for order in (self.waiting, self.enemy, self.own, self.launched):
            order[:] = [entry for entry in order if entry[0] != site]
        return self.pieces.pop(site)

    def move(self, origin: str, to: str, becomes: str) -> None:
        self.pawn_stepped |= self.pieces.pop(origin) in "Pp"
        if to in self.pieces:
            self.take(to)
        self.pieces[to] = becomes
        self.left_or_reached |= {origin, to}


@cache
def ways_of(name: str) -> MomentumWays:
    """The ways of a game's pieces."""
    game = game_of(name)
    return RavioliWays(game) if game.lower else MomentumWays(game)


class OracleMomentum(Playing[Position]):
    """The rules of one game."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game = game_of(name)
        self.ways = ways_of(name)
        self.castlings = castlings_of(self.game)

    # ---- the voluntary part ----

    def voluntary(self, pos: Position) -> Iterator[Turn]:
        """ "Exactly one of: move a piece that has no momentum ...; or stop one own moving piece."

        Castling is among them if its way is empty; whether the king may is for `may_castle`.
        """
        going = {site for site, _vector in order_of(pos, pos.side)}
        for site, piece in pos.pieces.items():
            if colour(piece) != pos.side:
                continue
            if site in going:
                yield Turn(site, site, piece)
            elif piece in "Pp":
                yield from self.pawn_turns(pos, site, piece)
            else:
                yield from self.piece_turns(pos, site, piece)
        for letter in pos.castling:
            castling = self.castlings[letter]
            if colour(letter) == pos.side and pos.pieces.keys().isdisjoint(castling.between):
                yield Turn(*castling.king, of_side("K", pos.side), castling=letter)

    def piece_turns(self, pos: Position, site: str, piece: str) -> Iterator[Turn]:
        for start in self.ways.moves[piece][site]:
            there = pos.pieces.get(start.to)
            if (there is None or colour(there) == other(pos.side)) and is_free(pos.pieces, start.ways):
                yield Turn(site, start.to, piece, start.leaves, captures=start.to if there else None)

    def pawn_turns(self, pos: Position, site: str, piece: str) -> Iterator[Turn]:
        for start in self.ways.moves[piece][site]:
            if is_free(pos.pieces, start.ways):
                yield from self.promotions(Turn(site, start.to, piece, start.leaves, passed=start.passed))
        for start in self.ways.captures[piece][site]:
            there = pos.pieces.get(start.to)
            if there is not None and colour(there) == other(pos.side):
                yield from self.promotions(Turn(site, start.to, piece, start.leaves, captures=start.to))
            elif start.to == pos.passed:
                yield Turn(site, start.to, piece, start.leaves, captures=self.passer(pos))

    def promotions(self, turn: Turn) -> Iterator[Turn]:
        """The turn, or what it promotes to: "in the voluntary part to any but the king".

        "A pawn that promotes loses" its momentum.
        """
        if not is_far_rank(self.game, turn.becomes, turn.to):
            yield turn
            return
        side = colour(turn.becomes)
        for kind in self.game.promotes_to[side]:
            yield turn._replace(becomes=of_side(kind, side), leaves=None)

    def passer(self, pos: Position) -> str | None:
        """Where the pawn stands that has just passed over the site of the en passant field."""
        assert pos.passed is not None
        pawn = of_side("P", other(pos.side))
        return self.ways.ahead(pawn, pos.passed, 1)

    def may_castle(self, pos: Position, letter: str) -> bool:
        """ "Not while in check ..., nor over a square on which the king, put there, would be"."""
        start, crossed, _goal = self.castlings[letter].walk
        without = {site: piece for site, piece in pos.pieces.items() if site != start}
        on_the_way = {**without, crossed: of_side("K", pos.side)}
        return not self.in_check(pos) and not self.in_check(pos._replace(pieces=on_the_way))

    # ---- a whole turn on the board ----

    def play(self, pos: Position, turn: Turn) -> Board:
        """The board after both parts; "every other own piece with momentum goes on"."""
        own, enemy = order_of(pos, pos.side), order_of(pos, other(pos.side))
        others = [entry for entry in own if entry[0] != turn.origin]
        board = Board(dict(pos.pieces), others, list(enemy))
        if turn.origin != turn.to:
            if turn.captures is not None and turn.captures != turn.to:  # en passant
                board.take(turn.captures)
            board.move(turn.origin, turn.to, turn.becomes)
            if turn.leaves is not None:
                board.launched.append((turn.to, turn.leaves))
            if turn.captures is not None:
                self.has_captured(board, pos.side, turn.to)
            if turn.castling is not None:
                corner, to = self.castlings[turn.castling].rook
                board.move(corner, to, board.pieces[corner])
        self.go_on(board, pos.side)
        board.own += board.launched  # the last in the order
        return board

    def has_captured(self, board: Board, side: str, site: str) -> None:
        """A piece of a side has come to a site by a capture, in either part; nothing follows from it here."""

    def go_on(self, board: Board, side: str) -> None:
        """The automatic part: "one after the other, in the order in which they were set in motion"."""
        while board.waiting:
            site, vector = board.waiting.pop(0)
            piece = board.pieces[site]
            glide = self.ways.glide(piece, site, vector)
            # "It is all or nothing": what follows either lets the piece go its whole way or autostops it.
            if glide is None or not board.pieces.keys().isdisjoint(glide.way):
                continue
            if glide.to == site:
                board.own.append((site, glide.leaves))  # a bounce in place
                continue
            there = board.pieces.get(glide.to)
            if there is not None and colour(there) != other(side):
                continue
            becomes = piece
            if piece in "Pp":
                # "Along a file or rank they need an empty goal; diagonally they go on only by capturing".
                is_diagonal = vector[0] != 0 and vector[1] != 0
                if is_diagonal != (there is not None):
                    continue
                if is_far_rank(self.game, piece, glide.to):
                    becomes = of_side(self.game.promotes_to[side][0], side)
            board.move(site, glide.to, becomes)
            if becomes == piece:
                board.own.append((glide.to, glide.leaves))
            if there is not None:
                self.has_captured(board, side, glide.to)

    def position_after(self, pos: Position, turn: Turn, board: Board, again: bool = False) -> Position:
        """The position after a turn's two parts, in which the opponent moves, or the mover `again`."""
        pieces: Pieces = board.pieces
        own, enemy = tuple(board.own), tuple(board.enemy)
        # "None if an automatic move of that same turn filled the passed square."
        passed = None if turn.passed in pieces or turn.to not in pieces or again else turn.passed
        if pos.side == "black" and self.game.spinner:
            pieces = {self.spun(site): piece for site, piece in pieces.items()}
            own, enemy = self.spun_order(own), self.spun_order(enemy)
            # A pawn carried by the spinner no longer stands where it can be captured en passant.
            if self.spun(turn.to) != turn.to or passed in pieces:
                passed = None
        mover, next_side = pos.side, pos.side if again else other(pos.side)
        if again:
            own = self.without_edge_autostops(pieces, own)
        else:
            enemy = self.without_edge_autostops(pieces, enemy)
        return Position(
            pieces=MappingProxyType(pieces),
            white=own if mover == "white" else enemy,
            black=own if mover == "black" else enemy,
            side=next_side,
            castling=self.castling_after(pos.castling, board.left_or_reached),
            passed=passed,
            # "A capture, a pawn's step or a promotion in either part resets it".
            clock=0 if board.captured or board.pawn_stepped else pos.clock + 1,
            number=pos.number + (next_side == "white" and mover == "black"),
        )

    def spun(self, site: str) -> str:
        ring = self.game.spinner
        return ring[(ring.index(site) + 1) % len(ring)] if site in ring else site

    def spun_order(self, order: Order) -> Order:
        """ "The momentum of the pieces on it turns with it"; each keeps its launch place."""
        return tuple(
            (self.spun(site), turned(vector) if site in self.game.spinner else vector)
            for site, vector in order
        )

    def without_edge_autostops(self, pieces: Pieces, order: Order) -> Order:
        """ "Its pieces whose next goal lies beyond a standard edge have already autostopped"."""
        return tuple(
            (site, vector)
            for site, vector in order
            if self.ways.glide(pieces[site], site, vector) is not None
        )

    def castling_after(self, castling: str, left_or_reached: Collection[str]) -> str:
        """ "Rights go when a piece leaves or reaches a home square, in either part." """
        return "".join(
            letter
            for letter in castling
            if self.castlings[letter].king[0] not in left_or_reached
            and self.castlings[letter].rook[0] not in left_or_reached
        )

    # ---- check ----

    def could_take_king(self, pos: Position) -> bool:
        """Could the side to move capture the enemy's king, "its voluntary move or any automatic move"?"""
        king = of_side("K", other(pos.side))
        site = self.site_of(pos.pieces, king)
        # A voluntary capture of the king is made on the board as it stands.
        going = dict(order_of(pos, pos.side))
        attackers = self.ways.attackers[pos.side][site]
        for placed in pos.pieces.items():
            if placed in attackers and placed[0] not in going and is_free(pos.pieces, attackers[placed]):
                return True
        # Of the pieces in motion only one whose next goal is the king's square can capture the king.
        for start, vector in going.items():
            glide = self.ways.glide(pos.pieces[start], start, vector)
            if glide is not None and glide.to == site:
                return self.some_turn_captures_king(pos)
        return False

    def some_turn_captures_king(self, pos: Position) -> bool:
        """The same by definition: every whole turn is played. "It must have a voluntary part"."""
        king = of_side("K", other(pos.side))
        return any(king in self.play(pos, turn).captured for turn in self.voluntary(pos))

    def in_check(self, pos: Position) -> bool:
        """Could the opponent capture the king, "were it his turn on the board as it stands"?"""
        return self.could_take_king(self.opponents_view(pos))

    def opponents_view(self, pos: Position) -> Position:
        """ "His edge autostops made, no automatic moves of the side to move, no spin"."""
        opponent = other(pos.side)
        waiting = self.without_edge_autostops(pos.pieces, order_of(pos, opponent))
        view = pos._replace(side=opponent, passed=None)
        return view._replace(white=waiting) if opponent == "white" else view._replace(black=waiting)

    def site_of(self, pieces: Pieces, sought: str) -> str:
        for site, piece in pieces.items():
            if piece == sought:
                return site
        raise OracleError(f"no {sought} on the board")

    # ---- turns by their texts ----

    def legal(self, pos: Position) -> dict[str, Position]:
        """Every legal turn, by its canonical text, with the position after it."""
        found: dict[str, Position] = {}
        for text, turn in self.named_turns(pos).items():
            if turn.castling is not None and not self.may_castle(pos, turn.castling):
                continue
            after = self.position_after(pos, turn, self.play(pos, turn))
            if self.is_safe(pos, after):
                found[text] = self.following(pos, turn, after)
        return found

    def following(self, pos: Position, turn: Turn, after: Position) -> Position:
        """The position that follows a turn, where `after` is the one in which the opponent moves."""
        return after

    def is_safe(self, before: Position, after: Position) -> bool:
        """Whether a turn leaves its own king where no part of the opponent's next turn could capture it."""
        return not self.could_take_king(after)

    def named_turns(self, pos: Position) -> dict[str, Turn]:
        """Every voluntary move and stop by its text; momenta are named where they part two moves."""
        same: dict[str, dict[Vector | None, Turn]] = {}
        for turn in self.voluntary(pos):
            same.setdefault(bare_text(pos, turn), {})[turn.leaves] = turn
        named: dict[str, Turn] = {}
        for text, turns in same.items():
            for leaves, turn in turns.items():
                named[text if leaves is None or len(turns) == 1 else with_momentum(text, leaves)] = turn
        return named

    # ---- state and end of the game ----

    def repetition_key(self, pos: Position) -> Hashable:
        """The complete state, "everything but the clocks": launch orders too.

        En passant "counts only if it can be used", and that is by a legal turn.
        """
        passed = pos.passed if self.can_take_passing(pos) else None
        return frozenset(pos.pieces.items()), pos.white, pos.black, pos.side, pos.castling, passed

    def can_take_passing(self, pos: Position) -> bool:
        return pos.passed is not None and any(
            turn.captures not in (None, turn.to)
            and self.is_safe(pos, self.position_after(pos, turn, self.play(pos, turn)))
            for turn in self.voluntary(pos)
        )

    # ---- position texts ----

    def start(self) -> Position:
        return self.read(self.game.start)

    def write(self, pos: Position) -> str:
        placement = write_placement(self.game, pos.pieces, (pos.white, pos.black))
        castling, passed = pos.castling or "-", pos.passed or "-"
        return f"{placement} {pos.side[0]} {castling} {passed} {pos.clock} {pos.number}"

    def read(self, text: str) -> Position:
        """The position of a canonical text. Everything else is refused."""
        fields = split_fields(text)
        pieces, white, black = read_placement(self.game, fields.placement)
        pos = Position(
            pieces=MappingProxyType(pieces),
            white=white,
            black=black,
            side=fields.side,
            castling=fields.castling,
            passed=fields.passed,
            clock=fields.clock,
            number=fields.number,
        )
        refuse_impossible(self.ways, pos)
        if self.could_take_king(pos):
            raise OracleError("placement: the king of the side not to move could be taken")
        if self.write(pos) != text:
            raise OracleError(f"not canonical: {text!r} is written {self.write(pos)!r}")
        return pos


def bare_text(pos: Position, turn: Turn) -> str:
    """The text of a voluntary move or stop without the momentum that it leaves."""
    if turn.origin == turn.to:
        return stop_text(turn.to)
    promoted = turn.becomes != pos.pieces[turn.origin]
    return move_text(turn.origin, turn.to, turn.becomes.upper() if promoted else None)
