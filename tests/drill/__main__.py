"""`make drill`: back up, destroy, restore, verify and play on; and an upgrade from the release before, and back."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tests.drill.disaster import Disaster, Plan
from tests.drill.operator import Report
from tests.drill.upgrade import drill_own_backup, drill_upgrade
from tests.postgres import running

if TYPE_CHECKING:
    from argparse import Namespace

    from tests.postgres import Server


def main() -> None:
    """Run the command line; the exit code is 1 when something was wrong."""
    parser = ArgumentParser(prog="make drill", description=__doc__)
    parser.add_argument("--backup", type=Path, help="try out this backup instead, on a copy")
    parser.add_argument("--seed", type=int, default=1, help="what decides the moves (1)")
    parser.add_argument("--matches", type=int, default=2, help="how many matches of each game are under way (2)")
    parser.add_argument("--turns", type=int, default=6, help="how many moves each of them has before the backup (6)")
    parser.add_argument("--postgres", action="store_true", help="keep the record in a PostgreSQL database")
    given = parser.parse_args()
    logging.getLogger("aiohttp.server").disabled = True  # requests that a kill broke off in their middle
    report, folder = Report(_say), Path(tempfile.mkdtemp(prefix="turnpost-drill-"))
    with ExitStack() as stack:
        server = stack.enter_context(running()) if given.postgres else None
        try:
            asyncio.run(_run(report, folder, given, server))
        except (AssertionError, TimeoutError) as error:
            report.check(holds=False, what=str(error) or type(error).__name__)
    if report.problems:
        _say(f"The drill failed. The data, the backups and the bot's log are in {folder}.")
        sys.exit(1)
    shutil.rmtree(folder)
    _say("The drill passed.")


async def _run(report: Report, folder: Path, given: Namespace, server: Server | None) -> None:
    if given.backup:
        _say(f"The backup {given.backup}:")
        await drill_own_backup(report, folder / "data", given.backup)
        return
    _say("A disaster:")
    plan = Plan(given.seed, given.matches, given.turns)
    async with Disaster.prepare(plan, report, folder / "disaster", server) as disaster:
        await disaster.run()
    if not server:
        _say("An upgrade from the release before:")
        await drill_upgrade(report, folder / "upgrade")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
