"""Server settings over the wire: by text, and by the form of the slash command, also after a restart."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from playwright.async_api import expect

from bot.features.guild_settings import SUBJECTS, changed_settings_post, settings_post
from bot.referee.guilds.setting_values import MANAGERS_ONLY, SETTINGS
from bot.referee.guilds.settings import MOST_CHANNELS, GuildSettings
from playground.model.resources.channel import ANNOUNCEMENT, FORUM, TEXT
from playground.model.resources.user import BOT_ID
from tests.bot.features.guide.test_guide import MENU, forge
from tests.playground.browser import chromium_running, page_of, said
from tests.playground.client import labels, parts_of, text_of
from tests.playground.running_page import PHONE
from tests.wire.match import Contest
from tests.wire.process import ROOT
from tests.wire.settings_form import as_opened, change_settings, open_setting
from tests.wire.timed_environment import DAY, HOUR, TimedEnvironment, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Locator, Page

    from playground.model.state import State
    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.fixtures import Environment, MakeEnvironment

SILENT, REPLY = 1 << 12, 19
LONGEST_LAYOUT = 4000
"""Characters of all texts of a message of components (Discord's API Reference, "Text Display")."""


async def reply_to(person: Person, text: str, channel: str = "games") -> str:
    """Write something and return what the bot answers to it."""
    said = await person.say(text, channel)
    answer = await person.hear(
        lambda one: one["type"] == REPLY and one["message_reference"]["message_id"] == said["id"]
    )
    assert not answer["mentions"]
    assert not answer["mention_roles"]
    return str(answer["content"])


async def begin_match(person: Person, game: str, *others: Person, clock: str = "", prefix: str = "!") -> Json:
    """Begin a match in the channel; return its first board."""
    since = person.seen_so_far()
    await person.say(f"{prefix}challenge {' '.join(f'@{one.name}' for one in others)} {game} seat=1 {clock}")
    return await accepted(person, since, *others)


async def accepted(person: Person, since: SeenCount | None, *others: Person) -> Json:
    """Let all others accept the challenge; return the first board."""
    challenge = await person.hear_bot("-# challenge ", since=since)
    for other in others:
        await other.press(challenge, "Accept")
    return await person.hear(lambda one: one["attachments"] and one["author"].get("bot"), "a board", since=since)


async def board(person: Person, text: str, since: SeenCount) -> Json:
    return await person.hear(lambda one: one["attachments"] and text in one["content"], text, since=since)


async def test_admins_set_everything_by_text_and_everybody_may_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        games, lounge = await ann.channel("games"), await ann.channel("lounge")
        regulars = next(role["id"] for role in (await ann.view())["roles"] if role["name"] == "Regulars")
        shown = await reply_to(bob, "!settings")
        for line in ("prefix `!`", "channels `any`", "threads `yes`", "clock `none`", "mentions `turn`", "zone `UTC`"):
            assert f"\n- {line}: " in shown
        assert "Only people with Manage Server can change" in await reply_to(bob, "!settings threads=no")
        assert "That needs a server" in await reply_to(ann, "!settings", await ann.dm())
        assert "<#1> isn't a text channel" in await reply_to(ann, "!settings finished=<#1> threads=no")
        env.playground.deny(int(lounge), "SEND_MESSAGES")
        assert f"I can't post in <#{lounge}>" in await reply_to(ann, f"!settings channels=<#{lounge}>")
        env.playground.allow(int(lounge))
        text = f"channels=<#{games}>, <#{lounge}> threads=no clock=3d+1d cap 5d challengers=<@&{regulars}> most=5"
        shown = await reply_to(
            ann, f"!settings {text} mentions=never timeout=ends zone=asia/tokyo finished=<#{lounge}>"
        )
        for line in (
            f"channels matches may start in <#{games}> and <#{lounge}>",
            "threads `no`: ",
            "clock `3d+1d cap 5d`: 3 days each",
            f"challengers only people with the role <@&{regulars}> can challenge",
            "most `5`: ",
            "mentions `never`: ",
            "timeout `ends`: ",
            "zone `Asia/Tokyo`: ",
            f"finished matches that ended are shown in <#{lounge}>",
        ):
            assert f"\n- {line}" in shown
        everything = (await reply_to(bob, "@Turnpost settings")).splitlines()
        saved, *lines, _ = shown.splitlines()
        assert saved == "**Saved:**"
        assert {line for line in lines if "there now" not in line} < {*everything}
        await prefix_of_its_own(env)


async def prefix_of_its_own(env: TimedEnvironment) -> None:
    """Check that commands begin with the server's prefix, only there, and at once."""
    ann, bob = env["Ann"], env["Bob"]
    assert "I'd mistake moves for commands" in await reply_to(ann, "!settings prefix=e")
    assert await reply_to(ann, "!settings prefix=?") == (
        "**Saved:**\n- prefix `?`: text commands begin with it\n-# `?settings` shows all settings."
    )
    since = bob.seen_so_far()
    await bob.say("!games")
    assert "`?challenge @Bob xero-g`" in await reply_to(bob, "?help")
    assert "for example `?challenge @Bob xero-g`" in await reply_to(ann, "?challenge xero-g")
    assert "`!move c4`" in await reply_to(bob, "!help", await bob.dm())
    assert "You have no matches" in await reply_to(bob, "?games")
    for text in ("?level 5", "?foo"):
        assert await reply_to(bob, text) == f"There's no command `{text.split()[0]}`. `?help` shows what I can do."
    assert "You have no matches" in await reply_to(bob, "@Turnpost games")
    replies = [one["message"]["content"] for one in bob.seen[since:] if one["type"] == "message"]
    assert sum("You have no matches" in text for text in replies) == 2
    assert "\n- prefix `!`: " in await reply_to(ann, "?settings prefix=!")
    assert "You have no matches" in await reply_to(bob, "!games")


async def test_a_match_without_a_thread_mentions_silently_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        await reply_to(ann, "!settings threads=no mentions=silent prefix=?")
        shown = await begin_match(ann, "martian-life", bob, prefix="?")
        assert shown["channel_id"] == await ann.channel("games")
        assert (shown["flags"] & SILENT, [user["id"] for user in shown["mentions"]]) == (SILENT, [ann.id])
        since = ann.seen_so_far()
        await env.all_posted()
        await ann.say("b2")  # talk, as far as a channel goes
        await ann.say("e4+", to=shown)
        shown = await board(ann, "**1.** **Ann**", since)
        assert "`e4+`" in shown["content"]
        assert (shown["flags"] & SILENT, [user["id"] for user in shown["mentions"]]) == (SILENT, [bob.id])
        await reply_to(ann, "?settings mentions=never")
        await bob.ask_by_slash("move", move="b7")
        shown = await board(ann, "**2.** **Bob**", since)
        assert "**Ann**, place a small" in shown["content"] or "**Ann** to move" in shown["content"]
        assert not shown["mentions"]
        await reply_to(ann, "?settings mentions=turn")
        await ann.say("?move f5")
        shown = await board(ann, "**3.** **Ann**", since)
        assert (shown["flags"] & SILENT, [user["id"] for user in shown["mentions"]]) == (0, [bob.id])
        said = [one["message"] for one in ann.seen if one["type"] == "message"]
        assert not [one for one in said if one["channel_id"] != shown["channel_id"]]


@pytest.mark.parametrize("content", [True, pytest.param(False, marks=pytest.mark.thorough)])
async def test_managers_set_everything_by_a_form(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        ann, bob = env["Ann"], env["Bob"]
        lounge = await ann.channel("lounge")
        roles = {role["name"]: role["id"] for role in (await ann.view())["roles"]}
        shown = await ann.ask_by_slash("server", do="settings")
        assert not shown["content"]
        for name in SETTINGS:
            assert f"\n- {name} " in text_of(shown)
        assert "\n- threads `yes`: " in text_of(shown)
        assert sorted(name for _title, names in SUBJECTS.values() for name in names) == sorted(SETTINGS)
        values: dict[str, str | list[str]] = {
            "channels": [lounge],
            "threads": "no",
            "clock": "3d+1d cap 5d",
            "challengers": [roles["Regulars"]],
            "most": "5",
            "mentions": "silent",
            "timeout": "ends",
            "zone": "Europe/Berlin",
            "finished": [lounge],
            "prefix": "?",
        }
        told = await change_settings(ann, **values)
        for part in ("prefix `?`", f"<#{lounge}>", "`no`", f"<@&{roles['Regulars']}>", "most `5`", "`Europe/Berlin`"):
            assert part in told
        told = await change_settings(ann, clock="soon")
        assert "\n**Not changed:** I can't read the clock `soon`" in told
        assert "clock `3d+1d cap 5d`" in told
        defaults: dict[str, str | list[str]] = {
            name: "" for name in values if name not in {"threads", "mentions", "timeout"}
        }
        told = await change_settings(ann, **defaults | {"channels": [], "challengers": [], "finished": []})
        for part in ("prefix `!`", "channels `any`", "threads `no`", "most `any`", "finished `none`", "clock `none`"):
            assert f"\n- {part}" in told
        assert "challengers `everyone`" in await change_settings(ann, challengers=[roles["everyone"]])
        await ann.ask_by_slash("challenge", game="martian-life", opponent=bob.id, seat="1")
        board_shown = await accepted(ann, None, bob)
        assert board_shown["channel_id"] == await ann.channel("games")


async def test_the_form_shows_what_is_set_and_only_managers_use_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        lounge = await ann.channel("lounge")
        await change_settings(ann, channels=[lounge], mentions="never", most="7")
        shown = await ann.ask_by_slash("server", do="settings")
        fields = {
            name: next(
                each["component"]
                for each in (await open_setting(ann, shown, name))["modal"]["components"]
                if each["component"]["custom_id"] == name
            )
            for name in ("channels", "mentions", "most", "zone")
        }
        assert [str(one["id"]) for one in fields["channels"]["default_values"]] == [lounge]
        assert [one["value"] for one in fields["mentions"]["options"] if one.get("default")] == ["never"]
        assert (fields["most"]["value"], fields["zone"]["value"]) == ("7", "UTC")
        assert "Only people with Manage Server" in await reply_to(bob, "!settings threads=no")


@pytest.mark.thorough
async def test_a_timeout_ends_a_match_of_two_and_takes_one_player_of_three_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        await reply_to(ann, "!settings timeout=ends")
        two = await begin_match(ann, "xero-g", bob, clock="1d")
        three = await begin_match(ann, "zyrcan", bob, cleo, clock="1d")
        since = bob.seen_so_far()
        await env.pass_time(DAY)
        over = await board(bob, "**Bob** wins **Xero-G #1**", since)
        assert "**Ann** ran out of time" in over["content"]
        assert (over["channel_id"], over["mentions"]) == (two["channel_id"], [])
        smaller = await board(bob, "**Ann** ran out of time.\nRed is out", since)
        assert smaller["channel_id"] == three["channel_id"]
        assert len(smaller["mentions"]) == 1
        late = smaller["mentions"][0]["id"]
        await env.pass_time(DAY - HOUR)
        await env.pass_time(HOUR)
        over = await board(bob, "wins **Zyrcan #2**", since)
        assert f"**{'Bob' if late == bob.id else 'Cleo'}** ran out of time" in over["content"]
        said = [one["message"]["content"] for one in bob.seen if one["type"] == "message"]
        assert not [text for text in said if "can claim it" in text]


PICTURES = ROOT / "build" / "settings"


async def open_form(page: Page, subject: str) -> None:
    """Choose a subject in the menu, and wait for its form."""
    await page.locator("[data-testid=select][data-custom-id=setting]").click()
    await choice(page, re.compile(rf"^{subject}")).click()
    await expect(page.get_by_test_id("modal")).to_contain_text(subject)


def choice(page: Page, text: str | re.Pattern[str]) -> Locator:
    """Return the choices of an open menu that hold a text."""
    return page.get_by_test_id("picker-choice").filter(has_text=text)


async def submit(page: Page, settings: Locator, expected: str) -> None:
    """Send the form back, and wait until the settings hold a text."""
    await page.get_by_test_id("modal-submit").click()
    await expect(settings).to_contain_text(expected)
    await expect(page.get_by_test_id("modal")).to_have_count(0)


@pytest.mark.thorough
async def test_a_manager_changes_settings_on_a_phone(env: Environment) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    async with chromium_running() as browser, page_of(browser, env.playground, viewport=PHONE) as page:
        await page.get_by_test_id("composer").press_sequentially("/server")
        await page.get_by_test_id("composer").press("Enter")
        await page.get_by_role("button", name="Run /server").click()
        settings = said(page, "Matches")
        await expect(settings).to_contain_text("threads yes")
        await page.screenshot(path=PICTURES / "1-settings.png")
        await page.locator("[data-testid=select][data-custom-id=setting]").click()
        await page.screenshot(path=PICTURES / "2-menu.png")
        await page.keyboard.press("Escape")

        await open_form(page, "Matches")
        await expect(page.get_by_test_id("modal-clock")).to_have_value("none")
        await page.get_by_test_id("modal-clock").fill("soon")
        await page.get_by_test_id("modal").get_by_text("a match is played in the channel").click()
        await page.screenshot(path=PICTURES / "3-matches.png")
        await submit(page, settings, "Not changed: I can't read the clock soon")
        await expect(settings.get_by_text("Not changed:")).to_be_in_viewport()
        await expect(settings).to_contain_text("threads no")
        await page.screenshot(path=PICTURES / "4-rejected.png")
        await open_form(page, "Matches")
        await page.get_by_test_id("modal-clock").fill("3d+1d cap 5d")
        await submit(page, settings, "clock 3d+1d cap 5d")
        await expect(settings.get_by_text("Saved:")).to_be_in_viewport()
        await expect(settings).not_to_contain_text("Not changed")

        await open_form(page, "Posts")
        await page.get_by_test_id("modal-finished").click()
        await choice(page, "lounge").click()
        await page.get_by_test_id("picker-done").click()
        await page.screenshot(path=PICTURES / "5-posts.png")
        await submit(page, settings, "matches that ended are shown in #lounge")
        await expect(settings).to_have_count(1)
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        await page.screenshot(path=PICTURES / "6-changed.png")


SERVER = replace(GuildSettings(), forum=7, prefix="?")
PROBLEM = "I may not write there."
NOTES = {"forum": PROBLEM}


async def test_zones_by_offset_and_with_spaces_come_with_the_time_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann = env["Ann"]

        def times(zone: str) -> set[str]:
            now = env.now().astimezone(ZoneInfo(zone))
            return {f"{each:%H:%M}" for each in (now - timedelta(minutes=1), now, now + timedelta(minutes=1))}

        refused = await reply_to(ann, "!settings zone=UTC+9")
        assert any(f"At `UTC+9` it's {time} now, as in `Asia/Tokyo`, " in refused for time in times("Asia/Tokyo"))
        set_to = await reply_to(ann, "!settings zone=America/New York threads=no")
        assert "zone `America/New_York`: " in set_to
        there = times("America/New_York")
        assert any(f"\n  - It's {time} there now.\n" in set_to for time in there)
        shown = await reply_to(ann, "!settings")
        assert any(f"\n  - It's {time} there now.\n" in shown for time in there)
        refused = await reply_to(ann, "!preferences zone=UTC+9")
        assert any(f"At `UTC+9` it's {time} now, as in `Asia/Tokyo`, " in refused for time in times("Asia/Tokyo"))
        chosen = await reply_to(ann, "!preferences zone=Asia/Ho Chi Minh quiet=22 - 7")
        assert "- zone `Asia/Ho_Chi_Minh`: " in chosen
        assert "- quiet `22-7`: " in chosen
        offered = await ann.autocomplete("me", "do", do="preferences zone=GMT+9")
        assert offered[0]["value"] == "preferences zone=Asia/Tokyo"
        assert any(offered[0]["name"].endswith(time) for time in times("Asia/Tokyo"))


def line_before_problem(post: str) -> str:
    lines = post.splitlines()
    return lines[lines.index(f"  - {PROBLEM}") - 1]


def test_what_is_wrong_with_the_forum_stands_below_its_line_alone() -> None:
    post = settings_post(SERVER, NOTES)
    assert post.count(PROBLEM) == 1
    assert line_before_problem(post).startswith("- forum ")


def test_changed_settings_come_alone_with_the_way_to_all_of_them() -> None:
    post = changed_settings_post(SERVER, ["prefix"], NOTES)
    first, line, rest = post.splitlines()
    assert first == "**Saved:**"
    assert line.startswith("- prefix ")
    assert rest == "-# `?settings` shows all settings."


def test_a_changed_forum_says_what_is_wrong_with_it() -> None:
    post = changed_settings_post(SERVER, ["prefix", "forum"], NOTES)
    assert post.count(PROBLEM) == 1
    assert line_before_problem(post).startswith("- forum ")


SELECT: Json = {**MENU, "custom_id": "setting"}
FORGED: Json = {**SELECT, "options": [{"label": "threads", "value": "threads"}, {"label": "x", "value": "x"}]}


async def send_back(person: Person, opened: Json, threads: str, altered: Json | None = None) -> Json:
    """Send a form back, and return the answer: a private message, or the one that is altered."""

    def is_answer(one: Json) -> bool:
        return one["id"] == altered["id"] if altered else one["ephemeral"]

    since = person.seen_so_far()
    outcome = await person.modal(opened, **as_opened(opened) | {"threads": threads})
    return outcome["message"] or await person.hear(is_answer, "an answer to the form", since=since)


@pytest.mark.thorough
@pytest.mark.parametrize("content", [True, False])
async def test_menu_and_form_work_after_a_restart_and_for_managers_only(
    make_env: MakeEnvironment, monkeypatch: pytest.MonkeyPatch, *, content: bool
) -> None:
    async with make_env(content=content) as env:
        ann, bob = env.ann, env.bob
        shown = await ann.ask_by_slash("server", do="settings")
        async with env.down():
            pass
        opened = await open_setting(ann, shown, "threads")
        async with env.down():
            pass
        told = await send_back(ann, opened, "no", shown)
        assert "\n- threads `no`: " in text_of(told)
        assert text_of(told).endswith("\n**Saved:** threads.")
        assert [each["custom_id"] for each in parts_of(told)] == [each["custom_id"] for each in parts_of(shown)]

        assert await forge(env, bob, FORGED, "Hm", "threads") == MANAGERS_ONLY
        assert await forge(env, ann, FORGED, "Hm", "x") == "That button isn't one of mine."
        opened = await open_setting(ann, told, "threads")

        def bob_is_owner(_: State) -> int:
            return int(bob.id)

        monkeypatch.setattr("playground.model.permissions.owner", bob_is_owner)
        assert (await send_back(ann, opened, "yes"))["content"] == MANAGERS_ONLY
        shown = await bob.ask_by_slash("server", do="settings")
        assert "\n- threads `no`: " in text_of(shown)


async def test_a_full_message_still_says_what_became_of_the_form(env: Environment) -> None:
    ann, add = env.ann, env.playground.add_room
    rooms = [str(add(TEXT, f"room-{number}")) for number in range(MOST_CHANNELS - 1)]
    news, forum = str(add(ANNOUNCEMENT, "news")), add(FORUM, "matches")
    lounge = await ann.channel("lounge")
    env.playground.deny(int(lounge), "SEND_MESSAGES")
    told = await change_settings(
        ann, channels=[news, *rooms], finished=[news], puzzles=[news], forum=[str(forum)], clock="3d+1d cap 6d"
    )
    assert f"shown in <#{news}>" in told
    assert len(told) <= LONGEST_LAYOUT
    told = await change_settings(ann, finished=[lounge])
    assert f"\n**Not changed:** I can't post in <#{lounge}>. " in told
    assert len(told) <= LONGEST_LAYOUT


async def test_the_panel_of_a_server_leads_to_its_log_blocks_and_permissions(env: Environment) -> None:
    ann, bob = env.ann, env.bob
    contest = Contest("xero-g", (ann, bob))
    await contest.begin()
    panel = await ann.ask_by_slash("server")
    assert labels(panel) == ["Log", "Permissions", "End a match", "Blocked", "Block", "Unblock"]
    assert (await ann.ask_by_press(panel, "Log"))["content"].startswith("Nothing yet.")
    assert "All is well" in (await ann.ask_by_press(panel, "Permissions"))["content"]
    for button, values, expected in (
        ("Block", {"0": [bob.id], "1": "spam"}, f"<@{bob.id}> is blocked."),
        ("Unblock", {"0": [bob.id]}, f"<@{bob.id}> can play here again."),
        ("End a match", {"0": "#1", "1": "too old"}, "End Xero-G #1 (**Ann**, **Bob**)?"),
    ):
        since = ann.seen_so_far()
        outcome = await ann.modal(await ann.press(panel, button), **values)
        assert (await ann.answer_to(outcome, button, since))["content"].startswith(expected)
    assert (await ann.ask_by_press(panel, "Blocked"))["content"].startswith("Nobody is blocked")
    offered = await ann.autocomplete("server", "do", do="settings threads=no highlights=")
    assert [each["value"] for each in offered] == [
        "settings threads=no highlights=yes",
        "settings threads=no highlights=no",
    ]
    told = await ann.ask_by_slash("server", do="settings threads=no highlights=yes")
    assert told["content"].startswith("**Saved:**\n- threads `no`")


async def test_a_menu_from_before_there_were_panels_opens_the_form_that_has_its_setting(env: Environment) -> None:
    state = env.playground.state
    games = state.channels[int(await env.ann.channel("games"))]
    menu: Json = {**SELECT, "options": [{"label": "weekly", "value": "weekly"}]}
    message = state.add_message(games, BOT_ID, "Settings", components=[{"type": 1, "id": 1, "components": [menu]}])
    opened = await env.ann.press(str(message.id), "setting", "weekly")
    assert opened["modal"]["title"] == "Posts"
    since = env.ann.seen_so_far()
    outcome = await env.ann.modal(opened, **as_opened(opened) | {"mentions": "silent"})
    shown = await env.ann.answer_to(outcome, "the form", since)
    assert text_of(shown).endswith("**Saved:** mentions.")
