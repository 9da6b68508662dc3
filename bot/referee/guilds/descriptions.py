"""Sentences that say what each value of a server's settings means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.languages import DISCORD
from games.text import format_list
from games.translation import gettext as _
from games.translation import language_name

if TYPE_CHECKING:
    from collections.abc import Sequence

THREADS = {"yes": "a match gets a thread of its own", "no": "a match lives in the channel where it begins"}
MENTIONS = {
    "turn": "a board mentions the player to move",
    "silent": "a board mentions the player to move, silently",
    "never": "I name people and mention nobody",
}
TIMEOUT = {
    "claim": "when somebody's time is up, the others can claim it",
    "ends": "when somebody's time is up, they're out at once",
}
MOST_NAMED = 8
"""Channels that are named; the others are counted, so that all settings fit in a message."""

HIGHLIGHTS = {
    "yes": "a match that ended shows its turning point in the channel",
    "no": "no turning points are shown",
}


def prefix_means(prefix: str) -> str:
    """Say what a prefix does."""
    return f"{formatting.code(prefix)}: text commands begin with it"


def channels_mean(channels: Sequence[int], anywhere: str) -> str:
    """Say where matches may start; `anywhere` is the word for no restriction."""
    if channels:
        more = [f"{len(channels) - MOST_NAMED} more"] if len(channels) > MOST_NAMED else []
        return f"matches may start in {format_list([*(f'<#{each}>' for each in channels[:MOST_NAMED]), *more])}"
    return f"`{anywhere}`: matches may start everywhere"


def clock_means(control: str, description: str) -> str:
    """Say which clock matches have, given as it is written and in words."""
    return f"`{control}`: {description}, unless a challenge says otherwise"


def challengers_mean(role: int | None, everyone: str) -> str:
    """Say who may challenge; `everyone` is the word for no restriction."""
    return f"only people with the role <@&{role}> can challenge" if role else f"`{everyone}` can challenge"


def organizers_mean(role: int | None, managers: str) -> str:
    """Say who may manage events; `managers` is the word for nobody else than those who manage the server."""
    return f"<@&{role}> can manage events" if role else f"`{managers}` of the server manage events"


def match_limit_means(limit: str) -> str:
    """Say what a limit of matches does."""
    return f"`{limit}`: matches that a member may play in at a time"


def open_challenge_limit_means(limit: str) -> str:
    """Say what a limit of open challenges does."""
    return f"`{limit}`: challenges that a member may have open at a time"


def daily_challenge_limit_means(limit: str) -> str:
    """Say what a limit of challenges within a day does."""
    return f"`{limit}`: challenges that a member may make in 24 hours"


def request_limit_means(limit: str) -> str:
    """Say what a limit of pictures and pages does."""
    return f"`{limit}`: pictures and pages that a member may ask for in a minute"


def zone_means(zone: str) -> str:
    """Say what the server's time zone does."""
    return f"`{zone}`: days and weekends begin and end by its clocks"


def finished_means(channel: int | None, nowhere: str) -> str:
    """Say where finished matches are shown; `nowhere` is the word for no channel."""
    return f"matches that ended are shown in <#{channel}>" if channel else f"`{nowhere}`: no such channel"


def puzzles_mean(channel: int | None, nowhere: str) -> str:
    """Say where the daily puzzle is posted; `nowhere` is the word for no channel."""
    return f"a puzzle comes every day at noon in <#{channel}>" if channel else f"`{nowhere}`: no daily puzzle"


def forum_means(forum: int | None, nowhere: str) -> str:
    """Say in which forum matches get posts; `nowhere` is the word for none."""
    if forum:
        return f"matches get posts in <#{forum}>, with tags for the game and whose turn it is"
    return f"`{nowhere}`: matches get no forum posts"


def weekly_means(channel: int | None, nowhere: str) -> str:
    """Say where the match of the week is posted; `nowhere` is the word for no channel."""
    return (
        f"the match of the week comes on Mondays in <#{channel}>" if channel else f"`{nowhere}`: no match of the week"
    )


def language_means(language: str) -> str:
    """Say what the choice of a language does."""
    if language == DISCORD:
        return _("`{choice}`: my posts are in the language of the server's own settings").format(choice=DISCORD)
    return _("`{choice}`: my posts are in {language}").format(choice=language, language=language_name(language))
