"""Long work: fair turns in pieces, threads of its own for each kind, and memory that stays small."""

from __future__ import annotations

import asyncio
import gc
import random
import threading
import time
import tracemalloc
from collections.abc import Awaitable, Callable

import pytest
from starlette.testclient import TestClient

import fairyring
from fairyring.game import Game, Variant, lately
from fairyring.game.record import whole
from fairyring.web import rooms, work
from fairyring.web.analysis.ground import Ground
from fairyring.web.pages import TRY_AGAIN
from fairyring.web.rooms import FullError, Rooms
from fairyring.web.work import BusyError, Desk, Steps, Work, asking
from tests.web.tables import begin
from tests.web.test_rooms import rooms_for

MEGABYTE = 1_000_000


def slow(steps: int) -> Steps[int]:
    for _ in range(steps):
        time.sleep(0.002)
        yield
    return steps


def test_long_work_of_one_delays_another_for_a_piece_at_most() -> None:
    async def play() -> tuple[float, bool]:
        desk = Desk("test", 1)

        async def greedy() -> int:
            asking.set("greedy")
            return await desk.through(slow(400))

        async def other() -> float:
            asking.set("other")
            began = time.monotonic()
            assert await desk.through(slow(1)) == 1
            return time.monotonic() - began

        long = [asyncio.create_task(greedy()) for _ in range(5)]
        await asyncio.sleep(0.1)
        took = await asyncio.create_task(other())
        idle = not any(task.done() for task in long)
        assert await asyncio.gather(*long) == [400] * 5
        desk.close()
        return took, idle

    took, idle = asyncio.run(play())
    assert idle, "the long work is still going on"
    assert took < 0.8  # alone, the long work takes 4 s


def test_kinds_of_work_do_not_wait_for_each_other() -> None:
    async def play() -> None:
        kinds, wake = Work(), threading.Event()
        stuck = [asyncio.create_task(kinds.records.do(wake.wait)) for _ in range(3)]
        stuck += [asyncio.create_task(kinds.analysis.do(wake.wait)) for _ in range(3)]
        await asyncio.sleep(0.05)
        assert kinds.records.waiting == 2
        for desk in (kinds.pages, kinds.moves):
            assert await asyncio.wait_for(desk.do(sum, (1, 2)), 10) == 3
        wake.set()
        await asyncio.gather(*stuck)
        kinds.close()

    asyncio.run(play())


def test_who_has_much_waiting_is_refused_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MAX_WAITING", 3)

    async def play() -> None:
        desk, wake = Desk("test", 1), threading.Event()

        async def ask(visitor: str) -> None:
            asking.set(visitor)
            await desk.do(wake.wait)

        waiting = [asyncio.create_task(ask("greedy")) for _ in range(4)]
        await asyncio.sleep(0.05)
        with pytest.raises(BusyError):
            await asyncio.create_task(ask("greedy"))
        waiting.append(asyncio.create_task(ask("other")))
        await asyncio.sleep(0)
        wake.set()
        await asyncio.gather(*waiting)
        desk.close()

    asyncio.run(play())


def a_game(variant: Variant, plies: int) -> Game:
    """A random game of so many moves, or the longer of two that end before."""
    games = []
    for seed in range(2):
        chance, game = random.Random(seed), Game(variant)
        while game.result is None and len(game.moves) < plies:
            move = chance.choice(game.position.legal_moves())
            game.push(move, answer=False if game.position.question(move) else None)
        games.append(game)
        if len(game.moves) == plies:
            break
    return max(games, key=lambda game: len(game.moves))


def looked_at(game: Game) -> Game:
    assert len(game.notations) == len(game.aftermaths) == len(game.moves)
    game.seen_by("white")
    return game


@pytest.mark.parametrize(
    "name",
    ["chess", pytest.param("metachess-4", marks=pytest.mark.thorough), "minigolf", "monster-bluff-4"],
)
def test_a_long_game_is_small(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only the last positions keep their moves; each keeps what its list of moves shows."""
    monkeypatch.setattr(lately.Lately, "add", _adding(200))
    variant, plies = fairyring.load(name), 200
    kept = [looked_at(a_game(variant, plies))]  # what it leaves in caches is not counted below
    texts = [move.text for move in kept[0].moves]
    gc.collect()
    tracemalloc.start()
    try:
        again = Game(variant)
        for text in texts:
            again.push(text, answer=False if again.position.question(text) else None)
        kept.append(looked_at(again))
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept[0].positions == kept[1].positions
    assert size / len(texts) < MEGABYTE / plies
    assert size < 3 * len(kept[1].positions) * variant.size, "the estimate is far too low"


def _adding(most: int) -> Callable[[lately.Lately, lately.Forgetful, int], None]:
    add = lately.Lately.add

    def added(self: lately.Lately, position: lately.Forgetful, weight: int) -> None:
        self._most = most
        add(self, position, weight)

    return added


def test_forgotten_moves_are_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lately.Lately, "add", _adding(30))
    chess = fairyring.load("chess")
    first, game = chess.position(chess.definition.start), Game(chess)
    moves = first.legal_moves()
    for text in ("e2-e4", "e7-e5", "g1-f3", "b8-c6"):
        game.push(text)
    assert "_moves" not in vars(first)
    assert first._content.packed
    assert first.legal_moves() == moves
    assert str(first) == chess.definition.start
    assert first.play(moves[3]).earlier == (first.key,)
    assert game.position.earlier == tuple(position.key for position in game.positions[:-1])


def test_pages_share_no_positions() -> None:
    chess = fairyring.load("chess")
    one, other = Ground(), Ground()
    line = ["e2-e4", "e7-e5"]
    step = whole(one.at(chess, None, line))
    assert whole(one.at(chess, None, line)).position is step.position
    assert whole(other.at(chess, None, line)).position is not step.position


def test_one_visitor_cannot_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MAX_EACH", 4 * fairyring.load("chess").size + 1)

    async def check(found: Rooms, begin: Callable[[], Awaitable[str]]) -> None:
        keys = [await begin() for _ in range(4)]
        asking.set("greedy")
        async with found.entered(keys[0]) as one, found.entered(keys[1]):
            assert one is not None
            await one.ready()
            with pytest.raises(FullError, match="your address"):
                async with found.entered(keys[2]):
                    pass
            asking.set("other")
            async with found.entered(keys[2]) as room:
                assert room is not None
        asking.set("greedy")
        async with found.entered(keys[3]) as room:
            assert room is not None

    rooms_for(check, 10)


def test_a_page_is_told_to_come_again_while_its_visitor_has_much_waiting(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = begin(client)
    monkeypatch.setattr(work, "MAX_WAITING", 0)
    answer = client.get(f"/api/games/{key}/pgn")
    assert answer.status_code == 429
    with client.websocket_connect(f"/api/games/{key}/live") as socket:
        assert "later" in socket.receive_json()["error"]
        assert socket.receive()["code"] == TRY_AGAIN


def test_rooms_that_take_much_memory_are_closed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MAX_BYTES", 4 * fairyring.load("chess").size + 1)

    async def check(found: Rooms, begin: Callable[[], Awaitable[str]]) -> None:
        for _ in range(5):
            async with found.entered(await begin()) as room:
                assert room is not None
                await room.ready()
        assert len(found) <= 3

    rooms_for(check, 10)
