"""Every column of every table is tampered with in turn: `verify` finds it, or it is named here as harmless, and why.

A column that a migration adds fails here until somebody has judged it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import JSON, Boolean

from bot.admin.verify import database
from bot.admin.verify import matches as verify
from games import GAMES
from storage.engine.database import Database, file_url
from storage.tables.columns import Moment, Words
from storage.tables.schema import metadata
from tests.bot.admin.played_record import write_record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Column

ROWS: dict[str, dict[str, str]] = {
    "challenges": {"accepted": "id = 5", "open": "id = 12", "rematch": "id = 2"},
    "challenge_people": {"played": "challenge_id = 5 AND place = 1", "table": "challenge_id = 13 AND place = 1"},
    "matches": {"active": "id = 9", "over": "id = 1", "imported": "id = 10"},
    "seats": {"active": "match_id = 9 AND seat = 2", "left": "match_id = 8 AND seat = 2"},
    "events": {
        "move": "match_id = 9 AND seq = 2",
        "takeback": "kind = 'takeback'",
        "draw": "kind = 'draw'",
        "resigned": "match_id = 8 AND seq = 2",
        "claimed": "match_id = 7 AND seq = 1",
        "imported": "match_id = 10 AND seq = 2",
    },
    "outbox": {
        "board": "kind = 'board' AND match_id = 9 AND seq = 2",
        "waiting": "sent_at IS NULL AND kind = 'board'",
        "thread": "kind = 'thread' AND match_id = 5",
        "offer": "kind = 'offer' AND match_id = 1 AND seq = 8",
        "show": "kind = 'show'",
        "challenge": "kind = 'challenge' AND challenge_id = 12",
    },
    "offers": {"agreed": "kind = 'draw' AND status = 'agreed'", "takeback": "kind = 'takeback'", "declined": "id = 1"},
    "notes": {"note": "id = 1"},
    "clocks": {"bank": "match_id = 4", "paused": "match_id = 5", "late": "match_id = 6", "over": "match_id = 7"},
    "beats": {"beat": "guild_id = 11"},
    "outages": {"outage": "id = 1", "last": "id = 3"},
    "pauses": {"ended": "id = 1", "standing": "id = 2"},
    "vacations": {"away": "id = 1"},
    "guilds": {"server": "guild_id = 11"},
    "people": {"chose": "user_id = 104", "plain": "user_id = 101"},
    "heard": {"channel": "channel_id = 21", "direct": "user_id = 101"},
    "meta": {"salt": "key = 'salt'", "imported": "key = 'imported'"},
    "set_aside_jobs": {"digest": "kind = 'digest'"},
}
"""By table the rows that are tampered with, each by a name for what it is."""

MORE: dict[str, dict[str, str]] = {
    "challenges.id": {"far": "id + 1000"},
    "offers.id": {"far": "id + 1000"},
    "seats.user_id": {"other player": "102", "swapped": "203 - user_id"},
    "events.user_id": {"other player": "203 - user_id", "outsider": "999"},
    "events.seat": {"other seat": "3 - seat"},
    "events.kind": {"leave": "'leave'", "move": "'move'"},
    "matches.thread_id": {"shared": "38"},
    "matches.challenge_id": {"none such": "77"},
    "clocks.control": {"other": "'5d'"},
    "clocks.left": {"less": "'[1000000, 1000000]'", "letters": """'["a", "b"]'"""},
    "clocks.due": {"other": "CASE due WHEN 'alarm' THEN 'timeout' ELSE 'alarm' END"},
    "offers.status": {"agreed": "'agreed'", "declined": "'declined'"},
    "people.preferences": {"unknown": """'{"digest": "25"}'"""},
    "guilds.settings": {"unknown": """'{"most": 0}'""", "words": """'{"zone": "Mars/Olympus"}'"""},
}
"""By column more wrong values than those that its kind has."""

KINDS = {"word", "number", "no JSON"}
"""The wrong values that are of another kind than their column."""

HARMLESS: dict[str, str] = {
    "beats.at beat a day before": "a bot that was away for a day leaves the same",
    "challenges.seat * null": "a seat drawn by lot is as good as one asked for",
    "challenges.seat open other": "the seat that the challenger asked for stands here alone",
    "challenges.look open *": "the look that the challenger asked for stands here alone",
    "challenges.clock * other": "the clock that the challenger asked for stands here alone, until there is a match",
    "challenges.source_id accepted other": "a match came of it: its message can make no second challenge",
    "challenges.again * other": "how often a table opens again stands here alone",
    "challenges.theirs * turned": "whether seats can be chosen stands here alone, until one is",
    "challenges.rematch_of rematch null": "it is then a challenge like any other",
    "challenges.expires_at * a day before": "it closes a day sooner",
    "guilds.guild_id server other": "a server may choose before anything is played there",
    "guilds.settings server empty": "what a server chose stands here alone; it is then as at first",
    "heard.channel_id * other": "a channel that nobody wrote in has no row, and the bot begins one",
    "heard.message_id * other": "messages that are read twice change nothing",
    "heard.user_id * *": "whose direct messages a channel has stands here alone; the bot asks Discord again",
    "meta.key imported other": "what is known of imports only tells of matches that are lost later",
    "outages.id last other": "nothing names an outage by its number",
    "people.user_id chose other": "what a person chose stands here alone",
    "people.look chose empty": "what a person chose stands here alone; it is then as at first",
    "people.digest_at chose a day before": "the next digest comes at once, and the one after it on time",
    "set_aside_jobs.key digest other": "a job that isn't due is put back when it is tried",
    "set_aside_jobs.failures digest other": "it is tried again a little later",
    "set_aside_jobs.reason digest other": "words for the operator, said by `health` and the log too",
    "set_aside_jobs.since digest a day before": "it only tells for how long",
    "vacations.began_at away a day before": "no turn that goes on began before",
    "challenge_people.place played other": "the order of people is the same with a gap in it",
    "challenge_people.name table other": "a name as Discord had it, until there is a match",
    "challenge_people.seat table *": "which seat somebody chose stands here alone, until there is a match",
    "matches.seed over other": "nothing is drawn by lot in that game",
    "matches.seed imported other": "nothing is drawn by lot in that game",
    "matches.guild_id imported other": "no challenge and no post tells where an imported match is played",
    "matches.channel_id imported other": "no challenge and no post tells where an imported match is played",
    "matches.thread_id imported other": "no challenge and no post tells where an imported match is played",
    "matches.created_at imported a day before": "no challenge and no post tells when an imported match began",
    "events.text resigned other": "the reason in words; the event counts the same",
    "events.text claimed other": "the reason in words; the event counts the same",
    "events.source_id * other": "which message brought an event stands here alone, and it is no other's",
    "notes.text note other": "what a note says stands here alone",
    "notes.source_id note other": "which message brought a note stands here alone, and it is no other's",
    "outbox.kind show other": "an answer that was sent is not sent again",
    "outbox.body * other": "rows of these kinds need nothing in their body",
    "outbox.match_id show *": "an answer that was sent is not sent again",
    "outbox.challenge_id offer other": "it is the challenge of its match",
    "outbox.seq thread other": "rows of these kinds are about no event",
    "outbox.seq challenge other": "rows of these kinds are about no event",
    "outbox.seq show *": "an answer that was sent is not sent again",
    "outbox.attempts * other": "how often a row was tried tells nothing of where it went",
    "outbox.retry_at * year 2100": "what was sent is not tried again",
    "outbox.sent_at thread a day before": "it was written four days before it was sent",
    "outbox.channel_id show other": "where somebody asked stands here alone",
    "outbox.message_id * *": "which message a row became stands here alone, and it is no other board's",
    "outbox.source_id * *": "which message a row answers stands here alone, and it is no other's",
}
"""What isn't found, as `table.column row wrong` with `*` for any, each with the reason."""


def wrongs(column: Column[Any]) -> Iterator[tuple[str, str]]:
    """Yield wrong values for a column, each by a name, as SQL."""
    name = f'"{column.name}"'
    if column.nullable:
        yield "null", "NULL"
    if isinstance(column.type, Moment):
        yield "a day before", f"{name} - 86400000000"
        yield "year 2100", "4102444800000000"
        yield "word", "'soon'"
    elif isinstance(column.type, Boolean):
        yield "turned", f"1 - {name}"
        yield "word", "'yes'"
    elif isinstance(column.type, JSON):
        yield "empty", f"CASE WHEN json_type({name}) = 'array' THEN '[]' ELSE '{{}}' END"
        yield "other", f"CASE WHEN json_type({name}) = 'array' THEN '[7]' ELSE '{{\"x\": 1}}' END"
        yield "no JSON", "'{'"
    elif isinstance(column.type, Words):
        yield "other", "'x'"
        yield "number", "x'07'"
    else:
        yield "other", f"coalesce({name}, 0) + 1"
        yield "word", "'soon'"
    yield from MORE.get(f"{column.table.name}.{column.name}", {}).items()


CASES = [
    (table.name, column.name, row, wrong, value)
    for table in metadata.sorted_tables
    for column in table.c
    for place, row in enumerate(ROWS.get(table.name, {}))
    for wrong, value in wrongs(column)
    if not (place and wrong in KINDS)  # what no column of this kind can hold is the same in any row
]


class Desk:
    """A record that can be tampered with and put back, held open as long as the tests run."""

    def __init__(self, runner: asyncio.Runner, folder: Path) -> None:
        self._run = runner.run
        self._database = self._run(Database.open(file_url(folder / "played.db")))
        self.now = self._run(write_record(self._database, folder))
        self._hands = sqlite3.connect(folder / "played.db")

    def verify(self) -> list[str]:
        """Return what `verify` says of the record."""
        return self._run(self._verify())

    async def _verify(self) -> list[str]:
        found = await database.inspect(self._database, GAMES, self.now)
        verdicts = [each async for each in verify.verify(self._database, GAMES, self.now, found.unreadable)]
        said = [line for each in verdicts for line in (*each.differences, *each.notes)]
        return [*found.differences, *found.notes, *said]

    def tamper(self, table: str, statement: str, *more: str) -> list[str] | None:
        """Return what `verify` says after some statements that change tables; None where they change nothing."""
        tables = [table, *more]
        before = {each: self._hands.execute(f"SELECT * FROM {each}").fetchall() for each in tables}  # noqa: S608 - our own names
        try:
            with self._hands:
                self._hands.execute(statement)
            after = {each: self._hands.execute(f"SELECT * FROM {each}").fetchall() for each in tables}  # noqa: S608 - our own names
            return None if after == before else self.verify()
        except sqlite3.IntegrityError:
            return None
        finally:
            with self._hands:
                for each, rows in before.items():
                    self._hands.execute(f"DELETE FROM {each}")  # noqa: S608 - our own names
                    marks = ", ".join("?" * len(rows[0]))
                    self._hands.executemany(f"INSERT INTO {each} VALUES ({marks})", rows)  # noqa: S608 - our own names

    def close(self) -> None:
        """Close the record."""
        self._hands.close()
        self._run(self._database.close())


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A record in which all tables have rows."""
    with asyncio.Runner() as runner:
        made = Desk(runner, tmp_path_factory.mktemp("played"))
        yield made
        made.close()


def named(column: str, row: str, wrong: str) -> str | None:
    """Return the name by which something wrong in a column of a row is harmless, None where it isn't."""
    names = [f"{column} {a} {b}" for a in (row, "*") for b in (wrong, "*")]
    return next((name for name in names if name in HARMLESS), None)


def test_a_record_as_it_was_played_is_all_as_stored(desk: Desk) -> None:
    assert desk.verify() == []


def test_every_table_has_rows_to_tamper_with() -> None:
    assert set(ROWS) == set(metadata.tables)


@pytest.mark.parametrize(
    "column", [f"{table.name}.{each.name}" for table in metadata.sorted_tables for each in table.c]
)
def test_a_wrong_value_is_found_or_named_as_harmless(desk: Desk, column: str) -> None:
    missed, tried = set[str](), 0
    for table, name, row, wrong, value in CASES:
        if f"{table}.{name}" != column:
            continue
        said = desk.tamper(table, f'UPDATE {table} SET "{name}" = {value} WHERE {ROWS[table][row]}')  # noqa: S608 - our own names
        tried += said is not None
        if said == []:
            missed.add(named(column, row, wrong) or f"{column} {row} {wrong}")
    assert missed == {name for name in HARMLESS if name.split()[0] == column}
    assert tried, "the database itself refuses every wrong value of this column"


EXAMPLES = {
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
    "a nulled source": ("events", "SET source_id = NULL WHERE match_id = 9 AND seq = 2", "#9: event 2 has no `source`"),
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
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_was_once_missed_is_found_and_named(desk: Desk, example: str) -> None:
    table, change, told = EXAMPLES[example]
    said = desk.tamper(table, f"UPDATE {table} {change}")
    assert said is not None
    assert any(told in line for line in said), said


GONE = {
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
    "the salt": ("meta", "key = 'salt'", "the salt of its posts is lost"),
}


@pytest.mark.parametrize("what", GONE)
def test_a_row_that_is_gone_is_missed(desk: Desk, what: str) -> None:
    table, where, told = GONE[what]
    said = desk.tamper(table, f"DELETE FROM {table} WHERE {where}")  # noqa: S608 - our own names
    assert said is not None
    assert any(told in line for line in said), said
