"""The running bot tells on loopback whether it is well; `bot/health.py` asks it."""

from __future__ import annotations

import json
import logging
import math
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.health import address
from storage import outbox
from storage.database import StorageError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.app import Turnpost

log = logging.getLogger(__name__)


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
    file = address(folder, bot.shards_carried)
    file.write_text(json.dumps({"url": f"http://127.0.0.1:{port}/health"}), "utf-8")
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        await runner.cleanup()
