"""Set up the logs: text or JSON lines, without secrets, and reports to Sentry."""

from __future__ import annotations

import atexit
import json
import logging
import os
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from structlog.contextvars import get_contextvars, merge_contextvars
from structlog.dev import ConsoleRenderer
from structlog.processors import EventRenamer, ExceptionRenderer, JSONRenderer, TimeStamper
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name

from bot.logs.redaction import format_exception, redact_record, remove_private, remove_secrets
from bot.logs.repeats import CountingHandler, RepeatFilter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sentry_sdk.types import Event, Hint
    from structlog.typing import EventDict, Processor, WrappedLogger

NOT_INSTALLED = "SENTRY_DSN is set, but Sentry's client isn't installed: run `pip install '.[sentry]'` in the checkout."
WRONG_ADDRESS = "SENTRY_DSN is set wrongly: copy the DSN anew from your project's settings at Sentry."
END_TIMEOUT = 2.0
"""Seconds that the end of the process waits for reports that are still to be sent."""

_OF_EVENT = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")
_OF_ERROR = ("type", "module", "mechanism")
_OF_FRAME = ("filename", "function", "module", "lineno", "pre_context", "context_line", "post_context", "in_app")


class SentryUnavailable(Exception):  # noqa: N818 - what the operator reads
    """Sentry can't be used. The message is a sentence that says what to do."""


def report_errors(address: str) -> None:
    """Report every line of the level ERROR or above, with its traceback, to the address (the DSN) of a Sentry project.

    Raises `SentryUnavailable` if the extra `sentry` isn't installed, or the address isn't one.
    """
    try:
        import sentry_sdk  # noqa: PLC0415 - an extra that few install
        from sentry_sdk.integrations.logging import EventHandler  # noqa: PLC0415 - as above
        from sentry_sdk.utils import BadDsn  # noqa: PLC0415 - as above
    except ImportError:
        raise SentryUnavailable(NOT_INSTALLED) from None
    try:
        sentry_sdk.init(
            dsn=address,
            release=f"turnpost@{version('turnpost')}",
            before_send=_keep_what_is_known,
            # Nothing is collected but what the log hands over: no requests of any library, no threads, no arguments.
            default_integrations=False,
            auto_enabling_integrations=False,
            auto_session_tracking=False,
            include_local_variables=False,
            max_breadcrumbs=0,
            max_request_body_size="never",
            traces_sample_rate=None,
            propagate_traces=False,
            spotlight=False,
        )
    except BadDsn:
        raise SentryUnavailable(WRONG_ADDRESS) from None
    handler = EventHandler(level=logging.ERROR)
    handler.addFilter(RepeatFilter())  # what the log only counts would use up a project's reports for the month
    logging.getLogger().addHandler(handler)
    atexit.register(sentry_sdk.flush, timeout=END_TIMEOUT)


def _keep_what_is_known(event: Event, hint: Hint) -> Event:
    """Return a report with nothing but what is listed here, without secrets, texts and names."""
    given, record = cast("Mapping[str, Any]", event), cast("logging.LogRecord", hint["log_record"])
    kept = _pick(given, _OF_EVENT)
    kept["logentry"] = {
        "message": remove_secrets(str(record.msg)),
        "formatted": remove_secrets(redact_record(record).getMessage()),
    }
    kept["tags"] = {key: str(value) for key, value in get_contextvars().items()}
    if "exception" in given:
        kept["exception"] = {"values": [_clean_error(error) for error in given["exception"]["values"]]}
    return cast("Event", kept)


def _clean_error(error: Mapping[str, Any]) -> dict[str, Any]:
    stack: Mapping[str, Any] = error.get("stacktrace") or {"frames": []}
    return {
        **_pick(error, _OF_ERROR),
        "value": remove_secrets(remove_private(str(error.get("value") or ""))),
        "stacktrace": {"frames": [_pick(frame, _OF_FRAME) for frame in stack["frames"]]},
    }


def _pick(given: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: given[key] for key in keys if key in given}


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
