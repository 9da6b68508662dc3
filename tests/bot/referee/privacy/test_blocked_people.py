"""A block outlives the deletion of the blocked person as a bare id; a manager's deeds outlive theirs under a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import load_audit_log
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.privacy import delete_person, foresee_deletion, load_personal_data
from bot.referee.servers import BlockTarget, block_person, change_settings, list_blocks
from storage.queries.blocks import Block
from storage.queries.rows import FORMER_IDS
from tests.bot.referee.privacy.traces import find_traces
from tests.bot.referee.test_privacy import ANN, BOB, CLEO, NOON, by, challenge, context, leads_nowhere

if TYPE_CHECKING:
    from bot.referee.context import Context

__all__ = ["context"]


async def block_bob(context: Context) -> None:
    """Let Ann, who manages the server, choose a setting and block Bob."""
    await change_settings(context, by(ANN), {"most": "5"}, GuildResources(set(), set()), manager=True)
    await block_person(context, by(ANN), BlockTarget(BOB.id), "he spams", manager=True)


async def test_a_blocked_person_stays_blocked_and_nothing_else_is_kept(context: Context) -> None:
    await block_bob(context)
    assert (await foresee_deletion(context, BOB.id)).blocks == 1
    assert await delete_person(context, BOB.id)
    found = await find_traces(context.database, str(BOB.id), BOB.name, "he spams")
    assert [line for line in found if not line.startswith("deletions.")] == [f"blocks.user_id: {BOB.id}"]
    assert await list_blocks(context, by(ANN), manager=True) == [Block(BOB.id, None, None, "")]
    entries, *_ = await load_audit_log(context, 1, 1, manager=True)
    assert [(each.action, each.user_id) for each in entries] == [("settings", ANN.id)]
    with pytest.raises(RequestRejected, match="You're blocked"):
        await challenge(context, "xong", BOB, CLEO)


async def test_what_a_manager_did_stays_under_a_number(context: Context) -> None:
    await block_bob(context)
    assert await delete_person(context, ANN.id)
    assert await leads_nowhere(context, ANN)
    (block,) = await list_blocks(context, by(CLEO), manager=True)
    assert (block.user_id, block.blocked_at, block.reason) == (BOB.id, NOON, "he spams")
    assert block.blocked_by in FORMER_IDS
    entries, *_ = await load_audit_log(context, 1, 1, manager=True)
    assert [(each.action, each.user_id, each.subject_id) for each in entries] == [
        ("block", block.blocked_by, BOB.id),
        ("settings", block.blocked_by, None),
    ]


async def test_each_sees_their_part_without_the_other(context: Context) -> None:
    await block_bob(context)
    own = await load_personal_data(context, BOB.id)
    assert [(row["blocked_by"], row["user_id"], row["reason"]) for row in own["blocks"]] == [(None, BOB.id, "he spams")]
    assert [(row["action"], row["user_id"], row["subject_id"]) for row in own["audit_log"]] == [("block", None, BOB.id)]
    theirs = await load_personal_data(context, ANN.id)
    assert [(row["blocked_by"], row["user_id"]) for row in theirs["blocks"]] == [(ANN.id, None)]
    assert [(row["user_id"], row["subject_id"]) for row in theirs["audit_log"]] == [(ANN.id, None)] * 2
