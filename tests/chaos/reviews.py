"""The review of a match that is over: several players ask for it, and it is posted once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.chaos.acts import REVIEW
from tests.chaos.attempts import Wish, attempt, press, slash

if TYPE_CHECKING:
    from tests.chaos.contests import Contest
    from tests.playground.client import Person


async def ask_for_review(contest: Contest) -> None:
    """Let all players ask for the review, by the button under the last board or by command."""
    await asyncio.gather(*(_ask(contest, person) for person in contest.people.values()))


async def _ask(contest: Contest, person: Person) -> None:
    board = contest.boards[-1].message

    def draw() -> Wish:
        by_press = press(person, board, f"review:{contest.number}")
        by_slash = slash(person, contest.hall, "match review", match=f"#{contest.number}")
        return Wish(REVIEW, person, "review", contest.chance.choice((by_press, by_slash)), contest.number)

    await attempt(contest.players, draw, lambda: contest.players.closing)
