"""Of the lines of a kind, ten a minute are written, and the others summed up in one."""

from __future__ import annotations

import logging
import subprocess
import sys
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from bot.logs.fields import bind_match, request_fields
from bot.logs.redaction import keep_private
from bot.logs.repeats import MINUTE, MOST, MOST_KINDS, CountingHandler, RepeatFilter
from bot.logs.setup import LineFormatter, make_formatter
from tests.bot.logs.test_fields import MATCH

if TYPE_CHECKING:
    from collections.abc import Generator


class Log:
    """A log whose minutes pass as the test says."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.handler = CountingHandler(lambda: self.now)
        self.stream = StringIO()
        self.handler.setStream(self.stream)

    def get_logger(self, name: str) -> logging.Logger:
        """Return a logger that writes to this log."""
        logger = logging.Logger(name)  # noqa: LOG001 - one that no other test knows
        logger.addHandler(self.handler)
        return logger

    def read(self) -> list[str]:
        """Return the lines that came since the last call."""
        lines = self.stream.getvalue().splitlines()
        self.stream.seek(0)
        self.stream.truncate()
        return lines


@pytest.fixture
def log() -> Generator[Log]:
    made = Log()
    yield made
    made.handler.close()


def test_ten_lines_a_minute_are_written_and_the_others_summed_up_by_the_next_line(log: Log) -> None:
    ours = log.get_logger("bot.outbox")
    for _ in range(MOST):
        ours.warning("The %s is full", "disk")
    assert log.read() == ["The disk is full"] * MOST
    for _ in range(1002):
        ours.warning("The %s is full", "disk")
    log.now += MINUTE - 0.1
    ours.info("All is well")
    assert log.read() == ["All is well"]
    log.now += 0.1
    log.get_logger("aiohttp").info("Another line")
    assert log.read() == ["The disk is full (repeated 1,002 more times within a minute)", "Another line"]
    ours.warning("The disk is full")
    assert log.read() == ["The disk is full"], "a new minute begins"


@pytest.mark.parametrize(("extra", "sums"), [(0, []), (1, ["Full (repeated once more within a minute)"])])
def test_only_what_was_not_written_is_summed_up(log: Log, extra: int, sums: list[str]) -> None:
    for _ in range(MOST + extra):
        log.get_logger("bot").error("Full")
    log.read()
    log.now += MINUTE
    log.get_logger("bot").error("Full")
    assert log.read() == [*sums, "Full"]


def test_a_storm_has_ten_lines_and_a_sum_in_each_minute(log: Log) -> None:
    for _ in range(600):
        log.get_logger("asyncio").error("socket.accept() out of system resource")
        log.now += 0.5
    assert len(log.read()) == 5 * MOST + 4


def test_what_is_left_is_summed_up_at_the_end(log: Log) -> None:
    for _ in range(MOST + 3):
        log.get_logger("bot").error("Full")
    log.read()
    log.handler.close()
    assert log.read() == ["Full (repeated 3 more times within a minute)"]
    log.handler.close()
    assert log.read() == []


def test_lines_of_libraries_are_alike_whatever_their_numbers_and_their_request(log: Log) -> None:
    for number in range(MOST + 5):
        with request_fields(number, match=number):
            log.get_logger("discord.http").warning(
                "429 at /channels/%d, 10.0.0.%d:443; retrying in %.2f s", number, number, number
            )
    assert len(log.read()) == MOST
    log.handler.close()
    assert log.read() == [
        "429 at /channels/10, 10.0.0.10:443; retrying in 10.00 s (repeated 5 more times within a minute)"
    ]


def test_lines_of_ours_about_different_matches_and_posts_are_all_written(log: Log) -> None:
    ours = log.get_logger("bot.referee")
    for number in range(MOST + 5):
        for field in ("match", "ply", "seq", "post"):
            with request_fields(1, **{field: number}):
                ours.info("Move played")
        ours.warning("Match #%d has no thread", number)
    assert len(log.read()) == (MOST + 5) * 5


def test_lines_of_ours_are_alike_whatever_request_or_message_they_came_by(log: Log) -> None:
    ours = log.get_logger("bot.message_router")
    for number in range(MOST + 1):
        with request_fields(number, channel=number):
            ours.error("Message %d could not be read", 1575012460098748416 + number)
            ours.error("Row %d could not be read", 10**14 - 1 - number)
    written = log.read()
    assert len([line for line in written if line.startswith("Message")]) == MOST
    assert len([line for line in written if line.startswith("Row")]) == MOST + 1, "only Discord's ids are so long"


def test_other_words_levels_loggers_and_errors_are_other_lines(log: Log) -> None:
    def fail(kind: type[Exception]) -> Exception:
        try:
            raise kind("torn")  # noqa: TRY301 - a traceback is wanted
        except Exception as error:  # noqa: BLE001 - the one that was raised
            return error

    def fail_elsewhere() -> Exception:
        try:
            raise ValueError("torn")  # noqa: TRY301 - as above
        except ValueError as error:
            return error

    ours, others = log.get_logger("bot.images"), log.get_logger("bot.outbox")
    for _ in range(MOST):
        ours.error("Failed")
        ours.warning("Failed")
        others.error("Failed")
        ours.error("failed")
        for error in (fail(ValueError), fail(KeyError), fail_elsewhere()):
            ours.error("Failed", exc_info=error)
    written = [line for line in log.read() if line in {"Failed", "failed"}]
    assert len(written) == 7 * MOST
    ours.error("Failed", exc_info=fail(ValueError))
    assert log.read() == [], "the same error at the same place"
    log.handler.close()
    assert log.read() == ["Failed (repeated once more within a minute)"], "without a traceback"


def test_a_sum_is_about_what_its_lines_were_about_and_as_discreet(log: Log) -> None:
    log.handler.setFormatter(make_formatter("json"))
    assert isinstance(log.handler.formatter, LineFormatter)
    with request_fields(7):
        bind_match(MATCH, 4)
        keep_private("plover")
        for _ in range(MOST + 2):
            log.get_logger("bot").error("No %s", "plover", extra={"kind": "board"})
    log.read()
    log.now += MINUTE
    with request_fields(8):
        log.get_logger("bot").info("plover %d%%", 5)
    summed, other = log.read()
    assert '"message": "No [private] (repeated 2 more times within a minute)"' in summed
    assert '"request": "7", "match": 7, "ply": 4' in summed
    assert '"message": "plover 5%", "logger": "bot", "request": "8"}' in other


def test_a_line_whose_arguments_do_not_fit_is_counted_too(log: Log, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(MOST + 1):
        log.get_logger("lib").error("%d%%, %s", 1)
    assert capsys.readouterr().err.count("--- Logging error ---") == MOST
    log.handler.close()
    assert log.read() == ["%d%%, %s (repeated once more within a minute)"]


def test_no_more_kinds_are_counted_than_fit(log: Log) -> None:
    for _ in range(MOST + 1):
        log.get_logger("bot").error("Row 0")
    for number in range(1, MOST_KINDS):
        log.get_logger("bot").error("Row %d", number)
    assert not any("repeated" in line for line in log.read())
    log.get_logger("bot").error("One more")
    assert log.read() == ["Row 0 (repeated once more within a minute)", "One more"]


def test_a_filter_lets_no_more_lines_pass_than_are_written() -> None:
    now = 5.0
    few = RepeatFilter(lambda: now)
    record = logging.LogRecord("bot", logging.ERROR, "file.py", 1, "Full", (), None)
    assert [few.filter(record) for _ in range(MOST + 2)] == [True] * MOST + [False] * 2
    now += MINUTE
    assert few.filter(record)


PROGRAM = """
import asyncio, logging, sys, warnings
from bot.logs.setup import set_up_logs

set_up_logs("INFO", sys.argv[1])
async def main():
    for number in range(5000):
        asyncio.get_running_loop().call_exception_handler({"message": "out of resource", "socket": number})
        logging.getLogger("aiohttp.server").error("Error handling request from 10.0.0.%d", number)
        logging.getLogger("bot.queue").error("Read markers could not be stored: the disk is full")
asyncio.run(main())
"""


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_process_that_logs_all_the_time_writes_little_whatever_the_form(form: str) -> None:
    call = (sys.executable, "-c", PROGRAM, form)
    done = subprocess.run(call, capture_output=True, text=True, check=True)  # noqa: S603 - this very Python
    lines = done.stderr.splitlines()
    for words in ("out of resource", "Error handling request from", "Read markers could not be stored"):
        assert len([line for line in lines if words in line]) == MOST + 1, words
    assert done.stderr.count("(repeated 4,990 more times within a minute)") == 3
    assert ('"level": "error"' in lines[-1]) == (form == "json")
