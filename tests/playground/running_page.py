"""The page with a playground, a bot with buttons and commands, and a person."""

from __future__ import annotations

import math
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yarl

from playground import Options, Playground
from playground.rate_limits import RateLimits
from tests.playground.bot_client import BotClient, bot_client_at
from tests.playground.bot_page import add_commands
from tests.playground.browser import page_of
from tests.playground.client import Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    import pytest
    from playwright.async_api import Browser, Page, ViewportSize

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


@dataclass
class Site:
    """A playground with a bot and a scripted person."""

    playground: Playground
    bot_client: BotClient
    ann: Person


class Environment(Site):
    """A site, and the page as the person."""

    def __init__(self, site: Site, page: Page) -> None:
        super().__init__(site.playground, site.bot_client, site.ann)
        self.page = page


@asynccontextmanager
async def start_site(monkeypatch: pytest.MonkeyPatch, **options: Any) -> AsyncGenerator[Site]:
    """Start a playground and a bot that has registered its commands. `options` are the playground's."""
    playground = await Playground.start(options=Options(rate_limits=RateLimits(faster=math.inf), **options))
    monkeypatch.setattr("discord.http.Route.BASE", playground.api)
    monkeypatch.setattr("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", yarl.URL(playground.gateway))
    try:
        async with bot_client_at(playground) as bot_client, Person(playground, "Ann") as ann:
            await add_commands(bot_client)
            yield Site(playground, bot_client, ann)
    finally:
        await playground.stop()


@asynccontextmanager
async def start_env(browser: Browser, monkeypatch: pytest.MonkeyPatch, **options: Any) -> AsyncGenerator[Environment]:
    """Start a site of its own and its page. `options` are the playground's, and `viewport`."""
    viewport = options.pop("viewport", DESK)
    async with start_site(monkeypatch, **options) as site, page_of(browser, site.playground, viewport=viewport) as page:
        yield Environment(site, page)


def clear(playground: Playground) -> None:
    """Remove all messages, all channels but those that a new playground has, and what people have installed."""
    state = playground.state
    for person in state.people.values():
        state.change_user(person, locale=person.locale, installed=False)
    rooms = {room.id for guild in state.guilds.values() for room in guild.rooms}
    for key in [key for key in state.channels if key not in rooms]:
        if key in state.channels:
            playground.remove(key)
    for message in [message for said in state.said.values() for message in said.values()]:
        state.remove_message(message)
