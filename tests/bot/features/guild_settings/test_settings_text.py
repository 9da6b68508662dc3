"""The posts of all settings and of changed ones, and what is wrong with the forum below its line."""

from __future__ import annotations

from dataclasses import replace

from bot.features.guild_settings import changed_settings_post, settings_post
from bot.referee.guilds.settings import GuildSettings

SERVER = replace(GuildSettings(), forum=7, prefix="?")
PROBLEM = "I may not write there."


def line_before_problem(post: str) -> str:
    lines = post.splitlines()
    return lines[lines.index(f"  - {PROBLEM}") - 1]


def test_what_is_wrong_with_the_forum_stands_below_its_line_alone() -> None:
    post = settings_post(SERVER, PROBLEM)
    assert post.count(PROBLEM) == 1
    assert line_before_problem(post).startswith("- forum ")


def test_changed_settings_come_alone_with_the_way_to_all_of_them() -> None:
    post = changed_settings_post(SERVER, ["prefix"], PROBLEM)
    first, line, rest = post.splitlines()
    assert first == "**Saved:**"
    assert line.startswith("- prefix ")
    assert rest == "-# `?settings` shows all settings."


def test_a_changed_forum_says_what_is_wrong_with_it() -> None:
    post = changed_settings_post(SERVER, ["prefix", "forum"], PROBLEM)
    assert post.count(PROBLEM) == 1
    assert line_before_problem(post).startswith("- forum ")
