"""`turnpost doctor` names each trouble and what to do, and disturbs no bot that runs."""

from __future__ import annotations

import asyncio
import sqlite3
import ssl
import subprocess
import sys
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http import HTTPStatus
from importlib import metadata
from typing import TYPE_CHECKING

import pytest
from aiohttp import web

from bot.admin.doctor import MIB, check_clock, judge_certificate, judge_disk, judge_page, judge_write, list_names
from bot.gateway.connection import invitation_link
from playground.model.permissions import INVITATION
from playground.model.resources.user import APP_ID
from tests.ports import free_port, taken_port
from tests.process_factory import run_command
from tests.wire.environment import start_env
from tests.wire.match import begin_match
from tests.wire.process import PATIENCE, ROOT, clean_environment
from tests.wire.settings_form import change_settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path
    from subprocess import CompletedProcess

    from tests.wire.fixtures import Environment

RELEASED = ROOT / "tests" / "storage" / "released" / "0003.sql"
CLEAR = "\r\x1b[K"
NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


def examine(settings: dict[str, str], *arguments: str) -> tuple[int, dict[str, str]]:
    """Return the exit code, and what each check found by its level and subject."""
    done = run_command(("doctor", *arguments), clean_environment() | settings, PATIENCE)
    assert done.stderr == ""
    for secret in ("hunter2", settings.get("DISCORD_TOKEN")):
        assert not secret or secret not in done.stdout
    return done.returncode, read(done.stdout)


def read(printed: str) -> dict[str, str]:
    lines = [line.partition(": ") for line in printed.splitlines()]
    return {" ".join(head.split()): finding for head, _, finding in lines}


async def examine_env(env: Environment, *arguments: str, **settings: str) -> tuple[int, dict[str, str]]:
    return await asyncio.to_thread(examine, env.bot.environment | settings, *arguments)


async def examine_settled(env: Environment) -> tuple[int, dict[str, str]]:
    """Examine until the bot has looked at its connection, which it does once a second."""
    async with asyncio.timeout(PATIENCE):
        while "ok bot" not in (found := await examine_env(env))[1]:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.1)
    return found


async def test_beside_a_bot_that_runs_all_is_well_and_it_notices_nothing(tmp_path: Path) -> None:
    port, site = str(free_port()), str(free_port())
    settings = {"TURNPOST_METRICS_PORT": port, "TURNPOST_WEB_PORT": site, "TURNPOST_URL": f"http://127.0.0.1:{site}"}
    async with start_env(tmp_path, settings=settings) as env:
        await begin_match([env.ann, env.bob])
        code, checks = await examine_settled(env)
        assert code == 0, checks
        assert {check.partition(" ")[0] for check in checks} == {"ok"}
        assert checks["ok invitation"].endswith(invitation_link(APP_ID))
        assert checks[f"ok port {port}"] == "in use for TURNPOST_METRICS_PORT, by the bot that runs."
        assert checks[f"ok port {site}"] == "in use for TURNPOST_WEB_PORT, by the bot that runs."
        assert checks["ok site"] == f"http://127.0.0.1:{site} answers."
        assert checks["ok servers"] == "nothing is missing on 1 of 1."
        assert "a small write took" in checks["ok writing"]
        assert env.bot.log.read_text().count("Connected as") == 1
        assert env.playground.command_puts == 1


@pytest.mark.thorough
async def test_a_line_on_a_terminal_says_how_far_it_is_and_is_gone_in_the_end(env: Environment) -> None:
    done = await asyncio.to_thread(run_command, ("doctor",), env.bot.environment, PATIENCE, on_terminal=True)
    assert done.stderr.startswith(f"{CLEAR}Checking server 1 of 1{CLEAR}")
    assert done.stderr.endswith(CLEAR)


@pytest.mark.thorough
async def test_what_is_lacking_on_a_server_is_named_by_channel(tmp_path: Path) -> None:
    granted = INVITATION - {"ADD_REACTIONS"}
    async with start_env(tmp_path, granted=granted) as env:
        playground, server_id = env.playground, next(iter(env.playground.state.guilds))
        name = playground.state.guilds[server_id].name
        code, checks = await examine_settled(env)
        assert code == 0, checks
        lacking = checks[f"warning server {name}"]
        assert lacking.startswith("the bot lacks Add Reactions everywhere: ")
        assert lacking.endswith(invitation_link(APP_ID, server_id=server_id))

        await begin_match([env.ann, env.bob])
        hall = playground.add_room(0, "hall")
        await change_settings(env.ann, finished=[str(hall)])
        playground.remove(hall)
        playground.deny(int(await env.ann.channel("games")), "SEND_MESSAGES_IN_THREADS")
        code, checks = await examine_env(env, "--server", str(server_id))
        assert code == 1
        games = checks[f"problem server {name}, #games (matches in threads)"]
        assert games.startswith("the bot lacks Send Messages in Threads: boards can't be posted. ")
        assert games.endswith("In the channel's permissions, allow it for the role Turnpost.")
        assert "is gone" in checks[f"problem server {name}, #{hall} (finished matches)"]

        code, checks = await examine_env(env, "--server", "7")
        assert code == 1
        assert "the bot isn't on it" in checks["problem server 7"]

        playground.faults.fail(503, 9, path="/channels$")
        assert "couldn't be checked" in (await examine_env(env))[1][f"warning server {name}"]


async def test_trouble_with_the_application_is_named(env: Environment) -> None:
    playground = env.playground
    commands = playground.state.commands[0]
    commands.remove(next(one for one in commands if one["name"] == "move"))
    playground.revoke_content()
    playground.change_application(bot_public=False, bot_require_code_grant=True)
    code, checks = await examine_env(env)
    assert code == 1
    assert "Requires OAuth2 Code Grant is on" in checks["problem application"]
    assert checks["ok invitation"].startswith("only its owner (Public Bot is off) can invite it by ")
    assert "is off: slash commands" in checks["ok intents"]
    assert "(move missing or too many): start the bot, or run `turnpost sync`" in checks["warning commands"]

    playground.change_application(bot_require_code_grant=False, interactions_endpoint_url="https://example.org/")
    assert "Interactions Endpoint URL" in (await examine_env(env))[1]["problem application"]
    playground.change_application(interactions_endpoint_url=None, integration_types_config={"1": {}})
    assert "Guild Install is off" in (await examine_env(env))[1]["problem application"]


@pytest.mark.thorough
async def test_a_token_that_is_unknown_and_a_discord_that_is_away(env: Environment) -> None:
    code, checks = await examine_env(env, DISCORD_TOKEN="nonsense")  # noqa: S106 - no secret
    assert code == 1
    assert "copy it anew there" in checks["problem token"]
    nowhere = {"DISCORD_API": "http://127.0.0.1:9/api", "DISCORD_GATEWAY": "ws://127.0.0.1:9"}
    code, checks = await examine_env(env, **nowhere)
    assert code == 1
    assert "check the network" in checks["problem Discord"]


async def test_a_bot_that_is_unwell_is_named(env: Environment) -> None:
    async with env.playground.outage(), asyncio.timeout(PATIENCE):
        while "problem bot" not in (found := await examine_env(env))[1]:  # noqa: ASYNC110 - it looks once a second
            await asyncio.sleep(0.1)
    assert "Discord's gateway is away" in found[1]["problem bot"]


async def test_before_the_first_start_roles_are_checked_without_a_database(env: Environment, tmp_path: Path) -> None:
    code, checks = await examine_env(env, TURNPOST_DATA=str(tmp_path / "new"))
    assert code == 0
    assert "the first start makes it" in checks["ok database"]
    assert checks["ok servers"] == "nothing is missing on 1 of 1."
    assert not (tmp_path / "new").exists()


def test_without_a_token_the_playground_is_announced_and_its_port_checked(tmp_path: Path) -> None:
    with taken_port() as port:
        code, checks = examine({"TURNPOST_DATA": str(tmp_path), "TURNPOST_PORT": str(port)})
        _, of_next = examine({"TURNPOST_DATA": str(tmp_path), "TURNPOST_PORT": str(port - 1)})
    assert code == 1
    assert "the site, TURNPOST_PORT + 1, can't be listened to" in of_next[f"problem port {port}"]
    assert "starts the playground" in checks["ok token"]
    assert "choose another, or stop what has it" in checks[f"problem port {port}"]


@pytest.mark.parametrize("what", ["no database", "older", "newer", "server"])
def test_trouble_with_the_database_is_named(tmp_path: Path, what: str) -> None:
    place, settings = tmp_path / "turnpost.db", {"TURNPOST_DATA": str(tmp_path), "TURNPOST_PORT": "0"}
    match what:
        case "no database":
            place.write_text("this is no database, but long enough to look at" * 100)
        case "older" | "newer":
            with closing(sqlite3.connect(place)) as record, record:
                record.executescript(RELEASED.read_text("utf-8"))
                if what == "newer":
                    record.execute("UPDATE alembic_version SET version_num = '9999'")
        case _:
            settings["DATABASE_URL"] = "postgresql+asyncpg://turnpost:hunter2@127.0.0.1:1/name"
    before = place.read_bytes() if place.exists() else b""
    code, checks = examine(settings)
    if what == "older":
        assert code == 0, checks
        assert "the next start copies it and brings it to this one" in checks["warning database"]
    else:
        assert code == 1
        assert "problem database" in checks
    assert (place.read_bytes() if place.exists() else b"") == before


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.touch()
    code, checks = examine({"TURNPOST_DATA": str(file), "TURNPOST_PORT": "0"})
    assert code == 1
    assert "can't be written" in checks["problem data folder"]


@asynccontextmanager
async def site(text: str, tls: ssl.SSLContext | None = None, *, status: int = HTTPStatus.OK) -> AsyncGenerator[int]:
    """Answer `/up` like a proxy on a port of this machine, where a redirect leads to itself, and give the port."""

    async def respond(_: web.Request) -> web.Response:
        return web.Response(text=text, status=status, headers={"Location": "/up"})

    app, port = web.Application(), free_port()
    app.router.add_get("/up", respond)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, ssl_context=tls).start()
    yield port
    await runner.cleanup()


def make_certificate(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """Return what serves a certificate for localhost that ends in two days and that only its file vouches for."""
    key, file = folder / "key.pem", folder / "certificate.pem"
    kind = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(file)]
    subprocess.run(["openssl", "req", *kind, *names], check=True, capture_output=True)  # noqa: S603, S607
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(file, key)
    return tls, file


async def examine_site(folder: Path, url: str, **more: str) -> tuple[int, dict[str, str]]:
    """Examine a playground with a site and more settings; return the exit code and the findings on the site."""
    settings = {"TURNPOST_DATA": str(folder), "TURNPOST_PORT": "0"}
    code, checks = await asyncio.to_thread(examine, settings | {"TURNPOST_URL": url} | more)
    return code, {name: found for name, found in checks.items() if name.split()[1] in {"site", "clock"}}


async def test_a_site_that_answers(tmp_path: Path) -> None:
    async with site(f"turnpost {metadata.version('turnpost')}\n") as port:
        code, checks = await examine_site(tmp_path, f"http://127.0.0.1:{port}")
    assert code == 0
    assert checks == {
        "ok site address": "127.0.0.1 is 127.0.0.1.",
        "ok site": f"http://127.0.0.1:{port} answers.",
        "ok clock": "it agrees with 127.0.0.1's.",
    }


async def test_a_site_that_the_dns_does_not_know(tmp_path: Path) -> None:
    code, checks = await examine_site(tmp_path, "https://play.invalid")
    assert (code, list(checks)) == (1, ["problem site address"])
    assert "add an A or AAAA record" in checks["problem site address"]


async def test_a_site_behind_which_nothing_runs(tmp_path: Path) -> None:
    code, checks = await examine_site(tmp_path, f"http://127.0.0.1:{free_port()}")
    assert code == 1
    assert "let its port through to this machine" in checks["problem site"]
    assert not any(name.endswith("clock") for name in checks)


async def test_a_site_without_a_good_certificate(tmp_path: Path) -> None:
    async with site("") as port:
        code, checks = await examine_site(tmp_path, f"https://localhost:{port}")
    assert (code, list(checks)) == (1, ["ok site address", "problem site certificate"])
    assert f"nobody speaks https at localhost:{port}" in checks["problem site certificate"]

    tls, _ = make_certificate(tmp_path)
    async with site("", tls) as port:
        code, checks = await examine_site(tmp_path, f"https://localhost:{port}")
    assert (code, list(checks)) == (1, ["ok site address", "problem site certificate"])
    assert "browsers refuse it (self-signed certificate): have the proxy get one for localhost" in str(checks)


async def test_a_site_with_a_certificate_that_ends_soon_behind_a_proxy_that_is_not_set(tmp_path: Path) -> None:
    tls, file = make_certificate(tmp_path)
    async with site("turnpost 0.0.1\n", tls) as port:
        url, trusted = f"https://localhost:{port}", {"SSL_CERT_FILE": str(file)}
        code, checks = await examine_site(tmp_path, url, **trusted)
        _, with_proxies = await examine_site(tmp_path, url, TURNPOST_PROXIES="127.0.0.1", **trusted)
    assert code == 0
    assert "start the bot anew" in checks["warning site"]
    assert "set TURNPOST_PROXIES to the proxy's address, such as 127.0.0.1," in checks["warning site proxy"]
    assert checks.keys() - with_proxies.keys() == {"warning site proxy"}


async def test_a_site_whose_proxy_is_another_one_than_is_set(tmp_path: Path) -> None:
    async with site(f"turnpost {metadata.version('turnpost')}\n172.20.0.5") as port:
        code, checks = await examine_site(tmp_path, f"http://127.0.0.1:{port}", TURNPOST_PROXIES="127.0.0.1")
    assert (code, list(checks)) == (0, ["ok site address", "ok site", "warning site proxy", "ok clock"])
    assert "all visitors count as one: set TURNPOST_PROXIES to the proxy's address, 172.20.0.5," in str(checks)


async def test_a_site_that_is_another_server_or_is_asked_for_another_host(tmp_path: Path) -> None:
    for status in (HTTPStatus.OK, HTTPStatus.PERMANENT_REDIRECT):
        async with site("Welcome!\nThis is another server.", status=status) as port:
            _, checks = await examine_site(tmp_path, f"http://127.0.0.1:{port}")
        assert f"/up answers {status}, as no bot runs here" in checks["warning site"]
        assert not any(name.endswith("proxy") for name in checks)


@pytest.mark.parametrize(
    ("status", "text", "running", "level", "finding"),
    [
        (200, f"turnpost {metadata.version('turnpost')}", False, "ok", "answers"),
        (500, f"turnpost {metadata.version('turnpost')}", True, "problem", "answers 500, and not as this bot does"),
        (308, "308: Permanent Redirect", True, "problem", "and Host with its port"),
        (200, "turnpost 0.0.1", True, "warning", "start the bot anew"),
        (200, "Welcome to nginx!", True, "problem", "have the proxy pass all paths on"),
        (502, "", False, "warning", "as no bot runs here"),
    ],
)
def test_what_the_site_answers_tells_what_to_do(
    status: int, text: str, level: str, finding: str, *, running: bool
) -> None:
    check = judge_page("https://play.example.org", status, text, running=running)
    assert check.level == level
    assert finding in check.finding


@pytest.mark.parametrize(
    ("days", "hours", "level"),
    [(90, 24 * 14, "ok"), (90, 24 * 14 - 1, "warning"), (90, -1, "warning"), (5, 24, "ok"), (5, 23, "warning")],
)
def test_a_certificate_that_ends_soon_for_one_of_so_many_days_is_named(days: int, hours: int, level: str) -> None:
    ends = NOON + timedelta(hours=hours)
    check = judge_certificate(ends - timedelta(days=days), ends, NOON)
    assert check.level == level
    assert ("see in the proxy's log why it isn't renewed" in check.finding) == (level == "warning")


LOST = [
    pytest.param("font_manrope", "fonts", "install Turnpost's packages again", id="fonts"),
    pytest.param("tzdata", "time zones", "install the system's tzdata", id="zones"),
]


def run_without(package: str, folder: Path, *program: str) -> CompletedProcess[str]:
    """Run Python with a package that is empty, and without the system's time zones."""
    (folder / package).mkdir()
    (folder / package / "__init__.py").touch()
    settings = {"TURNPOST_DATA": str(folder), "TURNPOST_PORT": "0", "PYTHONPATH": str(folder)}
    settings |= {"PYTHONTZPATH": ""} if package == "tzdata" else {}
    return subprocess.run(  # noqa: S603 - Python, with a program of ours
        [sys.executable, *program],
        cwd=ROOT,
        env=clean_environment() | settings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize(("package", "subject", "text"), LOST)
def test_fonts_and_time_zones_that_are_gone(tmp_path: Path, package: str, subject: str, text: str) -> None:
    checks = "from bot.admin.doctor import *; print(check_fonts()); print(check_zones())"
    done = run_without(package, tmp_path, "-c", checks)
    assert (done.returncode, done.stderr) == (0, "")
    found = read(done.stdout)
    assert [check.partition(" ")[0] for check in found].count("problem") == 1
    assert text in found[f"problem {subject}"]


@pytest.mark.thorough
@pytest.mark.parametrize(("package", "subject", "text"), LOST)
def test_without_them_the_command_ends_with_a_problem(tmp_path: Path, package: str, subject: str, text: str) -> None:
    done = run_without(package, tmp_path, "-m", "bot", "doctor")
    assert (done.returncode, done.stderr) == (1, "")
    assert text in read(done.stdout)[f"problem {subject}"]


@pytest.mark.parametrize(
    ("seconds", "level", "text"),
    [
        (0, "ok", "it agrees"),
        (-4, "ok", "it agrees"),
        (9, "warning", "8 s ahead of"),
        (-9, "warning", "10 s behind"),
        (3600, "problem", "3,600 s ahead"),
    ],
)
def test_the_clock_is_compared_with_that_of_discord(seconds: int, level: str, text: str) -> None:
    check = check_clock(format_datetime(NOON, usegmt=True), NOON + timedelta(seconds=seconds))
    assert check.level == level
    assert text in check.finding


@pytest.mark.parametrize(("count", "end"), [(1, "c1"), (10, "c9, c10"), (11, "c9, c10, ...")])
def test_of_many_commands_the_first_ten_are_named(count: int, end: str) -> None:
    assert list_names([f"c{number}" for number in range(1, count + 1)]).endswith(end)


def test_a_full_disk_and_slow_writes_are_named() -> None:
    disk = [judge_disk("it", free * MIB, 500 * MIB).level for free in (99, 700, 800)]
    assert disk == ["problem", "warning", "ok"]
    assert [judge_write(seconds, 0).level for seconds in (3.1, 0.6, 0.1)] == ["problem", "warning", "ok"]
