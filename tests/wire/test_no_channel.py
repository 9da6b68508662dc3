"""Where Discord names no channel, each command is answered, and nothing begins that would need a place."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.client.commands import PANELS
from playground.interactions.interaction_json import InteractionJson
from playground.validation.commands import MESSAGE_MENU, USER_MENU
from tests.playground.client import text_of
from tests.wire.match import begin_match

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from playground.interactions.interactions import Interaction
    from tests.playground.client import Json, Person, SeenCount
    from tests.wire.environment import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""

TEXT, PERSON = 3, 6
"""The types of options that take a text or a person."""
PART_OF_GROUP = {1, 2}
"""The types of what a group holds: commands, and groups of them."""
VALUES = {
    "challenge": "#2",
    "event": "#1",
    "game": "xero-g",
    "kind": "league",
    "match": "#1",
    "move": "e4+",
    "name": "Spring Cup",
    "reason": "a test",
    "result": "draw",
    "text": "a note",
    "theme": "light",
    "until": "2 days",
    "zone": "Europe/Berlin",
}
"""What is given for options; the others are left out."""
WORDS = {
    "analyse": "e4+",
    "decline": "#2 not today",
    "find": "xero-g",
    "givetime": "1d",
    "look": "theme=light",
    "moves": "e4",
    "note": "a note",
    "plan": "if e4: e5",
    "replay": "1-1",
}
"""What is typed behind words for the option `do`."""
NO_CHANNEL = (
    "Discord didn't tell me which channel you're in, so nothing was done. Try it again in a channel that I can see, or "
    "in our direct messages."
)
NEW_EVENT = "create league xero-g Autumn Cup"
NEED_A_PLACE = {"challenge", "play", f"events {NEW_EVENT}"}
"""The commands that post what they begin where they are used."""
NEED_NONE = {"events", "help", "match", "match decline", "match note", "match resign", "me"}
"""Some of those that work anywhere."""
FAILED = "Something went wrong"


def commands_of(listed: Sequence[Json]) -> Iterator[tuple[str, Json]]:
    """Yield all commands with their full names, in groups or not."""
    for one in listed:
        parts = [each for each in one.get("options", []) if each["type"] in PART_OF_GROUP]
        if not parts:
            yield one["name"], one
        for name, part in commands_of(parts):
            yield f"{one['name']} {name}", part


def fill_in(command: Json, person: Person) -> Json:
    """Return options for a slash command that make sense: a value for each that has one, and the person."""
    given: Json = {}
    for option in command.get("options", []):
        name, choices = option["name"], [each["value"] for each in option.get("choices", [])]
        if option["type"] == PERSON and name in {"opponent", "person"}:
            given[name] = person.id
        elif option["type"] == TEXT and name in VALUES and (not choices or VALUES[name] in choices):
            given[name] = VALUES[name]
    return given


def begun(data: Path) -> list[int]:
    """Return how many challenges, matches and events are on record."""
    counts = (
        "SELECT (SELECT count(*) FROM challenges), (SELECT count(*) FROM matches), (SELECT count(*) FROM tournaments)"
    )
    with closing(sqlite3.connect(data / "turnpost.db")) as record:
        return [*record.execute(counts).fetchone()]


def name_no_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the channel out of all interactions."""
    write = InteractionJson.payload

    def write_without_channel(self: InteractionJson, interaction: Interaction) -> Json:
        return {key: value for key, value in write(self, interaction).items() if not key.startswith("channel")}

    monkeypatch.setattr(InteractionJson, "payload", write_without_channel)


async def read_answer(person: Person, outcome: Json, name: str, since: SeenCount) -> str:
    """Return the answer to a command, however late it is; of a form its title."""
    if form := outcome.get("modal"):
        return form["title"]
    return text_of(await person.answer_to(outcome, f"/{name}", since))


async def test_each_command_is_answered_and_nothing_begins(env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, commands = env.ann, dict(commands_of(env.playground.state.all_commands()))
    contest = await begin_match((ann, env.bob), "e4+")
    await ann.ask_by_slash("challenge", game="xero-g", opponent=env.dan.id)
    await ann.ask_by_slash("events", do="create league xero-g Winter Cup")
    before, answers = begun(env.bot.data), dict[str, str]()
    assert before == [2, 1, 1]
    with monkeypatch.context() as patch:
        name_no_channel(patch)
        for name, command in commands.items():
            since = ann.seen_so_far()
            if command["type"] in {USER_MENU, MESSAGE_MENU}:
                outcome = await ann.menu(name, env.cleo if command["type"] == USER_MENU else contest.board)
            else:
                outcome = await ann.slash(name, **fill_in(command, env.cleo))
            answers[name] = await read_answer(ann, outcome, name, since)
        for panel in PANELS.keys() & commands.keys():
            match = {"match": "#1"} if panel == "match" else {}
            for do in [*PANELS[panel], *([NEW_EVENT] if panel == "events" else [])]:
                since, words = ann.seen_so_far(), f"{do} {WORDS.get(do, '')}"
                outcome = await ann.slash(panel, do=words, **match)
                answers[f"{panel} {do}"] = await read_answer(ann, outcome, f"{panel} {words}", since)
    assert len(answers) > 50
    assert {name: said for name, said in answers.items() if not said or FAILED in said} == {}
    refused = {name for name, said in answers.items() if said == NO_CHANNEL}
    assert refused >= NEED_A_PLACE
    assert not refused & NEED_NONE
    assert begun(env.bot.data) == before
    for name in NEED_A_PLACE & commands.keys():
        await ann.ask_by_slash(name, **fill_in(commands[name], env.cleo))
    await ann.ask_by_slash("events", do=NEW_EVENT)
    assert begun(env.bot.data) == [4, 1, 2], "the same begins in a channel"


@together
async def test_a_challenge_by_form_begins_nowhere(shared_env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    env, before = shared_env, begun(shared_env.bot.data)
    name_no_channel(monkeypatch)
    form = await env.cleo.menu("Challenge", env.dan)
    since = env.cleo.seen_so_far()
    outcome = await env.cleo.modal(form, opponents=[env.dan.id], game="xero-g")
    assert NO_CHANNEL in (await env.cleo.answer_to(outcome, "the form", since))["content"]
    assert begun(env.bot.data) == before


@together
async def test_a_challenge_is_accepted_where_it_stands(
    shared_env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    env, since = shared_env, shared_env.dan.seen_so_far()
    await env.cleo.ask_by_slash("challenge", game="xero-g", opponent=env.dan.id)
    await env.dan.hear_bot("-# challenge ", since=since)
    name_no_channel(monkeypatch)
    challenges, matches, events = begun(env.bot.data)
    assert "begins" in (await env.dan.ask_by_slash("match", do="accept"))["content"]
    assert begun(env.bot.data) == [challenges, matches + 1, events]


@together
async def test_what_is_kept_of_a_person_is_deleted(shared_env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    eve = shared_env.eve
    await eve.ask_by_slash("me", do="look theme=light")
    name_no_channel(monkeypatch)
    assert "theme `light`" in (await eve.ask_by_slash("me", do="look"))["content"]
    assert (await eve.ask_by_slash("me", do="privacy show"))["attachments"]
    question = await eve.ask_by_slash("me", do="privacy delete")
    assert "is deleted" in (await eve.ask_by_press(question, "Delete everything"))["content"]
    assert "theme `dark`" in (await eve.ask_by_slash("me", do="look"))["content"]
