"""The bot with an event loop that can be kept busy. In a file of its own, which each process loads at its start."""

from __future__ import annotations

import signal
import time

from bot import cli, scheduler
from bot.health import server

BUSY = 8.0
"""Seconds for which the event loop is kept busy: longer than anybody waits for an answer."""


def run_with_hitches() -> None:
    """Be the bot, whose event loop is busy for a while at SIGUSR1, and whose timers are to run every second."""
    signal.signal(signal.SIGUSR1, lambda _number, _frame: time.sleep(BUSY))
    scheduler.INTERVAL, server.LONG = 1.0, 5.0
    cli.main()
