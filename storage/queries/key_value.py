"""Values that the bot stores for itself, by key. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.schema import key_values

if TYPE_CHECKING:
    from collections.abc import Collection

    from storage.engine.database import Tx

SALT = "salt"
"""The key of a random text that belongs to this database, by which nonces of its posts differ from those of others."""
SIGNING_KEY = "signing_key "
"""How the keys of the keys begin by which links and pages are signed; the number of a span of time follows."""


async def read(tx: Tx, key: str) -> str | None:
    """Return the value of a key, or None."""
    return (await tx.execute(select(key_values.c.value).where(key_values.c.key == key))).scalar_one_or_none()


async def write(tx: Tx, key: str, value: str) -> None:
    """Set the value of a key."""
    if await write_once(tx, key, value) != value:
        await tx.execute(update(key_values).where(key_values.c.key == key).values(value=value))


async def write_once(tx: Tx, key: str, value: str) -> str:
    """Set the value of a key that has none, and return its value: that of the first of several processes."""
    present = await read(tx, key)
    if present is not None:
        return present
    try:
        async with tx.begin_nested():
            await tx.execute(insert(key_values).values(key=key, value=value))
    except IntegrityError:
        present = await read(tx, key)
        if present is None:
            raise
        return present
    return value


async def starting_with(tx: Tx, prefix: str) -> dict[str, str]:
    """Return the values of the keys that begin with a text, by key."""
    query = select(key_values.c.key, key_values.c.value).where(key_values.c.key.startswith(prefix, autoescape=True))
    return {row.key: row.value for row in await tx.execute(query)}


async def remove(tx: Tx, keys: Collection[str]) -> None:
    """Remove keys and their values."""
    await tx.execute(delete(key_values).where(key_values.c.key.in_(keys)))


async def lock(tx: Tx, key: str) -> None:
    """Lock a key until the transaction ends."""
    await write_once(tx, key, "")
    await tx.execute(select(key_values.c.key).where(key_values.c.key == key).with_for_update())
