"""When the tags of a match in a forum are queued: when the turn passes to a person, and at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.referee.announce import queue_changed_tags
from storage import schema
from storage.queries.rows import Person
from tests.bot.referee.offer_context import ANN, BOB, make_offer_context
from tests.storage.samples import new_match

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("second", "before", "after", "queued"),
    [
        (BOB, 1, 2, True),
        (BOB, 2, 1, True),
        (BOB, 1, 1, False),
        (BOB, 1, None, True),
        (Person.computer(2), 1, 2, False),
        (Person.computer(2), 2, 1, True),
        (Person.computer(2), 2, 2, False),
    ],
)
async def test_tags_follow_the_turns_of_people(
    tmp_path: Path, second: Person, before: int, after: int | None, *, queued: bool
) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context, context.database.write() as tx:
        match = await new_match(tx, seats=(ANN, second), to_move=before)
        await queue_changed_tags(context, tx, match, replace(match, to_move=after))
        rows = (await tx.execute(select(schema.outbox.c.kind, schema.outbox.c.match_id))).all()
        assert [tuple(row) for row in rows] == ([("tags", match.id)] if queued else [])
