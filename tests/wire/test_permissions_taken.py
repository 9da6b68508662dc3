"""What the bot may not do on a server: what can be said is said, and what can't is told where it can still write."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from bot.gateway.permissions import USED
from bot.interactions.replies import HOURGLASS
from playground.model.permissions import INVITATION, bits
from playground.model.resources.channel import TEXT
from tests.bot.features.forum_posts.forums import add_forum, choose_forum, posts_of
from tests.playground.client import answered
from tests.wire.match import SCRIPTS, Contest, bare

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from tests.playground.client import Person, SeenCount
    from tests.wire.environment import Environment

    Json = dict[str, Any]

NAMES = sorted(INVITATION)
FAST_PAIRS = {
    ("ATTACH_FILES", "READ_MESSAGE_HISTORY"),
    ("ADD_REACTIONS", "SEND_MESSAGES_IN_THREADS"),
    ("CREATE_PUBLIC_THREADS", "SEND_MESSAGES"),
}
# Nothing that happens here pins a message, so that permission is taken alone.
PAIRS = [
    pytest.param(pair, marks=() if pair in FAST_PAIRS else pytest.mark.thorough)
    for pair in combinations([name for name in NAMES if name != "PIN_MESSAGES"], 2)
]
TAKEN = [*((name,) for name in NAMES), *PAIRS]
CANNOT_WRITE = "I couldn't answer you in"
NO_FILES = "I'm not allowed to attach files here."
TEXTS = {
    "!help": "board games by correspondence",
    "!games": "Martian Life",
    "!rules xero-g": "Xero-G",
    "!board": "to move",
    "!board text": "to move",
    "!move zz": "isn't a move",
    "!history": "**1.**",
    "!export": "#",
    "!replay": "Martian Life",
    "!profile": "under way",
}
"""What a player writes in the thread of a match, and what the answer holds."""
WITH_FILES = {"!board", "!export", "!replay"}
MOVES = SCRIPTS["martian-life"].split()


def take(env: Environment, names: Collection[str]) -> None:
    env.playground.state.granted = INVITATION - frozenset(names)


async def hear(person: Person, places: Collection[str], holds: str, since: SeenCount) -> Json:
    """Return the bot's first message in one of some places that holds a text."""
    return await person.hear(
        lambda one: bool(one["author"].get("bot")) and one["channel_id"] in places and holds in one["content"],
        f"{holds} in one of {places}",
        since=since,
    )


class Reader:
    """A person who waits for answers in a channel, or where they can't come, directly: there once for each channel."""

    def __init__(self, person: Person, direct: str) -> None:
        self.person, self.direct = person, direct
        self.told: set[str] = set()

    async def ask(self, text: str, channel: str, holds: str) -> Json | None:
        """Write a text and return its answer: a reply, a post where replies are barred, or the direct message."""
        since = self.person.seen_so_far()
        said = await self.person.say(text, channel)

        def is_answer(one: Json) -> bool:
            if one["id"] == said["id"]:
                return HOURGLASS in str(one.get("reactions"))
            if not one["author"].get("bot"):
                return False
            if one["channel_id"] == self.direct:
                return CANNOT_WRITE in one["content"] or "I can't post" in one["content"]
            return answered(one) in {said["id"], None} and one["channel_id"] == channel and holds in one["content"]

        if channel in self.told:
            return None
        found = await self.person.hear(is_answer, f"an answer to {text}", since=since)
        if CANNOT_WRITE in found["content"]:
            self.told.add(channel)
        return found


def test_every_permission_that_the_bot_uses_is_taken() -> None:
    assert USED.value == bits(INVITATION)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("names", TAKEN, ids=" and ".join)
async def test_without_some_permissions_every_request_is_answered_somewhere(
    shared_env: Environment, names: tuple[str, ...]
) -> None:
    env = shared_env
    room = str(env.playground.add_room(TEXT, f"room-{len(env.playground.state.channels)}"))
    contest = Contest("martian-life", (env.ann, env.bob), channel=room)
    await contest.begin()
    for move in MOVES[:2]:
        await contest.turn(bare, move)
    await env.all_posted()
    take(env, names)
    try:
        if "VIEW_CHANNEL" not in names:  # else Discord tells it nothing of what is written there
            await ask_in_words(env, contest, room, names)
        await go_on(env, contest)
        await challenge(env, room, names)
        await set_up_event(env, room)
        await env.all_posted()
    finally:
        take(env, ())


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("names", TAKEN, ids=" and ".join)
async def test_without_some_permissions_a_match_for_the_forum_begins_somewhere(
    shared_env: Environment, names: tuple[str, ...]
) -> None:
    env = shared_env
    room = str(env.playground.add_room(TEXT, f"room-{len(env.playground.state.channels)}"))
    forum = add_forum(env)
    await choose_forum(env, forum)
    take(env, names)
    try:
        await challenge(env, room, names)
        await env.all_posted()
        assert len(posts_of(env, forum)) == (not {"VIEW_CHANNEL", "SEND_MESSAGES"} & set(names))
    finally:
        take(env, ())
        await choose_forum(env, None)


@pytest.mark.asyncio(loop_scope="module")
async def test_where_nothing_at_all_can_be_written_the_log_says_so_and_the_match_goes_on(
    shared_env: Environment,
) -> None:
    env = shared_env
    contest = Contest("martian-life", (env.dan, env.eve))
    await contest.begin()
    direct = await env.dan.dm()
    env.playground.deny(int(direct), "SEND_MESSAGES")
    take(env, ["SEND_MESSAGES_IN_THREADS"])
    try:
        await env.dan.say("!help", contest.thread)
        await env.bot.logged("Nor could that be said directly")
        since, place = env.eve.seen_so_far(), await env.eve.dm()
        assert (await env.dan.ask_by_slash("move", contest.thread, move=MOVES[0]))["content"]
        await hear(env.eve, {place}, "**1.**", since)
        await env.all_posted()
    finally:
        take(env, ())
        env.playground.allow(int(direct))


async def ask_in_words(env: Environment, contest: Contest, room: str, names: Collection[str]) -> None:
    """Ask for each kind of answer to a text."""
    mute = "SEND_MESSAGES_IN_THREADS" in names
    reader = Reader(env.ann, await env.ann.dm())
    barred = {"!export": NO_FILES, "!replay": NO_FILES} if "ATTACH_FILES" in names else {}
    for text, holds in (TEXTS | barred).items():
        answer = await reader.ask(text, contest.thread, holds)
        if mute:
            continue
        assert answer
        assert answer["channel_id"] == contest.thread, f"{text} is told directly, though words can be written"
        if text in WITH_FILES and "ATTACH_FILES" not in names:
            assert answer["attachments"][0]["size"] > 100, "a file is whole at the second attempt, too"
        assert (answered(answer) is None) == ("READ_MESSAGE_HISTORY" in names)
    early = await Reader(env.bob, await env.bob.dm()).ask("a1", contest.thread, HOURGLASS)
    assert early
    no_reactions = bool({"ADD_REACTIONS", "READ_MESSAGE_HISTORY"} & set(names))
    assert bool(early["author"].get("bot")) == no_reactions, "else it's the move itself, with the reaction"
    assert (CANNOT_WRITE in early["content"]) == (no_reactions and mute)
    asked = await reader.ask("!help", room, TEXTS["!help"])
    assert asked
    assert ("SEND_MESSAGES" in names) == (CANNOT_WRITE in asked["content"])


async def go_on(env: Environment, contest: Contest) -> None:
    """Play a move and decline a draw: the opponent sees the board and the offer in the thread, or directly."""
    places = {contest.thread, await env.bob.dm()}
    since = env.bob.seen_so_far()
    await env.ann.ask_by_slash("move", contest.thread, move=MOVES[2])
    await hear(env.bob, places, "**3.**", since)
    since = env.bob.seen_so_far()
    assert (await env.ann.ask_by_slash("match", do="draw", match=f"#{contest.number}"))["content"]
    await hear(env.bob, places, "offers a draw", since)
    told = await env.bob.ask_by_slash("match", do="refuse", match=f"#{contest.number}")
    assert told["content"] == f"You declined a draw in #{contest.number}."


async def challenge(env: Environment, room: str, names: Collection[str]) -> None:
    """Challenge somebody, who accepts: both see the first board. Where it can't be posted the challenger is told."""
    cleo, dan = env.cleo, env.dan
    since, told = cleo.seen_so_far(), dan.seen_so_far()
    await cleo.slash("challenge", room, opponent=dan.id, game="xero-g", seat="1")
    post = await hear(cleo, {room, await cleo.dm()}, "Xero-G", since)
    if post["channel_id"] != room:
        assert {"SEND_MESSAGES", "VIEW_CHANNEL"} & set(names)
        return
    await dan.press(await hear(dan, {room}, "-# challenge ", told), "Accept")
    await cleo.hear(
        lambda one: "<@" + cleo.id + ">" in one["content"] and any("move:" in str(row) for row in one["components"]),
        "the first board, wherever it is",
        since=since,
    )


async def set_up_event(env: Environment, room: str) -> None:
    """Set up an event: its post comes, or its organizer is told."""
    since = env.ann.seen_so_far()
    name = f"Cup {room[-6:]}"
    assert (await env.ann.ask_by_slash("events", room, do=f"create league xero-g {name}"))["content"]
    await hear(env.ann, {room, await env.ann.dm()}, name, since)
