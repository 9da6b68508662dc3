"""The stage of the wire tests: a playground, the bot as a process of its own, and people."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.server import Playground
from tests.playground.client import Person
from tests.wire.running import BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
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


@asynccontextmanager
async def staged(folder: Path, *, content: bool = True, packages: Path | None = None) -> AsyncGenerator[Stage]:
    """Set the stage, with the message content intent granted or not, and with a folder of installed packages or none.

    The bot keeps its data below `folder`. On leaving, it must still be able to end well.
    """
    async with AsyncExitStack() as stack:
        playground = await Playground.start(message_content=content)
        stack.push_async_callback(playground.stop)
        bot = BotProcess(playground, folder / "data", packages)
        await bot.start()
        people = [await stack.enter_async_context(Person(playground, name)) for name in PEOPLE]
        yield Stage(playground, bot, *people)
        if bot.running:
            assert await bot.stop() == 0, bot.log.read_text()
        assert "Traceback" not in bot.log.read_text(), bot.log.read_text()
