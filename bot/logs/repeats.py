"""Lines of the log that repeat: ten of a kind within a minute are written, the others are counted.

What fails in a loop would otherwise fill the disk, and hide all else.
"""

from __future__ import annotations

import logging
import re
import time
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO, TypeAlias

from structlog.contextvars import get_contextvars

from bot.logs.redaction import redact_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST = 10
"""Lines of a kind that are written within a minute."""
MINUTE = 60.0
"""Seconds from the first line of a kind until the others are summed up."""
MOST_KINDS = 2000
"""Kinds of lines that are counted at a time; the count that began first ends early for another one."""
OURS = {"bot", "storage", "games", "renderers", "engines", "playground"}
"""The loggers of this program, by the first word of their names."""

_NUMBERS = re.compile(r"\d[\d.,:]*")
_IDS = re.compile(r"\d{15,}")
"""Discord's ids."""
_ABOUT = ("match", "ply", "seq", "post")
"""The fields of a line that say which match or post it is about."""

Kind: TypeAlias = tuple[object, ...]
"""What lines have in common that count as one line."""


@dataclass(slots=True)
class _Count:
    """The lines of a kind since the first one: how many there were, and when they are summed up.

    `unwritten` is the first that wasn't written, without its error, and `context` what it was about.
    """

    ends: float
    seen: int = 1
    unwritten: logging.LogRecord | None = None
    context: Context | None = None


class RepeatCounter:
    """Counts the lines of each kind. `now` returns seconds of a clock that never goes back."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._counts: dict[Kind, _Count] = {}  # in the order in which they end

    def admit(self, record: logging.LogRecord) -> bool:
        """Count a line, and return whether it is to be written."""
        kind = _kind_of(record)
        count = self._counts.get(kind)
        if count is None:
            self._counts[kind] = _Count(self._now() + MINUTE)
            return True
        count.seen += 1
        if count.seen == MOST + 1:
            # Not the record itself, which keeps all that its traceback has seen.
            count.unwritten, count.context = _without_error(record), copy_context()
        return count.seen <= MOST

    def end_counts(self, *, early: bool = False) -> Iterator[tuple[Context, logging.LogRecord]]:
        """End each count whose minute is over, `early` all, and yield a line for those with unwritten ones.

        It is to be written in the context beside it, and so carries the fields of a line that it stands for.
        """
        now = self._now()
        for kind, count in list(self._counts.items()):
            if not early and now < count.ends and len(self._counts) < MOST_KINDS:
                break
            del self._counts[kind]
            if count.unwritten is not None and count.context is not None:  # an empty context is false
                more = count.seen - MOST
                times = "once more" if more == 1 else f"{more:,} more times"
                count.unwritten.msg += f" (repeated {times} within a minute)"
                yield count.context, count.unwritten


class RepeatFilter(RepeatCounter):
    """Lets a handler that sums nothing up do without the lines that repeat."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line isn't one too many of its kind."""
        for _ in self.end_counts():
            pass
        return self.admit(record)


class CountingHandler(logging.StreamHandler[TextIO]):
    """Writes lines to standard error, and those that repeat once a minute in one line.

    The sum is written before the first line, of whatever kind, after the minute, and at the end of the process.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._repeats = RepeatCounter(now)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line or count it, after the sums that are due."""
        self._write_sums()
        if self._repeats.admit(record):
            super().emit(record)

    def close(self) -> None:
        """Write all sums and close."""
        self.acquire()
        try:
            self._write_sums(early=True)
        finally:
            self.release()
        super().close()

    def _write_sums(self, *, early: bool = False) -> None:
        for context, line in self._repeats.end_counts(early=early):
            context.run(super().emit, line)


def _kind_of(record: logging.LogRecord) -> Kind:
    """Return what a line has in common with those that say the same.

    Of our own lines, those about different matches or posts differ, whether a field or a number names them: nobody may
    miss one of them. The request in which a line showed is chance, and so are Discord's ids. Lines of libraries are
    about machinery: the same words with another duration, address or channel are the same trouble. An error from
    another place in the code is other trouble in both.
    """
    text = _words_of(record)
    if record.name.partition(".")[0] in OURS:
        fields = get_contextvars()
        about = tuple(fields.get(name) for name in _ABOUT)
        return record.name, record.levelno, _IDS.sub("0", text), _place_of_error(record), about
    return record.name, record.levelno, _NUMBERS.sub("0", text), _place_of_error(record)


def _words_of(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:  # noqa: BLE001 - a library's arguments that don't fit its words, which the handler tells
        return str(record.msg)


def _place_of_error(record: logging.LogRecord) -> tuple[object, ...]:
    """Return the type of a line's error and the last place in its traceback."""
    kind, _, trace = record.exc_info or (None, None, None)
    while trace and trace.tb_next:
        trace = trace.tb_next
    return (kind, trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace else (kind,)


def _without_error(record: logging.LogRecord) -> logging.LogRecord:
    """Return a line with its words as they would be written, and without the traceback."""
    line = redact_record(record)
    line.msg, line.args = _words_of(line), None
    line.exc_info = line.exc_text = line.stack_info = None
    return line
