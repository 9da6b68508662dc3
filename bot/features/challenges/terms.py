"""The terms of a challenge: read from what is typed, and offered while it is typed."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.referee.challenges.create import Offer, read_standing
from bot.referee.challenges.naming import RANDOM, THEIRS, named_seat
from bot.referee.clocks import time_control as clock_of
from bot.referee.errors import RequestRejected
from bot.referee.people import display

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.contract import Info


def read_terms(text: str) -> tuple[str, dict[str, str]]:
    """Split `martian-life 3d target=12` into the game's name and what is said by name.

    >>> read_terms("martian-life 3d target=12")
    ('martian-life', {'target': '12', 'clock': '3d'})
    """
    text, clock = clock_of.among(text)
    tokens = text.split()
    named = dict(token.split("=", 1) for token in tokens if "=" in token)
    return " ".join(token for token in tokens if "=" not in token), named | said(clock=clock)


def read_options(text: str) -> dict[str, str]:
    """Read `target=12 supply=stash`. Raises `RequestRejected`."""
    name, options = read_terms(text.replace(",", " "))
    if name:
        raise RequestRejected("Options are written `name=value`, for example `target=12`.")
    return options


def said(**words: str | None) -> dict[str, str]:
    """Return what was said, without what wasn't."""
    return {name: word for name, word in words.items() if word is not None}


def offer_of(info: Info, named: Mapping[str, str], size: int) -> Offer:
    """Return the offer of a match of `size` with everything that was said by name. Raises `RequestRejected`.

    Where a game has an option of the same name as a term of ours, it's the game's.
    """
    own = {option.name for option in info.options}
    ours = {name: word for name, word in named.items() if name not in own}
    seat = ours.pop("seat", RANDOM)
    clock, standing = ours.pop("clock", None), ours.pop("standing", "1")
    look = {name: ours.pop(name) for name in display.CHOICES if name in ours}
    return Offer(
        info,
        {name: word for name, word in named.items() if name in own} | ours,
        named_seat(info, seat, THEIRS, RANDOM),
        size,
        look,
        clock,
        theirs=seat.strip().lower() == THEIRS,
        standing=read_standing(standing),
    )


def seats_offered(info: Info | None, size: int, typed: str) -> list[str]:
    """Return what can be said of seats in a match of `size` and begins as typed."""
    seats = [seat.lower() for seat in info.seats[:size]] if info else []
    return [word for word in (RANDOM, THEIRS, *seats) if word.startswith(typed.strip().lower())]


def options_offered(info: Info | None, typed: str) -> list[str]:
    """Return how a text of options can go on: each with one more, or with the last one completed."""
    *before, word = typed.replace(",", " ").split(" ")
    given = [token for token in before if token]
    names = {token.partition("=")[0].lower() for token in given}
    values = [
        f"{option.name}={value}"
        for option in (info.options if info else ())
        for value in (option.choices or range(option.low, option.high + 1))
        if option.name not in names
    ]
    return [" ".join([*given, value]) for value in values if value.startswith(word.lower())]


def clocks_offered(typed: str) -> list[str]:
    """Return what is typed, if it can be read as a clock, also without weekends, and the usual ones that begin so."""
    typed = typed.strip().lower()
    found = [each for each in clock_of.USUAL if each.startswith(typed)]
    with suppress(RequestRejected):
        control = clock_of.read_control(typed)
        read = [str(replace(control, no_weekends=off)) for off in (control.no_weekends, True)] if control else [typed]
        found = [*read, *found]
    return list(dict.fromkeys(found))
