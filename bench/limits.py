"""How long a busy server waits for its boards under Discord's rate limits: `python -m bench.limits`.

All matches of one server are answered at the same moment, a few times over. The embedded Discord limits the bot's
requests as Discord does: five messages in five seconds in a channel, and fifty requests a second in all. A refused
request counts towards the ban of an address, so there should be none.
"""

from __future__ import annotations

import asyncio
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.bot_pair import MeasuredBot, begin_matches, wait_until_idle
from bench.bots import Bot
from bench.results import keep, spread
from bench.tables import count, say
from bench.throughput import mixed
from bot.client.client import PER_SECOND
from games import GAMES
from playground import Options, Playground
from playground.model.resources.user import BOT_ID
from playground.rate_limits import RateLimits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bench.live import LiveMatch
    from playground.model.state import State

MATCHES = 100
ROUNDS = 5
HEAD = (
    "| matches | boards | refused requests | in order | median s | p99 s | slowest s |\n|--:|--:|--:|---|--:|--:|--:|"
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.limits", description="Measure waits under Discord's limits.")
    parser.add_argument("--matches", type=count, default=MATCHES, help=f"matches on the server ({MATCHES})")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help=f"moves of each match ({ROUNDS})")
    options = parser.parse_args(arguments)
    asyncio.run(measure(options.matches, options.rounds))


async def measure(matches: int, rounds: int) -> None:
    """Measure, print a table, and keep the result. Raises `SystemExit` if the matches have fewer moves."""
    rate_limits = RateLimits()
    playground = await Playground.start(options=Options(rate_limits=rate_limits))
    try:
        with tempfile.TemporaryDirectory() as folder:
            by_game = await begin_matches(Path(folder), playground, dict.fromkeys(GAMES, 1), -(-matches // len(GAMES)))
            live = list(mixed(by_game.values()))[:matches]
            shortest = min(len(match.turns) for match in live)
            if rounds > shortest:
                raise SystemExit(
                    f"The shortest of these matches has {shortest} moves: ask for at most as many --rounds."
                )
            bot = Bot("turnpost", playground, Path(folder), {"DISCORD_REQUESTS_PER_SECOND": str(PER_SECOND)})
            try:
                await bot.start()
                await wait_until_idle(playground)
                times = await _play(MeasuredBot(playground, bot), live, rounds)
            finally:
                await bot.stop()
    finally:
        await playground.stop()
    found = {
        "matches": len(live),
        "boards": len(times),
        "refused": rate_limits.limited,
        "in_order": all(_is_in_order(playground.state, match) for match in live),
        "turn": spread(times),
    }
    say(f"{HEAD}\n{format_row(found)}")
    keep("limits", found)


async def _play(bot: MeasuredBot, live: Sequence[LiveMatch], rounds: int) -> list[float]:
    """Play so many moves of each match, each time in all at once; return the seconds until each board."""
    times: list[float] = []
    for _ in range(rounds):
        turns = [(match.thread, *match.turns.popleft()) for match in live]
        times += await asyncio.gather(*(bot.turn(thread, person, f"!move {text}") for thread, person, text in turns))
    return times


def _is_in_order(state: State, match: LiveMatch) -> bool:
    """Whether the boards of a match were posted in the order of its moves, each once."""
    boards = [one for one in state.said[match.thread.id].values() if one.author_id == BOT_ID and one.attachments]
    plies = [int(one.content.removeprefix("**").partition(".")[0]) for one in boards]
    return plies == list(range(1, len(plies) + 1))


def format_row(found: Mapping[str, Any]) -> str:
    """Return the row of the table."""
    turn, order = found["turn"], "yes" if found["in_order"] else "no"
    times = " | ".join(f"{turn[name]:.2f}" for name in ("median", "p99", "worst"))
    return f"| {found['matches']} | {found['boards']} | {found['refused']} | {order} | {times} |"


if __name__ == "__main__":
    main()
