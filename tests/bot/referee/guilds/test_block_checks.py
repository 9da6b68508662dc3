"""Who can't begin anything on a server because somebody is blocked there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import Blocked, check_blocks, check_not_blocked
from storage.queries import blocks
from storage.queries.blocks import Block
from storage.queries.rows import DIRECT, Person
from tests.bot.referee.offer_context import ANN, BOB, CLEO, make_offer_context
from tests.storage.samples import GUILD, NOON

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    """Give a context on whose server Bob is blocked."""
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        async with made.database.write() as tx:
            assert await blocks.add(tx, GUILD, Block(BOB.id, CLEO.id, NOON, "spam"))
        yield made


async def test_a_person_who_is_blocked_is_told_so_and_others_choose_somebody_else(context: Context) -> None:
    async with context.database.read() as tx:
        with pytest.raises(Blocked, match="You're blocked from playing on this server \\(spam\\)"):
            await check_blocks(tx, GUILD, (BOB, ANN), BOB.id)
        for asker in (ANN.id, None):
            with pytest.raises(RequestRejected, match="is blocked from playing on this server") as rejection:
                await check_blocks(tx, GUILD, (ANN, BOB), asker)
            assert "Bob" in rejection.value.reason
            assert not isinstance(rejection.value, Blocked)


@pytest.mark.parametrize(
    ("guild_id", "people"),
    [
        (GUILD, (ANN, CLEO)),
        (GUILD, (ANN, Person.computer(2))),
        (GUILD, (Person.computer(2),)),
        (GUILD, ()),
        (GUILD + 1, (ANN, BOB)),
        (DIRECT, (ANN, BOB)),
    ],
)
async def test_blocks_are_those_of_people_on_their_server(
    context: Context, guild_id: int, people: tuple[Person, ...]
) -> None:
    async with context.database.read() as tx:
        await check_blocks(tx, guild_id, people, ANN.id)


async def test_a_person_alone_is_checked_on_one_server(context: Context) -> None:
    with pytest.raises(Blocked):
        await check_not_blocked(context, GUILD, BOB.id)
    await check_not_blocked(context, GUILD, ANN.id)
    await check_not_blocked(context, GUILD + 1, BOB.id)
