"""Permissions that the bot lacks, in words."""

from __future__ import annotations

from discord import Permissions

from bot.features.match_text import lack_effect, lack_names
from bot.gateway.permissions import USED, Lack, UsedChannel, find_lacks
from bot.referee.guilds.audit_log import Use


def find_lack(granted: Permissions, use: Use = Use.THREADS) -> Lack:
    """Return the only thing that the bot lacks in a channel where so much is granted."""
    (lack,) = find_lacks(USED, [UsedChannel(1, "games", frozenset({use}), granted)])
    return lack


def test_a_forum_has_names_of_its_own() -> None:
    lack = find_lack(USED & ~Permissions(send_messages=True, send_messages_in_threads=True), Use.FORUM)
    assert lack_names(lack) == ["Create Posts", "Send Messages in Posts"]


def test_what_comes_of_a_lack_is_said_the_worst_first() -> None:
    helpful = find_lack(USED & ~Permissions(attach_files=True, add_reactions=True))
    assert lack_effect(helpful) == (
        "boards come in words, without a picture, a move that comes too early gets its hourglass as a message"
    )
    assert lack_effect(find_lack(Permissions.none())) == "nothing can be seen or posted there"
