"""The match that follows a match: all who played ask for it at the same time."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from tests.chaos.acts import REMATCH
from tests.chaos.attempts import Wish, attempt, press, slash
from tests.chaos.players import GLANCE
from tests.chaos.records import rematch

if TYPE_CHECKING:
    from tests.chaos.contests import Contest
    from tests.playground.client import Person

PATIENCE = 20.0
"""Seconds that the match may take to begin once all have asked for it."""


async def play_again(contest: Contest) -> int | None:
    """Ask for the rematch of a match that is over, by the button under its last board or by command; return its number.

    None if it didn't come about before the evening ended.
    """
    players, people = contest.players, sorted(contest.people.values(), key=lambda person: person.id)
    async with AsyncExitStack() as stack:
        for person in people:  # nobody shall take its post for a challenge of their own
            await stack.enter_async_context(players.floor[person.id])
        await asyncio.gather(*(_ask(contest, person) for person in people))
        number: int | None = None
        for _ in range(round(PATIENCE / GLANCE)):
            number = number or await rematch(contest.database, contest.number)
            if players.closing or (number and players.boards[number]):
                break
            await players.until(lambda: players.closing, GLANCE)
    return number if number and players.boards[number] else None


async def _ask(contest: Contest, person: Person) -> None:
    board = contest.boards[-1].message

    def draw() -> Wish:
        by_press = press(person, board, f"rematch:{contest.number}")
        by_slash = slash(person, contest.hall, "match rematch", match=f"#{contest.number}")
        return Wish(REMATCH, person, "rematch", contest.chance.choice((by_press, by_press, by_slash)), contest.number)

    await attempt(contest.players, draw, lambda: contest.players.closing)
