"""Lists of what is open to somebody: what they find in which list, where, and how it is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.features.challenges.text import MOST_LISTED, challenge_choice, challenge_list
from bot.interactions.replies import MAX_LENGTH
from bot.referee.challenges.answer import list_open_challenges
from bot.referee.challenges.start import OPEN_FOR
from bot.referee.requests import Request
from storage.queries.rows import Post
from tests.bot.referee.challenge_context import ANN, BOB, CHANNEL, CLEO, DAN, GUILD, NOON, make_challenge_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.challenges.answer import OpenChallenges
    from storage.queries.rows import Challenge
    from tests.bot.referee.challenge_context import ChallengeContext

HIDDEN = 77


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ChallengeContext]:
    async with make_challenge_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made


async def found(at: ChallengeContext, guild_id: int | None = GUILD) -> OpenChallenges:
    """Return what Bob finds, who sees all channels but one."""
    return await list_open_challenges(
        at.context, Request(BOB.id, 1, CHANNEL, guild_id), lambda channel: channel != HIDDEN
    )


def ids(challenges: list[Challenge]) -> list[int]:
    return [challenge.id for challenge in challenges]


async def test_each_challenge_is_in_the_list_where_it_belongs(at: ChallengeContext) -> None:
    waiting = await at.issue(ANN, BOB)
    half = await at.issue(ANN, BOB, CLEO, size=3)
    await at.accept(half, BOB)
    mine, own_open = await at.issue(BOB, CLEO), await at.issue(BOB, size=3)
    context, joined = await at.issue(CLEO, size=4), await at.issue(CLEO, size=4)
    await at.accept(joined, BOB)
    await at.issue(CLEO, DAN)
    hidden, called_in = await at.issue(CLEO, channel=HIDDEN), await at.issue(CLEO, BOB, channel=HIDDEN)
    await at.decline(await at.issue(ANN, BOB), BOB)
    here = await found(at)
    assert ids(here.waiting) == [waiting.id, called_in.id]
    assert ids(here.issued) == [mine.id, own_open.id]
    assert ids(here.joined) == [half.id, joined.id]
    assert ids(here.joinable) == [context.id]
    assert hidden.id not in ids(here.everything)
    direct = await found(at, None)
    assert (direct.waiting, direct.issued, direct.joined, direct.joinable) == (
        here.waiting,
        here.issued,
        here.joined,
        [],
    )
    assert (await found(at, GUILD + 1)).everything == []
    at.time = NOON + OPEN_FOR
    assert (await found(at)).everything == []


async def test_a_line_names_all_that_is_needed_and_leads_to_the_post(at: ChallengeContext) -> None:
    direct = await at.issue(ANN, BOB)
    context = await at.issue(CLEO, size=4)
    post = Post(1, "c1", "challenge", {}, None, direct.id, None, NOON, 1, NOON, CHANNEL, 9)
    when = f"<t:{int(direct.expires_at.timestamp())}:R>"
    title, link = at.context.title, f"https://discord.com/channels/{GUILD}/{CHANNEL}/9"
    assert challenge_list(await found(at), {direct.id: post}, title).splitlines() == [
        "Waiting for your answer:",
        f"- `1` **Xero-G**, **Ann** challenges **Bob**, expires {when}: {link}",
        "Challenges you can join:",
        f"- `2` **Zyrcan**, for 4, by **Cleo**, 1 of 4 joined, expires {when}: <#{CHANNEL}>",
    ]
    assert [challenge_choice(one, title(one.game)) for one in (direct, context)] == [
        "1: Xero-G, by Ann",
        "2: Zyrcan, by Cleo, 1 of 4 joined",
    ]


async def test_a_long_list_says_how_many_more_there_are(at: ChallengeContext) -> None:
    for _ in range(MOST_LISTED + 2):
        await at.issue(ANN)
    lines = challenge_list(await found(at), {}, at.context.title).splitlines()
    assert (len(lines), lines[-1]) == (MOST_LISTED + 2, "- and 2 more")
    assert len("\n".join(lines)) < MAX_LENGTH
