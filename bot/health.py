"""Whether the bot is well: the running bot answers on loopback, `turnpost health` asks it."""

from __future__ import annotations

import json
import logging
import math
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
from aiohttp import web

from storage import outbox
from storage.database import StorageError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.app import Turnpost
    from bot.shards import Shards

log = logging.getLogger(__name__)
TIMEOUT = aiohttp.ClientTimeout(total=5)


@asynccontextmanager
async def answering(bot: Turnpost, folder: Path) -> AsyncGenerator[None]:
    """Answer questions about the bot's health as long as the context lasts, at an address left in the data folder."""

    async def answer(_: web.Request) -> web.Response:
        try:
            async with bot.table.database.read() as tx:
                waiting = await outbox.backlog(tx)
        except StorageError as error:
            log.error("The outbox could not be read: %s", error)  # noqa: TRY400 - foreseen
            waiting = None
        report: dict[str, Any] = {
            "connected": bot.is_ready() and not bot.is_closed(),
            "shards": bot.shards_carried.name,
            "latency_ms": round(bot.latency * 1000, 1) if math.isfinite(bot.latency) else None,
            "waiting_posts": waiting,
        }
        return web.json_response(report, status=200 if report["connected"] and waiting is not None else 503)

    app = web.Application()
    app.router.add_get("/health", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    file = _file(folder, bot.shards_carried)
    file.write_text(json.dumps({"url": f"http://127.0.0.1:{port}/health"}), "utf-8")
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        await runner.cleanup()


async def answers(folder: Path, shards: Shards) -> bool:
    """Return whether the bot that carries these shards answers on a data folder, well or not."""
    try:
        await _report(folder, shards)
    except (OSError, ValueError, KeyError, TimeoutError, aiohttp.ClientError):
        return False
    return True


async def ask(folder: Path, shards: Shards) -> tuple[bool, str]:
    """Ask the bot with these shards on a data folder. Returns whether it is well, and a line that says so."""
    try:
        return await _report(folder, shards)
    except FileNotFoundError:
        which = "" if shards.count == 1 else f" with the shards {shards.name}"
        return False, f"No bot{which} runs on {folder}."
    except (OSError, ValueError, KeyError, TimeoutError, aiohttp.ClientError) as error:
        return False, f"The bot on {folder} does not answer: {type(error).__name__}."


def _file(folder: Path, shards: Shards) -> Path:
    return folder / f"health{shards.suffix}.json"


async def _report(folder: Path, shards: Shards) -> tuple[bool, str]:
    url = json.loads(_file(folder, shards).read_text("utf-8"))["url"]
    async with aiohttp.ClientSession(timeout=TIMEOUT) as session, session.get(url) as response:
        report = await response.json()
        return response.status == 200, json.dumps(report)
