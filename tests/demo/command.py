"""`make demo`: scripted people play a match of each game on the playground's page, at a pace that can be watched."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path

import pytest

from playground import PortInUse
from tests.demo.demo import open_stage, run_demo

STAYS = 60
"""Seconds that the page stays after the last match."""


def main() -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="make demo", description=__doc__)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds that people think about each move (2)")
    parser.add_argument("--port", type=int, default=8400, help="port of the page (8400)")
    parser.add_argument(
        "--record", type=Path, metavar="FOLDER", help="record the README's moving pictures there, and play nothing else"
    )
    given = parser.parse_args()
    if given.record and not given.record.is_dir():
        parser.error(f"--record takes a folder, and there's none at {given.record}")
    if given.pace < 0:
        parser.error("--pace takes seconds, 0 or more")
    try:
        asyncio.run(_record(given.record) if given.record else _run(given.pace, given.port))
    except PortInUse:
        parser.error(f"port {given.port} is in use: stop what runs there, or choose another one with --port")


async def _run(pace: float, port: int) -> None:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as data, pytest.MonkeyPatch.context() as monkeypatch:
        async with open_stage(Path(data), monkeypatch, pace, say, port) as stage:
            url = stage.env.playground.url
            say(f"The demo plays at {url} (Ctrl-C ends it). Choose a person on top and open a thread.")
            say("Some moves are played on the web: the link of a match leads to its board there.")
            await run_demo(stage)
            say(f"That's all, after {time.monotonic() - began:.0f} seconds.")
            if pace:
                say(f"The page stays for {STAYS} seconds, or until Ctrl-C.")
                await asyncio.sleep(STAYS)


async def _record(folder: Path) -> None:
    from tests.demo.recording import record  # noqa: PLC0415 - needs Chromium, which the demo itself doesn't

    with tempfile.TemporaryDirectory() as data, pytest.MonkeyPatch.context() as monkeypatch:
        async with open_stage(Path(data), monkeypatch, say=say) as stage:
            for file in await record(stage, folder):
                say(f"{file}: {file.stat().st_size / 1e6:.2f} MB. Look at it before you commit it.")


def say(line: str) -> None:
    """Tell the onlooker a line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
