"""Reports of errors to Sentry, if an operator has set its address."""

from __future__ import annotations

import atexit
import logging
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, cast

from structlog.contextvars import get_contextvars

from bot.logs.redaction import redact_record, remove_private, remove_secrets
from bot.logs.repeats import RepeatFilter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sentry_sdk.types import Event, Hint

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
