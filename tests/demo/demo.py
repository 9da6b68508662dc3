"""People play on the playground's page: a match of each game, a plan, a takeback, an alarm and a league."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bench.scenes import recording
from tests.demo.acts import CLOCK, let_alarm_ring, move_into_plan, queue_moves, take_back
from tests.demo.league import hold_league
from tests.wire.match import Contest

if TYPE_CHECKING:
    from tests.demo.stage import Stage

FIRST, WITH_PLAN, WITH_TAKEBACK, LAST = (
    "xero-g-north-wins",
    "martian-life-red-wins",
    "force-field-factions-quick",
    "xong-standard-4",
)
OF_THREE, OF_LEAGUE = "zyrcan-3-standard-1", "xero-g-won-in-five"
"""Recorded matches, which people play again."""
SHIPS = 36
"""How many moves of the match of three place ships."""


async def run_demo(stage: Stage) -> None:
    """Let all of it happen: matches of two, beside a match of three and a league."""
    await asyncio.gather(_play_in_twos(stage), _play_in_threes(stage))


async def _play_in_twos(stage: Stage) -> None:
    contest, moves = await begin(stage, FIRST, "Ann", "Bob")
    await stage.play(contest, moves)
    stage.tell_end(contest)

    contest, moves = await begin(stage, WITH_PLAN, "Ann", "Bob", clock=CLOCK)
    await stage.play(contest, moves[:4])
    await move_into_plan(stage, contest, *moves[4:6])
    await stage.play(contest, moves[6:10])
    await let_alarm_ring(stage, contest)
    await stage.play(contest, moves[10:])
    stage.tell_end(contest)

    contest, moves = await begin(stage, WITH_TAKEBACK, "Ann", "Bob")
    await stage.play(contest, moves[:2])
    before = contest.state, contest.move
    await stage.move(contest, moves[2])
    await take_back(stage, contest, *before)
    await stage.play(contest, moves[2:])
    stage.tell_end(contest)

    contest, moves = await begin(stage, LAST, "Ann", "Bob")
    await stage.play(contest, moves)
    stage.tell_end(contest)


async def _play_in_threes(stage: Stage) -> None:
    names = ("Cleo", "Dan", "Eve")
    contest, moves = await begin(stage, OF_THREE, *names)
    await queue_moves(stage, contest, moves[:SHIPS])
    await stage.play(contest, moves[SHIPS:])
    stage.tell_end(contest)
    league = recording(OF_LEAGUE)
    await hold_league(stage, league["game"], _moves(OF_LEAGUE), *names)


async def begin(stage: Stage, name: str, *names: str, **terms: str) -> tuple[Contest, list[str]]:
    """Let people begin a recorded match; return it, and its moves."""
    match = recording(name)
    contest = Contest(match["game"], tuple(stage.env[name] for name in names), match["options"], redraws=False)
    await stage.think()
    await contest.begin_by_slash(**terms)
    stage.say(f"{' and '.join(names)} play {contest.game.info.title}, as #{contest.number}.")
    return contest, _moves(name)


def _moves(name: str) -> list[str]:
    return [text for text, *_ in recording(name)["moves"]]
