"""The posts that show a board: after every turn, and when somebody asks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord

from bot.errors import is_forbidden
from bot.features.board_posts import text as board_post_text
from bot.features.board_posts.finished import finished_post
from bot.features.boards import text as wording
from bot.features.boards.components import MyView, still
from bot.features.history.components import Record, files
from bot.features.rematches.components import Rematch
from bot.features.replays.components import ReplayButton
from bot.interactions.custom_ids import read_custom_ids
from bot.interactions.persistent_button import row
from bot.interactions.replies import MAX_LENGTH, Attachment
from bot.outbox.mentions import choose_mentions, direct_message_options
from bot.outbox.sender import FallbackPost, fall_back_to, fall_back_to_asker, make_reference, mention_only
from bot.priority_executor import Priority
from bot.referee import formatting
from bot.referee.log import notes, outcome
from bot.referee.offload import rules_outside_transaction, run_rules
from bot.referee.people.display import post_display, private_display, shared_display
from bot.referee.views import take_snapshot
from renderers.board.scene import Scene
from storage.tables import clocks, events, matches

if TYPE_CHECKING:
    from discord.ui import View

    from bot.features.board_posts.text import Call
    from bot.images.board_images import BoardImages, Picture
    from bot.interactions.persistent_button import PersistentButton
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from bot.referee.people.display import BoardDisplay
    from bot.referee.views import Snapshot
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.tables.models import Match, Post


class BoardPosts:
    """Sends the outbox rows that show a board. Each returns the channel and the message it became.

    `content` says whether the bot reads other people's messages, so that a post names only what works.
    """

    def __init__(self, sender: Sender, context: Context, board_images: BoardImages, *, content: bool) -> None:
        self._sender = sender
        self._context = context
        self._board_images = board_images
        self._content = content

    @rules_outside_transaction
    async def board(self, post: Post) -> tuple[int, int | None]:
        """Post the board after an event where the match lives.

        It mentions the mover if the event began their turn. If it is barred, the mover gets it directly, and at the end
        of a match everybody.
        """
        async with self._context.database.read() as tx:
            now = await self._moment(tx, post)
            match, game = now.match, self._context.game(now.match)
            seat = None if now.closed else game.to_move(now.state)
            mover = match.seats[seat - 1] if seat else None
            call = await choose_mentions(
                self._context, tx, match.guild_id, [mover] if mover and not now.same_turn else ()
            )
        sight = shared_display(match, game, now.state)
        text, picture = await self._shown(now, game, sight, call)
        home = self._sender.client.get_partial_messageable(match.home, guild_id=match.guild_id)
        buttons = self._buttons(post, now, sight)
        instead = [FallbackPost("direct", person.id) for person in ([mover] if mover else match.seats)]
        with fall_back_to(*instead):
            return await self._send(post, home, text, picture, view=buttons, **call.send_options)

    def begin(self, match: Match, state: Any, ply: int, move: str) -> None:
        """Begin to draw the board that a move leads to, as `board` will ask for it once the move is stored."""
        game, names = self._context.game(match), tuple(person.name for person in match.seats)
        sight = shared_display(match, game, state)
        self._board_images.draw_ahead(game, Scene(state, names, ply, move, sight.theme, sight.side, sight.size))

    @rules_outside_transaction
    async def direct(self, post: Post) -> tuple[int, int | None]:
        """Show a board to one person, as they like it, because it can't be posted where the match lives."""
        async with self._context.database.read() as tx:
            now = await self._moment(tx, post)
        game = self._context.game(now.match)
        sight = await private_display(self._context, now.match, int(post.body["user"]))
        text, picture = await self._shown(now, game, sight, formatting.mention)
        channel, buttons = await self._sender.open_direct_messages(post), self._buttons(post, now, sight)
        note, how = (
            board_post_text.barred_board(now),
            await direct_message_options(self._context, int(post.body["user"])),
        )
        return await self._send(post, channel, f"{note}\n{text}", picture, view=buttons, **how)

    async def note(self, post: Post) -> tuple[int, int | None]:
        """Say in words what a board would have shown, had our side not failed to show it."""
        async with self._context.database.read() as tx:
            match = await matches.sure(tx, post.match_id or 0)
            mover = match.seats[match.to_move - 1] if match.to_move else None
            call = await choose_mentions(self._context, tx, match.guild_id, [mover] if mover else ())
        mark = f"-# note {self._sender.nonce(post)}"
        home = self._sender.client.get_partial_messageable(match.home, guild_id=match.guild_id)
        sent = await self._sender.send_once(
            post,
            home,
            lambda message: message.content.endswith(mark),
            content=f"{board_post_text.unshown_board(match, mover, call)}\n{mark}",
            **call.send_options,
        )
        return sent.channel.id, sent.id

    @rules_outside_transaction
    async def show(self, post: Post) -> tuple[int, int | None]:
        """Post the board that somebody asked for, as a reply to them; if that is barred, they are told so directly."""
        async with self._context.database.read() as tx:
            now = await self._moment(tx, post)
        game = self._context.game(now.match)
        channel = self._sender.client.get_partial_messageable(int(post.body["channel"]))
        of: int | None = post.body.get("of")
        text = wording.then_post(now, game, of) if of else wording.show_post(now, game, str(post.body["note"]))
        sight = post_display(post) or shared_display(now.match, game, now.state)
        how: dict[str, Any] = {"view": self._buttons(post, now, sight), "reference": make_reference(post)}
        if post.body.get("text"):
            content = wording.text_post(now, game, text, await self._board_images.draw_text(game, now))
            with fall_back_to_asker(post, "board"):
                return await self._say(post, channel, content, allowed_mentions=mention_only(), **how)
        picture = await self._board_images.draw(game, now, sight)
        with fall_back_to_asker(post, "board"):
            return await self._send(post, channel, text, picture, allowed_mentions=mention_only(), **how)

    @rules_outside_transaction
    async def finished(self, post: Post) -> tuple[int, int | None]:
        """Show a match that is over, with its moves, in the channel that its server has for that."""
        async with self._context.database.read() as tx:
            now = await self._moment(tx, post)
        match, game = now.match, self._context.game(now.match)
        result = outcome.match_result(game, match, now.event, now.state)
        if result is None:
            raise LookupError(f"outbox row {post.id} shows a match without a result")
        async with self._context.database.read() as tx:
            log, clock = await events.of_match(tx, match.id, upto=match.seq), await clocks.of_match(tx, match.id)
            shown = await notes.list_after_end(tx, match)
        told = await run_rules(finished_post, now, game, result, log, shown)
        more = None
        if told.needs_file:
            more = (await run_rules(files, self._context.games, match, log, shown, clock)).attached[1]
        picture = await self._board_images.draw(
            game, now, shared_display(match, game, now.state), urgency=Priority.TURN
        )
        channel = self._sender.client.get_partial_messageable(int(post.body["channel"]), guild_id=match.guild_id)
        known_by = MyView("My view", match.id, match.seq, self._sender.nonce(post))
        buttons = row(known_by, ReplayButton("Replay", match.id), Record("Record", match.id))
        how: dict[str, Any] = {"view": buttons, "allowed_mentions": mention_only()}
        return await self._send(post, channel, told.text, picture, more, told.without_files, **how)

    def _buttons(self, post: Post, now: Snapshot, sight: BoardDisplay) -> View:
        """Return what hangs under a board. The first button's id is also what the post is known by."""
        match = now.match
        over = now.closed or self._context.game(match).to_move(now.state) is None
        items: list[PersistentButton] = [MyView("My view", match.id, post.seq or 0, self._sender.nonce(post))]
        if over:
            items += [Rematch("Rematch", match.id), ReplayButton("Replay", match.id), Record("Record", match.id)]
        if over or sight.size == "small":
            items.append(still(match, post.seq or 0, sight))
        return row(*items)

    async def _shown(self, now: Snapshot, game: Game[Any, Any], sight: BoardDisplay, call: Call) -> tuple[str, Picture]:
        text = run_rules(lambda: board_post_text.board_post(now, game, call, content=self._content))
        return await asyncio.gather(text, self._board_images.draw(game, now, sight, urgency=Priority.TURN))

    async def _send(
        self,
        post: Post,
        channel: discord.abc.Messageable,
        text: str,
        picture: Picture,
        more: Attachment | None = None,
        without_files: str | None = None,
        **how: Any,
    ) -> tuple[int, int | None]:
        """Send words, a picture and perhaps `more`; where that can't be, the words `without_files` and letters."""
        letters = in_letters(without_files or text, picture)
        if picture.png is None:
            return await self._say(post, channel, letters, **how)
        shown = Attachment(picture.png, f"turnpost-{self._sender.nonce(post)}.png", picture.alt)
        try:
            attached = [each.file for each in (shown, more) if each]
            return await self._say(post, channel, text, files=attached, **how)
        except discord.Forbidden as barred:
            if not is_forbidden(barred):
                raise
            # Perhaps only files are barred: letters may still go through.
            return await self._say(post, channel, letters, **how)

    async def _say(
        self, post: Post, channel: discord.abc.Messageable, content: str, **how: Any
    ) -> tuple[int, int | None]:
        mark = self._sender.nonce(post)

        def is_it(message: discord.Message) -> bool:
            return any(custom_id.endswith(f":{mark}") for custom_id in read_custom_ids(message))

        sent = await self._sender.send_once(post, channel, is_it, content=content, **how)
        return sent.channel.id, sent.id

    async def _moment(self, tx: Tx, post: Post) -> Snapshot:
        match = await matches.sure(tx, post.match_id or 0)
        return await take_snapshot(self._context, tx, match, post.seq or 0)


def in_letters(text: str, picture: Picture) -> str:
    """Return words and the board in letters as one message; if that is too long, the words are cut."""
    block = f"\n```\n{picture.text}\n```"
    return text[: MAX_LENGTH - len(block)] + block
