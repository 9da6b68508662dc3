"""What people choose before they begin: how they are reminded, and what happens in a server when time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model.resources.channel import FORUM
from tests.chaos.audit_forums import FORUM_TAGS
from tests.playground.client import Said
from tests.wire.settings_form import change_settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.chaos.players import Players
    from tests.playground.client import Person


async def choose(players: Players) -> None:
    """Let every other person be reminded in the thread, and time that is up end matches in the last server.

    In the first one matches are posts in a forum. The first three people don't want the safety net.
    """
    for person in players.people[:3]:
        await _slash(players, person, players.halls[0], "my preferences", net="off")
    for person in players.people[::2]:
        await _slash(players, person, players.halls[0], "my preferences", alarm="thread")
    forum = players.playground.add_room(FORUM, "matches", tags=FORUM_TAGS)
    manager = players.people[0]
    await _repeat(players, lambda: change_settings(manager, players.halls[0], forum=[str(forum)]))
    await _repeat(players, lambda: change_settings(manager, players.halls[-1], timeout="ends"))


async def _slash(players: Players, person: Person, channel: str, command: str, **options: str) -> None:
    """Use a slash command until it is answered."""

    async def use() -> object:
        return (await person.slash(command, channel, **options))["message"]

    await _repeat(players, use)


async def _repeat(players: Players, attempt: Callable[[], Awaitable[object]]) -> None:
    """Attempt something until it succeeds: before the first start has registered the commands there are none."""
    while True:
        await players.online()
        try:
            if await attempt():
                return
        except (Said, AssertionError):
            await players.until(lambda: False, 0.25)
