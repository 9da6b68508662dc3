"""The help: one post, each command once; and the first cards of a game's rules."""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import wrap

import pytest

from bot import plugins
from bot.client.commands import PANELS, SAME_AS, slash_path
from bot.features.help import (
    MOST_NAMED,
    TOPIC_LABELS,
    TOPICS,
    find_meant_command,
    find_misspelled_command,
    find_similar_command,
    find_topic,
    help_text,
    short_help,
)
from bot.features.rules import first_cards
from bot.interactions.replies import MAX_LENGTH
from bot.plugins import LONGEST_TITLE
from bot.referee.errors import RequestRejected
from games import GAMES
from games.translation import in_language, measure_languages, pgettext

plugins.read()  # with its catalogues
BUILT_IN = [game.info for game in GAMES.values()]
TOP = {"challenge", "event", "move", "preview", "board", "games", "matches", "profile", "puzzle", "standings", "stats"}
NO_TEXTS = {"words", "view", "find", "retract", "rules"}
"""Commands of panels that have no text command, or an option of another one."""
COMMANDS = {*TOP, *PANELS["match"], *PANELS["me"], *PANELS["server"]} - NO_TEXTS
"""Every command that is no part of another one, as text."""


@pytest.mark.parametrize("content", [True, False])
def test_the_help_is_one_post_even_with_ten_more_games_of_the_longest_names(content: bool) -> None:  # noqa: FBT001 - a parameter
    more = [replace(BUILT_IN[0], key=f"{number:x<32}", title="x" * LONGEST_TITLE) for number in range(10)]
    assert len(help_text([*BUILT_IN, *more], "<@12345678901234567890>", "!!!!!", content=content)) < MAX_LENGTH


@pytest.mark.parametrize(("count", "ends"), [(MOST_NAMED, "`g5`."), (MOST_NAMED + 1, "`g5` and 1 more, which")])
def test_the_help_counts_the_games_that_it_does_not_name(count: int, ends: str) -> None:
    infos = [replace(BUILT_IN[0], key=f"g{number}") for number in range(count)]
    assert ends in help_text(infos, "@Turnpost", "!", content=True)


PHONE_LINE, PHONE_LINES = 33, 20
"""Characters of a line, and lines of text beside the menu, on a phone of 390x844 (measured in the playground)."""


@pytest.mark.parametrize("content", [True, False])
@pytest.mark.parametrize("language", ["en", *measure_languages()])
def test_the_first_page_fits_a_phone_and_leads_with_the_ways_to_move(language: str, content: bool) -> None:  # noqa: FBT001 - a parameter
    with in_language(language):
        page = help_text(BUILT_IN, "@Turnpost", "!", content=content)
        topics = [help_text(BUILT_IN, "@Turnpost", "!!!!!", content=content, topic=topic) for topic in TOPICS]
    assert sum(len(wrap(line, PHONE_LINE)) for line in page.splitlines()) <= PHONE_LINES
    assert all(len(text) < MAX_LENGTH for text in topics)
    _title, move, slash, mention = page.splitlines()
    with in_language(language):
        assert f"**{pgettext('button', 'Move')}**" in move
    assert "`/play`" in slash
    assert "@Turnpost `move c4`" in mention


def test_each_topic_can_be_chosen() -> None:
    assert list(TOPIC_LABELS) == list(TOPICS)


def whole_help(*, content: bool) -> str:
    """Return all topics."""
    return "\n".join(help_text(BUILT_IN, "<@1>", "!", content=content, topic=topic) for topic in TOPICS)


def test_the_help_shows_how_each_text_command_begins_once() -> None:
    text = whole_help(content=True)
    commands = re.findall(r"`(?:!|/match do:)([a-z]+)", text)
    assert set(commands) == COMMANDS | set(SAME_AS)
    assert all(commands.count(command) == 1 for command in COMMANDS - {"move", "board"})
    for info in BUILT_IN:
        assert f"`{info.key}`" in text


def test_without_the_content_intent_the_help_shows_each_slash_command_in_its_group() -> None:
    text = whole_help(content=False)
    commands = re.findall(r"`/((?:[a-z]+ do:)?[a-z]+(?: preview:True)?)", text)
    assert set(commands) == {slash_path(command) for command in COMMANDS | set(SAME_AS)}
    assert all(commands.count(slash_path(command)) == 1 for command in COMMANDS - {"move", "board", "challenge"})


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_a_part_of_the_help_and_found_by_a_similar_word(topic: str) -> None:
    part = help_text(BUILT_IN, "<@1>", "!", content=True, topic=topic)
    assert part.startswith("**")
    assert {find_topic(topic), find_topic(topic.upper()), find_topic(topic[:-1])} == {topic}


def test_an_unknown_topic_is_rejected_with_those_that_there_are() -> None:
    with pytest.raises(
        RequestRejected, match=r"There's no help on `fish`. Try start, moving, time, ending or settings"
    ):
        find_topic("fish")


@pytest.mark.parametrize(("content", "begins"), [(True, "?"), (False, "/")])
def test_the_short_help_has_four_lines_and_names_the_whole_one(content: bool, begins: str) -> None:  # noqa: FBT001 - a parameter
    text = short_help("chomp", "?", content=content)
    assert len(text.splitlines()) == 4
    assert set(re.findall(r"`([!?/])([a-z]+)", text)) == {
        (begins, name if content else slash_path(name)) for name in ("challenge", "open", "games", "rules", "help")
    }
    assert ("the ping on" in text) is not content


NAMES = ["accept", "challenge", "challenges", "games", "move", "plan", "resign", "stats", "takeback"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("challange", "challenge"),
        ("chalenges", "challenges"),
        ("RESING", "resign"),
        ("acept", "accept"),
        ("TakeBak", "takeback"),
    ],
)
def test_the_most_similar_name_is_meant(written: str, meant: str) -> None:
    assert find_similar_command(written, NAMES) == meant
    assert find_meant_command(written, NAMES) == meant


@pytest.mark.parametrize("written", ["play", "moves", "export", "ban", ""])
def test_other_words_are_like_none(written: str) -> None:
    assert find_similar_command(written, NAMES) is None


@pytest.mark.parametrize(("written", "meant"), [("Surrender", "resign"), ("play", "challenge"), ("moves", None)])
def test_a_name_that_is_common_elsewhere_means_ours(written: str, meant: str | None) -> None:
    assert find_meant_command(written, NAMES) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [("resing", "resign"), ("chalenge", "challenge"), ("play", None), ("unlock", None), ("staats", None)],
)
def test_where_other_bots_have_commands_only_what_is_almost_ours_is_meant(written: str, meant: str | None) -> None:
    assert find_misspelled_command(written, [*NAMES, "replay", "unblock"]) == meant


RULES = "# Nim\nTake.\n\n## Rules\nOne to three.\n\n## How you write it\n`2` takes two.\n\n## Fine print\nNone.\n"


def test_the_cards_are_the_beginning_and_how_moves_are_written() -> None:
    assert first_cards(RULES) == "# Nim\nTake.\n\n## How you write it\n`2` takes two."


def test_rules_that_do_not_say_how_to_write_are_shown_whole() -> None:
    assert first_cards("# Nim\n\n## Rules\nTake some.\n") == "# Nim\n\n## Rules\nTake some."


@pytest.mark.parametrize("key", GAMES)
def test_the_cards_of_a_game_are_one_short_post_that_shows_every_example(key: str) -> None:
    info = GAMES[key].info
    cards = first_cards(info.help)
    assert len(cards) < MAX_LENGTH
    assert "## Fine print" not in cards
    assert "## Rules" not in cards
    assert all(f"`{example}`" in cards for example in info.examples)
