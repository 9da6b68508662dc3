"""What the bot may not do on a server: what can be said is said, and what can't is told where it can still write."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from playground.model.permissions import INVITATION
from tests.playground.client import answered
from tests.wire.environment import start_env
from tests.wire.match import begin_match
from tests.wire.scripts import SCRIPTS

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path
    from typing import Any

    from tests.playground.client import Person
    from tests.wire.environment import Environment

    Json = dict[str, Any]

ALONE = [(name,) for name in sorted(INVITATION)]
PAIRS = [pytest.param(pair, marks=pytest.mark.thorough) for pair in combinations(sorted(INVITATION), 2)]
WITHOUT_FILES = {"ATTACH_FILES", "SEND_MESSAGES_IN_THREADS"}
CANNOT_WRITE = "I couldn't answer you in"
TEXTS = {
    "!help": "board games by correspondence",
    "!games": "Martian Life",
    "!board": "to move",
    "!board text": "to move",
    "!move zz": "isn't a move",
    "!history": "**1.**",
    "!export": "#",
    "!replay": "#",
}
"""What a player writes in the thread of a match, and what the answer holds."""


def take(env: Environment, names: Collection[str]) -> None:
    env.playground.state.granted = INVITATION - frozenset(names)


class Reader:
    """A person who waits for answers: in a channel, or where they can't come, directly, once for each channel."""

    def __init__(self, person: Person, direct: str) -> None:
        self.person, self.direct = person, direct
        self.told: set[str] = set()

    async def ask(self, text: str, channel: str, holds: str) -> Json | None:
        """Write a text and return its answer: a reply, a post where replies are barred, or the direct message."""
        if channel in self.told:
            return None
        since = self.person.seen_so_far()
        said = await self.person.say(text, channel)

        def is_answer(one: Json) -> bool:
            if not one["author"].get("bot"):
                return False
            if one["channel_id"] == self.direct:
                return CANNOT_WRITE in one["content"] or "I can't post" in one["content"]
            return answered(one) in {said["id"], None} and one["channel_id"] == channel and holds in one["content"]

        found = await self.person.hear(is_answer, f"an answer to {text}", since=since)
        if CANNOT_WRITE in found["content"]:
            self.told.add(channel)
        return found


@pytest.mark.parametrize("names", [*ALONE, *PAIRS], ids=" and ".join)
async def test_without_some_permissions_every_request_is_answered_somewhere(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    async with start_env(tmp_path) as env:
        contest = await begin_match([env.ann, env.bob], *SCRIPTS["martian-life"].split()[:2])
        direct, games = await env.ann.dm(), await env.ann.channel("games")
        reader = Reader(env.ann, direct)
        take(env, names)
        if "VIEW_CHANNEL" not in names:  # else Discord tells it nothing of what is written there
            for text, holds in TEXTS.items():
                answer = await reader.ask(text, contest.thread, holds)
                if text == "!board" and answer and not set(names) & WITHOUT_FILES:
                    assert answer["attachments"][0]["size"] > 1000, "a file is whole at the second attempt, too"
            await reader.ask("!help", games, TEXTS["!help"])
        since, bob_direct = env.bob.seen_so_far(), await env.bob.dm()
        private = await env.ann.ask_by_slash("move", contest.thread, move=SCRIPTS["martian-life"].split()[2])
        assert private["content"]
        await env.bob.hear(
            lambda one: one["channel_id"] in {contest.thread, bob_direct} and "**3.**" in one["content"],
            "the board of move 3",
            since=since,
        )
        since = env.bob.seen_so_far()
        await env.ann.slash("match draw", contest.thread)
        await env.bob.hear(
            lambda one: one["channel_id"] in {contest.thread, bob_direct} and "draw" in one["content"],
            "the offer of a draw",
            since=since,
        )
        since = env.ann.seen_so_far()
        await env.ann.slash("challenge", "games", opponent=env.bob.id, game="martian-life")
        await env.ann.hear(
            lambda one: one["channel_id"] in {games, direct} and "Martian Life" in one["content"],
            "the challenge, or that it can't be posted",
            since=since,
        )
        await env.all_posted()
