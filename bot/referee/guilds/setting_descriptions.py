"""Sentences that say what each value of a server's settings means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.languages import DISCORD
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import language_name, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

THREADS = {"yes": N_("a match gets a thread of its own"), "no": N_("a match lives in the channel where it begins")}
MENTIONS = {
    "turn": N_("a board mentions the player to move"),
    "silent": N_("a board mentions the player to move, silently"),
    "never": N_("I name people and mention nobody"),
}
TIMEOUT = {
    "claim": N_("when somebody's time is up, the others can claim it"),
    "ends": N_("when somebody's time is up, they're out at once"),
}
MOST_NAMED = 3
"""Channels that are named; the others are counted, so that all settings fit in a message."""

HIGHLIGHTS = {
    "yes": N_("a match that ended shows its turning point in the channel"),
    "no": N_("no turning points are shown"),
}


def prefix_means(prefix: str) -> str:
    """Say what a prefix does."""
    return _("{prefix}: text commands begin with it").format(prefix=formatting.code(prefix))


def channels_mean(channels: Sequence[int], anywhere: str) -> str:
    """Say where matches may start; `anywhere` is the word for no restriction."""
    if not channels:
        return _("`{anywhere}`: matches may start everywhere").format(anywhere=anywhere)
    links, others = [*map(formatting.channel, channels[:MOST_NAMED])], len(channels) - MOST_NAMED
    if others <= 0:
        return _("matches may start in {channels}").format(channels=format_list(links))
    return ngettext(
        "matches may start in {channels} and {n} more",
        "matches may start in {channels} and {n} more",
        others,
    ).format(channels=", ".join(links), n=others)


def clock_means(control: str, description: str) -> str:
    """Say which clock matches have, given as it is written and in words."""
    return _("`{control}`: {description}, unless a challenge says otherwise").format(
        control=control, description=description
    )


def challengers_mean(role: int | None, everyone: str) -> str:
    """Say who may challenge; `everyone` is the word for no restriction."""
    return (
        _("only people with the role <@&{role}> can challenge").format(role=role)
        if role
        else _("`{everyone}` can challenge").format(everyone=everyone)
    )


def organizers_mean(role: int | None, managers: str) -> str:
    """Say who may manage events; `managers` is the word for only the managers of the server."""
    return (
        _("<@&{role}> can manage events").format(role=role)
        if role
        else _("`{managers}` of the server manage events").format(managers=managers)
    )


def match_limit_means(limit: str) -> str:
    """Say what a limit of matches does."""
    return _("`{limit}`: matches that a member may play in at a time").format(limit=limit)


def open_challenge_limit_means(limit: str) -> str:
    """Say what a limit of open challenges does."""
    return _("`{limit}`: challenges that a member may have open at a time").format(limit=limit)


def daily_challenge_limit_means(limit: str) -> str:
    """Say what a limit of challenges within a day does."""
    return _("`{limit}`: challenges that a member may make in 24 hours").format(limit=limit)


def request_limit_means(limit: str) -> str:
    """Say what a limit of pictures and pages does."""
    return _("`{limit}`: pictures and pages that a member may ask for in a minute").format(limit=limit)


def zone_means(zone: str) -> str:
    """Say what the server's time zone does."""
    return _("`{zone}`: days and weekends begin and end by its clocks").format(zone=zone)


def finished_means(channel: int | None, nowhere: str) -> str:
    """Say where finished matches are shown; `nowhere` is the word for no channel."""
    return (
        _("matches that ended are shown in {channel}").format(channel=formatting.channel(channel))
        if channel
        else _("`{nowhere}`: matches that ended are shown in no channel").format(nowhere=nowhere)
    )


def puzzles_mean(channel: int | None, nowhere: str) -> str:
    """Say where the daily puzzle is posted; `nowhere` is the word for no channel."""
    return (
        _("a puzzle comes every day at noon in {channel}").format(channel=formatting.channel(channel))
        if channel
        else _("`{nowhere}`: no daily puzzle").format(nowhere=nowhere)
    )


def forum_means(forum: int | None, nowhere: str) -> str:
    """Say in which forum matches get posts; `nowhere` is the word for none."""
    if forum:
        text = _("matches get posts in {channel}, with tags for the game and whose turn it is")
        return text.format(channel=formatting.channel(forum))
    return _("`{nowhere}`: matches get no forum posts").format(nowhere=nowhere)


def weekly_means(channel: int | None, nowhere: str) -> str:
    """Say where the match of the week is posted; `nowhere` is the word for no channel."""
    return (
        _("the match of the week comes on Mondays in {channel}").format(channel=formatting.channel(channel))
        if channel
        else _("`{nowhere}`: no match of the week").format(nowhere=nowhere)
    )


def language_means(language: str) -> str:
    """Say what the choice of a language does."""
    if language == DISCORD:
        return _("`{choice}`: my posts are in the language of the server's own settings").format(choice=DISCORD)
    return _("`{choice}`: my posts are in {language}").format(choice=language, language=language_name(language))
