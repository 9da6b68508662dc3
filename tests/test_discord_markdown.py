"""Everything that the bot says from its own texts is rendered whole by Discord."""

from __future__ import annotations

import importlib
import pkgutil
from inspect import getmembers

import pytest

import bot
from bot.features.help import help_text, short_help
from bot.features.rules import first_cards
from games import GAMES
from games.contract import Info  # noqa: TC001 - of a parameter
from tests.discord_markdown import find_raw_syntax

INFOS = [game.info for game in GAMES.values()]
MODULES = [
    found.name
    for found in pkgutil.walk_packages(bot.__path__, "bot.")
    if found.name.startswith(("bot.features.", "bot.interactions.", "bot.referee.")) and not found.ispkg
]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("| you write | it means |\n|---|---|", "a table"),
        ("#### Deep", "a heading below the third"),
        ("See [the rules](rules.md).", "a link that is none"),
        ("One<br>two", "HTML"),
        ("Above\n\n---\n\nbelow", "a rule"),
        ("A `code span that never ends", "an open code span"),
        ("This is **bold without an end.\n\nThen more.", "an odd number of **"),
        ("- an item that goes\n  on", "a line break within a sentence"),
        ("A sentence that goes on\nin the next line.", "a line break within a sentence"),
    ],
)
def test_raw_syntax_is_found(text: str, fault: str) -> None:
    assert [each.partition(":")[0] for each in find_raw_syntax(text)] == [fault]


@pytest.mark.parametrize(
    "text",
    [
        "# Title\n*By a designer.*\n\n**Turn.** Do this:\n- one thing\n- another `a|b`\n-# small print",
        "`#### [x](y)`\n> quoted\n1. first\n2. second",
        "See [the rules](https://example.org).",
        "**#12** ends.\n```\n| a table of letters |\n```",
    ],
)
def test_what_discord_renders_is_no_fault(text: str) -> None:
    assert find_raw_syntax(text) == []


@pytest.mark.parametrize("info", INFOS, ids=[info.key for info in INFOS])
def test_the_rules_of_each_game_are_rendered_whole(info: Info) -> None:
    for text in (info.help, first_cards(info.help), info.pitch, *(option.text for option in info.options)):
        assert find_raw_syntax(text) == []


@pytest.mark.parametrize("content", [True, False])
def test_the_help_is_rendered_whole(content: bool) -> None:  # noqa: FBT001 - a parameter
    assert find_raw_syntax(help_text(INFOS, "<@1>", "!", content=content)) == []
    assert find_raw_syntax(short_help("chomp", "!", content=content)) == []


@pytest.mark.parametrize("module", MODULES)
def test_every_constant_sentence_is_rendered_whole(module: str) -> None:
    for name, value in getmembers(importlib.import_module(module), lambda one: isinstance(one, str)):
        if name.isupper() and " " in value:  # else it's a pattern or a word
            assert find_raw_syntax(value) == [], name
