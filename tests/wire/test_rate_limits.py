"""The bot under Discord's rate limits at their own pace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import Options, Playground
from playground.rate_limits import RateLimits
from tests.database_template import create_database
from tests.playground.client import Person
from tests.wire.process import BotProcess

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_second_match_in_a_channel_gets_its_thread_as_soon_as_the_first(tmp_path: Path) -> None:
    limits = RateLimits()
    playground = await Playground.start(options=Options(rate_limits=limits))
    bot = BotProcess(playground, tmp_path / "data")
    await create_database(bot.data / "turnpost.db")
    await bot.start()
    async with Person(playground, "Ann") as ann, Person(playground, "Bob") as bob:
        for number in (1, 2):
            await ann.say("!challenge @Bob martian-life")
            await bob.press(await bob.hear_bot(f"-# challenge {number}"), "Accept")
            await bob.hear(lambda one, number=number: one["attachments"] and f"-# #{number}" in one["content"])
    assert await bot.stop() == 0
    await playground.stop()
    assert limits.limited == 0
