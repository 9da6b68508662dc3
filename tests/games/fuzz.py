"""`make fuzz`: throws texts at every game's parsers, and prints what they answered, how fast, and what is wrong."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from typing import TYPE_CHECKING, Any

from bot.game_checks.fuzz import TIMED
from games import GAMES
from tests.games.fuzz_runner import fuzz

if TYPE_CHECKING:
    from bot.game_checks.fuzz import Tally
    from games.contract import Game

TEXTS = 200_000
AIM = 50
"""Milliseconds that no text should take; all calls kept that took longer are shown."""


def main() -> None:
    """Run the command line; the exit code is 1 when a promise was broken."""
    parser = ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append", help="only this one (may be given several times)")
    parser.add_argument("--texts", type=int, default=TEXTS, help=f"texts a game ({TEXTS})")
    parser.add_argument("--seed", type=int, default=1, help="what decides every text (1)")
    options = parser.parse_args()
    if options.texts < 1:
        parser.error(f"--texts is a whole number from 1, not {options.texts}.")
    failed = [key for key in options.game or GAMES if _run(GAMES[key], options.seed, options.texts)]
    if failed:
        sys.exit(f"Promises broken: {', '.join(failed)}.")


def _run(game: Game[Any, Any], seed: int, texts: int) -> bool:
    began = time.perf_counter()
    tally = fuzz(game, seed, texts)
    _print(f"{game.info.key}: {texts} texts, seed {seed}, {time.perf_counter() - began:.0f} s")
    _print("  " + ", ".join(f"{count} {kind}" for kind, count in sorted(tally.counts.items())))
    _print_slowest(tally)
    _print_findings(tally)
    return bool(tally.findings)


def _print_slowest(tally: Tally) -> None:
    for sort in TIMED:
        calls = sorted(tally.slowest.get(sort, ()), reverse=True)
        if not calls:
            continue
        times = ", ".join(f"{nanoseconds / 1e6:.1f}" for nanoseconds, _ in calls)
        _print(f"  slowest {sort}: {times} ms")
        for place, (nanoseconds, call) in enumerate(calls):
            if place == 0 or nanoseconds > AIM * 1e6:
                _print(f"    {nanoseconds / 1e6:.1f} ms: {call}")


def _print_findings(tally: Tally) -> None:
    """Print a few findings of each sort: one cause often affects thousands of texts."""
    seen: Counter[str] = Counter()
    for finding in tally.findings:
        sort = finding.what.split(":")[0][:40]
        seen[sort] += 1
        if seen[sort] <= 3:
            _print(f"  WRONG: {finding.what}\n    {finding.call}")
    for sort, count in seen.items():
        _print(f"  {count} times: {sort}...")


def _print(line: str) -> None:
    sys.stdout.write(line.encode("utf-8", "backslashreplace").decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
