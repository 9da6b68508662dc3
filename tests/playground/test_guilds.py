"""Several guilds, and the shards of a bot that share them."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from tests.playground.bot_client import bot_client_at
from tests.playground.client import Person

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground import Playground
    from tests.playground.api import Api


async def test_a_playground_has_one_guild_with_the_bot_unless_told_otherwise(playground: Playground) -> None:
    assert len(playground.state.guilds) == 1
    assert playground.state.other_guilds == {}


async def test_a_playground_can_have_more_people_than_five(start: Callable[..., Awaitable[Playground]]) -> None:
    playground = await start(more_people=("Finn", "Gwen"))
    async with bot_client_at(playground) as bot_client, Person(playground, "Gwen") as gwen:
        assert [one["name"] for one in (await gwen.view())["people"]][4:] == ["Eve", "Finn", "Gwen"]
        received = await bot_client.hear((await gwen.say("@Turnpost hello"))["id"])
        assert received.author.display_name == "Gwen"


async def test_every_guild_has_channels_and_roles_of_its_own_and_the_same_people(
    start: Callable[..., Awaitable[Playground]],
) -> None:
    playground = await start(guilds=2)
    async with bot_client_at(playground) as bot_client, Person(playground, "Ann") as ann:
        first, second = sorted(bot_client.guilds, key=lambda guild: guild.id)
        assert [guild.name for guild in (first, second)] == ["The Board Room", "The Board Room 2"]
        assert [channel.name for channel in first.text_channels] == ["games", "lounge"]
        assert [channel.name for channel in second.text_channels] == ["games-2", "lounge-2"]
        assert second.me.top_role.id != first.me.top_role.id
        for guild, name in ((first, "games"), (second, "games-2")):
            received = await bot_client.hear((await ann.say("@Turnpost hello", name))["id"])
            assert received.guild == guild
            assert (await guild.fetch_member(int(ann.id))).guild == guild
            thread = await guild.text_channels[0].create_thread(name="#1", message=received)
            said = await bot_client.hear((await ann.say("@Turnpost within", str(thread.id)))["id"])
            assert said.guild == guild
            assert thread.id in {one.id for one in await guild.active_threads()}
            fetched = await bot_client.fetch_channel(thread.id)
            assert getattr(fetched, "guild", None) == guild
        assert {guild.id async for guild in bot_client.fetch_guilds()} == {first.id, second.id}
        assert {"games", "games-2"} <= {channel["name"] for channel in (await ann.view())["channels"]}


async def test_shards_of_two_processes_hear_their_own_guild_and_shard_0_direct_messages(
    start: Callable[..., Awaitable[Playground]],
) -> None:
    playground = await start(guilds=3)
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(Person(playground, "Ann"))
        clients = [await stack.enter_async_context(bot_client_at(playground, shard=(one, 2))) for one in range(2)]
        await playground.bot_ready(0, 1)
        names = [sorted(guild.name for guild in bot_client.guilds) for bot_client in clients]
        assert names == [["The Board Room", "The Board Room 3"], ["The Board Room 2"]]
        for place, shard in (("games", 0), ("games-2", 1), ("games-3", 0), (await ann.dm(), 0)):
            said = await ann.say("@Turnpost hello", place)
            await clients[shard].hear(said["id"])
        assert [len(bot_client.received) for bot_client in clients] == [3, 1]
        await clients[1].close()
        waiting = asyncio.create_task(playground.bot_ready(1))
        again = await stack.enter_async_context(bot_client_at(playground, shard=(1, 2)))
        await waiting
        await again.hear((await ann.say("@Turnpost again", "lounge-2"))["id"])


@pytest.mark.parametrize("playground", [{"guilds": 3}], indirect=True)
async def test_the_bots_guilds_are_listed_in_pages_with_their_counts(playground: Playground, api: Api) -> None:
    first, second, third = (str(guild) for guild in playground.state.guilds)

    async def listed(query: str) -> list[str]:
        return [guild["id"] for guild in (await api.request("GET", f"/users/@me/guilds?{query}"))[1]]

    assert await listed("") == [first, second, third]
    assert await listed(f"after={first}") == [second, third]
    assert await listed(f"before={third}") == [first, second]
    assert await listed("limit=1") == [first]
    for wrong in ("limit=0", "limit=201", "after=x"):
        assert await api.code("GET", f"/users/@me/guilds?{wrong}") == (400, 50035)
    for query, count in (("", None), ("?with_counts=false", None), ("?with_counts=true", 6)):
        guilds = (await api.request("GET", f"/users/@me/guilds{query}"))[1]
        assert [guild.get("approximate_member_count") for guild in guilds] == [count] * 3
