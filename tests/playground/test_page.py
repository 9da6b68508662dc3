from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import expect

from tests.playground.bot_client import discord
from tests.playground.browser import NoChromium, chromium, chromium_running, said, write
from tests.playground.running_page import Board, UnansweredView, start_env, with_commands

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from playwright.async_api import Browser, Page, Route, WebSocketRoute

    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person
    from tests.playground.running_page import Environment

HOSTILE = '<img src=x onerror="document.title=1"> **b** [x](javascript:alert(1)) <script>document.title=1</script>'
MARKDOWN = {
    "*a* __b__ ~~c~~ `**d**` e_f_g": '<div class="run"><em>a</em> <u>b</u> <s>c</s> <code>**d**</code> e_f_g</div>',
    r"\*a\* [x](javascript:y) 2 * 3 * 4": '<div class="run">*a* [x](javascript:y) 2 * 3 * 4</div>',
    "> a\n- b\n-# c": (
        '<blockquote><div class="run">a</div></blockquote><ul><li>b</li></ul><div class="subtext">c</div>'
    ),
    "```py\n<b>\n```": '<pre><code data-language="py">&lt;b&gt;</code></pre>',
}
PHONE = {"width": 390, "height": 844}


# One Chromium, and so one event loop, for all tests here: to start it takes longer than most of them.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncGenerator[Browser]:
    async with chromium_running() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def env(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Environment]:
    async with start_env(browser, monkeypatch) as env:
        yield env


@pytest.fixture
def page(env: Environment) -> Page:
    return env.page


@pytest.fixture
def bot_client(env: Environment) -> BotClient:
    return env.bot_client


@pytest.fixture
def ann(env: Environment) -> Person:
    return env.ann


async def test_a_visitor_writes_as_one_person_and_then_as_another(page: Page, ann: Person) -> None:
    await write(page, "hello @Bob")
    await expect(page.get_by_test_id("person-Bob")).to_have_attribute("data-calls", "1")
    await page.get_by_test_id("person-Bob").click()
    await expect(page.get_by_test_id("person-Bob")).to_have_attribute("aria-pressed", "true")
    await write(page, "hello yourself")
    await expect(page.get_by_test_id("message")).to_have_count(2)
    await expect(said(page, "hello @Bob")).to_have_attribute("data-author", "Ann")
    await expect(said(page, "hello yourself")).to_have_attribute("data-author", "Bob")
    assert [one["author"]["username"] for one in await ann.messages()] == ["ann", "bob"]
    await page.reload()
    await expect(page.get_by_test_id("person-Bob")).to_have_attribute("aria-pressed", "true")


async def test_the_hint_leads_a_newcomer_to_the_challenge(page: Page, bot_client: BotClient) -> None:
    await page.get_by_test_id("hint-write").click()
    await page.get_by_test_id("composer").press("Enter")
    await expect(said(page, "!challenge @Bob martian-life")).to_have_count(1)
    await bot_client.room().send("Ann challenges Bob", view=Board())
    await page.get_by_test_id("hint-switch").click()
    await page.get_by_role("button", name="Accept").click()
    await expect(said(page, "Bob accepts")).to_have_count(1)
    await page.get_by_test_id("hint-dismiss").click()
    await page.reload()
    await expect(said(page, "Bob accepts")).to_have_count(1)
    await expect(page.get_by_test_id("hint")).to_be_hidden()


async def test_nothing_can_be_pressed_in_the_name_of_the_person_being_left(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("Ann challenges Bob", view=Board())
    loads = asyncio.Event()

    async def load_later(route: Route) -> None:
        await loads.wait()
        await route.continue_()

    await page.route("**/view?*", load_later)
    await page.get_by_test_id("person-Bob").click()
    await expect(page.locator("#main")).to_have_attribute("inert", "")
    press = asyncio.create_task(page.get_by_role("button", name="Accept", include_hidden=True).click())
    loads.set()
    await press
    await expect(said(page, "Bob accepts")).to_have_count(1)


async def test_a_reply_names_what_it_answers_and_pings_unless_told_not_to(
    page: Page, bot_client: BotClient, ann: Person
) -> None:
    await bot_client.room().send("Your **move**, `c4`?")
    board = said(page, "Your move, c4?")
    for text, ping in (("c4", True), ("just talk", False)):
        await board.first.hover()
        await board.first.get_by_test_id("action-reply").click()
        if not ping:
            await page.get_by_test_id("reply-ping").click()
        await write(page, text)
        await expect(said(page, text).last.get_by_test_id("answers")).to_contain_text("Your move, c4?")
    _, first, second = await ann.messages()
    assert [len(one["mentions"]) for one in (first, second)] == [1, 0]


async def test_own_messages_can_be_edited_and_deleted(page: Page) -> None:
    await write(page, "c4 for @Bob")
    await expect(page.get_by_test_id("message")).to_have_count(1)
    await page.get_by_test_id("composer").press("ArrowUp")
    await expect(page.get_by_test_id("edit")).to_have_value("c4 for @Bob")
    await page.get_by_test_id("edit").fill("c5 for @Bob")
    await page.get_by_test_id("edit").press("Enter")
    await expect(page.get_by_test_id("content")).to_have_text("c5 for @Bob (edited)")
    await page.get_by_test_id("message").hover()
    await page.get_by_test_id("action-remove").click()
    await page.get_by_test_id("confirm").click()
    await expect(page.get_by_test_id("message")).to_have_count(0)


async def test_a_private_answer_is_seen_by_one_only(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("ready?", view=Board())
    await expect(page.get_by_role("button", name="Off")).to_be_disabled()
    await page.get_by_role("button", name="Whisper").click()
    whisper = page.locator("[data-private=true]")
    await expect(whisper).to_contain_text("Only you can see this")
    await page.get_by_test_id("person-Cleo").click()
    await expect(page.get_by_test_id("person-Cleo")).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_role("button", name="Accept")).to_be_visible()
    await expect(whisper).to_have_count(0)
    await page.get_by_test_id("person-Ann").click()
    await page.get_by_test_id("dismiss").click()
    await expect(whisper).to_have_count(0)


async def test_a_button_that_the_bot_ignores_says_so(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_env(browser, monkeypatch, patience=0.2) as env:
        await env.bot_client.room().send("anybody?", view=UnansweredView(timeout=None))
        await env.page.get_by_role("button", name="Deaf").click()
        await expect(env.page.get_by_test_id("failure")).to_have_text("This interaction failed")
        await expect(env.page.get_by_role("button", name="Deaf")).to_be_enabled()


async def test_a_form_is_filled_in_and_sent(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("ready?", view=Board())
    await page.get_by_role("button", name="Form").click()
    await page.get_by_test_id("modal-move").fill("c4")
    await page.get_by_test_id("modal-move").press("Enter")
    await expect(said(page, "form: c4")).to_have_count(1)
    await expect(page.get_by_test_id("modal")).to_have_count(0)


async def test_a_slash_command_is_completed_by_the_bot(page: Page, bot_client: BotClient) -> None:
    await with_commands(bot_client)
    composer, text = page.get_by_test_id("composer"), page.get_by_test_id("option-text")
    await composer.press("/")
    await expect(page.get_by_test_id("choice")).to_have_text(["/inviteInvite somebody", "/moveMake a move"])
    await composer.press_sequentially("mo")
    await composer.press("Enter")
    await expect(page.get_by_test_id("choice")).to_have_count(9)
    await text.press("b")
    await expect(page.get_by_test_id("choice")).to_have_text(["b1", "b2", "b3"])
    await text.press("ArrowDown")
    await text.press("Enter")
    await expect(text).to_have_value("b2")
    await page.get_by_test_id("add-option-match").click()
    await page.get_by_test_id("option-match").fill("x")
    await page.get_by_test_id("option-match").press("Enter")
    await expect(page.get_by_test_id("slash-note")).to_have_text("match is a whole number.")
    await page.get_by_test_id("option-match").fill("7")
    await page.get_by_test_id("option-match").press("Enter")
    await expect(said(page, "moved b2 in 7").get_by_test_id("used")).to_have_text("Ann used /move")
    await expect(composer).to_be_focused()


async def test_roles_and_channels_are_named_and_a_silent_message_is_marked(
    page: Page, bot_client: BotClient, ann: Person
) -> None:
    await with_commands(bot_client)
    await write(page, "@Regulars in #lounge")
    await expect(said(page, "@Regulars in #lounge")).to_have_count(1)
    written = (await ann.messages())[-1]
    assert written["content"] == f"<@&{written['mention_roles'][0]}> in <#{await ann.channel('lounge')}>"
    await expect(page.get_by_role("img", name="Sent without a sound")).to_have_count(0)
    await bot_client.room().send("psst", silent=True)
    await expect(said(page, "psst").get_by_role("img", name="Sent without a sound")).to_have_count(1)
    await page.get_by_test_id("composer").fill("/invite")
    await page.get_by_test_id("composer").press("Enter")
    await page.get_by_test_id("option-person").fill("Bob")
    for name, value in (("role", "@Regulars"), ("room", "#lounge")):
        await page.get_by_test_id(f"add-option-{name}").click()
        await page.get_by_test_id(f"option-{name}").fill(value)
    await page.get_by_test_id("option-room").press("Enter")
    await expect(said(page, "invited Bob as Regulars to lounge")).to_have_count(1)


async def test_enter_sends_what_is_typed_and_not_what_an_older_list_offers(page: Page, bot_client: BotClient) -> None:
    await with_commands(bot_client)
    await page.get_by_test_id("composer").fill("/move c")
    await expect(page.get_by_test_id("choice")).to_have_text(["c1", "c2", "c3"])
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await expect(said(page, "moved c3 in 0")).to_have_count(1)


async def test_a_person_is_picked_for_a_user_option(page: Page, bot_client: BotClient) -> None:
    await with_commands(bot_client)
    await page.get_by_test_id("composer").fill("/invite c")
    await expect(page.get_by_test_id("choice")).to_have_text(["CCleo"])
    await page.get_by_test_id("choice").click()
    await page.get_by_test_id("option-person").press("Enter")
    await expect(said(page, "invited Cleo")).to_have_attribute("data-private", "true")


async def test_a_picture_shows_its_description(page: Page, bot_client: BotClient) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (300, 200), "red").save(picture, "PNG")
    picture.seek(0)
    words = "A red field. <b>Nothing</b> on it."
    await bot_client.room().send(file=discord.File(picture, "board.png", description=words))
    image = page.get_by_test_id("image")
    await expect(image).to_have_attribute("alt", words)
    await expect(image).to_have_js_property("naturalWidth", 300)
    await expect(page.get_by_test_id("alt-text")).to_be_hidden()
    await page.get_by_test_id("alt").click()
    await expect(page.get_by_test_id("alt-text")).to_have_text(words)
    await page.get_by_test_id("picture").get_by_role("button", name="full size").click()
    await expect(page.get_by_test_id("lightbox").get_by_role("img")).to_have_attribute("alt", words)
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("lightbox")).to_have_count(0)


async def test_hostile_text_stays_text(page: Page) -> None:
    await write(page, HOSTILE)
    content = page.get_by_test_id("content")
    await expect(content).to_have_text(HOSTILE.replace("**b**", "b"))
    await expect(content.locator("strong")).to_have_text("b")
    await expect(content.locator("img, script, a")).to_have_count(0)
    await expect(page).not_to_have_title("1")


async def test_markdown_reads_as_on_discord(page: Page) -> None:
    for text, html in MARKDOWN.items():
        await write(page, text)
        await expect(page.get_by_test_id("content").last).to_have_js_property("innerHTML", html)


async def test_a_thread_hangs_below_its_channel_and_calls_for_whom_it_names(
    page: Page, bot_client: BotClient, ann: Person
) -> None:
    message = await bot_client.room().send("A match")
    thread = await message.create_thread(name="Match #1")
    await thread.send(f"<@{ann.id}>, your move", allowed_mentions=discord.AllowedMentions.all())
    row = page.get_by_test_id(f"channel-{thread.id}")
    await expect(row).to_have_attribute("data-mentions", "1")
    await page.get_by_test_id("thread-card").click()
    await expect(page.get_by_test_id("title")).to_have_text("Match #1")
    await expect(said(page, "@Ann, your move")).to_have_count(1)
    await expect(row).to_have_attribute("data-unread", "false")
    await page.reload()
    await expect(page.get_by_test_id("title")).to_have_text("Match #1")
    await page.locator("[data-name=games]").click()
    await page.reload()
    await expect(page.get_by_test_id("title")).to_have_text("#games")
    await expect(row).to_have_attribute("data-mentions", "0")


async def test_the_page_catches_up_after_its_connection_was_cut(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("before")
    lines: list[WebSocketRoute] = []
    cut = False

    async def relay(line: WebSocketRoute) -> None:
        if cut:
            await line.close()
        else:
            line.connect_to_server()
            lines.append(line)

    await page.route_web_socket("**/watch*", relay)
    await page.reload()
    await expect(page.get_by_test_id("message")).to_have_count(1)
    cut = True
    await lines[0].close()
    await expect(page.get_by_test_id("lost")).to_be_visible()
    await bot_client.room().send("meanwhile")
    cut = False
    await expect(page.get_by_test_id("message")).to_have_count(2)
    await expect(page.get_by_test_id("lost")).to_be_hidden()
    await bot_client.room().send("after")
    await expect(page.get_by_test_id("message")).to_have_count(3)


async def test_the_page_tells_that_the_bot_is_offline(page: Page, bot_client: BotClient) -> None:
    await expect(page.get_by_test_id("offline")).to_be_hidden()
    await bot_client.close()
    await expect(page.get_by_test_id("offline")).to_contain_text("Turnpost is offline")


async def test_without_the_intent_the_page_tells_what_the_bot_can_read(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_env(browser, monkeypatch, message_content=False) as env:
        await expect(env.page.get_by_test_id("content-off")).to_contain_text("Message content intent off")
        await expect(env.page.get_by_test_id("hint")).to_contain_text("/challenge @Bob martian-life")


async def test_on_a_phone_the_channels_are_in_a_drawer(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_env(browser, monkeypatch, viewport=PHONE) as env:
        page, lounge = env.page, env.page.locator("[data-name=lounge]")
        await expect(lounge).to_be_hidden()
        await page.get_by_test_id("menu").click()
        await lounge.click()
        await expect(page.get_by_test_id("title")).to_have_text("#lounge")
        await expect(lounge).to_be_hidden()
        assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


async def test_without_chromium_the_test_fails_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoChromium, match="needs Chromium on the PATH"):
        chromium()
