"""What the board on the web costs: `python -m bench.web`. From a tap to the next picture, beside a turn by text.

People play matches of each game by tapping, at random, as the page does it: each tap asks for the next step and then
for its picture, in the size of a screen (normal) or of a dense one (large) by turns. Of the moves that they choose,
each other one is played by the page, from *Play* to the next picture, and each other one by text in the thread, from
the message to the board, as in `bench.turn`: the same matches, the same positions, one run. The browsers are one HTTP
client on this machine. A pause before each tap keeps them below the site's own limits, as people are.

Then a match of two is watched by many pages, each of which hears of every move, asks for the state and for the
picture; many pages are left open; and strangers flood the site while two people play, by text and by tapping.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from itertools import count as numbers
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import aiohttp

from bench.results import keep, spread
from bench.sites import LONG, PATIENCE, Player, Times, open_pages, start_site
from bench.tables import count, say
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bench.sites import Json, MeasuredSite, Tab

ROUNDS = 40
"""Moves of each game that are played by the page, and as many by text."""
WARMING = 3
SPECTATORS, WATCHED, BETWEEN = 200, 8, 2.0
"""Pages that watch a match, moves that they see, and seconds from one move to the next."""
IDLE, IDLE_SECONDS = 1000, 15.0
FLOOD_SECONDS, RATE = 20.0, 100
"""Seconds of a flood, and requests a second."""
FLOODS: Mapping[str, int] = {"quiet": 0, "one address": 1, "250 addresses": 250}
"""Floods, and from how many addresses they come."""
PUZZLES = LONG[0]

HEAD = (
    "| game | taps | to the picture: median ms | p99 | large: median ms | p99 | step, picture: median ms "
    "| Play to the picture: median ms | p99 | text to the board: median ms | p99 |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)
CROWD_HEAD = (
    "| pages | processor ms a move | all have the picture after ms: median | worst | memory MB |\n|--:|--:|--:|--:|--:|"
)
FLOOD_HEAD = (
    "| flood | requests | answered | refused | turn by text: median ms | worst | tap: median ms | worst | memory MB |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.web", description="Measure what the board on the web costs.")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help=f"moves a game by page and by text ({ROUNDS})")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this one (may be given several times)")
    parser.add_argument("--pages", type=count, default=SPECTATORS, help=f"how many pages watch ({SPECTATORS})")
    parser.add_argument("--idle", type=count, default=IDLE, help=f"how many pages are left open ({IDLE})")
    parser.add_argument("--seconds", type=float, default=FLOOD_SECONDS, help=f"how long a flood is ({FLOOD_SECONDS})")
    options = parser.parse_args(arguments)
    asyncio.run(measure(options.game or list(GAMES), options.rounds, options.pages, options.idle, options.seconds))


async def measure(games: Sequence[str], rounds: int, pages: int, idle: int, seconds: float) -> None:
    """Measure, print the tables, and keep the results."""
    found: Json = {"games": {}, "pages": {}, "floods": {}}
    with tempfile.TemporaryDirectory() as folder:
        async with start_site(Path(folder), games) as site:
            say(HEAD)
            for key in games:
                found["games"][key] = await measure_taps(site, key, rounds)
                say(format_row(key, found["games"][key]))
            say(f"\n{CROWD_HEAD}")
            for number in (0, pages):
                found["pages"][str(number)] = await measure_spectators(site, number)
                say(format_crowd(str(number), found["pages"][str(number)]))
            found["idle"] = {str(number): await measure_idle(site, number) for number in (0, idle)}
            say(f"\n{describe_idle(found['idle'])}")
    say(f"\n{FLOOD_HEAD}")
    for name in FLOODS:
        with tempfile.TemporaryDirectory() as folder:
            async with start_site(Path(folder), games[:2]) as site:
                found["floods"][name] = await measure_flood(site, FLOODS[name], seconds)
        say(format_flood(name, found["floods"][name]))
    keep("web", found)


async def measure_taps(site: MeasuredSite, key: str, rounds: int) -> Json:
    """Play moves of a game by the page and by text; return the measurements."""
    player = Player(site, key)
    for _ in range(WARMING):
        await player.play_both()
    player.times = Times.new()
    for _ in range(rounds):
        await player.play_both()
    times = player.times
    return {
        "normal": spread(times.taps["normal"]),
        "large": spread(times.taps["large"]),
        "step": spread(times.steps),
        "picture": spread(times.pictures),
        "play": spread(times.plays),
        "text": spread(times.texts),
    }


async def measure_spectators(site: MeasuredSite, pages: int) -> Json:
    """Play moves while so many pages watch; return processor time, memory, and when all pages had the picture."""
    live = next(iter(site.live.values()))
    match = max(live[len(live) // 2 :], key=lambda each: len(each.turns))  # the first ones were played on by taps
    seen: Counter[str] = Counter()
    arrived = asyncio.Event()

    async def refresh(tab: Tab, stamp: str) -> None:
        del stamp
        state = await tab.get("state")
        await tab.picture((state["steps"] or state)["picture"], "normal")
        seen[state["at"]] += 1
        if seen[state["at"]] == pages:
            arrived.set()

    times: list[float] = []
    async with open_pages([await site.stranger_tab(match) for _ in range(pages)], refresh):
        await site.bot.bot.inside()
        for _ in range(WATCHED):
            arrived.clear()
            person, text = match.turns.popleft()
            began = time.perf_counter()
            await site.bot.turn(match.thread, person, f"!move {text}")
            if pages:
                await asyncio.wait_for(arrived.wait(), PATIENCE)
                times.append(time.perf_counter() - began)
            await asyncio.sleep(max(began + BETWEEN - time.perf_counter(), 0))
        inside = await site.bot.bot.inside()
    return {"cpu": inside["cpu"] / WATCHED, "memory": inside["memory"], "all": spread(times) if times else None}


async def measure_idle(site: MeasuredSite, pages: int) -> Json:
    """Leave so many pages open; return the share of a processor and the memory that they take."""
    live = [match for each in site.live.values() for match in each]
    tabs = [await site.stranger_tab(live[place % len(live)]) for place in range(pages)]

    async def ignore(tab: Tab, stamp: str) -> None:
        del tab, stamp

    async with open_pages(tabs, ignore):
        await site.bot.bot.inside()
        await asyncio.sleep(IDLE_SECONDS)
        inside = await site.bot.bot.inside()
    return {"cpu": inside["cpu"] / IDLE_SECONDS, "memory": inside["memory"]}


async def measure_flood(site: MeasuredSite, addresses: int, seconds: float) -> Json:
    """Play for so many seconds under a flood that comes from so many addresses, none if 0; return the measurements."""
    player = Player(site, next(iter(site.live)))
    for _ in range(WARMING):
        await player.play_both()
    player.times = Times.new()
    answers: Counter[int] = Counter()
    until, memory = time.perf_counter() + seconds, 0
    flood = asyncio.create_task(_flood(site, addresses, answers, until))
    while time.perf_counter() < until:
        await player.play_both()
        memory = max(memory, site.bot.bot.memory)
    await flood
    taps = [each for times in player.times.taps.values() for each in times]
    return {"answers": answers, "text": spread(player.times.texts), "tap": spread(taps), "memory": memory}


async def _flood(site: MeasuredSite, addresses: int, answers: Counter[int], until: float) -> None:
    """Make requests at a rate, and count how each was answered by status; 0 is one without answer for a minute."""
    lots, base = Random(1), await site.path(site.long)  # noqa: S311 - no secret
    kinds = (
        lambda: f"{base}/picture?at={lots.randrange(LONG[2])}&size=large&theme={lots.choice(('dark', 'light'))}",
        lambda: f"{base}/picture?at={lots.randrange(LONG[2])}&size=normal",
        lambda: f"{base}/state?at={lots.randrange(LONG[2])}",
        lambda: f"/p/{PUZZLES}/{lots.randrange(1, 100)}/step",
        lambda: f"/p/{PUZZLES}/{lots.randrange(1, 100)}/picture?marked=1&size=large",
    )

    async def request(address: str, headers: Mapping[str, str]) -> None:
        try:
            async with site.client.get(address, headers=headers, raise_for_status=False) as response:
                await response.read()
                answers[response.status] += 1
        except (aiohttp.ClientError, TimeoutError):
            answers[0] += 1

    async with asyncio.TaskGroup() as group:
        for number in numbers():
            if not addresses or time.perf_counter() > until:
                return
            headers = {"X-Forwarded-For": f"192.0.2.{number % addresses}"}
            group.create_task(request(lots.choice(kinds)(), headers))
            await asyncio.sleep(1 / RATE)


def format_row(key: str, row: Json) -> str:
    """Return a game's row of the table."""
    taps = row["normal"]["count"] + row["large"]["count"]
    parts = "{:.0f}, {:.0f}".format(*(row[name]["median"] * 1000 for name in ("step", "picture")))
    first, *others = (
        " | ".join(f"{row[name][share] * 1000:.0f}" for share in ("median", "p99"))
        for name in ("normal", "large", "play", "text")
    )
    return f"| {key} | {taps} | {first} | {others[0]} | {parts} | {others[1]} | {others[2]} |"


def format_crowd(pages: str, row: Json) -> str:
    """Return a row of the table of pages that watch."""
    times = [f"{row['all'][name] * 1000:.0f}" if row["all"] else "" for name in ("median", "worst")]
    return f"| {pages} | {row['cpu'] * 1000:.0f} | {' | '.join(times)} | {row['memory'] / 1e6:.0f} |"


def describe_idle(found: Mapping[str, Json]) -> str:
    """Return what open pages take."""
    (_, none), (pages, many) = found.items()
    memory = (many["memory"] - none["memory"]) / 1e6
    return (
        f"{pages} open pages to which nothing happens take {memory:.0f} MB of memory and {many['cpu']:.1%} of a "
        f"processor, beside {none['cpu']:.1%} without any."
    )


def format_flood(name: str, row: Json) -> str:
    """Return a flood's row of the table."""
    answers = {int(status): times for status, times in row["answers"].items()}
    asked, refused = sum(answers.values()), answers.get(429, 0)
    answered = asked - refused - answers.get(0, 0)
    times = [f"{row[kind][share] * 1000:.0f}" for kind in ("text", "tap") for share in ("median", "worst")]
    return f"| {name} | {asked} | {answered} | {refused} | {' | '.join(times)} | {row['memory'] / 1e6:.0f} |"


if __name__ == "__main__":
    main()
