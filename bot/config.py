"""Settings, read from the environment (and a `.env` file beside where the bot is started)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.gateway.connection import MOST, Shards, read_shards
from bot.scheduled_backups import Schedule, read_schedule

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
)
"""The settings of a bot on Discord that one in the playground, perhaps beside it, does without."""


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
    default `backups` in the data folder. `turnpost_log_level` and `turnpost_log_format`: which lines the log has, and
    whether they are text or JSON; without a format, text on a terminal and else JSON. `sentry_dsn`: the address of a
    Sentry project that errors are reported to. `discord_api` and `discord_gateway`: another server that speaks
    Discord's protocol, as the tests use.
    """

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    turnpost_data: Path = Path("data")
    database_url: SecretStr | None = None
    shard_count: int | None = Field(default=None, ge=1, le=MOST)
    shard_ids: str | None = None
    turnpost_requests: int = Field(default=30, ge=6)
    turnpost_challenges: int = Field(default=20, ge=1)
    discord_requests_per_second: float = Field(default=40, gt=0, allow_inf_nan=False)
    turnpost_port: int = Field(default=8400, ge=0, le=65535)
    turnpost_metrics_port: int | None = Field(default=None, ge=0, le=65535)
    turnpost_metrics_host: str = "127.0.0.1"
    turnpost_backups: str | None = None
    turnpost_backup_folder: Path | None = None
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
    def backups(self) -> Schedule | None:
        """When backups are made, None if never. Raises `ValueError` if the setting makes no sense."""
        return read_schedule(self.turnpost_backups or "")

    @property
    def backup_folder(self) -> Path:
        """The folder in which the running bot puts backups."""
        return (self.turnpost_backup_folder or self.turnpost_data / "backups").resolve()

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
        _ = settings.shards, settings.backups
    except ValueError as wrong:
        raise WrongSetting(str(wrong)) from None
    return settings
