"""Time zones, times of day and quiet hours: as they are written, and whose hold."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.people.preferences import change_preferences, load_person_zone, split_preferences
from bot.referee.times.calendar import (
    COMMON_QUIET_HOURS,
    COMMON_ZONES,
    NO_QUIET_HOURS,
    is_quiet,
    local_time,
    parse_digest_time,
    parse_quiet_hours,
    parse_time,
    parse_zone,
    search_zones,
)
from tests.bot.referee.clock_context import ANN, CLEO, GUILD, NOON
from tests.guild_settings import serve

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
PLACES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana", "Asia/Kathmandu")
CHANGES = (datetime(2026, 3, 7, tzinfo=UTC), datetime(2026, 3, 28, tzinfo=UTC), datetime(2026, 10, 24, tzinfo=UTC))


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("AMERICA/new_york", "America/New_York"),
        ("america/new york", "America/New_York"),
        (" utc ", "UTC"),
        ("Server", "server"),
    ],
)
def test_a_zone_is_read_in_any_case(written: str, kept: str) -> None:
    assert parse_zone(written) == kept


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Berlin", "There's no time zone called `Berlin`. Did you mean `Europe/Berlin` (13:00 now)? Zones are named"),
        ("Europe/Bärlin", "There's no time zone called `Europe/Bärlin`. Zones are named"),
        ("localtime", "There's no time zone called"),
        ("../../etc/passwd", "There's no time zone called"),
        ("", "There's no time zone called"),
    ],
)
def test_an_unknown_zone_is_rejected_with_similar_ones(written: str, said: str) -> None:
    with pytest.raises(RequestRejected) as rejection:
        parse_zone(written, NOON)
    assert rejection.value.reason.startswith(said)


def test_zones_are_found_by_any_part_of_their_names_the_beginnings_of_words_first() -> None:
    assert search_zones("york", NOON) == ["America/New_York"]
    assert search_zones("new y", NOON) == ["America/New_York"]
    found = search_zones("bu", NOON)
    assert found.index("Europe/Budapest") < found.index("Asia/Istanbul")
    assert search_zones("nowhere", NOON) == []
    assert set(search_zones("", NOON)) == set(COMMON_ZONES)
    assert all(ZoneInfo(parse_zone(zone)) for zone in COMMON_ZONES)


def test_times_of_day_are_whole_or_half_hours() -> None:
    assert [parse_time(text) for text in ("8", "08:00", "7:30", "0")] == [
        *(time(8),) * 2,
        time(7, 30),
        time(0),
    ]
    for text in ("24", "7:15", "7.30", "7pm", "", "-1", "8:"):
        with pytest.raises(RequestRejected, match="as a time of day"):
            parse_time(text)


def test_quiet_hours_and_digests_are_kept_as_short_as_can_be() -> None:
    quiet = [parse_quiet_hours(text) for text in ("22-7", "22:00-07:30", "0 - 8", "None", *COMMON_QUIET_HOURS)]
    assert quiet == ["22-7", "22-7:30", "0-8", "none", *COMMON_QUIET_HOURS]
    assert [parse_digest_time(text) for text in ("8", "07:30", "OFF")] == ["8", "7:30", "off"]
    for text in ("22", "7-7", "22-7-8", "late", "22:15-7"):
        with pytest.raises(RequestRejected):
            parse_quiet_hours(text)


@pytest.mark.parametrize("place", PLACES)
def test_quiet_hours_agree_with_a_walk_through_the_minutes_of_the_day(place: str) -> None:
    lots, zone = Random(place), ZoneInfo(place)
    for day in CHANGES:
        began, ended = lots.sample(range(48), 2)
        quiet = parse_quiet_hours(f"{began // 2}:{began % 2 * 30:02}-{ended // 2}:{ended % 2 * 30:02}")
        minutes: set[int] = set()  # of the day, as a clock on the wall counts them
        now = began * 30
        while now != ended * 30:
            minutes.add(now)
            now = (now + 1) % 1440
        for minute in range(3 * 1440):
            moment = day + minute * MINUTE
            shown = local_time(moment, zone)
            assert is_quiet(quiet, moment, zone) == (int(shown[:2]) * 60 + int(shown[3:]) in minutes)
    assert not is_quiet(NO_QUIET_HOURS, CHANGES[0], zone)


async def test_a_zone_is_the_persons_else_the_servers_else_the_latest_matchs(here: ClockContext) -> None:
    async def holding(guild_id: int | None) -> str:
        return (await load_person_zone(here.context, ANN.id, guild_id)).key

    assert (await holding(None), await holding(GUILD)) == ("UTC", "UTC")
    await serve(here.context, GUILD, zone="Asia/Tokyo")
    await serve(here.context, GUILD + 1, zone="Asia/Kolkata")
    assert (await holding(None), await holding(GUILD)) == ("UTC", "Asia/Tokyo")
    await here.begin("none")
    assert (await holding(None), await holding(GUILD + 1)) == ("Asia/Tokyo", "Asia/Kolkata")
    await change_preferences(here.context, ANN.id, split_preferences("zone=europe/BERLIN takebacks=never"))
    assert (await holding(None), await holding(GUILD)) == ("Europe/Berlin", "Europe/Berlin")
    assert (await load_person_zone(here.context, CLEO.id, None)).key == "UTC"
    with pytest.raises(RequestRejected, match="Did you mean `America/New_York`"):
        await change_preferences(here.context, ANN.id, split_preferences("takebacks=ask zone=york"))
    again = await change_preferences(here.context, ANN.id, {"zone": "server"})
    assert (again.takebacks, again.zone) == ("never", "server")
    assert await holding(None) == "Asia/Tokyo"


def test_a_zone_that_is_unknown_is_answered_with_three_like_it() -> None:
    with pytest.raises(RequestRejected) as caught:
        parse_zone("Europe/B", NOON)
    similar = search_zones("Europe/B", NOON)
    assert [name for name in similar if f"`{name}`" in str(caught.value)] == similar[:3]


@pytest.mark.parametrize("written", ["GMT+2", "utc+2", "+02:00", "+2", "UTC +0200", "gmt + 2"])
def test_an_offset_leads_to_cities_that_have_it_now(written: str) -> None:
    for month, city in ((3, "Europe/Helsinki"), (7, "Europe/Berlin")):
        now = datetime(2026, month, 1, 12, 5, tzinfo=UTC)
        with pytest.raises(RequestRejected) as caught:
            parse_zone(written, now)
        assert caught.value.reason.startswith(f"At `{written}` it's 14:05 now, as in `{city}`, ")
        found = search_zones(written, now)
        assert {local_time(now, ZoneInfo(zone)) for zone in found} == {"14:05"}
        assert "Africa/Cairo" in found or month == 7
        assert not [zone for zone in found if zone.startswith("Etc/")]


@pytest.mark.parametrize(
    ("written", "city"),
    [
        ("-3:30", "America/St_Johns"),
        ("UTC\N{MINUS SIGN}5", "America/New_York"),
        ("utc\N{EN DASH}05", "America/New_York"),
        ("+5:30", "Asia/Kolkata"),
        ("UTC+0", "Europe/London"),
    ],
)
def test_an_offset_is_read_with_minutes_and_behind_utc(written: str, city: str) -> None:
    assert search_zones(written, NOON)[0] == city


def test_an_offset_that_no_city_has_leads_nowhere() -> None:
    with pytest.raises(RequestRejected, match=r"There's no time zone called `\+7:17`\. Zones are named"):
        parse_zone("+7:17", NOON)
    assert search_zones("+25", NOON) == []


def test_names_that_mean_the_opposite_are_never_suggested() -> None:
    assert not [zone for zone in search_zones("gmt", NOON) if zone.startswith(("Etc/GMT+", "Etc/GMT-"))]
    assert "Etc/GMT" in search_zones("gmt", NOON)
    assert "Etc/GMT0" in search_zones("gmt", NOON)
