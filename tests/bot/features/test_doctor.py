"""`/server do:doctor` tells the managers of a server what the bot is missing, where, and how to fix it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest
from discord import Permissions

from bot.admin.doctor import check_languages
from bot.features.doctor import MANAGERS_ONLY, describe_language
from bot.features.match_text import lack_effect, lack_names
from bot.gateway.connection import invitation_link
from bot.gateway.permissions import USED, Lack, UsedChannel, find_lacks
from bot.interactions.text import SENT_DIRECTLY
from bot.referee.guilds.audit_log import Use
from games.translation import Completeness, measure_languages
from playground.model.permissions import INVITATION
from playground.model.resources.channel import FORUM
from playground.model.resources.user import APP_ID
from tests.bot.features.forum_posts.forums import ALL_TAGS
from tests.playground.client import Said
from tests.wire.environment import start_env
from tests.wire.match import begin_match
from tests.wire.settings_form import change_settings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment


async def ask(env: Environment, channel: str = "games") -> list[str]:
    """Return the lines of the answer to Ann, who manages the server, without those on languages at its end."""
    lines = (await env.ann.ask_by_slash("server", channel, do="doctor"))["content"].splitlines()
    languages = [f"-# {describe_language(language, found)}" for language, found in measure_languages().items()]
    assert lines[len(lines) - len(languages) :] == languages
    return lines[: len(lines) - len(languages)]


async def test_a_server_on_which_all_is_well(env: Environment) -> None:
    games = await env.ann.channel("games")
    assert await ask(env) == [f"**All is well:** I have every permission that I need in <#{games}>."]
    thread = (await begin_match([env.ann, env.bob])).thread
    assert await ask(env, thread) == [f"**All is well:** I have every permission that I need in <#{games}>."]


async def test_only_managers_get_an_answer_and_only_they_read_it(env: Environment) -> None:
    assert (await env.bob.ask_by_text("!doctor"))["content"] == MANAGERS_ONLY
    with pytest.raises(Said):
        await env.bob.slash("server", do="doctor")
    told = env.ann.hear_bot("**All is well:**")
    assert (await env.ann.ask_by_text("!doctor"))["content"] == SENT_DIRECTLY
    assert (await told)["channel_id"] == await env.ann.dm()


async def test_each_channel_in_use_is_named_with_what_it_lacks(env: Environment) -> None:
    playground = env.playground
    games, lounge = [await env.ann.channel(name) for name in ("games", "lounge")]
    gone, hidden = playground.add_room(0, "hall"), playground.add_room(0, "puzzles")
    forum = playground.add_room(FORUM, "matches", tags=ALL_TAGS[1:])
    await begin_match([env.ann, env.bob])
    await change_settings(env.ann, finished=[str(gone)], puzzles=[str(hidden)], weekly=[lounge], forum=[str(forum)])
    playground.remove(gone)
    playground.deny(hidden, "VIEW_CHANNEL")
    playground.deny(int(lounge), "ATTACH_FILES")
    playground.deny(int(games), "SEND_MESSAGES", "ADD_REACTIONS")
    role = f"<@&{next(iter(playground.state.guilds.values())).bot_role}>"
    how = f"Open that channel's settings, then *Permissions*, and allow it for {role}."
    replace = "Choose another channel, or `none`, with `/server`."
    head, *lines, tags = await ask(env)
    assert head == "**5 things to fix:**"
    assert lines[:3] == [
        f"- A channel that I use for finished matches was deleted. {replace}",
        f"- I'm missing **Send Messages** and **Add Reactions** in <#{games}> (matches): nothing can be posted. {how}",
        f"- I'm missing **View Channel** in <#{hidden}> (daily puzzles): nothing can be seen or posted there. {how}",
    ]
    assert lines[3] == (
        f"- I'm missing **Attach Files** in <#{lounge}> (the match of the week): boards come in words, without a "
        f"picture. {how}"
    )
    assert tags.startswith(f"- <#{forum}> (forum posts of matches): It's missing the tag `1st to move`.")

    playground.deny(forum, "SEND_MESSAGES")
    assert any(
        line.startswith(f"- I'm missing **Create Posts** in <#{forum}> (forum posts of matches)")
        for line in await ask(env)
    )


async def test_what_the_role_lacks_is_mended_by_the_link(tmp_path: Path) -> None:
    granted = INVITATION - {"ATTACH_FILES", "CREATE_PUBLIC_THREADS"}
    async with start_env(tmp_path, granted=granted) as env:
        server_id = next(iter(env.playground.state.guilds))
        link = invitation_link(APP_ID, server_id=server_id)
        lacking = "**Create Public Threads** and **Attach Files** on the whole server"
        head, line = await ask(env)
        assert head == "**1 thing to fix:**"
        effect = "matches get no threads, boards come in words, without a picture"
        assert line == f"- I'm missing {lacking}: {effect}. [Allow it]({link})"
        forum = env.playground.add_room(FORUM, "matches", tags=ALL_TAGS)
        await change_settings(env.ann, forum=[str(forum)])
        also = discord.Permissions(manage_channels=True)
        link = invitation_link(APP_ID, server_id=server_id, also=also)
        line = (await ask(env))[1]
        assert line.startswith("- I'm missing **Attach Files** on the whole server: ")
        assert line.endswith(f"[Allow it]({link})")


async def test_the_content_intent_is_missed_where_people_may_write_moves(env_without_content: Environment) -> None:
    env = env_without_content
    told = "I can't read messages that don't mention me"
    assert told in (await ask(env))[-1]
    await change_settings(env.ann, threads=["no"])
    assert len(await ask(env)) == 1
    await change_settings(env.ann, prefix="?")
    assert told in (await ask(env))[-1]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Completeness(1200, 1200), "Deutsch: all messages are translated."),
        (Completeness(1200, 1199), "Deutsch: 1 of 1,200 messages is missing and shown in English."),
        (Completeness(1200, 1080), "Deutsch: 120 of 1,200 messages are missing and shown in English."),
        (Completeness(1200, 1079), "Deutsch: 121 of 1,200 messages are missing, too many to offer the language."),
    ],
)
def test_a_language_is_offered_with_a_few_missing_messages_and_their_number_is_told(
    found: Completeness, said: str
) -> None:
    assert describe_language("de", found) == said


def test_the_operator_is_warned_of_a_language_that_is_too_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = {"de": Completeness(10, 9), "fr": Completeness(10, 8)}
    monkeypatch.setattr("bot.admin.doctor.measure_languages", lambda: measured)
    assert [str(check) for check in check_languages()] == [
        "ok       language de: Deutsch: 1 of 10 messages is missing and shown in English.",
        "warning  language fr: fran\u00e7ais: 2 of 10 messages are missing, too many to offer the language.",
    ]


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
