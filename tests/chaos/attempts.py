"""Somebody does something, in one way or another, until it is answered or its effect can be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.chaos.acts import Act
from tests.chaos.move_senders import Sent, came_back
from tests.playground.client import Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.chaos.acts import Kind
    from tests.chaos.players import Players
    from tests.playground.client import Person

PATIENCE = 3.0
"""Seconds after which somebody does it again in another way, where nobody reads it later."""
LONG_PATIENCE = 30.0
"""Seconds after which somebody turns to other things, though it is still to be answered."""
TRIES = 6


@dataclass(frozen=True)
class Wish:
    """One thing to do in one way: `told` is what is said, `send` says it. The rest is as in `Act`."""

    kind: Kind
    person: Person
    told: str
    send: Callable[[], Awaitable[Sent]]
    match: int = 0
    what: str = ""


def say(person: Person, content: str, channel: str, *, lasts: bool = True) -> Callable[[], Awaitable[Sent]]:
    """Return what writes a message; `lasts` says that it is read after an absence."""

    async def send() -> Sent:
        return Sent(int((await person.say(content, channel))["id"]), lasts=lasts)

    return send


def slash(person: Person, channel: str, command: str, **options: str) -> Callable[[], Awaitable[Sent]]:
    """Return what uses a slash command."""

    async def send() -> Sent:
        return came_back(await person.slash(command, channel, **options))

    return send


def press(person: Person, message: int, button: str) -> Callable[[], Awaitable[Sent]]:
    """Return what presses a button."""

    async def send() -> Sent:
        return came_back(await person.press(str(message), button))

    return send


async def attempt(players: Players, draw: Callable[[], Wish], seen: Callable[[], bool]) -> bool:
    """Do what `draw` returns, each time in some way, until that is answered or its effect is `seen`.

    Returns whether it is done as far as can be told. What is to be read later is done once.
    """
    for _ in range(TRIES):
        if seen():
            return True
        await players.online()
        wish = draw()
        try:
            sent = await wish.send()
        except Said:  # its button is gone, its thread archived, or no slash command registered yet
            if not await players.until(lambda: seen() or players.closing, PATIENCE):
                continue
            return seen()
        act = Act(wish.kind, int(wish.person.id), wish.match, wish.what, wish.told, sent.source, sent.lasts)
        players.acts.append(act)
        replies = players.replies_to(sent.source)
        await players.until(lambda a=replies: seen() or bool(a), LONG_PATIENCE if sent.lasts else PATIENCE)
        done = act.judged(replies)
        if done is not None or sent.lasts or seen():
            return bool(done) or seen()
    return seen()
