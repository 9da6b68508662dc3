"""The daily puzzle of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import row
from bot.features.board_replies.text import with_text_board
from bot.features.guide.components import MoveButton
from bot.features.guide.text import MOVE
from bot.features.puzzle_messages.puzzle_snapshot import snapshot_of_puzzle
from bot.features.puzzle_messages.text import daily_post
from bot.images.priority_executor import Priority
from bot.interactions.custom_ids import read_custom_ids
from bot.interactions.picture_replies import caption
from bot.interactions.replies import Attachment
from bot.outbox.sender import mention_only
from bot.referee.people.display import shared_display
from bot.referee.puzzles.answers import open_puzzle
from bot.referee.puzzles.attempts import count_answers
from bot.referee.rules_thread import run_rules
from games.translation import pgettext

if TYPE_CHECKING:
    import discord

    from bot.images.board_images import BoardImages
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.queries.rows import Post


class PuzzlePosts:
    """Sends the outbox rows of daily puzzles."""

    def __init__(self, sender: Sender, context: Context, board_images: BoardImages) -> None:
        self._sender = sender
        self._context = context
        self._board_images = board_images

    async def puzzle(self, post: Post) -> tuple[int, int | None]:
        """Post a server's daily puzzle with the hidden solution of the day before; return channel and message."""
        games = self._context.games
        position = await run_rules(open_puzzle, games, post.body["game"], int(post.body["number"]))
        yesterday = await run_rules(open_puzzle, games, *post.body["yesterday"])
        snapshot = snapshot_of_puzzle(position)
        display = shared_display(snapshot.match, position.game, position.state)
        picture = await self._board_images.draw(position.game, snapshot, display, urgency=Priority.TURN)
        text = daily_post(position, await count_answers(self._context, position.puzzle), yesterday)
        button = MoveButton(pgettext("button", MOVE), position.puzzle.game, position.puzzle.number)
        in_letters = with_text_board(text, picture.text)
        name = f"turnpost-{self._sender.nonce(post)}.png"
        channel = self._sender.client.get_partial_messageable(
            int(post.body["channel"]), guild_id=int(post.body["guild"])
        )

        def is_this_post(message: discord.Message) -> bool:
            return message.reference is None and button.custom_id in read_custom_ids(message)

        sent = await self._sender.send_with_files(
            post,
            channel,
            is_this_post,
            [Attachment(picture.png, name, picture.alt).file] if picture.png is not None else [],
            content=caption(text, picture),
            without_files=in_letters,
            view=row(button),
            allowed_mentions=mention_only(),
        )
        return sent.channel.id, sent.id
