"""Parse the names of games and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.challenges import rejections
from bot.referee.errors import RequestRejected

if TYPE_CHECKING:
    from bot.referee.context import Context
    from games.contract import Info

RANDOM, THEIRS = "random", "theirs"
"""Words in place of a seat: drawn by lot, or chosen by the people who accept."""


def parse_game(context: Context, typed: str) -> Info:
    """Return the game that a person means by a key, a title or the beginning of either. Raises `RequestRejected`."""
    word = "".join(ch for ch in typed.lower() if ch.isalnum())
    infos = [game.info for game in context.games.values()]
    exact = [info for info in infos if word == info.key.replace("-", "")]
    found = exact or [info for info in infos if word and info.key.replace("-", "").startswith(word)]
    if len(found) == 1:
        return found[0]
    keys = [info.key for info in infos]
    raise RequestRejected(rejections.unknown_game(typed, keys) if word else rejections.which_game(keys))


def parse_seat(info: Info, typed: str, *others: str) -> int | None:
    """Return the seat that a person means by its number or name, None for one of the `others`.

    Raises `RequestRejected`.
    """
    word = typed.strip().lower()
    if word in others:
        return None
    for seat, name in enumerate(info.seats, 1):
        if word in (str(seat), name.lower()):
            return seat
    raise RequestRejected(rejections.unknown_seat(typed, info.title, [*(name.lower() for name in info.seats), *others]))
