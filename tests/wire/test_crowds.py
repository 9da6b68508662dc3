"""A seat for many: people of a channel share a seat, propose moves and vote."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from playground.model.resources.guild import Guild
from playground.model.resources.user import BOT_ID
from tests.process_factory import run_command
from tests.wire.crowd import begin, call, hear_board, propose, propose_offer, rewritten, vote
from tests.wire.process import clean_environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment, MakeEnvironment

pytestmark = pytest.mark.asyncio(loop_scope="module")


def read(env: Environment, query: str) -> list[tuple[object, ...]]:
    """Return rows of the bot's record."""
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        return record.execute(query).fetchall()


VOTES = """SELECT v.seq, p.text, v.user_id FROM votes v JOIN proposals p ON p.id = v.proposal_id
           WHERE v.match_id = (SELECT max(id) FROM matches) ORDER BY v.seq, v.user_id"""
"""Who voted for what in the latest match, in the order of turns."""
LAST_OFFER = """SELECT o.kind, o.status, (SELECT count(*) FROM offer_votes v WHERE v.offer_id = o.id) FROM offers o
                ORDER BY o.id DESC LIMIT 1"""
"""The latest offer of all, and how many members voted on it."""
LAST_MOVES = """SELECT text FROM events WHERE kind = 'move' AND match_id = (SELECT max(id) FROM matches) ORDER BY seq"""


def verify(data: Path) -> tuple[int, str]:
    """Return the exit code of `turnpost verify` and what it says."""
    done = run_command(["verify"], clean_environment() | {"TURNPOST_DATA": str(data)}, 60.0)
    return done.returncode, done.stdout + done.stderr


async def test_the_channel_plays_turnpost(shared_env: Environment) -> None:
    env = shared_env
    post = await call(env.ann, "@Turnpost everyone here martian-life seat=1", env.bob, env.cleo)
    assert "everyone here against **Turnpost \\(level 1\\)**" in post["content"]
    assert "**Ann**, **Bob** and **Cleo** (3)." in post["content"]
    assert "after 1 day." in post["content"]
    refused = await env.bob.ask_by_press(post, "Begin")
    assert "**Ann** begins this match" in refused["content"]
    board = await begin(env.ann, post)
    assert "**The crowd \\(3\\)** to move" in board["content"]
    assert {one["id"] for one in board["mentions"]} == {env.ann.id, env.bob.id, env.cleo.id}
    answer = await propose(env.ann, board, "e4+")
    assert "You vote for `e4+`" in answer["content"]
    assert "1 of 3 have voted" in answer["content"]
    await propose(env.bob, board, "c2")
    shown = await env.cleo.ask_by_press(board, "Vote")
    assert "- `e4+`: 1 vote\n- `c2`: 1 vote\n2 of 3 have voted." in shown["content"].replace(", with yours", "")
    options = shown["components"][0]["components"][0]["options"]
    assert [(each["label"], each["description"]) for each in options] == [
        ("e4+", "promotes e4 to a medium"),
        ("c2", "places a small on c2, where it dies"),
    ]
    stranger = await env.dan.ask_by_press(board, "Vote")
    assert "Only members of the crowd" in stranger["content"]
    changed = await vote(env.bob, board, "e4+")
    assert "- `e4+`: 2 votes, with yours\n- `c2`: 0 votes" in changed["content"]
    await vote(env.bob, board, "c2")
    since = env.ann.seen_so_far()
    voted = await vote(env.cleo, board, "c2")
    assert "All have voted. Move 1 of" in voted["content"]
    after = await hear_board(env.ann, since)
    assert "`c2`" in after["content"]
    assert "**The crowd \\(3\\)** to move" in after["content"]  # Turnpost has answered
    chosen = {int(env.ann.id): "e4+", int(env.bob.id): "c2", int(env.cleo.id): "c2"}
    assert read(env, VOTES) == [(0, chosen[each], each) for each in sorted(chosen)]
    assert read(env, "SELECT rated FROM matches ORDER BY id DESC LIMIT 1") == [(0,)]


async def test_two_crowds_play_each_other_and_the_other_side_reads_nothing(shared_env: Environment) -> None:
    env = shared_env
    role = f"<@&{Guild.numbered(0).regulars}>"
    post = await call(env.ann, f"{role} everyone here martian-life seat=1", env.bob, button="I'm in: Regulars")
    outsider = await env.dan.ask_by_press(post, "I'm in: Regulars")
    assert "Only people with the role" in outsider["content"]
    both = await env.ann.ask_by_press(post, "I'm in: The crowd")
    assert "You're in the other crowd" in both["content"]
    await env.dan.press(post, "I'm in: The crowd")
    board = await begin(env.ann, post)
    assert "**Regulars \\(2\\)** to move" in board["content"]
    since = env.bob.seen_so_far()
    await env.bob.say("e4+", board["channel_id"])
    await env.bob.hear_bot("The other side can read this channel", since=since)
    assert read(env, VOTES) == []
    await propose(env.bob, board, "e4+")
    since = env.ann.seen_so_far()
    await propose(env.ann, board, "c2")  # a tie: the first proposal is played
    after = await hear_board(env.ann, since)
    assert "`e4+`" in after["content"]
    assert "**The crowd \\(1\\)** to move" in after["content"]
    since = env.ann.seen_so_far()
    assert "All have voted" in (await propose(env.dan, after, "c2"))["content"]
    assert "`c2`" in (await hear_board(env.ann, since))["content"]


async def test_every_other_command_says_why_a_member_alone_cannot(shared_env: Environment) -> None:
    env = shared_env
    post = await call(env.ann, "everyone here martian-life seat=1", env.bob, env.cleo)
    own = await env.ann.ask_by_press(post, "I'm in")
    assert "You play against this crowd" in own["content"]
    board = await begin(env.ann, post)
    thread, since = board["channel_id"], env.ann.seen_so_far()
    await env.ann.say("e4+", thread)
    board = await hear_board(env.ann, since)
    assert "**The crowd \\(2\\)** to move" in board["content"]
    for words, why in (
        ("pause", "without a clock"),
        ("substitute", "`/match do:resign #"),
        ("substitute anyone", "takes you out of the crowd"),
        ("claim", "belongs to a crowd"),
    ):
        since = env.bob.seen_so_far()
        await env.bob.say(f"@Turnpost {words}", thread)
        await env.bob.hear_bot(why, since=since)
    asked = await env.ann.ask_by_slash("match", thread, do="substitute")
    assert "gives yours up" in asked["content"]


async def test_a_crowd_votes_on_a_draw_that_is_offered_to_it(shared_env: Environment) -> None:
    env = shared_env
    post = await call(env.ann, "everyone here martian-life seat=1", env.bob, env.cleo, env.dan)
    board = await begin(env.ann, post)
    offer = await propose_offer(env.ann, board, "draw")
    assert "**Ann** offers a draw in" in offer["content"]
    assert "**The crowd \\(3\\)**, do you agree?\n" in offer["content"]
    assert "**The crowd \\(3\\)** votes: 0 for it, 0 against." in offer["content"]
    await env.bob.press(offer, "Agree")
    await rewritten(env.ann, offer, "1 for it, 0 against")
    await env.bob.press(offer, "Decline")  # a vote can be changed
    await rewritten(env.ann, offer, "0 for it, 1 against")
    stranger = await env.eve.ask_by_press(offer, "Agree")
    assert "You don't play in" in stranger["content"]
    own = await env.ann.ask_by_press(offer, "Agree")
    assert "This is your own offer" in own["content"]
    await env.cleo.press(offer, "Agree")
    await rewritten(env.ann, offer, "1 for it, 1 against")
    since = env.ann.seen_so_far()
    await env.dan.press(offer, "Agree")
    await rewritten(env.ann, offer, "**Ann** offered a draw in")
    assert "draw" in (await hear_board(env.ann, since))["content"].lower()
    assert read(env, LAST_OFFER) == [("draw", "agreed", 3)]
    assert read(env, "SELECT kind, user_id FROM events WHERE kind = 'draw' ORDER BY at DESC LIMIT 1") == [("draw", -1)]


async def test_a_crowd_declines_by_more_than_half_and_a_takeback_is_no_different(shared_env: Environment) -> None:
    env = shared_env
    post = await call(env.ann, "everyone here martian-life seat=2", env.bob, env.cleo, env.dan)
    board = await begin(env.ann, post)
    since = env.ann.seen_so_far()
    for person in (env.bob, env.cleo, env.dan):
        await propose(person, board, "e4+")
    board = await hear_board(env.ann, since)
    since = env.ann.seen_so_far()
    await env.ann.say("b7", board["channel_id"])
    board = await hear_board(env.ann, since)
    offer = await propose_offer(env.ann, board, "takeback")
    await env.bob.press(offer, "Decline")
    await rewritten(env.ann, offer, "0 for it, 1 against")
    await env.cleo.press(offer, "Decline")
    closed = await rewritten(env.ann, offer, "declined by **The crowd \\(3\\)**")
    assert not closed["components"]
    late = await env.dan.ask_by_slash("match", board["channel_id"], do="agree")
    assert "Nothing is on offer in" in late["content"]
    assert read(env, LAST_OFFER) == [("takeback", "declined", 2)]


async def test_a_crowd_takes_back_its_move_against_turnpost_by_a_vote(shared_env: Environment) -> None:
    env = shared_env
    post = await call(env.ann, "@Turnpost everyone here martian-life seat=1", env.bob, env.cleo)
    board = await begin(env.ann, post)
    since = env.ann.seen_so_far()
    for person in (env.ann, env.bob, env.cleo):
        await propose(person, board, "e4+")
    board = await hear_board(env.ann, since)
    offer = await propose_offer(env.bob, board, "takeback")
    assert "Shall **The crowd \\(3\\)** ask to take back move 1, `e4+`, and with it move 2," in offer["content"]
    assert "1 for it, 0 against" in offer["content"]
    await env.bob.slash("match", board["channel_id"], do="takeback")  # is the same vote once more
    assert read(env, "SELECT count(*) FROM offer_votes WHERE offer_id = (SELECT max(id) FROM offers)") == [(1,)]
    since = env.ann.seen_so_far()
    await env.ann.press(offer, "Agree")
    after = await hear_board(env.ann, since)
    assert "takes back move 1" in after["content"]
    assert "**The crowd \\(3\\)** to move" in after["content"]
    assert (await rewritten(env.ann, offer, "? Agreed."))["components"] == []
    assert read(env, LAST_OFFER) == [("takeback", "agreed", 2)]


async def test_one_crowd_offers_a_draw_to_the_other_once_it_has_decided(shared_env: Environment) -> None:
    env = shared_env
    role = f"<@&{Guild.numbered(0).regulars}>"
    post = await call(env.ann, f"{role} everyone here martian-life seat=1", env.bob, button="I'm in: Regulars")
    for person in (env.dan, env.eve):
        await person.press(post, "I'm in: The crowd")
    board = await begin(env.ann, post)
    proposal = await propose_offer(env.bob, board, "draw")
    assert "Shall **Regulars \\(2\\)** offer a draw in" in proposal["content"]
    early = await env.dan.ask_by_press(proposal, "Agree")
    assert "**Regulars \\(2\\)** hasn't decided yet" in early["content"]
    same = await env.dan.ask_by_slash("match", board["channel_id"], do="draw")
    assert "hasn't decided yet" in same["content"]
    since = env.ann.seen_so_far()
    await env.ann.press(proposal, "Agree")
    await rewritten(env.ann, proposal, "? Agreed.")
    offer = await env.ann.hear(lambda one: "do you agree?" in one["content"], "the offer", since=since)
    assert offer["id"] != proposal["id"]
    assert "**Regulars \\(2\\)** offers a draw in" in offer["content"]
    assert "**The crowd \\(2\\)** votes: 0 for it, 0 against." in offer["content"]
    assert "So far" not in offer["content"]
    decided = await env.ann.ask_by_press(offer, "Decline")
    assert "Your crowd has decided on that" in decided["content"]
    await env.dan.press(offer, "Agree")
    await rewritten(env.ann, offer, "1 for it, 0 against")
    since = env.ann.seen_so_far()
    await env.eve.press(offer, "Agree")
    assert "draw" in (await hear_board(env.ann, since))["content"].lower()
    assert read(env, LAST_OFFER) == [("draw", "agreed", 4)]


async def test_a_crowd_may_decide_not_to_offer_what_a_member_proposed(shared_env: Environment) -> None:
    env = shared_env
    post = await call(env.ann, "everyone here martian-life seat=2", env.bob, env.cleo, env.dan)
    board = await begin(env.ann, post)
    proposal = await propose_offer(env.bob, board, "draw")
    await env.cleo.press(proposal, "Decline")
    await rewritten(env.ann, proposal, "1 for it, 1 against")
    await env.dan.press(proposal, "Decline")
    await rewritten(env.ann, proposal, "? Declined by **The crowd \\(3\\)**.")
    again = await env.cleo.ask_by_slash("match", board["channel_id"], do="draw")
    assert "You can ask again after your next move" in again["content"]
    assert read(env, LAST_OFFER) == [("draw", "withdrawn", 3)]


async def test_members_join_a_running_match_and_leave_it_and_the_last_one_is_asked(shared_env: Environment) -> None:
    env = shared_env
    post = await call(env.ann, "everyone here martian-life seat=2", env.bob)
    board = await begin(env.ann, post)
    joined = await env.cleo.ask_by_press(post, "I'm in")
    assert "You're in #" in joined["content"]
    await propose(env.bob, board, "c2")
    thread, since = board["channel_id"], env.ann.seen_so_far()
    asked = await env.cleo.ask_by_slash("match", thread, do="resign")
    assert "Leave the crowd of" in asked["content"]
    await env.cleo.press(asked, "Leave the crowd")
    board = await hear_board(env.ann, since)  # all who are left have voted
    assert "`c2`" in board["content"]
    asked = await env.bob.ask_by_slash("match", thread, do="resign")
    assert "You're the last of the crowd" in asked["content"]
    since = env.ann.seen_so_far()
    await env.bob.press(asked, "Turnpost")
    await env.ann.hear(lambda one: "plays on" in one["content"], "that Turnpost plays on", since=since)


async def test_the_last_member_can_give_up(shared_env: Environment) -> None:
    env = shared_env
    board = await begin(env.ann, await call(env.ann, "everyone here martian-life seat=1", env.bob))
    asked = await env.bob.ask_by_slash("match", board["channel_id"], do="resign")
    since = env.ann.seen_so_far()
    await env.bob.press(asked, "Nobody: give up")
    await env.ann.hear_bot("**The crowd \\(1\\)** resigned", since=since)


@pytest.mark.parametrize("moment", ["between the votes", "after the last"])
async def test_a_killed_bot_counts_every_vote_once(crash_env: Environment, moment: str) -> None:
    env = crash_env
    post = await call(env.ann, "@Turnpost everyone here martian-life seat=1", env.bob)
    board = await begin(env.ann, post)
    await propose(env.ann, board, "e4+")
    since = env.ann.seen_so_far()
    if moment == "between the votes":
        async with env.down():
            pass
        await propose(env.bob, board, "e4+")
    else:
        async with env.down():
            await env.bob.say("hello", "games")
        await propose(env.bob, board, "e4+")
        async with env.down():
            pass
    after = await hear_board(env.ann, since)
    assert "`e4+`" in after["content"]
    await env.all_posted()
    ids = sorted(int(person.id) for person in (env.ann, env.bob))
    assert read(env, VOTES) == [(0, "e4+", each) for each in ids]
    assert [text for (text,) in read(env, LAST_MOVES)].count("e4+") == 1


@pytest.mark.parametrize("moment", ["between the votes", "after the last"])
async def test_a_killed_bot_counts_every_vote_on_an_offer_once(crash_env: Environment, moment: str) -> None:
    env = crash_env
    post = await call(env.ann, "@Turnpost everyone here martian-life seat=1", env.bob)
    board = await begin(env.ann, post)
    since = env.ann.seen_so_far()
    for person in (env.ann, env.bob):
        await propose(person, board, "e4+")
    board = await hear_board(env.ann, since)
    offer = await propose_offer(env.ann, board, "takeback")
    since = env.ann.seen_so_far()
    async with env.down():
        if moment == "between the votes":
            await env.bob.say("hello", "games")
    await env.bob.press(offer, "Agree")
    if moment == "after the last":
        async with env.down():
            pass
    assert "takes back move" in (await hear_board(env.ann, since))["content"]
    await rewritten(env.ann, offer, "? Agreed.")
    await env.all_posted()
    assert read(env, LAST_OFFER) == [("takeback", "agreed", 2)]
    taken_back = "SELECT count(*) FROM events WHERE kind = 'takeback' AND match_id = (SELECT max(id) FROM matches)"
    assert read(env, taken_back) == [(1,)]


async def test_a_blocked_person_joins_no_crowd(shared_env: Environment) -> None:
    env = shared_env
    post = await call(env.ann, "@Turnpost everyone here martian-life seat=1", env.bob)
    await env.ann.ask_by_text("!block @Eve", "games")
    for moment in ("before it begins", "while it goes on"):
        if moment == "while it goes on":
            board = await begin(env.ann, post)
            assert "**The crowd \\(2\\)** to move" in board["content"]
        refused = await env.eve.ask_by_press(post, "I'm in")
        assert "You're blocked from playing on this server" in refused["content"], moment
    await env.ann.ask_by_text("!unblock @Eve", "games")
    assert "You're in #" in (await env.eve.ask_by_press(post, "I'm in"))["content"]


async def test_a_whole_vote_in_german(make_env: MakeEnvironment) -> None:
    async with make_env(content=False) as env:
        for person in (env.ann, env.bob, env.cleo):
            await person.change_settings(locale="de")
        await env.ann.ask_by_slash("server", do="settings language=de")
        await env.ann.slash("play", opponent=str(BOT_ID), game="martian-life", seat="1", more="everyone here")
        post = await env.ann.hear(lambda one: "-# Herausforderung" in one["content"], "the challenge")
        assert "**Das Team**: **Ann** (1)." in post["content"]
        for person in (env.bob, env.cleo):
            await person.press(post, "Ich bin dabei")
        board = await begin(env.ann, post, "Beginnen")
        assert "**Das Team \\(3\\)** ist am Zug." in board["content"]
        ids = [person.id for person in (env.ann, env.bob, env.cleo)]
        assert board["content"].splitlines()[-1] == "-# <@{}>, <@{}> und <@{}>".format(*ids)
        answer = await propose(env.ann, board, "e4+")
        assert answer["content"].startswith("Du stimmst für `e4+`. Zug 1 in #1.")
        await vote(env.bob, board, "e4+", "Abstimmen")
        since = env.ann.seen_so_far()
        voted = await vote(env.cleo, board, "e4+", "Abstimmen")
        assert voted["content"].startswith("Alle haben abgestimmt.")
        board = await hear_board(env.ann, since)
        since = env.bob.seen_so_far()
        await env.bob.slash("match", board["channel_id"], do="takeback")
        offer = await env.bob.hear(lambda one: "-# Angebot" in one["content"], "the offer", since=since)
        assert offer["content"].startswith(
            "Soll **Das Team \\(3\\)** in **Martian Life #1** darum bitten, Zug 1 (`e4+`)"
        )
        assert "**Das Team \\(3\\)** stimmt ab: 1 dafür, 0 dagegen." in offer["content"]
        await env.cleo.press(offer, "Zustimmen")
        await rewritten(env.ann, offer, "? Angenommen.")


@pytest.mark.parametrize("place", ["thread", "direct"])
async def test_a_message_that_is_read_late_replaces_no_later_vote(crash_env: Environment, place: str) -> None:
    env = crash_env
    post = await call(env.ann, "@Turnpost everyone here martian-life seat=1", env.bob)
    board = await begin(env.ann, post)
    number = read(env, "SELECT max(id) FROM matches")[0][0]
    there = board["channel_id"] if place == "thread" else await env.bob.dm()
    await env.bob.ask_by_text("@Turnpost games", there)
    since = env.bob.seen_so_far()
    async with env.down():
        await env.bob.say(f"@Turnpost move #{number} c2", there)
        env.playground.faults.slow(4, method="GET", path=rf"/channels/{there}/messages$")
    assert "You vote for `e4+`" in (await propose(env.bob, board, "e4+"))["content"]
    told = "You've voted again since then, so your later vote counts."
    assert (await env.bob.hear_bot(told, since=since))["channel_id"] == there
    assert read(env, VOTES) == [(0, "e4+", int(env.bob.id))]


async def test_a_record_with_crowds_is_verified(shared_env: Environment) -> None:
    code, said = await asyncio.to_thread(verify, shared_env.bot.data)
    assert code == 0, said
