"""Changes on a page: only by the person whose page it is, once each, and with the posts that a typed move has."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.wire import crowd
from tests.wire.match import bare, begin_match

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.web.site import Browser, Site
    from tests.wire.match import Contest, Way

pytestmark = pytest.mark.asyncio(loop_scope="module")
PUZZLE = "/p/xero-g/1"
OUT_OF_DATE = "This page is out of date. Load it again."
FOREIGN = "This came from another page. Load the board again."
WATCHES = "To play here, press Open the board in Discord."


def by_page(browser: Browser) -> Way:
    """Return the way to play a move on a page."""

    async def play(person: Person, thread: str, board: Json, text: str) -> None:
        del person, thread, board
        await browser.open(browser.base)
        answer = await browser.play(text)
        assert answer.status == 200, answer.text

    return play


async def seated(site: Site) -> tuple[Contest, Browser, Browser]:
    """Return a new match, and the browsers of Ann, who is to move, and Bob."""
    contest = await begin_match((site.env.ann, site.env.bob))
    path = site.path(contest)
    return contest, await site.sign_in(site.env.ann, path), await site.sign_in(site.env.bob, path)


def moves(site: Site, contest: Contest) -> int:
    """Return how many moves were stored."""
    return site.value("SELECT count(*) FROM events WHERE match_id = ? AND kind = 'move'", contest.number)


async def test_moves_by_page_and_by_text_have_the_same_posts(site: Site) -> None:
    contest, ann, bob = await seated(site)
    await contest.turn(by_page(ann), "e4+")
    await contest.turn(bare, "b7")
    await contest.turn(by_page(ann), "f5")
    await contest.turn(by_page(bob), "d6")
    await contest.turn(bare, "e3")
    await site.env.all_posted()
    posts = [post for post in await site.env.ann.messages(contest.thread) if post["attachments"]]
    assert len(posts) == 6
    typed, tapped = await twins(site)
    assert typed == tapped


async def twins(site: Site) -> list[str]:
    """Return the boards after a typed move and after the same one on a page, with the numbers of their matches out."""
    found: list[str] = []
    for uses_page in (False, True):
        contest, ann, _ = await seated(site)
        board = await contest.turn(by_page(ann) if uses_page else bare, "e4+")
        found.append(board["content"].replace(f"#{contest.number}", "#"))
    return found


async def test_nothing_is_changed_without_being_signed_in(site: Site) -> None:
    contest, ann, _ = await seated(site)
    stranger = site.browser()
    stranger.base, stranger.token, stranger.state = ann.base, ann.token, ann.state
    for answer in (await stranger.play("e4+"), await stranger.do("resign"), await stranger.do("draw")):
        assert answer.status == 409
        assert answer.error == WATCHES
    assert site.value("SELECT count(*) FROM events WHERE match_id = ?", contest.number) == 0


@pytest.mark.parametrize("token", ["", "x", "a.b", "a" * 2000])
async def test_a_change_needs_a_token(site: Site, token: str) -> None:
    contest, ann, _ = await seated(site)
    refused = [await ann.play("e4+", **{"X-Turnpost-Token": token or None})]
    refused.append(await ann.play("e4+", **{"X-Turnpost-Token": ann.state["request"]}))
    assert [(answer.status, answer.error) for answer in refused] == [(403, OUT_OF_DATE)] * 2
    assert not moves(site, contest)


async def test_a_change_needs_the_token_of_this_very_browser(site: Site) -> None:
    contest, ann, bob = await seated(site)
    other = await site.sign_in(site.env.ann, ann.base)
    for token in (other.token, bob.token):
        answer = await ann.play("e4+", **{"X-Turnpost-Token": token})
        assert (answer.status, answer.error) == (403, OUT_OF_DATE)
    assert not moves(site, contest)
    assert (await other.play("e4+")).status == 200


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        "https://evil.example",
        "http://play.example.org",
        "https://play.example.org:444",
        "https://play.example.org.evil.example",
        "https://evil.example/https://play.example.org",
    ],
)
async def test_a_change_must_come_from_a_page_of_the_site(site: Site, origin: str | None) -> None:
    contest, ann, _ = await seated(site)
    answer = await ann.play("e4+", Origin=origin)
    assert (answer.status, answer.error) == (403, FOREIGN)
    assert not moves(site, contest)


async def test_the_id_of_a_change_is_for_one_person_and_one_match(site: Site) -> None:
    contest, ann, bob = await seated(site)
    another, _, _ = await seated(site)
    for change in ("x", bob.state["request"], ann.token):
        answer = await ann.post("play", ann.change(move="e4+", request=change))
        assert (answer.status, answer.error) == (403, OUT_OF_DATE), change
    for body in ({"at": "0", "move": "e4+"}, {"at": "0", "move": "e4+", "request": ""}):
        assert (await ann.post("play", body)).status == 403, "a change without an id can't be told from the next one"
    elsewhere = await site.sign_in(site.env.ann, site.path(another))
    answer = await elsewhere.post("play", elsewhere.change(move="e4+", request=ann.state["request"]))
    assert (answer.status, answer.error) == (403, OUT_OF_DATE)
    assert not moves(site, contest)
    assert not moves(site, another)


async def test_a_repeated_change_is_the_same_change(site: Site) -> None:
    contest, ann, bob = await seated(site)
    first, since = ann.change(move="e4+"), site.env.ann.seen_so_far()
    answers = await asyncio.gather(*(ann.post("play", first) for _ in range(5)))
    assert [answer.status for answer in answers] == [200] * 5, [answer.text for answer in answers]
    contest.follow(["e4+"])
    await contest.hear_board(since)
    await bob.open(bob.base)
    await contest.turn(by_page(bob), "b7")
    assert (await ann.post("play", first)).status == 200
    assert (await ann.post("play", {**first, "move": "f5"})).status == 200
    assert moves(site, contest) == 2
    async with site.env.down():
        pass
    again = await ann.post("play", first)
    assert again.status == 200
    assert again.json["state"]["moves"][-1]["text"] == "b7"
    assert moves(site, contest) == 2
    await site.env.all_posted()
    assert len([post for post in await site.env.ann.messages(contest.thread) if post["attachments"]]) == 3


async def test_a_repeated_offer_answer_or_resignation_is_the_same_change(site: Site) -> None:
    contest, ann, bob = await seated(site)

    async def twice(browser: Browser, do: str) -> None:
        await browser.open(browser.base)
        body = browser.change(do=do, text="")
        statuses = [(await browser.post("do", body)).status for _ in range(2)]
        assert statuses == [200, 200], do

    await twice(ann, "draw")
    await bob.open(bob.base)
    await twice(bob, bob.state["offers"][0]["answers"][1]["do"])
    await contest.turn(by_page(ann), "e4+")
    await twice(ann, "takeback")
    await bob.open(bob.base)
    await twice(bob, bob.state["offers"][0]["answers"][0]["do"])
    await twice(ann, "resign")
    kinds = "SELECT group_concat(kind) FROM (SELECT kind FROM events WHERE match_id = ? ORDER BY seq)"
    assert site.value(kinds, contest.number) == "move,takeback,leave"


async def test_one_cannot_play_for_another(site: Site) -> None:
    contest, ann, bob = await seated(site)
    cleo = await site.sign_in(site.env.cleo, ann.base)
    for other in (bob, cleo):
        assert other.state["turn"] is False
        assert other.state["steps"] is None
        answer = await other.play("e4+")
        assert answer.status == 409
        for way in (
            "step?at=0",
            "step?at=0&choice=e4",
            "step?at=0&tap=e4",
            "picture?at=0&marked=1",
            "picture?move=e4%2B",
        ):
            refused = await other.get(f"{ann.base}/{way}")
            assert refused.status == 409, way
            assert "e4" not in refused.error
    for what in ("resign", "draw", "takeback"):
        assert (await cleo.do(what)).status == 409
    assert site.value("SELECT count(*) FROM events WHERE match_id = ?", contest.number) == 0
    assert site.value("SELECT count(*) FROM offers WHERE match_id = ?", contest.number) == 0


async def test_looking_changes_nothing(site: Site) -> None:
    _, ann, _ = await seated(site)
    paths = [
        f"{ann.base}{board}{call}"
        for board in ("", "/analysis")
        for call in ("", "/state", "/step?at=0", "/picture", "/picture?move=e4%2B", "/step?tap=e4", "/play", "/do")
    ]
    paths += [PUZZLE, f"{PUZZLE}/state", f"{PUZZLE}/step", f"{PUZZLE}/play", "/out", "/static/1/style.css"]
    await site.env.all_posted()
    uncounted = "SELECT count(*) FROM outcomes WHERE ending IS NULL"  # matches that ended before this test
    while site.value(uncounted):  # noqa: ASYNC110 - another process's table tells nobody
        await asyncio.sleep(0.05)
    before = site.record()
    for path in paths:
        for asks in (ann, site.browser()):
            assert (await asks.get(path)).status in {200, 404, 405, 409}, path
    assert site.record() == before


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE"])
async def test_other_methods_do_nothing(site: Site, method: str) -> None:
    contest, ann, _ = await seated(site)
    for path in (ann.base, f"{ann.base}/play", f"{ann.base}/do", "/out", "/"):
        answer = await ann.get(path, method, **{"Origin": site.url, "X-Turnpost-Token": ann.token})
        assert answer.status in {403, 404, 405}, path
        assert "Access-Control-Allow-Origin" not in answer.headers
    assert not moves(site, contest)


BODIES: list[bytes | dict[str, str]] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"x"',
    b"\xff\xfe",
    b'{"move": 1}',
    b'{"move": null}',
    b'{"move": ["e4+"]}',
    b"[" * 16_000,
    b'{"a":' * 3_000,
    b"9" * 10_000,
    {"move": "\ud800"},
    {"move": "\x00"},
    {"move": "e4+\x00"},
    {"move": "e4+\r\n" * 1000},
    {"move": "\u202ee4+"},
    {"do": "agree:" + "9" * 5000, "text": ""},
    {"do": "agree:" + "9" * 30, "text": ""},
    {"do": "refuse:\u0663", "text": ""},
    {"do": "agree:-1"},
    {"do": "\ud800"},
    {"do": "name", "text": "\ud800"},
    {"do": "name", "text": "\x00"},
    {"do": "note", "text": "\ud800"},
    {"do": "note", "text": "x\x00y"},
    {"do": "name", "text": "x" * 10_000},
    {"do": "note", "text": "@everyone <@1> [x](javascript:alert(1))"},
    {"at": "9" * 5000, "move": "e4+\x00"},
    {"at": "\ud800", "move": "e9"},
    {"request": "\ud800"},
]


@pytest.mark.parametrize(("board", "seat"), [("", 2), ("/analysis", 3), (PUZZLE, 4)])
async def test_whatever_a_page_sends_is_answered_in_good_order(site: Site, board: str, seat: int) -> None:
    person = site.env.people[seat]  # a person's requests are limited
    contest = await begin_match((person, site.env.bob))
    browser = await site.sign_in(person, site.path(contest))
    await browser.open(board if board == PUZZLE else browser.base + board)
    for body in BODIES:
        for call in ("play", "do"):
            answer = await browser.post(call, body if isinstance(body, bytes) else browser.change(**body))
            assert answer.status in {200, 400, 403, 409, 413}, (call, body, answer.text)
            if isinstance(body, dict) and re.search("[\0\ud800]", "".join(body.values())):
                assert answer.status == 400, "the record of some databases can't keep it"
    assert not moves(site, contest)


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/json; charset=rot13",
        "application/json; charset=x",
        "multipart/form-data",
        ";;",
        "\u00e9",
    ],
)
async def test_any_content_type_is_answered_in_good_order(site: Site, kind: str) -> None:
    _, ann, _ = await seated(site)
    answer = await ann.play("e9", **{"Content-Type": kind})
    assert answer.status in {400, 409, 415}, answer.text


async def test_a_body_may_be_small_only(site: Site) -> None:
    contest, ann, _ = await seated(site)
    answer = await ann.play("e4+" + " " * 20_000)
    assert answer.status == 413
    assert answer.error
    assert not moves(site, contest)
    assert json.loads((await ann.get(f"{ann.base}/state")).body)["turn"]


async def test_offers_and_resignation_by_page(site: Site) -> None:
    contest, ann, bob = await seated(site)
    await contest.turn(by_page(ann), "e4+")
    await ann.open(ann.base)
    assert {each["do"] for each in ann.state["actions"]} >= {"draw", "takeback", "resign"}
    since = site.env.bob.seen_so_far()
    assert (await ann.do("draw")).status == 200
    assert ann.state["notice"] == "", "the offer is listed"
    assert [[one["label"] for one in each["answers"]] for each in ann.state["offers"]] == [["Withdraw"]]
    await site.env.bob.hear_bot("draw", since=since)
    await bob.open(bob.base)
    (offer,) = bob.state["offers"]
    agree, refuse = (each["do"] for each in offer["answers"])
    cleo = await site.sign_in(site.env.cleo, ann.base)
    assert all(not each["answers"] for each in cleo.state["offers"])
    for outsider in (cleo, ann):
        assert (await outsider.do(agree)).status == 409
    assert (await bob.do(refuse)).status == 200
    assert bob.state["offers"] == []
    await ann.open(ann.base)
    assert (await ann.do("takeback")).status == 200
    await bob.open(bob.base)
    assert (await bob.do(bob.state["offers"][0]["answers"][0]["do"])).status == 200
    await ann.open(ann.base)
    assert ann.state["turn"]
    assert [each["ply"] for each in ann.state["moves"]] == [0]
    since = site.env.ann.seen_so_far()
    assert (await bob.do("resign")).status == 200
    await site.env.ann.hear_bot("resigned", since=since)
    assert "wins" in bob.state["status"]
    assert (await bob.do("resign")).status == 409


async def test_a_move_that_was_made_meanwhile_is_told(site: Site) -> None:
    contest, ann, _ = await seated(site)
    here = await site.sign_in(site.env.ann, ann.base)
    await contest.turn(bare, "e4+")
    answer = await here.play("f5")
    told = here.state["notice"] if answer.status == 200 else answer.error
    assert "e4" in told
    assert moves(site, contest) == 1


async def test_a_member_sees_how_the_vote_stands_proposes_and_votes(site: Site) -> None:
    env = site.env
    post = await crowd.call(env.ann, "everyone here martian-life seat=2", env.bob, env.cleo, env.dan)
    board = await crowd.begin(env.ann, post)
    name = site.value("SELECT public_id FROM matches WHERE thread_id = ?", int(board["channel_id"]))
    path = f"/b/{name}"
    ann, bob, cleo = [await site.sign_in(person, path) for person in (env.ann, env.bob, env.cleo)]
    assert bob.state["status"].startswith("It's your crowd's turn (Red): play a move here to propose it")
    assert bob.state["turn"]
    assert bob.state["deadline"]
    assert bob.state["offers"] == [{"id": 0, "text": "0 of 3 have voted.", "answers": []}]
    assert ann.state["status"] == "The crowd (3) to move."
    assert (ann.state["offers"], ann.state["turn"]) == ([], False)
    proposed = await bob.play("e4+")
    assert proposed.json["state"]["notice"] == "You vote for e4+."
    assert proposed.json["state"]["offers"][0]["text"] == "1 of 3 have voted. You vote for e4+."
    before = cleo.state["stamp"]
    await cleo.open(path)
    assert cleo.state["stamp"] != before
    (answer,) = cleo.state["offers"][0]["answers"]
    assert answer["label"] == "Vote for e4+: 1 vote"
    voted = await cleo.do(answer["do"])
    assert voted.json["state"]["notice"] == "You vote for e4+."
    assert voted.json["state"]["offers"] == [{"id": 0, "text": "2 of 3 have voted. You vote for e4+.", "answers": []}]
    assert (await ann.do(answer["do"])).error.startswith("Only members of the crowd vote in #")
    since = env.ann.seen_so_far()
    await crowd.propose(env.dan, board, "e4+")
    await crowd.hear_board(env.ann, since)
    await cleo.open(path)
    assert cleo.state["offers"] == []
    assert (await cleo.do(answer["do"])).error.startswith("#")
