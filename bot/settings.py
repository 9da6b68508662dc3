"""Settings, read from the environment (and a `.env` file beside where the bot is started)."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from dotenv import dotenv_values

from bot.shards import ALL, MOST, Shards, read_shards

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")
PORT = 8400


class WrongSetting(Exception):  # noqa: N818 - what the operator reads
    """A setting that can't work. The message is one sentence that says which and what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set.

    `discord_token`: the bot's token; without one the bot plays in the playground. `turnpost_data`: the folder for the
    database. `database_url`: a PostgreSQL database instead. `shards`: the parts of Discord that this process carries.
    `turnpost_port`: where the playground's page is served. `discord_api` and `discord_gateway`: another server that
    speaks Discord's protocol, as the tests start one. What is secret is left out where settings are shown.
    """

    discord_token: str | None = field(default=None, repr=False)
    turnpost_data: Path = Path("data")
    database_url: str | None = field(default=None, repr=False)
    shards: Shards = ALL
    turnpost_port: int = PORT
    discord_api: str | None = None
    discord_gateway: str | None = None

    @property
    def place(self) -> Path:
        """The database's file, where it is one."""
        return self.turnpost_data.resolve() / "turnpost.db"

    @property
    def database(self) -> str:
        """The database's address, which may hold a password."""
        from storage.database import file_url  # noqa: PLC0415 - it takes longer to load than `turnpost health` to run

        return self.database_url or file_url(self.place)

    @property
    def database_name(self) -> str:
        """What the database is called where its address must not be shown."""
        return "the PostgreSQL database" if self.database_url else str(self.place)

    @property
    def database_setting(self) -> str:
        """What to call the setting that says where the database is, in a sentence."""
        return "DATABASE_URL" if self.database_url else f"TURNPOST_DATA, {self.turnpost_data}"


def read_settings() -> Settings:
    """Return the settings; the environment goes before `.env`, and what is set to nothing is not set.

    Raises `WrongSetting`.
    """
    given = {name: value for source in (dotenv_values(".env"), os.environ) for name, value in source.items() if value}
    settings = Settings(
        discord_token=given.get("DISCORD_TOKEN"),
        turnpost_data=Path(given.get("TURNPOST_DATA", "data")),
        database_url=given.get("DATABASE_URL"),
        shards=_shards(given),
        turnpost_port=_number(given, "TURNPOST_PORT", range(65_536), PORT),
        discord_api=_address(given, "DISCORD_API", "http"),
        discord_gateway=_address(given, "DISCORD_GATEWAY", "ws"),
    )
    if (settings.discord_api is None) != (settings.discord_gateway is None):
        raise WrongSetting("DISCORD_API and DISCORD_GATEWAY go together: set both or neither.")
    if settings.discord_api and settings.discord_token is None:
        raise WrongSetting("DISCORD_API is set, but DISCORD_TOKEN is not: that server wants a token too.")
    return settings


def _shards(given: Mapping[str, str]) -> Shards:
    count = _number(given, "SHARD_COUNT", range(1, MOST + 1), None)
    try:
        return read_shards(given.get("SHARD_IDS"), count)
    except ValueError as wrong:
        raise WrongSetting(str(wrong)) from None


def _number(given: Mapping[str, str], name: str, fits: range, otherwise: T) -> int | T:
    if name not in given:
        return otherwise
    text = given[name].strip()
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) not in fits:
        raise WrongSetting(f"{name} is set wrongly: it is a number from {fits[0]} to {fits[-1]}.")
    return int(text)


def _address(given: Mapping[str, str], name: str, scheme: str) -> str | None:
    address = given.get(name)
    if address and not re.fullmatch(rf"{scheme}s?://\S+", address):
        raise WrongSetting(f"{name} is set wrongly: it is an address that begins with {scheme}:// or {scheme}s://.")
    return address
