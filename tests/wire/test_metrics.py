"""The metrics of the running bot, read as Prometheus reads them, and whether it is well and ready."""

from __future__ import annotations

import asyncio
import json
import re
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


async def test_a_port_that_is_taken_ends_the_start_with_a_sentence(tmp_path: Path) -> None:
    with taken_port() as port:
        done = turnpost("run", TURNPOST_METRICS_PORT=str(port), TURNPOST_PORT="0", TURNPOST_DATA=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"turnpost: TURNPOST_METRICS_PORT, {port}, can't be listened to on")
    assert "Traceback" not in done.stderr
