"""The languages of people and servers, and the settings that decide them, read once and kept."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord
from cachetools import FIFOCache, LRUCache, TTLCache

from bot.interactions.replies import guild_id_of
from bot.process import NETWORK_ERRORS
from bot.referee.guilds.settings import DISCORD, GuildSettings, load_settings, resolve_language
from bot.referee.people.preferences import language_of, load_preferences, note_locale
from games.translation import ENGLISH, bind_language, find_language
from storage.engine.database import StorageError
from storage.queries import challenges, matches, tournaments
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.interactions.replies import Source
    from bot.referee.context import Context
    from bot.referee.people.preferences import Preferences
    from storage.queries.rows import Post

log = logging.getLogger(__name__)
MAX_GUILDS = 10_000
"""How many guilds' settings are kept: four times what one shard may have."""
_DIRECT = GuildSettings()


class SettingsCache:
    """The settings of guilds, each read from the database when they are first needed.

    A guild's messages and interactions come to the one process that has its shard, so no other process changes them.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self._settings: FIFOCache[int, GuildSettings] = FIFOCache(MAX_GUILDS)
        self._changes = 0

    async def get(self, guild_id: int | None) -> GuildSettings:
        """Return the settings of a guild, or the defaults for direct messages (None). Raises `StorageError`."""
        if guild_id is None:
            return _DIRECT
        if cached := self._settings.get(guild_id):
            return cached
        changes = self._changes
        async with self._context.database.read() as tx:
            settings = await load_settings(tx, guild_id)
        if changes == self._changes:  # otherwise they may have been read before that change
            self._settings[guild_id] = settings
        return settings

    def peek(self, guild_id: int) -> GuildSettings | None:
        """Return the settings of a guild if they are in memory."""
        return self._settings.get(guild_id)

    async def prefix(self, guild_id: int | None) -> str:
        """Return what text commands begin with in a guild, or in direct messages (None). Raises `StorageError`."""
        return (await self.get(guild_id)).prefix

    async def request_limit(self, guild_id: int) -> int | None:
        """Return what a member of a guild may ask for in a minute there, None for no limit. Raises `StorageError`."""
        return (await self.get(guild_id)).requests

    def forget(self, guild_id: int) -> None:
        """Drop the settings of a guild, because they may have changed."""
        self._changes += 1
        self._settings.pop(guild_id, None)


MAX_CACHED = 10_000
"""People, and matches, whose languages or places are kept in memory."""
KEPT = 300.0
"""Seconds for which a person's preference is kept: another process may change it."""
LOCALE_KEPT = 3600.0
"""Seconds for which the locale of a server is kept that another process has."""
ABOUT_PERSON = frozenset({"away"})
"""The kinds of posts whose `user` is whom they are about, not who reads them."""


class Languages:
    """Finds and binds languages.

    `find_guild` returns a server that this process has, `fetch_guild` asks Discord for one that it hasn't.
    """

    def __init__(
        self,
        context: Context,
        settings: SettingsCache,
        find_guild: Callable[[int], discord.Guild | None],
        fetch_guild: Callable[[int], Awaitable[discord.Guild]],
    ) -> None:
        self._context = context
        self._settings = settings
        self._find_guild = find_guild
        self._fetch_guild = fetch_guild
        timer = lambda: context.now().timestamp()  # noqa: E731 - the clock of the tests, too
        self._people: TTLCache[int, Preferences] = TTLCache(MAX_CACHED, KEPT, timer)
        self._locales: TTLCache[int, str] = TTLCache(MAX_CACHED, LOCALE_KEPT, timer)
        self._guilds_of: LRUCache[tuple[Any, int], int] = LRUCache(MAX_CACHED)

    async def bind_reader(self, source: Source) -> None:
        """Let this task answer a request in the language of the person who made it.

        While the database can't be reached, it is that of their Discord, or English in answer to a message.
        """
        bind_language(find_language(source.locale.value) if isinstance(source, discord.Interaction) else ENGLISH)
        try:
            bind_language(await self.of_reader(source))
            if isinstance(source, discord.Interaction):
                await self._keep_locale(source)
        except StorageError as error:
            log.warning("Somebody's language could not be read or kept: %s", error)

    async def of_reader(self, source: Source) -> str:
        """Return the language of the person who made a request: what they chose, or as Discord says it.

        That is the language of their Discord for an interaction, and that of the server for a message. Raises
        `StorageError`.
        """
        if isinstance(source, discord.Interaction):
            chosen = await self._preferences(source.user.id)
            return resolve_language(chosen.language, source.locale.value)
        chosen = await self._preferences(source.author.id)
        if source.guild is None or chosen.language != DISCORD:
            return language_of(chosen)
        return await self.of_guild(source.guild.id)

    async def _keep_locale(self, interaction: discord.Interaction[Any]) -> None:
        """Keep the language of a person's Discord, for what is written to them unasked."""
        user_id, language = interaction.user.id, find_language(interaction.locale.value)
        if find_language((await self._preferences(user_id)).locale) != language:
            await note_locale(self._context, user_id, language)
            self.forget_person(user_id)

    async def bind_post(self, post: Post) -> None:
        """Let this task write a post: in the language of its one reader, else in that of the server."""
        is_public = post.kind in ABOUT_PERSON or "in_thread" in post.body
        reader = None if is_public else post.body.get("user")
        if reader is None:
            guild_id = await self._guild_of(post)
            if guild_id != DIRECT:
                bind_language(await self.of_guild(guild_id))
                return
            reader = post.body.get("asker")
        bind_language(ENGLISH if reader is None else await self.of_person(int(reader)))

    async def of_place(self, source: Source) -> str:
        """Return the language of what everybody reads in the place of a request. Raises `StorageError`."""
        guild_id = guild_id_of(source)
        return await (self.of_reader(source) if guild_id is None else self.of_guild(guild_id))

    async def of_person(self, user_id: int) -> str:
        """Return the language of a person where nothing but their id is known. Raises `StorageError`."""
        return language_of(await self._preferences(user_id))

    async def of_guild(self, guild_id: int) -> str:
        """Return the language of a server. Raises `StorageError`."""
        if self._find_guild(guild_id) is not None:
            await self._settings.get(guild_id)
            return self.known(guild_id) or ENGLISH
        async with self._context.database.read() as tx:  # another process has it and may change its settings
            language = (await load_settings(tx, guild_id)).language
        return find_language(await self._fetch_locale(guild_id) if language == DISCORD else language)

    def known(self, guild_id: int) -> str | None:
        """Return the language of a server if it can be told at once."""
        guild, settings = self._find_guild(guild_id), self._settings.peek(guild_id)
        if guild is None or settings is None:
            return None
        return resolve_language(settings.language, guild.preferred_locale.value)

    def forget_person(self, user_id: int) -> None:
        """Drop what is kept of a person, because it may have changed."""
        self._people.pop(user_id, None)

    async def _preferences(self, user_id: int) -> Preferences:
        if (cached := self._people.get(user_id)) is not None:
            return cached
        async with self._context.database.read() as tx:
            found = await load_preferences(tx, user_id)
        self._people[user_id] = found
        return found

    async def _fetch_locale(self, guild_id: int) -> str:
        if guild_id not in self._locales:
            try:
                self._locales[guild_id] = (await self._fetch_guild(guild_id)).preferred_locale.value
            except NETWORK_ERRORS as error:
                log.warning("The language of a server could not be asked for, so it is English: %s", error)
                return ENGLISH
        return self._locales[guild_id]

    async def _guild_of(self, post: Post) -> int:
        """Return the server of a post, `DIRECT` if it has none."""
        if "guild" in post.body:
            return int(post.body["guild"])
        owners = (
            (matches.require, post.match_id),
            (challenges.require, post.challenge_id),
            (tournaments.require, post.body.get("tournament")),
        )
        load, number = next((each for each in owners if each[1] is not None), (None, None))
        if load is None or number is None:
            return DIRECT
        if (load, number) not in self._guilds_of:
            async with self._context.database.read() as tx:
                self._guilds_of[load, number] = (await load(tx, number)).guild_id
        return self._guilds_of[load, number]
