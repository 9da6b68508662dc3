"""Time zones as people name them."""

from __future__ import annotations

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.times.calendar import SERVER, parse_zone


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("server", SERVER),
        ("Server", SERVER),
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("UTC", "UTC"),
    ],
)
def test_a_zone_is_named_in_any_case(typed: str, zone: str) -> None:
    assert parse_zone(typed) == zone


@pytest.mark.parametrize("typed", ["", "localtime", "Europe/Nowhere"])
def test_what_is_no_zone_is_rejected(typed: str) -> None:
    with pytest.raises(RequestRejected):
        parse_zone(typed)
