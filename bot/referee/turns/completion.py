"""Completions of a half-typed move, in the order of the board, never by merit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match
from bot.referee.request_results import AmbiguousMatch
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from games.contract import IllegalMove
from games.typed_words import in_english

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import MoveText, Request
    from games.contract import Game


class Completion(NamedTuple):
    """A completion, and in words what that move does or how it can go on."""

    text: str
    description: str


@rules_outside_transaction
async def complete_move(context: Context, request: Request, move_text: MoveText, limit: int) -> list[Completion]:
    """Return completions of a half-typed move, in the order of the board; none if the person isn't to move."""
    if move_text.plan:
        return []
    try:
        async with context.database.read() as tx:
            match = await find_match(tx, request, move_text.match)
            if isinstance(match, AmbiguousMatch):
                return [Completion(f"#{each.id} ", context.title(each.game)) for each in match.matches][:limit]
            if match.to_move is None or match.to_move != match.seat_of(request.user_id):
                return []
            state = await context.state(tx, match)
        found = await run_rules(_suggest, context.game(match), state, move_text.text, limit)
    except RequestRejected:
        return []
    return [Completion(move_text.prefix + text, description) for text, description in found]


def _suggest(game: Game[Any, Any], state: Any, text: str, limit: int) -> list[tuple[str, str]]:
    found = game.suggest(state, in_english(game.info, text), limit)
    return [(completed, _describe(game, state, completed)) for completed in found]


def _describe(game: Game[Any, Any], state: Any, text: str) -> str:
    """Return what a suggested move does; for a part of a move, the first sentence on how it can go on, if any."""
    try:
        return game.describe(state, game.parse(state, text))
    except IllegalMove:
        pass
    try:
        words = game.destinations(state, text).words.replace("`", "")
    except IllegalMove:
        return ""
    return words.partition(". ")[0]
