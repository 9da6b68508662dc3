"""Find the game that a request without a name is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.challenges import rejections
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match
from bot.referee.request_results import AmbiguousMatch

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from games.contract import Info


async def find_game_of_match(context: Context, request: Request) -> Info:
    """Return the game of the match that a person replied to, whose thread this is, or of all matches they play in.

    Raises `RequestRejected` if there is none, or if they play several games.
    """
    which = RequestRejected(rejections.which_game(context.games))
    async with context.database.read() as tx:
        try:
            found = await find_match(tx, request, None, to_move=False)
        except RequestRejected:
            raise which from None
    keys = {match.game for match in (found.matches if isinstance(found, AmbiguousMatch) else [found])}
    if len(keys) > 1 or not keys <= set(context.games):
        raise which
    return context.games[keys.pop()].info
