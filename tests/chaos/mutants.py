"""Turnposts with one promise taken out each, to show that the chaos run can fail: copies of this checkout, patched."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.chaos.findings import KINDS
from tests.wire.process import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

PARTS = ("bot", "games", "playground", "renderers", "storage", "tests", "web")
RUNS = 8
"""How many runs a mutant is given, each with another seed, until one catches it."""
KILLS, MATCHES = 12, 16


class Unfitting(Exception):  # noqa: N818 - what whoever changed the code reads
    """A patch no longer fits the code. The message says which."""


@dataclass(frozen=True)
class Patch:
    """Some lines of a file, and what the mutant has in their place."""

    path: str
    old: str
    new: str

    def apply(self, root: Path) -> None:
        """Alter the file below a folder. Raises `Unfitting` unless the old lines are there exactly once."""
        file = root / self.path
        text = file.read_text("utf-8")
        if text.count(self.old) != 1:
            raise Unfitting(f"{self.path} has these lines {text.count(self.old)} times, not once:\n{self.old}")
        file.write_text(text.replace(self.old, self.new), "utf-8")


@dataclass(frozen=True)
class Mutant:
    """What is wrong with it, how that is brought about, and which of the audit's figures must show it."""

    what: str
    patches: tuple[Patch, ...]
    shows: tuple[str, ...]


_POST = 'await announce(tx, match, "board", body, now, held and held.source_id, due=due, ids=held and held.ids)\n'
_PUT = 'await outbox.add(tx, lane=lane(match), kind="board", body={}, at=now, match_id=match.id, seq=stored.seq)\n'

MUTANTS = (
    Mutant(
        "no look at the recent messages",
        (
            Patch(
                "bot/outbox/sender.py",
                "        if post.attempts:\n",
                "        if post.attempts < 0:\n",
            ),
        ),
        ("boards posted twice", "challenges or threads made twice"),
    ),
    Mutant(
        "no look for a forum post made before",
        (
            Patch(
                "bot/features/forum_posts.py",
                "await _find(bot, post, forum) if post.attempts else None",
                "None",
            ),
        ),
        ("challenges or threads made twice",),
    ),
    Mutant(
        "outbox written after the commit",
        (
            Patch("bot/referee/log/append.py", f"    {_POST}", ""),
            Patch(
                "bot/referee/turns/play.py",
                "                    to_move=game.to_move(after.state),\n                ),\n            )\n",
                "                    to_move=game.to_move(after.state),\n                ),\n            )\n"
                "        from bot.referee.context import lane\n"
                "        from storage.queries import outbox\n"
                "        now = context.now()\n"
                "        async with context.write() as tx:\n"
                f"            {_PUT}",
            ),
        ),
        ("boards missing",),
    ),
    Mutant(
        "plans are stored and never played",
        (
            Patch(
                "bot/referee/log/automatic_moves.py",
                "        if isinstance(plan, Answer) and not stopped:\n",
                "        if isinstance(plan, Answer) and stopped:\n",
            ),
        ),
        ("acknowledged acts lost",),
    ),
    Mutant(
        "no unique source id",
        (
            Patch(
                "storage/queries/events.py",
                '        ~exists().where(events.c.source_id == bindparam("source")),\n',
                '        ~exists().where(events.c.source_id + bindparam("source") == 0),\n',
            ),
            Patch(
                "storage/queries/events.py",
                '    return next(iter(await _fetch(tx, _BY_SOURCE, {"source": source_id})), None)\n',
                "    return None\n",
            ),
            Patch(
                "storage/queries/read_markers.py",
                "    for table in (events, challenges, notes, plans, tournaments, audit_log, outbox):\n",
                "    for table in (challenges, notes, plans, tournaments, audit_log, outbox):\n",
            ),
            Patch(
                "storage/schema.py",
                'server_default=false()),\n    UniqueConstraint("source_id"),\n',
                "server_default=false()),\n",
            ),
            Patch(
                "storage/migrations/versions/0001_first.py",
                '        sa.UniqueConstraint("source_id", name="uq_events_source_id"),\n',
                "",
            ),
        ),
        ("moves played twice", "messages answered twice"),
    ),
    Mutant(
        "alarms that the process alone remembers",
        (
            Patch(
                "bot/referee/due_jobs.py",
                "    if match.to_move is not None and match.computer_to_move is None:\n        user_id",
                '    reminded = _queue_alarm.__dict__.setdefault("reminded", set())\n'
                "    if match.to_move is not None and (match.id, match.seq) not in reminded:\n"
                "        reminded.add((match.id, match.seq))\n"
                "        user_id",
            ),
            Patch(
                "bot/referee/due_jobs.py",
                '    await clocks.save(tx, replace(clock, due="timeout", due_at=clock.deadline))\n',
                "",
            ),
        ),
        ("alarms lost or doubled",),
    ),
    Mutant(
        "changes of a page that are new whenever they come",
        (
            Patch(
                "web/visitors.py",
                "        return int(number)\n",
                "        import time\n\n        return int(number) and int(number) + time.time_ns() % 2**20\n",
            ),
        ),
        ("changes of a page answered otherwise", "acknowledged moves lost", "moves other than given"),
    ),
    Mutant(
        "matches played on from the move before",
        (
            Patch(
                "bot/referee/play_on.py",
                "    return moves[ply - 1].seq if ply else 0\n",
                "    return moves[ply - 2].seq if ply > 1 else 0\n",
            ),
        ),
        ("matches played on from elsewhere",),
    ),
    Mutant(
        "gifts without a unique source",
        (
            Patch(
                "bot/referee/clocks/clock.py",
                'queue_row(tx, match, "gift", body, context.now(), source_id=request.source_id)',
                'queue_row(tx, match, "gift", body, context.now())',
            ),
            Patch("bot/backfill.py", "        dealt_with |= {answered for", "        _ = {answered for"),
        ),
        ("acts done twice",),
    ),
    Mutant(
        "rematches looked for before the transaction",
        (
            Patch(
                "bot/referee/challenges/answer.py",
                "        async with context.write() as tx:\n            match = require_single(",
                "        async with context.database.read() as tx:\n"
                "            known = await challenges.rematch(tx, number or 0)\n"
                "        async with context.write() as tx:\n"
                "            match = require_single(",
            ),
            Patch(
                "bot/referee/challenges/answer.py",
                "            known = await challenges.rematch(tx, match.id)\n",
                "",
            ),
            Patch("storage/schema.py", '    Index(None, "rematch_of", unique=True),\n', ""),
            Patch(
                "storage/migrations/versions/0002_looks_and_claims.py",
                '    op.create_index("ix_challenges_rematch_of", "challenges", ["rematch_of"], unique=True)\n',
                "",
            ),
        ),
        ("acts done twice",),
    ),
    Mutant(
        "results of events that the process alone waits for",
        (
            Patch(
                "bot/referee/tournaments/settle.py",
                'RESULTS = JobType("pairing", lambda _, tx: pairings.ended(tx), settle_match)\n',
                "async def _find_ended(_: Context, tx: Tx) -> list[int]:\n"
                '    running = _find_ended.__dict__.setdefault("running", set())\n'
                "    ended = [number for number in await pairings.ended(tx) if number in running]\n"
                "    running.update(match.id for match in await matches.find(tx) if match.ended_at is None)\n"
                "    return ended\n\n\n"
                'RESULTS = JobType("pairing", _find_ended, settle_match)\n',
            ),
        ),
        ("event results other than played",),
    ),
    Mutant(
        "days of events' pages that the process alone remembers",
        (
            Patch(
                "bot/referee/tournaments/run.py",
                "        due_at = posted_at + DAY\n",
                '        days = _schedule_page.__dict__.setdefault("days", {})\n'
                "        due_at = days.get(tournament.id, posted_at - DAY) + DAY\n"
                "        days[tournament.id] = now\n",
            ),
        ),
        ("posts said twice",),
    ),
)


def mutated(mutant: Mutant, folder: Path) -> None:
    """Copy this checkout's code into a folder and patch it there. Raises `Unfitting`."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for patch in mutant.patches:
        patch.apply(folder)


def all_caught(seed: int, say: Callable[[str], None]) -> bool:
    """Run chaos on every mutant until it is caught, and return whether all were."""
    caught = [_caught(mutant, seed, say) for mutant in MUTANTS]
    return all(caught)


def _caught(mutant: Mutant, seed: int, say: Callable[[str], None]) -> bool:
    with tempfile.TemporaryDirectory(prefix="turnpost-mutant-") as name:
        folder = Path(name)
        mutated(mutant, folder)
        for run in range(RUNS):
            shown = _broken(_chaos(folder, seed + run))
            say(f"{mutant.what}, seed {seed + run}, {KILLS} kills: {_told(shown)}")
            if set(shown) & set(mutant.shows):
                return True
    say(f"{mutant.what}: NOT CAUGHT in {RUNS} runs")
    return False


def _chaos(folder: Path, seed: int) -> str:
    call = [sys.executable, "-m", "tests.chaos", f"--seed={seed}", f"--kills={KILLS}", f"--matches={MATCHES}"]
    environment = os.environ | {"TMPDIR": str(folder)}  # what a run keeps goes when the mutant goes
    done = subprocess.run(  # noqa: S603 - this very program
        call, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.stdout


def _broken(output: str) -> dict[str, int]:
    """Return the figures of the audit that are not 0. Raises AssertionError where the run did not get that far."""
    found = {kind: re.search(rf"^{kind}\s+(\d+)$", output, re.MULTILINE) for kind in KINDS}
    assert all(found.values()), output[-4000:]
    return {kind: int(one[1]) for kind, one in found.items() if one and int(one[1])}


def _told(shown: dict[str, int]) -> str:
    return "caught by " + ", ".join(f"{kind} {times}" for kind, times in shown.items()) if shown else "not yet caught"
