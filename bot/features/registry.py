"""The list of all features: add one here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.command_groups import group_commands
from bot.features import (
    abandon,
    analysis,
    audit_log,
    blocks,
    board_posts,
    board_replies,
    call_off,
    catalogue,
    challenges,
    clocks,
    computer,
    destinations,
    digests,
    direct_messages,
    display,
    doctor,
    forum_posts,
    guide,
    guild_settings,
    highlights,
    hints,
    history,
    moves,
    my_matches,
    notes,
    offers,
    open_seats,
    pauses,
    plans,
    preferences,
    privacy,
    profiles,
    puzzles,
    rematches,
    replays,
    resign,
    results,
    reviews,
    rules,
    server_matches,
    standings,
    stats,
    thread_archives,
    tournaments,
    vacations,
    watch,
    weekly_match,
)
from bot.features import (
    help as help_feature,
)

if TYPE_CHECKING:
    from bot.client.client import Client

FEATURES = (
    abandon,
    analysis,
    audit_log,
    blocks,
    board_replies,
    board_posts,
    call_off,
    catalogue,
    challenges,
    clocks,
    computer,
    destinations,
    digests,
    direct_messages,
    display,
    doctor,
    forum_posts,
    guide,
    guild_settings,
    help_feature,
    highlights,
    hints,
    history,
    my_matches,
    moves,
    notes,
    offers,
    open_seats,
    pauses,
    plans,
    preferences,
    privacy,
    profiles,
    puzzles,
    rematches,
    replays,
    resign,
    results,
    reviews,
    rules,
    server_matches,
    standings,
    stats,
    thread_archives,
    tournaments,
    vacations,
    watch,
    weekly_match,
)


async def add_features(client: Client) -> None:
    """Add the commands, buttons and posts of all features to a client, the slash commands in their groups."""
    for feature in FEATURES:
        await feature.setup(client)
    group_commands(client.tree)
