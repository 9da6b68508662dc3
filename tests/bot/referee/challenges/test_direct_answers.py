"""Challenges answered by direct message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.answer import accept_challenge
from bot.referee.errors import RequestRejected
from storage.queries.rows import Match
from tests.bot.referee.challenge_context import ANN, BOB, CLEO, GUILD, SAID, make_challenge_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path


async def test_only_people_in_a_challenge_answer_it_by_direct_message(tmp_path: Path) -> None:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as at:
        made = await at.issue(ANN, BOB)
        for person, number, guild_id in ((CLEO, made.id, None), (BOB, 99, None), (BOB, made.id, GUILD + 1)):
            with pytest.raises(RequestRejected):
                await accept_challenge(at.context, number, person, next(SAID), guild_id=guild_id)
        assert isinstance(await accept_challenge(at.context, made.id, BOB, next(SAID), guild_id=None), Match)
