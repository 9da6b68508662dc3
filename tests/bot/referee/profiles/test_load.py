"""Profiles and scores of two people from what is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.people.preferences import change_preferences
from bot.referee.profiles import Score, find_hidden, load_head_to_head, load_profile
from storage.queries import outcomes
from storage.queries.rows import MatchEnd, Outcome, Person
from tests.bot.referee.offer_context import ANN, BOB, CLEO, make_offer_context
from tests.storage.samples import move, new_match

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from storage.engine.database import Tx


async def new_ended(tx: Tx, seats: Sequence[Person], winner: int) -> None:
    match = await move(tx, await new_match(tx, seats=seats), to_move=None)
    await outcomes.store(tx, match.id, MatchEnd(Outcome("rules", winner, 9), (winner,), ()))


async def test_profiles_count_active_matches_between_people_and_name_nobody_hidden(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        async with context.database.write() as tx:
            await new_ended(tx, (ANN, BOB), 1)
            await new_ended(tx, (CLEO, ANN), 1)
            for others in ((BOB,), (CLEO,), (Person.computer(2),), (BOB, Person.computer(1))):
                await new_match(tx, seats=(ANN, *others))
        await change_preferences(context, CLEO.id, {"standings": "hidden"})
        found = await load_profile(context, ANN)
        assert (found.played, found.active) == (2, 2)
        assert [one.person for one in found.opponents] == [BOB]
        assert await find_hidden(context, [ANN.id, CLEO.id]) == {CLEO.id}
        both = await load_head_to_head(context, (ANN, CLEO), lambda _: True)
        assert (both.score, both.played, both.active) == (Score(lost=1), 1, 1)
        assert len(both.last) == 1
