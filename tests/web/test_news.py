"""Open pages hear of what happens to their match, by whatever way it happens, and of nothing else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.web.site import next_news
from tests.wire.match import bare, begin_match

if TYPE_CHECKING:
    from tests.web.site import Browser, Site
    from tests.wire.match import Contest

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def watched(site: Site) -> tuple[Contest, Browser]:
    """Return a new match, and the browser of somebody who watches it."""
    contest, browser = await begin_match((site.env.ann, site.env.bob)), site.browser()
    await browser.open(site.path(contest))
    return contest, browser


async def test_a_move_in_discord_arrives_on_all_pages(site: Site) -> None:
    contest, watcher = await watched(site)
    bob = await site.sign_in(site.env.bob, watcher.base)
    stamp = watcher.state["stamp"]
    async with watcher.listen(watcher.base, stamp) as first, bob.listen(watcher.base, stamp) as second:
        await contest.turn(bare, "e4+")
        told = [await next_news(each) for each in (first, second)]
        assert told[0] == told[1] != stamp
        seen = (await watcher.get(f"{watcher.base}/state")).json
        assert seen["stamp"] == told[0]
        assert [each["text"] for each in seen["moves"]] == ["", "e4+"]
        assert (await bob.get(f"{watcher.base}/state?stamp={told[0]}")).json["turn"]
        await contest.turn(bare, "b7")
        assert await next_news(first) not in told


async def test_an_offer_and_an_end_are_news(site: Site) -> None:
    _, watcher = await watched(site)
    ann = await site.sign_in(site.env.ann, watcher.base)
    async with watcher.listen(watcher.base, watcher.state["stamp"]) as stream:
        assert (await ann.do("draw")).status == 200
        offered = await next_news(stream)
        assert (await ann.do("resign")).status == 200
        assert await next_news(stream) != offered


async def test_a_page_that_comes_back_hears_what_it_missed(site: Site) -> None:
    contest, watcher = await watched(site)
    await contest.turn(bare, "e4+")
    async with watcher.listen(watcher.base, watcher.state["stamp"]) as stream:
        missed = await next_news(stream)
    await watcher.open(watcher.base)
    assert watcher.state["stamp"] == missed


async def test_what_one_page_claims_to_have_seen_goes_to_no_other(site: Site) -> None:
    _, watcher = await watched(site)
    stamp, other = watcher.state["stamp"], site.browser()
    lie = "1\nretry: 999999999\n\nevent: news\ndata: 2"
    async with other.listen(watcher.base, lie) as first, watcher.listen(watcher.base, stamp) as second:
        assert await next_news(first) == stamp
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(next_news(second), 1.5)


async def test_nobody_can_keep_an_old_board_for_news_to_come(site: Site) -> None:
    contest, watcher = await watched(site)
    other = site.browser()
    await contest.turn(bare, "e4+")
    await watcher.open(watcher.base)
    coming = guess_next(watcher.state["stamp"])
    assert len((await other.get(f"{watcher.base}/state?stamp={coming}")).json["moves"]) == 2
    await contest.turn(bare, "b7")
    await watcher.open(watcher.base)
    assert watcher.state["stamp"] == coming, "the guess was wrong, so this test shows nothing"
    assert len((await watcher.get(f"{watcher.base}/state?stamp={coming}")).json["moves"]) == 3


def guess_next(stamp: str) -> str:
    """Return what the stamp will be after the next move."""
    seq, rest = stamp.split(".", 1)
    return f"{int(seq) + 1}.{rest}"


async def test_there_are_no_news_of_what_is_not_there(site: Site) -> None:
    _, watcher = await watched(site)
    answer = await watcher.get("/b/none/events")
    assert (answer.status, answer.error) == (409, "There's no such match here.")
    assert (await watcher.get("/p/xero-g/1/events")).status == 204


async def test_open_streams_do_not_keep_the_bot_from_ending(site: Site) -> None:
    _, watcher = await watched(site)
    async with watcher.listen(watcher.base, watcher.state["stamp"]), asyncio.timeout(10):
        assert await site.env.bot.stop() == 0
    await site.env.bot.start()
