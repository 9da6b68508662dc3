"""What each value of a preference means, in words."""

from __future__ import annotations

import pytest

from bot.referee.people.preferences import CHOICES


@pytest.mark.parametrize(
    ("name", "stored", "means"),
    [
        ("takebacks", "never", "I decline every takeback for you"),
        ("zone", "server", "times of day are in the server's time zone"),
        ("zone", "Europe/Berlin", "times of day are in this time zone"),
        ("quiet", "none", "my messages may make a sound at any hour"),
        ("quiet", "22-7", "at these hours of your day my messages arrive silently, but not later"),
        ("digest", "off", "no daily list of what waits for you; I also choose this when I can't message you"),
        ("digest", "7:30", "at this time of your day I send you a list of what waits for you, if anything does"),
        ("language", "discord", "I write to you in the language of your Discord"),
        ("language", "en", "I write to you in English"),
    ],
)
def test_a_preference_says_what_it_does(name: str, stored: str, means: str) -> None:
    assert CHOICES[name].describe(stored) == means
