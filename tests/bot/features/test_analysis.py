"""The private board of an analysis over the wire: moves by choices and by text, branches, names, notes, export."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.features.analysis.text import export_text
from bot.referee.analysis.tree import Analysis, Point, add_move, annotate, go_to
from storage.queries.rows import Event
from tests.bot.features.guide.presses import buttons, changed, choose, menus, offered
from tests.bot.features.match_sample import MATCH, NOON
from tests.bot.features.test_plans import begin, move, reply_to
from tests.wire.environment import start_env
from tests.wire.match import ask_in_panel

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment
    from tests.wire.match import Contest

# One bot for all matches here.
together = pytest.mark.asyncio(loop_scope="module")


async def analyse(person: Person, contest: Contest, moves: str = "") -> Json:
    """Use the command, and return what only this person sees."""
    return await person.ask_by_slash("match", contest.thread, do=f"analyse {moves}", match=f"#{contest.number}")


async def try_move(person: Person, board: Json, *choices: str) -> Json:
    """Add a move to an analysis by the guide, and return the board after it."""
    step = await changed(person, board, "Try a move")
    for choice in choices:
        step = await choose(person, step, choice)
    return await changed(person, step, "Add this move")


async def pick(person: Person, board: Json, label: str) -> Json:
    """Choose a point in a menu of the board, and return the board there."""
    found = ((menu, option) for menu in menus(board) for option in menu["options"] if option["label"] == label)
    menu, option = next(found)
    return await changed(person, board, menu["custom_id"], option["value"])


def line(board: Json) -> str:
    """Return the line of a board's text that says how its position is reached."""
    return next((part for part in board["content"].split("\n") if part.startswith("A line")), "")


async def check_moves_by_choices(env: Environment) -> None:
    contest = await begin(env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    opened = await analyse(ann, contest)
    assert opened["content"].startswith(f"**Analysis of Martian Life #{contest.number}.** Only you see it.\n")
    assert "The match is here now." in opened["content"]
    assert f"**{bob.name}** to move." in opened["content"]
    assert buttons(opened) == ["Try a move", "Back", "Go to", "Name and note"]
    (picture,) = opened["attachments"]
    assert picture["description"].startswith("Analysis: ")
    assert await ann.fetch(picture["url"]) != contest.shown, "it's stamped"
    step = await changed(ann, opened, "Try a move")
    assert f"**{bob.name}** plays: " in step["content"]
    assert step["content"].startswith("Only you see it. ")
    assert step["attachments"][0]["description"].startswith("Analysis: ")
    assert "Back to the board" in buttons(step)
    chosen = await choose(ann, step, "Place", "h8")
    assert "Only you see it.\n" in chosen["content"]
    assert f"-# #{contest.number} \u00b7 move 2 \u00b7 `h8`" in chosen["content"]
    assert f"**2.** **{bob.name}** places a small on h8" in chosen["content"]
    first = await changed(ann, chosen, "Add this move")
    assert line(first) == "A line after move 1: `h8`."
    assert f"**{ann.name}** to move." in first["content"]
    second = await try_move(ann, first, "Place", "a1")
    assert line(second) == "A line after move 1: `h8, a1`."
    assert "-# 2 moves of 200 tried" in second["content"]
    since = bob.seen_so_far()
    await move(bob, contest, "g7")
    assert not [one for one in bob.seen[since:] if "nalysis" in one.get("content", "")]


@together
async def test_moves_are_tried_by_choices(shared_env: Environment) -> None:
    await check_moves_by_choices(shared_env)


@together
@pytest.mark.thorough
async def test_moves_are_tried_without_the_content_intent(shared_env_without_content: Environment) -> None:
    await check_moves_by_choices(shared_env_without_content)


@together
async def test_the_choice_of_a_move_can_be_left(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    opened = await analyse(shared_env.ann, contest)
    step = await changed(shared_env.ann, opened, "Try a move")
    assert (await changed(shared_env.ann, step, "Back to the board"))["content"] == opened["content"]


@together
@pytest.mark.thorough
async def test_people_go_back_and_try_other_moves(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann = contest.people[0]
    board = await analyse(ann, contest, "c4, d5, e6")
    assert line(board) == "A line from the start: `c4, d5, e6`."
    back = await changed(ann, board, "Back")
    assert line(back) == "A line from the start: `c4, d5`."
    assert "e6" not in offered(back), "Forward shows the only move"
    other = await try_move(ann, back, "Place", "h8")
    assert line(other) == "A line from the start: `c4, d5, h8`."
    back = await changed(ann, other, "Back")
    assert offered(back) == ["e6", "h8", "Where the match is now", "0: c4, d5, e6", "0: c4, d5, h8"]
    forward = await changed(ann, back, "Forward")
    assert line(forward) == "A line from the start: `c4, d5, e6`."
    assert line(await pick(ann, forward, "0: c4, d5, h8")) == "A line from the start: `c4, d5, h8`."


@together
async def test_a_menu_names_a_line_by_its_last_four_moves(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann = contest.people[0]
    await analyse(ann, contest, "c4, d5, e6, f3")
    assert "0: c4, d5, e6, f3" in offered(await analyse(ann, contest, "go 0"))
    await analyse(ann, contest, "c4, d5, e6, f3, g2")
    assert "0: ..., d5, e6, f3, g2" in offered(await analyse(ann, contest, "go 0"))


@together
async def test_a_line_is_named_noted_found_and_removed(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann = contest.people[0]
    board = await analyse(ann, contest, "c4, d5")
    modal = await ann.press(board, "Name and note")
    named = (await ann.modal(modal, name="Corner *race*", note="Too slow"))["message"]
    assert "**Corner \\*race\\***\n> Too slow" in named["content"]
    start = await pick(ann, await analyse(ann, contest), "Where the match is now")
    assert "Corner *race* (0: c4, d5)" in offered(start)
    modal = await ann.press(start, "Go to")
    found = (await ann.modal(modal, text="corner *RACE*"))["message"]
    assert line(found) == "A line from the start: `c4, d5`."
    removed = await changed(ann, found, "Remove")
    assert line(removed) == "A line from the start: `c4`."
    assert "Corner" not in str(offered(removed))


@together
async def test_what_cannot_be_played_is_refused_and_nothing_kept(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    refused = await analyse(contest.people[0], contest, "c4, z9")
    assert refused["content"].startswith("Move 2, `z9`: ")
    assert "0 moves of 200" in (await analyse(contest.people[0], contest))["content"]


@together
async def test_the_line_that_was_played_becomes_the_match(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await analyse(ann, contest, "c4, d5, e6")
    await move(ann, contest, "c4")
    board = await analyse(ann, contest)
    assert "The match is here now." in board["content"]
    assert "2 moves of 200" in board["content"]
    forward = await changed(ann, board, "Forward")
    assert line(forward) == "A line after move 1: `d5`."
    await move(bob, contest, "h8")
    board = await analyse(ann, contest)
    assert "The match is here now." in board["content"], "the match has moved on"
    assert "1: d5, e6" in offered(board)
    back = await changed(ann, board, "Back")
    assert offered(back)[:2] == ["h8 (played)", "d5"]


@together
async def test_a_move_that_was_taken_back_says_so(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    await analyse(ann, contest, "name Hasty")
    await ann.ask_by_slash("match", contest.thread, do="takeback")
    await bob.ask_by_slash("match", contest.thread, do="agree")
    board = await analyse(ann, contest)
    assert "The start of the match." in board["content"]
    hasty = await analyse(ann, contest, "go hasty")
    assert "This move was taken back." in hasty["content"]
    assert "The match is here now." in (await changed(ann, hasty, "Back"))["content"]


@together
async def test_analyses_of_two_people_do_not_mix(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await analyse(ann, contest, "c4, d5")
    assert "0 moves of 200" in (await analyse(bob, contest))["content"]
    assert "0 moves of 200" in (await analyse(shared_env.cleo, contest))["content"], "she only looks on"


@together
async def test_a_line_becomes_a_plan_with_one_button(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    board = await analyse(ann, contest, "c4, d5, e6, f3")
    assert "Make it my plan" not in buttons(board), "it's her turn"
    await move(ann, contest, "c4")
    board = await analyse(ann, contest)
    assert "Make it my plan" not in buttons(board), "no line leads here"
    end = await pick(ann, board, "1: d5, e6, f3")
    assert "Make it my plan" in buttons(end)
    answer = await ann.ask_by_press(end, "Make it my plan")
    assert answer["content"].startswith(f"Added to your plan for #{contest.number}: `if d5: e6`.")
    await move(bob, contest, "d5", "`e6`")


@together
async def test_no_line_becomes_a_plan_of_a_match_that_moved_on(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    end = await analyse(ann, contest, "d5, e6")
    await move(bob, contest, "h8")
    refused = await ann.ask_by_press(end, "Make it my plan")
    assert refused["content"].startswith("A line can become your plan if it begins where the match is now")


@together
async def test_an_analysis_comes_as_a_file(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann = contest.people[0]
    board = await analyse(ann, contest, "c4, d5")
    modal = await ann.press(board, "Name and note")
    await ann.modal(modal, name="Race", note="")
    for answer in (await analyse(ann, contest, "export"), await ann.ask_by_press(board, "Export")):
        file = answer["attachments"][0]
        assert file["filename"] == f"turnpost-analysis-{contest.number}.txt"
        text = (await ann.fetch(file["url"])).decode()
        assert text.endswith("From the start: 1. c4, 2. d5\n  name at d5: Race\n")


@together
async def test_the_panel_of_a_board_opens_it(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann = contest.people[0]
    shown = await move(ann, contest, "c4")
    opened = await ask_in_panel(ann, shown, "analyse")
    assert "The match is here now." in opened["content"]


@together
async def test_by_text_it_is_answered_only_in_direct_messages(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann = contest.people[0]
    asked = await ann.say("!analyse c4", contest.thread)
    assert (await reply_to(ann, asked))["content"].startswith("Everyone can read this channel")
    asked = await ann.say(f"!analyse #{contest.number} c4, d5", await ann.dm())
    board = await reply_to(ann, asked)
    assert line(board) == "A line from the start: `c4, d5`."
    assert line(await changed(ann, board, "Back")) == "A line from the start: `c4`."


@together
@pytest.mark.thorough
async def test_all_is_done_by_words_too(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann = contest.people[0]
    await analyse(ann, contest, "c4, d5")
    assert "**Race**" in (await analyse(ann, contest, "name Race"))["content"]
    assert "**Race**\n> Too slow" in (await analyse(ann, contest, "note Too slow"))["content"]
    assert line(await analyse(ann, contest, "back")) == "A line from the start: `c4`."
    assert "The start of the match." in (await analyse(ann, contest, "go 0"))["content"]
    assert "The start of the match." in (await analyse(ann, contest, "BACK"))["content"], "nothing is before it"
    found = await analyse(ann, contest, "go race")
    assert line(found) == "A line from the start: `c4, d5`."
    assert "> Too slow" in found["content"]
    assert "**Race**" not in (await analyse(ann, contest, "name"))["content"], "no name takes it away"
    assert line(await analyse(ann, contest, "remove")) == "A line from the start: `c4`."
    refused = await analyse(ann, contest, "go 12")
    assert refused["content"].startswith("There's no move or position called `12`.")
    await analyse(ann, contest, "go 0")
    await analyse(ann, contest, "remove")
    assert (await analyse(ann, contest, "remove"))["content"].startswith("No line begins here")


@together
async def test_a_number_goes_to_a_move_of_the_match(shared_env: Environment) -> None:
    contest = await begin(shared_env)
    ann, bob = contest.people
    await move(ann, contest, "c4")
    await move(bob, contest, "h8")
    assert "**1.** **Ann** places" in (await analyse(ann, contest, "go 1"))["content"]
    assert "**2.** **Bob** places" in (await analyse(ann, contest, "go 2"))["content"]


@together
@pytest.mark.thorough
async def test_an_analysis_is_there_after_a_restart(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        contest = await begin(env)
        ann = contest.people[0]
        board = await analyse(ann, contest, "c4, d5")
        async with env.down():
            pass
        assert line(await changed(ann, board, "Back")) == "A line from the start: `c4`."
        assert line(await analyse(ann, contest)) == "A line from the start: `c4`."


LEFT = Event(7, 2, "leave", 2, 2, "", None, NOON)
CHANGES = [Event(7, 1, "move", 1, 1, "e4", None, NOON), LEFT, Event(7, 3, "move", 3, 3, "d5", None, NOON)]


def test_a_line_names_the_last_move_before_it_and_counts_moves_alone() -> None:
    line = add_move(go_to(Analysis(), Point(3)), "c6")
    after_leave = add_move(go_to(line, Point(2)), "b7")
    from_start = add_move(go_to(after_leave, Point(0)), "a1")
    lines = export_text("Zyrcan", MATCH, from_start, CHANGES).splitlines()
    assert lines[3:] == ["From the start: 1. a1", "After move 1, e4: 2. b7", "After move 2, d5: 3. c6"]


def test_a_note_on_the_match_itself_names_its_move() -> None:
    noted = annotate(go_to(Analysis(), Point(2)), "", "Too early.")
    lines = export_text("Zyrcan", MATCH, go_to(noted, Point(3)), CHANGES).splitlines()
    assert lines[lines.index("Move 1") + 1] == "  note: Too early."
