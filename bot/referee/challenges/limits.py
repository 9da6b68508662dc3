"""Limits: who may challenge, how many open challenges and matches a person may have, and where matches may start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.challenges import rejections
from bot.referee.errors import RequestRejected
from storage.queries import challenges, matches, people

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.referee.guilds.settings import GuildSettings
    from bot.referee.requests import Permissions
    from storage.engine.database import Tx
    from storage.queries.rows import Person


MOST_OPEN = 20
"""Open challenges that one person may have at a time."""


def check_may_challenge(settings: GuildSettings, permissions: Permissions) -> None:
    """Raise `RequestRejected` for a person without the role that the server requires, unless they manage it."""
    role = settings.challengers
    if role is not None and role not in permissions.roles and not permissions.manages_server:
        raise RequestRejected(rejections.role_needed(role))


def check_channel(settings: GuildSettings, channel_id: int) -> None:
    """Raise `RequestRejected` for a channel where no match may start."""
    if settings.channels and channel_id not in settings.channels:
        raise RequestRejected(rejections.wrong_channel(settings.channels))


async def check_open_challenges(tx: Tx, challenger: Person) -> None:
    """Raise `RequestRejected` for a person who has as many open challenges as one may have, and hold them."""
    if len(await challenges.lock_open_by(tx, challenger.id)) >= MOST_OPEN:
        raise RequestRejected(rejections.too_many_open(MOST_OPEN))


async def check_match_limit(
    tx: Tx, settings: GuildSettings, guild_id: int, players: Collection[Person], asker: int | None = None
) -> None:
    """Hold the players, and raise `RequestRejected` where one plays in as many matches as the server allows.

    `asker` is the id of the user who reads the reason.
    """
    if settings.most is None:
        return
    players = [person for person in players if person.level is None]
    for person in sorted(players, key=lambda each: each.id):  # always in this order, so that no two wait for each other
        await people.lock(tx, person.id)
    for person in players:
        active = [match for match in await matches.of_player(tx, person.id) if match.guild_id == guild_id]
        if len(active) >= settings.most:
            count = len(active)
            own = person.id == asker
            raise RequestRejected(
                rejections.own_match_limit(count, settings.most)
                if own
                else rejections.match_limit(person, count, settings.most)
            )
