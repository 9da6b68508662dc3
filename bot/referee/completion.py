"""What a half-typed move can become: in the order of the board, with what it does in words, never by merit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bot.referee.answers import Choose, Refused
from bot.referee.lookup import meant
from bot.referee.thought import think, think_between
from games.contract import IllegalMove

if TYPE_CHECKING:
    from bot.referee.asked import Asked, Named
    from bot.referee.table import Table
    from games.contract import Game


class Completion(NamedTuple):
    """What a half-typed move can become, and in words what that does, or what it is the beginning of."""

    text: str
    words: str


@think_between
async def completions(table: Table, asked: Asked, named: Named, limit: int) -> list[Completion]:
    """Return what a half-typed move can become, in the order of the board; nothing where the person isn't to move."""
    try:
        async with table.database.read() as tx:
            match = await meant(tx, asked, named.match)
            if isinstance(match, Choose):
                return [Completion(f"#{each.id} ", table.title(each.game)) for each in match.matches][:limit]
            if match.to_move is None or match.to_move != match.seat_of(asked.user_id):
                return []
            state = await table.state(tx, match)
    except Refused:
        return []
    found = await think(_completed, table.game(match), state, named.text, limit)
    return [Completion(named.prefix + text, words) for text, words in found]


def _completed(game: Game[Any, Any], state: Any, text: str, limit: int) -> list[tuple[str, str]]:
    return [(longer, _told(game, state, longer)) for longer in game.suggest(state, text, limit)]


def _told(game: Game[Any, Any], state: Any, text: str) -> str:
    """Return what a suggested move does; of a part of one, the first sentence on where it leads, if there is any."""
    try:
        return game.describe(state, game.parse(state, text))
    except IllegalMove:
        pass
    try:
        words = game.reach(state, text).words.replace("`", "")
    except IllegalMove:
        return ""
    return words.partition(". ")[0]
