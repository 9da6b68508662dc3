"""The least and the greatest value of each setting that is a number."""

from __future__ import annotations

from typing import Any

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.guilds.setting_values import CHANNELS, SETTINGS, GuildResources, parse_setting, you_are_blocked
from bot.referee.guilds.settings import MOST_CHANNELS, GuildSettings


def test_a_reason_for_a_block_is_told_where_there_is_one() -> None:
    assert you_are_blocked("spam").startswith("You're blocked from playing on this server (spam). ")
    assert you_are_blocked("").startswith("You're blocked from playing on this server. ")


@pytest.mark.parametrize(
    ("name", "stored", "means"),
    [
        ("prefix", "?", "`?`: text commands begin with it"),
        ("threads", True, "`yes`: a match gets a thread of its own"),
        ("threads", False, "`no`: a match lives in the channel where it begins"),
        ("clock", "none", "`none`: no clock, unless a challenge says otherwise"),
        ("challengers", None, "`everyone` can challenge"),
        ("challengers", 7, "only people with the role <@&7> can challenge"),
        ("organizers", None, "`managers` of the server manage events"),
        ("organizers", 7, "<@&7> can manage events"),
        ("most", None, "`any`: matches that a member may play in at a time"),
        ("most", 5, "`5`: matches that a member may play in at a time"),
        ("finished", None, "`none`: matches that ended are shown in no channel"),
        ("finished", 7, "matches that ended are shown in <#7>"),
        ("puzzles", None, "`none`: no daily puzzle"),
        ("puzzles", 7, "a puzzle comes every day at noon in <#7>"),
        ("forum", None, "`none`: matches get no forum posts"),
        ("forum", 7, "matches get posts in <#7>, with tags for the game and whose turn it is"),
        ("weekly", None, "`none`: no match of the week"),
        ("weekly", 7, "the match of the week comes on Mondays in <#7>"),
        ("language", "discord", "`discord`: my posts are in the language of the server's own settings"),
        ("language", "en", "`en`: my posts are in English"),
    ],
)
def test_a_setting_says_what_it_does(name: str, stored: Any, means: str) -> None:
    assert SETTINGS[name].describe(stored) == means


def test_each_setting_names_as_many_channels_as_it_stores() -> None:
    for name, count in CHANNELS.items():
        assert count == (MOST_CHANNELS if isinstance(getattr(GuildSettings(), name), tuple) else 1)


SERVER = GuildResources((), ())


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("most", 1, 100), ("open_challenges", 1, 20), ("daily_challenges", 1, 1000), ("requests", 6, 1000)],
)
def test_a_limit_lies_between_its_bounds(name: str, least: int, most: int) -> None:
    assert [parse_setting(name, str(number), SERVER) for number in (least, most)] == [least, most]
    for number in (least - 1, most + 1):
        with pytest.raises(RequestRejected):
            parse_setting(name, str(number), SERVER)
    assert parse_setting(name, "any", SERVER) is None
