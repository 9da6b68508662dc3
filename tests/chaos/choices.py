"""What people choose before they begin: how they are reminded, and what happens in a server when time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.playground.client import Said

if TYPE_CHECKING:
    from tests.chaos.crowd import Crowd
    from tests.playground.client import Person


async def choose(crowd: Crowd) -> None:
    """Let every other person be reminded in the thread, and time that is up end matches in the last server."""
    for person in crowd.people[::2]:
        await _slash(crowd, person, crowd.halls[0], "preferences", alarm="thread")
    await _slash(crowd, crowd.people[0], crowd.halls[-1], "settings", timeout="ends")


async def _slash(crowd: Crowd, person: Person, channel: str, command: str, **options: str) -> None:
    """Use a slash command until it is answered: before the first start has registered them there is none."""
    while True:
        await crowd.online()
        try:
            if (await person.slash(command, channel, **options))["message"]:
                return
        except Said:
            await crowd.until(lambda: False, 0.25)
