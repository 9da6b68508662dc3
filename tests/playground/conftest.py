from __future__ import annotations

import math
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import discord
import pytest
import yarl
from discord import gateway, http

from playground import Options, Playground
from playground.rate_limits import RateLimits
from tests.playground import contract
from tests.playground.api import Api
from tests.playground.bot_client import BotClient, Clock, bot_client_at
from tests.playground.client import Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def start(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Callable[..., Awaitable[Playground]]]:
    """Start playgrounds to which discord.py connects, with limits that pass at once; they are stopped in the end."""
    running: list[Playground] = []

    async def begin(**options: Any) -> Playground:
        options.setdefault("rate_limits", RateLimits(faster=math.inf))
        options.setdefault("middlewares", contract.middlewares())
        playground = await Playground.start(folder=options.pop("folder", None), options=Options(**options))
        running.append(playground)
        monkeypatch.setattr(http.Route, "BASE", playground.api)
        monkeypatch.setattr(gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(playground.gateway))
        monkeypatch.setattr(discord.Asset, "BASE", playground.url)
        return playground

    yield begin
    for playground in running:
        await playground.stop()
    contract.check_kept()


@pytest.fixture
async def playground(start: Callable[..., Awaitable[Playground]], request: pytest.FixtureRequest) -> Playground:
    """A playground; an indirect parameter has `Options`."""
    return await start(**getattr(request, "param", {}))


@pytest.fixture
async def bot_client(playground: Playground) -> AsyncGenerator[BotClient]:
    async with bot_client_at(playground) as bot_client:
        yield bot_client


@pytest.fixture
async def api(playground: Playground) -> AsyncGenerator[Api]:
    async with Api(playground) as api:
        yield api


@pytest.fixture
async def people(playground: Playground) -> AsyncGenerator[tuple[Person, Person]]:
    async with AsyncExitStack() as stack:
        persons = [await stack.enter_async_context(Person(playground, name)) for name in ("Ann", "Bob")]
        yield persons[0], persons[1]


@pytest.fixture
def ann(people: tuple[Person, Person]) -> Person:
    return people[0]


@pytest.fixture
def bob(people: tuple[Person, Person]) -> Person:
    return people[1]
