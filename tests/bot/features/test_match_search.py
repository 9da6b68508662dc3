"""Ended matches are found by person, game, opening and result, and opened as a history or a replay."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.referee.match_search import PAGE_SIZE
from playground.model.resources.user import BOT_ID
from tests.bot.features.guide.test_guide import BUTTON, forge
from tests.bot.features.test_lists import begin_in_private
from tests.playground.client import labels
from tests.wire.environment import start_env
from tests.wire.fixtures import GENEROUS
from tests.wire.match import SCRIPTS, Contest, bare, begin_match

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot, and so one event loop, for all matches here: to start it takes longer than the tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")
TEXTS = SCRIPTS["xero-g"].split()
MOST_SEARCHES = 300


def listed(message: Json) -> list[int]:
    """Return the numbers of the matches in a list."""
    lines = message["content"].splitlines()
    return [int(line.split("#")[1].split("]")[0]) for line in lines if line.startswith("- [#")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(shared_env: Environment) -> dict[str, Contest]:
    """Matches that have ended: one won by the rules, one resigned after a takeback, one of another game, one drawn."""
    env = shared_env
    won = await begin_match(env.people[:2], *TEXTS, key="xero-g")
    resigned = await begin_match((env.bob, env.cleo), TEXTS[0], key="xero-g")
    await env.bob.say("!takeback", resigned.thread)
    offer = await env.cleo.hear(lambda one: "Agree" in labels(one), "an offer")
    since = env.bob.seen_so_far()
    await env.cleo.press(offer, "Agree")
    resigned.state, resigned.ply, resigned.move = resigned.game.start(2, {}, 0), 0, None
    await resigned.hear_board(since)
    await resigned.turn(bare, "332211")
    await resigned.resign(2)
    other = await begin_match(env.people[:2], "e4+", key="martian-life")
    await other.resign(1)
    drawn = await begin_match((env.cleo, env.dan), TEXTS[0], TEXTS[1], key="xero-g")
    since = env.cleo.seen_so_far()
    await env.cleo.say("!draw", drawn.thread)
    offer = await env.dan.hear(lambda one: "Agree" in labels(one) and one["channel_id"] == drawn.thread, "an offer")
    await env.dan.press(offer, "Agree")
    await env.cleo.hear_bot("draw", since=since)
    await env.all_posted()
    found = {"won": won, "resigned": resigned, "other": other, "drawn": drawn}
    await _ask_rules(env)
    await _hear_found(env.eve, f"#{drawn.number}", "games", "xero-g agreed")
    await _hear_found(env.eve, f"#{other.number}", "games", "martian-life resigned")
    return found


async def _ask_rules(env: Environment) -> None:
    """Start the bot anew, which asks the rules at once how matches ended; else it would half a minute later."""
    async with env.down(signal.SIGTERM):
        pass


async def _hear_found(person: Person, text: str, channel: str, terms: str) -> Json:
    """Search until a text is found: a due job asks the rules how a match ended."""
    for _ in range(MOST_SEARCHES):
        shown = await person.ask_by_slash("match", channel, do=f"history {terms}")
        if text in shown["content"]:
            return shown
    pytest.fail(f"{text} was never found")


async def test_a_list_names_what_was_found_newest_first(shared_env: Environment, played: dict[str, Contest]) -> None:
    env = shared_env
    shown = await env.eve.ask_by_slash("match", do="history xero-g")
    head, *lines = shown["content"].splitlines()
    assert head == "**Ended matches** (3): Xero-G"
    assert listed(shown) == [played[name].number for name in ("drawn", "resigned", "won")]
    assert lines[1].endswith(":D> · `332211`"), "the move that was taken back is no opening"
    assert "**Bob** beat **Cleo** at **Xero-G**, 1 move (**Cleo** resigned)" in lines[1]
    assert lines[2].endswith(" · `321123` `123321` `d1xe1@b3`")
    assert not shown["mentions"]


async def test_filters_narrow_what_is_found(shared_env: Environment, played: dict[str, Contest]) -> None:
    env, number = shared_env, {name: contest.number for name, contest in played.items()}
    for text, expected in (
        (f"<@{env.bob.id}>", ["other", "resigned", "won"]),
        (f"<@{env.bob.id}> xero-g", ["resigned", "won"]),
        (f"won <@{env.bob.id}>", ["other", "resigned"]),
        ("xero-g 3 2 1 1 2 3", ["drawn", "won"]),
        ("resigned", ["other", "resigned"]),
        ("fff", []),
    ):
        shown = await env.eve.ask_by_text(f"@Turnpost history {text}")
        assert listed(shown) == [number[name] for name in expected], text
    assert shown["content"].startswith("No ended match here fits: Force Field Factions.")


@pytest.mark.thorough
async def test_the_only_match_that_fits_opens_at_once(shared_env: Environment, played: dict[str, Contest]) -> None:
    env, won = shared_env, played["won"].number
    shown = await env.eve.ask_by_slash("match", do=f"history xero-g {' '.join(TEXTS[:3])}")
    assert shown["content"].startswith(f"**Xero-G #{won}** of **Ann** and **Bob**:")
    same = await env.dan.ask_by_text(f"@Turnpost history <@{env.ann.id}> xero-g won")
    assert same["content"] == shown["content"]
    since = env.dan.seen_so_far()
    await env.dan.say(f"@Turnpost replay <@{env.ann.id}> xero-g won gif")
    replay = await env.dan.hear_bot(f"Replay of Xero-G #{won}", since=since)
    assert replay["attachments"][0]["filename"].endswith(".gif")
    private = await env.dan.ask_by_slash("match", do=f"replay <@{env.ann.id}> xero-g won")
    assert f"Replay of Xero-G #{won}" in private["content"]


async def test_a_match_of_the_list_is_opened(shared_env: Environment, played: dict[str, Contest]) -> None:
    env = shared_env
    found = await env.eve.ask_by_slash("match", do="history xero-g 321123")
    since = env.eve.seen_so_far()
    await env.eve.press(found, "found_history:page", str(played["drawn"].number))
    await env.eve.hear_bot(f"**Xero-G #{played['drawn'].number}** of **Cleo** and **Dan**:", since=since)
    found = await env.eve.ask_by_slash("match", do="replay gif xero-g 321123")
    since = env.eve.seen_so_far()
    await env.eve.press(found, "found_replay:gif", str(played["won"].number))
    shown = await env.eve.hear(lambda one: f"Replay of Xero-G #{played['won'].number}" in one["content"], since=since)
    assert shown["attachments"][0]["filename"].endswith(".gif")


async def test_what_makes_no_search_is_said(shared_env: Environment, played: dict[str, Contest]) -> None:
    env = shared_env
    for text, answer in (
        ("won", "Won or lost by whom? Name a person, too."),
        ("won lost", "Search for one result at a time"),
        (f"xero-g #{played['won'].number}", "but not both"),
        ("xero-g e9", "That's not how a match of Xero-G begins."),
        ("won e4", "I can't read `e4`."),
        ("foo", "Name a match by its number"),
    ):
        assert answer in (await env.eve.ask_by_text(f"@Turnpost history {text}"))["content"], text
    for do, answer in (
        ("find c4", "An opening of which game?"),
        ("history #1 xero-g", "but not both"),
        ("replay #1 xero-g", "but not both"),
    ):
        assert answer in (await env.eve.ask_by_slash("match", do=do))["content"]
    both = await env.eve.ask_by_slash("match", do="history xero-g", match="#1")
    assert "but not both" in both["content"]


async def test_direct_messages_find_ones_own_matches(shared_env: Environment, played: dict[str, Contest]) -> None:
    env = shared_env
    shown = await env.cleo.ask_by_text("!history xero-g", await env.cleo.dm())
    assert listed(shown) == [played[name].number for name in ("drawn", "resigned")]
    none = await env.eve.ask_by_text("!history xero-g", await env.eve.dm())
    assert none["content"].startswith("No ended match here fits: Xero-G.")


@pytest.mark.thorough
async def test_long_lists_have_pages(shared_env: Environment, played: dict[str, Contest]) -> None:
    env, first = shared_env, played["resigned"]
    for _ in range(PAGE_SIZE):
        await (await begin_match((env.dan, env.eve), "332211", key="xero-g")).resign(1)
    await env.all_posted()
    await _ask_rules(env)
    newest = await _hear_found(env.ann, f"({PAGE_SIZE + 1})", "games", "xero-g 332211 resigned")
    assert "page 1 of 2" in newest["content"]
    assert len(listed(newest)) == PAGE_SIZE
    assert [item.get("label") for line in newest["components"] for item in line["components"]] == [None, "Older"]
    older = await env.ann.ask_by_press(newest, "Older")
    assert listed(older) == [first.number], "the page still knows the opening"
    back = await env.ann.ask_by_press(older, "Newer")
    assert back["content"] == newest["content"]


@pytest.mark.thorough
async def test_a_match_in_a_private_thread_is_not_found(tmp_path: Path) -> None:
    async with start_env(tmp_path, settings=GENEROUS) as env:
        thread, number = await begin_in_private(env)
        confirm = await env.ann.ask_by_slash("match", thread, do="resign")
        await env.ann.press(confirm, f"Resign #{number}")
        await _ask_rules(env)
        inside = await _hear_found(env.bob, f"#{number}", thread, "martian-life resigned")
        assert "resigned" in inside["content"]
        outside = await env.cleo.ask_by_slash("match", do=f"history <@{env.ann.id}> martian-life")
        assert outside["content"].startswith(f"No ended match here fits: Martian Life, of <@{env.ann.id}>.")
        computers = await env.cleo.ask_by_slash("match", do=f"history <@{BOT_ID}>")
        assert computers["content"].startswith(f"No ended match here fits: of <@{BOT_ID}>")


async def test_forged_parts_find_nothing(shared_env: Environment, played: dict[str, Contest]) -> None:
    env, won = shared_env, played["won"].number
    for parts, shown in (
        ("0:0:-:-:0:0:page", "**Ended matches**"),
        ("999999:0:xero-g:-:0:0:page", "**Ended matches**"),
        ("0:0:chess:-:0:0:page", "No ended match here fits"),
        (f"0:0:xero-g:-:{won}:3:page", "**Ended matches** (1)"),
        ("0:0:-:triumph:0:0:page", "**Ended matches**"),
        (f"0:{'9' * 20}:-:-:0:0:page", "That button isn't one of mine."),
    ):
        press = {**BUTTON, "custom_id": f"found_histories:{parts}"}
        assert shown in await forge(env, env.cleo, press, "Hm"), parts
