"""People whom servers blocked. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from storage.schema import blocks

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from storage.engine.database import Tx

_ALL = select(blocks.c.user_id, blocks.c.blocked_by, blocks.c.blocked_at, blocks.c.reason).where(
    blocks.c.guild_id == bindparam("guild")
)
_AMONG = _ALL.where(blocks.c.user_id.in_(bindparam("users", expanding=True)))
_IN_ORDER = _ALL.order_by(blocks.c.blocked_at.desc(), blocks.c.user_id)
_THIS = blocks.c.guild_id == bindparam("guild"), blocks.c.user_id == bindparam("user")
_REMOVE = delete(blocks).where(*_THIS).returning(blocks.c.user_id)


@dataclass(frozen=True, slots=True)
class Block:
    """A person whom a server blocked. By whom and when is None for one who had their data deleted since."""

    user_id: int
    blocked_by: int | None
    blocked_at: datetime | None
    reason: str


async def add(tx: Tx, guild_id: int, block: Block) -> bool:
    """Store that a server blocks a person, and return whether it didn't before."""
    row = {"guild_id": guild_id, "user_id": block.user_id, "blocked_by": block.blocked_by}
    try:
        async with tx.begin_nested():
            await tx.execute(insert(blocks), {**row, "blocked_at": block.blocked_at, "reason": block.reason})
    except IntegrityError:
        if not await among(tx, guild_id, [block.user_id]):
            raise
        return False
    return True


async def remove(tx: Tx, guild_id: int, user_id: int) -> bool:
    """Store that a server blocks a person no longer, and return whether it did."""
    return (await tx.execute(_REMOVE, {"guild": guild_id, "user": user_id})).first() is not None


async def among(tx: Tx, guild_id: int, user_ids: Collection[int]) -> list[Block]:
    """Return the blocks of those among some people whom a server blocks, in any order."""
    return [Block(*row) for row in await tx.execute(_AMONG, {"guild": guild_id, "users": list(user_ids)})]


async def count_of_person(tx: Tx, user_id: int) -> int:
    """Return how many servers block a person."""
    query = select(func.count()).select_from(blocks).where(blocks.c.user_id == user_id)
    return (await tx.execute(query)).scalar_one()


async def of_guild(tx: Tx, guild_id: int) -> list[Block]:
    """Return whom a server blocks, the latest first."""
    return [Block(*row) for row in await tx.execute(_IN_ORDER, {"guild": guild_id})]
