"""What people mean by the names of games and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected

if TYPE_CHECKING:
    from bot.referee.context import Context
    from games.contract import Info

RANDOM, THEIRS = "random", "theirs"
"""What can be said of seats in place of one: drawn by lot, chosen by those who accept."""


def named_game(context: Context, text: str) -> Info:
    """Return the game that a person means by a key, a title or the beginning of either. Raises `RequestRejected`."""
    word = "".join(ch for ch in text.lower() if ch.isalnum())
    infos = [game.info for game in context.games.values()]
    exact = [info for info in infos if word == info.key.replace("-", "")]
    found = exact or [info for info in infos if word and info.key.replace("-", "").startswith(word)]
    if len(found) == 1:
        return found[0]
    keys = formatting.listed((formatting.code(info.key) for info in infos), "or")
    said = f"I know no game {formatting.code(text)}" if word else "Say which game"
    raise RequestRejected(f"{said}: {keys}.")


def named_seat(info: Info, text: str, *others: str) -> int | None:
    """Return the seat that a person means by its number or name, None for one of the `others`. Raises `RequestRejected`."""
    word = text.strip().lower()
    if word in others:
        return None
    for seat, seat_name in enumerate(info.seats, 1):
        if word in (str(seat), seat_name.lower()):
            return seat
    choices = [formatting.code(each) for each in (*(seat_name.lower() for seat_name in info.seats), *others)]
    raise RequestRejected(
        f"There is no seat {formatting.code(text)} in {info.title}: it's {formatting.listed(choices, 'or')}."
    )
