"""What tests say to computer players, and hear of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.playground.client import GAMES

if TYPE_CHECKING:
    from tests.playground.client import Person

    Json = dict[str, Any]


async def hear_turn(person: Person, match: str, events: int | None = None) -> Json:
    """Return a board of a match at a person's turn, in whatever channel: the first one, or that after some events."""
    begins = f"move:{match}:" if events is None else f"move:{match}:{events}"
    return await person.hear(
        lambda one: any(each.startswith(begins) for each in custom_ids(one)) and f"<@{person.id}>" in one["content"],
        f"a board with {begins}",
    )


def seq_of(board: Json) -> int:
    """Return the number of events that a board shows."""
    return int(next(each for each in custom_ids(board) if each.startswith("move:")).rsplit(":", 1)[1])


def custom_ids(message: Json) -> list[str]:
    return [part["custom_id"] for row in message["components"] for part in row["components"] if "custom_id" in part]


async def challenge(person: Person, text: str, channel: str = GAMES) -> tuple[str, str]:
    """Challenge by text, and return the number of the match that begins and what its challenge's post says then."""
    since = person.seen_so_far()
    await person.say(text, channel)
    begun = await person.hear(
        lambda one: " #" in one["content"].partition("**,")[0] and f"**{person.name}** (" in one["content"],
        f"a match of {person.name} begins",
        since=since,
    )
    return begun["content"].partition("#")[2].partition("*")[0], begun["content"]
