"""Moves without notation, over the wire: the button Move, its menus and buttons, and the modal for those who type."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from renderers import encode
from renderers.board.scene import CatalogueRenderer
from tests.bot.features.guide.presses import buttons, changed, choose, offered, press_move
from tests.playground.client import labels
from tests.wire.environment import start_env
from tests.wire.match import Contest, bare

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def begin(env: Environment, key: str = "martian-life", *, content: bool = True) -> Contest:
    contest = Contest(key, (env.ann, env.bob))
    await (contest.begin() if content else contest.begin_by_slash())
    return contest


async def check_picture(contest: Contest, message: Json, typed: str) -> None:
    """Check that a message shows the present board with the highlights of the step after `typed`."""
    step = contest.game.guide(contest.state, typed)
    scene = replace(contest.scene, highlights=step.highlights)
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
    shown = await choose(mover, opened, step.choices[3].label)
    text = step.choices[3].text
    assert buttons(shown) == ["Play", "Back", "Type it"]
    assert f"So far: `{step.choices[3].label}`" in shown["content"]
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
    await contest.turn(bare, "d5+")
    stale = await choose(mover, opened, offered(opened)[0])
    assert "That was the start; the match stands at move 1." in stale["content"]
    assert f"It's **{contest.mover.name}**'s turn" in stale["content"]
    assert not stale["components"]
    await contest.turn(bare, "d4+")


async def test_the_pieces_of_a_game_with_a_catalogue_are_shown_beside_the_menus(shared_env: Environment) -> None:
    contest = await begin(shared_env, "xong")
    opened = await press_move(contest.mover, contest.board)
    assert "Which Xoid do you give?" in opened["content"]
    assert buttons(opened) == ["Type it", "Pieces"]
    shown = await contest.mover.ask_by_press(opened, "Pieces")
    assert shown["content"] == f"**#{contest.number} Xong** after 0 moves: the catalogue."
    assert isinstance(contest.renderer, CatalogueRenderer)
    (file,) = shown["attachments"]
    assert await contest.mover.fetch(file["url"]) == encode(contest.renderer.draw_catalogue(contest.scene))


@pytest.mark.thorough
async def test_moves_are_chosen_without_the_content_intent(shared_env_without_content: Environment) -> None:
    contest = await begin(shared_env_without_content, content=False)
    mover = contest.mover
    opened = await press_move(mover, contest.board)
    shown = await choose(mover, opened, "d5+")
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
    turned = await choose(mover, chosen, "point south")
    async with env.down():
        pass
    preview = await changed(mover, turned, "Preview")
    assert "Preview: nothing has been played." in preview["content"]
    again = await changed(mover, preview, "Back")
    assert again["content"] == turned["content"]
    shown = await choose(mover, again, "advance to c7")

    async def play(person: Person, *_: object) -> None:
        await person.press(shown, "Play")

    await contest.turn(play, "c8: s f")


@pytest.mark.thorough
async def test_a_player_who_asks_for_too_many_pictures_goes_on_in_words(tmp_path: Path) -> None:
    async with start_env(tmp_path, settings={"TURNPOST_REQUESTS": "6"}) as env:
        contest = await begin(env)
        opened = [await press_move(contest.mover, contest.board) for _ in range(6)][-1]
        assert opened["attachments"]
        shown = await choose(contest.mover, opened, "d5+")
        assert not shown["attachments"]
        assert buttons(shown) == ["Play", "Back", "Type it"]
