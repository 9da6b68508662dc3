"""A league of the demo, from its sign-up to its last table."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from tests.wire.match import Contest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.demo.stage import Stage
    from tests.playground.client import Json, Person

NAME = "Evening League"
A_MINUTE = timedelta(minutes=1)
"""After which all is due that an event does by itself."""


async def hold_league(stage: Stage, key: str, moves: Sequence[str], *names: str) -> None:
    """Let Ann set up a league, and people sign up by its button and play its matches.

    The moves lead the first seat to a win. Where the one who is to lose sits there, they resign before the last one.
    """
    ann, people = stage.env["Ann"], {name: stage.env[name] for name in names}
    since = ann.seen_so_far()
    await stage.think()
    await ann.say(f"!event create league {key} {NAME}")
    post = await ann.hear_bot("Sign-up until", since=since)
    stage.say(f"Ann has set up a league, and {', '.join(names)} sign up.")
    for person in people.values():
        await stage.think()
        await person.press(post, "Sign up")
    await stage.think()
    await ann.ask_by_text("!event start", holds="begins within a minute")
    await stage.env.pass_time(A_MINUTE)
    played: set[str] = set()
    while len(played) < len(names) * (len(names) - 1) // 2:
        found = await ann.hear(
            lambda one: one["id"] not in played and _find_match(one, people) is not None, "a match", since=since
        )
        played.add(found["id"])
        contest = await _sit_down(key, found, people)
        if contest.people[0] is min(contest.people, key=list(people.values()).index):
            await stage.play(contest, moves)
        else:  # the first of them is to be first in the end, too
            await stage.play(contest, moves[:-1])
            await stage.think()
            await contest.resign(1)
        stage.tell_end(contest)
    await stage.env.pass_time(A_MINUTE)
    await ann.hear(lambda one: one["id"] == post["id"] and "It's over" in one["content"], "the end", since=since)
    stage.say(f"The {NAME} is over.")


def _find_match(post: Json, people: Mapping[str, Person]) -> re.Match[str] | None:
    """Return what a post says of a match of these people alone: its number and its thread."""
    found = re.search(r" #(?P<number>\d+)\*\*, .*: <#(?P<thread>\d+)>", post["content"])
    return found if found and set(_names(post)) <= people.keys() else None


def _names(post: Json) -> list[str]:
    """Return the players whom a match's post names, in seat order."""
    return re.findall(r"\*\*(\w+)\*\* \(", post["content"])


async def _sit_down(key: str, post: Json, people: Mapping[str, Person]) -> Contest:
    contest = Contest(key, tuple(people[name] for name in _names(post)), redraws=False)
    found = _find_match(post, people)
    assert found
    contest.number, contest.thread = int(found["number"]), found["thread"]
    await contest.hear_board()
    return contest
