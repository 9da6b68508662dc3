"""Computer players: they think and play their moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.feature import Feature
from bot.referee.computer import find_turn, play_computer_move, would_draw
from bot.referee.offers import answer_draws_as_computers, answer_offer_as_computers
from storage.queries import matches

if TYPE_CHECKING:
    from bot.engines.pool import EnginePool
    from bot.referee.computer import Turn
    from bot.referee.context import Context
    from engines.contract import Thought
    from storage.queries.rows import Person, Post


class ThoughtPosts:
    """Thinks in the worker processes, and plays what comes of it. The board after the move is a row of its own."""

    def __init__(self, context: Context, engines: EnginePool) -> None:
        self._context = context
        self._engines = engines

    async def think(self, post: Post) -> tuple[int, int | None]:
        """Play the move of the computer player to move, or answer an offer of a draw; nothing if the match went on.

        Returns the match's channel.
        """
        if "offer" in post.body:
            await self._answer(post)
        else:
            await self._play(post)
        async with self._context.database.read() as tx:
            return (await matches.require(tx, post.match_id or 0)).home, None

    async def _play(self, post: Post) -> None:
        turn = await find_turn(self._context, post.match_id or 0, post.seq or 0)
        if turn is None or turn.match.computer_to_move is None:
            return
        thought = await self._think(turn, turn.match.computer_to_move)
        await answer_draws_as_computers(self._context, turn.match, agrees=would_draw(turn, thought.value))
        await play_computer_move(self._context, turn, thought)

    async def _answer(self, post: Post) -> None:
        """Agree to a draw where no computer player stands better than that, and decline it elsewhere."""
        turn = await find_turn(self._context, post.match_id or 0, post.seq or 0)
        if turn is None:
            return
        player = next(person for person in turn.match.seats if person.level)
        thought = await self._think(turn, player)
        await answer_offer_as_computers(self._context, int(post.body["offer"]), agrees=would_draw(turn, thought.value))

    async def _think(self, turn: Turn, player: Person) -> Thought:
        game = self._context.game(turn.match)
        return await self._engines.think(game, turn.reached.state, player.level or 1, turn.seed)


FEATURE = Feature(posts=lambda bot: {"think": ThoughtPosts(bot.context, bot.engines).think})
