"""Time zones, times of day and quiet hours: as they are written, and whose hold."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.people import preferences, quiet_hours, timezones
from tests.bot.referee.clock_context import ANN, CLEO, GUILD, time_table
from tests.database_template import fresh
from tests.guild_settings import serve

if TYPE_CHECKING:
    from pathlib import Path

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
    assert quiet_hours.read_zone(written) == kept


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Berlin", "I know no time zone `Berlin`. Did you mean `Europe/Berlin`? Zones are named"),
        ("Europe/Bärlin", "I know no time zone `Europe/Bärlin`. Zones are named"),
        ("localtime", "I know no time zone"),
        ("../../etc/passwd", "I know no time zone"),
        ("", "I know no time zone"),
    ],
)
def test_no_zone_is_refused_with_what_may_be_meant(written: str, said: str) -> None:
    with pytest.raises(RequestRejected) as refused:
        quiet_hours.read_zone(written)
    assert refused.value.reason.startswith(said)


def test_zones_are_found_by_any_part_of_their_names_the_beginnings_of_words_first() -> None:
    assert quiet_hours.zones_like("york") == ["America/New_York"]
    assert quiet_hours.zones_like("new y") == ["America/New_York"]
    found = quiet_hours.zones_like("bu")
    assert found.index("Europe/Budapest") < found.index("Asia/Istanbul")
    assert quiet_hours.zones_like("nowhere") == []
    assert set(quiet_hours.zones_like("")) == set(quiet_hours.USUAL_ZONES)
    assert all(ZoneInfo(quiet_hours.read_zone(zone)) for zone in quiet_hours.USUAL_ZONES)


def test_times_of_day_are_whole_or_half_hours() -> None:
    assert [quiet_hours.read_time(text) for text in ("8", "08:00", "7:30", "0")] == [
        *(time(8),) * 2,
        time(7, 30),
        time(0),
    ]
    for text in ("24", "7:15", "7.30", "7pm", "", "-1", "8:"):
        with pytest.raises(RequestRejected, match="as a time of day"):
            quiet_hours.read_time(text)


def test_quiet_hours_and_digests_are_kept_as_short_as_can_be() -> None:
    quiet = [
        quiet_hours.read_quiet(text) for text in ("22-7", "22:00-07:30", "0 - 8", "None", *quiet_hours.USUAL_QUIET)
    ]
    assert quiet == ["22-7", "22-7:30", "0-8", "none", *quiet_hours.USUAL_QUIET]
    assert [quiet_hours.read_digest(text) for text in ("8", "07:30", "OFF")] == ["8", "7:30", "off"]
    for text in ("22", "7-7", "22-7-8", "late", "22:15-7"):
        with pytest.raises(RequestRejected):
            quiet_hours.read_quiet(text)


@pytest.mark.parametrize("place", PLACES)
def test_quiet_hours_agree_with_a_walk_through_the_minutes_of_the_day(place: str) -> None:
    lots, zone = Random(place), ZoneInfo(place)
    for day in CHANGES:
        began, ended = lots.sample(range(48), 2)
        quiet = quiet_hours.read_quiet(f"{began // 2}:{began % 2 * 30:02}-{ended // 2}:{ended % 2 * 30:02}")
        minutes: set[int] = set()  # of the day, as a clock on the wall counts them
        now = began * 30
        while now != ended * 30:
            minutes.add(now)
            now = (now + 1) % 1440
        for minute in range(3 * 1440):
            moment = day + minute * MINUTE
            shown = quiet_hours.clock_time(moment, zone)
            assert quiet_hours.is_quiet(quiet, moment, zone) == (int(shown[:2]) * 60 + int(shown[3:]) in minutes)
    assert not quiet_hours.is_quiet(quiet_hours.NONE, CHANGES[0], zone)


async def test_a_zone_is_ones_own_else_the_servers_else_that_of_the_latest_match(tmp_path: Path) -> None:
    async with time_table(await fresh(tmp_path / "turnpost.db")) as at:

        async def holding(guild_id: int | None) -> str:
            return (await timezones.at_hand(at.context, ANN.id, guild_id)).key

        assert (await holding(None), await holding(GUILD)) == ("UTC", "UTC")
        await serve(at.context, GUILD, zone="Asia/Tokyo")
        await serve(at.context, GUILD + 1, zone="Asia/Kolkata")
        assert (await holding(None), await holding(GUILD)) == ("UTC", "Asia/Tokyo")
        await at.begin("none")
        assert (await holding(None), await holding(GUILD + 1)) == ("Asia/Tokyo", "Asia/Kolkata")
        await preferences.choose(at.context, ANN.id, preferences.read_words("zone=europe/BERLIN takebacks=never"))
        assert (await holding(None), await holding(GUILD)) == ("Europe/Berlin", "Europe/Berlin")
        assert (await timezones.at_hand(at.context, CLEO.id, None)).key == "UTC"
        with pytest.raises(RequestRejected, match="Did you mean `America/New_York`"):
            await preferences.choose(at.context, ANN.id, preferences.read_words("takebacks=ask zone=york"))
        again = await preferences.choose(at.context, ANN.id, {"zone": "server"})
        assert (again.takebacks, again.zone) == ("never", "server")
        assert await holding(None) == "Asia/Tokyo"
