"""`verify` names what is wrong in a cup and in tables, of which the played record has none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.bot.referee.tournaments.tournament_context import make_organizer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from storage.queries.rows import Match

CUP = {
    "seeds exchanged": (
        "UPDATE tournament_people SET seed = 9 - seed WHERE seed IN (1, 8)",
        "event 1 has round 1 of its knock-out with ",
    ),
    "a seed too many": ("UPDATE tournament_people SET seed = NULL WHERE seed = 8", "event 1 has round 1 of its knock-"),
    "ties thrown together": ("UPDATE pairings SET group_number = 0", "event 1 has round 1 of its knock-out with "),
    "a tie of the second round exchanged": (
        "UPDATE pairings SET group_number = 1 - group_number WHERE stage = 2",
        "event 1 has round 2 of its knock-out with ",
    ),
    "a round forgotten": (
        "UPDATE tournaments SET stage = 1",
        "event 1 is at stage 1, and its last pairings are of stage 2",
    ),
}
TABLES = {
    "a round more": ("UPDATE tournaments SET rounds = 3", "event 1 has user 1 at 2 tables in 3 rounds."),
    "a table of two": ("DELETE FROM pairing_people WHERE pairing_id = 1 AND seat > 2", "has pairing 1, which seats 2."),
    "a stranger": (
        "UPDATE pairing_people SET user_id = 99 WHERE pairing_id = 1 AND seat = 1",
        "somebody twice or who didn't sign up.",
    ),
}


def one_always(examples: Iterable[str]) -> list[Any]:
    """Return examples as parameters: the first one runs always, the others with `--thorough`."""
    return [pytest.param(each, marks=[pytest.mark.thorough] if number else []) for number, each in enumerate(examples)]


def weaker(match: Match) -> int:
    return max(person.id for person in match.seats)


@pytest.mark.thorough
@pytest.mark.parametrize("example", CUP)
async def test_what_is_wrong_in_a_knock_out_is_named(tmp_path: Path, example: str) -> None:
    change, expected = CUP[example]
    async with make_organizer(tmp_path / "cup.db") as organizer:
        cup = await organizer.begin("cup", 8, at_once=7)
        while (await organizer.known(cup)).stage < 2:
            for match in await organizer.running(cup):
                await organizer.lose(match, weaker(match))
            await organizer.wait()
        async with organizer.context.database.write() as tx:
            await tx.exec_driver_sql(change)
        assert any(expected in line for line in await organizer.verify())


@pytest.mark.parametrize("example", one_always(TABLES))
async def test_what_is_wrong_at_tables_is_named(tmp_path: Path, example: str) -> None:
    change, expected = TABLES[example]
    async with make_organizer(tmp_path / "tables.db") as organizer:
        await organizer.begin("tables", 8, "zyrcan", rounds=2, table_size=4)
        async with organizer.context.database.write() as tx:
            await tx.exec_driver_sql(change)
        assert any(expected in line for line in await organizer.verify())
