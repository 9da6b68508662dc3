"""Matches against Turnpost itself over the wire: begun at once, on servers, in threads and by direct message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from playground.model.resources.user import BOT_ID
from tests.bot.features.computer.conversation import challenge, custom_ids, hear_turn, seq_of
from tests.playground.client import labels

if TYPE_CHECKING:
    from tests.wire.environment import Environment

    Json = dict[str, Any]

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""


@together
async def test_a_challenge_to_turnpost_begins_at_once_and_is_answered(shared_env: Environment) -> None:
    ann = shared_env.ann
    match, begun = await challenge(ann, "!challenge @Turnpost xero-g level=2 seat=south")
    assert r"**Ann** (South) against **Turnpost \(level 2\)** (North)" in begun
    first = await hear_turn(ann, match, 0)
    await ann.say("321123", first["channel_id"])
    answer = await hear_turn(ann, match, 2)
    assert answer["mentions"][0]["id"] == ann.id
    assert labels(answer) == ["Move", "Where?", "Rules", "Hint", "My view", "Analyse"]


@together
async def test_turnpost_begins_where_it_has_the_first_seat(shared_env: Environment) -> None:
    ann = shared_env.ann
    match, _ = await challenge(ann, "!challenge Turnpost martian-life seat=yellow")
    assert (await hear_turn(ann, match, 1))["attachments"]


@together
async def test_boards_have_no_buttons_to_move_where_the_only_person_wants_none(shared_env: Environment) -> None:
    cleo = shared_env.cleo
    await cleo.ask_by_slash("my preferences", buttons="off")
    since = cleo.seen_so_far()
    await challenge(cleo, "!challenge @Turnpost xero-g seat=south")
    board = await cleo.hear_bot("lay your six ships on row 1", since=since)
    assert board["mentions"][0]["id"] == cleo.id
    assert labels(board) == ["My view", "Analyse"]
    await cleo.ask_by_slash("my preferences", buttons="on")


@together
async def test_two_computer_players_move_between_two_boards(shared_env: Environment) -> None:
    ann = shared_env.ann
    match, begun = await challenge(ann, "!challenge @Turnpost zyrcan level=1")
    assert begun.count("level 1") == 2
    assert r"**Turnpost 2 \(level 1\)**" in begun
    boards = [await hear_turn(ann, match)]
    for _ in range(2):
        seq = seq_of(boards[-1])
        choices = await ann.autocomplete("move", "move", boards[-1]["channel_id"], move="1")
        await ann.say(choices[-1]["value"], boards[-1]["channel_id"])
        boards.append(await hear_turn(ann, match, seq + 3))
    assert boards[-1]["content"].count("Turnpost") == 2


@together
async def test_turnpost_plays_in_direct_messages(shared_env: Environment) -> None:
    bob = shared_env.bob
    direct = await bob.dm()
    begun = await bob.ask_by_slash("challenge", direct, opponent=str(BOT_ID), game="xero-g", seat="south")
    assert "begins" in begun["content"]
    board = await bob.hear(lambda one: one["channel_id"] == direct and "lay your six ships" in one["content"])
    await bob.say("321123", direct)
    match = next(each for each in custom_ids(board) if each.startswith("move:")).split(":")[1]
    assert (await hear_turn(bob, match, 2))["channel_id"] == direct
    assert f"channels/@me/{direct}/" in (await bob.ask_by_slash("games", direct))["content"]


@together
@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("!challenge @Turnpost xero-g level=9", "I play Xero-G at levels 1 to"),
        ("!challenge @Turnpost xero-g level=best", "`level` is a number"),
        ("!challenge @Turnpost zyrcan fill=5", "Zyrcan is for 3 to 5 players, not 7"),
        ("!challenge @Bob zyrcan", "not 2. Name more people, or let me take seats with `fill=1`."),
    ],
)
async def test_a_challenge_to_turnpost_that_cannot_be(shared_env: Environment, typed: str, why: str) -> None:
    assert why in (await shared_env.cleo.ask_by_text(typed))["content"]


@together
async def test_matches_in_direct_messages_have_no_clock(shared_env: Environment) -> None:
    cleo = shared_env.cleo
    direct = await cleo.dm()
    refused = await cleo.ask_by_slash("challenge", direct, opponent=str(BOT_ID), game="xero-g", clock="3d")
    assert "have no clock" in refused["content"]


@together
async def test_empty_seats_of_an_open_challenge_are_filled(shared_env: Environment) -> None:
    cleo, dan = shared_env.cleo, shared_env.dan
    since = dan.seen_so_far()
    await cleo.say("!open zyrcan 4 fill=2 level=2")
    post = await dan.hear_bot("(3 of 4)", since=since)
    await dan.press(post, "Join")
    begun = await dan.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"])
    assert begun["content"].count("level 2") == 2


@together
async def test_turnpost_agrees_to_a_takeback_and_moves_again(shared_env: Environment) -> None:
    eve = shared_env.eve
    match, _ = await challenge(eve, "!challenge @Turnpost martian-life seat=red")
    first = await hear_turn(eve, match, 0)
    await eve.say("c3", first["channel_id"])
    await hear_turn(eve, match, 2)
    await eve.say(f"!takeback #{match}")
    again = await hear_turn(eve, match, 3)
    assert "takes back" in again["content"]
    await eve.say("c3", first["channel_id"])
    await hear_turn(eve, match, 5)


@together
async def test_turnpost_answers_an_offer_of_a_draw(shared_env: Environment) -> None:
    bob = shared_env.bob
    match, _ = await challenge(bob, "!challenge @Turnpost xero-g seat=south")
    await hear_turn(bob, match, 0)
    await bob.say(f"!draw #{match}")
    await bob.hear(lambda one: "draw" in one["content"] and "Turnpost" in one["content"])
