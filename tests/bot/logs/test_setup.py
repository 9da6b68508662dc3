"""The log as a process sets it up, in a process of its own because it is one for all."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import logging, sys, warnings
from bot.logs.fields import request_fields
from bot.logs.redaction import keep_private, keep_secret
from bot.logs.setup import set_up_logs

assert "rich" not in sys.modules, "a start has no time for it"
set_up_logs(sys.argv[1])
keep_secret("correct-horse")
log = logging.getLogger("bot.somewhere")
with request_fields(7, match=3, seq=None):
    keep_private("plover")
    log.warning("a plover: %s", KeyError("plover"), extra={"seconds": 0.5, "unknown": "plover"})
    log.info("correct-horse")
logging.getLogger("discord.http").debug("a payload")
logging.getLogger("aiosqlite").info("a statement")
warnings.warn("something is old", DeprecationWarning)
"""


def run(level: str) -> list[dict[str, object]]:
    call = (sys.executable, "-W", "default", "-c", PROGRAM, level)
    done = subprocess.run(call, capture_output=True, text=True, check=True)  # noqa: S603 - this very Python
    return [json.loads(line) for line in done.stderr.splitlines()]


def test_a_line_has_its_fields_and_neither_secrets_nor_texts() -> None:
    warning, info, _, old = run("DEBUG")
    assert list(warning) == ["timestamp", "level", "message", "logger", "request", "match", "seconds"]
    assert warning["message"] == "a plover: '[private]'"
    assert (warning["request"], warning["match"], warning["seconds"]) == ("7", 3, 0.5)
    assert info["message"] == "[secret]"
    assert (old["logger"], old["level"]) == ("py.warnings", "warning")
    assert "request" not in old


def test_a_level_hides_the_lines_below_of_libraries_too() -> None:
    assert [line["level"] for line in run("WARNING")] == ["warning", "warning"]
