"""Sentences that say why somebody can't play on a server."""

from __future__ import annotations

from bot.referee.guilds.setting_values import you_are_blocked


def test_a_reason_for_a_block_is_told_where_there_is_one() -> None:
    assert you_are_blocked("spam").startswith("You're blocked from playing on this server (spam). ")
    assert you_are_blocked("").startswith("You're blocked from playing on this server. ")
