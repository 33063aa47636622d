"""The core of the composed oracle: chess on any board, and the loop over the mechanics that change it.

Written from the rules, to be slow, plain and right. The movement of pieces is that of `fairyring.pieces`; all
the rest is here and in one file for each mechanic. The core knows no mechanic, nor does any know another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from fairyring.board import Board, Side
from fairyring.pieces import Piece, Way
from fairyring.pieces.movement import Whose

from .mechanic import Mechanic
from .position import SIDES, Castling, Move, Passed, Placed, Position, Result, other
from .results import Results
from .texts import Texts

Starts = Callable[[Board, int, Side], bool]
Through = tuple[str, ...]  # the sites that must be empty


class Open(NamedTuple):
    """What a way needs: sites that are empty, and pieces on others, of a side and of a kind if it says so."""

    through: Through
    hurdles: tuple[tuple[str, Whose, str | None], ...]

    def fits(self, pieces: Mapping[str, Placed], side: str = "") -> bool:
        """Whether all is so; without a side, any piece will do on the way."""
        if not pieces.keys().isdisjoint(self.through):
            return False
        for site, whose, kind in self.hurdles:
            if site not in pieces or (side and not self.is_met(pieces[site], whose, kind, side)):
                return False
        return True

    def is_met(self, placed: Placed, whose: Whose, kind: str | None, side: str) -> bool:
        """Whether a piece, or something else that belongs to nobody, is what a way needs there."""
        own = Whose.OWN if placed.side == side else Whose.ENEMY if placed.side in SIDES else Whose.ANY
        return whose in (Whose.ANY, own) and kind in (None, placed.letter)


def second_rank(board: Board, site: int, side: Side) -> bool:
    """Where pawns may make double steps in chess."""
    return board.rank(site, side) == 1


class Game:
    """The rules of one game.

    Args:
        board: the board.
        pieces: the kinds of pieces; their order is that of the letters in texts.
        castlings: by the letters of the rights.
        promotions: the letters of what a pawn promotes to on the last rank; None if a mechanic says it.
        start: the text of the first position.
        mechanics: what differs from chess; asked in this order at every stage.
        results: what stalemate and so on mean.
        starts: from where a piece may make its initial moves, such as double steps.
    """

    def __init__(
        self,
        board: Board,
        pieces: Sequence[Piece],
        castlings: Mapping[str, Castling],
        promotions: str | None,
        start: str,
        mechanics: Sequence[Mechanic] = (),
        results: Results | None = None,
        starts: Starts = second_rank,
    ) -> None:
        self.board = board
        self.pieces = {piece.letter: piece for piece in pieces}
        self.castlings = castlings
        self.promotions = promotions
        self.start_text = start
        self.mechanics = tuple(mechanics)
        self.results = results or Results()
        self.starts = starts
        self.texts = Texts(self)
        self.ways: dict[Placed, dict[str, list[Way]]] = {}
        self.needed: dict[Placed, dict[str, list[tuple[Way, Open]]]] = {}  # the ways with what they need
        self.takes: dict[Placed, dict[str, dict[str, list[Open]]]] = {}
        for placed in (Placed(piece.letter, side) for piece in pieces for side in SIDES):
            self.ways[placed] = {name: self.find_ways(placed, name) for name in board.names}
            self.needed[placed] = {
                name: [(way, self.needs(way)) for way in ways] for name, ways in self.ways[placed].items()
            }
            self.takes[placed] = {name: self.find_takes(placed, name) for name in board.names}

    def find_ways(self, placed: Placed, site: str) -> list[Way]:
        number, side = self.board.numbers[site], Side(placed.side)
        ways = self.pieces[placed.letter].ways(self.board, number, side)
        return [way for way in ways if not way.initial or self.starts(self.board, number, side)]

    def find_takes(self, placed: Placed, site: str) -> dict[str, list[Open]]:
        found: dict[str, list[Open]] = {}
        for way, needs in self.needed[placed][site]:
            if way.capture and self.is_plain(way):
                found.setdefault(self.board.names[way.goal], []).append(needs)
        return found

    def needs(self, way: Way) -> Open:
        hurdles = ((self.board.names[each.site], each.whose, each.kind or None) for each in way.hurdles)
        return Open(self.through(way), tuple(hurdles))

    def through(self, way: Way) -> Through:
        return tuple(self.board.names[site] for site in way.through)

    def ground(self, stand: str) -> str:
        """The site at which a piece stands; where pieces ride, it may be on another piece there."""
        return stand

    def stands(self, site: str) -> tuple[str, ...]:
        """Where pieces can stand at a site."""
        return (site,)

    def rank(self, site: str, side: str) -> int:
        """The site's rank as a side counts, from 0."""
        return self.board.rank(self.board.numbers[site], Side(side))

    def is_last_rank(self, site: str, side: str) -> bool:
        return self.rank(site, other(side)) == 0

    # ---- attack ----

    def is_attacked(self, pos: Position, site: str, by: str) -> bool:
        """Whether a piece of a side could capture on the site, if an enemy piece stood there."""
        found = self.could_take_plainly(pos, site, by) or (
            self.unusual and self.could_take_royal(pos, site, by)
        )
        for mechanic in self.mechanics:
            found = mechanic.attacked(self, pos, site, by, found)
        return found

    def could_take_plainly(self, pos: Position, site: str, by: str) -> bool:
        """The same, by a piece that goes there."""
        for origin, placed in pos.pieces.items():
            if placed.side != by:
                continue
            for needs in self.takes[placed][origin].get(site, ()):
                if needs.fits(pos.pieces, by):
                    return True
        return False

    def could_take_royal(self, pos: Position, site: str, by: str) -> bool:
        """Whether a side could capture a royal piece on a site by a way that is no plain capture."""
        there = pos.copy()
        royal = next(piece.letter for piece in self.pieces.values() if piece.royal)
        there.pieces[site] = Placed(royal, other(by))
        return any(
            site in (move.captured, move.taken)
            for origin, placed in pos.pieces.items()
            if placed.side == by and origin != site
            for move in self.piece_moves(there, origin, placed)
        )

    @cached_property
    def unusual(self) -> bool:
        """Whether some way captures on its way, or only some pieces, or puts them down."""
        return any(
            not self.is_plain(way)
            for by_site in self.ways.values()
            for ways in by_site.values()
            for way in ways
        )

    def is_plain(self, way: Way) -> bool:
        return way.taken is None and way.unload is None and way.royal is None and not way.friendly

    def is_exposed(self, pos: Position, side: str, site: str) -> bool:
        """Whether a royal piece of a side on the site would be in check."""
        found = self.is_attacked(pos, site, other(side))
        for mechanic in self.mechanics:
            found = mechanic.exposed(self, pos, side, site, found)
        return found

    def royals(self, pos: Position, side: str) -> list[str]:
        """Where a side's royal pieces stand."""
        return [
            site
            for site, placed in pos.pieces.items()
            if placed.side == side and self.pieces[placed.letter].royal
        ]

    def in_check(self, pos: Position, side: str | None = None) -> bool:
        """Whether a side, unless given the one to move, is in check."""
        side = side or pos.side
        found = any(self.is_exposed(pos, side, site) for site in self.royals(pos, side))
        for mechanic in self.mechanics:
            found = mechanic.check(self, pos, side, found)
        return found

    def is_safe(self, before: Position, after: Position) -> bool:
        found = not self.in_check(after, before.side)
        for mechanic in self.mechanics:
            found = mechanic.safe(self, before, after, found)
        return found

    # ---- moves ----

    def legal(self, pos: Position) -> dict[str, Position]:
        """Every legal move by its text, with the position after it; none once the game is over."""
        return {move.text: after for move, after in self.moves(pos)}

    def successor(self, pos: Position, text: str) -> Position:
        """The position after a legal move."""
        return self.legal(pos)[text]

    def moves(self, pos: Position) -> list[tuple[Move, Position]]:
        """Every legal move with the position after it; none once the game is over."""
        return [] if self.ended(pos) or self.closed(pos) else self.playable(pos)

    def playable(self, pos: Position) -> list[tuple[Move, Position]]:
        """The moves that are legal if the game is not over."""
        made = [(move, self.play(pos, move)) for move in self.pseudo_legal(pos)]
        legal = [(move, after) for move, after in made if self.is_safe(pos, after)]
        for mechanic in self.mechanics:
            legal = mechanic.filter(self, pos, legal)
        return legal

    def can_move(self, pos: Position) -> bool:
        """Whether any move is legal if the game is not over; where mechanics compare moves, all are made."""
        if any(type(mechanic).filter is not Mechanic.filter for mechanic in self.mechanics):
            return bool(self.playable(pos))
        return any(self.is_safe(pos, self.play(pos, move)) for move in self.pseudo_legal(pos))

    def pseudo_legal(self, pos: Position) -> list[Move]:
        """The moves that the pieces can make, whatever becomes of the mover's king."""
        moves = [
            move
            for site, placed in pos.pieces.items()
            if placed.side == pos.side
            for move in self.piece_moves(pos, site, placed)
        ]
        moves += self.castling_moves(pos)
        for mechanic in self.mechanics:
            moves = mechanic.generate(self, pos, moves)
        moves = list(dict.fromkeys(moves))  # several ways may be one move
        assert len({move.text for move in moves}) == len(moves), "two moves have one text"
        return moves

    def piece_moves(self, pos: Position, site: str, placed: Placed) -> Iterator[Move]:
        pawn = self.pieces[placed.letter].pawn
        for way, needs in self.needed[placed][site]:
            if not needs.fits(pos.pieces, placed.side):
                continue
            goal, through = self.board.names[way.goal], needs.through
            if not self.is_plain(way):
                yield from self.unusual_moves(pos, site, placed, way)
                continue
            there = pos.pieces.get(goal)
            if there is None and way.move:
                passed = Passed(through[-1], goal) if pawn and way.initial and through else None
                yield from self.promoted(Move(site, goal, placed.letter, passed=passed), placed)
            elif there is None and way.capture and pawn and pos.passed and goal == pos.passed.site:
                yield Move(site, goal, placed.letter, captured=pos.passed.pawn)
            elif there is not None and there.side != pos.side and way.capture:
                yield from self.promoted(Move(site, goal, placed.letter, captured=goal), placed)

    def unusual_moves(self, pos: Position, site: str, placed: Placed, way: Way) -> Iterator[Move]:
        """A move that captures on its way, or only some pieces, or its own side's, or puts one down."""
        goal = self.board.names[way.goal]
        taken = None if way.taken is None else self.board.names[way.taken]
        there = pos.pieces.get(goal) if goal != site else None
        if there is not None and there.side not in SIDES:
            return
        own = there is not None and there.side == placed.side
        royal = there is not None and self.pieces[there.letter].royal
        if not (way.move if there is None else way.friendly if own else way.capture):
            return
        if there is not None and ((own and royal) or way.royal not in (None, royal)):
            return
        move = Move(site, goal, placed.letter, captured=goal if there else None)
        if taken is not None:
            met = pos.pieces[taken]
            if met.side not in SIDES:
                return
            unsafe = self.pieces[met.letter].royal and (met.side == placed.side or way.unload is not None)
            if unsafe:
                return
            move = move._replace(taken=taken)
        if way.unload is not None:
            down = self.board.names[way.unload]
            if taken is not None:
                move = move._replace(taken=None, put=(taken, down))
            elif there is not None and not royal:
                move = move._replace(captured=None, put=(goal, down))
            elif there is not None:
                return
        yield move

    def promoted(self, move: Move, placed: Placed) -> Iterator[Move]:
        """The move, or one for each piece that a pawn promotes to on the last rank."""
        if (
            self.promotions is None
            or not self.pieces[placed.letter].pawn
            or not self.is_last_rank(move.goal, placed.side)
        ):
            yield move
            return
        for letter in self.promotions:
            yield move._replace(letter=letter, promotes=True)

    def castling_moves(self, pos: Position) -> Iterator[Move]:
        """The castlings. Whether the king is safe on its goal is asked after the move, as for any other."""
        for letter in pos.castling:
            castling = self.castlings[letter]
            if castling.side != pos.side or not pos.pieces.keys().isdisjoint(castling.between):
                continue
            lifted = pos.copy()  # the king does not shield the squares that it crosses
            king = lifted.pieces.pop(castling.kings[0])
            if not any(self.is_exposed(lifted, pos.side, site) for site in castling.walk):
                yield Move(*castling.kings, king.letter, rook=castling.rooks)

    # ---- the stages of a move ----

    def play(self, before: Position, move: Move) -> Position:
        """The position after a pseudo-legal move."""
        after = self.changed(before, move)
        for mechanic in self.mechanics:
            mechanic.after_move(self, before, after, move)
        rights = before.castling
        for mechanic in self.mechanics:
            rights = mechanic.keeps(self, before, after, move, rights)
        after.castling = "".join(letter for letter in rights if self.has_right(after, letter))
        again = [mechanic.again(self, before, after, move) for mechanic in self.mechanics]
        if any(again):
            return after
        after.side = other(before.side)
        after.number += before.side == "black"
        for mechanic in self.mechanics:
            mechanic.next_turn(self, before, after, move)
        return after

    def changed(self, before: Position, move: Move) -> Position:
        """The position once a move and its captures have changed the board, and nothing else has happened."""
        after = before.copy()
        self.apply(before, after, move)
        for mechanic in self.mechanics:
            mechanic.apply(self, before, after, move)
        if move.captured is not None or move.taken is not None:
            for mechanic in self.mechanics:
                mechanic.on_capture(self, before, after, move)
        return after

    def apply(self, before: Position, after: Position, move: Move) -> None:
        """What chess does to the board and the clock."""
        pawn = False
        if move.origin is not None:
            pawn = self.pieces[after.pieces.pop(move.origin).letter].pawn
        for site in filter(None, (move.captured, move.taken)):
            self.remove(before, after, site)
        if move.put is not None:
            after.pieces[move.put[1]] = after.pieces.pop(move.put[0])
        if move.rook is not None:
            after.pieces[move.rook[1]] = after.pieces.pop(move.rook[0])
        after.pieces[move.goal] = Placed(move.letter, before.side)
        after.passed = None if move.promotes else move.passed  # what it has become is no pawn
        if pawn and self.results.undone and move.captured is None and not move.promotes:
            assert move.origin is not None
            ways = self.ways[after.pieces[move.goal]][move.goal]
            pawn = not any(way.move and self.board.names[way.goal] == move.origin for way in ways)
        captures = move.captured is not None or move.taken is not None
        irreversible = pawn or move.promotes or captures or move.origin is None
        after.clock = 0 if irreversible else before.clock + 1

    def remove(self, before: Position, after: Position, site: str) -> None:
        """A piece leaves the board."""
        piece = after.pieces.pop(site)
        for mechanic in self.mechanics:
            mechanic.on_removal(self, before, after, site, piece)

    def has_right(self, pos: Position, letter: str) -> bool:
        """Whether a castling's king and rook are still at home; a right lapses when one has left."""
        castling = self.castlings[letter]
        king, rook = (pos.pieces.get(site) for site in (castling.kings[0], castling.rooks[0]))
        return (king, rook) == (self.home(castling.kings[0]), self.home(castling.rooks[0]))

    def home(self, site: str) -> Placed | None:
        """The piece that may castle from a site."""
        if site in self.start_pieces:
            return self.start_pieces[site]
        others = (mechanic.home(self, site) for mechanic in self.mechanics)
        return next(filter(None, others), None)

    # ---- the end of the game ----

    def ended(self, pos: Position) -> Result | None:
        """The result if a mechanic says that the game is over, whatever moves there would be."""
        for mechanic in self.mechanics:
            if found := mechanic.ended(self, pos):
                return found
        return None

    def result(self, pos: Position, history: Collection[Hashable] = ()) -> Result | None:
        """The result if the game is over; ``history`` has the keys of the earlier positions, in order."""
        found = self.before_odds(pos, history)
        return found and found._replace(winner=found.winner or self.results.draws)

    def before_odds(self, pos: Position, history: Collection[Hashable] = ()) -> Result | None:
        """The same where a draw is a draw."""
        if found := self.ended(pos):
            return found
        if found := self.closed(pos):
            return self.settled(pos, found)
        if not self.can_move(pos):
            own = sum(placed.side == pos.side for placed in pos.pieces.values())
            theirs = sum(placed.side == other(pos.side) for placed in pos.pieces.values())
            mate = self.results.without_a_move(pos.side, self.in_check(pos), own, theirs)
            for mechanic in self.mechanics:
                mate = mechanic.mated(self, pos, mate)
            return mate
        found = self.unfinished(pos, history)
        return found and self.settled(pos, found)

    def settled(self, pos: Position, found: Result) -> Result:
        """The result in place of one by no mate."""
        for mechanic in self.mechanics:
            found = mechanic.settle(self, pos, found)
        return found

    def closed(self, pos: Position) -> Result | None:
        """The result if a mechanic says that the game is over by how it came here."""
        return next(filter(None, (mechanic.closed(self, pos) for mechanic in self.mechanics)), None)

    def unfinished(self, pos: Position, history: Collection[Hashable] = ()) -> Result | None:
        """The result if the game must not go on for ever."""
        for mechanic in self.mechanics:
            if found := mechanic.drawn(self, pos):
                return found
        if self.results.insufficient and self.is_insufficient(pos):
            return Result(None, "insufficient material")
        ago = [moves for moves, key in enumerate(reversed([*history]), 1) if key == self.key(pos)]
        if self.results.repetitions is not None and len(ago) + 1 >= self.results.repetitions:
            moves = ago[self.results.repetitions - 2]
            judged = (mechanic.repeated(self, pos, moves) for mechanic in self.mechanics)
            return next(filter(None, judged), self.results.repeated(pos.side))
        if self.results.plies is not None and pos.clock >= self.results.plies:
            return Result(None, "100 plies" if self.results.plies == 100 else "no progress")
        return None

    def key(self, pos: Position) -> Hashable:
        """What makes two positions the same: everything but the counters, and en passant only if legal."""
        passed = pos.passed
        if passed and not any(
            move.captured == passed.pawn and move.goal == passed.site for move, _ in self.playable(pos)
        ):
            passed = None
        untold = {name for mechanic in self.mechanics for name in mechanic.untold}
        state = frozenset(item for item in pos.state.items() if item[0] not in untold)
        pieces = frozenset(pos.pieces.items())
        return pieces, pos.side, pos.castling, passed, state

    def is_insufficient(self, pos: Position) -> bool:
        """Kings alone; one knight more; or bishops that all stand on one shade."""
        if any(mechanic.reserve(pos, side) for mechanic in self.mechanics for side in SIDES):
            return False
        kinds = [placed.letter for placed in pos.pieces.values() if not self.pieces[placed.letter].royal]
        if kinds == ["N"]:
            return True
        bishops = [site for site, placed in pos.pieces.items() if placed.letter == "B"]
        shades = {self.board.shade(self.board.numbers[site]) for site in bishops}
        return len(kinds) == len(bishops) and len(shades) <= 1

    # ---- what is in the game ----

    def holdings(self, pos: Position, side: str) -> str:
        """The letters of all of a side's pieces, on the board or not."""
        board = "".join(placed.letter for placed in pos.pieces.values() if placed.side == side)
        return board + "".join(mechanic.reserve(pos, side) for mechanic in self.mechanics)

    # ---- texts ----

    @cached_property
    def start_pieces(self) -> dict[str, Placed]:
        return self.texts.read_placement(self.start_text.split()[0])[0]

    def start(self) -> Position:
        """The first position."""
        return self.read(self.start_text)

    def read(self, text: str) -> Position:
        """The position of a text as `write` makes them."""
        return self.texts.read(text)

    def write(self, pos: Position) -> str:
        """The position as a text: FEN, with what the mechanics add."""
        return self.texts.write(pos)
