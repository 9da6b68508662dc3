"""Small facts the bot keeps about itself, by name. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.tables.schema import key_values

if TYPE_CHECKING:
    from storage.engine.database import Tx


async def read(tx: Tx, key: str) -> str | None:
    """Return what is kept under a name, or None."""
    return (await tx.execute(select(key_values.c.value).where(key_values.c.key == key))).scalar_one_or_none()


async def write(tx: Tx, key: str, value: str) -> None:
    """Keep a value under a name, in place of any earlier one."""
    if await write_once(tx, key, value) != value:
        await tx.execute(update(key_values).where(key_values.c.key == key).values(value=value))


async def write_once(tx: Tx, key: str, value: str) -> str:
    """Keep a value under a name that has none yet, and return what is then kept: of two processes one decides."""
    known = await read(tx, key)
    if known is not None:
        return known
    try:
        async with tx.begin_nested():
            await tx.execute(insert(key_values).values(key=key, value=value))
    except IntegrityError:
        decided = await read(tx, key)
        if decided is None:
            raise
        return decided
    return value


async def lock(tx: Tx, key: str) -> None:
    """Be the only one that holds this name until the transaction ends; others wait."""
    await write_once(tx, key, "")
    await tx.execute(select(key_values.c.key).where(key_values.c.key == key).with_for_update())
