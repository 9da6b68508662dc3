"""Presses on the button Move and its private message that come too late, twice, or from somebody else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from playground.model.resources.user import BOT_ID
from tests.bot.features.guide.presses import buttons, changed, choose, offered, press_move
from tests.wire.match import bare, begin_match

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
BUTTON: Json = {"type": 2, "style": 2, "label": "x", "id": 2}
MENU: Json = {"type": 3, "options": [{"label": "a1", "value": "zz"}], "min_values": 1, "max_values": 1, "id": 2}


async def forge(env: Environment, person: Person, item: Json, content: str, *values: str) -> str:
    """Let a person press something that the bot never made, and return what only they see, or what it becomes."""
    state, since = env.playground.state, person.seen_so_far()
    place = state.channels[int(await person.channel("games"))]
    parts: list[Any] = [{"type": 1, "id": 1, "components": [item]}]
    message = state.add_message(place, BOT_ID, content, components=parts)
    outcome = await person.press(str(message.id), item["custom_id"], *values)
    assert outcome["acknowledged"]
    answer = outcome["message"] or await person.hear(
        lambda one: one["ephemeral"] or (one["id"] == str(message.id) and one["content"] != content),
        f"an answer to {item['custom_id']}",
        since=since,
    )
    return answer["content"]


async def test_what_the_bot_never_made_plays_nothing(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match((env.ann, env.bob), "d5+", "d4+")
    number, so_far, huge = contest.number, "So far: `d4+`", "9" * 20
    for person, item, content, values, answer in (
        (env.ann, {**MENU, "custom_id": f"choose:{number}:2:0"}, "Hm", ["zz"], "That choice isn't there any more."),
        (env.cleo, {**MENU, "custom_id": f"choose:{number}:2:0"}, "Hm", ["zz"], f"You don't play in #{number}."),
        (env.bob, {**MENU, "custom_id": f"choose:{number}:2:0"}, "Hm", ["zz"], "It's **Ann**'s turn"),
        (env.ann, {**MENU, "custom_id": f"choose:{huge}:2:0"}, "Hm", ["zz"], "That button isn't one of mine."),
        (env.ann, {**BUTTON, "custom_id": f"foresight:{number}:2"}, so_far, [], "That choice isn't there any more."),
        (env.ann, {**BUTTON, "custom_id": f"back:{number}:2:1"}, so_far, [], "That choice isn't there any more."),
        (env.cleo, {**BUTTON, "custom_id": f"back:{number}:2:0"}, so_far, [], f"You don't play in #{number}."),
        (env.cleo, {**BUTTON, "custom_id": f"more:{number}:2:1"}, so_far, [], f"You don't play in #{number}."),
        (env.cleo, {**BUTTON, "custom_id": f"type:{number}:2"}, so_far, [], f"You don't play in #{number}."),
        (env.ann, {**BUTTON, "custom_id": f"type:{number}:2"}, so_far, [], "That choice isn't there any more."),
        (env.ann, {**BUTTON, "custom_id": f"move:{huge}:0"}, "Hm", [], "That button isn't one of mine."),
        (env.ann, {**BUTTON, "custom_id": f"move:{number}:{huge}"}, "Hm", [], "That button isn't one of mine."),
        (env.ann, {**BUTTON, "custom_id": "move:7777:0"}, "Hm", [], "There is no match #7777 on this server."),
    ):
        assert answer in await forge(env, person, item, content, *values), item["custom_id"]
    await contest.turn(bare, "e4+")


async def test_a_page_or_an_event_that_never_was_shows_the_first_step(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match((env.ann, env.bob))
    question = contest.game.guide(contest.state, "").question
    for custom_id in (f"move:{contest.number}:99", f"more:{contest.number}:0:0", f"back:{contest.number}:99:5"):
        assert question in await forge(env, env.ann, {**BUTTON, "custom_id": custom_id}, "Hm"), custom_id


async def test_a_choice_pressed_twice_is_chosen_once(shared_env: Environment) -> None:
    contest = await begin_match((shared_env.ann, shared_env.bob))
    mover, opened = contest.mover, await press_move(contest.mover, contest.board)
    shown, again = await asyncio.gather(*(choose(mover, opened, "d5+") for _ in range(2)))
    assert shown["content"] == again["content"]
    assert shown["content"].count("`d5+`") == 2, "once so far, once in the small print"

    async def play(person: Person, *_: object) -> None:
        await person.press(again, "Play")

    await contest.turn(play, "d5+")


async def test_a_player_whose_turn_came_again_begins_anew(shared_env: Environment) -> None:
    contest = await begin_match((shared_env.ann, shared_env.bob))
    mover, opened = contest.mover, await press_move(contest.mover, contest.board)
    for text in ("d5+", "d4+"):
        await contest.turn(bare, text)
    anew = await choose(mover, opened, "e4+")
    assert "That was the start; the match stands at move 2. Here it is now." in anew["content"]
    assert "So far" not in anew["content"]
    assert offered(anew) == [choice.label for choice in contest.game.guide(contest.state, "").choices]
    shown = await choose(mover, anew, "e4+")

    async def play(person: Person, *_: object) -> None:
        await person.press(shown, "Play")

    await contest.turn(play, "e4+")


async def test_play_under_a_move_of_an_earlier_turn_plays_nothing(shared_env: Environment) -> None:
    contest = await begin_match((shared_env.ann, shared_env.bob))
    mover, opened = contest.mover, await press_move(contest.mover, contest.board)
    preview = await choose(mover, opened, "e4+")
    for text in ("d5+", "d4+"):
        await contest.turn(bare, text)
    late = await changed(mover, preview, "Play")
    assert "Move 1 was already played: `d5+`." in late["content"]
    assert not late["components"]
    await contest.turn(bare, "e4+")


async def test_a_form_sent_after_its_turn_says_what_was_played(shared_env: Environment) -> None:
    contest = await begin_match((shared_env.ann, shared_env.bob))
    mover, opened = contest.mover, await press_move(contest.mover, contest.board)
    form = await mover.press(opened, "Type it")
    await contest.turn(bare, "d5+")
    late = (await mover.modal(form, text="e4+"))["message"]
    assert "Move 1 was already played: `d5+`." in late["content"]
    assert "You typed `e4+`." in late["content"]
    back = await changed(mover, late, "Back")
    assert f"It's **{contest.mover.name}**'s turn" in back["content"]


async def test_a_match_that_ended_meanwhile_says_so(shared_env: Environment) -> None:
    contest = await begin_match((shared_env.ann, shared_env.bob))
    mover = contest.mover
    previews = [await choose(mover, await press_move(mover, contest.board), "d5+") for _ in range(2)]
    board = contest.board
    await contest.resign(2)
    for preview, press in zip(previews, ("Back", "Play"), strict=True):
        ended = await changed(mover, preview, press)
        assert f"#{contest.number} ended" in ended["content"], press
        assert not ended["components"]
    answer = await mover.ask_by_press(board, "Move")
    assert f"#{contest.number} ended" in answer["content"]


async def test_where_files_are_barred_a_move_is_chosen_all_the_same(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match((env.ann, env.bob))
    env.playground.deny(int(contest.thread), "ATTACH_FILES")
    board = contest.board
    for text in ("d5+", "d4+"):
        mover = contest.mover
        opened = await press_move(mover, board)
        shown = await choose(mover, opened, text)
        assert buttons(shown) == ["Play", "Back", "Type it"]
        since = mover.seen_so_far()
        await mover.press(shown, "Play")
        board = await mover.hear(
            lambda one: one["channel_id"] == contest.thread and "```" in one["content"], "a text board", since=since
        )
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, text))
    env.playground.allow(int(contest.thread))
