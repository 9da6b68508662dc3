from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

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
