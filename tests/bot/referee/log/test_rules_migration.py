"""Rules change between two starts: matches go on under their own, are carried over, or end as void."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.admin.verify.matches import Verdict, verify_matches
from bot.features.board_posts.text import board_post
from bot.match_files import files
from bot.referee import boards, endings, formatting, replays
from bot.referee.challenges.answer import accept_challenge
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.context import Context
from bot.referee.errors import RequestRejected, RulesMissing
from bot.referee.lists import MyMatches, list_my_matches
from bot.referee.log.rules_migration import migrate_matches
from bot.referee.requests import MovePlayed, MoveText, Request
from bot.referee.turns import play
from games import GAMES
from games.contract import IllegalMove
from games.martian_life import MartianLife
from storage.engine.database import Database
from storage.queries import events, matches
from storage.queries.rows import Match, NewEvent, Person
from storage.schema import outbox
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from games.contract import Game

ANN, BOB = Person(1, "Ann"), Person(2, "Bob")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
FIRST = MartianLife()
_sources = count(100)


class Stricter(MartianLife):
    """A second version that no longer takes a move which the first one takes."""

    info = replace(FIRST.info, rules=2)

    def parse(self, state: Any, text: str) -> Any:
        if text == "e4+":
            raise IllegalMove("illegal", "That is no longer done.")
        return super().parse(state, text)


class Alike(MartianLife):
    """A second version under which every match goes as before."""

    info = replace(FIRST.info, rules=2)


class Keeping(Stricter):
    """A second version that has the first one beside it."""

    info = replace(FIRST.info, rules=2, earlier=(FIRST,))


class Renamed(Stricter):
    """A second version that can't even read the positions of the first."""

    def parse_position(self, text: str, *_: Any, **__: Any) -> Any:
        raise ValueError(f"What is {text}?")


class Broken(MartianLife):
    """A second version with a fault in it."""

    info = replace(FIRST.info, rules=2)

    def start(self, *_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("oh")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncGenerator[Database]:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    yield database
    await database.close()


def under(database: Database, *games: Game[Any, Any]) -> Context:
    """Return what the bot works with after a start with these games."""
    return Context(database, {game.info.key: game for game in games}, now=lambda: NOON, rng=Random(1))


async def begin_match(context: Context, *texts: str) -> Match:
    """Return a match of Martian Life, Ann against Bob, after some moves."""
    offer = ChallengeTerms(context.games["martian-life"].info, {}, 1, 2, {})
    request = await issue_challenge(context, offer, (ANN, BOB), guild_id=1, channel_id=2, source_id=next(_sources))
    match = await accept_challenge(context, getattr(request, "id", 0), BOB, next(_sources), guild_id=1)
    assert isinstance(match, Match)
    for text in texts:
        match = await play_moves(context, match.id, text)
    return match


async def play_moves(context: Context, match_id: int, text: str) -> Match:
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
    mover = match.seats[(match.to_move or 1) - 1]
    played = await play.play_move(context, Request(mover.id, next(_sources), 2, 1), MoveText(text, match_id))
    assert isinstance(played, MovePlayed)
    return played.match


async def known(context: Context, match_id: int) -> Match:
    async with context.database.read() as tx:
        return await matches.require(tx, match_id)


async def verdict_on(context: Context, match_id: int) -> Verdict:
    (found,) = [one async for one in verify_matches(context.database, context.games) if one.match_id == match_id]
    return found


async def test_a_match_keeps_the_version_it_began_under_and_new_ones_take_the_latest(
    database: Database,
) -> None:
    old = await begin_match(under(database, FIRST), "e4+", "b7")
    context = under(database, Keeping())
    await migrate_matches(context)
    assert (await known(context, old.id)).rules == 1
    assert context.game(old).info is FIRST.info
    await play_moves(context, old.id, "f5")
    assert (await verdict_on(context, old.id)) == Verdict(old.id, 3, ())
    new = await begin_match(context)
    assert new.rules == 2
    with pytest.raises(RequestRejected, match="no longer done"):
        await play_moves(context, new.id, "e4+")


async def test_a_match_that_a_change_does_not_touch_is_carried_over(database: Database) -> None:
    old = await begin_match(under(database, FIRST), "f5", "b7")
    context = under(database, Stricter())
    before = await verdict_on(context, old.id)
    assert not before.differences
    assert "the next start of the bot carries it over to version 2" in before.notes[0]
    with pytest.raises(RequestRejected, match="is on hold"):
        await play_moves(context, old.id, "e3")
    await migrate_matches(context)
    carried = await known(context, old.id)
    assert carried == replace(old, rules=2)
    assert (await verdict_on(context, old.id)) == Verdict(old.id, 2, ())
    with pytest.raises(RequestRejected, match="no longer done"):
        await play_moves(context, old.id, "e4+")
    await play_moves(context, old.id, "e3")


async def test_a_match_that_a_change_would_alter_ends_as_void_and_both_are_told(database: Database) -> None:
    old = await begin_match(under(database, FIRST), "e4+", "b7")
    context = under(database, Stricter())
    before = await verdict_on(context, old.id)
    assert "ends it as void, for by version 2 event 1 (move `e4+`) is not taken" in before.differences[0]
    await migrate_matches(context)
    void = await known(context, old.id)
    assert (void.rules, void.to_move, void.ended_at, void.position) == (1, None, NOON, old.position)
    async with database.read() as tx:
        last = (await events.of_match(tx, old.id))[-1]
        now = await boards.take_snapshot(context, tx, void, void.seq)
    assert (last.kind, last.seat, last.user_id, last.source_id, last.seq) == ("end", None, None, None, 3)
    assert await boards_to_post(database, old.id) == [0, 1, 2, 3]
    said = board_post(now, context.game(void), formatting.mention, content=True)
    assert said.startswith(f"**Martian Life #{old.id} is void**: nobody wins. The rules changed after")
    assert "<@" not in said
    with pytest.raises(RequestRejected, match="ended"):
        await play_moves(context, old.id, "f5")
    assert await list_my_matches(context, ANN.id, None) == MyMatches(ANN.id, [], [], [])
    after = await verdict_on(context, old.id)
    assert not after.differences
    assert "It is over, and is kept as it is." in after.notes[0]


async def boards_to_post(database: Database, match_id: int) -> list[int]:
    """Return which events of a match have a board in the outbox, in the order in which they will be posted."""
    query = select(outbox.c.seq).where(outbox.c.match_id == match_id, outbox.c.kind == "board").order_by(outbox.c.id)
    async with database.read() as tx:
        return list((await tx.execute(query)).scalars())


async def test_a_second_start_finds_nothing_to_do(database: Database) -> None:
    old = await begin_match(under(database, FIRST), "e4+")
    for _ in range(2):
        context = under(database, Stricter())
        await migrate_matches(context)
        assert (await known(context, old.id)).seq == 2


async def test_a_void_match_is_shown_as_it_stood_but_not_replayed(database: Database) -> None:
    old = await begin_match(under(database, FIRST), "e4+", "b7")
    first = under(database, FIRST)
    async with database.read() as tx:
        shown = FIRST.position(await first.state(tx, old))
    context = under(database, Stricter())
    await migrate_matches(context)
    void = await known(context, old.id)
    async with database.read() as tx:
        now = await boards.take_snapshot(context, tx, void, void.seq)
        with pytest.raises(RulesMissing, match="version 1 of the rules of Martian Life, which isn't installed"):
            await boards.take_snapshot(context, tx, void, 1)
        with pytest.raises(RulesMissing):
            await replays.load_replay_source(context, tx, void, void.seq, None)
    assert FIRST.position(now.state) == shown
    renamed = under(database, Renamed())
    async with database.read() as tx:
        with pytest.raises(RulesMissing):
            await boards.take_snapshot(renamed, tx, void, void.seq)


async def test_a_match_that_had_ended_before_is_shown_where_the_change_does_not_touch_it(database: Database) -> None:
    first = under(database, FIRST)
    same, other = await begin_match(first, "f5", "b7"), await begin_match(first, "e4+", "b7")
    for match in (same, other):
        await endings.resign(first, Request(ANN.id, next(_sources), 2, 1), match.id)
    context = under(database, Stricter())
    await migrate_matches(context)
    assert (await known(context, same.id)).rules == 1
    async with database.read() as tx:
        wanted = await replays.load_replay_source(context, tx, await known(context, same.id), 3, None)
        assert len(replays.build_replay(wanted).snapshots) == 4
        with pytest.raises(RulesMissing):
            await replays.load_replay_source(context, tx, await known(context, other.id), 3, None)
    assert (await verdict_on(context, same.id)) == Verdict(same.id, 3, ())
    assert "It is over" in (await verdict_on(context, other.id)).notes[0]
    lines = [json.loads(line) async for line in files.write_lines(database, context.games)]
    assert [line["result"] and line["result"]["places"] for line in lines] == [[2, 1], None]


async def test_a_fault_in_new_rules_ends_no_match(database: Database) -> None:
    old = await begin_match(under(database, FIRST), "e4+")
    broken = under(database, Broken())
    await migrate_matches(broken)
    assert await known(broken, old.id) == old
    with pytest.raises(RequestRejected, match=f"#{old.id} is on hold: it needs version 1 of the rules of Martian Life"):
        await play_moves(broken, old.id, "b7")
    assert "ZeroDivisionError" in (await verdict_on(broken, old.id)).differences[0]
    mended = under(database, Keeping())
    await migrate_matches(mended)
    await play_moves(mended, old.id, "b7")


async def test_matches_of_a_game_that_is_not_installed_wait_as_they_are(database: Database) -> None:
    old = await begin_match(under(database, FIRST), "e4+")
    context = under(database, GAMES["xero-g"])
    await migrate_matches(context)
    assert await known(context, old.id) == old


async def test_a_void_match_travels_to_where_its_rules_are(database: Database, tmp_path: Path) -> None:
    old = await begin_match(under(database, FIRST))
    gone = under(database, Stricter())
    await begin_match(under(database, FIRST), "e4+", "b7")
    await migrate_matches(gone)
    assert (await known(gone, old.id)).ended_at is None
    file = tmp_path / "void.jsonl"
    file.write_text("".join([line + "\n" async for line in files.write_lines(database, gone.games, [2])]), "utf-8")
    assert json.loads(file.read_text("utf-8"))["events"][-1]["user"] is None
    with pytest.raises(files.InvalidFile, match="version 1 of the rules, and here is version 2"):
        files.read_file(file, gone.games, NOON)
    (checked,) = files.read_file(file, {"martian-life": Keeping()}, NOON)
    other = await Database.open(await create_database(tmp_path / "other" / "turnpost.db"))
    try:
        await files.store_matches(other, [checked])
        assert [one.differences async for one in verify_matches(other, {"martian-life": Keeping()})] == [()]
    finally:
        await other.close()


async def test_a_match_voided_before_its_first_move_is_not_imported_twice(database: Database, tmp_path: Path) -> None:
    context = under(database, FIRST)
    match = await begin_match(context)
    async with database.write() as tx:
        await events.append(
            tx,
            match,
            NewEvent(
                kind="end", seat=None, user_id=None, text="void", source_id=None, position=match.position, to_move=None
            ),
            at=NOON,
        )
    file = tmp_path / "void.jsonl"
    file.write_text("".join([line + "\n" async for line in files.write_lines(database, context.games)]), "utf-8")
    with pytest.raises(files.InvalidFile, match="same game, people and beginning"):
        await files.store_matches(database, files.read_file(file, context.games, NOON))
