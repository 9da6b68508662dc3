"""What people do by `/match`: by its panel, its menu, forms and words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.playground.client import labels
from tests.wire.match import WAITING, begin_match
from tests.wire.timed_environment import start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")


def menu_of(panel: Json, action: str = "panel") -> tuple[str, list[str]]:
    """Return the custom id and the values of a menu under a panel."""
    found = [part for line in panel["components"] for part in line["components"] if "options" in part]
    menu = next(part for part in found if part["custom_id"].startswith(action))
    return menu["custom_id"], [option["value"] for option in menu["options"]]


async def choose(person: Person, shown: Json, menu: str, value: str) -> Json:
    """Choose in a menu, and return the answer to it."""
    since = person.seen_so_far()
    return await person.answer_to(await person.press(shown, menu, value), value, since)


async def fill_in(person: Person, opened: Json, **values: str | list[str]) -> Json:
    """Send a form back, and return the answer to it."""
    since = person.seen_so_far()
    return await person.answer_to(await person.modal(opened, **values), "the form", since)


async def test_the_panel_of_a_running_match_offers_what_applies_to_who_asks(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+")
    panel = await env.bob.ask_by_slash("match", contest.thread)
    assert panel["content"].startswith(f"**Martian Life #{contest.number}**: **Bob** to move, since <t:")
    assert labels(panel) == ["Rules", "Analyse", "Offer draw", "Replay", "Resign"]
    panel = await env.ann.ask_by_slash("match", contest.thread)
    assert labels(panel) == ["Rules", "Analyse", "Plan", "Offer draw", "Take back", "Replay", "Resign"]
    panel = await env.cleo.ask_by_slash("match", contest.thread)
    assert labels(panel) == ["Rules", "Analyse", "Replay"]


async def test_an_offer_is_told_in_the_panel_and_answered_there(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+")
    panel = await env.ann.ask_by_slash("match", contest.thread)
    since = env.bob.seen_so_far()
    await env.ann.press(panel, "Offer draw")
    await env.bob.hear_bot("offers a draw", since=since)
    panel = await env.ann.ask_by_slash("match", contest.thread)
    assert panel["content"].endswith(f"\n**Ann** offers a draw in **Martian Life #{contest.number}**.")
    assert "Withdraw offer" in labels(panel)
    assert not {"Agree", "Decline", "Offer draw"} & set(labels(panel))
    panel = await env.bob.ask_by_slash("match", contest.thread)
    assert labels(panel) == ["Agree", "Decline", "Rules", "Analyse", "Replay", "Resign"]
    since = env.ann.seen_so_far()
    await env.bob.press(panel, "Agree")
    await env.ann.hear_bot("is drawn**: by agreement", since=since)
    over = await env.bob.ask_by_slash("match", contest.thread)
    assert over["content"].startswith(f"**Martian Life #{contest.number}** of **Ann** and **Bob** ended <t:")
    assert labels(over) == ["Rules", "Analyse", "Rematch", "Review", "Replay"]


async def test_what_needs_words_asks_for_them_by_a_form_or_takes_them_behind_its_name(
    shared_env: Environment,
) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+")
    panel = await env.ann.ask_by_slash("match", contest.thread)
    menu, offered = menu_of(panel)
    assert "note" in offered
    form = await env.ann.press(panel, menu, "note")
    assert form["modal"]["title"] == "Write a note"
    assert "Note saved" in (await fill_in(env.ann, form, **{"0": "watch b4"}))["content"]
    form = await env.ann.slash("match", contest.thread, do="note")
    assert form["modal"]["title"] == "Write a note", "without words there is nothing to save"
    assert "Note saved" in (await env.ann.ask_by_slash("match", contest.thread, do="note and c4"))["content"]
    listed = await choose(env.ann, panel, menu, "notes")
    assert "watch b4" in listed["content"]
    assert "and c4" in listed["content"]
    removed, (first, *_) = menu_of(listed, "remove_note")
    await env.ann.press(listed, removed, first)
    left = await env.ann.ask_by_slash("match", contest.thread, do="notes")
    assert "watch b4" not in left["content"]
    assert "and c4" in left["content"]


async def test_a_replay_is_chosen_with_its_moves_and_its_format(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+", "b7")
    form = await env.cleo.press(await env.cleo.ask_by_slash("match", contest.thread), "Replay")
    assert form["modal"]["title"] == "Replay"
    replay = await fill_in(env.cleo, form, **{"0": "2-2", "1": "gif"})
    assert f"Replay of Martian Life #{contest.number}, move 2 of 2" in replay["content"]
    assert replay["attachments"][0]["filename"].endswith(".gif")


async def test_without_a_match_one_is_chosen_or_what_needs_none(shared_env: Environment) -> None:
    env = shared_env
    first, second = [await begin_match((env.dan, env.eve), "e4+") for _ in range(2)]
    asked = await env.eve.ask_by_slash("match", "lounge")
    assert asked["content"] == "Which match?"
    menu, offered = menu_of(asked, "panel_match")
    assert {str(first.number), str(second.number)} <= set(offered)
    assert menu_of(asked, "panel:")[1] == ["accept", "decline", "find"]
    since = env.eve.seen_so_far()
    await env.eve.press(asked, menu, str(second.number))
    title = f"**Martian Life #{second.number}**"
    shown = await env.eve.hear(lambda one: one["id"] == asked["id"] and one["content"].startswith(title), since=since)
    assert "Resign" in labels(shown)
    told = await env.cleo.ask_by_slash("match", "lounge", match=f"#{first.number}")
    assert told["content"].startswith(f"**Martian Life #{first.number}**"), "anybody may look"


async def test_ended_matches_are_found_by_a_form_and_open_their_panel(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.ann, shared_env.dan), "332211", key="xero-g")
    await contest.resign(1)
    await env.all_posted()
    form = await env.cleo.slash("match", "lounge", do="find")
    assert [each["label"] for each in form["modal"]["components"]] == [
        *("Who played?", "Game", "How it began", "How it ended"),
    ]
    found = await fill_in(env.cleo, form, **{"0": [env.dan.id], "1": "xero-g"})
    if "Ended matches" in found["content"]:
        found = await choose(env.cleo, found, menu_of(found, "found_panel")[0], str(contest.number))
    assert found["content"].startswith(f"**Xero-G #{contest.number}** of **Ann** and **Dan** ended <t:")
    assert labels(found) == ["Rules", "Analyse", "Replay"]


async def test_a_word_that_is_none_is_named(shared_env: Environment) -> None:
    answer = await shared_env.ann.ask_by_slash("match", do="dance wildly")
    assert answer["content"].startswith("`/match` has nothing called `dance`.")


async def test_the_list_of_words_holds_what_applies_and_takes_words_behind(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match(shared_env.people[:2], "e4+")

    async def words(person: Person, typed: str = "", channel: str = contest.thread) -> list[str]:
        return [each["value"] for each in await person.autocomplete("match", "do", channel, do=typed)]

    assert "plan" in await words(env.ann)
    assert "plan" not in await words(env.bob)
    assert "takeback" not in await words(env.bob)
    assert "resign" not in await words(env.cleo)
    assert {"resign", "plan", "rematch"} <= set(await words(env.cleo, channel="lounge")), "no match is known there"
    assert await words(env.ann, "res") == ["resign"]
    assert await words(env.ann, "note watch b4") == ["note watch b4"]
    assert await words(env.ann, "note " + "x" * 200) == [], "a choice would cut it"
    chosen = await env.ann.autocomplete("match", "do", "lounge", do="", match=f"#{contest.number}")
    assert "plan" in [each["value"] for each in chosen]


async def test_a_challenge_is_accepted_by_the_form_that_lists_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        ann, bob = env["Ann"], env["Bob"]
        for _ in range(2):
            await ann.ask_by_slash("challenge", game="martian-life", opponent=bob.id, seat="theirs")
        asked = await bob.ask_by_slash("match", "lounge")
        assert asked["content"] == "You're not playing a match here. `/play` starts one."
        form = await bob.press(asked, menu_of(asked)[0], "accept")
        assert [each["label"] for each in form["modal"]["components"]] == ["Which challenge?", "Your seat"]
        begun = await fill_in(bob, form, **{"0": "2", "1": "yellow"})
        assert "begins" in begun["content"]
        form = await bob.press(asked, menu_of(asked)[0], "decline")
        assert [each["label"] for each in form["modal"]["components"]] == ["A comment"]
        assert "Challenge 1 is declined." in (await fill_in(bob, form, **{"0": "no time"}))["content"]


async def test_a_move_is_previewed_and_played_in_the_match_that_is_named(shared_env: Environment) -> None:
    env = shared_env
    first, second = [await begin_match((env.ann, env.eve)) for _ in range(2)]
    shown = await env.ann.ask_by_slash("move", "lounge", move="e4+", match=f"#{second.number}", preview=True)
    assert f"#{second.number}" in shown["content"]
    assert labels(shown) == ["Play it"]
    played = await env.ann.ask_by_slash("move", "lounge", move="e4+", match=f"#{first.number}")
    played, _, waiting = played["content"].partition(". ")
    assert played == f"Move 1, `e4+`, is played in <#{first.thread}>"
    assert WAITING.fullmatch(waiting), "the second match and others"
    choices = await env.ann.autocomplete("move", "move", "lounge", move="e4", match=f"#{second.number}")
    assert [each["value"] for each in choices] == [f"#{second.number} e4+"]
