from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import WriteConflict
from storage.queries import events, key_value, matches
from storage.queries.rows import DIRECT, Match, NewEvent, Person
from tests.storage.samples import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    HOUR,
    NOON,
    THREAD,
    move,
    new_challenge,
    new_match,
    source,
)

if TYPE_CHECKING:
    from storage.engine.database import Database

HOSTILE = [
    "Robert'); DROP TABLE matches;--",
    '"); DELETE FROM seats; --',
    "%s %(name)s {0} :name ? \\",
    "@everyone <@1> `code` **bold** ||spoiler||",
    "\u202eright to left\u202c\u200b",
    "👩‍🚀 Zoë 王 \U0001f469\u200d\U0001f680",
    "line\nbreak\ttab\r",
    "",
    "x" * 100_000,
]


async def test_a_match_comes_back_as_it_was_made(database: Database) -> None:
    async with database.write() as tx:
        challenge = await new_challenge(tx)
        made = await matches.create(
            tx,
            game="martian-life",
            rules=2,
            options={"size": 8, "mode": "long"},
            seed=-(2**63),
            guild_id=GUILD,
            channel_id=CHANNEL,
            seats=(BOB, CLEO, ANN),
            position="8/8/8 s1",
            to_move=3,
            challenge_id=challenge.id,
            look={"theme": "light"},
            at=NOON,
        )
    expected = Match(
        id=made.id,
        game="martian-life",
        rules=2,
        options={"size": 8, "mode": "long"},
        seed=-(2**63),
        guild_id=GUILD,
        channel_id=CHANNEL,
        thread_id=None,
        seats=(BOB, CLEO, ANN),
        seq=0,
        position="8/8/8 s1",
        to_move=3,
        created_at=NOON,
        since=NOON,
        ended_at=None,
        challenge_id=challenge.id,
        look={"theme": "light"},
        gone=frozenset(),
        public_id=made.public_id,
    )
    assert made == expected
    async with database.read() as tx:
        assert await matches.get(tx, made.id) == expected
        assert await matches.get(tx, made.id + 1) is None


async def test_a_match_that_goes_on_has_a_player_to_move(database: Database) -> None:
    async with database.write() as tx:
        match = replace(await new_match(tx), to_move=2)

    assert (match.seat_to_move, match.player_to_move) == (2, match.seats[1])
    with pytest.raises(ValueError, match="has ended"):
        _ = replace(match, to_move=None).player_to_move


async def test_a_match_has_a_name_that_cannot_be_guessed_and_is_found_by_it(database: Database) -> None:
    async with database.write() as tx:
        made = [await new_match(tx) for _ in range(20)]
        names = [each.public_id for each in made]
        assert len(set(names)) == 20
        assert all(re.fullmatch(r"[\w-]{16}", each) for each in names)
        for match in made:
            assert await matches.by_public_id(tx, match.public_id) == match
            assert await matches.get(tx, match.id) == match
        for strange in ("", "1", names[0][:-1], names[0].swapcase(), f"{names[0]} ", "%", "\0"):
            assert await matches.by_public_id(tx, strange) is None


@pytest.mark.parametrize("text", HOSTILE)
async def test_whatever_a_stranger_types_comes_back_as_typed(database: Database, text: str) -> None:
    async with database.write() as tx:
        made = await new_match(tx, seats=(Person(1, text), Person(2, text)))
        await move(tx, made, text)
        await key_value.write(tx, text, text)
    async with database.read() as tx:
        match = await matches.get(tx, made.id)
        kept = await key_value.read(tx, text)
    assert match is not None
    assert [person.name for person in match.seats] == [text, text]
    assert (match.position, kept) == (f"after {text}", text)


async def test_what_no_database_can_hold_becomes_a_replacement_sign(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx, seats=(Person(1, "nul\0 half\ud83d pair"), BOB))
    assert match.seats[0].name == "nul\ufffd half\ufffd pair"


async def test_a_channel_lists_its_matches_active_first_then_newest_first(database: Database) -> None:
    async with database.write() as tx:
        ended = await new_match(tx)
        older = await new_match(tx)
        newer = await new_match(tx)
        last_but_ended = await new_match(tx)
        for match in (ended, last_but_ended):
            await move(tx, match, to_move=None)
        threaded = await new_match(tx)
        await matches.set_thread(tx, threaded.id, THREAD)
        await new_match(tx, channel_id=CHANNEL + 1)
    async with database.read() as tx:
        here = await matches.in_channel(tx, CHANNEL)
        there = await matches.in_channel(tx, THREAD)
    assert [match.id for match in here] == [newer.id, older.id, last_but_ended.id, ended.id]
    assert [match.id for match in there] == [threaded.id]
    assert there[0].home == THREAD


async def test_a_player_lists_active_matches_longest_waiting_first(database: Database) -> None:
    async with database.write() as tx:
        first = await new_match(tx, at=NOON)
        second = await new_match(tx, at=NOON + HOUR)
        await new_match(tx, seats=(BOB, CLEO))
        over = await new_match(tx)
        await move(tx, first, at=NOON + 2 * HOUR)
        await move(tx, over, to_move=None)
    async with database.read() as tx:
        assert [match.id for match in await matches.of_player(tx, ANN.id)] == [second.id, first.id]


async def test_the_matches_in_which_a_user_is_to_move(database: Database) -> None:
    async with database.write() as tx:
        later = await new_match(tx, at=NOON + HOUR)
        sooner = await new_match(tx, seats=(BOB, ANN), to_move=2)
        waiting = await new_match(tx, to_move=2)
        over = await new_match(tx)
        await move(tx, over, to_move=None)
    async with database.read() as tx:
        assert [match.id for match in await matches.to_move(tx, ANN.id)] == [sooner.id, later.id]
        assert [match.id for match in await matches.to_move(tx, BOB.id)] == [waiting.id]
        assert await matches.to_move(tx, CLEO.id) == []
        assert (await matches.to_move(tx, ANN.id))[0].seats == (BOB, ANN)


async def test_a_seat_that_left_is_noted_and_gets_no_more_turns(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx, seats=(ANN, BOB, CLEO), to_move=1)
        left = await events.append(
            tx,
            match,
            NewEvent(
                kind="leave", seat=2, user_id=BOB.id, text="resigned", source_id=source(), position="on", to_move=1
            ),
            at=NOON,
        )
    assert left.gone == {2}
    async with database.read() as tx:
        assert await matches.of_player(tx, BOB.id) == []
        assert await matches.of_player(tx, ANN.id) == [left]


async def test_a_match_cannot_come_of_a_challenge_that_does_not_exist(database: Database) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        async with database.write() as tx:
            await new_match(tx, challenge_id=99)


async def test_a_fact_is_kept_until_it_is_written_anew(database: Database) -> None:
    async with database.write() as tx:
        assert await key_value.read(tx, "commands") is None
        await key_value.write(tx, "commands", "abc")
        await key_value.write(tx, "seen", "1")
        await key_value.write(tx, "commands", "def")
    async with database.read() as tx:
        assert await key_value.read(tx, "commands") == "def"
        assert await key_value.read(tx, "seen") == "1"


async def test_active_matches_are_found_by_the_rules_that_they_use(database: Database) -> None:
    async with database.write() as tx:
        old, new, second_old = [await new_match(tx, rules=rules) for rules in (1, 2, 1)]
        other = await new_match(tx, game="xong", rules=1)
        for game in ("xong", "zyrcan"):
            await move(tx, await new_match(tx, game=game, rules=3), to_move=None)
        assert await matches.rules_in_use(tx) == [("xero-g", 1), ("xero-g", 2), ("xong", 1)]
        assert await matches.with_rules(tx, "xero-g", 1) == [old, second_old]
        assert await matches.with_rules(tx, "xong", 1) == [other]
        assert await matches.with_rules(tx, "xong", 3) == []
        assert await matches.active(tx) == [old, new, second_old, other]
        assert await matches.count_active(tx) == {"xero-g": 3, "xong": 1}


async def test_the_rules_of_a_match_change_only_as_the_caller_saw_it(database: Database) -> None:
    async with database.write() as tx:
        seen, other = await new_match(tx), await new_match(tx)
        await matches.set_rules(tx, seen, 2)
        assert (await matches.require(tx, seen.id)).rules == 2
        assert (await matches.require(tx, other.id)).rules == 1
        moved, over = await move(tx, other), await move(tx, await new_match(tx), to_move=None)
        for stale in (seen, other, over):
            with pytest.raises(WriteConflict):
                await matches.set_rules(tx, stale, 3)
        await matches.set_rules(tx, moved, 3)
        assert [(await matches.require(tx, each.id)).rules for each in (seen, moved, over)] == [2, 3, 1]


async def test_the_guild_of_a_person_is_that_of_their_latest_match(database: Database) -> None:
    async with database.write() as tx:
        assert await matches.latest_guild(tx, ANN.id) is None
        await new_match(tx)
        await new_match(tx, guild_id=GUILD + 1)
        await new_match(tx, seats=(BOB, CLEO), guild_id=GUILD + 2)
        assert await matches.latest_guild(tx, ANN.id) == GUILD + 1
        assert await matches.latest_guild(tx, BOB.id) == GUILD + 2
        await new_match(tx, guild_id=DIRECT)
        assert await matches.latest_guild(tx, ANN.id) == GUILD + 1, "direct messages belong to no server"


async def test_the_first_match_of_a_person_is_that_of_the_game(database: Database) -> None:
    async with database.write() as tx:
        assert await matches.first_of(tx, ANN.id, "xero-g") is None
        await new_match(tx, seats=(BOB, CLEO))
        await new_match(tx, game="martian-life")
        first, _ = await new_match(tx), await new_match(tx)
        assert await matches.first_of(tx, ANN.id, "xero-g") == first.id


async def test_a_match_knows_the_seat_of_each_player(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx, seats=(BOB, ANN))
    assert [match.seat_of(person.id) for person in (ANN, BOB, CLEO)] == [2, 1, None]


async def test_a_match_or_thread_changes_without_the_others(database: Database) -> None:
    async with database.write() as tx:
        threaded, other = await new_match(tx), await new_match(tx)
        await matches.set_thread(tx, threaded.id, THREAD)
        assert (await matches.require(tx, threaded.id)).home == THREAD
        assert await matches.get(tx, other.id) == other
        with pytest.raises(LookupError):
            await matches.require(tx, 99)


async def test_the_computer_player_to_move_is_known(database: Database) -> None:
    computer = Person.computer(2)
    async with database.write() as tx:
        of_person, of_computer = [await new_match(tx, seats=(ANN, computer), to_move=seat) for seat in (1, 2)]
        over = await move(tx, of_computer, to_move=None)
    assert [match.computer_to_move for match in (of_person, of_computer, over)] == [None, computer, None]
