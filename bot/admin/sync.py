"""`turnpost sync`: register the slash commands, upload the emojis of the pieces, and say what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from bot import plugins
from bot.admin.database import make_context, open_database
from bot.admin.rest_client import log_in
from bot.client.registration import register_now

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.client.piece_emojis import EmojiUpdate
    from bot.client.registration import Registered
    from bot.config import Settings


async def sync(settings: Settings) -> None:
    """Bring the commands and the emojis at Discord up to date. Raises `CommandError` and `StorageError`."""
    offered = plugins.read()
    async with open_database(settings) as database, log_in(settings, make_context(database), offered) as client:
        registered = await register_now(client.tree, client.application_id or 0, database, client.context.now())
        for line in describe_commands(registered):
            typer.echo(line)
        for line in describe_emojis(await client.piece_emojis.update()):
            typer.echo(line)


def describe_commands(registered: Registered) -> Iterator[str]:
    """Yield what a registration changed, in lines."""
    changed = [*registered.added, *registered.changed, *registered.removed]
    yield f"{_count(registered.total, 'slash command')} registered; {_say_change(changed)}"
    for what, names in (("added", registered.added), ("changed", registered.changed), ("removed", registered.removed)):
        yield from _list_names(what, names)


def describe_emojis(update: EmojiUpdate) -> Iterator[str]:
    """Yield what an update of the emojis changed, in lines."""
    changed = [*update.uploaded, *update.deleted]
    yield f"{update.found:,} of {_count(update.total, 'piece')} with an emoji; {_say_change(changed)}"
    yield from _list_names("uploaded", update.uploaded)
    yield from _list_names("deleted, with an older picture", update.deleted)


def _say_change(changed: Sequence[str]) -> str:
    return "changed:" if changed else "nothing changed."


def _list_names(what: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"  {what}: {', '.join(names)}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
