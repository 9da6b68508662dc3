"""People who are blocked leave the events of their server, and can't sign up for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.guilds.audit_log import Blocked
from bot.referee.servers import BlockResult, BlockTarget, block_person
from storage.queries import tournaments
from tests.bot.referee.manager import manager_request
from tests.bot.referee.tournaments.tournament_context import DAY, GUILD, make_organizer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.referee.tournaments.tournament_context import Organizer


async def block(organizer: Organizer, user_id: int) -> BlockResult:
    done = await block_person(organizer.context, manager_request(GUILD), BlockTarget(user_id), "", manager=True)
    assert isinstance(done, BlockResult)
    return done


async def test_who_is_blocked_is_off_the_list_and_can_not_sign_up(tmp_path: Path) -> None:
    async with make_organizer(tmp_path / "record.db") as organizer:
        made = await organizer.create("league")
        await organizer.sign_up(made, range(1, 5))
        assert [each.id for each in (await block(organizer, 4)).events] == [made.id]
        assert [each.user_id for each in await organizer.people(made)] == [1, 2, 3]
        with pytest.raises(Blocked):
            await organizer.sign_up(made, [4])
        await organizer.wait(7 * DAY)
        assert len(await organizer.running(made)) == 3
        assert await organizer.verify() == []


async def test_who_is_blocked_withdraws_and_stays_out_of_the_next_season(tmp_path: Path) -> None:
    async with make_organizer(tmp_path / "record.db") as organizer:
        league = await organizer.begin("league", 4)
        await block(organizer, 4)
        await organizer.wait()
        running = await organizer.running(league)
        assert all(4 not in {person.id for person in match.seats} for match in running)
        assert {"user": 4, "tournament": league.id, "notice": "removed", "match": None} in await organizer.posted(
            "tournament_notice"
        )
        assert (await organizer.play_out(league, lambda match: match.seats[0].id)).status == "finished"
        async with organizer.context.database.read() as tx:
            following = await tournaments.next_season(tx, league.id)
        assert following is not None
        with pytest.raises(Blocked):
            await organizer.sign_up(following, [4])
        await organizer.sign_up(following, [3])
        assert await organizer.verify() == []
