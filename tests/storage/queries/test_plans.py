"""Plans, by match and seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.engine.errors import AlreadyStored
from storage.queries import plans
from storage.queries.rows import StoredPlan
from tests.storage.samples import new_match

if TYPE_CHECKING:
    from storage.engine.database import Database


async def test_a_plan_takes_the_place_of_that_of_its_seat_alone(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        await plans.replace(tx, match.id, 1, 1, {"c4": ["d5"]}, 101)
        await plans.replace(tx, match.id, 2, 1, {"e6": []}, 103)
        await plans.replace(tx, other.id, 1, 1, {"a1": []}, 104)
        await plans.replace(tx, match.id, 1, 3, {"b3": []}, 102)
        assert await plans.of_match(tx, match.id) == [StoredPlan(1, 3, {"b3": []}), StoredPlan(2, 1, {"e6": []})]
        assert await plans.of_match(tx, other.id) == [StoredPlan(1, 1, {"a1": []})]
        assert [await plans.last_source(tx, match.id, seat) for seat in (1, 2, 3)] == [102, 103, None]
        assert await plans.last_source(tx, other.id, 1) == 104
        with pytest.raises(AlreadyStored):
            await plans.replace(tx, match.id, 1, 3, {"f7": []}, 102)
