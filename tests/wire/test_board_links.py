"""With a site, posts link to the board there, *Move* signs a browser in, and `/me` signs it out again."""

from __future__ import annotations

import os
import signal
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot import plugins
from bot.process import SteadyClock
from bot.referee.context import Context
from bot.referee.errors import RequestRejected
from bot.referee.people.sign_in import Link, list_sessions, read_link, sign_in
from storage.engine.database import Database, file_url
from storage.queries import matches
from tests.bot.features.guide.presses import buttons, choose, offered, press_move
from tests.playground.browser import chromium_running, page_of
from tests.playground.client import answered, custom_id, labels, parts_of, text_of
from tests.playground.running_page import PHONE
from tests.ports import free_port
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS
from tests.wire.match import bare, begin_match, by_reply
from tests.wire.settings_form import change_settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Locator

    from storage.queries.web_sessions import Session
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot for all tests here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
SITE = "https://play.example.org"
PICTURES = os.environ.get("BOARD_LINKS_PICTURES", "")
"""A folder for pictures of a phone."""
LONGEST_LINK = 512
"""Characters that Discord takes for the address of a button."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site_env(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Environment]:
    """A bot with a site."""
    settings = {**GENEROUS, "TURNPOST_URL": f"{SITE}/", "TURNPOST_WEB_PORT": str(free_port())}
    async with start_env(tmp_path_factory.mktemp("site"), settings=settings, nonce_window=timedelta(0)) as ready:
        yield ready


@asynccontextmanager
async def referee(env: Environment) -> AsyncGenerator[Context]:
    """The record of the running bot, as its site uses it."""
    database = await Database.open(file_url(env.bot.data / "turnpost.db"))
    try:
        yield Context(database, plugins.read().games, SteadyClock().now, Random(7))
    finally:
        await database.close()


async def board_of(env: Environment, number: int) -> str:
    """Return the address of a match's page."""
    async with referee(env) as context, context.database.read() as tx:
        public_id = (await matches.require(tx, number)).public_id
    assert public_id
    return f"{SITE}/b/{public_id}"


def link_of(message: Json, label: str) -> str:
    """Return the address behind a button."""
    (part,) = (part for part in parts_of(message) if part.get("label") == label)
    assert part["style"] == 5
    assert len(part["url"]) <= LONGEST_LINK
    return part["url"]


async def link_behind(env: Environment, url: str) -> Link:
    """Return what a sign-in link is for. Raises `RequestRejected` if it can't be used."""
    token = url.removeprefix(f"{SITE}/in/")
    assert token != url
    async with referee(env) as context:
        return await read_link(context, token)


async def sign_in_as(env: Environment, person: Person, thread: str, browser: str) -> None:
    """Sign a browser in by the link that the panel of a match has for a person."""
    url = link_of(await person.ask_by_slash("match", thread), "Open the board")
    async with referee(env) as context:
        await sign_in(context, url.removeprefix(f"{SITE}/in/"), browser)


async def test_every_post_of_a_match_leads_to_its_page(site_env: Environment) -> None:
    env = site_env
    await change_settings(env.ann, finished=[await env.ann.channel("lounge")])
    since = env.ann.seen_so_far()
    contest = await begin_match(env.people[:2])
    url = await board_of(env, contest.number)
    assert labels(contest.board) == ["Move", "Where?", "Board", "More", "Rules"]
    assert link_of(contest.board, "Board") == url
    card = await env.ann.hear(lambda one: "Watch" in labels(one), "the card in the channel", since=since)
    assert (labels(card), link_of(card, "Board")) == (["Watch", "Board"], url)

    await contest.turn(bare, "e4+")
    await contest.turn(bare, "b7")
    assert labels(contest.board) == ["Move", "Where?", "Board", "More"]
    await contest.resign(2)
    assert labels(contest.board) == ["Rematch", "Replay", "Review", "Board", "More"]
    assert link_of(contest.board, "Board") == url
    shown = await env.ann.hear(lambda one: "Record" in labels(one), "the post of the finished match", since=since)
    assert (labels(shown), link_of(shown, "Board")) == (["Board", "My view", "Replay", "Record"], url)


async def test_the_links_lead_to_pages_that_there_are(site_env: Environment) -> None:
    env, contest = site_env, await begin_match(site_env.people[:2])
    guide = await press_move(env.ann, contest.board)
    analysis = await env.ann.ask_by_slash("match", contest.thread, do="analyse")
    puzzle = await press_move(env.ann, await env.ann.ask_by_slash("puzzle", game="xero-g"))
    signed_in = [guide, await env.ann.ask_by_press(analysis, "Try a move"), puzzle]
    links = [urlsplit(link_of(one, "Open the board")).path for one in signed_in]
    board, paths = (
        urlsplit(link_of(contest.board, "Board")).path,
        [(await link_behind(env, f"{SITE}{one}")).path for one in links],
    )
    headers = {"Host": urlsplit(SITE).netloc, "Origin": SITE}
    address = f"http://127.0.0.1:{env.bot.settings['TURNPOST_WEB_PORT']}"  # as the proxy in front of it knows it
    async with aiohttp.ClientSession(address, headers=headers, raise_for_status=True) as session:
        assert "Sign in as Ann" in await (await session.get(links[0])).text()
        answer = await session.post(links[0], allow_redirects=False)
        assert answer.headers["Location"] == paths[0] == board
        cookie = {"Cookie": answer.headers["Set-Cookie"].partition(";")[0]}
        for path in paths:
            assert "<html" in await (await session.get(path, headers=cookie)).text()


async def test_my_view_is_behind_more_then(site_env: Environment) -> None:
    env, contest = site_env, await begin_match(site_env.people[:2], "e4+")
    panel = await env.ann.ask_by_press(contest.board, "More")
    assert labels(panel)[0] == "Open the board"
    menu = next(part for part in parts_of(panel) if "options" in part)
    assert "view" in [option["value"] for option in menu["options"]]
    shown = await env.ann.ask_by_choice(panel, menu["custom_id"], "view")
    assert shown["attachments"]


async def test_a_board_with_the_link_is_replied_to_and_comes_once(site_env: Environment) -> None:
    env, faults = site_env, site_env.playground.faults
    contest, other = await begin_match(env.people[:2]), await begin_match(env.people[:2])
    assert await board_of(env, contest.number) != await board_of(env, other.number)
    await contest.turn(by_reply, "e4+")

    faults.slow(300, method="POST", path=f"/channels/{contest.thread}/messages$", applied=True)
    asked = await env.ann.say("!board text", contest.thread)
    await faults.used_up()
    await env.bot.stop(signal.SIGKILL)
    faults.clear()
    await env.bot.start()
    await env.all_posted()
    answers = [one for one in await env.ann.messages(contest.thread) if answered(one) == asked["id"]]
    assert [labels(one) for one in answers] == [["Move", "Where?", "Board", "More"]]
    since = env.bob.seen_so_far()
    await env.bob.say("b7", contest.thread, to=answers[0])
    await env.bob.hear_bot("**2.**", since=since)


async def test_boards_in_direct_messages_link_to_the_page(site_env: Environment) -> None:
    env, since = site_env, site_env.bob.seen_so_far()
    await env.ann.ask_by_slash("challenge", await env.ann.dm(), game="xero-g", seat="1", opponent=env.bob.id)
    challenge = await env.bob.hear_bot("**Ann** challenges", since=since)
    await env.bob.press(challenge, "Accept")
    card = await env.bob.hear(lambda one: "in your direct messages" in one["content"], since=since)
    url = await board_of(env, int(card["content"].split("#")[1].split("*")[0]))
    assert (labels(card), link_of(card, "Board")) == (["Board"], url)
    board = await env.bob.hear(lambda one: one["attachments"] and "Move" in labels(one), "a board", since=since)
    assert link_of(board, "Board") == url


async def test_move_signs_in_the_person_who_pressed(site_env: Environment) -> None:
    env, contest = site_env, await begin_match(site_env.people[:2])
    path = urlsplit(await board_of(env, contest.number)).path
    guide = await press_move(env.ann, contest.board)
    url = link_of(guide, "Open the board")
    assert await link_behind(env, url) == Link(int(env.ann.id), "Ann", path)
    assert buttons(guide) == ["Open the board", "Type it"]
    chosen = await choose(env.ann, guide, offered(guide)[0])
    assert "Open the board" not in labels(chosen)
    again = await env.ann.ask_by_press(chosen, "Back")
    assert (await link_behind(env, link_of(again, "Open the board"))).path == path
    assert link_of(again, "Open the board") != url

    plan = await env.bob.ask_by_slash("match", contest.thread, do="plan")
    assert "Open the board" not in labels(await env.bob.ask_by_press(plan, "Choose moves"))
    analysis = await env.bob.ask_by_slash("match", contest.thread, do="analyse")
    first = await env.bob.ask_by_press(analysis, "Try a move")
    assert await link_behind(env, link_of(first, "Open the board")) == Link(int(env.bob.id), "Bob", f"{path}/analysis")


async def test_a_puzzle_leads_to_its_page(site_env: Environment) -> None:
    env = site_env
    shown = await env.cleo.ask_by_slash("puzzle", game="xero-g")
    _, game, number = custom_id(shown, "Move").split(":")
    guide = await press_move(env.cleo, shown)
    assert (await link_behind(env, link_of(guide, "Open the board"))).path == f"/p/{game}/{number}"


async def test_a_link_that_others_can_read_is_burnt(site_env: Environment) -> None:
    env, contest = site_env, await begin_match(site_env.people[:2])
    links = [link_of(await press_move(env.ann, contest.board), "Open the board") for _ in range(3)]
    said = await env.ann.say(f"It's your turn: <{links[0]}>", contest.thread)
    edited = await env.ann.edit(await env.ann.say("hurry", contest.thread), f"hurry: {links[1]}")
    await contest.turn(bare, "e4+")  # which comes after them
    for link in links[:2]:
        with pytest.raises(RequestRejected, match="has been used"):
            await link_behind(env, link)
    assert (await link_behind(env, links[2])).name == "Ann"
    for one in await env.ann.messages(contest.thread):
        assert answered(one) not in {said["id"], edited["id"]}
        assert not one.get("reactions")


async def test_me_lists_browsers_and_signs_them_out(site_env: Environment) -> None:
    env, dan = site_env, site_env.dan
    assert "Signed in" not in text_of(await dan.ask_by_slash("me"))
    contest = await begin_match([env.dan, env.eve])
    for browser in ("Firefox, Linux", "Safari, iPhone", "?"):
        await sign_in_as(env, dan, contest.thread, browser)
    await sign_in_as(env, env.eve, contest.thread, "Edge, Windows")
    panel = await dan.ask_by_slash("me")
    text = text_of(panel)
    lines = text[text.index("**Signed in on the web**") :].splitlines()[1:4]
    assert [line.partition("`, last used <t:")[0] for line in lines] == [
        "- `unknown browser",
        "- `Safari, iPhone",
        "- `Firefox, Linux",
    ]
    menu = next(part for part in parts_of(panel) if part.get("custom_id") == "sign_out")
    assert [each["label"] for each in menu["options"]] == [
        "unknown browser",
        "Safari, iPhone",
        "Firefox, Linux",
        "All browsers",
    ]
    panel = await dan.ask_by_choice(panel, "sign_out", menu["options"][1]["value"])
    assert "You're signed out of `Safari, iPhone`." in text_of(panel)
    assert "- `Safari" not in text_of(panel)

    listed = await dan.ask_by_slash("me", do="signout")
    number = listed["content"].splitlines()[2].removeprefix("- ").partition(":")[0]
    assert "Firefox, Linux" in listed["content"].splitlines()[2]
    suggested = await dan.autocomplete("me", "do", do=f"signout {number}")
    assert [(each["name"], each["value"]) for each in suggested] == [("Firefox, Linux", f"signout {number}")]
    for_eve = next(each.id for each in await sessions_of(env, env.eve))
    refused = await dan.ask_by_slash("me", do=f"signout {for_eve}")
    assert refused["content"] == f"There's no signed-in browser `{for_eve}`: `/me do:signout` lists yours."
    assert (await dan.ask_by_slash("me", do=f"signout {number}"))["content"] == "You're signed out of `Firefox, Linux`."
    assert [each.browser for each in await sessions_of(env, dan)] == ["?"]
    assert (await dan.ask_by_slash("me", do="signout ALL"))["content"] == "You're signed out everywhere."
    assert "Signed in" not in text_of(await dan.ask_by_slash("me"))
    await env.eve.change_settings(locale="de")
    panel = await env.eve.ask_by_slash("me")
    assert "**Im Web angemeldet**\n- `Edge, Windows`, zuletzt benutzt <t:" in text_of(panel)
    assert "Alle Browser" in str(panel["components"])
    assert (await dan.ask_by_text("!signout", await dan.dm()))["content"] == "You aren't signed in anywhere."
    assert [each.browser for each in await sessions_of(env, env.eve)] == ["Edge, Windows"]


async def sessions_of(env: Environment, person: Person) -> list[Session]:
    async with referee(env) as context:
        return await list_sessions(context, int(person.id))


@pytest.mark.parametrize(
    ("language", "labels_of_board", "opens"),
    [
        ("en", ["Move", "Where?", "Board", "More"], "Open the board"),
        ("de", ["Ziehen", "Wohin?", "Brett", "Mehr"], "Brett öffnen"),
    ],
)
async def test_the_buttons_stand_in_one_line_of_a_phone(
    site_env: Environment, language: str, labels_of_board: list[str], opens: str
) -> None:
    env, cleo = site_env, site_env.cleo
    contest = await begin_match([cleo, env.dan], "e4+", "b7")
    await cleo.change_settings(locale="de" if language == "de" else "en-GB")
    await change_settings(env.ann, language=language)
    posted = await cleo.ask_by_text("!board", contest.thread)
    await change_settings(env.ann, language="en")
    assert labels(posted)[:4] == labels_of_board
    async with chromium_running() as browser, page_of(browser, env.playground, "Cleo", viewport=PHONE) as page:
        await page.get_by_test_id("thread-card").filter(has_text=f"#{contest.number}").first.click()
        board = page.get_by_test_id("message").filter(has=page.get_by_role("link", name=labels_of_board[2])).last
        await expect(board.get_by_role("link", name=labels_of_board[2])).to_have_attribute("target", "_blank")
        assert len(await lines_of_buttons(board)) == 1
        await board.get_by_role("button", name=labels_of_board[0], exact=True).click()
        guide = page.locator("[data-testid=message][data-private=true]").last
        await expect(guide.get_by_role("link", name=opens)).to_be_visible()
        if PICTURES:
            await page.screenshot(path=f"{PICTURES}/{language}.png")
        assert len(await lines_of_buttons(guide)) == 2, "choices, and what else there is"


async def lines_of_buttons(message: Locator) -> set[float]:
    """Return where the lines of a message's buttons begin, in pixels from the top."""
    tops = "buttons => buttons.map(each => each.getBoundingClientRect().top)"
    return set(await message.get_by_test_id("button").evaluate_all(tops))
