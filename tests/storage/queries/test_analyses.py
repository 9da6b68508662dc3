"""What people try in matches, by match and person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import analyses
from tests.storage.samples import ANN, BOB, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database


async def test_what_a_person_tries_takes_the_place_of_their_own_analysis_of_the_match_alone(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        assert await analyses.get(tx, match.id, ANN.id) is None
        for match_id, user_id, text in (
            (match.id, ANN.id, "c4"),
            (match.id, BOB.id, "d5"),
            (other.id, ANN.id, "e6"),
            (match.id, ANN.id, "b3"),
        ):
            await analyses.put(tx, match_id, user_id, {text: {}})
        assert await analyses.get(tx, match.id, ANN.id) == {"b3": {}}
        assert await analyses.get(tx, match.id, BOB.id) == {"d5": {}}
        assert await analyses.get(tx, other.id, ANN.id) == {"e6": {}}
