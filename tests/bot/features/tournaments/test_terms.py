"""The terms of an event as they are typed."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.features.tournaments.commands import parse_typed_terms
from bot.referee.errors import RequestRejected
from bot.referee.tournaments.sign_up import TournamentTerms
from games import GAMES
from tests.bot.referee.challenge_context import make_challenge_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path

ZYRCAN = GAMES["zyrcan"].info


async def test_a_kind_and_a_game_come_first_and_all_else_has_a_default(tmp_path: Path) -> None:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as at:
        assert parse_typed_terms(at.context, "League Zyrcan Spring Cup") == TournamentTerms(
            ZYRCAN, "league", "Spring Cup", {}
        )
        limits = "most=2 signup=2d vacation=no pauses=yes net=yes table=4 rounds=3"
        typed = f"tables zyrcan Spring 3d {limits} variant=blitzkrieg"
        assert parse_typed_terms(at.context, typed) == TournamentTerms(
            ZYRCAN,
            "tables",
            "Spring",
            {"variant": "blitzkrieg"},
            clock="3d",
            vacation=False,
            pauses=True,
            net=True,
            at_once=2,
            table_size=4,
            rounds=3,
            sign_up=timedelta(days=2),
        )
        with pytest.raises(RequestRejected, match="Say the kind"):
            parse_typed_terms(at.context, "ladder zyrcan Spring")


async def test_that_matches_be_unrated_is_not_dropped_in_silence(tmp_path: Path) -> None:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as at:
        assert parse_typed_terms(at.context, "cup zyrcan Spring unrated").options == {"rated": "no"}
