"""Managers who end a match: what they confirm, what is stored, and what is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import MAX_REASON, abandon_match, check_abandon
from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import load_audit_log
from bot.referee.requests import AlreadyDone
from storage.queries import events
from storage.queries.rows import Match
from tests.bot.referee.clock_context import GUILD
from tests.bot.referee.manager import MANAGER, manager_request

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


async def test_a_reason_is_tidied_and_may_be_as_long_as_is_said(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    request = manager_request(GUILD)
    for typed, tidied in (("", ""), (" they\n`left` ", "they 'left'"), ("x" * MAX_REASON, "x" * MAX_REASON)):
        assert await check_abandon(here.context, request, match.id, typed, manager=True) == (match, tidied)
    with pytest.raises(RequestRejected, match=f"at most {MAX_REASON} characters; this one has {MAX_REASON + 1}"):
        await check_abandon(here.context, request, match.id, "x" * (MAX_REASON + 1), manager=True)


async def test_only_a_manager_ends_a_match_and_only_once(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    request = manager_request(GUILD)
    with pytest.raises(RequestRejected, match="Only people with Manage Server"):
        await check_abandon(here.context, request, match.id, "", manager=False)
    with pytest.raises(RequestRejected, match="Only people with Manage Server"):
        await abandon_match(here.context, request, match.id, "", manager=False)
    assert (await here.match(match.id)).ended_at is None
    ended = await abandon_match(here.context, request, match.id, "they left", manager=True)
    assert isinstance(ended, Match)
    assert (ended.ended_at, ended.to_move) == (here.time, None)
    async with here.context.database.read() as tx:
        last = (await events.of_match(tx, match.id))[-1]
    assert (last.kind, last.seat, last.user_id, last.text) == ("end", None, MANAGER, "they left")
    for again in (check_abandon, abandon_match):
        with pytest.raises(RequestRejected, match=f"#{match.id} ended"):
            await again(here.context, manager_request(GUILD), match.id, "", manager=True)


async def test_a_repeated_request_ends_no_other_match(here: ClockContext) -> None:
    first, second = [await here.begin("none", "martian-life") for _ in range(2)]
    request = manager_request(GUILD)
    await abandon_match(here.context, request, first.id, "", manager=True)
    assert await abandon_match(here.context, request, second.id, "", manager=True) == AlreadyDone()
    assert await here.match(second.id) == second
    entries, *_ = await load_audit_log(here.context, GUILD, 0, manager=True)
    assert [(entry.action, entry.match_id) for entry in entries] == [("abandon", first.id)]
