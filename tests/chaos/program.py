"""The bot as a process whose clock is ahead of this machine's."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import uvloop

from bot import runner
from bot.config import WrongSetting, read_settings
from bot.process import read_wall_clock

if TYPE_CHECKING:
    from datetime import timedelta


def run_ahead(ahead: timedelta) -> None:
    """Run the bot as `turnpost run` does, by a clock that is so much ahead."""
    try:
        settings = read_settings()
        runner.start_logs(settings)
        uvloop.run(runner.run(settings, print, now=lambda: read_wall_clock() + ahead))
    except (WrongSetting, runner.Unreachable) as ended:
        sys.exit(str(ended))
