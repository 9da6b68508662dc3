"""`make chaos`: plays, kills, injects faults, and shows that nothing was lost and nothing came twice."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tests.chaos.chaos import Chaos, Plan
from tests.chaos.findings import KINDS
from tests.chaos.mutants import all_caught
from tests.postgres import running

if TYPE_CHECKING:
    from tests.chaos.findings import Audit
    from tests.postgres import Server


def main() -> None:
    """Run the command line; the exit code is 1 when a promise was broken."""
    parser = ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="what decides every choice (1)")
    parser.add_argument("--kills", type=int, default=200, help="how often the bot is killed (200)")
    parser.add_argument("--matches", type=int, default=32, help="how many matches go on side by side (32)")
    parser.add_argument("--events", type=int, default=2, help="in how many channels events go on beside them (2)")
    parser.add_argument("--postgres", action="store_true", help="two processes that share a PostgreSQL database")
    parser.add_argument("--mutants", action="store_true", help="break the bot in several ways; each must be found out")
    given = parser.parse_args()
    logging.getLogger("aiohttp.server").disabled = True  # requests that a kill broke off in their middle
    if given.mutants:
        sys.exit(0 if all_caught(given.seed, _say) else 1)
    with ExitStack() as stack:
        server = stack.enter_context(running()) if given.postgres else None
        sys.exit(asyncio.run(_run(Plan(given.seed, given.kills, given.matches, events=given.events), server)))


async def _run(plan: Plan, server: Server | None) -> int:
    """Run and tell; return the exit code."""
    folder = Path(tempfile.mkdtemp(prefix="turnpost-chaos-"))
    if server:
        plan = replace(plan, postgres=await server.create())
    async with Chaos.prepare(plan, folder, _progress) as chaos:
        audit = await chaos.run()
    _tell(chaos, audit)
    if audit.findings:
        (folder / "said.txt").write_text("\n".join(chaos.players.transcript()), "utf-8")
        _say(f"Promises broken: {len(audit.findings)}. The bot's data, its log and all that was said are in {folder}.")
        return 1
    shutil.rmtree(folder)
    return 0


def _progress(chaos: Chaos) -> None:
    if chaos.kills % 10 == 0:
        said = chaos.players.said_counts
        _say(
            f"{chaos.kills} kills, {sum(chaos.matches.values())} matches, {said['people']} said, {said['bot']} answered"
        )


def _tell(chaos: Chaos, audit: Audit) -> None:
    rows = [
        ("seed", chaos.plan.seed),
        ("processes", chaos.plan.processes),
        ("kills", chaos.kills),
        ("  of these, back only after the nonce window", chaos.rounds_beyond_nonces),
        *((f"  {kind}", times) for kind, times in sorted(chaos.kill_choices.chosen.items())),
        ("kills of what thinks for the bot", chaos.worker_kills),
        ("ended by itself", chaos.deaths),
        ("faults", sum(chaos.faults.struck.values())),
        *((f"  {kind}", times) for kind, times in sorted(chaos.faults.struck.items())),
        ("requests of floods", chaos.floods.requests),
        ("  that begin a match", len(chaos.floods.begun)),
        ("matches", sum(chaos.matches.values())),
        *((f"  {title}", times) for title, times in sorted(chaos.matches.items())),
        ("moves", audit.moves),
        ("  of computer players", audit.computer_moves),
        ("  on a page", audit.page_moves),
        ("boards", audit.boards),
        ("matches in a forum", audit.forum_posts),
        ("acknowledgements", audit.acknowledgements),
        ("acts", audit.effects.total()),
        *((f"  {kind}", times) for kind, times in sorted(audit.effects.items())),
        ("posts", audit.posts.total()),
        *((f"  {kind}", times) for kind, times in sorted(audit.posts.items())),
        ("seconds", round(chaos.seconds)),
    ]
    for name, value in rows:
        _say(f"{name:48}{value:>8}")
    _say("")
    for kind in KINDS:
        _say(f"{kind:48}{audit.count(kind):>8}")
    for kind, what in audit.findings[:40]:
        _say(f"  {kind}: {what}")
    for what in chaos.players.surprises[:20]:
        _say(f"  unheard-of: {what}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
