"""What one viewer is told of a game: the only place from which anything about it goes out.

What rooms say of a game they take from a `Sight`, which is made for a viewer. In games in which the players
know different things, whatever a viewer may not know is left out here, or by `Position.view`, which is asked
here and nowhere else in the server.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fairyring.board import Board, Side
from fairyring.web import courses

if TYPE_CHECKING:
    from fairyring.game import Game, Move, Position, Variant
    from fairyring.game.position import Viewer
    from fairyring.kernels.rules import Purse, Token
    from fairyring.web.thinking import Analysis, Scored

Json = dict[str, Any]


def viewer(sides: Collection[Side], mover: Side) -> Viewer:
    """Whose knowledge somebody is shown who holds these sides: with both, that of the one who is to move."""
    if len(sides) == 1:
        (side,) = sides
        return side
    return mover if sides else "spectator"


class Sight:
    """A game as a viewer sees it."""

    def __init__(self, game: Game, viewer: Viewer, moving: bool = False) -> None:
        """Look at a game.

        Args:
            game: the game.
            viewer: whose knowledge is shown.
            moving: whether he is the one to move, who may know the legal turns.
        """
        self._game = game.seen_by(viewer)
        self._viewer = viewer
        self._moving = moving

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._game.moves)

    def state(self) -> Json:
        """What the state says of the board: the moves, the view of the position now, and the legal turns."""
        game, first = self._game, self._game.positions[0]
        turns = game.position.legal_moves() if self._moving else []
        return {
            "variant": game.variant.name,
            "options": dict(game.variant.options),
            "ply": self.ply,
            "number": first.number,
            "first": str(first.side),
            "moves": [move.text for move in game.moves],
            "notations": [move.notation for move in game.moves],
            "aftermaths": game.aftermaths,
            "choices": sum(not move.ply for move in game.moves),
            "choosing": choosing(game.position),
            "knows": str(self._viewer) if game.variant.rules.secrets else "",
            "view": self.view(self.ply),
            "turns": entries(game.variant, turns),
            "labels": labels(game.position, turns),
        }

    def view(self, ply: int) -> Json:
        """The position after ``ply`` moves."""
        game = self._game
        if not ply:
            return view(game.positions[0])
        return view(game.positions[ply], game.positions[ply - 1], game.moves[ply - 1])

    def course(self, text: str) -> Json:
        """All that a legal turn does, and what the other side's men would then do by themselves.

        Raises:
            MoveError: the text is no legal turn.
        """
        return foreseen(self._game.position, text)

    def advice(self, move: Move, analysis: Analysis) -> Json:
        """What the computer would play."""
        choices = spoken(self._game.variant, move.choices)
        return {"text": move.text, "choices": choices, "score": score(analysis), "depth": analysis.depth}

    @property
    def hears(self) -> bool:
        """Whether the viewer may know all that whoever is to move knows, and with it what he thinks."""
        position = self._game.position
        return position.variant.rules.secrets is None or self._viewer == position.side

    def thought(self, analysis: Analysis) -> Json:
        """What the computer thinks, for those who may hear it; see `hears`."""
        return {
            "depth": analysis.depth,
            "score": score(analysis),
            "line": [str(move) for move in analysis.line],
            "nodes": analysis.nodes,
            "speed": round(analysis.speed),
        }

    def explanation(self) -> list[str]:
        """What was to be believed of what the players hid, and which turns told it; nothing without secrets.

        Raises:
            SearchError: the game is not over.
        """
        from fairyring.search import explained

        return explained(self._game)

    def record(self) -> str:
        """The game as PGN."""
        return self._game.pgn()


@lru_cache(8)  # in most games both players and all spectators know the same
def view(position: Position, before: Position | None = None, move: Move | None = None) -> Json:
    """A position, and what the move did that led to it; all of it must be the viewer's to know.

    What is returned is everybody's who knows as much, and is not to be changed.
    """
    seen, board = position.view(), position.variant.board
    last: list[str] = []
    taken: Iterable[Token] = ()
    course: list[Json] = []
    if before is not None and move is not None:
        last = before.variant.ends(move)
        taken = _aboard(board, last[-1], before.view().tokens) if last and board.backs else ()
        course = courses.course(before, move)
    return {
        "text": seen.text,
        "side": str(seen.side),
        "checked": list(seen.checked),
        "last": last,
        "tokens": tokens(board, seen.tokens),
        "purses": purses(seen.purses),
        "taken": tokens(board, taken),
        "course": course,
    }


def foreseen(position: Position, text: str) -> Json:
    """All that a legal turn does, and what the other side's men would then do by themselves.

    Raises:
        MoveError: the text is no legal turn.
    """
    board, move = position.variant.board, position.parse_move(text)
    after = position.play(move, answer=False)
    return {
        "text": move.text,
        "course": courses.course(position, move),
        "reply": [] if after.result else courses.events(board, after.course()),
    }


def entries(variant: Variant, turns: Iterable[Move]) -> list[Json]:
    """Turns as a page enters them, once for each row of choices."""
    return [
        {"text": move.text, "choices": spoken(variant, entry)} for move in turns for entry in move.entries
    ]


def purses(held: tuple[Purse, Purse] | None) -> Json | None:
    """The chips of each side's purse; None in a game without chips."""
    if held is None:
        return None
    return {str(side): [chips._asdict() for chips in purse] for side, purse in zip(Side, held, strict=True)}


def choosing(position: Position) -> bool:
    """Whether the side to move chooses in secret what both must have chosen before the first move."""
    hides = position.variant.rules.secrets is not None and position.result is None
    return hides and any(not move.ply for move in position.legal_moves())


def spoken(variant: Variant, choices: Iterable[str]) -> list[str]:
    """Choices without those that go without saying on a page that shows the goals."""
    return [choice for choice in choices if choice not in variant.rules.tacit]


def score(analysis: Scored) -> int | Json:
    """Hundredths of a pawn for the side to move, or in how many plies it mates."""
    return analysis.score if analysis.mate is None else {"mate": analysis.mate}


def _aboard(board: Board, site: str, lying: Iterable[Token]) -> list[Token]:
    """A man whose back is part of the board, and after him all who stand on it: they leave together."""
    backs = {board.names[back] for back in board.backs.get(board.numbers[site], ())}
    carrier = [token for token in lying if backs and token.site == site]
    return carrier + [token for token in lying if carrier and token.site in backs]


def tokens(board: Board, lying: Iterable[Token]) -> list[Json]:
    """What lies on the board."""
    return [
        {
            **token._asdict(),
            "side": None if token.side is None else str(token.side),
            "chips": [chips._asdict() for chips in token.chips],
            "momentum": courses.momentum(board, token),
        }
        for token in lying
    ]


def labels(position: Position, turns: list[Move]) -> Json:
    """Words and pictures for the choices that a menu may offer.

    They are those that are no sites, where a piece's letter stands for the piece, alone or after a
    place (``+a2=Q``); and where several goals may be meant at one place of the board, what is done to
    whom by coming to each.
    """
    variant = position.variant
    pieces = {piece.letter: piece for piece in variant.rules.pieces}
    board, spots = variant.board, variant.rules.spots
    lying = position.view().tokens if spots or board.backs else ()
    men = {(token.site, token.level): token for token in lying}
    enemies = {place: man.name for place, man in men.items() if man.side is not position.side}
    found: Json = {}
    for choice in dict.fromkeys(choice for move in turns for entry in move.entries for choice in entry):
        place, _, letter = choice.rpartition("=")
        if choice in pieces:
            found[choice] = {"name": pieces[choice].name, "picture": pieces[choice].picture}
        elif choice in spots:
            spot = spots[choice]
            at, under = (spot.site, spot.level), men.get((spot.site, ""))
            name = f"{spot.enter} {under.name}" if at not in men and under else spot.name
            found[choice] = {"name": f"capture {enemies[at]}" if at in enemies else name, "picture": ""}
        elif place and letter in pieces:
            found[choice] = {"name": f"{pieces[letter].name} on {place.lstrip('+')}", "picture": ""}
        elif choice.startswith("~"):
            found[choice] = {"name": f"moving on by {choice[1:]}", "picture": ""}
        elif choice not in board.numbers:
            found[choice] = {"name": choice, "picture": ""}
        elif taken := [token.name for token in _aboard(board, choice, lying)]:
            riders = ", ".join(taken[1:])
            name = f"capture {taken[0]} with {riders}" if riders else f"capture {taken[0]}"
            found[choice] = {"name": name, "picture": ""}
        elif (choice, "") in enemies:
            found[choice] = {"name": f"capture {enemies[choice, '']}", "picture": ""}
        elif board.backs:
            found[choice] = {"name": f"move to {choice}", "picture": ""}
    return found
