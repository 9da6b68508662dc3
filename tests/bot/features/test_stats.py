"""What people read of the statistics of games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.features.stats import game_post, overview_post
from bot.interactions.replies import MAX_LENGTH
from bot.referee.lists import summarize
from games import GAMES
from games.contract import Option
from tests.bot.referee.test_lists import tally
from tests.wire.match import SCRIPTS
from tests.wire.timed_environment import HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json
    from tests.wire.timed_environment import TimedEnvironment

MINUTES = HOUR / 20


@pytest.mark.parametrize("content", [True, pytest.param(False, marks=pytest.mark.thorough)])
async def test_what_ended_is_counted_and_the_reply_says_what_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, content: bool
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        ann, bob = env["Ann"], env["Bob"]
        nothing = await ann.ask_by_slash("stats")
        assert nothing["ephemeral"]
        assert nothing["content"].startswith("No match between people that counts has ended yet.")
        number = await begin(env)
        for mover, text in zip((ann, bob) * 9, SCRIPTS["xero-g"].split(), strict=False):
            await mover.ask_by_slash("move", move=f"#{number} {text}")
        number = await begin(env)
        question = await ann.ask_by_slash("match", do="resign", match=f"#{number}")
        await ann.press(question, f"Resign #{number}")
        await bob.hear(lambda one: f"wins **Xero-G #{number}**" in one["content"], f"the end of #{number}")
        waiting = await bob.ask_by_slash("stats", game="xero-g")
        assert "I haven't looked at 2 matches yet" in waiting["content"]
        await env.pass_time(MINUTES)
        number = await begin(env)
        await env.pass_time(11 * HOUR)
        await bob.ask_by_slash("match", do="claim", match=f"#{number}")
        await bob.hear(lambda one: f"wins **Xero-G #{number}**" in one["content"], f"the end of #{number}")
        await ann.ask_by_slash("challenge", opponent=bot_of(env), game="xero-g", seat="1")
        begun = await ann.hear(lambda one: "Turnpost \\(level" in one["content"] and "<#" in one["content"], "#4")
        number = int(begun["content"].partition("#")[2].partition("*")[0])
        question = await ann.ask_by_slash("match", do="resign", match=f"#{number}")
        await ann.press(question, f"Resign #{number}")
        await ann.hear(lambda one: f"wins **Xero-G #{number}**" in one["content"], f"the end of #{number}")
        await env.pass_time(MINUTES)
        line = "2 matches, none drawn. South, the first seat, won 1 of 2. Median 4.5 moves, longest 9."
        for place in (None, await bob.dm()):
            shown = await bob.ask_by_slash("stats", *([place] if place else []))
            assert shown["content"].startswith(
                f"**Matches of each game**, on all servers together:\n- **Xero\\-G**: {line}\n-# Counted"
            )
            assert "Not counted: 1 lost on time and 1 with Turnpost in a seat." in shown["content"]
            assert "yet" not in shown["content"]
        one = await bob.ask_by_slash("stats", game="xero-g")
        assert one["content"].startswith(f"**Xero\\-G**, on all servers together:\n- All matches: {line}\n")
        since = bob.seen_so_far()
        await bob.say("@Turnpost stats xerog")
        said = await bob.hear(lambda one: "on all servers together" in one["content"], "the reply", since=since)
        assert said["content"] == one["content"]
        refused = await bob.ask_by_text("@Turnpost stats chess")
        assert "There's no game called chess" in refused["content"].replace("`", "")


async def begin(env: TimedEnvironment) -> int:
    """Begin a match of Xero-G in which Ann sits first, with ten hours for each move."""
    ann, bob = env["Ann"], env["Bob"]
    since = bob.seen_so_far()
    await ann.slash("challenge", opponent=bob.id, game="xero-g", seat="1", clock="10h")
    challenge: Json = await bob.hear(lambda one: "-# challenge " in one["content"], "the challenge", since=since)
    number, *_ = await accept_challenge(env, challenge, bob, terms="10 hours a move")
    return number


def bot_of(env: TimedEnvironment) -> str:
    assert env.bot.user
    return str(env.bot.user.id)


XERO_G, ZYRCAN = GAMES["xero-g"].info, GAMES["zyrcan"].info
STANDARD, BLITZ = '{"variant":"standard"}', '{"variant":"blitzkrieg"}'
BRACKETS = "In brackets: where the share lies with 95% certainty, as far as these matches tell."
COUNTED = "Counted: matches between people that ended by the rules, by resigning or by an agreed draw."


def test_a_line_says_how_many_of_how_many_the_first_seat_won() -> None:
    tallies = [tally(count=60, moves=20), tally(winner=2, count=45, moves=41), tally("draw", None, count=5, moves=88)]
    assert overview_post([(XERO_G, summarize(tallies), 0)]) == (
        "**Matches of each game**, on all servers together:\n"
        "- **Xero\\-G**: 110 matches, 5 drawn. South, the first seat, won 60 of the other 105: 57% (48% to 66%). "
        "Median 20 moves, longest 88.\n"
        f"-# {BRACKETS} {COUNTED} `/stats` with a game shows it by its options."
    )


def test_games_for_more_are_told_by_players_and_options() -> None:
    tallies = [
        tally(count=6, players=3, options=STANDARD, moves=40),
        tally(winner=None, players=3, options=STANDARD, moves=41),
        tally(winner=2, count=2, players=3, options=BLITZ, moves=44),
        tally("resigned", 3, players=4, options=STANDARD, moves=1),
        tally("time", count=3, players=3, options=STANDARD),
        tally("none", None, count=2, players=3, options=STANDARD),
        tally(computers=True, count=9, players=3, options=STANDARD),
    ]
    assert game_post(ZYRCAN, summarize(tallies), 2) == (
        "**Zyrcan**, on all servers together:\n"
        "- All matches, 3 players: 9 matches, 1 drawn or shared. Red, the first seat, won 6 of the other 8: "
        "75% (41% to 93%; 33% would be even). Median 40 moves, longest 44.\n"
        "- Usual options, 3 players: 7 matches, 1 drawn or shared. Red, the first seat, won 6 of the other 6: "
        "100% (61% to 100%; 33% would be even). Median 40 moves, longest 41.\n"
        "- Variant\\: Blitzkrieg, 3 players: 2 matches, none drawn or shared. Red, the first seat, won 0 of 2. "
        "Median 44 moves, longest 44.\n"
        "- Usual options, 4 players: 1 match, none drawn or shared. Red, the first seat, won 0 of 1. "
        "Median 1 move, longest 1.\n"
        f"-# {BRACKETS} {COUNTED} Not counted: 3 lost on time, 2 without a result and 9 with Turnpost in a seat. "
        "I haven't looked at 2 matches yet: ask again soon."
    )


def test_a_share_is_told_of_five_matches_and_not_of_four() -> None:
    four = overview_post([(XERO_G, summarize([tally(count=3), tally(winner=2)]), 0)])
    assert "South, the first seat, won 3 of 4. Median" in four
    assert BRACKETS not in four
    drawn = overview_post([(XERO_G, summarize([tally(count=4), tally("draw", None)]), 0)])
    assert "South, the first seat, won 4 of the other 4. Median" in drawn
    five = overview_post([(XERO_G, summarize([tally(count=4), tally(winner=2)]), 0)])
    assert "South, the first seat, won 4 of 5: 80% (38% to 96%). Median" in five
    assert BRACKETS in five


def test_a_game_without_options_has_one_line() -> None:
    told = game_post(XERO_G, summarize([tally("draw", None, moves=7), tally("draw", None, moves=8)]), 0)
    assert told == (
        "**Xero\\-G**, on all servers together:\n"
        "- All matches: 2 matches, all drawn. Median 7.5 moves, longest 8.\n"
        f"-# {COUNTED}"
    )


def test_without_matches_both_say_so() -> None:
    none = summarize([tally("time")])
    assert overview_post([(XERO_G, none, 0)]) == (
        f"No match between people that counts has ended yet.\n-# {COUNTED} Not counted: 1 lost on time."
    )
    assert game_post(XERO_G, none, 1) == (
        f"**Xero\\-G**: no match between people that counts has ended yet.\n-# {COUNTED} Not counted: 1 lost on time. "
        "I haven't looked at 1 match yet: ask again soon."
    )


def test_a_post_fits_whatever_options_there_are() -> None:
    option = Option("size", "how large", 5, low=1, high=99)
    info = replace(ZYRCAN, options=(option,), seats=("The*Red*seat" * 5, *ZYRCAN.seats[1:]))
    tallies = [
        tally(players=players, options=f'{{"size":{size}}}', count=5) for size in range(1, 60) for players in (3, 4)
    ]
    told = game_post(info, summarize(tallies), 0)
    assert MAX_LENGTH - 400 < len(told) <= MAX_LENGTH
    assert " more\n-# In brackets" in told


def test_options_that_a_game_has_lost_are_left_out() -> None:
    assert "- Usual options, 3 players: 1 match" in game_post(
        ZYRCAN, summarize([tally(players=3, options='{"moon":3}')]), 0
    )
