"""Every column of every table is tampered with: `verify` finds it, or it is listed here as harmless, with the reason.

A column that a migration adds fails here until somebody has judged it. By default one wrong value is tried for the last
column of each table; `make test ARGS="--thorough tests/bot/admin/test_tampered_columns.py"` tries all values for all
columns in several rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from sqlalchemy import JSON, Boolean, LargeBinary

from storage.column_types import SafeText, UtcDateTime
from storage.schema import metadata

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Column

    from tests.bot.admin.tampering import TamperedRecord

COLUMNS = [f"{table.name}.{each.name}" for table in metadata.sorted_tables for each in table.c]
LAST_COLUMNS = [f"{table.name}.{list(table.c)[-1].name}" for table in metadata.sorted_tables]
"""One column of each table, and one that a migration adds comes last."""

ROWS: dict[str, dict[str, str]] = {
    "challenges": {"accepted": "id = 5", "open": "id = 12", "rematch": "id = 2", "pairing": "source_id = -1"},
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
        "planned": "match_id = 12 AND seq = 3",
    },
    "outbox": {
        "board": "kind = 'board' AND match_id = 9 AND seq = 2",
        "waiting": "sent_at IS NULL AND kind = 'board'",
        "thread": "kind = 'thread' AND match_id = 5",
        "offer": "kind = 'offer' AND match_id = 1 AND seq = 8",
        "show": "kind = 'show'",
        "challenge": "kind = 'challenge' AND challenge_id = 12",
        "event": "kind = 'tournament' AND lane = 'e1'",
    },
    "offers": {"agreed": "kind = 'draw' AND status = 'agreed'", "takeback": "kind = 'takeback'", "declined": "id = 1"},
    "notes": {"note": "id = 1"},
    "queued_moves": {"waiting": "match_id = 13"},
    "plans": {"waiting": "match_id = 12"},
    "analyses": {"own": "match_id = 12", "shared": "match_id = 3"},
    "ratings": {"drew": "match_id = 1 AND user_id = 101"},
    "tournaments": {"over": "id = 1", "open": "id = 2", "running": "id = 3"},
    "tournament_people": {
        "warned": "tournament_id = 1 AND user_id = 102",
        "new": "tournament_id = 2",
        "withdrawn": "tournament_id = 3 AND user_id = 104",
    },
    "pairings": {"corrected": "id = 1", "running": "id = 5", "waiting": "id = 6", "not played": "id = 7"},
    "pairing_people": {
        "corrected": "pairing_id = 1 AND seat = 2",
        "late": "pairing_id = 3 AND seat = 1",
        "running": "pairing_id = 5 AND seat = 1",
        "waiting": "pairing_id = 6 AND seat = 1",
        "withdrawn": "pairing_id = 7 AND seat = 2",
    },
    "corrections": {"first": "match_id = 14 AND number = 1", "last": "match_id = 14 AND number = 2"},
    "net_days": {"taken": "id = 1"},
    "reviews": {"found": "match_id = 1", "wanted": "match_id = 3"},
    "saved_states": {"saved": "match_id = 9"},
    "watchers": {"watcher": "match_id = 9"},
    "guesses": {"guess": "match_id = 9"},
    "match_views": {"views": "match_id = 9"},
    "crowds": {"crowd": "number = 1"},
    "crowd_members": {"challenger": "user_id = 101", "other": "user_id = 102"},
    "proposals": {"played": "id = 1"},
    "votes": {"vote": "user_id = 101"},
    "offer_votes": {"proposer": "user_id = 101", "decider": "user_id = 102"},
    "outcomes": {"claimed": "match_id = 7", "drawn": "match_id = 1", "pending": "match_id = 3"},
    "open_seats": {"taken": "status = 'taken'", "open": "status = 'open'"},
    "thread_archives": {"due": "match_id = 3"},
    "clocks": {"bank": "match_id = 4", "paused": "match_id = 5", "late": "match_id = 6", "over": "match_id = 7"},
    "beats": {"beat": "guild_id = 11"},
    "outages": {"outage": "id = 1", "last": "id = 3"},
    "pauses": {"ended": "id = 1", "standing": "id = 2"},
    "vacations": {"away": "id = 1"},
    "guilds": {"server": "guild_id = 11"},
    "puzzle_attempts": {"solved": "user_id = 101", "failed": "user_id = 102"},
    "deletions": {"waiting": "user_id = 105"},
    "web_sessions": {"signed in": "user_id = 101", "ended": "user_id IS NULL"},
    "deleted_channels": {"thread": "channel_id = 33"},
    "blocks": {"blocked": "user_id = 106"},
    "audit_log": {
        "settings": "id = 1",
        "block": "id = 2",
        "event": "action = 'event_create' AND tournament_id = 1",
        "correction": "action = 'event_correct' AND match_id = 14",
    },
    "people": {"chose": "user_id = 104", "plain": "user_id = 101"},
    "heard": {"channel": "channel_id = 21", "direct": "user_id = 101"},
    "meta": {
        "salt": "key = 'salt'",
        "imported": "key = 'imported'",
        "seeds": "key = 'checked_seeds'",
        "signs": "key LIKE 'signing_key %'",
    },
    "set_aside_jobs": {"digest": "kind = 'digest'"},
}
"""By table the rows that are tampered with, each by a name for what it is."""

MORE: dict[str, dict[str, str]] = {
    "audit_log.id": {"far": "id + 1000"},
    "challenges.id": {"far": "id + 1000"},
    "matches.id": {"far": "id + 1000"},
    "offers.id": {"far": "id + 1000"},
    "pairings.id": {"far": "id + 1000"},
    "outbox.id": {"far": "id + 1000"},
    "seats.user_id": {"other player": "102", "swapped": "203 - user_id"},
    "events.user_id": {"other player": "203 - user_id", "outsider": "999"},
    "events.seat": {"other seat": "3 - seat"},
    "events.kind": {"leave": "'leave'", "move": "'move'"},
    "matches.thread_id": {"shared": "38"},
    "matches.challenge_id": {"none such": "77"},
    "matches.rules": {"newer than any": "99", "none": "0"},
    "watchers.user_id": {"player": "101"},
    "guesses.user_id": {"player": "101"},
    "guesses.result": {"draw": "0", "no seat": "3", "no draw": "-1"},
    "guesses.choices": {"no draw": "2", "more": "4"},
    "guesses.percent": {"unsure": "30", "certain": "100"},
    "guesses.seq": {"later": "seq + 1"},
    "open_seats.status": {"kept": "'kept'", "turnpost": "'turnpost'"},
    "tournaments.kind": {"cup": "'cup'"},
    "tournaments.status": {"finished": "'finished'", "running": "'running'", "cancelled": "'cancelled'"},
    "pairing_people.place": {"first": "1", "last": "2"},
    "corrections.places": {"draw": "'[1, 1]'"},
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
    "crowd_members.source_id * other": "who is in a crowd is known by the row; its message can only join again",
    "crowd_members.name * other": "a name as Discord had it",
    "crowd_members.joined_at * *": "when somebody joined a crowd stands here alone",
    "crowds.role_id crowd other": "who may join a crowd stands here alone",
    "proposals.seat played other": "whose seat a proposal is for is known by its member",
    "proposals.user_id played other": "which member proposed a move stands here alone",
    "proposals.source_id played other": "which message brought a proposal stands here alone, and it is no other's",
    "offer_votes.source_id * other": "which message brought a vote stands here alone, and it is no other's",
    "crowds.vote_time * other": "another time for a vote is as good as the one that was chosen",
    "challenges.seat * null": "a seat drawn by lot is as good as one asked for",
    "challenges.seat open other": "the seat that the challenger asked for stands here alone",
    "challenges.look open empty": "the look that the challenger asked for stands here alone",
    "challenges.options rematch empty": "an option that isn't named has its default",
    "challenges.source_id accepted other": "a match came of it: its message can make no second challenge",
    "challenges.again * other": "how often a table opens again stands here alone",
    "challenges.theirs * turned": "whether seats can be chosen stands here alone, until one is",
    "challenges.rematch_of rematch null": "it is then a challenge like any other",
    "challenges.expires_at * a day before": "it closes a day sooner",
    "guilds.guild_id server other": "a server may choose before anything is played there",
    "guilds.puzzle_at server a day before": "the next puzzle comes at once, and the one after it on time",
    "puzzle_attempts.user_id * other": "who tried a puzzle stands here alone",
    "puzzle_attempts.game * other": "which puzzle somebody tried stands here alone",
    "puzzle_attempts.number * other": "which puzzle somebody tried stands here alone",
    "puzzle_attempts.failed solved turned": "how somebody answered stands here alone",
    "puzzle_attempts.tried_at failed a day before": "when somebody tried a puzzle stands here alone",
    "guilds.weekly_at server a day before": "the next match of the week comes at once, and the one after it on time",
    "match_views.match_id views other": "which match was viewed stands here alone",
    "match_views.hour views other": "when a match was viewed stands here alone",
    "match_views.views views other": "how often a match was viewed stands here alone",
    "watchers.match_id watcher other": "which match somebody watches stands here alone",
    "guesses.user_id guess other": "who guesses stands here alone",
    "guesses.name guess other": "a name as Discord had it",
    "guesses.choices guess no draw": "whether a game can be drawn is for its rules to say, which may change",
    "guesses.result guess *": "what somebody guesses stands here alone",
    "guesses.source_id guess other": "which form brought a guess stands here alone, and it is no other's",
    "watchers.user_id * other": "who watches a match stands here alone",
    "heard.channel_id * other": "a channel that nobody wrote in has no row, and the bot begins one",
    "heard.message_id * other": "messages that are read twice change nothing",
    "heard.user_id * *": "whose direct messages a channel has stands here alone; the bot asks Discord again",
    "meta.key seeds other": "any seed is then taken for one of an earlier release, as long as it decides nothing",
    "meta.key signs other": "what it signed is out of date, and a new key is made",
    "meta.key imported other": "what is known of imports only tells of matches that are lost later",
    "outages.id last other": "nothing names an outage by its number",
    "people.user_id chose other": "what a person chose stands here alone",
    "people.look chose empty": "what a person chose stands here alone; it is then as at first",
    "people.digest_at chose a day before": "the next digest comes at once, and the one after it on time",
    "deletions.user_id waiting other": "who asked for their deletion stands here alone",
    "deletions.asked_at waiting a day before": "when somebody asked for their deletion stands here alone",
    "deleted_channels.channel_id thread other": "which channel was deleted stands here alone",
    "deleted_channels.noted_at thread a day before": "when the bot learned of a deletion stands here alone",
    "web_sessions.id * other": "nothing names a session by its number for long",
    "web_sessions.user_id signed in other": "who is signed in stands here alone",
    "web_sessions.browser signed in other": "what a browser calls itself stands here alone",
    "web_sessions.created_at * a day before": "a session ends a day sooner",
    "blocks.guild_id blocked other": "which server blocks somebody stands here alone",
    "blocks.user_id blocked other": "whom a server blocks stands here alone",
    "blocks.blocked_by blocked other": "who blocked somebody stands here alone",
    "blocks.blocked_at blocked a day before": "when somebody was blocked stands here alone",
    "blocks.reason blocked other": "why somebody was blocked stands here alone",
    "audit_log.id * far": "nothing names an entry by its number",
    "audit_log.guild_id settings other": "where managers did something stands here alone",
    "audit_log.guild_id block other": "where managers did something stands here alone",
    "audit_log.user_id * other": "who did something stands here alone",
    "audit_log.subject_id block other": "whom managers blocked stands here alone",
    "audit_log.match_id correction other": "an entry may be of any match of an event",
    "audit_log.tournament_id event other": "an entry may be of any event",
    "audit_log.tournament_id correction other": "an entry may be of any event",
    "audit_log.details settings other": "which settings changed stands here alone",
    "audit_log.source_id * other": "which message brought an entry stands here alone, and it is no other's",
    "audit_log.at * a day before": "when managers did something stands here alone",
    "set_aside_jobs.key digest other": "a job that isn't due is put back when it is tried",
    "set_aside_jobs.failures digest other": "it is tried again a little later",
    "set_aside_jobs.reason digest other": "words for the operator, said by `health` and the log too",
    "set_aside_jobs.since digest a day before": "it only tells for how long",
    "vacations.began_at away a day before": "no turn that goes on began before",
    "challenge_people.place played other": "the order of people is the same with a gap in it",
    "challenge_people.name table other": "a name as Discord had it, until there is a match",
    "challenge_people.seat table *": "which seat somebody chose stands here alone, until there is a match",
    "matches.guild_id imported other": "no challenge and no post tells where an imported match is played",
    "matches.channel_id imported other": "no challenge and no post tells where an imported match is played",
    "matches.thread_id imported other": "no challenge and no post tells where an imported match is played",
    "matches.created_at imported a day before": "no challenge and no post tells when an imported match began",
    "events.text resigned other": "the reason in words; the event counts the same",
    "events.source_id * other": "which message brought an event stands here alone, and it is no other's",
    "events.source_id imported null": "a move that was queued has none",
    "tournaments.at_once over other": "how many matches people play at a time counts while some wait to begin",
    "tournaments.at_once open other": "how many matches people play at a time counts while some wait to begin",
    "tournaments.name running other": "what an event is called stands here alone until an event after it has its name",
    "tournaments.organizer_id * other": "who made an event stands here alone",
    "tournaments.source_id * other": "which message made an event stands here alone",
    "tournaments.due_at running a day before": "the bot looks a day sooner whether there is something to do",
    "tournament_people.user_id new other": "who signed up stands here alone until the event begins",
    "tournament_people.name new other": "a name as Discord had it, until there is a match",
    "corrections.user_id * other": "who corrected a result stands here alone",
    "corrections.places first empty": "a later correction counts",
    "notes.text note other": "what a note says stands here alone",
    "notes.source_id note other": "which message brought a note stands here alone, and it is no other's",
    "queued_moves.moves waiting other": "each move is held against the rules before it is played",
    "queued_moves.seat waiting other": "each move is held against the rules before it is played",
    "plans.seat waiting other": "whose plan it is stands here alone",
    "plans.tree waiting empty": "a plan is empty when it has come to its end",
    "plans.source_id waiting other": "which message made a plan stands here alone",
    "challenges.rated open turned": "whether a match counts stands here alone until it begins",
    "challenges.rated rematch turned": "whether a match counts stands here alone until it begins",
    "matches.rated imported turned": "no challenge tells whether an imported match counts",
    "analyses.user_id own other": "whose analysis it is stands here alone",
    "analyses.user_id shared other": "whose analysis it is stands here alone",
    "events.by_plan planned turned": "a move that was queued looks the same",
    "queued_moves.source_id waiting other": "which message queued moves stands here alone",
    "outbox.kind show other": "an answer that was sent is not sent again",
    "outbox.body * other": "rows of these kinds need nothing in their body",
    "outbox.body challenge empty": "rows of these kinds need nothing in their body",
    "outbox.body thread empty": "which forum a match is a post of is known by its thread once that is made",
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
    "outbox.destination waiting null": "a row without a destination waits for its lane alone",
    "outbox.source_id * *": "which message a row answers stands here alone, and it is no other's",
}
"""What isn't found, as `table.column row wrong` with `*` for any, each with the reason."""


def wrongs(column: Column[Any]) -> Iterator[tuple[str, str]]:
    """Yield wrong values for a column, each by a name, as SQL."""
    name = f'"{column.name}"'
    if column.nullable:
        yield "null", "NULL"
    if isinstance(column.type, UtcDateTime):
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
    elif isinstance(column.type, SafeText):
        yield "other", "'x'"
        yield "number", "x'07'"
    elif isinstance(column.type, LargeBinary):
        yield "other", "x'07'"
        yield "word", "'soon'"
    else:
        yield "other", f"coalesce({name}, 0) + 1"
        yield "word", "'soon'"
    yield from MORE.get(f"{column.table.name}.{column.name}", {}).items()


class Case(NamedTuple):
    """A wrong value for a column of a row, as SQL; `row` and `wrong` are names for the row and the value."""

    table: str
    column: str
    row: str
    wrong: str
    value: str

    @property
    def name(self) -> str:
        return f"{self.table}.{self.column} {self.row} {self.wrong}"

    @property
    def statement(self) -> str:
        where = ROWS[self.table][self.row]
        return f'UPDATE {self.table} SET "{self.column}" = {self.value} WHERE {where}'  # noqa: S608 - our own names

    @property
    def harmless(self) -> str | None:
        """The entry of `HARMLESS` for this case, or None."""
        column = f"{self.table}.{self.column}"
        entries = (f"{column} {row} {wrong}" for row in (self.row, "*") for wrong in (self.wrong, "*"))
        return next((entry for entry in entries if entry in HARMLESS), None)


CASES = {
    f"{table.name}.{column.name}": [
        Case(table.name, column.name, row, wrong, value)
        for number, row in enumerate(ROWS.get(table.name, {}))
        for wrong, value in wrongs(column)
        if not (number and wrong in KINDS)  # what no column of this kind can hold is the same in any row
    ]
    for table in metadata.sorted_tables
    for column in table.c
}


def test_every_table_has_rows_to_tamper_with() -> None:
    assert set(ROWS) == set(metadata.tables)


def test_every_harmless_change_is_among_the_cases() -> None:
    assert {case.harmless for cases in CASES.values() for case in cases} >= set(HARMLESS)


@pytest.mark.parametrize("column", LAST_COLUMNS)
def test_a_wrong_value_is_found(record: TamperedRecord, column: str) -> None:
    # Values of the column's own kind come first: only the checks of this very column find them.
    for case in sorted(CASES[column], key=lambda case: case.wrong in KINDS):
        found = (
            None if case.harmless else record.tamper_until(case.table, case.statement, readable=case.wrong not in KINDS)
        )
        if found is not None:
            assert found, case.name
            return
    assert any(case.harmless for case in CASES[column]), "the database rejects every wrong value"


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.thorough
def test_every_wrong_value_is_found_or_harmless(record: TamperedRecord, column: str) -> None:
    said = {case: record.tamper(case.table, case.statement) for case in CASES[column]}
    missed = {case.harmless or case.name for case, lines in said.items() if lines == []}
    assert missed == {entry for entry in HARMLESS if entry.split()[0] == column}
    assert any(lines is not None for lines in said.values()), "the database rejects every wrong value"
