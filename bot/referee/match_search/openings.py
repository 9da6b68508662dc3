"""Read the opening that a person types: the first moves of a game, as they come or with commas between them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.match_search.rejections import unreadable_opening
from games.contract import BadOption, IllegalMove
from games.typed_words import in_english
from storage.queries.rows import OPENING_PLIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.contract import Game, Options

MAX_WORDS = 60
"""Words of an opening. A move of three pieces that changes half a board has fewer than twenty."""


def parse_opening(game: Game[Any, Any], typed: str) -> tuple[str, ...]:
    """Return the first moves that a text names, in canonical notation, at most three. Raises `RequestRejected`.

    The rules are asked from each start that a match can have, apart from boards drawn by lot: on these, a word or a
    part between commas stands for a move as it is.
    """
    typed = in_english(game.info, typed)
    parts = [part.split() for part in typed.replace(";", ",").split(",") if part.strip()]
    words = list(chain(*parts))
    if not words:
        return ()
    if len(words) > MAX_WORDS or len(parts) > OPENING_PLIES:
        raise RequestRejected(unreadable_opening(game.info, ""))
    for state in _starts(game):
        read = _read_parts(game, state, parts) if len(parts) > 1 else _read_words(game, state, words, OPENING_PLIES)
        if read is not None:
            return read
    plain = [" ".join(part) for part in parts] if len(parts) > 1 else words
    if len(plain) > OPENING_PLIES or not _has_random_boards(game):
        raise RequestRejected(unreadable_opening(game.info, _find_reason(game, " ".join(parts[0]))))
    return tuple(plain)


def _starts(game: Game[Any, Any]) -> Iterator[Any]:
    """Yield a first state for each value of each option with the others at their defaults, for few and many players."""
    info = game.info
    choices: list[Options] = [{}]
    choices += [{option.name: value} for option in info.options for value in option.choices if value != option.default]
    for players in sorted({info.min_players, info.max_players}):
        for options in choices:
            try:
                yield game.start(players, options, 0)
            except BadOption:
                continue


def _has_random_boards(game: Game[Any, Any]) -> bool:
    """Return whether some options make a game begin in another position with another seed."""
    starts = (
        (players, {option.name: value})
        for players in {game.info.min_players}
        for option in game.info.options
        for value in option.choices
    )
    return any(game.start(*start, 1) != game.start(*start, 2) for start in starts)


def _read_parts(game: Game[Any, Any], state: Any, parts: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """Return moves that are parted by commas, None if the rules take one of them not."""
    found: list[str] = []
    for part in parts:
        played = _play(game, state, " ".join(part))
        if played is None:
            return None
        text, state = played
        found.append(text)
    return tuple(found)


def _read_words(game: Game[Any, Any], state: Any, words: Sequence[str], most: int) -> tuple[str, ...] | None:
    """Return the moves that words make up, each of one word or several; None if they make up none."""
    if not words:
        return ()
    if not most:
        return None
    for count in range(len(words), 0, -1):
        played = _play(game, state, " ".join(words[:count]))
        rest = None if played is None else _read_words(game, played[1], words[count:], most - 1)
        if played is not None and rest is not None:
            return played[0], *rest
    return None


def _play(game: Game[Any, Any], state: Any, text: str) -> tuple[str, Any] | None:
    """Return a move in canonical notation and the state after it, None if the rules don't take it."""
    if game.to_move(state) is None:
        return None
    try:
        move = game.parse(state, text)
    except IllegalMove:
        return None
    return game.format(state, move), game.play(state, move)


def _find_reason(game: Game[Any, Any], text: str) -> str:
    """Return why the rules don't take a text as a first move, or nothing if they do."""
    try:
        game.parse(game.start(game.info.min_players, {}, 0), text)
    except IllegalMove as illegal:
        return illegal.reason
    return ""
