"""What one viewer is told about a game; nothing else sends anything about it.

Rooms take all they say about a game from a `Sight`, which is made for a viewer. In games where players know
different things, what the viewer must not know is left out here, or by `Position.view`, which the server
calls only here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fairyring.board import Board, Side
from fairyring.messages import Message, joined
from fairyring.pieces.drawings import name_of
from fairyring.web import courses
from fairyring.web.languages import phrase
from fairyring.web.trays import trays

if TYPE_CHECKING:
    from fairyring.game import Game, Move, Position, Variant
    from fairyring.game.position import Viewer
    from fairyring.kernels.rules import Panel, Purse, Token
    from fairyring.web.thinking import Analysis, Scored

Json = dict[str, Any]

SHOWN = 12  # moves of a line of the computer's that a page shows, at most


def viewer(sides: Collection[Side], mover: Side) -> Viewer:
    """The side whose knowledge is shown to a holder of these sides; with both, the side to move."""
    if len(sides) == 1:
        (side,) = sides
        return side
    return mover if sides else "spectator"


class Sight:
    """A game as a viewer sees it."""

    def __init__(self, game: Game, viewer: Viewer, moving: bool = False) -> None:
        """Make a sight of a game.

        Args:
            game: the game.
            viewer: whose knowledge is shown.
            moving: whether the viewer is to move, and may know the legal moves.
        """
        self._game = game.seen_by(viewer)
        self._viewer = viewer
        self._moving = moving

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._game.moves)

    def state(self) -> Json:
        """The state of the board: the moves, the view of the current position, and the legal moves."""
        game, first = self._game, self._game.positions[0]
        turns = game.position.legal_moves() if self._moving else []
        return {
            "variant": game.variant.name,
            "options": dict(game.variant.options),
            "ply": self.ply,
            "number": first.number,
            "movers": [str(position.side) for position in game.positions[: self.ply]],
            "moves": [move.text for move in game.moves],
            "notations": game.notations,
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
        first = game.positions[0]
        if not ply:
            return view(first)
        # Shared by those who are shown the same positions, and by nobody who has set up equal ones: an answer
        # that came sooner would tell an opponent who tries each True King which one a player was shown.
        seen = _shared(_Itself(game.positions[ply]), _Itself(game.positions[ply - 1]), game.moves[ply - 1])
        return {**seen, "earlier": self._earlier(ply), "trays": trays(first, game.positions[ply])}

    def _earlier(self, ply: int) -> list[str]:
        """The sites of the moves that come before the last of ``ply`` moves and belong to the same turn."""
        game, found = self._game, list[str]()
        side = game.positions[ply - 1].side
        while ply > 1 and game.positions[ply - 2].side == side:
            ply -= 1
            found = [*game.variant.ends(game.moves[ply - 1]), *found]
        return found

    def course(self, text: str) -> Json:
        """Everything that a legal move does, and how the other side's pieces would then drift.

        Raises:
            MoveError: the text is not a legal move.
        """
        return foreseen(self._game.position, text)

    def advice(self, move: Move, analysis: Analysis) -> Json:
        """What the computer would play."""
        from fairyring.game.writing import notation

        choices = spoken(self._game.variant, move.choices)
        written = notation(self._game.position, move)
        return {
            "text": move.text,
            "notation": written,
            "choices": choices,
            "score": score(analysis),
            "depth": analysis.depth,
        }

    @property
    def hears(self) -> bool:
        """Whether the viewer may know everything that the side to move knows, thoughts included."""
        position = self._game.position
        return position.variant.rules.secrets is None or self._viewer == position.side

    def thought(self, analysis: Analysis) -> Json:
        """What the computer thinks, for viewers who may know it; see `hears`."""
        from fairyring.game.writing import line

        return {
            "depth": analysis.depth,
            "score": score(analysis),
            "line": [str(move) for move in analysis.line],
            "notations": line(self._game.position, analysis.line, SHOWN),
            "nodes": analysis.nodes,
            "speed": round(analysis.speed),
        }

    def explanation(self) -> list[Message]:
        """What could be believed about the players' secrets, and which moves gave it away; may be empty.

        Raises:
            SearchError: the game is not over.
        """
        from fairyring.search import explained

        return explained(self._game)

    def record(self) -> str:
        """The game as PGN."""
        return self._game.pgn()


class _Itself:
    """A position as the key of what was made of it: equal to itself alone, not to others with its text."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.position is self.position

    def __hash__(self) -> int:
        return id(self.position)


@lru_cache(8)  # in most games, players and spectators all know the same
def _shared(position: _Itself, before: _Itself, move: Move) -> Json:
    return view(position.position, before.position, move)


def view(position: Position, before: Position | None = None, move: Move | None = None) -> Json:
    """A position, and what the last move did; the viewer must be allowed to know all of it."""
    from fairyring.game.story import Story, story

    seen, board = position.view(), position.variant.board
    last: list[str] = []
    course: list[Json] = []
    if before is not None and move is not None:
        last = before.variant.ends(move)
        course = courses.course(before, move)
        told = story(before, move, position)
    else:
        told = Story((), (), position.variant.rules.check_lines(position.rows(1), 0))
    return {
        "text": seen.text,
        "side": str(seen.side),
        "checked": list(seen.checked),
        "last": last,
        "earlier": [],
        "tokens": tokens(board, seen.tokens),
        "purses": purses(seen.purses),
        "panels": panels(seen.panels),
        "said": [phrase(each) for each in told.said],
        "touched": list(told.sites),
        "checks": courses.check_lines(board, told.checks, seen.side.other),
        "course": course,
        "trays": None,
    }


def foreseen(position: Position, text: str) -> Json:
    """Everything that a legal move does, and how the other side's pieces would then drift.

    Raises:
        MoveError: the text is not a legal move.
    """
    board, move = position.variant.board, position.parse_move(text)
    after = position.play(move, answer=False)
    return {
        "text": move.text,
        "course": courses.course(position, move),
        "reply": [] if after.result else courses.events(board, after.course()),
    }


def entries(variant: Variant, turns: Iterable[Move]) -> list[Json]:
    """Moves as a page enters them, once for each row of choices."""
    return [
        {"text": move.text, "choices": spoken(variant, entry)} for move in turns for entry in move.entries
    ]


def purses(held: tuple[Purse, Purse] | None) -> Json | None:
    """The chips of each side's purse; None in a game without chips."""
    if held is None:
        return None
    return {str(side): [chips._asdict() for chips in purse] for side, purse in zip(Side, held, strict=True)}


def panels(shown: Iterable[Panel]) -> list[Json]:
    """What the sides have beside the board."""
    return [
        {
            **panel._asdict(),
            "title": phrase(panel.title),
            "side": str(panel.side),
            "holdings": [
                {**held._asdict(), "name": phrase(held.name), "picture": name_of(held.picture)}
                for held in panel.holdings
            ],
        }
        for panel in shown
    ]


def choosing(position: Position) -> bool:
    """Whether the side to move is choosing its secret, as both sides must before the first move."""
    hides = position.variant.rules.secrets is not None and position.result is None
    return hides and any(not move.ply for move in position.legal_moves())


def spoken(variant: Variant, choices: Iterable[str]) -> list[str]:
    """Choices without those that are clear on a page that shows the goals."""
    return [choice for choice in choices if choice not in variant.rules.tacit]


def score(analysis: Scored) -> int | Json:
    """Hundredths of a pawn for the side to move, or the plies until it mates."""
    return analysis.score if analysis.mate is None else {"mate": analysis.mate}


def _aboard(board: Board, site: str, lying: Iterable[Token]) -> list[Token]:
    """A piece whose back is part of the board, and everything on it: they are removed together."""
    backs = {board.names[back] for back in board.backs.get(board.numbers[site], ())}
    carrier = [token for token in lying if backs and token.site == site]
    return carrier + [token for token in lying if carrier and token.site in backs]


def tokens(board: Board, lying: Iterable[Token]) -> list[Json]:
    """What is on the board."""
    return [
        {
            **token._asdict(),
            "name": phrase(token.name),
            "picture": name_of(token.picture),
            "side": None if token.side is None else str(token.side),
            "chips": [chips._asdict() for chips in token.chips],
            "momentum": courses.momentum(board, token),
        }
        for token in lying
    ]


def labels(position: Position, turns: list[Move]) -> Json:
    """Words and pictures for the choices that a menu may offer.

    These are choices other than sites, in which a piece's letter stands for the piece, alone or after a place
    (``+a2=Q``); and if several goals are possible at one place of the board, what the move does to which
    piece at each.
    """
    variant = position.variant
    pieces = {piece.letter: piece for piece in variant.rules.pieces}
    board, spots = variant.board, variant.rules.spots
    own = (panel for panel in position.panels if panel.side is position.side)
    held = {each.choice: each for panel in own for each in panel.holdings}
    lying = position.tokens if spots or board.backs else ()
    standing = {(token.site, token.level): token for token in lying}
    enemies = {place: piece.name for place, piece in standing.items() if piece.side is not position.side}
    found: Json = {}
    for choice in dict.fromkeys(choice for move in turns for entry in move.entries for choice in entry):
        place, _, letter = choice.rpartition("=")
        if choice in pieces:
            found[choice] = {"name": phrase(pieces[choice].name), "picture": name_of(pieces[choice].picture)}
        elif choice in held:
            found[choice] = {"name": phrase(held[choice].name), "picture": name_of(held[choice].picture)}
        elif choice in spots:
            spot = spots[choice]
            at, under = (spot.site, spot.level), standing.get((spot.site, ""))
            boarding = at not in standing and under
            name = Message(spot.enter, piece=Message(under.name)) if boarding and under else spot.name
            found[choice] = _label(_capture(enemies[at]) if at in enemies else name)
        elif place and letter in pieces:
            piece, site = Message(pieces[letter].name), place.lstrip("+")
            found[choice] = _label(Message("{piece} on {site}", piece=piece, site=site))
        elif choice.startswith("~"):
            found[choice] = _label(Message("moving on by {vector}", vector=choice[1:]))
        elif choice not in board.numbers:
            found[choice] = _label(choice)
        elif taken := [token.name for token in _aboard(board, choice, lying)]:
            found[choice] = _label(_capture(*taken))
        elif (choice, "") in enemies:
            found[choice] = _label(_capture(enemies[choice, ""]))
        elif board.backs:
            found[choice] = _label(Message("move to {site}", site=choice))
    return found


def _label(name: str) -> Json:
    return {"name": phrase(name), "picture": ""}


def _capture(piece: str, *riders: str) -> Message:
    """The capture of a piece and of the pieces it carries."""
    if not riders:
        return Message("capture {piece}", piece=Message(piece))
    listed = joined("{first}, {rest}", [Message(rider) for rider in riders])
    return Message("capture {piece} with {riders}", piece=Message(piece), riders=listed)
