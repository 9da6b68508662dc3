"""The least and the greatest value of each setting that is a number."""

from __future__ import annotations

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.guilds.setting_values import GuildResources, parse_setting

SERVER = GuildResources((), ())


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("most", 1, 100), ("open_challenges", 1, 20), ("daily_challenges", 1, 1000), ("requests", 6, 1000)],
)
def test_a_limit_lies_between_its_bounds(name: str, least: int, most: int) -> None:
    assert [parse_setting(name, str(number), SERVER) for number in (least, most)] == [least, most]
    for number in (least - 1, most + 1):
        with pytest.raises(RequestRejected):
            parse_setting(name, str(number), SERVER)
    assert parse_setting(name, "any", SERVER) is None
