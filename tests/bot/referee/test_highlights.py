"""The turning point is the move after which the points changed most, by the mainline alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from bench.positions import random_match
from bot.features.highlights import highlight_post
from bot.referee.endings import resign
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.guilds.settings import GuildSettings
from bot.referee.highlights import KEPT, TurningPoint, find_turning_point, load_highlight, next_weekly_post
from bot.referee.history.rebuild import rebuild_state
from bot.referee.lists import count_replay
from bot.referee.servers import change_settings
from bot.referee.threads import stop_watching, watch_match
from games import GAMES
from storage import schema
from storage.queries import view_counts
from storage.queries.rows import Event, Person
from tests.bot.features.match_sample import MATCH, NOON
from tests.bot.referee.clock_context import ANN, DAY, GUILD, HOUR, MINUTE
from tests.bot.referee.manager import manager_request
from tests.bot.referee.offer_context import BOB, begin_match, by, make_offer_context, play_moves
from tests.wire.match import SCRIPTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from storage.queries.rows import EventKind, Match
    from tests.bot.referee.clock_context import ClockContext

MARTIAN_LIFE = GAMES["martian-life"]
PEOPLE = (Person(1, "Ann"), Person(2, "Bob"))
TEXTS = SCRIPTS["martian-life"].split()


def match_of(key: str, options: dict[str, int | str] | None = None, seed: int = 0) -> Match:
    return replace(MATCH, game=key, seats=PEOPLE, options=options or {}, seed=seed)


def log_of(texts: Sequence[str], *ends: tuple[EventKind, int | None, str]) -> list[Event]:
    moves: list[tuple[EventKind, int | None, str]] = [("move", 1 + ply % 2, text) for ply, text in enumerate(texts)]
    return [
        Event(7, seq, kind, seat, seat, text, None, NOON) for seq, (kind, seat, text) in enumerate([*moves, *ends], 1)
    ]


def test_the_move_with_the_largest_change_is_found_with_the_stretch_around_it() -> None:
    # Points: 2-2, 3-2, 3-2, 4-1, then one at a time.
    point = find_turning_point(MARTIAN_LIFE, match_of("martian-life"), log_of(TEXTS))
    assert point is not None
    assert point == TurningPoint(ply=3, seat=1, text="f5", before=1, after=3, plies=(1, 5))
    assert highlight_post(MARTIAN_LIFE, match_of("martian-life"), point) == (
        f"The turning point of **Martian Life #{MATCH.id}** was move 3, `f5`: "
        "**Ann** went from 1 point ahead to 3 ahead."
    )


def test_a_move_that_was_taken_back_is_no_turning_point() -> None:
    taken = [*log_of(TEXTS[:3]), Event(7, 4, "takeback", 1, 1, "to 2", None, NOON)]
    state, later = rebuild_state(MARTIAN_LIFE, match_of("martian-life"), taken), list[Event]()
    while len(later) < 4 and (seat := MARTIAN_LIFE.to_move(state)):
        moves = (move for move in MARTIAN_LIFE.legal(state) if MARTIAN_LIFE.format(state, move) != "f5")
        move = next(moves)
        later.append(Event(7, 5 + len(later), "move", seat, 1, MARTIAN_LIFE.format(state, move), None, NOON))
        state = MARTIAN_LIFE.play(state, move)
    point = find_turning_point(MARTIAN_LIFE, match_of("martian-life"), [*taken, *later])
    assert point is None or point.text != "f5"
    assert find_turning_point(MARTIAN_LIFE, match_of("martian-life"), [*taken, *later[:1]]) is None, "too short again"


@pytest.mark.parametrize(
    ("key", "texts", "ends"),
    [
        ("martian-life", TEXTS[:3], [("leave", 2, "resigned")]),
        ("martian-life", TEXTS[:9], [("end", None, "enough")]),
        ("xero-g", SCRIPTS["xero-g"].split(), []),
        ("martian-life", [], [("draw", 1, "agreed")]),
    ],
    ids=["too short", "void", "no points", "nothing played"],
)
def test_some_matches_have_none(key: str, texts: list[str], ends: list[tuple[EventKind, int | None, str]]) -> None:
    assert find_turning_point(GAMES[key], match_of(key), log_of(texts, *ends)) is None


def test_a_resigned_match_of_two_rounds_has_one() -> None:
    log = log_of(TEXTS[:4], ("leave", 2, "resigned"))
    point = find_turning_point(MARTIAN_LIFE, match_of("martian-life"), log)
    assert point is not None
    assert (point.ply, point.plies) == (3, (1, 4))


async def test_the_highlight_of_a_match_is_a_stretch_of_its_replay(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        short, long = [await play_moves(context, await begin_match(context), *TEXTS[:count]) for count in (3, 4)]
        for match in (short, long):
            await resign(context, by(BOB), match.id)
        assert await load_highlight(context, short.id) is None
        found = await load_highlight(context, long.id)
        assert found is not None
        assert (found.point.ply, found.source.plies, found.source.turning_ply) == (3, (1, 4), 3)
        assert (found.source.match.id, found.source.seq) == (long.id, 5)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_random_matches_agree_with_a_reference(key: str, seed: int) -> None:
    game, spots = GAMES[key], list(random_match(GAMES[key], seed, 40))
    first = spots[0]
    match = replace(match_of(key, dict(first.options), first.seed), seats=tuple(map(_person, range(first.players))))
    log = [
        Event(7, seq, "move", game.to_move(spot.state), 1, spot.text, None, NOON) for seq, spot in enumerate(spots, 1)
    ]
    point = find_turning_point(game, match, log)
    changes: dict[int, int] = {}
    state = game.start(first.players, first.options, first.seed)
    for ply, spot in enumerate(spots, 1):
        then, state = game.points(state), game.play(state, game.parse(state, spot.text))
        now = game.points(state)
        if then is not None and now is not None:
            changes[ply] = max(
                abs((now[i] - max(_others(now, i))) - (then[i] - max(_others(then, i)))) for i in range(len(now))
            )
    most = max(changes.values(), default=0)
    if not most or len(spots) < 2 * first.players:
        assert point is None
        return
    assert point is not None
    assert abs(point.after - point.before) == most == changes[point.ply]


def _others(points: Sequence[int], place: int) -> list[int]:
    return [one for each, one in enumerate(points) if each != place]


def _person(place: int) -> Person:
    return Person(place + 1, f"Player {place + 1}")


LOUNGE = 10
RESOURCES = GuildResources({LOUNGE}, ())
MONDAY_NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""The first Monday after the day on which the clock of these tests begins, at noon in UTC."""
DAN = Person(4, "Dan")


async def choose(here: ClockContext, **values: str) -> None:
    await change_settings(here.context, manager_request(GUILD), values, RESOURCES, manager=True)


async def posted(here: ClockContext) -> list[dict[str, Any]]:
    """Return the bodies of the rows of matches of the week."""
    rows = select(schema.outbox.c.body).where(schema.outbox.c.kind == "weekly").order_by(schema.outbox.c.id)
    async with here.context.database.read() as tx:
        return list((await tx.execute(rows)).scalars())


async def pass_until(here: ClockContext, when: datetime) -> None:
    here.time = when
    await here.tick()


@pytest.mark.parametrize(
    ("after", "zone", "due"),
    [
        (MONDAY_NOON - DAY, "UTC", MONDAY_NOON),
        (MONDAY_NOON, "UTC", MONDAY_NOON + 7 * DAY),
        (MONDAY_NOON - MINUTE, "UTC", MONDAY_NOON),
        (MONDAY_NOON, "America/New_York", MONDAY_NOON + 5 * HOUR),
        (MONDAY_NOON - DAY, "Pacific/Auckland", MONDAY_NOON - 13 * HOUR),
        # Clocks are set forward in Berlin on March 29.
        (datetime(2026, 3, 24, tzinfo=UTC), "Europe/Berlin", datetime(2026, 3, 30, 10, tzinfo=UTC)),
    ],
)
def test_it_is_due_on_mondays_at_noon(after: datetime, zone: str, due: datetime) -> None:
    found = next_weekly_post(after, GuildSettings(zone=zone))
    assert found == due
    local = found.astimezone(ZoneInfo(zone))
    assert (local.weekday(), local.hour, local.minute) == (0, 12, 0)


async def test_replays_and_watchers_of_seven_days_count(here: ClockContext) -> None:
    await choose(here, weekly=f"<#{LOUNGE}>")
    first, second, third = [await here.begin("none") for _ in range(3)]
    await count_replay(here.context, third)
    await pass_until(here, MONDAY_NOON)
    assert [body["matches"] for body in await posted(here)] == [[[third.id, 1]]]
    here.time = MONDAY_NOON + DAY
    for match, times in ((first, 2), (second, 1)):
        for _ in range(times):
            await count_replay(here.context, match)
    for person in (DAN, Person(5, "Eve")):
        await watch_match(here.context, here.request(person), second.id, lambda _: True)
    await watch_match(here.context, here.request(DAN), second.id, lambda _: True)
    await pass_until(here, MONDAY_NOON + 7 * DAY)
    (_, body) = await posted(here)
    assert body == {"guild": GUILD, "channel": LOUNGE, "matches": [[second.id, 3], [first.id, 2]]}


async def test_nothing_is_posted_where_nobody_looked_or_nobody_wants_it(here: ClockContext) -> None:
    match = await here.begin("none")
    await count_replay(here.context, match)
    await pass_until(here, MONDAY_NOON)
    assert await posted(here) == []
    await choose(here, weekly=f"<#{LOUNGE}>")
    await pass_until(here, MONDAY_NOON + 7 * DAY + 2 * HOUR)
    assert await posted(here) == [], "the only view is older than seven days"
    await count_replay(here.context, match)
    await choose(here, weekly="none")
    await pass_until(here, MONDAY_NOON + 14 * DAY)
    assert await posted(here) == []


async def test_it_comes_once_however_often_it_is_looked_for(here: ClockContext) -> None:
    await choose(here, weekly=f"<#{LOUNGE}>")
    await count_replay(here.context, await here.begin("none"))
    await pass_until(here, MONDAY_NOON - MINUTE)
    assert await posted(here) == []
    for _ in range(3):
        await pass_until(here, MONDAY_NOON + HOUR)
    assert len(await posted(here)) == 1
    await count_replay(here.context, await here.match(1))
    await pass_until(here, MONDAY_NOON + 30 * DAY)
    assert len(await posted(here)) == 1, "a bot that was away posts no match that nobody looked at since"


async def test_a_view_in_the_hour_of_the_post_counts_for_one_week(here: ClockContext) -> None:
    await choose(here, weekly=f"<#{LOUNGE}>")
    match = await here.begin("none")
    here.time = MONDAY_NOON + MINUTE
    await count_replay(here.context, match)
    await here.tick()
    assert await posted(here) == []
    await pass_until(here, MONDAY_NOON + 7 * DAY)
    assert [body["matches"] for body in await posted(here)] == [[[match.id, 1]]]
    await pass_until(here, MONDAY_NOON + 14 * DAY)
    assert len(await posted(here)) == 1


async def test_a_change_of_zone_moves_it(here: ClockContext) -> None:
    await choose(here, weekly=f"<#{LOUNGE}>")
    await choose(here, zone="America/New_York")
    await count_replay(here.context, await here.begin("none"))
    await pass_until(here, MONDAY_NOON)
    assert await posted(here) == []
    await pass_until(here, MONDAY_NOON + 5 * HOUR)
    assert len(await posted(here)) == 1


async def test_views_are_forgotten_and_name_nobody(here: ClockContext) -> None:
    assert {column.name for column in schema.match_views.c} == {"match_id", "hour", "views"}
    match = await here.begin("none")
    await watch_match(here.context, here.request(DAN), match.id, lambda _: True)
    await stop_watching(here.context, here.request(DAN), match.id)
    await resign(here.context, here.request(ANN), match.id)
    await count_replay(here.context, match)
    async with here.context.database.read() as tx:
        assert await view_counts.most_viewed(tx, GUILD, range(1_000_000), 5) == [(match.id, 2)]
    here.time += KEPT + timedelta(hours=1)
    await here.tick()
    async with here.context.database.read() as tx:
        assert await view_counts.most_viewed(tx, GUILD, range(1_000_000), 5) == []
