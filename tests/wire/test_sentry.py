"""Errors are reported to a Sentry that the operator names, and the reports hold nothing about people."""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.playground.client import Person
from tests.process_factory import run_command
from tests.wire.process import clean_environment
from tests.wire.test_logs import NAMES, TEXTS, start_leaky
from tests.wire.test_settings import PATIENCE, check_rejected

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

KEY = "0123456789abcdef0123456789abcdef"
MISSING = "raise ModuleNotFoundError(\"No module named 'sentry_sdk'\", name='sentry_sdk')"
STORM = """
import logging, sys
from bot.logs.setup import report_errors
from bot.logs.setup import set_up_logs

set_up_logs("INFO", "json")
report_errors(sys.argv[1])
for number in range(50):
    logging.getLogger("bot.queue").error("The disk is full")
logging.getLogger("bot.queue").error("The end")
"""


class Sentry:
    """An address that takes reports: `bodies` are the envelopes as they arrived, unpacked."""

    def __init__(self) -> None:
        self.address = ""
        self.bodies: list[bytes] = []
        self._arrived = asyncio.Condition()

    async def take(self, request: web.Request) -> web.Response:
        """Take an envelope."""
        body = await request.read()
        packed = request.headers.get("Content-Encoding") == "gzip" and body.startswith(b"\x1f\x8b")
        self.bodies.append(gzip.decompress(body) if packed else body)
        async with self._arrived:
            self._arrived.notify_all()
        return web.json_response({})

    @property
    def reports(self) -> list[dict[str, Any]]:
        """The events in the envelopes."""
        lines = [json.loads(line) for body in self.bodies for line in body.splitlines()]
        return [line for line in lines if "logentry" in line]

    async def hear(self, text: str) -> dict[str, Any]:
        """Return the first report whose line has a text."""
        async with asyncio.timeout(PATIENCE), self._arrived:
            await self._arrived.wait_for(lambda: self._find(text))
        return self._find(text)[0]

    def _find(self, text: str) -> list[dict[str, Any]]:
        return [report for report in self.reports if text in report["logentry"]["formatted"]]


@asynccontextmanager
async def start_sentry() -> AsyncGenerator[Sentry]:
    sentry, app = Sentry(), web.Application()
    app.router.add_post("/api/42/envelope/", sentry.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    sentry.address = f"http://{KEY}@127.0.0.1:{runner.addresses[0][1]}/42"
    try:
        yield sentry
    finally:
        await runner.cleanup()


async def test_errors_are_reported_without_names_texts_and_tokens(tmp_path: Path) -> None:
    async with start_sentry() as sentry, start_leaky(tmp_path, SENTRY_DSN=sentry.address) as leaky:
        playground = leaky.playground
        async with Person(playground, "Ann") as ann, Person(playground, "Bob") as bob:
            await ann.say("!challenge @Bob leaky seat=1")
            await bob.press(await bob.hear_bot("challenges"), "Accept")
            thread = (await ann.hear_bot("place a small"))["channel_id"]
            failed = await ann.ask_by_slash("move", thread, move="plover wombat")
            assert "has a bug" in failed["content"]
            drawn, parsed = await sentry.hear("Could not draw leaky"), await sentry.hear("The package turnpost_leaky")
    sent = b"\n".join(sentry.bodies).decode()
    for secret in (playground.token, *leaky.tokens, *TEXTS):
        assert secret not in sent
    assert not NAMES.search(sent)
    assert drawn["tags"].items() >= {"match": "1", "ply": "0", "request": "post-3"}.items()
    assert parsed["tags"].items() >= {"match": "1", "ply": "1"}.items()
    (error,) = parsed["exception"]["values"]
    assert error["type"] == "KeyError"
    assert error["value"].startswith('"[private] is none of ')
    frame = error["stacktrace"]["frames"][-1]
    assert (frame["function"], "vars" in frame) == ("parse", False)
    assert not {"breadcrumbs", "request", "user", "extra", "server_name", "modules"} & parsed.keys()


async def test_an_error_that_repeats_is_reported_ten_times_a_minute() -> None:
    async with start_sentry() as sentry:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", STORM, sentry.address, stderr=asyncio.subprocess.PIPE
        )
        _, log = await process.communicate()
        await sentry.hear("The end")
    assert log.count(b"The disk is full") == 11
    assert [each["logentry"]["formatted"] for each in sentry.reports] == ["The disk is full"] * 10 + ["The end"]


def test_a_sentry_that_is_not_installed_is_said_with_what_to_do(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "sentry_sdk.py").write_text(MISSING, encoding="utf-8")
    settings = {"SENTRY_DSN": f"http://{KEY}@127.0.0.1:9/42", "TURNPOST_DATA": str(tmp_path), "TURNPOST_PORT": "0"}
    done = run_command(("run",), clean_environment() | settings, PATIENCE, site)
    check_rejected(done, "SENTRY_DSN is set, but", "pip install '.[sentry]'")
    assert KEY not in done.stderr
