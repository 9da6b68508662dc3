"""`verify` names what is wrong when rows of a record are changed or deleted: of matches, events and the audit log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.admin.verify.table_rows import check_entry
from tests.bot.referee.tournaments.tournament_context import make_organizer

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from storage.queries.rows import Match
    from tests.bot.admin.tampering import TamperedRecord

CHANGED = {
    "a move by an outsider": ("events", "SET user_id = 999 WHERE match_id = 9 AND seq = 2", "#9: event 2 is a move of"),
    "a move by the other player": (
        "events",
        "SET user_id = 101 WHERE match_id = 9 AND seq = 2",
        "#9: event 2 is a move",
    ),
    "seats swapped": (
        "seats",
        "SET user_id = 203 - user_id WHERE match_id = 4",
        "#4: event 1 is a move of seat 1, but",
    ),
    "seats swapped before a move": (
        "seats",
        "SET user_id = 205 - user_id WHERE match_id = 6",
        "#6: challenge 7, which",
    ),
    "names swapped": (
        "seats",
        "SET name = user_id WHERE match_id = 9",
        "#9: challenge 10, which it came of, names user",
    ),
    "times going back": (
        "events",
        "SET at = at - 130000000 WHERE match_id = 9 AND seq = 2",
        "#9: event 2 comes before",
    ),
    "times going back a little": (
        "events",
        "SET at = at - 62000000 WHERE match_id = 9 AND seq = 2",
        "#9: event 2 is 2.0 seconds before what precedes it: two clocks differed.",
    ),
    "a time in the year 2100": (
        "events",
        "SET at = 4102444800000000 WHERE match_id = 4 AND seq = 2",
        "#4: event 2 lies in",
    ),
    "a nulled source": (
        "events",
        "SET source_id = NULL WHERE match_id = 9 AND seq = 2",
        "#9: event 2 has no source, and was neither queued nor planned",
    ),
    "a nulled user": (
        "events",
        "SET user_id = NULL WHERE match_id = 8 AND seq = 2",
        "#8: event 2 lets seat 2 leave, and has",
    ),
    "a takeback agreed by its asker": (
        "events",
        "SET user_id = 101 WHERE kind = 'takeback'",
        "#1: event 4 takes back a move",
    ),
    "a resignation for another": (
        "events",
        "SET user_id = 102 WHERE match_id = 8 AND seq = 2",
        "#8: event 2 lets seat 2 resign",
    ),
    "a late player's own claim": (
        "events",
        "SET user_id = 103 WHERE match_id = 7",
        "#7: event 1 lets seat 1 leave as it",
    ),
    "a review of another move": (
        "reviews",
        """SET content = replace(content, '"missed", "played": "', '"missed", "played": "x') WHERE match_id = 1""",
        "#1: its review has `x",
    ),
    "a review with the shares of more players": (
        "reviews",
        "SET content = replace(content, '0.5, 0.5', '0.5, 0.5, 0.5') WHERE match_id = 1",
        "#1: its review has the shares (0.5, 0.5, 0.5) after move 0",
    ),
    "a saved state of another event": (
        "saved_states",
        "SET seq = 1, plies = 1 WHERE match_id = 9",
        "#9: its saved state isn't the one that the log leads to after event 1",
    ),
    "a shared thread": ("matches", "SET thread_id = 34 WHERE id = 9", "#4, #9: they share the thread 34."),
    "a thread lost": (
        "matches",
        "SET thread_id = NULL WHERE id = 9",
        "was posted in channel 39, but the match lives in 21",
    ),
    "a board marked unsent": (
        "outbox",
        "SET sent_at = NULL WHERE match_id = 9 AND kind = 'board' AND seq = 1",
        "but is not marked as sent.",
    ),
    "a board marked unsent in full": (
        "outbox",
        "SET sent_at = NULL, channel_id = NULL, message_id = NULL WHERE match_id = 1 AND kind = 'board' AND seq = 1",
        "#1: outbox row 4 (board) waits, and later ones of its lane went out: was it put back?",
    ),
    "a deadline moved": (
        "clocks",
        "SET deadline = deadline + 3600000000 WHERE match_id = 4",
        "#4: the deadline is stored",
    ),
    "a clock without an alarm": (
        "clocks",
        "SET due = NULL, due_at = NULL WHERE match_id = 4",
        "#4: nothing is due at the",
    ),
    "more time than there is": (
        "clocks",
        "SET \"left\" = '[432000000000, 900000000000]' WHERE match_id = 4",
        "leaves seat 2",
    ),
    "a challenge for others": (
        "challenge_people",
        "SET user_id = 104 WHERE challenge_id = 5 AND place = 1",
        "#4: challenge 5",
    ),
    "an event that nothing wakes": (
        "tournaments",
        "SET at_once = 2, due_at = NULL, posted_at = changed_at WHERE id = 3",
        "event 3 is due at None, and pairing 6 could begin now.",
    ),
    "a loss on time of the winner": (
        "pairing_people",
        "SET late = 1 - late, place = 3 - place WHERE pairing_id = 3",
        "#16: pairing 3 is stored with places [1, 2], late [2], but the log leads to places [2, 1], late [1].",
    ),
    "a match of another pairing": (
        "pairings",
        "SET match_id = 5 WHERE id = 6",
        "#5: pairing 6 of an event has it as its match, but it came of another challenge.",
    ),
    "results that are struck no more": (
        "tournament_people",
        "SET struck = 0 WHERE user_id = 104",
        "event 3 has user 104, who withdrew after 1 of 3 matches, and isn't struck.",
    ),
    "seeds of two people exchanged": (
        "tournament_people",
        "SET group_number = 1, seed = 9 - seed WHERE tournament_id = 3 AND user_id = 101",
        "event 3 has pairing 5, which is of group 0, and its people are of others.",
    ),
    "a correction of which nobody was told": (
        "corrections",
        "SET at = at - 150000000 WHERE match_id = 14 AND number = 1",
        "event 1 told people of corrections of #14 at other times than they were made, or one is gone.",
    ),
    "words in the place of numbers": (
        "outbox",
        """SET body = '{"tournament": 1, "user": [], "notice": "corrected", "match": {}}' WHERE lane = 'e1:102'""",
        "event 1 told people of corrections of #0 at other times than they were made, or one is gone.",
    ),
    "a corrected result that nobody can have had": (
        "corrections",
        "SET places = '[2, 2]' WHERE match_id = 17",
        "#17: correction 1 gives 2 people the places [2, 2].",
    ),
}


DELETED = {
    "events whose match is gone": (
        "matches",
        "id = 9",
        "#9: 3 rows of events belong to it, but there is no such match.",
    ),
    "seats whose match is gone": ("matches", "id = 3", "#3: 2 rows of seats belong to it, but there is no such match."),
    "a match that was played": ("matches", "id = 4", "challenge 5 is accepted, and no match came of it."),
    "the number of a match": ("matches", "id = 10", "#10: the number was given, but nothing of it is here."),
    "all seats": ("seats", "match_id = 6", "#6: its seats are not all here, numbered from 1 on."),
    "the first seat": ("seats", "match_id = 6 AND seat = 1", "#6: its seats are not all here, numbered from 1 on."),
    "the last event": ("events", "match_id = 9 AND seq = 3", "#9: seq is stored as `3`, but the log leads to `2`."),
    "a board": ("outbox", "kind = 'board' AND match_id = 9 AND seq = 1", "#9: no board is here for event 1."),
    "the first board": (
        "outbox",
        "kind = 'board' AND match_id = 9 AND seq = 0",
        "#9: no board is here for its beginning.",
    ),
    "the row of a thread": (
        "outbox",
        "kind = 'thread' AND match_id = 9",
        "#9: it has 0 outbox rows that make its thread.",
    ),
    "an answer": ("outbox", "kind = 'show'", "nothing of it is here."),
    "a clock": ("clocks", "match_id = 4", "#4: challenge 5, which it came of, has clock `3d+1d cap 6d`, not `none`."),
    "an imported clock": ("clocks", "match_id = 10", "#10 to #10: 1 were imported with a clock, and 0 have one."),
    "a challenge": (
        "challenges",
        "id = 5",
        "challenge 5: 1 row of matches belong to it, but there is no such challenge.",
    ),
    "a challenge not taken up": (
        "challenges",
        "id = 11",
        "challenges 11: the number was given, but nothing of it is here.",
    ),
    "a challenger": (
        "challenge_people",
        "challenge_id = 12 AND place = 0",
        "challenge 12 has no challenger who is in.",
    ),
    "an agreed offer": ("offers", "kind = 'takeback'", "#1: event 4 is a takeback that no offer led to."),
    "an offer": ("offers", "id = 1", "#1: offer 1 was posted, and is not here."),
    "a note": ("notes", "id = 1", "notes 1: the number was given, but nothing of it is here."),
    "a pause": ("pauses", "id = 1", "#4: 1 pauses of it were posted, and 0 are here."),
    "a vacation": ("vacations", "id = 1", "vacations 1: the number was given, but nothing of it is here."),
    "when a server was reached": (
        "beats",
        "guild_id = 11",
        "server 11 has outages, but it is not here when it was last",
    ),
    "an outage": ("outages", "guild_id = 11 AND id = 1", "#6: the deadline is stored as"),
    "an event": (
        "tournaments",
        "id = 2",
        "event 2: 1 row of tournament_people belong to it, but there is no such event.",
    ),
    "a pairing that waits": ("pairings", "id = 6", "event 3 lets users 102, 103 meet 0 times in their group."),
    "a seat of a pairing": ("pairing_people", "pairing_id = 6 AND seat = 1", "pairing 6: its seats are not all here"),
    "a person of an event": (
        "tournament_people",
        "tournament_id = 3 AND user_id = 102",
        "event 3 has pairing 4, which seats [104, 102], somebody twice or who didn't sign up.",
    ),
    "a correction": ("corrections", "match_id = 17", "#17: pairing 4 is stored with places [1, 1], late []"),
    "the salt": ("meta", "key = 'salt'", "the salt of its posts is lost"),
}


def test_a_record_as_it_was_played_is_all_as_stored(record: TamperedRecord) -> None:
    assert record.verify() == []


@pytest.mark.parametrize("example", CHANGED)
def test_a_changed_row_is_found_and_named(record: TamperedRecord, example: str) -> None:
    table, change, expected = CHANGED[example]
    assert record.tamper_until(table, f"UPDATE {table} {change}", expected)


@pytest.mark.thorough
@pytest.mark.parametrize("example", DELETED)
def test_a_deleted_row_is_missed(record: TamperedRecord, example: str) -> None:
    table, where, expected = DELETED[example]
    assert record.tamper_until(table, f"DELETE FROM {table} WHERE {where}", expected)  # noqa: S608 - our own names


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
            await organizer.wait(timedelta(minutes=30))  # starts of matches are spread
        async with organizer.context.database.write() as tx:
            await tx.exec_driver_sql(change)
        assert any(expected in line for line in await organizer.verify())


async def test_a_cup_is_sound_in_whose_knock_out_not_everyone_plays(tmp_path: Path) -> None:
    async with make_organizer(tmp_path / "cup.db") as organizer:
        cup = await organizer.begin("cup", 9, at_once=4)
        for match in await organizer.running(cup):
            await organizer.lose(match, weaker(match))
        await organizer.wait(timedelta(minutes=30))  # starts of matches are spread
        assert (await organizer.known(cup)).stage == 1
        assert [person.user_id for person in await organizer.people(cup) if person.seed is None] == [9]
        assert await organizer.verify() == []


@pytest.mark.parametrize("example", one_always(TABLES))
async def test_what_is_wrong_at_tables_is_named(tmp_path: Path, example: str) -> None:
    change, expected = TABLES[example]
    async with make_organizer(tmp_path / "tables.db") as organizer:
        await organizer.begin("tables", 8, "zyrcan", rounds=2, table_size=4)
        async with organizer.context.database.write() as tx:
            await tx.exec_driver_sql(change)
        assert any(expected in line for line in await organizer.verify())


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ENTRY = {
    "action": "block",
    "user_id": 1,
    "guild_id": 1,
    "subject_id": 2,
    "match_id": None,
    "tournament_id": None,
    "details": {"reason": ""},
    "at": NOON,
}


def test_an_entry_by_any_person_on_any_server_is_sound() -> None:
    assert list(check_entry(ENTRY, NOON)) == []


@pytest.mark.parametrize("column", ["user_id", "guild_id"])
def test_an_entry_has_a_person_and_a_server(column: str) -> None:
    assert list(check_entry({**ENTRY, column: 0}, NOON)) == ["is of no person, or on no server"]
