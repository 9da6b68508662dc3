"""The stage of the wire tests: a playground, the bot as a process of its own, and people."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from playground.server import Playground
from tests.playground.client import Person
from tests.wire.running import BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path


PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve")


@dataclass
class Stage:
    """Everything a wire test acts on."""

    playground: Playground
    bot: BotProcess
    ann: Person
    bob: Person
    cleo: Person
    dan: Person
    eve: Person

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody, in the order in which they are usually seated."""
        return (self.ann, self.bob, self.cleo, self.dan, self.eve)


class SetStage(Protocol):
    """Sets the stage, with the message content intent granted or not."""

    def __call__(self, *, content: bool = True) -> AbstractAsyncContextManager[Stage]: ...


@pytest.fixture
def set_stage(tmp_path: Path) -> SetStage:
    @asynccontextmanager
    async def stage(*, content: bool = True) -> AsyncGenerator[Stage]:
        async with AsyncExitStack() as stack:
            playground = await Playground.start(message_content=content)
            stack.push_async_callback(playground.stop)
            bot = BotProcess(playground, tmp_path / "data")
            await bot.start()
            people = [await stack.enter_async_context(Person(playground, name)) for name in PEOPLE]
            yield Stage(playground, bot, *people)
            if bot.running:
                assert await bot.stop() == 0, bot.log.read_text()
            assert "Traceback" not in bot.log.read_text(), bot.log.read_text()

    return stage


@pytest.fixture
async def stage(set_stage: SetStage) -> AsyncGenerator[Stage]:
    async with set_stage() as ready:
        yield ready


@pytest.fixture
async def stage_without_content(set_stage: SetStage) -> AsyncGenerator[Stage]:
    async with set_stage(content=False) as ready:
        yield ready
