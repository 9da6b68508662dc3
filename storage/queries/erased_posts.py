"""Take a person out of what was posted and is to be posted. All calls run in the caller's transaction."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sqlalchemy import Text, bindparam, cast, or_, select, update

from storage.queries.batches import in_batches
from storage.queries.personal_data import posts_about
from storage.queries.rows import DIRECT
from storage.schema import challenge_people, challenges, matches, outbox, read_markers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from storage.engine.database import Tx

NOWHERE = 0
"""What stands for a channel for direct messages that was erased."""
_NUMBER = re.compile(r"\d+", re.ASCII)


class Sources:
    """The ids of messages and interactions that were replaced, each by a number that none of them has."""

    def __init__(self, new_source: Callable[[], int]) -> None:
        self._new_source = new_source
        self.replaced: dict[int, int] = {}

    def replace(self, source_id: int) -> int:
        """Return what takes the place of a source, the same each time."""
        return self.replaced.setdefault(source_id, self._new_source())


async def erase_posts(tx: Tx, user_id: int, former_id: int, match_ids: Sequence[int], sources: Sources) -> None:
    """Take a person out of the outbox rows, with the places of their direct messages.

    Rows of their matches and challenges lose the ids of the messages that they answer, too, and what was told in words
    once it is sent.
    """
    rows = {row["id"]: row for row in await posts_about(tx, user_id)}
    private = await _find_private_channels(tx, user_id, rows.values())
    says_more = or_(outbox.c.source_id.is_not(None), cast(outbox.c.body, Text) != "{}")
    for column, ids in ((outbox.c.match_id, match_ids), (outbox.c.challenge_id, await _challenges_of(tx, user_id))):
        for batch in in_batches(sorted(ids)):
            found = (await tx.execute(select(outbox).where(column.in_(batch), says_more))).mappings()
            rows |= {row["id"]: dict(row) for row in found}
    for row in rows.values():
        if row["source_id"] is not None:
            sources.replace(row["source_id"])
    new_ids = {user_id: former_id} | sources.replaced | dict.fromkeys(private, NOWHERE)
    changes = [
        {
            "this": row["id"],
            "body": _renumber(_without_words(row, user_id), new_ids),
            "lane": _renumber(row["lane"], {user_id: former_id}),
            "source_id": sources.replaced.get(row["source_id"]),
        }
        for row in rows.values()
    ]
    if changes:
        await tx.execute(update(outbox).where(outbox.c.id == bindparam("this")), changes)
    for batch in in_batches(sorted(private)):
        await tx.execute(update(outbox).where(outbox.c.channel_id.in_(batch)).values(channel_id=NOWHERE))
        for table in (matches, challenges):
            here = table.c.channel_id.in_(batch), table.c.guild_id == DIRECT
            await tx.execute(update(table).where(*here).values(channel_id=NOWHERE))


async def _challenges_of(tx: Tx, user_id: int) -> Sequence[int]:
    query = select(challenge_people.c.challenge_id).where(challenge_people.c.user_id == user_id)
    return (await tx.execute(query)).scalars().all()


async def _find_private_channels(tx: Tx, user_id: int, posts: Iterable[Mapping[str, Any]]) -> set[int]:
    """Return the channels of a person's direct messages: where they were read, and where rows for them went."""
    read = select(read_markers.c.channel_id).where(read_markers.c.user_id == user_id)
    found = set((await tx.execute(read)).scalars())
    found |= {row["channel_id"] for row in posts if row["body"].get("user") == user_id and row["channel_id"]}
    for batch in in_batches(sorted(found)):
        homes = or_(matches.c.channel_id.in_(batch), matches.c.thread_id.in_(batch)), matches.c.guild_id != DIRECT
        for row in await tx.execute(select(matches.c.channel_id, matches.c.thread_id).where(*homes)):
            found -= {row.channel_id, row.thread_id}
    return found


def _renumber(value: Any, new_ids: Mapping[int, int]) -> Any:
    """Return a JSON value with some whole numbers, also within texts, replaced."""
    if isinstance(value, dict):
        return {key: _renumber(each, new_ids) for key, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return [_renumber(each, new_ids) for each in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, str):
        return _NUMBER.sub(lambda found: str(new_ids.get(int(found[0]), found[0])), value)
    return new_ids.get(value, value) if isinstance(value, int) and not isinstance(value, bool) else value


def _without_words(row: Mapping[str, Any], user_id: int) -> dict[str, Any]:
    """Return the body of a row without a person's comment on a challenge, and once it is done without its text."""
    done = row["sent_at"] is not None or row["given_up_at"] is not None
    typed = {"text": done, "word": row["body"].get("by") == user_id}
    return {name: "" if typed.get(name) else value for name, value in row["body"].items()}
