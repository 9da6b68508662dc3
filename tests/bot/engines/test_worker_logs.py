"""What an engine logs in its worker comes out as the lines of the bot do."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import logging, sys
from bot.engines.worker import start_worker

start_worker(2**31, ("INFO", "json"))
assert "structlog" not in sys.modules, "most workers log nothing"
for line in ("one", "two"):
    logging.getLogger("turnpost_package").info("%s", line)
    logging.getLogger("turnpost_package").debug("never")
"""


def test_a_line_of_a_worker_looks_like_those_of_the_bot() -> None:
    done = subprocess.run((sys.executable, "-c", PROGRAM), capture_output=True, text=True, check=True)  # noqa: S603 - this very Python
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["message"] for line in lines] == ["one", "two"]
    assert {line["logger"] for line in lines} == {"turnpost_package"}
