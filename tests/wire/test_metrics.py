"""The metrics of the running bot, read as Prometheus reads them, and whether it is well and ready."""

from __future__ import annotations

import asyncio
import json
import re
import resource
from contextlib import suppress
from typing import TYPE_CHECKING

import aiohttp
import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from games import GAMES
from playground import Playground
from tests.ports import free_port, taken_port
from tests.wire.environment import start_env
from tests.wire.match import Contest, bare
from tests.wire.process import BotProcess
from tests.wire.test_settings import turnpost

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from prometheus_client.samples import Sample

    from tests.wire.environment import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")
LABELS = {"game", "kind", "name", "step", "status", "how", "le", "version", "generation"}
"""The labels that a metric may have; those of the platform describe the Python that runs."""
PYTHON = {"implementation", "major", "minor", "patchlevel"}

STALLING = (
    b"",
    b"GET",
    b"GET /metrics HTTP/1.1\r\nHo",
    b"POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf",
)
FULL = "There are more than 32 connections to a web server of this process"
GET = b"GET /metrics HTTP/1.1\r\nHost: a\r\n"
MALFORMED = [
    pytest.param(GET.replace(b"1.1", b"9.9") + b"\r\n", "BadStatusLine", id="version"),
    pytest.param(GET + b"X: " + b"a" * 9000 + b"\r\n\r\n", "LineTooLong", id="long header"),
    pytest.param(GET + b"Transfer-Encoding: chunked\r\n\r\nplover\r\n", "BadHttpMessage", id="chunk"),
    pytest.param(b"GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n", "InvalidURLError", id="address"),
    pytest.param(
        GET.replace(b"GET", b"POST") + b"Content-Encoding: gzip\r\nContent-Length: 6\r\n\r\nplover",
        "RequestPayloadError",
        id="packed body",
    ),
]
"""Requests that can't be read, and what aiohttp says of them."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    settings = {"TURNPOST_METRICS_PORT": str(free_port())}
    async with start_env(tmp_path_factory.mktemp("metrics"), settings=settings) as made:
        async with asyncio.timeout(60):  # the connection is looked at once a second
            while (await fetch(made.bot, "/readyz"))[0] != 200:  # noqa: ASYNC110 - a page tells nobody that it changed
                await asyncio.sleep(0.1)
        yield made


async def fetch(bot: BotProcess, path: str) -> tuple[int, str]:
    """Return the status and the text of a page of the metrics' port."""
    url = f"http://127.0.0.1:{bot.settings['TURNPOST_METRICS_PORT']}{path}"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.text()


async def samples(env: Environment) -> list[Sample]:
    status, page = await fetch(env.bot, "/metrics")
    assert status == 200
    return [sample for family in text_string_to_metric_families(page) for sample in family.samples]


def value(found: list[Sample], metric: str, /, **labels: str) -> float:
    """Return the value of the sample with a name and exactly these labels."""
    (sample,) = [each for each in found if each.name == metric and each.labels == labels]
    return sample.value


async def test_a_match_is_counted_with_what_its_turns_took(env: Environment) -> None:
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    for text in ("c4", "f5", "c3"):
        await contest.turn(bare, text)
    await env.ann.slash("games")
    await env.all_posted()
    found = await samples(env)
    for step in ("store", "draw", "send", "post"):
        count = value(found, "turnpost_turn_seconds_count", step=step)
        assert count == (3 if step == "store" else 4), step
    assert value(found, "turnpost_moves_total", game="martian-life") == 3
    assert value(found, "turnpost_matches", game="martian-life") == 1
    assert value(found, "turnpost_render_seconds_count", game="martian-life") >= 4
    assert value(found, "turnpost_posts_total", kind="board") == 4
    assert value(found, "turnpost_commands_total", kind="text", name="challenge") == 1
    assert value(found, "turnpost_commands_total", kind="button", name="accept") == 1
    assert value(found, "turnpost_commands_total", kind="slash", name="games") == 1
    assert value(found, "turnpost_gateway_connected") == value(found, "turnpost_database_up") == 1
    assert value(found, "turnpost_gateway_sessions_total", how="new") == 1
    assert value(found, "turnpost_outbox_waiting") == value(found, "turnpost_outbox_oldest_seconds") == 0
    assert value(found, "turnpost_requests_total", status="200") > 4
    assert value(found, "turnpost_request_wait_seconds_count") > 4
    assert value(found, "turnpost_job_rounds_total") >= 1
    assert value(found, "process_resident_memory_bytes") > 50_000_000


async def test_no_label_is_about_a_person_a_match_or_a_place(env: Environment) -> None:
    found = await samples(env)
    names = {label for sample in found for label in sample.labels}
    assert names <= LABELS | PYTHON
    shown = {label for each in found for name, label in each.labels.items() if name not in {"le", "version", *PYTHON}}
    long_numbers = [label for label in shown if re.search(r"\d{4}", label)]
    assert long_numbers == []
    assert not {person.name for person in env.people} & shown
    assert {each.labels["game"] for each in found if "game" in each.labels} <= GAMES.keys()


async def test_health_and_readiness_are_told_beside_it(env: Environment) -> None:
    status, text = await fetch(env.bot, "/healthz")
    assert (status, json.loads(text)["problems"]) == (200, [])
    assert await fetch(env.bot, "/readyz") == (200, '{"ready": true}')


async def test_a_bot_that_cannot_reach_the_gateway_is_neither_ready_nor_well(tmp_path: Path) -> None:
    playground = await Playground.start()
    playground.faults.fail(503, 99, path="^/gateway/bot")
    bot = BotProcess(playground, tmp_path / "data", settings={"TURNPOST_METRICS_PORT": str(free_port())})
    try:
        await bot.begin()
        while True:
            try:
                status, text = await fetch(bot, "/healthz")
                break
            except aiohttp.ClientConnectorError:
                assert bot.running
        assert status == 503
        assert "Discord's gateway is away" in text
        assert (await fetch(bot, "/readyz"))[0] == 503
    finally:
        if bot.running:
            await bot.stop()
        await playground.stop()


async def stall(bot: BotProcess, text: bytes) -> asyncio.StreamWriter:
    """Open a connection to the metrics' port, and send the beginning of a request."""
    _, writer = await asyncio.open_connection("127.0.0.1", int(bot.settings["TURNPOST_METRICS_PORT"]))
    writer.write(text)
    return writer


async def test_connections_that_stall_use_up_no_files_and_fill_no_log(env: Environment) -> None:
    before = len(env.bot.log.read_text().splitlines())
    limits = resource.prlimit(env.bot.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(env.bot.pid, resource.RLIMIT_NOFILE, (200, limits[1]))
    stalled = [await stall(env.bot, STALLING[number % len(STALLING)]) for number in range(400)]
    try:
        assert await fetch(env.bot, "/readyz") == (200, '{"ready": true}')
        health = await asyncio.to_thread(turnpost, "health", TURNPOST_DATA=str(env.bot.data))
        assert health.returncode == 0, health.stdout
        await env.ann.ask_by_text("!games")
    finally:
        for each in stalled:
            each.close()
        resource.prlimit(env.bot.pid, resource.RLIMIT_NOFILE, limits)
    lines = env.bot.log.read_text().splitlines()[before:]
    assert len([line for line in lines if FULL in line]) == 10
    assert len(lines) < 20, lines


@pytest.mark.parametrize(("text", "error"), MALFORMED)
async def test_a_malformed_request_is_one_line_of_the_log(env: Environment, text: bytes, error: str) -> None:
    async with env.down():  # one that has told of none for a minute
        pass
    before = len(env.bot.log.read_text())
    reader, writer = await asyncio.open_connection("127.0.0.1", int(env.bot.settings["TURNPOST_METRICS_PORT"]))
    writer.write(text)
    answered = b""
    with suppress(ConnectionError):  # what is sent further when the server has closed can cost its answer
        answered = await reader.read()
    writer.close()
    await env.bot.logged(f"A request could not be read ({error})")
    assert re.match(rb"HTTP/1\.[01] 4\d\d |$", answered)
    (line,) = [line for line in env.bot.log.read_text()[before:].splitlines() if "aiohttp" in line]
    assert json.loads(line).items() >= {"level": "warning", "logger": "aiohttp.server"}.items()
    assert "Traceback" not in line
    assert "plover" not in line, "it quotes no stranger"


async def test_a_port_that_is_taken_ends_the_start_with_a_sentence(tmp_path: Path) -> None:
    with taken_port() as port:
        done = turnpost("run", TURNPOST_METRICS_PORT=str(port), TURNPOST_PORT="0", TURNPOST_DATA=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"turnpost: TURNPOST_METRICS_PORT, {port}, can't be listened to on")
    assert "Traceback" not in done.stderr
