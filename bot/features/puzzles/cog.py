"""The command that shows a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import add_game_choices, source_of
from bot.client.persistent_button import row
from bot.features.board_replies.text import with_text_board
from bot.features.guide.components import MoveButton
from bot.features.guide.text import MOVE
from bot.features.puzzle_messages.puzzle_snapshot import snapshot_of_puzzle
from bot.features.puzzle_messages.text import puzzle_post
from bot.gateway.message_queue import release_channel
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import is_private, request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.challenges.name_parser import parse_game
from bot.referee.people.display import private_display, shared_display
from bot.referee.puzzles.answers import open_puzzle
from bot.referee.puzzles.attempts import count_answers
from bot.referee.puzzles.next_puzzle import choose_puzzle
from bot.referee.rules_thread import run_rules
from engines.puzzles import puzzles
from games.translation import pgettext

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class PuzzleCog(commands.Cog):
    """The command that shows a puzzle."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        games = bot.context.games
        add_game_choices({key: game for key, game in games.items() if puzzles(key)}, self.puzzle)

    @commands.hybrid_command(description="A puzzle: find the move that wins")
    @app_commands.describe(game="Which game; any if you leave it out")
    async def puzzle(self, ctx: CommandContext, *, game: str = "") -> None:
        """Show the next puzzle of a person, of one game or of any."""
        source = source_of(ctx)
        async with self.bot.cooldowns.admit(request_of(source), PICTURE_COST):
            await self._show(source, parse_game(self.bot.context, game).key if game else None)

    async def _show(self, source: Source, key: str | None) -> None:
        context, private, user_id = self.bot.context, is_private(source), request_of(source).user_id
        puzzle = await choose_puzzle(context, user_id, key)
        count = await count_answers(context, puzzle)
        release_channel()
        position = await run_rules(open_puzzle, context.games, puzzle.game, puzzle.number)
        snapshot = snapshot_of_puzzle(position, user_id if private else 0)
        display = shared_display(snapshot.match, position.game, position.state)
        if private:
            display = await private_display(context, snapshot.match, user_id)
        picture = await self.bot.board_images.draw(position.game, snapshot, display)
        text = puzzle_post(position, count, private=private)
        filename = f"turnpost-puzzle-{puzzle.game}-{puzzle.number}.png"
        buttons = row(MoveButton(pgettext("button", MOVE), puzzle.game, puzzle.number))
        await reply_with_picture(source, text, picture, filename, with_text_board(text, picture.text), view=buttons)
