"""Settings, read from the environment (and a `.env` file beside where the bot is started)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

UNKNOWN_TOKEN = "DISCORD_TOKEN is not a token that Discord knows: copy it anew there."  # noqa: S105 - a sentence
_OF_DISCORD = (
    "discord_token",
    "discord_api",
    "discord_gateway",
    "database_url",
    "shard_count",
    "shard_ids",
    "turnpost_metrics_port",
    "turnpost_backups",
    "turnpost_backup_folder",
    "turnpost_url",
    "turnpost_web_host",
    "turnpost_web_port",
    "turnpost_proxies",
)
"""The settings of a bot on Discord that one in the playground, perhaps beside it, does without."""


MOST_SHARDS = 100_000
"""More shards than any bot needs: at a thousand servers a shard, five times what Discord has."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of this process, and the number of shards in all processes."""

    ids: tuple[int, ...] = (0,)
    count: int = 1

    @property
    def alone(self) -> bool:
        """Whether this process runs all shards."""
        return len(self.ids) == self.count

    @property
    def name(self) -> str:
        """The name of this process among those that share a record, the same at every start."""
        return f"{self._numbers} of {self.count}"

    @property
    def suffix(self) -> str:
        """The part of file names that tells this process from others, empty if there is one shard."""
        return "" if self.count == 1 else f"-{self._numbers}"

    @property
    def _numbers(self) -> str:
        return ",".join(map(str, self.ids))


ALL_SHARDS = Shards()


def read_shards(ids: str | None, count: int | None) -> Shards:
    """Return the shards that the settings SHARD_IDS and SHARD_COUNT name, both or neither.

    Raises `ValueError` with a sentence for what makes no sense.

    >>> read_shards("0, 2", 3)
    Shards(ids=(0, 2), count=3)
    """
    if ids is None and count is None:
        return ALL_SHARDS
    if ids is None or count is None:
        raise ValueError("SHARD_COUNT and SHARD_IDS go together: set both or neither.")
    words = [word.strip() for word in ids.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 7 for word in words):
        raise ValueError("SHARD_IDS is a list of numbers with commas between them, such as 0,1.")
    numbers = sorted(int(word) for word in words)
    if len(set(numbers)) < len(numbers):
        raise ValueError("SHARD_IDS names a shard twice.")
    if numbers[-1] >= count:
        raise ValueError(f"SHARD_IDS names shard {numbers[-1]}, but of SHARD_COUNT={count} the last is {count - 1}.")
    return Shards(tuple(numbers), count)


BACKUP_INTERVALS = {"hourly": timedelta(hours=1), "daily": timedelta(days=1), "weekly": timedelta(weeks=1)}
BACKUPS_KEPT = {"hourly": 48, "daily": 14, "weekly": 8}
BACKUP_FORMS = "`hourly`, `daily` or `weekly`, and how many to keep if you like, from 1 to 9999, as in `daily keep 14`"
_MONDAY = datetime(1970, 1, 5, tzinfo=UTC)
"""The beginning of an hour, a day and a week at once."""
_BACKUP_FORM = re.compile(r"(hourly|daily|weekly)(?: keep 0*([1-9][0-9]{0,3}))?")


@dataclass(frozen=True, slots=True)
class BackupSchedule:
    """One backup in every hour, day or week (Monday to Sunday) of UTC, of which the latest `keep` are kept."""

    name: str
    keep: int

    @property
    def interval(self) -> timedelta:
        """The length of the period in which one backup is made."""
        return BACKUP_INTERVALS[self.name]

    def is_due(self, last: datetime | None, now: datetime) -> bool:
        """Return whether no backup has been made yet in the present period."""
        return last is None or last < now - (now - _MONDAY) % self.interval

    def is_overdue(self, last: datetime, now: datetime) -> bool:
        """Return whether the last backup is older than two intervals: one was missed, and tries to make it failed."""
        return now - last > 2 * self.interval


def read_backup_schedule(text: str) -> BackupSchedule | None:
    """Return the schedule that a setting names, None if it is empty. Raises `ValueError` with the forms it may have.

    >>> read_backup_schedule("daily keep 14")
    BackupSchedule(name='daily', keep=14)
    """
    words = " ".join(text.casefold().split())
    if not words:
        return None
    found = _BACKUP_FORM.fullmatch(words)
    if not found:
        raise ValueError(f"TURNPOST_BACKUPS is {BACKUP_FORMS}; not {text!r}.")
    return BackupSchedule(found[1], int(found[2] or BACKUPS_KEPT[found[1]]))


_WEB_URL = re.compile(r"(https?)://([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?/?")
_DEFAULT_PORTS = {"https": 443, "http": 80}
_ON_THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def read_web_url(text: str) -> str:
    """Return the address of the site as browsers name it: without a default port, and without a slash at its end.

    Raises `ValueError` with a sentence for anything but a host, by https unless it is this machine.

    >>> read_web_url("https://Play.example.org:443/")
    'https://play.example.org'
    """
    found = _WEB_URL.fullmatch(text.strip().lower())
    if not found or int(found[3] or 0) > 65535:
        raise ValueError(
            f"TURNPOST_URL is the address of the site, without a path, such as https://play.example.org; not {text!r}."
        )
    scheme, host, port = found[1], found[2], int(found[3] or _DEFAULT_PORTS[found[1]])
    if scheme == "http" and host not in _ON_THIS_MACHINE:
        raise ValueError(f"TURNPOST_URL begins with https://, as browsers stay signed in nowhere else; not {text!r}.")
    return f"{scheme}://{host}" + ("" if port == _DEFAULT_PORTS[scheme] else f":{port}")


def read_proxies(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return the networks that a setting names, with commas between them. Raises `ValueError` with a sentence.

    >>> read_proxies("127.0.0.1, 172.16.0.0/12")
    (IPv4Network('127.0.0.1/32'), IPv4Network('172.16.0.0/12'))
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    try:
        return tuple(ip_network(word, strict=False) for word in words)
    except ValueError:
        raise ValueError(
            f"TURNPOST_PROXIES is a list of addresses and networks, such as 127.0.0.1, 172.16.0.0/12; not {text!r}."
        ) from None


class WrongSetting(Exception):  # noqa: N818 - what the operator reads
    """A setting is wrong. The message is a sentence that says which one and what to do."""


class Settings(BaseSettings):
    """The settings of the process.

    `discord_token`: the bot's token; without one the bot plays in the playground. `turnpost_data`: the folder for the
    database. `database_url`: a PostgreSQL database instead. `shard_count` and `shard_ids`: how many shards there are,
    and which of them this process carries. `turnpost_requests`: how many requests one person may make in a minute; a
    replay counts six times, files twice. `turnpost_challenges`: how many matches and challenges one person may begin in
    an hour; a channel takes three times as many. `discord_requests_per_second`: how many requests all processes
    together make to Discord in a second; each has the share of its shards. `turnpost_port`: the port of the
    playground's page.
    `turnpost_metrics_port` and `turnpost_metrics_host`: where Prometheus reads the metrics; without a port nowhere.
    `turnpost_backups`: when backups are made, and how many are kept; `turnpost_backup_folder`: where they go, by
    default `backups` in the data folder. `turnpost_url`: the address of the site with the boards, as players reach it;
    without one there is no site. `turnpost_web_host` and `turnpost_web_port`: where the site listens.
    `turnpost_proxies`: the addresses and networks of proxies whose word for a browser's address and host is taken.
    `turnpost_log_level` and `turnpost_log_format`: which lines the log has, and
    whether they are text or JSON; without a format, text on a terminal and else JSON. `sentry_dsn`: the address of a
    Sentry project that errors are reported to. `discord_api` and `discord_gateway`: another server that speaks
    Discord's protocol, as the tests use.
    """

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    turnpost_data: Path = Path("data")
    database_url: SecretStr | None = None
    shard_count: int | None = Field(default=None, ge=1, le=MOST_SHARDS)
    shard_ids: str | None = None
    turnpost_requests: int = Field(default=30, ge=6)
    turnpost_challenges: int = Field(default=20, ge=1)
    discord_requests_per_second: float = Field(default=40, gt=0, allow_inf_nan=False)
    turnpost_port: int = Field(default=8400, ge=0, le=65535)
    turnpost_metrics_port: int | None = Field(default=None, ge=0, le=65535)
    turnpost_metrics_host: str = "127.0.0.1"
    turnpost_backups: str | None = None
    turnpost_backup_folder: Path | None = None
    turnpost_url: str | None = None
    turnpost_web_host: str = "127.0.0.1"
    turnpost_web_port: int = Field(default=8401, ge=0, le=65535)
    turnpost_proxies: str | None = None
    turnpost_log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"], BeforeValidator(str.upper)
    ] = "INFO"
    turnpost_log_format: Annotated[Literal["text", "json"], BeforeValidator(str.lower)] | None = None
    sentry_dsn: SecretStr | None = None
    discord_api: str | None = Field(default=None, pattern=r"^https?://\S+$")
    discord_gateway: str | None = Field(default=None, pattern=r"^wss?://\S+$")

    @property
    def database_file(self) -> Path:
        """The file of an SQLite database."""
        return self.turnpost_data.resolve() / "turnpost.db"

    @property
    def database(self) -> str:
        """The database's address, which may hold a password."""
        from storage.engine.database import file_url  # noqa: PLC0415 - it takes longer to load than `turnpost health` to run

        return self.database_url.get_secret_value() if self.database_url else file_url(self.database_file)

    @property
    def database_name(self) -> str:
        """The name of the database for messages, because its address may hold a password."""
        return "the PostgreSQL database" if self.database_url else str(self.database_file)

    @property
    def database_setting(self) -> str:
        """The setting that says where the database is, for messages."""
        return "DATABASE_URL" if self.database_url else f"TURNPOST_DATA, {self.turnpost_data}"

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """The host and port at which the metrics are read, None if they aren't."""
        return None if self.turnpost_metrics_port is None else (self.turnpost_metrics_host, self.turnpost_metrics_port)

    @property
    def backups(self) -> BackupSchedule | None:
        """When backups are made, None if never. Raises `ValueError` if the setting makes no sense."""
        return read_backup_schedule(self.turnpost_backups or "")

    @property
    def backup_folder(self) -> Path:
        """The folder in which the running bot puts backups."""
        return (self.turnpost_backup_folder or self.turnpost_data / "backups").resolve()

    @property
    def web_url(self) -> str | None:
        """The address of the site, None if there is none. Raises `ValueError` if the setting makes no sense."""
        return None if self.turnpost_url is None else read_web_url(self.turnpost_url)

    @property
    def proxies(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The networks of proxies that are believed. Raises `ValueError` if the setting makes no sense."""
        return read_proxies(self.turnpost_proxies or "")

    @property
    def shards(self) -> Shards:
        """The shards of this process. Raises `ValueError` if the settings make no sense."""
        return read_shards(self.shard_ids, self.shard_count)

    def in_playground(self) -> Settings:
        """Return these settings for the playground, even if they have a token.

        Then the playground gets a database and a folder of its own, as the matches on Discord are none of its business.
        """
        if self.discord_token is None:
            return self
        without = {name: Settings.model_fields[name].default for name in _OF_DISCORD}
        return self.model_copy(update=without | {"turnpost_data": self.turnpost_data / "playground"})


def read_settings() -> Settings:
    """Return the settings. Raises `WrongSetting`."""
    try:
        settings = Settings()
    except ValidationError as wrong:
        first = wrong.errors(include_input=False, include_url=False)[0]
        setting = ".".join(str(part) for part in first["loc"]).upper()
        raise WrongSetting(f"{setting} is set wrongly: {first['msg']}.") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = "save them as UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise WrongSetting(f"The settings in {Path.cwd() / '.env'} can't be read: {reason}.") from None
    if (settings.discord_api is None) != (settings.discord_gateway is None):
        raise WrongSetting("DISCORD_API and DISCORD_GATEWAY go together: set both or neither.")
    if settings.discord_api and settings.discord_token is None:
        raise WrongSetting("DISCORD_API is set, but DISCORD_TOKEN is not: that server wants a token too.")
    try:
        _ = settings.shards, settings.backups, settings.web_url, settings.proxies
    except ValueError as wrong:
        raise WrongSetting(str(wrong)) from None
    return settings
