"""How long a turn takes: `python -m bench.turn`. From the player's message to the board, beside an echo bot.

Turns of recorded matches are played by text in their threads, on the embedded Discord. The echo bot (`bench.echo`) gets
a message for each of them and replies with a stored picture of that game, as large as its median board. Both bots are
processes of their own, on the same kind of server. Blocks of turns alternate between them, so other load on the machine
affects both. The time runs from the message's dispatch on the gateway to the request with the picture. A pause before
each message lets the bot finish its work on the one before (marking a post as sent, collecting garbage), as between the
turns of people.
"""

from __future__ import annotations

import asyncio
import tempfile
from argparse import ArgumentParser
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.bot_pair import start_pair
from bench.results import keep, shares, spread
from bench.tables import count, say
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from bench.bot_pair import Pair
    from bench.live import LiveMatch

ROUNDS = 20
BLOCK = 10
WARMING = 5
"""Turns of each game before the measurement that aren't timed."""

PLANNED_ROUNDS = 5
"""Blocks of turns whose answers are planned."""
PAUSE = 0.02
HEAD = (
    "| game | turns | bot: median ms | p99 | echo: median ms | p99 | times: median | p99 | kB |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.turn", description="Measure how long a turn takes.")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help=f"blocks of {BLOCK} turns a game ({ROUNDS})")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this one (may be given several times)")
    parser.add_argument("--steps", action="store_true", help="with stopwatches in the bot, and nothing kept")
    options = parser.parse_args(arguments)
    asyncio.run(measure(options.game or list(GAMES), options.rounds, steps=options.steps))


async def measure(games: Sequence[str], rounds: int, *, steps: bool = False) -> None:
    """Measure, print a table, and keep the result; with `steps`, print how long each step took instead."""
    settings = {"BENCH_STEPS": "1"} if steps else {}
    say(HEAD)
    with tempfile.TemporaryDirectory() as folder:
        async with start_pair(
            Path(folder), dict.fromkeys(games, (rounds + 1 + 3 * PLANNED_ROUNDS) * BLOCK + WARMING), settings=settings
        ) as bots:
            bots.turnpost.playground.calls.clear()
            bots.echo.playground.calls.clear()
            rows: dict[str, Any] = {}
            echoes: list[float] = []
            for key in games:
                rows[key] = await measured(bots, key, rounds, echoes)
            calls = {"bot": dict(bots.turnpost.playground.calls), "echo": dict(bots.echo.playground.calls)}
            slash = await by_slash(bots, games[0])
            calls["slash"] = dict(bots.turnpost.playground.calls - Counter(calls["bot"]))
            plans = await planned(bots, games[0], min(rounds, PLANNED_ROUNDS))
            inside = {"bot": await bots.turnpost.bot.inside(), "echo": await bots.echo.bot.inside()}
    alone, answered = plans["alone"]["median"] * 1000, plans["answered"]["median"] * 1000
    say(f"A turn of {games[0]} whose answer was planned: median {answered:.1f} ms, beside {alone:.1f} ms alone.")
    if steps:
        for name, each in sorted(inside["bot"]["steps"].items()):
            say(f"{name}: {each['count']} of {each['sum'] / each['count'] * 1000:.2f} ms")
        return
    turns = sum(row["bot"]["count"] + WARMING for row in rows.values())
    keep(
        "turn",
        {
            "games": rows,
            "turns": turns,
            "echo_shares": shares(echoes),
            "slash": slash,
            "plans": plans,
            "inside": inside,
            "calls": calls,
        },
    )


def upcoming_turns(matches: Sequence[LiveMatch]) -> Iterator[tuple[LiveMatch, int, str]]:
    """Yield the turns that lie ahead in matches, one match after the other: match, person and text."""
    for match in matches:
        while match.turns:
            yield match, *match.turns.popleft()


async def measured(bots: Pair, key: str, rounds: int, echoes: list[float]) -> dict[str, Any]:
    """Play blocks of turns of a game, and let the echo bot reply as often; add its times to `echoes`."""
    turns = upcoming_turns(bots.matches[key])
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(-1, rounds):
        bot_times = [await play_turn(bots, *turn) for turn in islice(turns, WARMING if number < 0 else BLOCK)]
        echo_times = [await _echo(bots, key) for _ in bot_times]
        if number < 0:
            bots.turnpost.boards.clear()
        else:
            ours += bot_times
            theirs += echo_times
    sizes = sorted(bots.turnpost.boards)
    bots.turnpost.boards.clear()
    echoes += theirs
    row = {
        "bot": spread(ours),
        "echo": spread(theirs),
        "shares": shares(ours),
        "bytes": sizes[len(sizes) // 2],
        "largest": sizes[-1],
    }
    say(format_row(key, row))
    return row


async def by_slash(bots: Pair, key: str) -> dict[str, float]:
    """Play a block of turns by slash command."""
    times: list[float] = []
    for match, person, text in islice(upcoming_turns(bots.matches[key]), BLOCK):
        await asyncio.sleep(PAUSE)
        times.append(await bots.turnpost.slash(match.thread, person, text))
    return spread(times)


async def planned(bots: Pair, key: str, rounds: int) -> dict[str, dict[str, float]]:
    """Play turns of a game alone and with a planned answer, block by block; return the times of both.

    The plan is made before the clock starts, and its answer is on the board that stops it.
    """
    alone: list[float] = []
    answered: list[float] = []
    turns = upcoming_turns(bots.matches[key])
    for _ in range(rounds):
        alone += [await play_turn(bots, *turn) for turn in islice(turns, BLOCK)]
        answered += [time async for time in _answered(bots, bots.matches[key])]
    return {"alone": spread(alone), "answered": spread(answered)}


async def _answered(bots: Pair, matches: Sequence[LiveMatch]) -> AsyncIterator[float]:
    """Yield how long a block of turns took whose answers were planned."""
    for _ in range(BLOCK):
        match = next(one for one in matches if len(one.turns) > 1 and one.turns[0][0] != one.turns[1][0])
        (person, text), (planner, answer) = match.turns.popleft(), match.turns.popleft()
        lines = f"#{match.number} if {text} then {answer}"
        await bots.turnpost.ask(match.thread, planner, "match", do=f"plan {lines}")
        yield await play_turn(bots, match, person, text)


async def play_turn(bots: Pair, match: LiveMatch, person: int, text: str) -> float:
    """Play a turn after a pause; return how many seconds it took."""
    await asyncio.sleep(PAUSE)
    return await bots.turnpost.turn(match.thread, person, f"!move {text}")


async def _echo(bots: Pair, key: str) -> float:
    await asyncio.sleep(PAUSE)
    person = next(iter(bots.echo.playground.state.people))
    return await bots.echo.turn(bots.rooms[0], person, f"{key} c4")


def format_row(key: str, row: dict[str, Any]) -> str:
    """Return a game's row of the table."""
    ours, theirs = row["bot"], row["echo"]
    cells = [f"{each[name] * 1000:.1f}" for each in (ours, theirs) for name in ("median", "p99")]
    times = [f"{ours[name] / theirs[name]:.2f}" for name in ("median", "p99")]
    return f"| {key} | {ours['count']} | {' | '.join([*cells, *times])} | {row['bytes'] / 1000:.1f} |"


if __name__ == "__main__":
    main()
