"""The bot as a process whose clock is ahead of this machine's."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import TYPE_CHECKING

import discord

from bot import runner
from bot.config import WrongSetting, read_settings
from bot.process.steady_clock import read_wall_clock

if TYPE_CHECKING:
    from datetime import timedelta


def run_ahead(ahead: timedelta) -> None:
    """Run the bot as `turnpost run` does, by a clock that is so much ahead."""
    discord.utils.setup_logging()
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        asyncio.run(runner.run(read_settings(), print, now=lambda: read_wall_clock() + ahead))
    except (WrongSetting, runner.Unreachable) as ended:
        sys.exit(str(ended))
