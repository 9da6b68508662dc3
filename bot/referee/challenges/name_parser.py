"""Parse the names of games and seats."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from bot.referee.challenges import rejections
from bot.referee.errors import RequestRejected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from games.contract import Info

RANDOM, THEIRS = "random", "theirs"
"""Words in place of a seat: drawn by lot, or chosen by the people who accept."""


_LEAST_SIMILAR = 0.75
"""How similar a misspelled name is at least to the one that is meant, by `difflib`, of at most 1."""
_MOST_WORDS = 12
"""Words among which the name of a game is looked for."""


def parse_game(context: Context, typed: str) -> Info:
    """Return the game that a person means by its key, title or initials, the beginning of one, or a similar word.

    Raises `RequestRejected`.
    """
    found = _most_similar(context, [typed])
    if found is None:
        raise _no_game(context, typed)
    return found[0]


def split_game(context: Context, typed: str) -> tuple[Info, list[str]]:
    """Return the game that a text names somewhere, and the other words. Raises `RequestRejected`."""
    words = typed.split()
    count = min(len(words), _MOST_WORDS)
    spans = [(start, end) for start in range(count) for end in range(count, start, -1)]
    found = _most_similar(context, [" ".join(words[start:end]) for start, end in spans])
    if found is None:
        raise _no_game(context, typed)
    start, end = spans[found[1]]
    return found[0], words[:start] + words[end:]


def _most_similar(context: Context, texts: Sequence[str]) -> tuple[Info, int] | None:
    """Return the game that is most similar to one of the texts, and which text; None if none is or several are."""
    infos = [game.info for game in context.games.values()]
    scores = [(_similarity(info, text), len(text), info, index) for info in infos for index, text in enumerate(texts)]
    best = max((score[:2] for score in scores), default=(0.0, 0))
    found = [(info, index) for score, length, info, index in scores if (score, length) == best and score > 0]
    return found[0] if len({info.key for info, _ in found}) == 1 else None


def _similarity(info: Info, typed: str) -> float:
    """Return 3 for the name or the initials of a game, 2 for the beginning of its name, less for a similar word."""
    word, name = "".join(ch for ch in typed.lower() if ch.isalnum()), info.key.replace("-", "")
    initials = "".join(part[0] for part in info.key.split("-"))
    if word == name or (word == initials and len(initials) > 1):
        return 3
    if word and name.startswith(word):
        return 2
    similarity = SequenceMatcher(None, word, name).ratio()
    return similarity if similarity >= _LEAST_SIMILAR else 0


def _no_game(context: Context, typed: str) -> RequestRejected:
    keys = list(context.games)
    named = any(ch.isalnum() for ch in typed)
    return RequestRejected(rejections.unknown_game(typed, keys) if named else rejections.which_game(keys))


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
