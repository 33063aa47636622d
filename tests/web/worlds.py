"""Games that differ in a secret alone, and all that others than its owner can ask of the server about one.

Requests go to the application in the same event loop, so what they take is the server's work and no other.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any, NamedTuple

from starlette.applications import Starlette

import fairyring
from fairyring.web import create_app
from tests.web.stub import Stub

Json = dict[str, Any]

# Both have promoted: chips may be put. Each has two kings, none of them chosen yet.
CHIPS = (
    "4k3/8/3p4/8/8/2P5/8/4K3|4k3/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/R6r|8/8/8/8/8/8/8/8 w - - - wb"
    " W:20/10/4,B:20/10/4 -,- 0 1"
)


class Case(NamedTuple):
    """A game and its first position, or "" for the start.

    Attributes:
        whites: White's True King in each world.
        black: Black's in all of them.
    """

    game: str
    position: str
    whites: tuple[str, str]
    black: str


CASES = {
    "bluff": Case("monster-bluff-4", "", ("1e1", "3d8"), "1e8"),
    "chips": Case("monster-bluff-4", CHIPS, ("1e1", "2e1"), "2e8"),
    "ravioli": Case("ravioli-hidden-king", "", ("c1", "e1"), "e8"),
}
PLIES = 5  # after the choices; then it is Black's turn
MOST_PLIES = PLIES + 40  # which can be played


numbers = itertools.count(10_000, 100)  # of the first moves of games: no two have the same position


@cache
def moves(case: Case, seed: int, plies: int = PLIES) -> tuple[str, ...]:
    """Moves at random that capture no king, as everybody may know them; fewer are the first of more."""
    variant, chance = fairyring.load(case.game), random.Random(seed)
    position = variant.position(case.position) if case.position else variant.start()
    for text in (f"true@{case.whites[0]}", f"true@{case.black}"):
        position = position.play(text)
    position, found = position.seen_by("spectator"), []
    for _ in range(plies):
        open_to_all = [move for move in position.legal_moves() if not position.question(move)]
        found.append(chance.choice(open_to_all).text)
        position = position.play(found[-1])
    return tuple(found)


class Line:
    """A WebSocket to the application."""

    def __init__(self, app: Starlette, path: str, token: str, name: str) -> None:
        self._heard: asyncio.Queue[Any] = asyncio.Queue()
        self._said: asyncio.Queue[Json] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        scope = _scope("websocket", path, token, name) | {"scheme": "ws", "subprotocols": []}
        self._task = asyncio.create_task(app(scope, self._said.get, self._heard.put))

    async def opened(self) -> Line:
        """The connection, once it is accepted."""
        assert (await self._heard.get())["type"] == "websocket.accept"
        return self

    async def until(self, *kinds: str) -> str:
        """The next message of one of these types."""
        while True:
            text: str = (await self._heard.get())["text"]
            if json.loads(text)["type"] in kinds:
                return text

    def say(self, **message: Any) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def ask(self, kind: str, **message: Any) -> str:
        """Say something, and hear an answer of this kind, or why there is none."""
        self.say(**message)
        return await self.until(kind, "error")

    async def close(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


class Server:
    """The application, and requests to it."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    async def ask(self, path: str, body: object = None, token: str = "", name: str = "127.0.0.1") -> str:
        """The text of an answer, whatever its status."""
        scope = _scope("http", path, token, name)
        scope |= {"method": "GET" if body is None else "POST", "scheme": "http", "http_version": "1.1"}
        sent = bytearray()

        async def receive() -> Json:
            return {"type": "http.request", "body": b"" if body is None else json.dumps(body).encode()}

        async def send(message: Any) -> None:
            sent.extend(message.get("body", b""))

        await self.app(scope, receive, send)
        return sent.decode()

    async def load(self, path: str, body: object = None, token: str = "", name: str = "127.0.0.1") -> Json:
        """The answer to a request, as JSON."""
        found: Json = json.loads(await self.ask(path, body, token, name))
        assert "error" not in found, found
        return found

    async def line(self, path: str, token: str = "", name: str = "127.0.0.1") -> Line:
        """A connection from an address."""
        return await Line(self.app, path, token, name).opened()


def _scope(kind: str, path: str, token: str, name: str) -> Json:
    path, _, query = path.partition("?")
    headers = [(b"host", b"fairyring.test")] + (
        [(b"authorization", f"Bearer {token}".encode())] if token else []
    )
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": headers,
        "client": (name, 1),
        "server": ("fairyring.test", 80),
        "state": {},
    }


@asynccontextmanager
async def serving() -> AsyncIterator[Server]:
    """A server for these games, on which a stub plays."""
    app = create_app(Stub(), eager=False)
    async with app.router.lifespan_context(app):
        yield Server(app)


class World:
    """A game in which White has a True King, and Black and spectators ask.

    Attributes:
        case: the game.
        white: White's True King.
        key: the game's id.
        tokens: by viewer, the owner White among them.
    """

    def __init__(self, server: Server, case: Case, white: str, seed: int = 1) -> None:
        self.server, self.case, self.white = server, case, white
        self.number = next(numbers)
        start = case.position or str(fairyring.load(case.game).start())
        self.start = f"{start.rpartition(' ')[0]} {self.number}"
        self.moves = moves(case, seed)
        self.seed = seed
        self.ply = 0
        self.tokens = {"white": "", "black": "", "spectator": ""}
        self.key = ""
        self._lines: dict[str, Line] = {}

    async def begin(self) -> None:
        """Play until it is Black's turn, and connect those who ask."""
        case, ask = self.case, self.server.load
        order = {"variant": case.game, "white": "human", "black": "open", "position": self.start}
        begun = await ask("/api/games", order)
        self.key, self.tokens["white"] = begun["id"], begun["token"]
        seat = f"/api/games/{self.key}/seat"
        invitation = (await ask(seat, token=self.tokens["white"]))["invitation"]
        self.tokens["black"] = (await ask(seat, {"token": invitation}))["token"]
        for text in (f"true@{self.white}", f"true@{case.black}", *self.moves):
            await self.play(text)
        for viewer in ("black", "spectator"):
            self._lines[viewer] = await self.server.line(f"/api/games/{self.key}/live", self.tokens[viewer])
            await self._lines[viewer].until("state")
        self._lines["analysis"] = await self._board()

    async def _board(self) -> Line:
        """An analysis board that shows the start."""
        line = await self.server.line(f"/api/analysis/{self.case.game}/live")
        await line.ask("look", type="look", key=0, at={})
        return line

    async def close(self) -> None:
        """Leave."""
        for line in self._lines.values():
            await line.close()

    def plain(self, answer: str) -> str:
        """An answer without what is drawn afresh for each game."""
        for secret, name in ((self.key, "ID"), *((token, who) for who, token in self.tokens.items())):
            answer = answer.replace(secret, name) if secret else answer
        # As a number of its own: a picture or a hash may have the same digits by chance.
        own = rf"(?<![\w.]){self.number // 100}(\d\d)(?!\w|\.\d)"
        return re.sub(own, lambda found: f"N{found[1]}", answer)

    async def play(self, text: str) -> str:
        """Make the next move, and return what its player is told then."""
        deed = {"type": "move", "ply": self.ply, "text": text}
        self.ply += 1
        token = self.tokens[("white", "black")[(self.ply - 1) % 2]]
        return await self.server.ask(f"/api/games/{self.key}/acts", deed, token)

    def public(self, king: str) -> Json:
        """The place of the game on an analysis board, if this were White's True King."""
        variant = fairyring.load(self.case.game)
        game = fairyring.Game(variant, variant.position(self.start))
        for text in (f"true@{king}", f"true@{self.case.black}"):
            game.push(text)
        return {"position": str(game.position), "moves": [*self.moves]}

    # -- what others ask ------------------------------------------------------------------------

    async def rest(self, path: str, viewer: str) -> str:
        return await self.server.ask(f"/api/games/{self.key}{path}", token=self.tokens[viewer])

    async def refused(self, viewer: str) -> str:
        """A move that is not this viewer's to make: the choice of White's True King."""
        deed = {"type": "move", "ply": self.ply, "text": f"true@{self.case.whites[0]}"}
        return await self.server.ask(f"/api/games/{self.key}/acts", deed, self.tokens[viewer])

    async def line(self, viewer: str, kind: str, **message: Any) -> str:
        return await self._lines[viewer].ask(kind, **message)

    async def joined(self, viewer: str) -> str:
        line = await self.server.line(f"/api/games/{self.key}/live", self.tokens[viewer])
        state = await line.until("state")
        await line.close()
        return state

    async def aimed(self) -> str:
        """What the first of Black's moves would do."""
        state = json.loads(await self.rest("", "black"))
        return await self.line("black", "course", type="course", ply=self.ply, text=state["turns"][0]["text"])

    async def owner_looks(self) -> None:
        """White looks at the game, and analyses it with the True King that White knows."""
        await self.rest("", "white")
        line = await self._board()
        await line.ask("look", type="look", key=1, at=self.public(self.white))
        await line.close()

    async def analysed(self, kind: str, **message: Any) -> str:
        """The game on an analysis board, with what is White's True King in the first of two worlds."""
        at = self.public(self.case.whites[0])
        return await self.line("analysis", kind, type=kind, key=1, at=at, **message)

    async def tried(self) -> str:
        """The same on an analysis board that has been asked for nothing yet."""
        await self._lines["analysis"].close()
        self._lines["analysis"] = await self._board()
        return await self.analysed("look")

    async def arranged(self) -> str:
        """The same as a position that is being set up."""
        position = self.public(self.case.whites[0])["position"]
        return await self.line("analysis", "arranged", type="arrange", key=1, position=position)

    async def read(self, viewer: str) -> str:
        """The viewer's record on an analysis board."""
        body = {"variant": self.case.game, "pgn": await self.rest("/pgn", viewer)}
        return await self.server.ask("/api/analysis/tree", body)

    async def answered(self) -> None:
        """White's next move, if it is White's turn."""
        if self.ply % 2 == 0:
            await self.play(self._next)

    async def moved(self) -> str:
        """Black's next move, and the state after it."""
        return await self.play(self._next)

    @property
    def _next(self) -> str:
        return moves(self.case, self.seed, MOST_PLIES)[self.ply - 2]


Ask = Callable[[World], Awaitable[str]]


class Door(NamedTuple):
    """A way to ask.

    Attributes:
        ask: asks, and returns the answer.
        before: what the owner of the secret does before.
    """

    ask: Ask
    before: Callable[[World], Awaitable[None]] | None = None


def doors() -> dict[str, Door]:
    """All that others than the owner of a secret can ask, by its name; the last one changes the game."""
    found: dict[str, Door] = {}
    for viewer in ("black", "spectator"):
        for what, path in (
            ("state", ""),
            ("state after news", "?after=0&wait=1"),
            ("earlier position", "/views/3"),
            ("choice of a king", "/views/1"),
            ("record", "/pgn"),
            ("chat", "/chat"),
            ("seat", "/seat"),
            ("address of its messages", "/live"),
        ):
            found[f"{what}, {viewer}"] = Door(_rest(path, viewer))
        found[f"move refused, {viewer}"] = Door(_of(World.refused, viewer))
        found[f"connection, {viewer}"] = Door(_of(World.joined, viewer))
        found[f"record as a tree, {viewer}"] = Door(_of(World.read, viewer))
        for kind, answer, message in (
            ("show", "shown", {"ply": 2}),
            ("hint", "hint", {}),
            ("explain", "explained", {}),
            ("course", "course", {"ply": 2 + PLIES, "text": "x"}),
        ):
            found[f"message {kind}, {viewer}"] = Door(_message(viewer, kind, answer, message))
    found["aim, black"] = Door(World.aimed)
    found["page"] = Door(lambda world: world.server.ask(f"/play/{world.key}"))
    found["rules"] = Door(lambda world: world.server.ask(f"/rules/{world.case.game}"), World.owner_looks)
    found["analysis: tried"] = Door(World.tried, World.owner_looks)
    found["analysis: again"] = Door(lambda world: world.analysed("look"), World.owner_looks)
    found["analysis: set up"] = Door(World.arranged, World.owner_looks)
    found["move, black"] = Door(World.moved, World.answered)
    return found


def _rest(path: str, viewer: str) -> Ask:
    return lambda world: world.rest(path, viewer)


def _of(asked: Callable[[World, str], Awaitable[str]], viewer: str) -> Ask:
    return lambda world: asked(world, viewer)


def _message(viewer: str, kind: str, answer: str, message: Json) -> Ask:
    return lambda world: world.line(viewer, answer, type=kind, **message)


@asynccontextmanager
async def pair(
    server: Server, case: Case, seed: int = 1, first: int = 0
) -> AsyncIterator[tuple[World, World]]:
    """Two games that differ in White's True King alone; that of number ``first`` is begun first."""
    worlds = tuple(World(server, case, white, seed) for white in case.whites)
    async with AsyncExitStack() as ends:
        for number in (first, 1 - first):
            await worlds[number].begin()
            ends.push_async_callback(worlds[number].close)
        yield worlds[0], worlds[1]
