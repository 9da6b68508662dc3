"""Moves without notation, over the wire: the button Move, its menus and buttons, and the modal for those who type."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from playground.model.resources.user import BOT_ID
from renderers import encode
from renderers.board.scene import CatalogueRenderer
from tests.bot.features.guide.presses import buttons, changed, choice_buttons, choose, menus, offered, press_move
from tests.playground.client import labels
from tests.wire.environment import start_env
from tests.wire.match import SCRIPTS, Contest, bare, begin_match

if TYPE_CHECKING:
    from pathlib import Path

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
        (
            env.ann,
            {**MENU, "custom_id": f"choose:{number}:2:0"},
            "Hm",
            ["zz"],
            "That choice isn't there any more: begin again.",
        ),
        (env.cleo, {**MENU, "custom_id": f"choose:{number}:2:0"}, "Hm", ["zz"], f"You don't play in #{number}."),
        (env.bob, {**MENU, "custom_id": f"choose:{number}:2:0"}, "Hm", ["zz"], "It's **Ann**'s turn"),
        (env.ann, {**MENU, "custom_id": f"choose:{huge}:2:0"}, "Hm", ["zz"], "That button isn't one of mine."),
        (
            env.ann,
            {**BUTTON, "custom_id": f"foresight:{number}:2"},
            so_far,
            [],
            "That choice isn't there any more: begin again.",
        ),
        (
            env.ann,
            {**BUTTON, "custom_id": f"back:{number}:2:1"},
            so_far,
            [],
            "That choice isn't there any more: begin again.",
        ),
        (env.cleo, {**BUTTON, "custom_id": f"back:{number}:2:0"}, so_far, [], f"You don't play in #{number}."),
        (env.cleo, {**BUTTON, "custom_id": f"more:{number}:2:1"}, so_far, [], f"You don't play in #{number}."),
        (env.cleo, {**BUTTON, "custom_id": f"type:{number}:2"}, so_far, [], f"You don't play in #{number}."),
        (
            env.ann,
            {**BUTTON, "custom_id": f"type:{number}:2"},
            so_far,
            [],
            "That choice isn't there any more: begin again.",
        ),
        (env.ann, {**BUTTON, "custom_id": f"move:{huge}:0"}, "Hm", [], "That button isn't one of mine."),
        (env.ann, {**BUTTON, "custom_id": f"move:{number}:{huge}"}, "Hm", [], "That button isn't one of mine."),
        (env.ann, {**BUTTON, "custom_id": "move:7777:0"}, "Hm", [], "There's no match #7777 on this server."),
    ):
        assert answer in await forge(env, person, item, content, *values), item["custom_id"]
    await contest.turn(bare, "e4+")


async def test_a_choice_that_an_update_took_away_can_begin_again(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match((env.ann, env.bob))
    opened = await press_move(env.ann, contest.board)
    old = {**BUTTON, "custom_id": f"choice:{contest.number}:0:0:Grow"}
    place = env.playground.state.channels[int(contest.thread)]
    parts: list[Any] = [{"type": 1, "id": 1, "components": [old]}]
    message = env.playground.state.add_message(place, BOT_ID, "What do you do?", components=parts)
    gone = await changed(env.ann, {"id": str(message.id), "components": parts}, old["custom_id"])
    assert (gone["content"], buttons(gone)) == ("That choice isn't there any more: begin again.", ["Begin again"])
    again = await changed(env.ann, gone, "Begin again")
    assert again["content"] == opened["content"]
    assert offered(again) == offered(opened)


async def test_a_page_or_an_event_that_never_was_shows_the_first_step(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match((env.ann, env.bob))
    question = contest.game.guide(contest.state, "").question
    for custom_id in (f"move:{contest.number}:99", f"more:{contest.number}:0:0", f"back:{contest.number}:99:5"):
        assert question in await forge(env, env.ann, {**BUTTON, "custom_id": custom_id}, "Hm"), custom_id


async def test_a_choice_pressed_twice_is_chosen_once(shared_env: Environment) -> None:
    contest = await begin_match((shared_env.ann, shared_env.bob))
    mover, opened = contest.mover, await press_move(contest.mover, contest.board)
    by_button, again = await asyncio.gather(*(choose(mover, opened, "Promote") for _ in range(2)))
    assert by_button["content"] == again["content"]
    late = {**BUTTON, "custom_id": f"choice:{contest.number}:0:0:Promote"}
    assert await forge(shared_env, mover, late, "So far: `Promote`") == by_button["content"]
    shown, again = await asyncio.gather(*(choose(mover, by_button, "d5+") for _ in range(2)))
    assert shown["content"] == again["content"]
    assert shown["content"].count("`d5+`") == 2, "once so far, once in the small print"

    async def play(person: Person, *_: object) -> None:
        await person.press(again, "Play")

    await contest.turn(play, "d5+")


async def test_a_player_whose_turn_came_again_begins_anew(shared_env: Environment) -> None:
    contest = await begin_match((shared_env.ann, shared_env.bob))
    mover, opened = contest.mover, await press_move(contest.mover, contest.board)
    async with shared_env.down():  # else it goes with the move
        pass
    for text in ("d5+", "d4+"):
        await contest.turn(bare, text)
    anew = await choose(mover, opened, "Promote")
    assert "That was the start; the match is at move 2. Here it is now." in anew["content"]
    assert "So far" not in anew["content"]
    assert offered(anew) == [choice.label for choice in contest.game.guide(contest.state, "").choices]
    shown = await choose(mover, anew, "Promote", "e4+")

    async def play(person: Person, *_: object) -> None:
        await person.press(shown, "Play")

    await contest.turn(play, "e4+")


async def test_play_under_a_move_of_an_earlier_turn_plays_nothing(shared_env: Environment) -> None:
    contest = await begin_match((shared_env.ann, shared_env.bob))
    mover, opened = contest.mover, await press_move(contest.mover, contest.board)
    preview = await choose(mover, opened, "Promote", "e4+")
    async with shared_env.down():  # else it goes with the move
        pass
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
    async with shared_env.down():  # else it goes with the move
        pass
    await contest.turn(bare, "d5+")
    late = (await mover.modal(form, text="e4+"))["message"]
    assert "Move 1 was already played: `d5+`." in late["content"]
    assert "You typed `e4+`." in late["content"]
    back = await changed(mover, late, "Back")
    assert f"It's **{contest.mover.name}**'s turn" in back["content"]


async def test_a_match_that_ended_meanwhile_says_so(shared_env: Environment) -> None:
    contest = await begin_match((shared_env.ann, shared_env.bob))
    mover = contest.mover
    previews = [await choose(mover, await press_move(mover, contest.board), "Promote", "d5+") for _ in range(2)]
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
        shown = await choose(mover, opened, "Promote", text)
        assert buttons(shown) == ["Play", "Back", "Type it"]
        since = mover.seen_so_far()
        await mover.press(shown, "Play")
        board = await mover.hear(
            lambda one: one["channel_id"] == contest.thread and "```" in one["content"], "a text board", since=since
        )
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, text))
    env.playground.allow(int(contest.thread))


async def begin(env: Environment, key: str = "martian-life", *, content: bool = True) -> Contest:
    contest = Contest(key, (env.ann, env.bob))
    await (contest.begin() if content else contest.begin_by_slash())
    return contest


async def check_picture(contest: Contest, message: Json, typed: str) -> None:
    """Check that a message shows the present board with the highlights of the step after `typed`."""
    step = contest.game.guide(contest.state, typed)
    scene = replace(contest.scene, state=step.shown or contest.state, highlights=step.highlights)
    (file,) = message["attachments"]
    assert await contest.mover.fetch(file["url"]) == encode(contest.renderer.draw(scene))
    assert file["description"] == contest.renderer.alt(scene)


async def test_a_move_is_chosen_seen_and_played_without_typing(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    mover, step = contest.mover, contest.game.guide(contest.state, "")
    opened = await press_move(mover, contest.board)
    assert step.question in opened["content"]
    assert offered(opened) == [choice.label for choice in step.choices]
    assert buttons(opened) == ["Type it"]
    await check_picture(contest, opened, "")
    placing = await choose(mover, opened, "Place")
    assert [menu["placeholder"] for menu in menus(placing)] == [
        f"dies at once: rows {first} to {last}" for first, last in ((1, 3), (4, 6), (7, 8))
    ]
    await check_picture(contest, placing, "place")
    choice = contest.game.guide(contest.state, "place").choices[3]
    shown, text = await choose(mover, placing, choice.label), choice.text
    assert buttons(shown) == ["Play", "Back", "Type it"]
    headline, *small = shown["content"].splitlines()
    assert headline.startswith("**Preview: nothing has been played.** **1.** ")
    assert small == [f"-# So far: `Place` `{choice.label}`", f"-# #{contest.number} \u00b7 move 1 \u00b7 `{text}`"]
    assert "Preview: nothing has been played." in shown["content"]

    async def play(person: Person, *_: object) -> None:
        await asyncio.gather(*(person.press(shown, "Play") for _ in range(2)), return_exceptions=True)

    await contest.turn(play, text)


async def test_back_shows_the_step_before_again(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    opened = await press_move(contest.mover, contest.board)
    shown = await choose(contest.mover, opened, offered(opened)[0])
    back = await changed(contest.mover, shown, "Back")
    assert offered(back) == offered(opened)
    assert back["content"] == opened["content"]


async def test_a_typed_move_is_previewed_and_a_refused_one_can_be_mended(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    mover = contest.mover
    opened = await press_move(mover, contest.board)
    modal = await mover.press(opened, "Type it")
    refused = await mover.modal(modal, text="d4")
    assert "You typed `d4`." in refused["message"]["content"]
    assert "d4" in refused["message"]["content"].splitlines()[0]
    assert labels(refused["message"]) == ["Type it again", "Back"]
    modal = await mover.press(refused["message"], "Type it again")
    assert '"value": "d4"' in str(modal).replace("'", '"')
    shown = (await mover.modal(modal, text="d5+"))["message"]
    assert "`d5+`" in shown["content"]

    async def play(person: Person, *_: object) -> None:
        await person.press(shown, "Play")

    await contest.turn(play, "d5+")


async def test_what_has_one_answer_only_is_not_asked(shared_env: Environment) -> None:
    contest = await begin(shared_env, "xero-g")
    mover, opened = contest.mover, await press_move(contest.mover, contest.board)
    first = await choose(mover, opened, "3 3")
    preview = await choose(mover, first, "1 2")
    assert offered(preview) == ["1 2", "2 1"]
    preview = await choose(mover, await changed(mover, preview, "Back"), "2 2")
    assert "So far: `3 3` `2 2`" in preview["content"]
    assert "`332211`" in preview["content"]
    assert buttons(preview) == ["Play", "Back", "Type it"]
    back = await changed(mover, preview, "Back")
    assert back["content"] == first["content"]
    assert offered(back) == offered(first)
    preview = await choose(mover, back, "1 1")

    async def play(person: Person, *_: object) -> None:
        await person.press(preview, "Play")

    await contest.turn(play, "331122")


async def test_only_the_player_to_move_is_guided(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    waiting = next(person for person in contest.people if person is not contest.mover)
    answer = await waiting.ask_by_press(contest.board, "Move")
    assert f"It's **{contest.mover.name}**'s turn" in answer["content"]
    answer = await shared_env.cleo.ask_by_press(contest.board, "Move")
    assert f"You don't play in #{contest.number}." in answer["content"]


async def test_a_match_that_went_on_meanwhile_says_so(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    mover, opened = contest.mover, await press_move(contest.mover, contest.board)
    async with shared_env.down():  # else it goes with the move
        pass
    await contest.turn(bare, "d5+")
    stale = await choose(mover, opened, offered(opened)[0])
    assert "That was the start; the match is at move 1." in stale["content"]
    assert f"It's **{contest.mover.name}**'s turn" in stale["content"]
    assert not stale["components"]
    await contest.turn(bare, "d4+")


async def test_the_pieces_of_a_game_with_a_catalogue_are_shown_beside_the_menus(shared_env: Environment) -> None:
    contest = await begin(shared_env, "xong")
    opened = await press_move(contest.mover, contest.board)
    assert "Which Xoid do you give?" in opened["content"]
    assert buttons(opened) == ["More", "Type it", "Pieces"]
    shown = await contest.mover.ask_by_press(opened, "Pieces")
    assert shown["content"] == f"**#{contest.number} Xong** after 0 moves: the catalogue."
    assert isinstance(contest.renderer, CatalogueRenderer)
    (file,) = shown["attachments"]
    assert await contest.mover.fetch(file["url"]) == encode(contest.renderer.draw_catalogue(contest.scene))


async def test_a_xoid_that_no_button_has_is_drawn(shared_env: Environment) -> None:
    contest = await begin(shared_env, "xong")
    blue = contest.mover
    shown = await changed(blue, await changed(blue, await press_move(blue, contest.board), "More"), "More")
    assert offered(shown)[-1] == "Draw it"
    shown = await choose(blue, shown, "Draw it")
    assert "Where do you draw the first leg?" in shown["content"]
    shown = await choose(blue, shown, "e5", "e5e", "d5ne", "d5e", "c5ne", "c5e", "b5ne")
    assert "You drew FLRLRL (6 legs, number 6-9). Which leg comes next?" in shown["content"]
    shown = await changed(blue, await choose(blue, shown, "b5e"), "Back")
    assert "You drew FLRLRL " in shown["content"]
    shown = await choose(blue, shown, "b5e", "e6nw")
    preview = await changed(blue, shown, "Preview")

    async def play(person: Person, *_: object) -> None:
        await person.press(preview, "Play")

    await contest.turn(play, "give FLLRLRLR")


async def test_directions_are_named_as_they_look_on_the_board_of_the_player(shared_env: Environment) -> None:
    contest = await begin(shared_env, "force-field-factions")
    black = contest.mover
    piece = await choose(black, await press_move(black, contest.board), "c8")
    points = [label for label in offered(piece) if label.startswith("point")]
    assert points[:3] == ["point \u2191 up (s)", "point \u2197 up and right (sw)", "point \u2192 right (w)"]
    assert points[-1] == "point \u2196 up and left (se)"
    (described,) = [option for menu in menus(piece) for option in menu["options"] if option["label"] == points[0]]
    assert described["description"] == "1 movement point left"
    shown = await choose(black, piece, points[0])
    assert f"So far: `c8` `{points[0]}`" in shown["content"]
    await contest.turn(bare, "c8: s")
    white = contest.mover
    piece = await choose(white, await press_move(white, contest.board), "c1")
    assert next(label for label in offered(piece) if label.startswith("point")) == "point \u2191 up (n)"


async def test_a_player_whose_board_never_turns_gets_directions_by_row_1_at_the_bottom(
    shared_env: Environment,
) -> None:
    contest = await begin(shared_env, "force-field-factions")
    black = contest.mover
    await black.ask_by_slash("me", do="look sides=never")
    piece = await choose(black, await press_move(black, contest.board), "c8")
    await black.ask_by_slash("me", do="look sides=mover")
    assert next(label for label in offered(piece) if label.startswith("point")) == "point \u2191 up (n)"


async def test_a_xoid_is_chosen_by_its_picture_and_laid_by_a_number_on_the_board(shared_env: Environment) -> None:
    contest = await begin(shared_env, "xong")
    blue = contest.mover
    opened = await press_move(blue, contest.board)
    counts = ((1, 1), (2, 1), (3, 3), (4, 4), (5, 11))
    first_page = [f"{size}-{place}" for size, most in counts for place in range(1, most + 1)]
    assert offered(opened) == first_page
    assert {button["style"] for button in choice_buttons(opened)} == {2}
    given = await choose(blue, opened, "3-2")
    await contest.turn(bare, "give FLR")
    assert "`3-2`" in given["content"]
    red = contest.mover
    hexagons = await press_move(red, contest.board)
    assert [menu["placeholder"] for menu in menus(hexagons)] == ["rows a to c", "rows d to f", "rows g to i"]
    ways = await choose(red, hexagons, "e5")
    assert offered(ways) == [str(number) for number in range(1, 13)]
    assert [len(row["components"]) for row in opened["components"]] == [5, 5, 5, 5, 3], (
        "many in a row, where there are many"
    )
    assert [len(row["components"]) for row in ways["components"]] == [3, 3, 3, 3, 3]
    await check_picture(contest, ways, "place e5")
    placing = await choose(red, ways, "7")
    text = contest.game.guide(contest.state, "place e5").choices[6].text
    await check_picture(contest, placing, text)
    preview = await choose(red, placing, "1-1")
    assert "So far: `e5` `7` `1-1`" in preview["content"]

    async def play(person: Person, *_: object) -> None:
        await person.press(preview, "Play")

    await contest.turn(play, f"{text} give F")


@pytest.mark.thorough
async def test_moves_are_chosen_without_the_content_intent(shared_env_without_content: Environment) -> None:
    contest = await begin(shared_env_without_content, content=False)
    mover = contest.mover
    opened = await press_move(mover, contest.board)
    shown = await choose(mover, opened, "Promote", "d5+")
    modal = await mover.press(shown, "Type it")
    typed = (await mover.modal(modal, text="e4+"))["message"]
    assert "`e4+`" in typed["content"]

    async def play(person: Person, *_: object) -> None:
        await person.press(typed, "Play")

    await contest.turn(play, "e4+")


@pytest.mark.thorough
async def test_menus_buttons_and_modals_work_after_a_restart(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        await play_through_restarts(env)


async def play_through_restarts(env: Environment) -> None:
    contest = await begin(env, "force-field-factions")
    mover = contest.mover
    opened = await press_move(mover, contest.board)
    modal = await mover.press(opened, "Type it")
    async with env.down():
        pass
    refused = (await mover.modal(modal, text="c8"))["message"]
    assert "You typed `c8`." in refused["content"]
    back = await changed(mover, refused, "Back")
    chosen = await choose(mover, back, "c8")
    assert "`point \u2191 up (s)`" not in chosen["content"]
    turned = await choose(mover, chosen, "point \u2191 up (s)")
    assert buttons(turned) == ["Preview", "Back", "Type it"], "Play comes with the picture"
    async with env.down():
        pass
    preview = await changed(mover, turned, "Preview")
    assert "Preview: nothing has been played." in preview["content"]
    again = await changed(mover, preview, "Back")
    assert again["content"] == turned["content"]
    shown = await changed(mover, await choose(mover, again, "advance to c7"), "Preview")

    async def play(person: Person, *_: object) -> None:
        await person.press(shown, "Play")

    await contest.turn(play, "c8: s f")


@pytest.mark.thorough
async def test_a_player_who_asks_for_too_many_pictures_goes_on_in_words(tmp_path: Path) -> None:
    async with start_env(tmp_path, settings={"TURNPOST_REQUESTS": "6"}) as env:
        contest = await begin(env)
        opened = [await press_move(contest.mover, contest.board) for _ in range(6)][-1]
        assert opened["attachments"]
        shown = await choose(contest.mover, opened, "Promote", "d5+")
        assert not shown["attachments"]
        assert buttons(shown) == ["Play", "Back", "Type it"]


*BEFORE, DEFENCE, LAST = SCRIPTS["xero-g"].split()
"""The moves of a match: those before its last two, the loser's last one, and the one that wins."""


async def choose_moves(person: Person, thread: str) -> Json:
    """Begin a line of a plan."""
    return await changed(person, await person.ask_by_slash("match", thread, do="plan"), "Choose moves")


async def take(person: Person, message: Json, text: str) -> Json:
    """Type a move, take it into the line, and return what comes next."""
    preview = await person.modal(await person.press(message, "Type it"), text=text)
    return await changed(person, preview["message"], "This move")


async def test_a_line_goes_on_only_if_the_match_does(shared_env: Environment) -> None:
    ann, bob = shared_env.people[:2]
    contest = await begin_match((ann, bob), *BEFORE, key="xero-g")
    answer = await take(ann, await choose_moves(ann, contest.thread), DEFENCE)
    after = contest.game.play(contest.state, contest.game.parse(contest.state, DEFENCE))
    other = next(text for move in contest.game.legal(after) if (text := contest.game.format(after, move)) != LAST)
    won = await take(ann, answer, LAST)
    assert f"-# Line: `if {DEFENCE}: {LAST}`" in won["content"]
    assert labels(won) == ["Add to my plan"]
    again = await take(ann, await choose_moves(ann, contest.thread), DEFENCE)
    whole = await take(ann, again, other)
    assert f"-# Line: `if {DEFENCE}: {other}`" in whole["content"]
    assert labels(whole) == ["Add to my plan", "Go on"]
    await contest.turn(bare, DEFENCE)
    lost = await take(bob, await choose_moves(bob, contest.thread), LAST)
    assert "The match would be over after that move, so there's nothing to answer." in lost["content"]
