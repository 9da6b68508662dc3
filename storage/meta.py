"""Small facts the bot keeps about itself, by name. All calls run in the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from storage.schema import meta

if TYPE_CHECKING:
    from storage.database import Tx


async def read(tx: Tx, key: str) -> str | None:
    """Return what is kept under a name, or None."""
    return (await tx.execute(select(meta.c.value).where(meta.c.key == key))).scalar_one_or_none()


async def write(tx: Tx, key: str, value: str) -> None:
    """Keep a value under a name, in place of any earlier one."""
    known = await tx.execute(update(meta).where(meta.c.key == key).values(value=value).returning(meta.c.key))
    if known.first() is None:
        await tx.execute(insert(meta).values(key=key, value=value))
