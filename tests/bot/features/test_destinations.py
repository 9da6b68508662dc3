"""Destinations over the wire: where a piece can go, in words and on a picture, for players and onlookers."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.features.destinations import list_piece_menus, list_places, names_all
from games.contract import Destinations
from renderers import encode
from tests.wire.match import Contest, ask_in_panel, bare, by_mention

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
together = pytest.mark.asyncio(loop_scope="module")
SETUPS = ("321123", "123321")


async def begin_after_setups(
    env: Environment, players: tuple[Person, Person] | None = None, *, content: bool = True
) -> Contest:
    contest = Contest("xero-g", players or (env.ann, env.bob))
    await (contest.begin() if content else contest.begin_by_slash())
    for text in SETUPS:
        await contest.turn(bare if content else by_mention, text)
    return contest


def find_destinations(contest: Contest, text: str) -> Destinations:
    return contest.game.destinations(contest.state, text)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def contest(shared_env: Environment) -> Contest:
    """A match of Ann and Bob in which both have placed their ships and Ann flies next. No test plays on in it."""
    return await begin_after_setups(shared_env)


async def check_destinations(person: Person, contest: Contest, message: Json, text: str, side: int) -> None:
    """Check that a message is about a piece, drawn from a side: words, marked picture, alt text."""
    found = find_destinations(contest, text)
    assert found.words in message["content"]
    assert f"#{contest.number} \u00b7 for move {contest.ply + 1}, nothing is played" in message["content"]
    scene = replace(contest.scene, side=side, highlights=found)
    (file,) = message["attachments"]
    assert await person.fetch(file["url"]) == encode(contest.renderer.draw(scene))
    assert file["description"] == contest.renderer.alt(scene)
    assert file["description"].startswith("Marked: ")


@together
async def test_where_a_piece_can_go_is_marked_in_the_thread(shared_env: Environment, contest: Contest) -> None:
    ann, since = shared_env.ann, shared_env.ann.seen_so_far()
    command = await ann.say("!moves b1", contest.thread)
    shown = await ann.hear_bot("b1 is a medium ship", since=since)
    assert shown["referenced_message"]["id"] == command["id"]
    assert shown["mentions"] == []
    await check_destinations(ann, contest, shown, "b1", side=1)
    since = ann.seen_so_far()
    await ann.say("!moves", contest.thread)
    await check_destinations(ann, contest, await ann.hear_bot("South flies one of the ships", since=since), "", side=1)


@together
async def test_the_slash_command_answers_privately_from_the_players_own_side(
    shared_env: Environment, contest: Contest
) -> None:
    for person, side in ((shared_env.ann, 1), (shared_env.bob, 2)):
        private = await person.ask_by_slash("match", contest.thread, do="moves c1")
        assert "c1 is a small" in private["content"]
        await check_destinations(person, contest, private, "c1", side)
    offered = await shared_env.ann.autocomplete("match", "do", contest.thread, do="moves ")
    assert [choice["value"] for choice in offered] == [f"moves {at}" for at in find_destinations(contest, "").places]
    offered = await shared_env.dan.autocomplete("match", "do", contest.thread, do=f"moves #{contest.number} C")
    assert [choice["value"] for choice in offered] == [f"moves #{contest.number} c1"]


@together
async def test_onlookers_see_destinations_of_the_mover_and_are_told_whose_turn_it_is(
    shared_env: Environment, contest: Contest
) -> None:
    for person in (shared_env.bob, shared_env.cleo):
        since = person.seen_so_far()
        await person.say("!moves a1", contest.thread)
        shown = await person.hear_bot("It's **Ann**'s turn (South). a1 is a large ship", since=since)
        await check_destinations(person, contest, shown, "a1", side=1)
    since = shared_env.cleo.seen_so_far()
    await shared_env.cleo.say(f"!moves #{contest.number} a6")
    rejection = "It's **Ann**'s turn (South). For **Ann**: a6 isn't on your home row, which is row 1."
    await shared_env.cleo.hear_bot(rejection, since=since)


@together
async def test_a_place_without_any_is_answered_in_a_sentence(shared_env: Environment, contest: Contest) -> None:
    ann = shared_env.ann
    for text, answer in (
        ("!moves b2", "b2 is empty. Fly a1, b1"),
        ("!moves nonsense", "That isn't a flight"),
        ("!moves 17. b1", f"#{contest.number} waits for move 3, not for move 17."),
        ("!moves #7777 b1", "There's no match #7777 on this server."),
    ):
        since = ann.seen_so_far()
        await ann.say(text, contest.thread)
        rejection = await ann.hear_bot(answer, since=since)
        assert not rejection["attachments"]


@together
async def test_a_rejected_move_has_a_button_that_shows_where_its_piece_can_go(shared_env: Environment) -> None:
    contest = await begin_after_setups(shared_env)
    ann, since = shared_env.ann, shared_env.ann.seen_so_far()
    await ann.say("f6-f5", contest.thread)
    elsewhere = await ann.hear_bot("f6 isn't on your home row", since=since)
    assert elsewhere["components"] == []
    await ann.say("a1-a2", contest.thread)
    rejection = await ann.hear_bot("a1 is a large ship: it flies exactly 3 steps", since=since)
    await ann.press(rejection, "Show me")
    private = await ann.hear(lambda one: one["ephemeral"] and one["attachments"], since=since)
    await check_destinations(ann, contest, private, "a1", side=1)
    await ann.say("!moves b1", contest.thread)
    hint = await ann.hear_bot("b1 is a medium ship", since=since)
    await contest.turn(lambda person, thread, _, text: person.say(text, thread, to=hint), "b1-b3")
    since = ann.seen_so_far()
    await ann.press(rejection, "Show me")
    await ann.hear_bot(f"#{contest.number} waits for move 4, not for move 3.", since=since)


@together
async def test_where_files_are_barred_they_come_in_words_and_after_the_end_none(shared_env: Environment) -> None:
    contest = await begin_after_setups(shared_env)
    await contest.turn(bare, "b1-b3")
    bob, since = shared_env.bob, shared_env.bob.seen_so_far()
    shared_env.playground.deny(int(contest.thread), "ATTACH_FILES")
    await bob.say("!moves b6", contest.thread)
    shown = await bob.hear_bot("b6 is a medium ship", since=since)
    assert find_destinations(contest, "b6").words in shown["content"]
    assert shown["attachments"] == []
    answer = await bob.ask_by_slash("match", contest.thread, do="resign")
    await bob.press(answer, f"Resign #{contest.number}")
    await bob.hear_bot("**Bob** resigned", since=since)
    await bob.say("!moves b6", contest.thread)
    await bob.hear_bot(f"#{contest.number} ended", since=since)


@together
async def test_with_several_matches_to_move_in_the_match_must_be_named(shared_env: Environment) -> None:
    cleo, dan = shared_env.cleo, shared_env.dan  # who play nothing else here
    first, second = [await begin_after_setups(shared_env, (cleo, dan)) for _ in range(2)]
    since = cleo.seen_so_far()
    await cleo.say("!moves b1")
    question = await cleo.hear_bot("It's your turn in several matches. Name one:", since=since)
    assert f"`#{first.number} b1` or `#{second.number} b1`" in question["content"]


async def check_where_button(person: Person, contest: Contest) -> None:
    """Check that the button Where? under the board leads to each piece that can move."""
    private = await person.ask_by_press(contest.board, "Where?")
    assert private["ephemeral"]
    await check_destinations(person, contest, private, "", side=1)
    (menu,) = [part for row in private["components"] for part in row["components"]]
    places = find_destinations(contest, "").places
    assert [option["value"] for option in menu["options"]] == list(places)
    assert menu["options"][1]["description"].startswith("b1 is a medium ship")
    since = person.seen_so_far()
    await person.press(private, menu["custom_id"], "c1")
    changed = await person.hear(
        lambda one: one["id"] == private["id"] and "c1 is a small ship" in one["content"], since=since
    )
    await check_destinations(person, contest, changed, "c1", side=1)
    assert changed["components"]


@together
@pytest.mark.thorough
@pytest.mark.asyncio(loop_scope="function")
async def test_the_button_where_leads_to_each_piece_after_a_restart_too(env: Environment) -> None:
    contest = await begin_after_setups(env)
    await check_where_button(env.ann, contest)
    async with env.down():
        pass
    await check_where_button(env.ann, contest)
    rules = await ask_in_panel(env.cleo, contest.board, "rules")
    assert rules["ephemeral"]
    assert rules["content"].startswith("# Xero-G")
    await contest.turn(bare, "b1-b3")
    onlooker = await env.cleo.ask_by_press(contest.board, "Where?")
    assert "It's **Bob**'s turn (North)." in onlooker["content"]


@together
async def test_where_nothing_lies_on_the_board_there_is_no_menu(shared_env: Environment) -> None:
    contest = Contest("xero-g", (shared_env.ann, shared_env.bob))
    await contest.begin()
    private = await shared_env.ann.ask_by_press(contest.board, "Where?")
    assert private["components"] == []


@together
@pytest.mark.thorough
async def test_destinations_without_the_content_intent(shared_env_without_content: Environment) -> None:
    env = shared_env_without_content
    contest = await begin_after_setups(env, content=False)
    await env.ann.say("@Turnpost moves b1", contest.thread)
    await check_destinations(env.ann, contest, await env.ann.hear_bot("b1 is a medium ship"), "b1", side=1)
    private = await env.ann.ask_by_slash("match", contest.thread, do="moves c1")
    assert "c1 is a small ship" in private["content"]
    await check_destinations(env.ann, contest, private, "c1", side=1)
    await check_where_button(env.ann, contest)


@together
async def test_the_post_says_which_mark_means_that_a_piece_dies(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    shown = await env.ann.ask_by_slash("match", contest.thread, do="moves")
    assert "\n-# Rings with a dot: it lives. Crosses: it dies at once.\n" in shown["content"]
    found = contest.game.destinations(contest.state, "")
    scene = replace(contest.scene, highlights=found)
    assert await env.ann.fetch(shown["attachments"][0]["url"]) == encode(contest.renderer.draw(scene))
    lives = await env.ann.ask_by_slash("match", contest.thread, do="moves e4+")
    assert "Crosses" not in lives["content"]


@pytest.mark.parametrize(
    ("words", "description"),
    [
        ("`c4` goes to `d5`.", "c4 goes to d5."),
        ("`c4` " + "x" * 97, "c4 " + "x" * 97),
        ("`c4` goes to " + "`d5`, " * 40, "c4 goes to " + " ".join(["d5,"] * 22) + " \u2026"),
    ],
)
def test_an_option_says_where_a_piece_can_go_in_what_discord_takes(words: str, description: str) -> None:
    ((name, (choice,)),) = list_piece_menus({"c4": Destinations((), (), words)})
    assert (name, choice.label, choice.words) == ("Which piece?", "c4", description)


def test_menus_of_many_pieces_say_which_rows_they_hold() -> None:
    places = [f"{column}{row}" for row in range(1, 5) for column in "abcdefgh"]
    menus = list_piece_menus({place: Destinations((place,), (), "") for place in places})
    assert [(menu.name, len(menu.choices)) for menu in menus] == [
        ("Which piece? rows 1 to 3", 24),
        ("Which piece? row 4", 8),
    ]
    assert list_piece_menus({}) == []


@together
async def test_a_button_under_where_lists_every_place_that_the_words_have_no_room_for(shared_env: Environment) -> None:
    ann, bob = shared_env.ann, shared_env.bob
    contest = Contest("martian-life", (ann, bob))
    await contest.begin()
    private = await ann.ask_by_press(contest.board, "Where?")
    found = find_destinations(contest, "")
    listed = await ann.ask_by_press(private, "All places")
    assert listed["ephemeral"]
    assert listed["content"] == list_places(found)
    assert set(found.places) <= set(re.findall(r"\w+", listed["content"]))
    since = ann.seen_so_far()
    await ann.say("!moves", contest.thread)
    public = await ann.hear_bot("dies at once", since=since)
    assert [part["label"] for row in public["components"] for part in row["components"]] == ["All places"]
    seen = await bob.ask_by_press(public, "All places")
    assert seen["content"] == f"It's **Ann**'s turn (Red). {list_places(found)}"
    async with shared_env.down():  # else it goes with the move
        pass
    await contest.turn(bare, found.places[-1])
    late = await ann.ask_by_press(private, "All places")
    assert late["content"] == f"#{contest.number} waits for move 2, not for move 1."


@together
async def test_all_places_are_told_where_a_piece_is_named(shared_env: Environment) -> None:
    contest = Contest("xong", (shared_env.ann, shared_env.bob))
    await contest.begin()
    await contest.turn(bare, "give FLRLR")
    mover = (shared_env.ann, shared_env.bob)[(contest.state.mover or 1) - 1]
    shown = await mover.ask_by_slash("match", contest.thread, do="moves e5")
    found = find_destinations(contest, "e5")
    assert not names_all(found)
    assert f"\n{list_places(found)}\n" in shown["content"]
    assert "All places" not in [part.get("label") for row in shown["components"] for part in row["components"]]
    await check_destinations(mover, contest, shown, "e5", side=contest.state.mover or 1)


@pytest.mark.parametrize(
    ("places", "fatal", "words"),
    [
        (("a1", "b2", "c3"), (), "All places: a1, b2 and c3."),
        (("a1", "b2", "c3"), ("b2",), "It lives on a1 and c3. It dies at once on b2."),
        (("a1", "b2"), ("a1", "b2"), "It dies at once on a1 and b2."),
    ],
)
def test_a_list_of_places_tells_where_the_piece_dies(
    places: tuple[str, ...], fatal: tuple[str, ...], words: str
) -> None:
    assert list_places(Destinations((), places, "", fatal)) == words


def test_a_place_is_named_as_a_word_of_its_own() -> None:
    assert names_all(Destinations((), ("a1", "base"), "`a1` or into the base."))
    assert not names_all(Destinations((), ("a1", "b1"), "It goes to a1, a11 or cb1."))
