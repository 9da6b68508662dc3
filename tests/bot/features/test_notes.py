"""Notes over the wire: a player's own while the match runs, everyone's after its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from tests.wire.match import SCRIPTS, Contest, ask_in_panel, begin_match, by_mention

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["xero-g"].split()
HOSTILE = "@everyone **spam** <@&1> [x](https://x.y) `code` ~~gone~~"
SHOWN = r"\@everyone \*\*spam\*\* \<\@\&1\> \[x\]\(https\:\/\/x\.y\) \`code\` \~\~gone\~\~"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def contest(shared_env: Environment) -> Contest:
    """A running match with a note by Ann and one by Bob, who removed his first."""
    env = shared_env
    contest = await begin_match(env.people[:2], *TEXTS[:2], key="xero-g")
    saved = await env.ann.ask_by_text(f"!note #{contest.number} {HOSTILE}", await env.ann.dm())
    assert saved["content"] == f"Note saved for #{contest.number}. Nobody else sees it until the match is over."
    await env.bob.ask_by_slash("match", contest.thread, do="note a slip")
    await env.bob.ask_by_slash("match", contest.thread, do="note 2. my\nplan")
    removed = await env.bob.ask_by_slash("match", contest.thread, do="notes remove 1")
    assert removed["content"] == f"Note 1 for #{contest.number} is removed."
    return contest


async def fetch_files(person: Person, message: Json) -> dict[str, bytes]:
    return {file["filename"]: await person.fetch(file["url"]) for file in message["attachments"]}


async def test_a_note_that_others_could_read_is_not_saved(shared_env: Environment, contest: Contest) -> None:
    ann = shared_env.ann
    answer = await ann.ask_by_text("!note I win this", contest.thread)
    assert "Everyone can read this channel, so nothing was saved. Use `/match do:note`" in answer["content"]
    assert "Use `/match do:notes`" in (await ann.ask_by_text("!notes", contest.thread))["content"]
    assert "I win this" not in (await ann.ask_by_slash("match", contest.thread, do="notes"))["content"]


async def test_a_player_sees_only_their_own_notes_before_the_end(shared_env: Environment, contest: Contest) -> None:
    ann, bob = shared_env.ann, shared_env.bob
    own = await ann.ask_by_text(f"!notes #{contest.number}", await ann.dm())
    assert f"- **Ann** 1, after move 2: {SHOWN}" in own["content"]
    assert "plan" not in own["content"]
    assert not own["mention_everyone"]
    theirs = await bob.ask_by_slash("match", contest.thread, do="notes")
    assert theirs["content"].splitlines()[1:] == ["- **Bob** 2, after move 2: 2\\. my plan"]
    assert "plan" not in str(await fetch_files(ann, await ann.ask_by_slash("match", contest.thread, do="export")))


async def test_notes_that_cannot_be_saved_or_removed_say_why(shared_env: Environment, contest: Contest) -> None:
    env, where = shared_env, f"#{contest.number}"
    for person, do, reason in (
        (env.bob, "notes remove 1", "You have no note 1"),
        (env.bob, f"note {'x' * 301}", "at most 300 characters"),
        (env.cleo, "notes", "You don't play in"),
        (env.cleo, "note hm", "You don't play in"),
    ):
        assert reason in (await person.ask_by_slash("match", contest.thread, do=do))["content"]
    for text, reason in (
        (f"!note {where} ", "What should the note say?"),
        (f"!notes {where} forget 1", "I can't read `forget 1`"),
        (f"!notes {where} remove x", "I can't read `remove x`"),
        (f"!notes {where} remove 12345", "I can't read `remove 12345`"),
    ):
        assert reason in (await env.ann.ask_by_text(text, await env.ann.dm()))["content"]


async def test_every_players_notes_are_shown_after_the_end(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2], *TEXTS[:2], key="xero-g")
    await env.ann.ask_by_slash("match", contest.thread, do=f"note {HOSTILE}")
    await env.bob.ask_by_slash("match", contest.thread, do="note 2. my\nplan")
    await contest.resign(1)
    late = await env.bob.ask_by_slash("match", contest.thread, do="note !")
    assert "Its notes are open to everyone now" in late["content"]
    record = await ask_in_panel(env.cleo, contest.board, "export")
    assert record["content"].splitlines()[1:] == [
        "Notes:",
        f"- **Ann** 1, after move 2: {SHOWN}",
        "- **Bob** 1, after move 2: 2\\. my plan",
    ]
    assert not record["mention_everyone"]
    text = (await fetch_files(env.cleo, record))[f"turnpost-{contest.number}.txt"].decode()
    assert f"Ann, after move 2: {HOSTILE}\nBob, after move 2: 2. my plan\n" in text
    assert "**1.** **Ann**" in (await env.cleo.ask_by_press(record, "Moves"))["content"]
    assert "2\\. my plan" in (await env.cleo.ask_by_slash("match", contest.thread, do="notes"))["content"]


async def test_a_player_keeps_twenty_notes_and_no_more(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2], key="xero-g")
    for number in range(20):
        await env.ann.ask_by_slash("match", contest.thread, do=f"note note {number}")
    assert (
        "You already have 20 notes"
        in (await env.ann.ask_by_slash("match", contest.thread, do="note one more"))["content"]
    )
    await env.ann.ask_by_slash("match", contest.thread, do="notes remove 7")
    assert "Note saved" in (await env.ann.ask_by_slash("match", contest.thread, do="note one more"))["content"]
    own = (await env.ann.ask_by_slash("match", contest.thread, do="notes"))["content"]
    assert "- **Ann** 21, before the first move: one more" in own
    assert "- **Ann** 7," not in own


@pytest.mark.thorough
async def test_notes_without_the_content_intent(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    contest = Contest("xero-g", (env.ann, env.bob))
    await contest.begin_by_slash()
    await contest.turn(by_mention, TEXTS[0])
    answer = await env.ann.ask_by_text("@Turnpost note mine", contest.thread)
    assert "Everyone can read this channel" in answer["content"]
    await env.ann.ask_by_text(f"!note #{contest.number} mine", await env.ann.dm(), holds="Note saved")
    await contest.resign(1)
    record = await ask_in_panel(env.bob, contest.board, "export")
    assert "- **Ann** 1, after move 1: mine" in record["content"]


async def test_a_removed_note_is_in_no_file_any_more(shared_env: Environment, contest: Contest) -> None:
    thought = "a thought that nobody may find again"
    await shared_env.bob.ask_by_slash("match", contest.thread, do=f"note {thought}")

    def holders() -> list[str]:
        files = shared_env.bot.data.glob("turnpost.db*")
        return [file.name for file in files if thought.encode() in file.read_bytes()]

    assert holders()
    removed = await shared_env.bob.ask_by_slash("match", contest.thread, do="notes remove 3")
    assert removed["content"] == f"Note 3 for #{contest.number} is removed."
    assert holders() == []
