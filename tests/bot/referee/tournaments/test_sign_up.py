"""An event is set up once by a message, which is not read again after an absence, and has a name that can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.requests import AlreadyDone
from bot.referee.tournaments.sign_up import TournamentTerms, create_tournament
from games import GAMES
from storage.queries import read_markers
from storage.queries.rows import Tournament
from tests.bot.referee.tournaments.tournament_context import CHANNEL, MANAGER

if TYPE_CHECKING:
    from tests.bot.referee.tournaments.tournament_context import Organizer


async def test_the_message_that_set_up_an_event_counts_once_and_is_on_record(organizer: Organizer) -> None:
    terms, request = TournamentTerms(GAMES["xero-g"].info, "league", "Spring", {}), organizer.request()

    made, again = [await create_tournament(organizer.context, request, terms, MANAGER, CHANNEL) for _ in range(2)]

    assert isinstance(made, Tournament)
    assert isinstance(again, AlreadyDone)
    async with organizer.context.database.read() as tx:
        assert await read_markers.recorded_sources(tx, [request.source_id, 1]) == {request.source_id}


@pytest.mark.parametrize("name", ["", "  ", "\u200b\u200b", "\u3164", "x" * 61])
async def test_an_event_needs_a_name_that_can_be_seen(organizer: Organizer, name: str) -> None:
    terms = TournamentTerms(GAMES["xero-g"].info, "league", name, {})
    with pytest.raises(RequestRejected, match="An event needs a name that can be seen, of at most 60 characters"):
        await create_tournament(organizer.context, organizer.request(), terms, MANAGER, CHANNEL)
