"""The list of a person's matches: by whose turn it is, the most urgent first, with the challenges to them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.endings import resign
from bot.referee.lists import MyMatches, list_my_matches
from storage.queries import outbox
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, HOUR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.lists import MatchEntry
    from tests.bot.referee.clock_context import ClockContext


def numbers(entries: Sequence[MatchEntry]) -> list[int]:
    return [entry.match.id for entry in entries]


async def test_the_earliest_deadline_comes_first_and_then_the_longest_turn(here: ClockContext) -> None:
    begun: list[int] = []
    for clock in ("none", "5d", "none", "3d"):
        begun.append((await here.begin(clock, "martian-life")).id)
        here.time += HOUR
    old, late, new, soon = begun
    hers = await list_my_matches(here.context, ANN.id, GUILD)
    assert (numbers(hers.your_turn), hers.their_turn) == ([soon, late, old, new], [])
    assert hers.your_turn[0].deadline == here.time - HOUR + 3 * DAY
    assert [entry.deadline for entry in hers.your_turn[2:]] == [None, None]
    await here.move(old)
    await here.move(late)
    hers, his = [await list_my_matches(here.context, person.id, None) for person in (ANN, BOB)]
    assert (numbers(hers.your_turn), numbers(hers.their_turn)) == ([soon, new], [late, old])
    assert (numbers(his.your_turn), numbers(his.their_turn)) == ([late, old], [soon, new])
    await resign(here.context, here.request(BOB), soon)
    assert numbers((await list_my_matches(here.context, ANN.id, GUILD)).your_turn) == [new]
    assert await list_my_matches(here.context, CLEO.id, None) == MyMatches(CLEO.id, [], [], [])
    assert await list_my_matches(here.context, ANN.id, GUILD + 1) == MyMatches(ANN.id, [], [], [])


async def test_challenges_wait_for_an_answer_until_they_expire(here: ClockContext) -> None:
    first = await here.challenge()
    async with here.context.database.write() as tx:
        post = await outbox.of_challenge(tx, first.id, "challenge")
    for guild_id in (GUILD, None):
        (pending,) = (await list_my_matches(here.context, BOB.id, guild_id)).challenges
        assert (pending.challenge, pending.post) == (first, post)
    assert (await list_my_matches(here.context, BOB.id, GUILD + 1)).challenges == []
    assert (await list_my_matches(here.context, ANN.id, GUILD)).challenges == []
    here.time = first.expires_at - timedelta(seconds=1)
    assert (await list_my_matches(here.context, BOB.id, GUILD)).challenges
    here.time = first.expires_at
    assert (await list_my_matches(here.context, BOB.id, GUILD)).challenges == []
