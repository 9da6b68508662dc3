"""`turnpost privacy`: print what is kept of a person, or delete it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from bot.admin.database import make_context, open_database
from bot.admin.errors import CommandError
from bot.features.privacy.files import to_json, to_text
from bot.referee.privacy import deletion
from bot.referee.privacy.personal_data import load_personal_data
from storage.queries.rows import Person

if TYPE_CHECKING:
    from bot.config import Settings


async def show_personal_data(settings: Settings, user_id: int, *, as_json: bool) -> None:
    """Print everything that is kept of a person, in words or as JSON. Raises `CommandError` and `StorageError`."""
    _check_person(user_id)
    async with open_database(settings) as database:
        context = make_context(database)
        tables = await load_personal_data(context, user_id)
        typer.echo((to_json if as_json else to_text)(tables, user_id, context.now()), nl=False)


async def delete_person(settings: Settings, user_id: int) -> None:
    """Delete what is kept of a person. Raises `CommandError` and `StorageError`."""
    _check_person(user_id)
    async with open_database(settings) as database:
        done = await deletion.delete_person(make_context(database), user_id)
    typer.echo(
        f"Everything kept of {user_id} is deleted."
        if done
        else f"{user_id} is out of all matches, challenges and events. The running bot deletes the rest when its last "
        "posts to them are out, usually within a minute; see `turnpost outbox`."
    )


def _check_person(user_id: int) -> None:
    if not Person(user_id, "").is_reachable:
        raise CommandError(f"{user_id} is no person's id on Discord.")
