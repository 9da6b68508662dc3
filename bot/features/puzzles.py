"""Puzzles: the command that shows one, the daily one of a server, and answers as text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.components import row
from bot.client.feature import Cog, Feature
from bot.client.options import add_game_choices, source_of, usable_everywhere
from bot.features.board_replies import with_text_board
from bot.features.guide.commands import MoveButton
from bot.features.guide.turns import MOVE
from bot.features.puzzle_messages import (
    answered_right,
    answered_wrong,
    daily_post,
    hidden_text,
    line_of_moves,
    moves_in,
    puzzle_post,
    puzzle_title,
    snapshot_of_puzzle,
    solved,
)
from bot.gateway.message_queue import release_channel
from bot.images.boards import Priority
from bot.interactions.limits import PICTURE_COST
from bot.interactions.own_messages import LARGEST_ID, read_custom_ids
from bot.interactions.replies import Attachment, caption, is_private, reply, reply_with_picture, request_of
from bot.referee.challenges.issue import parse_game
from bot.referee.context import run_rules
from bot.referee.errors import RequestRejected
from bot.referee.people.display import private_display, shared_display
from bot.referee.puzzles import choose_puzzle, count_answers, is_legal, judge, open_puzzle, record_answer
from engines.puzzles import puzzles
from games.translation import gettext as _, pgettext

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from storage.queries.rows import Post


async def send_daily_puzzle(bot: Client, post: Post) -> tuple[int, int | None]:
    """Post a server's daily puzzle with the hidden solution of the day before; return channel and message."""
    games = bot.context.games
    position = await run_rules(open_puzzle, games, post.body["game"], int(post.body["number"]))
    yesterday = await run_rules(open_puzzle, games, *post.body["yesterday"])
    snapshot = snapshot_of_puzzle(position)
    display = shared_display(snapshot.match, position.game, position.state)
    picture = await bot.board_images.draw(position.game, snapshot, display, urgency=Priority.TURN)
    text = daily_post(position, await count_answers(bot.context, position.puzzle), yesterday)
    button = MoveButton(pgettext("button", MOVE), position.puzzle.game, position.puzzle.number)
    in_letters = with_text_board(text, picture.text)
    name = f"turnpost-{bot.sender.nonce(post)}.png"
    channel = bot.get_partial_messageable(int(post.body["channel"]), guild_id=int(post.body["guild"]))

    def is_this_post(message: discord.Message) -> bool:
        return message.reference is None and button.custom_id in read_custom_ids(message)

    return await bot.sender.send_with_files(
        post,
        channel,
        is_this_post,
        [Attachment(picture.png, name, picture.alt).file] if picture.png is not None else [],
        content=caption(text, picture),
        without_files=in_letters,
        view=row(button),
    )


_MOVE_BUTTON = re.compile(r"move:([a-z][a-z0-9-]*):(\d+)")


@dataclass(frozen=True, slots=True)
class RepliedPuzzle:
    """The puzzle that a message replies to, by its game and number, and the moves that the replied message lists."""

    game: str
    number: int
    moves: tuple[str, ...]


def find_replied_puzzle(message: discord.Message, me: int) -> RepliedPuzzle | None:
    """Return the puzzle that a message replies to, None if it replies to something else; `me` is the bot's id."""
    replied_to = message.reference.resolved if message.reference else None
    if not isinstance(replied_to, discord.Message) or replied_to.author.id != me:
        return None
    found = next(filter(None, map(_MOVE_BUTTON.fullmatch, read_custom_ids(replied_to))), None)
    if found is None or int(found[2]) > LARGEST_ID:
        return None
    return RepliedPuzzle(found[1], int(found[2]), moves_in(replied_to.content))


async def answer_puzzle(bot: Client, message: discord.Message, puzzle: RepliedPuzzle, text: str) -> bool:
    """Say whether a text is a right answer; on a server only one that is hidden from others counts.

    Returns False for a text on a server that isn't a move, and does nothing. Raises `RequestRejected`.
    """
    public, typed = message.guild is not None, hidden_text(text)
    position = await run_rules(open_puzzle, bot.context.games, puzzle.game, puzzle.number, puzzle.moves)
    if public and typed is None:
        if await run_rules(is_legal, position, text):
            raise RequestRejected(
                _("Others want to solve it, too. Press **Move**, or hide your answer, like this: `||your move||`.")
            )
        return False
    verdict = await run_rules(judge, position, typed or text)
    button = row(MoveButton(pgettext("button", MOVE), puzzle.game, puzzle.number))
    if verdict.right and verdict.then:
        line = line_of_moves(verdict.then.moves, hidden=public)
        said = answered_right(verdict.then, hidden=public)
        await reply(message, f"{puzzle_title(position)}\n{line}\n{said}", view=button)
        return True
    count = await record_answer(bot.context, message.author.id, position.puzzle, solved=verdict.right)
    if verdict.right:
        await reply(message, solved(verdict.after, count, hidden=public))
    else:
        line = line_of_moves(position.moves, hidden=public)
        said = answered_wrong(verdict, hidden=public)
        await reply(message, "\n".join(filter(None, [puzzle_title(position), line, said])), view=button)
    return True


class PuzzleCog(Cog):
    """The command that shows a puzzle."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        games = bot.context.games
        add_game_choices({key: game for key, game in games.items() if puzzles(key)}, self.puzzle)

    @usable_everywhere
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


FEATURE = Feature(cogs=[PuzzleCog], posts={"puzzle": send_daily_puzzle})
