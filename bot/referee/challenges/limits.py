"""Limits: who may challenge, how many open challenges and matches a person may have, and where matches may start."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.challenges import rejections
from bot.referee.errors import RequestRejected, TooManyChallenges
from storage.queries import challenges, matches, people
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.guilds.settings import GuildSettings
    from bot.referee.requests import Permissions
    from storage.engine.database import Tx
    from storage.queries.rows import Person


MOST_OPEN = 20
"""Open challenges that one person may have at a time, on all servers together. A server can choose a lower limit."""
MOST_STANDING_MATCHES = 20
"""Matches that one standing challenge may lead to."""
CHANNEL_SHARE = 3
"""How many times as many challenges a channel takes in an hour as a person may issue."""
LONGEST_COMMENT = 200
"""Characters of a comment on a challenge that is declined or withdrawn."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def check_may_challenge(settings: GuildSettings, permissions: Permissions) -> None:
    """Raise `RequestRejected` for a person without the role that the server requires, unless they manage it."""
    role = settings.challengers
    if role is not None and role not in permissions.roles and not permissions.manages_server:
        raise RequestRejected(rejections.role_needed(role))


def check_channel(settings: GuildSettings, channel_id: int) -> None:
    """Raise `RequestRejected` for a channel where no match may start."""
    if settings.channels and channel_id not in settings.channels:
        raise RequestRejected(rejections.wrong_channel(settings.channels))


async def check_challenges(
    context: Context, tx: Tx, settings: GuildSettings, guild_id: int, channel_id: int, challenger: Person
) -> None:
    """Hold a person, and raise `RequestRejected` if they have as many open challenges as they may have at a time.

    The same for one who issued as many within a day as the server allows, and `TooManyChallenges` for one who issued as
    many within an hour as anybody may, or who goes on in a channel that has taken its share.
    """
    now, found = context.now(), await challenges.lock_open_by(tx, challenger.id)
    if len(found) >= MOST_OPEN:
        raise RequestRejected(rejections.too_many_open(MOST_OPEN))
    here = sum(each.guild_id == guild_id for each in found)
    if settings.open_challenges is not None and here >= settings.open_challenges:
        raise RequestRejected(rejections.too_many_open_here(here, settings.open_challenges))
    if settings.daily_challenges is not None:
        issued = await challenges.issued_since(tx, now - DAY, user_id=challenger.id, guild_id=guild_id)
        if len(issued) >= settings.daily_challenges:
            again = issued[-settings.daily_challenges] + DAY
            raise RequestRejected(rejections.too_many_in_a_day(settings.daily_challenges, again))
    await _check_hour(context, tx, guild_id, channel_id, challenger, now)


async def _check_hour(
    context: Context, tx: Tx, guild_id: int, channel_id: int, challenger: Person, now: datetime
) -> None:
    """Raise `TooManyChallenges` for a person, or in a channel for one who has begun something there or elsewhere."""
    most, most_here = context.hourly_challenges, CHANNEL_SHARE * context.hourly_challenges
    issued = await challenges.issued_since(tx, now - HOUR, user_id=challenger.id)
    if len(issued) >= most:
        raise _too_many(context, challenger, now, rejections.too_many_in_an_hour(most, issued[-most] + HOUR))
    if not issued or guild_id == DIRECT:  # a flood in a channel doesn't keep out a person who begins one match
        return
    here = await challenges.issued_since(tx, now - HOUR, channel_id=channel_id)
    if len(here) >= most_here:
        again = here[-most_here] + HOUR
        raise _too_many(context, challenger, now, rejections.too_many_in_channel(channel_id, most_here, again))


def _too_many(context: Context, challenger: Person, now: datetime, reason: str) -> TooManyChallenges:
    """Return the rejection, and note that the person is told so, once an hour."""
    told = context.told_of_limit.get(challenger.id)
    already_told = told is not None and told <= now < told + HOUR
    if not already_told:
        context.told_of_limit[challenger.id] = now
    return TooManyChallenges(reason, already_told=already_told)


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
