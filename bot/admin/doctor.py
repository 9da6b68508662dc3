"""`turnpost doctor`: check the machine, the database, the application at Discord and its servers, a line each."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import socket
import ssl
import sys
import tempfile
import time
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from http import HTTPStatus
from importlib import metadata
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import aiohttp
import discord

from bot import plugins
from bot.admin.command import CommandError, make_context, open_database
from bot.admin.sync import PER_SECOND, log_in, point_at_server
from bot.client.client import Client, limit_requests
from bot.client.registration import find_differing, is_last_registered
from bot.config import UNKNOWN_TOKEN
from bot.features.doctor import describe_language, examine_roles, examine_server
from bot.features.match_text import lack_effect, lack_names
from bot.gateway.connection import invitation_link
from bot.health import client
from bot.metrics import Metrics
from bot.referee.times.calendar import COMMON_ZONES
from games.text import format_list
from games.translation import measure_languages
from renderers.drawing.typeface import NAME, PLAIN, is_drawable, text_width
from storage.engine.database import Database, StorageError
from storage.queries import key_value

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Generator, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import SimpleNamespace

    from bot.config import Settings
    from bot.features.doctor import Examination
    from bot.gateway.permissions import Lack

Level: TypeAlias = Literal["ok", "warning", "problem"]


class Check(NamedTuple):
    """What was found. A `warning` is for the operator to judge; with a `problem` something doesn't work."""

    level: Level
    subject: str
    finding: str

    def __str__(self) -> str:
        return f"{self.level:<8} {self.subject}: {self.finding}"


ok = partial(Check, "ok")
warning = partial(Check, "warning")
problem = partial(Check, "problem")

TIMEOUT = 30.0
"""Seconds that Discord may take to let the bot log in."""
UNREACHABLE = "check the network, its firewall and proxy: Turnpost needs discord.com and gateway.discord.gg, port 443."


async def examine(settings: Settings, servers: Collection[int], show: Callable[[Check], None]) -> bool:
    """Run all checks and `show` each; `servers` limits them to some servers. Return whether there is no problem."""
    well = True
    async for check in _examine(settings, servers):
        show(check)
        well &= check.level != "problem"
    return well


async def _examine(settings: Settings, servers: Collection[int]) -> AsyncIterator[Check]:
    zones = check_zones()
    yield zones
    if zones.level == "problem":  # without them neither times nor settings can be read
        return
    yield check_fonts()
    for check in await asyncio.to_thread(check_languages):
        yield check
    yield check_data_folder(settings)
    running, bot = await check_bot(settings)
    yield bot
    for check in check_ports(settings, running=running):
        yield check
    async for check in check_site(settings, running=running):
        yield check
    async with AsyncExitStack() as stack:
        schema = await check_schema(settings)
        yield schema
        database: Database | None = None
        try:
            database = await stack.enter_async_context(open_database(settings))
        except StorageError:
            yield check_disk(settings, 0)
        else:
            yield await check_write(database, datetime.now(UTC))
            yield check_disk(settings, 0 if settings.database_url else await database.size())
        if settings.discord_token is None:
            yield ok("token", "DISCORD_TOKEN isn't set, so `turnpost run` starts the playground on this machine.")
        else:
            async for check in _examine_discord(settings, settings.discord_token.get_secret_value(), database, servers):
                yield check


async def _examine_discord(
    settings: Settings, token: str, database: Database | None, servers: Collection[int]
) -> AsyncIterator[Check]:
    point_at_server(settings)
    dates: list[tuple[str | None, datetime]] = []

    async def note_date(_: Any, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        dates.append((request.response.headers.get("Date"), datetime.now(UTC)))

    trace = limit_requests(PER_SECOND, Metrics())
    trace.on_request_end.append(note_date)
    async with discord.Client(intents=discord.Intents.none(), http_trace=trace) as client:
        try:
            async with asyncio.timeout(TIMEOUT):
                await client.login(token)
        except discord.LoginFailure:
            yield problem("token", UNKNOWN_TOKEN)
            return
        except (aiohttp.ClientError, discord.HTTPException, TimeoutError) as error:
            yield problem("Discord", f"it can't be reached ({error or type(error).__name__}): {UNREACHABLE}")
            return
        yield check_clock(*dates[-1])
        if client.application:
            for check in check_application(client.application):
                yield check
        if database is None:
            async for check in _guard(check_servers(client, servers)):
                yield check
            return
    async for check in _guard(_examine_with_record(settings, database, servers)):
        yield check


async def _examine_with_record(
    settings: Settings, database: Database, servers: Collection[int]
) -> AsyncIterator[Check]:
    async with log_in(settings, make_context(database), plugins.read()) as client:
        yield await check_commands(client)
        async for check in check_servers(client, servers):
            yield check


async def _guard(checks: AsyncIterator[Check]) -> AsyncIterator[Check]:
    """Yield checks; what keeps them from going on is a problem, too."""
    try:
        async for check in checks:
            yield check
    except (aiohttp.ClientError, discord.HTTPException, CommandError, StorageError) as error:
        yield problem("Discord", f"the checks stopped ({error}); try again.")


FAST, WRONG = timedelta(seconds=5), timedelta(seconds=60)
"""Differences of the clock from Discord's from which on deadlines look odd, and are wrong."""


def check_clock(date: str | None, seen: datetime, whose: str = "Discord") -> Check:
    """Check the clock, which said `seen` when a response with this `Date` header arrived from `whose` server."""
    if date is None:
        return warning("clock", f"{whose} didn't say what time it is; try again.")
    # The header has whole seconds: on average it's half a second ago.
    ahead = seen - parsedate_to_datetime(date) - timedelta(seconds=0.5)
    seconds = round(abs(ahead).total_seconds())
    finding = f"{seconds:,} s {'ahead of' if ahead > timedelta() else 'behind'} {whose}'s"
    how = "switch on the synchronisation of this machine's clock (systemd-timesyncd, chrony), as deadlines go by it."
    if abs(ahead) > WRONG:
        return problem("clock", f"{finding}: {how}")
    if abs(ahead) > FAST:
        return warning("clock", f"{finding}: {how}")
    return ok("clock", f"it agrees with {whose}'s.")


PORTAL = "https://discord.com/developers/applications"
MOST_NAMED = 10


def check_application(about: discord.AppInfo) -> Iterator[Check]:
    """Check the settings of the application in Discord's developer portal."""
    page = f"{PORTAL}/{about.id}"
    yield ok("token", f"Discord knows it, for the application {about.name} ({about.id}).")
    if about.interactions_endpoint_url:
        yield problem(
            "application",
            "it has an Interactions Endpoint URL, so slash commands and buttons never reach the bot: clear that at "
            f"{page}/information",
        )
    if about.bot_require_code_grant:
        yield problem(
            "application", f"Requires OAuth2 Code Grant is on, so nobody can invite it: switch that off at {page}/bot"
        )
    if about.user_integration_config and not about.guild_integration_config:
        yield problem(
            "application", f"Guild Install is off, so no server can add it: switch that on at {page}/installation"
        )
    who = "anybody with Manage Server" if about.bot_public else "only its owner (Public Bot is off)"
    yield ok("invitation", f"{who} can invite it by {invitation_link(about.id)}")
    if about.flags.gateway_message_content or about.flags.gateway_message_content_limited:
        yield ok("intents", "Message Content Intent is on: a bare move in a thread counts.")
    else:
        yield ok(
            "intents",
            "Message Content Intent is off: slash commands, buttons, mentions and replies do everything; for bare "
            f"moves in threads switch it on at {page}/bot",
        )


async def check_commands(client: Client) -> Check:
    """Check that Discord has the slash commands of this version. Raises discord.py's errors and `StorageError`."""
    last = await is_last_registered(client.tree, client.application_id or 0, client.context.database)
    names = await find_differing(client.tree)
    if last and not names:
        return ok("commands", f"the {len(client.tree.get_commands())} of this version are registered.")
    which = f" ({list_names(names)} missing or too many)" if names else ""
    return warning("commands", f"Discord has others than this version{which}: start the bot, or run `turnpost sync`.")


def list_names(names: Sequence[str]) -> str:
    """Return the names of commands in one line, of many only the first."""
    return ", ".join([*names[:MOST_NAMED], *(["..."] if len(names) > MOST_NAMED else [])])


SLOW, TOO_SLOW = 0.5, 3.0
"""Seconds for a small write: each move waits so long; after the second the health check calls the bot unwell."""
KEY = "doctor"
"""The key that is written to measure how long it takes."""
_STATES: Mapping[str, tuple[str, str]] = {
    "missing": ("ok", "isn't there yet; the first start makes it."),
    "empty": ("ok", "is empty; the first start makes its tables."),
    "older": ("warning", "is of an older version; the next start copies it and brings it to this one."),
}


async def check_schema(settings: Settings) -> Check:
    """Check that the database can be opened, and is of this version. Only then is the level `ok` and it can be used."""
    try:
        state = await Database.find_state(settings.database)
    except StorageError as error:
        return problem("database", str(error))
    name = settings.database_name
    if state == "current":
        return ok("database", f"{name} has the tables of this version.")
    level, finding = _STATES[state]
    return (ok if level == "ok" else warning)("database", f"{name} {finding}")


async def check_write(database: Database, now: datetime) -> Check:
    """Measure a small write, and how large the database is."""
    began = time.perf_counter()
    try:
        async with database.write() as tx:
            await key_value.write(tx, KEY, now.isoformat())
        took = time.perf_counter() - began
        size = await database.size()
    except StorageError as error:
        return problem("writing", str(error))
    return judge_write(took, size)


def judge_write(took: float, size: int) -> Check:
    """Return whether a small write took too many seconds, in a database of `size` bytes."""
    finding = f"a small write took {took * 1000:,.0f} ms; the database has {size / MIB:,.1f} MiB"
    if took > TOO_SLOW:
        return problem(
            "writing", f"{finding}. Players wait for that: use a local disk, or see what else is busy there."
        )
    if took > SLOW:
        return warning("writing", f"{finding}. That is slow: see what else is busy on its disk.")
    return ok("writing", f"{finding}.")


async def check_bot(settings: Settings) -> tuple[bool, Check]:
    """Return whether a bot runs on the data folder, and whether it is well."""
    folder, shards = settings.turnpost_data, settings.shards
    if not await asyncio.to_thread(client.is_responding, folder, shards):
        return False, ok("bot", f"none runs on {folder}.")
    well, told = await asyncio.to_thread(client.ask, folder, shards)
    if well:
        return True, ok("bot", f"it runs on {folder} and is well.")
    return True, problem("bot", f"it runs on {folder}, but: {' '.join(told.splitlines()[1:])}")


MIB = 2**20
LEAST_FREE = 100 * MIB
"""Bytes without which a database may not be written much longer."""
LITTLE_FREE = 256 * MIB
"""Bytes that should be free besides a copy of the database, which updates and backups make."""


def check_data_folder(settings: Settings) -> Check:
    """Check that the data folder can be written, or made."""
    folder = settings.turnpost_data.resolve()
    if not folder.exists():
        if os.access(_nearest(folder), os.W_OK):
            return ok("data folder", f"{folder} isn't there yet; the first start makes it.")
        return problem("data folder", f"{folder} can't be made: make it, or choose another TURNPOST_DATA.")
    try:
        with tempfile.TemporaryFile(dir=folder):
            return ok("data folder", f"{folder} can be written.")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return problem("data folder", f"{folder} can't be written ({reason}): let Turnpost's user write there.")


def check_disk(settings: Settings, size: int) -> Check:
    """Check that the disk of the data folder has room, for a database of `size` bytes there and a copy of it."""
    folder = _nearest(settings.turnpost_data.resolve())
    return judge_disk(f"the disk of {folder}", shutil.disk_usage(folder).free, size)


def judge_disk(disk: str, free: int, size: int) -> Check:
    """Return whether so many free bytes are enough, for a database of `size` bytes and a copy of it."""
    room = f"{free / MIB:,.0f} MiB are free on {disk}"
    if free < LEAST_FREE:
        return problem("disk", f"only {room}: free some, or matches can't be stored.")
    if free < size + LITTLE_FREE:
        return warning("disk", f"only {room}, too few for a copy of the database: free some before you update.")
    return ok("disk", f"{room}.")


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest one around it that exists."""
    return next(each for each in (folder, *folder.parents) if each.exists())


def check_fonts() -> Check:
    """Check that boards can be labelled."""
    try:
        drawn = is_drawable("Turnpost") and all(text_width("Turnpost", style) > 0 for style in (NAME, PLAIN))
    except (OSError, ModuleNotFoundError) as error:
        return problem("fonts", f"boards can't be drawn ({error}): install Turnpost's packages again.")
    return ok("fonts", "they can be read.") if drawn else problem("fonts", "the font has no letters: install it again.")


def check_languages() -> list[Check]:
    """Return a check of each language that has catalogues, those of games in other packages among them."""
    plugins.read()
    return [
        (ok if found.is_offered else warning)(f"language {language}", describe_language(language, found))
        for language, found in measure_languages().items()
    ]


HIGHEST_PORT = 65535


def check_ports(settings: Settings, *, running: bool) -> Iterator[Check]:
    """Check the ports that the bot listens on. While it is `running`, it may have them itself."""
    wanted: list[tuple[str, str, int]] = []
    if settings.discord_token is None:
        wanted.append(("TURNPOST_PORT", "127.0.0.1", settings.turnpost_port))
        if 0 < settings.turnpost_port < HIGHEST_PORT:
            wanted.append(("the site, TURNPOST_PORT + 1,", settings.turnpost_web_host, settings.turnpost_port + 1))
    elif settings.web_url:
        wanted.append(("TURNPOST_WEB_PORT", settings.turnpost_web_host, settings.turnpost_web_port))
    if settings.metrics_address:
        wanted.append(("TURNPOST_METRICS_PORT", *settings.metrics_address))
    for setting, host, port in wanted:
        subject, error = f"port {port}", _find_obstacle(host, port)
        if error is None:
            yield ok(subject, f"free for {setting}.")
        elif running and error.errno == errno.EADDRINUSE:
            yield ok(subject, f"in use for {setting}, by the bot that runs.")
        else:
            reason = error.strerror or type(error).__name__
            yield problem(
                subject, f"{setting} can't be listened to on {host} ({reason}): choose another, or stop what has it."
            )


def _find_obstacle(host: str, port: int) -> OSError | None:
    """Return the error of listening on a port, or None if that works."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen()
    except OSError as error:
        return error
    return None


SITE_TIMEOUT = 10.0
"""Seconds that the site may take to answer."""
ENDS_SOON = timedelta(days=14)
"""How long before its end a certificate is worth a warning, or a fifth of its time: proxies renew it at a third."""


async def check_site(settings: Settings, *, running: bool) -> AsyncIterator[Check]:
    """Check that browsers reach the site with the boards, as far as this machine can tell; without one nothing."""
    url = settings.web_url
    if url is None:
        return
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        how = "add an A or AAAA record that leads to this machine, or correct TURNPOST_URL."
        yield problem("site address", f"the DNS knows no {host}: {how}")
        return
    yield ok("site address", f"{host} is {format_list(sorted({str(place[0]) for *_, place in found}))}.")
    trusted = ssl.create_default_context()
    if secure:
        certificate = await check_certificate(host, port, trusted)
        yield certificate
        if certificate.level == "problem":
            return
    timeout = aiohttp.ClientTimeout(total=SITE_TIMEOUT)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(f"{url}/up", ssl=trusted, allow_redirects=False) as response,
        ):
            seen, date = datetime.now(UTC), response.headers.get("Date")
            status, text = response.status, await response.text(errors="replace")
    except (aiohttp.ClientError, TimeoutError) as error:
        reason = str(error) or type(error).__name__
        how = "let its port through to this machine. If it opens on a phone all the same, all is well."
        yield problem("site", f"{url}/up doesn't answer from here ({reason}): {how}")
        return
    first, _, shared = text.partition("\n")
    yield judge_page(url, status, first, running=running)
    if first.startswith("turnpost ") and (shared or (secure and not settings.proxies)):
        how = f"set TURNPOST_PROXIES to the proxy's address, {shared or 'such as 127.0.0.1'}"
        yield warning("site proxy", f"all visitors count as one: {how}, and have it send X-Forwarded-For.")
    yield check_clock(date, seen, host)


async def check_certificate(host: str, port: int, trusted: ssl.SSLContext) -> Check:
    """Check that a certificate is one that browsers accept, and how long that lasts."""
    try:
        async with asyncio.timeout(SITE_TIMEOUT):
            _, writer = await asyncio.open_connection(host, port, ssl=trusted)
    except ssl.SSLCertVerificationError as error:
        how = f"have the proxy get one for {host}; Caddy does so by itself."
        return problem("site certificate", f"browsers refuse it ({error.verify_message}): {how}")
    except (OSError, TimeoutError) as error:
        reason = str(error) or type(error).__name__
        how = "start the proxy, and let the ports 80 and 443 through to it."
        return problem("site certificate", f"nobody speaks https at {host}:{port} ({reason}): {how}")
    certificate = writer.get_extra_info("peercert")
    writer.close()
    begins, ends = (
        datetime.fromtimestamp(ssl.cert_time_to_seconds(certificate[each]), UTC) for each in ("notBefore", "notAfter")
    )
    return judge_certificate(begins, ends, datetime.now(UTC))


def judge_certificate(begins: datetime, ends: datetime, now: datetime) -> Check:
    """Return whether a certificate is valid for long enough."""
    finding = f"valid until {ends:%Y-%m-%d %H:%M} UTC"
    if ends - now < min(ENDS_SOON, (ends - begins) / 5):
        return warning("site certificate", f"{finding}: see in the proxy's log why it isn't renewed.")
    return ok("site certificate", f"{finding}.")


def judge_page(url: str, status: int, text: str, *, running: bool) -> Check:
    """Return whether what `/up` answered is this version of Turnpost."""
    version = f"turnpost {metadata.version('turnpost')}"
    if status == HTTPStatus.OK and text.strip() == version:
        return ok("site", f"{url} answers.")
    if status == HTTPStatus.OK and text.startswith("turnpost "):
        return warning("site", f"{url} is {text.strip()[:40]}, and this is {version}: start the bot anew.")
    if not running:
        return warning("site", f"{url}/up answers {status}, as no bot runs here: start it, then ask again.")
    how = "have the proxy pass all paths on to TURNPOST_WEB_HOST and TURNPOST_WEB_PORT, and Host with its port."
    return problem("site", f"{url}/up answers {status}, and not as this bot does: {how}")


@contextmanager
def progress_line() -> Generator[Callable[[str], None]]:
    """Give a function that shows a text as the last line of a terminal, in place of the one before; in the end, none.

    If standard error is no terminal, nothing is written.
    """

    def show(text: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        show("")


async def check_servers(client: discord.Client, wanted: Collection[int]) -> AsyncIterator[Check]:
    """Yield what the bot lacks on each server, or on those `wanted` by their ids; then how many are well.

    A plain client has no database: then only roles are checked. Raises discord.py's errors if Discord doesn't list the
    servers, and `StorageError`.
    """
    listed = [each async for each in client.fetch_guilds(limit=None) if not wanted or each.id in wanted]
    well = 0
    with progress_line() as show:
        for number, guild in enumerate(listed, 1):
            show(f"Checking server {number:,} of {len(listed):,}")
            name = _printable(guild.name)
            try:
                found = [*_describe(name, await _examine_server(client, guild.id))]
            except discord.HTTPException as error:
                found = [warning(f"server {name}", f"it couldn't be checked ({error}); try again.")]
            well += not found
            show("")
            for check in found:
                yield check
    for missing in set(wanted) - {guild.id for guild in listed}:
        yield problem(f"server {missing}", "the bot isn't on it: invite it, or check the id.")
    if not listed and not wanted:
        yield warning("servers", "the bot is on none: invite it.")
    elif well:
        yield ok("servers", f"nothing is missing on {well:,} of {len(listed):,}.")


async def _examine_server(client: discord.Client, guild_id: int) -> Examination:
    guild = await client.fetch_guild(guild_id, with_counts=False)
    me = await guild.fetch_member(client.user.id if client.user else 0)
    if isinstance(client, Client):
        return await examine_server(client, guild, me)
    return examine_roles(client.application_id or 0, guild, me)


def _describe(name: str, found: Examination) -> Iterator[Check]:
    role = f"the role {found.role.name}" if found.role else "the bot"
    for lack in found.lacks:
        yield _describe_lack(name, lack, role, found.link)
    if found.tags:
        yield warning(f"server {name}", f"the forum for matches: {found.tags.replace('`', '')}")


def _describe_lack(name: str, lack: Lack, role: str, link: str) -> Check:
    report = problem if lack.essential else warning
    names = format_list(lack_names(lack))
    if lack.channel is None:
        how = "Somebody with Manage Server allows it by"
        return report(f"server {name}", f"the bot lacks {names} everywhere: {lack_effect(lack)}. {how} {link}")
    where = f"server {name}, #{_printable(lack.channel.name)} ({format_list(sorted(lack.channel.uses))})"
    if lack.channel.granted is None:
        return report(
            where, "the channel is gone. Somebody with Manage Server learns what to do by /server do:doctor there."
        )
    return report(
        where, f"the bot lacks {names}: {lack_effect(lack)}. In the channel's permissions, allow it for {role}."
    )


def _printable(name: str) -> str:
    """Return a name that people have given, without what could confuse a terminal."""
    return "".join(each if each.isprintable() else "?" for each in name)


def check_zones() -> Check:
    """Check that the machine or the package tzdata has the time zones."""
    try:
        for name in COMMON_ZONES:
            ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError) as error:
        return problem("time zones", f"{error}: install the system's tzdata, or the Python package of that name.")
    return ok("time zones", f"{len(available_timezones()):,} are known.")
