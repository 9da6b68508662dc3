"""What is private reaches its owner alone, and matches are found by their random names alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.wire.match import bare, begin_match

if TYPE_CHECKING:
    from tests.web.site import Browser, Site

pytestmark = pytest.mark.asyncio(loop_scope="module")
SECRETS = ("a-note-of-ann", "a-name-of-ann", "an-analysis-of-ann")
PLANNED = "f5"


async def everything(browser: Browser, base: str) -> str:
    """Return all texts that a browser gets about a match, by each call."""
    calls = ("", "/state", "/state?at=1.1", "/step?at=1", "/step?at=1.1", "/step?tap=f5", "/step?choice=f5")
    return "\n".join([(await browser.get(base + board + call)).text for board in ("", "/analysis") for call in calls])


async def test_notes_plans_and_analysis_are_for_their_owner(site: Site) -> None:
    contest = await begin_match((site.env.ann, site.env.bob))
    path = site.path(contest)
    await contest.turn(bare, "e4+")
    ann = await site.sign_in(site.env.ann, f"{path}/analysis")
    assert (await ann.play("b7")).status == 200
    assert (await ann.play("f5")).status == 200
    assert (await ann.do("name", SECRETS[1])).status == 200
    assert (await ann.do("note", SECRETS[2])).status == 200
    assert "plan" in [each["do"] for each in ann.state["actions"]]
    assert (await ann.do("plan")).status == 200
    await site.env.ann.say(f"!note #{contest.number} {SECRETS[0]}", await site.env.ann.dm())
    own = await everything(ann, path)
    assert SECRETS[1] in own
    assert SECRETS[2] in own
    bob, cleo, nobody = await site.sign_in(site.env.bob, path), await site.sign_in(site.env.cleo, path), site.browser()
    for browser in (bob, cleo, nobody):
        told = await everything(browser, path)
        for secret in (*SECRETS, ann.token, ann.state["request"], str(site.env.ann.id)):
            assert secret not in told, (browser.address, secret)
    for browser in (bob, cleo, nobody):
        texts = [each["text"] for each in (await browser.get(f"{path}/state")).json["moves"]]
        assert texts == ["", "e4+"]
    assert (await nobody.get(f"{path}/analysis")).status == 404


async def test_a_page_has_only_the_own_matches_that_wait(site: Site) -> None:
    contest, other = await begin_match((site.env.ann, site.env.bob)), await begin_match((site.env.cleo, site.env.dan))
    path, hidden = site.path(contest), site.path(other)
    ann, cleo, nobody = (
        await site.sign_in(site.env.ann, path),
        await site.sign_in(site.env.cleo, path),
        site.browser(),
    )
    await nobody.open(path)
    assert hidden not in [each["url"] for each in ann.state["waiting"]]
    assert hidden in [each["url"] for each in cleo.state["waiting"]]
    assert nobody.state["waiting"] == nobody.state["offers"] == nobody.state["actions"] == []
    assert nobody.state["person"] == nobody.state["request"] == nobody.token == ""


@pytest.mark.parametrize("way", ["/b/{}", "/b/%23{}", "/b/{}/state", "/b/{}/picture", "/b/{}/step", "/b/{}/events"])
async def test_a_match_is_not_found_by_its_number(site: Site, way: str) -> None:
    contest = await begin_match((site.env.ann, site.env.bob))
    browser = await site.sign_in(site.env.ann, site.path(contest))
    for asks in (browser, site.browser()):
        for name in (contest.number, 0, -1, contest.number + 1, f"0{contest.number}"):
            assert (await asks.get(way.format(name))).status in {404, 409}, name


async def test_the_name_of_a_match_must_be_whole_and_exact(site: Site) -> None:
    path = site.path(await begin_match((site.env.ann, site.env.bob)))
    assert len(path.rpartition("/")[2]) == 16
    for name in (
        path[:-1],
        f"{path}a",
        path.swapcase().replace("/B/", "/b/"),
        f"{path}%20",
        f"{path}%00",
        "/b/%25",
        "/b/_",
    ):
        answer = await site.browser().get(f"{name}/state")
        assert answer.status in {404, 409}, name


async def test_the_language_is_the_persons_else_the_browsers(site: Site) -> None:
    contest = await begin_match((site.env.ann, site.env.bob))
    path = site.path(contest)
    german, english = site.browser(**{"Accept-Language": "de-AT,de;q=0.9,en;q=0.8"}), site.browser()
    for browser, lang in ((german, "de"), (english, "en")):
        assert f'<html lang="{lang}"' in (await browser.get(path)).text
    for header in ("fr, de", "xx;q=1,,;;,en", "*", "a" * 4000, "\u00e4", "-", "de_DE.UTF-8"):
        assert (await site.browser().get(path, **{"Accept-Language": header})).status == 200, header
    await site.env.bob.ask_by_text("!preferences language=de")
    bob = await site.sign_in(site.env.bob, path)
    for header in ("en", "fr"):
        assert '<html lang="de"' in (await bob.get(path, **{"Accept-Language": header})).text
