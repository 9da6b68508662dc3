"""Set the log up: every line of this process, ours or a library's, goes through one formatter to standard error."""

from __future__ import annotations

import json
import logging
import os
import sys
from typing import TYPE_CHECKING, Literal, TypeAlias

from structlog.contextvars import merge_contextvars
from structlog.dev import ConsoleRenderer
from structlog.processors import EventRenamer, ExceptionRenderer, JSONRenderer, TimeStamper
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name

from bot.logs.redaction import format_exception, redact_record, remove_secrets
from bot.logs.repeats import CountingHandler

if TYPE_CHECKING:
    from structlog.typing import EventDict, Processor, WrappedLogger

LogFormat: TypeAlias = Literal["text", "json"]

LogOptions: TypeAlias = tuple[str, LogFormat]
"""The level and the format of a process's log."""

FIRST_FIELDS = ("timestamp", "level", "message", "logger", "request", "match", "ply", "seq", "post")
"""How a line begins; an error's traceback ends it."""
OWN_FIELDS = ["seconds", "game", "kind"]
"""What a line of ours may have in its `extra`. Those of libraries may hold whole requests."""

QUIETEST: dict[str, int] = {
    # What Discord and the bot send each other, word for word: texts, names, and the bot's token.
    "discord.gateway": logging.INFO,
    "discord.http": logging.INFO,
    "discord.webhook": logging.INFO,
    # Statements with the values that are stored.
    "aiosqlite": logging.INFO,
    "sqlalchemy": logging.WARNING,
    # Every connection of every address.
    "aiohttp": logging.INFO,
    "urllib3": logging.INFO,
    # A line for each piece of every picture.
    "PIL": logging.INFO,
    # What each start says of the schema.
    "alembic": logging.WARNING,
}
"""The lowest level at which a library logs, whatever the setting says."""


_used: list[LogOptions] = []


class LineFormatter(ProcessorFormatter):
    """Formats a record as a line, without what is private or secret."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return super().format(redact_record(record))


def set_up_logs(level: str, form: LogFormat | None = None) -> None:
    """Log from `level` on: as text for people, or as lines of JSON; without `form`, as text on a terminal alone."""
    form = form or ("text" if sys.stderr.isatty() else "json")
    handler = CountingHandler()
    handler.setFormatter(make_formatter(form))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    for name, lowest in QUIETEST.items():
        logging.getLogger(name).setLevel(max(lowest, logging.getLogger().level))
    _used.append((level, form))


def log_options() -> LogOptions | None:
    """Return how this process logs, for the processes that it starts; None if it wasn't set up."""
    return _used[-1] if _used else None


def make_formatter(form: LogFormat) -> LineFormatter:
    """Return what formats a line as text for people, or as JSON."""
    render: Processor = JSONRenderer(json.dumps, ensure_ascii=False, default=str)
    if form == "text":
        colors = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
        render = ConsoleRenderer(colors=colors, event_key="message", sort_keys=False)
    return LineFormatter(
        foreign_pre_chain=[
            TimeStamper(fmt="iso", utc=True),
            add_log_level,
            EventRenamer("message"),
            add_logger_name,
            merge_contextvars,
            ExtraAdder(OWN_FIELDS),
            ExceptionRenderer(format_exception),
        ],
        processors=[ProcessorFormatter.remove_processors_meta, _sort_fields, _remove_secrets, render],
    )


def _sort_fields(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """Put the fields of a line into the same order each time."""
    return {**{key: line[key] for key in FIRST_FIELDS if key in line}, **line}


def _remove_secrets(_: WrappedLogger, __: str, line: EventDict) -> EventDict:
    """Remove tokens and passwords from all texts of a line."""
    return {key: remove_secrets(value) if isinstance(value, str) else value for key, value in line.items()}
