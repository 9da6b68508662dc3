"""Pages to look things up on, over the wire: to everybody, privately, and in words where pictures can't be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.features.rules import first_cards
from games import GAMES
from renderers import RENDERERS, encode
from renderers.board.diagrams import DiagramRenderer, describe_diagrams, draw_page
from renderers.board.scene import CatalogueRenderer
from tests.wire.match import Contest, bare

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def xong(env: Environment) -> Contest:
    contest = Contest("xong", (env.ann, env.bob))
    await contest.begin()
    await contest.turn(bare, "give FL")
    await contest.turn(bare, "place e5e e5ne give 3-3")
    return contest


async def test_the_catalogue_is_public_by_text_command_and_private_by_slash_command(
    shared_env: Environment,
) -> None:
    env = shared_env
    contest = await xong(env)
    renderer = contest.renderer
    assert isinstance(renderer, CatalogueRenderer)
    page, words = encode(renderer.draw_catalogue(contest.scene)), renderer.catalogue_alt(contest.scene)
    command = await env.ann.say("!catalogue", contest.thread)
    shown = await env.ann.hear_bot(f"**#{contest.number} Xong** after 2 moves: the catalogue.")
    assert shown["referenced_message"]["id"] == command["id"]
    file = shown["attachments"][0]
    assert file["description"] == words
    assert "holds 3-3 F(L)R." in words
    assert await env.ann.fetch(file["url"]) == page
    answer = await env.cleo.ask_by_slash("match", do="catalogue", match=f"#{contest.number}")
    assert await env.cleo.fetch(answer["attachments"][0]["url"]) == page
    told = f"**#{contest.number} Xong** after 2 moves. {renderer.catalogue_text(contest.scene)}"
    since = env.ann.seen_so_far()
    await env.ann.say(f"!catalogue #{contest.number} text", contest.thread)
    assert (await env.ann.hear_bot("The Xoids of 1 to 6 legs, 2 moves played.\n", since=since))["content"] == told
    answer = await env.cleo.ask_by_slash("match", match=f"#{contest.number}", do="catalogue text")
    assert answer["content"] == told


async def test_where_files_are_barred_the_catalogue_comes_in_words(shared_env: Environment) -> None:
    env = shared_env
    contest = await xong(env)
    env.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = env.ann.seen_so_far()
    await env.ann.say("!catalogue", contest.thread)
    renderer = contest.renderer
    assert isinstance(renderer, CatalogueRenderer)
    shown = await env.ann.hear_bot(renderer.catalogue_text(contest.scene), since=since)
    assert not shown["attachments"]


async def test_the_rules_come_with_diagrams_by_message_command_and_button(shared_env: Environment) -> None:
    env = shared_env
    renderer = RENDERERS["martian-life"]
    assert isinstance(renderer, DiagramRenderer)
    title = "Martian Life: how it is played"
    drawn, words = (
        encode(draw_page(renderer, renderer.diagrams(), title)),
        describe_diagrams(renderer.diagrams(), title),
    )
    cards, whole = first_cards(GAMES["martian-life"].info.help), GAMES["martian-life"].info.help
    since = env.ann.seen_so_far()
    await env.ann.say("!rules martian")
    shown = [await env.ann.hear(lambda one: one["attachments"], "rules with a picture", since=since)]
    await env.ann.ask_by_slash("help", game="martian-life")
    shown.append(await env.ann.hear(lambda one: one["ephemeral"] and one["attachments"], since=since))
    await env.bob.say("!open martian-life")
    table = await env.bob.hear(lambda one: one["components"] and "Join" in str(one["components"]))
    since = env.cleo.seen_so_far()
    await env.cleo.press(table, "How to play")
    shown.append(await env.cleo.hear(lambda one: one["ephemeral"] and one["attachments"], since=since))
    await env.cleo.ask_by_slash("me", do="look theme=light size=small")
    since = env.cleo.seen_so_far()
    await env.cleo.press(table, "How to play")
    own = await env.cleo.hear(lambda one: one["ephemeral"] and one["attachments"], since=since)
    liked = encode(draw_page(renderer, renderer.diagrams(), title, "light", "small"))
    assert await env.cleo.fetch(own["attachments"][0]["url"]) == liked
    since = env.ann.seen_so_far()
    await env.cleo.say("!rules martian")
    shown.append(await env.ann.hear(lambda one: one["attachments"], "what all see is as usual", since=since))
    await env.cleo.ask_by_slash("me", do="look theme=dark size=normal")
    for message in shown:
        (file,) = message["attachments"]
        assert file["description"] == words
        assert await env.ann.fetch(file["url"]) == drawn
        assert message["content"] == cards
        more = await env.dan.ask_by_press(message, "All the rules") if not message["ephemeral"] else None
        assert more is None or (more["ephemeral"] and more["content"] in whole)


async def test_where_files_are_barred_the_rules_come_once_in_words(shared_env: Environment) -> None:
    env = shared_env
    contest = await xong(env)
    env.playground.deny(int(contest.thread), "ATTACH_FILES")
    since = env.ann.seen_so_far()
    await env.ann.say("!rules xong", contest.thread)
    cards = first_cards(GAMES["xong"].info.help)
    assert not (await env.ann.hear_bot(cards, since=since))["attachments"]
    said = [message["content"] for message in await env.ann.messages(contest.thread)]
    assert said.count(cards) == 1


async def test_rules_without_a_game_are_of_the_match_here(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    since = env.ann.seen_so_far()
    await env.cleo.say("!rules", contest.thread)
    await env.ann.hear_bot("# Martian Life", since=since)
    assert "# Martian Life" in (await env.ann.ask_by_text("!rules", contest.thread))["content"]
    assert "Which game? `xero-g`" in (await env.dan.ask_by_text("!rules"))["content"]


async def test_a_game_without_a_catalogue_says_so_and_names_those_that_have_one(shared_env: Environment) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.ann, env.bob))
    await contest.begin()
    await env.ann.say("!catalogue", contest.thread)
    await env.ann.hear_bot("Martian Life has no catalogue. Xong has one.")
    for text, answer in (
        ("!catalogue #7777", "There's no match #7777 on this server."),
        ("!catalogue backwards", "Name a match by its number"),
    ):
        since = env.ann.seen_so_far()
        await env.ann.say(text, contest.thread)
        await env.ann.hear_bot(answer, since=since)
