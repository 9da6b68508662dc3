"""Who reads which language: private answers in one's own, posts in the server's, and what was chosen before both."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from discord import Guild, Locale

from bot.interactions.languages import Languages
from tests.wire.timed_environment import start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

GAMES_IN_GERMAN, GAMES_IN_ENGLISH = "Du hast hier keine Partien.", "You have no matches here."


async def test_private_answers_are_in_the_language_of_each_persons_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await ann.change_settings(locale="de")
        assert (await ann.ask_by_slash("games"))["content"].startswith(GAMES_IN_GERMAN)
        assert (await bob.ask_by_slash("games"))["content"].startswith(GAMES_IN_ENGLISH)
        await bob.change_settings(locale="fr")  # a language without a catalogue
        assert (await bob.ask_by_slash("games"))["content"].startswith(GAMES_IN_ENGLISH)


async def test_a_preference_comes_before_the_language_of_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann") as env:
        ann = env["Ann"]
        answer = await ann.ask_by_slash("me", do="preferences language=de")
        assert answer["content"].startswith("**Gespeichert:**"), "the answer to the change is in the new language"
        assert (await ann.ask_by_slash("games"))["content"].startswith(GAMES_IN_GERMAN)
        assert (await ann.ask_by_text("!games"))["content"].startswith(GAMES_IN_GERMAN)
        answer = await ann.ask_by_slash("me", do="preferences language=discord")
        assert answer["content"].startswith("**Saved:**")
        assert (await ann.ask_by_text("!games"))["content"].startswith(GAMES_IN_ENGLISH)


async def test_posts_and_answers_to_messages_are_in_the_language_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await ann.ask_by_text("!settings language=de", holds="**Gespeichert:**")
        since = bob.seen_so_far()
        await ann.ask_by_slash("challenge", opponent=bob.id, game="xero-g")
        answer = await ann.ask_by_slash("help", topic="moving")
        assert answer["content"].startswith("**Move**"), "Ann's Discord is in English"
        await bob.hear_bot("**Ann** fordert", since=since)
        await bob.ask_by_text("!games", holds="Warten auf deine Antwort:")
        await ann.ask_by_text("!settings language=discord", holds="**Saved:**")
        await bob.ask_by_text("!games", holds="Waiting for your answer:")


async def test_a_server_without_a_choice_has_the_language_of_its_settings_at_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann") as env:
        (guild,) = env.bot.guilds
        guild.preferred_locale = Locale.german
        assert (await env["Ann"].ask_by_text("!games"))["content"].startswith(GAMES_IN_GERMAN)


async def test_the_language_of_another_processs_server_is_asked_for_once_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann") as env:
        (guild,), asked = env.bot.guilds, list[int]()
        guild.preferred_locale = Locale.german

        async def fetch_guild(guild_id: int) -> Guild:
            asked.append(guild_id)
            return guild

        languages = Languages(env.bot.context, env.bot.guild_settings, lambda _: None, fetch_guild)
        assert [await languages.of_guild(guild.id) for _ in range(2)] == ["de", "de"]
        assert asked == [guild.id]
        env.ahead += timedelta(hours=1)
        assert await languages.of_guild(guild.id) == "de"
        assert asked == [guild.id] * 2


async def test_direct_messages_are_in_the_language_in_which_a_person_was_last_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await ann.change_settings(locale="de")
        await ann.ask_by_slash("me", do=f"preferences digest={env.now():%H:00}")
        await ann.ask_by_slash("challenge", opponent=bob.id, game="xero-g", seat="1")
        post = await bob.hear_bot("**Ann** challenges")
        await bob.press(post, "Accept")
        await ann.hear_bot("lay your six ships")
        await env.pass_time(timedelta(days=1))
        await ann.hear_bot("Du bist in 1 von 1 am Zug:")
