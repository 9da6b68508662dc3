"""What a server allows of challenges and matches: where, by whom, and how many at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from storage.tables import matches, people

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.referee.guilds.settings import Server
    from bot.referee.requests import Permissions
    from storage.engine.database import Tx
    from storage.tables.models import Person


def may_challenge(server: Server, rights: Permissions) -> None:
    """Let those pass who may challenge on a server: who has the role for it, if there is one, and who manages it.

    Raises `RequestRejected`.
    """
    role = server.challengers
    if role is not None and role not in rights.roles and not rights.manages_server:
        raise RequestRejected(f"On this server only who has the role <@&{role}> can challenge. Anybody can accept.")


def may_start(server: Server, channel_id: int) -> None:
    """Let pass what is to start in a channel where matches may. Raises `RequestRejected`."""
    if server.channels and channel_id not in server.channels:
        where = formatting.listed((f"<#{each}>" for each in server.channels), "or")
        raise RequestRejected(f"Matches on this server start only in {where}. Challenge there.")


async def have_room(
    tx: Tx, server: Server, guild_id: int, players: Collection[Person], asker: int | None = None
) -> None:
    """Hold people who are to play, and let them pass if none plays in as many matches on a server as it allows.

    `asker` is the user who is told. Raises `RequestRejected`.
    """
    if server.most is None:
        return
    for person in sorted(players, key=lambda each: each.id):  # always in this order, so that no two wait for each other
        await people.hold(tx, person.id)
    for person in players:
        active = [match for match in await matches.of_player(tx, person.id) if match.guild_id == guild_id]
        if len(active) >= server.most:
            raise RequestRejected(_full(person, len(active), own=person.id == asker))


def _full(person: Person, number: int, *, own: bool) -> str:
    many = "1 match" if number == 1 else f"{number} matches"
    if own:
        return f"You play in {many} on this server, as many as it allows at a time. Finish one first: `/games`."
    name = formatting.name(person)
    return (
        f"{name} plays in {many} on this server, as many as it allows at a time, so this match can't begin yet. "
        "Try again when one of them is over."
    )
