"""The list of all features: add one here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features import (
    analysis,
    board_posts,
    board_replies,
    catalogue,
    challenges,
    clocks,
    computer,
    crowds,
    destinations,
    display,
    doctor,
    endings,
    forum_posts,
    guesses,
    guide,
    guild_settings,
    help as help_feature,
    highlights,
    history,
    lists,
    match_panel,
    moderation,
    moves,
    next_match,
    notes,
    offers,
    open_seats,
    overview,
    plans,
    privacy,
    private_posts,
    profiles,
    puzzles,
    reminders,
    replays,
    results,
    reviews,
    rules,
    sign_in,
    standings,
    stats,
    tournaments,
    vacations,
    watch,
)

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.feature import Feature

FEATURES: tuple[Feature, ...] = (
    analysis.FEATURE,
    board_replies.FEATURE,
    board_posts.FEATURE,
    catalogue.FEATURE,
    challenges.FEATURE,
    clocks.FEATURE,
    computer.FEATURE,
    crowds.FEATURE,
    destinations.FEATURE,
    private_posts.FEATURE,
    display.FEATURE,
    doctor.FEATURE,
    endings.FEATURE,
    forum_posts.FEATURE,
    guesses.FEATURE,
    guide.FEATURE,
    guild_settings.FEATURE,
    help_feature.FEATURE,
    highlights.FEATURE,
    history.FEATURE,
    lists.FEATURE,
    match_panel.FEATURE,
    moderation.FEATURE,
    moves.FEATURE,
    next_match.FEATURE,
    notes.FEATURE,
    offers.FEATURE,
    open_seats.FEATURE,
    overview.FEATURE,
    plans.FEATURE,
    privacy.FEATURE,
    profiles.FEATURE,
    puzzles.FEATURE,
    reminders.FEATURE,
    replays.FEATURE,
    results.FEATURE,
    reviews.FEATURE,
    rules.FEATURE,
    sign_in.FEATURE,
    standings.FEATURE,
    stats.FEATURE,
    tournaments.FEATURE,
    vacations.FEATURE,
    watch.FEATURE,
)


async def add_features(client: Client) -> None:
    """Add the commands, buttons and posts of all features to a client."""
    for feature in FEATURES:
        await feature.add_to(client)
