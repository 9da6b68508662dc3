"""Time in a match: somebody lets it run, is reminded, runs out of it; the others give more, or claim the match."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.chaos import post_parser
from tests.chaos.acts import CLAIM, GIFT
from tests.chaos.attempts import Wish, attempt, press, say, slash
from tests.chaos.post_parser import Gift

if TYPE_CHECKING:
    from tests.chaos.contests import Contest
    from tests.playground.client import Person

CONTROLS = ("10m", "12m", "10m+10m cap 20m")
"""The clocks that people choose: the shortest there are."""


async def let_run(contest: Contest, mover: Person) -> None:
    """Let one's time run until one is reminded, or until it is up, and see what the others do about it.

    A player who has the safety net moves when it has taken a day.
    """
    players, number = contest.players, contest.number
    caught = players.net_days[number]
    reminded, up = players.alarms[number], players.timeouts.get(number)
    await contest.until(lambda: players.alarms[number] > reminded or players.timeouts.get(number) is not up)
    if contest.chance.random() < 0.4:
        return
    await contest.until(lambda: players.timeouts.get(number) is not up or players.net_days[number] > caught)
    if players.timeouts.get(number) is up:
        return
    others = [each for each in contest.still_in() if each is not mover]
    if contest.went_on or players.closing or not others:
        return
    move = contest.chance.random()
    if move < 0.5:
        claimants = contest.chance.sample(others, contest.chance.randint(1, len(others)))
        await asyncio.gather(*(claim(contest, each) for each in claimants))
    elif move < 0.8:
        await give(contest, contest.chance.choice(others))


async def claim(contest: Contest, person: Person) -> None:
    """Claim the time of whoever is to move."""

    def draw() -> Wish:
        up = contest.players.timeouts[contest.number]
        send = contest.chance.choice(
            (
                press(person, up.id, post_parser.button(up, "claim") or "claim"),
                say(person, "!claim", contest.home),
                slash(person, contest.home, "match claim"),
                slash(person, contest.hall, "match claim", match=str(contest.number)),
            )
        )
        return Wish(CLAIM, person, "claim", send, contest.number)

    await attempt(contest.players, draw, lambda: contest.went_on)


async def give(contest: Contest, person: Person) -> None:
    """Give time to whoever is to move."""
    players, number = contest.players, contest.number
    tried: list[Gift] = []

    def draw() -> Wish:
        minutes = next(each for each in players.minutes if each % 60)
        tried.append(Gift(number, person.name, minutes))
        length = f"{minutes}m"
        send = contest.chance.choice(
            (
                say(person, f"!givetime {length}", contest.home),
                say(person, f"!givetime #{number} {length}", contest.home),
                slash(person, contest.home, "match givetime", time=length),
                slash(person, contest.hall, "match givetime", time=length, match=f"#{number}"),
            )
        )
        return Wish(GIFT, person, f"givetime {length}", send, number, length)

    await attempt(players, draw, lambda: contest.went_on or bool(players.gifts.intersection(tried)))
