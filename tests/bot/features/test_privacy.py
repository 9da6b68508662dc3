"""`/me do:privacy` over the wire: a person sees what is kept of them, deletes it, and begins anew."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot.features import privacy
from bot.referee.people.sign_in import find_session, make_link, sign_in
from tests.bot.referee.privacy.traces import find_traces, list_faults
from tests.wire.timed_environment import accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.playground.client import Json, Person
    from tests.wire.timed_environment import TimedEnvironment

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = ["turnpost-privacy-2026-03-01.txt", "turnpost-privacy-2026-03-01.json"]


def test_files_too_large_for_discord_are_packed_into_one(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = privacy.personal_files({}, 7, NOON)
    assert [each.name for each in plain] == NAMES
    size = sum(len(each.data) for each in plain)

    monkeypatch.setattr(privacy, "LARGEST", size)
    assert len(privacy.personal_files({}, 7, NOON)) == 2

    monkeypatch.setattr(privacy, "LARGEST", size - 1)
    (packed,) = privacy.personal_files({}, 7, NOON)
    assert packed.name == "turnpost-privacy-2026-03-01.zip"
    with zipfile.ZipFile(io.BytesIO(packed.data)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {each.name: each.data for each in plain}


def test_a_row_in_which_nothing_is_set_says_so() -> None:
    told = privacy.to_text({"people": [{"user_id": 7, "look": None, "zone": None}]}, 7, NOON)
    assert "Your preferences, and when your next daily list is due (1)\n- nothing set\n" in told


def test_numbers_that_other_programs_read_inexactly_are_texts_in_json() -> None:
    exact, inexact = 2**53 - 1, 2**53
    row = {"message_id": exact, "channel_id": inexact, "ids": [exact, -inexact], "body": {"user": inexact}}
    kept = json.loads(privacy.to_json({"outbox": [row]}, 7, NOON))
    (told,) = kept["tables"]["outbox"]
    assert (told["message_id"], told["channel_id"]) == (exact, str(inexact))
    assert (told["ids"], told["body"]) == ([exact, str(-inexact)], {"user": str(inexact)})


async def begin(env: TimedEnvironment) -> tuple[int, str]:
    """Begin a match of Ann and Bob on the server with Ann's move and note, and return its number and thread."""
    ann, bob = env["Ann"], env["Bob"]
    since = bob.seen_so_far()
    await ann.ask_by_slash("challenge", opponent=bob.id, game="xero-g", seat="1")
    challenge = await bob.hear_bot("-# challenge ", since=since)
    number, thread, _ = await accept_challenge(env, challenge, bob, terms="")
    await ann.ask_by_slash("move", thread, move="321123")
    await ann.ask_by_slash("match", thread, do="note my secret")
    return number, thread


async def begin_directly(env: TimedEnvironment) -> None:
    """Begin a match of Ann and Bob by direct message."""
    ann, bob = env["Ann"], env["Bob"]
    since = bob.seen_so_far()
    await ann.change_settings(installed=True)
    await ann.slash("challenge", await ann.dm(), opponent=bob.id, game="xero-g", seat="1")
    challenge = await bob.hear_bot("challenges", since=since)
    await bob.press(challenge, "Accept")
    await ann.hear(lambda one: one["attachments"] and one["channel_id"] != challenge["channel_id"])
    await env.all_posted()


async def read_json(person: Person, message: Json) -> Json:
    (file,) = [one for one in message["attachments"] if one["filename"].endswith(".json")]
    return json.loads(await person.fetch(file["url"]))


async def test_a_person_sees_everything_deletes_it_and_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob, database = env["Ann"], env["Bob"], env.bot.context.database
        number, thread = await begin(env)
        await bob.ask_by_slash("match", thread, do="note Bob's own")
        await begin_directly(env)
        await ann.ask_by_slash("challenge", game="xong")
        token = await make_link(env.bot.context, int(ann.id), "Ann", "/b/x")
        secret = await sign_in(env.bot.context, token, "Firefox on Ann's phone")

        refused = await ann.ask_by_text("!privacy show")
        assert refused["content"] == privacy.WOULD_BE_PUBLIC
        by_text = await ann.ask_by_text("!privacy show", await ann.dm())
        shown = await ann.ask_by_slash("me", thread, do="privacy show")
        assert shown["ephemeral"]
        kept = await read_json(ann, shown)
        assert kept["person"] == ann.id
        assert [row["text"] for row in kept["tables"]["notes"]] == ["my secret"]
        assert "Bob's own" not in str(kept)
        assert [row["browser"] for row in kept["tables"]["web_sessions"]] == ["Firefox on Ann's phone"]
        words = (await ann.fetch(shown["attachments"][0]["url"])).decode()
        assert "Browsers signed in as you (1)\n- id: 1, browser: Firefox on Ann's phone, created at: 20" in words
        assert kept["tables"]["seats"] == (await read_json(ann, by_text))["tables"]["seats"]

        asked = await ann.ask_by_slash("me", thread, do="privacy delete")
        assert asked["ephemeral"]
        assert "You resign 2 running matches" in asked["content"]
        assert "Your 1 open challenge will be closed" in asked["content"]
        since = bob.seen_so_far()
        answer = await ann.ask_by_press(asked, "Delete everything")
        assert answer["content"] == privacy.NEARLY_DELETED
        await bob.hear(lambda one: one["channel_id"] == thread and "resigned" in one["content"], since=since)
        await env.all_posted()
        await env.pass_time(timedelta())
        private = await ann.dm()
        await env.pass_time(timedelta(minutes=1))
        assert await find_traces(database, ann.id, "Ann", private) == []
        assert await find_session(env.bot.context, secret) is None
        assert await list_faults(database, env.now()) == []
        history = await bob.ask_by_slash("match", thread, do="history", match=f"#{number}")
        assert "A former player" in history["content"]
        for command, options in (("board", {}), ("match", {"do": "replay"}), ("match", {"do": "export"})):
            answer = await bob.ask_by_slash(command, thread, match=f"#{number}", **options)
            assert answer["attachments"]
            assert "Ann" not in str(answer)
        assert (await bob.ask_by_slash("profile"))["attachments"]

        assert (
            "(0)"
            in (await ann.fetch((await ann.ask_by_slash("me", do="privacy show"))["attachments"][0]["url"])).decode()
        )
        again, _ = await begin(env)
        assert again > number
