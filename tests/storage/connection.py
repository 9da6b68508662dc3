"""A direct connection to a database, for tests that read or set up rows themselves."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from sqlalchemy import NullPool
from sqlalchemy.ext.asyncio import create_async_engine

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from sqlalchemy.ext.asyncio import AsyncConnection


@asynccontextmanager
async def connect_to(url: str) -> AsyncGenerator[AsyncConnection]:
    """Connect, and commit at the end if no exception is raised."""
    engine = create_async_engine(url, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()
