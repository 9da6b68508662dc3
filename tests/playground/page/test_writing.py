"""Writing on the page: messages, slash commands, and everything by the keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.playground.bot_page import Board
from tests.playground.browser import said, write

if TYPE_CHECKING:
    from playwright.async_api import Page

    from tests.playground.bot_client import BotClient
    from tests.playground.client import Person

HOSTILE = '<img src=x onerror="document.title=1"> **b** [x](javascript:alert(1)) <script>document.title=1</script>'
MARKDOWN = {
    "*a* __b__ ~~c~~ `**d**` e_f_g": '<div class="run"><em>a</em> <u>b</u> <s>c</s> <code>**d**</code> e_f_g</div>',
    r"\*a\* [x](javascript:y) 2 * 3 * 4": '<div class="run">*a* [x](javascript:y) 2 * 3 * 4</div>',
    "> a\n- b\n-# c": (
        '<blockquote><div class="run">a</div></blockquote><ul><li>b</li></ul><div class="subtext">c</div>'
    ),
    "```py\n<b>\n```": '<pre><code data-language="py">&lt;b&gt;</code></pre>',
}

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
async def test_roles_and_channels_are_named_and_a_silent_message_is_marked(
    page: Page, bot_client: BotClient, ann: Person
) -> None:
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


async def test_hostile_text_stays_text(page: Page) -> None:
    await write(page, HOSTILE)
    content = page.get_by_test_id("content")
    await expect(content).to_have_text(HOSTILE.replace("**b**", "b"))
    await expect(content.locator("strong")).to_have_text("b")
    await expect(content.locator("img, script, a")).to_have_count(0)
    await expect(page).not_to_have_title("1")


@pytest.mark.thorough
async def test_markdown_reads_as_on_discord(page: Page) -> None:
    for text, html in MARKDOWN.items():
        await write(page, text)
        await expect(page.get_by_test_id("content").last).to_have_js_property("innerHTML", html)


async def test_a_slash_command_is_completed_by_the_bot(page: Page) -> None:
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


@pytest.mark.thorough
async def test_enter_sends_what_is_typed_and_not_what_an_older_list_offers(page: Page) -> None:
    await page.get_by_test_id("composer").fill("/move c")
    await expect(page.get_by_test_id("choice")).to_have_text(["c1", "c2", "c3"])
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    await expect(said(page, "moved c3 in 0")).to_have_count(1)


@pytest.mark.thorough
async def test_a_person_is_picked_for_a_user_option(page: Page) -> None:
    await page.get_by_test_id("composer").fill("/invite c")
    await expect(page.get_by_test_id("choice")).to_have_text(["CCleo"])
    await page.get_by_test_id("choice").click()
    await page.get_by_test_id("option-person").press("Enter")
    await expect(said(page, "invited Cleo")).to_have_attribute("data-private", "true")


@pytest.mark.thorough
async def test_a_button_of_an_older_message_is_pressed_by_keyboard(page: Page, bot_client: BotClient) -> None:
    await bot_client.room().send("ready?", view=Board())
    await write(page, "wait")
    await expect(page.get_by_test_id("composer")).to_be_focused()
    await expect(page.get_by_test_id("message")).to_have_count(2)
    while not await said(page, "wait").evaluate("message => message === document.activeElement"):
        await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("ArrowUp")
    for _ in ("Accept", "Whisper", "Form"):
        await page.keyboard.press("Tab")
    form = page.get_by_role("button", name="Form")
    await expect(form).to_be_focused()
    assert await form.evaluate("button => getComputedStyle(button).outlineStyle") == "solid"
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("modal-move")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("modal")).to_have_count(0)
    await expect(form).to_be_focused()


@pytest.mark.thorough
async def test_another_person_is_taken_by_keyboard_and_the_form_of_the_first_closes(
    page: Page, bot_client: BotClient
) -> None:
    await bot_client.room().send("ready?", view=Board())
    await page.get_by_role("button", name="Form").click()
    await page.get_by_test_id("modal-move").fill("c4")
    await page.keyboard.press("Alt+2")
    await expect(page.get_by_test_id("person-Bob")).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_test_id("modal")).to_have_count(0)
