"""Monster Bluff Chess with explosions, from its rules: see the rulings of `monster_bluff_atomic`."""

from collections.abc import Iterator

from .bluff import OracleBluff, Position, Turn, king_sites, replaced
from .bluff_moves import Move
from .bluff_texts import Pieces
from .playing import other
from .texts import OracleError


class OracleAtomicBluff(OracleBluff):
    """The oracle of Monster Bluff Chess on four boards, in which every capture of a piece explodes."""

    def __init__(self, *, chips: bool = True, fifty: bool = False, chips_per_turn: int = 1) -> None:
        super().__init__("monster-bluff-4", chips=chips, fifty=fifty, chips_per_turn=chips_per_turn)

    def all_turns(self, pos: Position) -> Iterator[tuple[str, Turn]]:
        """ "No capture may explode a king of its own side", true or not."""
        own = king_sites(pos.pieces, pos.side)
        for text, turn in super().all_turns(pos):
            if isinstance(turn, Move) and (gone := self.exploded(pos, turn)) and own & {turn.origin, *gone}:
                continue
            yield text, turn

    def captured(self, pos: Position, move: Move) -> str | None:
        """The piece that the move captures, whatever happens to chips."""
        return pos.pieces.get(move.captures_ep or move.to) if move.captures else None

    def exploded(self, pos: Position, move: Move) -> frozenset[str]:
        """The square of a capture, and those around it, over all edges, with pieces that are no pawns."""
        if not self.captured(pos, move):
            return frozenset()
        near = {site for site in self.grid.leaps["K"][move.to] if pos.pieces.get(site, "P") not in "Pp"}
        return frozenset({move.to} | near - {move.origin})

    def moved(self, pos: Position, move: Move, answer: bool | None) -> Position:
        after, gone = super().moved(pos, move, answer), self.exploded(pos, move)
        pieces = {site: piece for site, piece in after.pieces.items() if site not in gone}
        return after._replace(pieces=type(after.pieces)(pieces), unmoved=after.unmoved - gone)

    def fallen(self, pos: Position, move: Move) -> frozenset[str]:
        """The squares of the enemy kings that explode."""
        return self.exploded(pos, move) & king_sites(pos.pieces, other(pos.side))

    def left(self, pos: Position, move: Move) -> frozenset[str]:
        """Those of the other enemy kings."""
        return king_sites(pos.pieces, other(pos.side)) - self.fallen(pos, move)

    def asks(self, pos: Position, text: str) -> bool:
        turn = self.turns(pos).get(text)
        if not isinstance(turn, Move) or self.true_of(pos, other(pos.side)) != "?":
            return False
        return bool(self.fallen(pos, turn) and self.left(pos, turn))

    def true_after(self, pos: Position, move: Move, pieces: Pieces, answer: bool | None) -> tuple[str, str]:
        """ "Both players learn whether the True King was among them", when kings explode."""
        enemy, true, fallen = other(pos.side), pos.true, self.fallen(pos, move)
        if self.true_of(pos, pos.side) == move.origin:
            true = replaced(true, pos.side, move.to)
        if not fallen:
            return true
        left = self.left(pos, move)
        was_true: bool | None = not left or self.true_of(pos, enemy) in fallen
        if left and self.true_of(pos, enemy) == "?":
            if answer is None:
                raise OracleError(f"{move.origin}-{move.to}: it is unknown whether the True King explodes")
            was_true = answer
        if was_true:
            return replaced(true, enemy, "x")
        return replaced(true, enemy, *left) if len(left) == 1 else true
