"""`make season`: people play a season on a server, and what they saw can be read afterwards."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path

import pytest

from playground.model.resources.user import PEOPLE
from tests.season.members import NAMES
from tests.season.season import ORGANIZER, Plan, Season


def main() -> None:
    """Run the command line; the exit code is 1 when something was wrong."""
    parser = ArgumentParser(prog="make season", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="what decides every choice (1)")
    parser.add_argument("--people", type=int, default=40, help=f"how many there are, 12 to {MOST} (40)")
    parser.add_argument("--two", default="", help="the game of the league and the cup (the shortest)")
    parser.add_argument("--several", default="", help="the game of the tables (the shortest)")
    parser.add_argument("--folder", type=Path, default=Path("build/season"), help="where to save what was seen")
    given = parser.parse_args()
    if not FEWEST <= given.people <= MOST:
        parser.error(f"--people takes a number from {FEWEST} to {MOST}")
    plan = Plan(given.seed, given.people, given.two, given.several)
    sys.exit(asyncio.run(_run(plan, given.folder)))


FEWEST, MOST = 12, len(PEOPLE) + len(NAMES)


async def _run(plan: Plan, folder: Path) -> int:
    """Run and tell; return the exit code."""
    began = time.monotonic()
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as data, pytest.MonkeyPatch.context() as monkeypatch:
        async with Season.prepare(plan, Path(data), monkeypatch, _say) as season:
            try:
                await season.run()
            finally:
                await season.album.save(folder, season.members.people[ORGANIZER])
    _say(
        f"{len(season.events)} events, {season.matches} matches, {season.moves} moves, {season.album.posts} posts, "
        f"{time.monotonic() - began:.0f} seconds. What people saw is in {folder / 'index.html'}."
    )
    for problem in season.problems:
        _say(f"Wrong: {problem}")
    return 1 if season.problems else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
