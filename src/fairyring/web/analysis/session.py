"""A page's line for analysis: it asks about positions, and hears what the computer finds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fairyring.errors import FairyringError
from fairyring.web import answers as games
from fairyring.web import catalog, sight
from fairyring.web.analysis import answers, setups
from fairyring.web.analysis.ground import Ground
from fairyring.web.analysis.messages import Arrange, At, Foresee, Look, Rest, Think, read_request

if TYPE_CHECKING:
    from fairyring.game import Position, Variant
    from fairyring.web.analysis.analysts import Analysts
    from fairyring.web.analysis.ground import Step
    from fairyring.web.pages import Page
    from fairyring.web.thinking import Analysis, Thinker

PAUSE = 0.15  # seconds between two reports of one search

logger = logging.getLogger(__name__)


class Session:
    """One page that analyses positions of one game, and the computer that helps it with one of them."""

    def __init__(self, page: Page, name: str, analysts: Analysts, thinker: Thinker) -> None:
        self._page = page
        self._name = name
        # Its own: how soon an answer comes must not tell what another page has looked at.
        self._ground = Ground()
        self._analysts = analysts
        self._thinker = thinker
        self._thought: asyncio.Task[None] | None = None

    async def receive(self, text: str) -> None:
        """Do what a message says."""
        key: int | None = None
        try:
            asked = read_request(text)
            key = None if isinstance(asked, Rest) else asked.key
            match asked:
                case Look():
                    step = await self._at(asked.at)
                    said = await self._thinker.work.analysis.do(answers.situation, step)
                    self._page.send({"type": "look", "key": key, **said})
                case Foresee():
                    step = await self._at(asked.at)
                    told = await self._thinker.work.analysis.do(sight.foreseen, step.position, asked.text)
                    self._page.send({"type": "course", "key": key, **told})
                case Think():
                    self.close()
                    step = await self._at(asked.at)
                    self._thought = asyncio.create_task(self._think(asked, step.position))
                case Arrange():
                    variant = await self._variant(asked.options)
                    done = await self._thinker.work.analysis.do(setups.change, variant, asked)
                    self._page.send({"type": "arranged", "key": key, **done})
                case Rest():
                    self.close()
        except FairyringError as error:
            self._fail(key, error.message)

    def close(self) -> None:
        """Let the computer stop."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    async def _at(self, place: At) -> Step:
        variant = await self._variant(place.options)
        return await self._thinker.work.analysis.through(
            self._ground.at(variant, place.position, place.moves)
        )

    async def _variant(self, options: Mapping[str, object]) -> Variant:
        """The game with these options, once it can be played."""
        variant = await self._thinker.work.pages.do(catalog.variant, self._name, options)
        await self._thinker.rules(variant).follow(lambda step: self._page.send(games.compiling(step)))
        return variant

    async def _think(self, asked: Think, position: Position) -> None:
        last = 0.0
        latest: Analysis | None = None
        loop = asyncio.get_running_loop()

        def tell(analysis: Analysis, *, over: bool = False) -> None:
            nonlocal last, latest
            latest = analysis
            if over or loop.time() >= last + PAUSE:
                last = loop.time()
                found = answers.thought(position, analysis)
                self._page.send({"type": "thought", "key": asked.key, **found, "over": over})

        try:
            opponent = self._thinker.opponent(position.variant)
            await opponent.follow(lambda step: self._page.send(games.compiling(step)))
            await self._analysts.analyse(position, asked.lines, asked.seconds, tell)
            if latest is not None:
                tell(latest, over=True)
        except FairyringError as error:
            self._fail(asked.key, error.message)
        except Exception:  # an engine may fail in any way, and the page hears of it
            logger.exception("analysing a position of %s", self._name)
            self._fail(asked.key, "the computer failed")

    def _fail(self, key: int | None, message: str) -> None:
        self._page.error(message, **({} if key is None else {"key": key}))
