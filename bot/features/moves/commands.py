"""The commands and buttons by which people move, and the posts of moves that weren't played."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.components import PersistentButton, row
from bot.client.feature import Cog
from bot.client.options import MAX_CHOICES, usable_everywhere
from bot.features.crowds import answer_proposal
from bot.features.destinations import ShowDestinationsButton
from bot.features.moves.text import (
    CANCEL_QUEUE,
    CHOICE_LIMIT,
    DROP,
    MOVE_UNKNOWN,
    PLAN_WOULD_BE_PUBLIC,
    PLAY,
    SHOW_DESTINATIONS,
    completion_label,
    move_in_preview,
    move_played,
    moves_queued,
    preview_headline,
    preview_small_print,
    text_in_question,
    which_match,
)
from bot.features.next_match import find_next_matches, own_request_of
from bot.features.offers import TakeBackButton
from bot.gateway.message_queue import release_channel
from bot.interactions.limits import PICTURE_COST, TooManyRequests
from bot.interactions.own_messages import expects_reply
from bot.interactions.replies import (
    acknowledge_silently,
    is_ephemeral,
    is_private,
    remove_answer,
    replace_message,
    reply,
    reply_elsewhere,
    reply_with_picture,
    request_of,
    sees_boards,
    send_directly,
)
from bot.outbox.sender import make_reference
from bot.process import is_permanent
from bot.referee import boards, find_match, formatting
from bot.referee.context import run_rules
from bot.referee.errors import MoveRejected, RequestRejected
from bot.referee.people.display import private_display, shared_display
from bot.referee.requests import (
    AlreadyDone,
    AmbiguousMatch,
    MovePlayed,
    MovePreview,
    MoveProposed,
    StaleBoard,
    parse_match_number,
    parse_move_text,
)
from bot.referee.turns import play, queue
from bot.referee.turns.aids import complete_move
from bot.referee.turns.play import confirm_move, take_snapshot_after
from bot.referee.turns.queue import cancel_queue
from games.translation import gettext as _
from storage.queries import matches

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.context import Context
    from bot.referee.requests import MovesQueued, MoveText, Request
    from storage.queries.rows import Post

    SendPreview = Callable[..., Awaitable[None]]
    Result = MovePlayed | MoveProposed | MovePreview | AlreadyDone | AmbiguousMatch | StaleBoard
    RefereeCall = Callable[[Context, Request, MoveText], Awaitable[Result]]

MOST_BUTTONS = 25


async def play_move(bot: Client, source: Source, move_text: MoveText, *, bare: bool) -> None:
    """Play a text as a move and reply with the result; a `bare` text may turn out to be chat.

    Several moves in one text are queued. Raises `RequestRejected`, and `NotAMove` for a bare text.
    """
    if move_text.plan and not is_private(source):
        await _refuse_public_plan(bot, source, move_text, bare=bare)
    queued = await queue.queue_text(bot.context, request_of(source), move_text)
    if queued is not None:
        await confirm_queue(bot, source, queued)
        return
    await _answer(bot, source, move_text, play.play_text if bare else play.play_move, PickMatchButton)


async def _refuse_public_plan(bot: Client, source: Source, move_text: MoveText, *, bare: bool) -> None:
    """Raise `RequestRejected` for a plan that others can read, and `NotAMove` if a `bare` text is chat."""
    if bare:
        await find_match.resolve_match(bot.context, request_of(source), move_text)
    raise RequestRejected(_(PLAN_WOULD_BE_PUBLIC))


async def preview_move(bot: Client, source: Source, move_text: MoveText) -> None:
    """Show the board after a move to the player whose turn it is, and play nothing. Raises `RequestRejected`."""
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        await _answer(bot, source, move_text, play.preview_move, PickMatchForPreviewButton)


async def _answer(
    bot: Client, source: Source, move_text: MoveText, call: RefereeCall, pick: type[PickMatchButton]
) -> None:
    request = request_of(source)
    began = time.perf_counter()
    try:
        result = await call(bot.context, request, move_text)
    except MoveRejected as error:
        button = ShowDestinationsButton(_(SHOW_DESTINATIONS), error.match.id, error.ply, error.piece)
        await reply(source, error.reason, view=row(button))
        return
    match result:
        case MovePlayed():
            bot.metrics.observe_step("store", time.perf_counter() - began)
            bot.metrics.moves.labels(result.match.game).inc()
            goes_later = await _confirm(bot, source, result, with_plan=bool(move_text.plan))
            release_channel()
            await bot.turn_answers.remove(request.user_id, result.match.id)
            if goes_later:
                bot.turn_answers.remember(source, result.match.id)
        case MoveProposed():
            await answer_proposal(bot, source, result)
        case MovePreview():
            await (show_preview if call is play.preview_move else ask_to_confirm)(bot, source, result)
        case AlreadyDone(note):
            always = note and _is_always_answered(source, move_text)
            await (reply(source, note) if always else acknowledge_silently(source))
        case AmbiguousMatch():
            picks = [
                pick(f"#{each.id} {bot.context.title(each.game)}", each.id, request.user_id) for each in result.matches
            ]
            question = which_match(move_text.whole)
            await reply(source, question, view=row(*picks[:MOST_BUTTONS]))
        case StaleBoard():
            try:
                async with bot.cooldowns.admit(request, PICTURE_COST):
                    await boards.show_board(bot.context, request, result.match, shown=result.shown)
            except TooManyRequests:  # what became of a move is always said
                await reply(source, result.note.removesuffix(_(find_match.HERE)))


def _is_always_answered(source: Source, move_text: MoveText) -> bool:
    """Return whether a move was sent in a message to the bot, or with the number of a match."""
    return isinstance(source, discord.Message) and (move_text.match is not None or expects_reply(source))


async def _confirm(bot: Client, source: Source, played: MovePlayed, *, with_plan: bool) -> bool:
    """Confirm a move to a player who doesn't see the board appear where they are, and the plan that came with it.

    A player who can be told privately reads how many other matches wait. Returns whether that is all they read, so that
    it can go with their next move.
    """
    confirmed = move_played(played.match, played.ply, played.text)
    said = [confirmed] if with_plan or not sees_boards(source, played.match) else []
    if with_plan:
        said.append(_("Your plan waits: `/match do:plan #{match}` shows it.").format(match=played.match.id))
    more, buttons = await find_next_matches(bot, source, played.match)
    if more:
        await _tell_more(source, " ".join([*said, more]), buttons)
        return not said
    if with_plan:
        await reply(source, " ".join(said))
    else:
        await reply_elsewhere(source, played.match, confirmed)
    return False


async def _tell_more(source: Source, text: str, buttons: Sequence[PersistentButton]) -> None:
    """Tell a person privately what waits, in place of the private message that was pressed if there was one."""
    if isinstance(source, discord.Interaction) and is_ephemeral(source):
        await replace_message(source, text, row(*buttons))
    else:
        await reply(source, text, view=row(*buttons))


class PickMatchButton(PersistentButton, template=r"pick:(\d+):(\d+)"):
    """Says which match a move is meant for. Its parts: match, id of the player who was asked."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Take the move text out of the question and send it to the match."""
        match_id, user_id = map(int, self.parts)
        if press.user.id != user_id:
            raise RequestRejected(_("This question is for somebody else."))
        text = text_in_question(press.message.content) if press.message else None
        if text is None:
            raise RequestRejected(_(MOVE_UNKNOWN))
        await self._send(bot, press, replace(parse_move_text(text), match=match_id))

    async def _send(self, bot: Client, press: Press, move_text: MoveText) -> None:
        await play_move(bot, press, move_text, bare=False)


class PickMatchForPreviewButton(PickMatchButton, template=r"foresee:(\d+):(\d+)"):
    """Says in which match to preview a move. Its parts are those of `PickMatchButton`."""

    async def _send(self, bot: Client, press: Press, move_text: MoveText) -> None:
        await preview_move(bot, press, move_text)


async def confirm_queue(bot: Client, source: Source, queued: MovesQueued | AlreadyDone) -> None:
    """Reply what waits, with a button that cancels it; others who can read the reply see only how many moves.

    Where the board appears and nothing waits, nothing is replied.
    """
    if isinstance(queued, AlreadyDone):
        await acknowledge_silently(source)
        return
    user_id = request_of(source).user_id
    text = moves_queued(queued.match, queued.played, queued.waiting, private=is_private(source))
    more, buttons = await find_next_matches(bot, source, queued.match) if queued.played else ("", [])
    if queued.waiting:
        cancel = CancelQueueButton(_(CANCEL_QUEUE), queued.match.id, user_id)
        await reply(source, f"{text} {more}".rstrip(), view=row(cancel, *buttons))
    elif more:
        said = [] if sees_boards(source, queued.match) else [text]
        await _tell_more(source, " ".join([*said, more]), buttons)
    else:
        await reply_elsewhere(source, queued.match, text)
    if queued.played:
        release_channel()
        await bot.turn_answers.remove(user_id, queued.match.id)


class CancelQueueButton(PersistentButton, template=r"unqueue:(\d+):(\d+)"):
    """Cancels what a player queued. Its parts: match, id of the player."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Drop what waits, and replace the message."""
        match_id, user_id = map(int, self.parts)
        if press.user.id != user_id:
            raise RequestRejected(_("These moves are somebody else's."))
        waited = await cancel_queue(bot.context, request_of(press), match_id)
        text = _("Cancelled: nothing is queued in #{match} now.") if waited else _("Nothing was queued in #{match}.")
        await replace_message(press, text.format(match=match_id))


async def show_preview(bot: Client, source: Source, preview: MovePreview) -> None:
    """Show a preview only to the player who asked for it.

    Raises `RequestRejected` where the bot may not write to the player directly.
    """
    if is_private(source):
        await _show(bot, source, preview)
        bot.turn_answers.remember(source, preview.match.id)
        return
    try:
        await _show(bot, source, preview, by_direct_message=True)
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        raise RequestRejected(
            _(
                "I can't send you direct messages, and everyone here would see your move. Use `/move` with `preview`: "
                "only you see that."
            )
        ) from None
    await reply(source, _("The preview is in your direct messages. Nothing has been played."))


async def ask_to_confirm(bot: Client, source: Source, preview: MovePreview) -> None:
    """Ask a player privately whether to play a move; where direct messages are barred, where they sent it.

    A player who has asked for too many pictures is asked in words.
    """
    try:
        async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
            await _ask(bot, source, preview, _show)
    except TooManyRequests:
        await _ask(bot, source, preview, _say)


async def _ask(bot: Client, source: Source, preview: MovePreview, send: SendPreview) -> None:
    ask = partial(send, bot, source, preview, confirm=True)
    await send_directly(source, ask, _("Not played yet: please confirm it in your direct messages."))
    bot.turn_answers.remember(source, preview.match.id)


async def _show(
    bot: Client, source: Source, preview: MovePreview, *, confirm: bool = False, by_direct_message: bool = False
) -> None:
    match, game = preview.match, bot.context.game(preview.match)
    display = shared_display(match, game, preview.before)
    if by_direct_message or is_private(source):
        display = await private_display(bot.context, match, request_of(source).user_id)
    release_channel()
    picture = await bot.board_images.draw(game, take_snapshot_after(bot.context, preview), display, preview=True)
    headline, small_print, buttons = await _content(bot, source, preview, confirm=confirm)
    await reply_with_picture(
        source,
        f"{headline}\n{small_print}",
        picture,
        f"turnpost-preview-{match.id}-{match.seq}.png",
        f"{headline}\n```\n{picture.text}\n```\n{small_print}",
        view=buttons,
        by_direct_message=by_direct_message,
    )


async def _say(
    bot: Client, source: Source, preview: MovePreview, *, confirm: bool = False, by_direct_message: bool = False
) -> None:
    headline, small_print, buttons = await _content(bot, source, preview, confirm=confirm)
    await reply(source, f"{headline}\n{small_print}", view=buttons, by_direct_message=by_direct_message)


async def _content(bot: Client, source: Source, preview: MovePreview, *, confirm: bool) -> tuple[str, str, View]:
    """Return the text above the picture of a preview, the small print below it, and the buttons."""
    match, user_id = preview.match, request_of(source).user_id
    snapshot, game = take_snapshot_after(bot.context, preview), bot.context.game(match)
    buttons: list[PersistentButton] = [PlayPreviewButton(_(PLAY), match.id, match.seq, user_id)]
    if confirm:
        buttons.append(DropPreviewButton(_(DROP), match.id, user_id))
    headline = await run_rules(lambda: preview_headline(snapshot, game, confirm=confirm))
    return headline, preview_small_print(snapshot, preview.text), row(*buttons)


class PlayPreviewButton(PersistentButton, template=r"play:(\d+):(\d+):(\d+)"):
    """Plays the previewed move. Its parts: match, event that the move follows, id of the player."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Play the move in the turn it was previewed in; the preview goes where the board of the move appears.

        In its place stands one line where a move can be taken back freely, where other matches wait for the player, and
        elsewhere where it was played.
        """
        match_id, seq, user_id = map(int, self.parts)
        ply, text = _previewed_move(press, user_id)
        result = await confirm_move(bot.context, own_request_of(press), match_id, seq, text)
        if isinstance(result, StaleBoard):
            await replace_message(press, result.note)
            return
        if isinstance(result, MoveProposed):
            await answer_proposal(bot, press, result)
            return
        match, pressed = result.match, press.message
        alone = match.ended_at is None and all(person.level or person.id == user_id for person in match.seats)
        more, buttons = await find_next_matches(bot, press, match) if is_ephemeral(press) else ("", [])
        said = [more] if more else []
        if not sees_boards(press, match):
            said.insert(0, move_played(match, ply, text))
        elif alone and is_ephemeral(press):
            said.insert(0, _("Move {ply}, {move}, is played.").format(ply=ply, move=formatting.code(text)))
            buttons.insert(0, TakeBackButton(_("Take back"), match.id, ply))
        if said:
            await replace_message(press, " ".join(said), row(*buttons))
        else:
            await remove_answer(press)
        await bot.turn_answers.remove(user_id, match_id, pressed=pressed.id if pressed else None)
        bot.turn_answers.keep(press, match_id)


class DropPreviewButton(PersistentButton, template=r"leave:(\d+):(\d+)"):
    """Drops the previewed move. Its parts: match, id of the player."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Replace the preview; nothing was stored for it."""
        del bot
        match_id, user_id = map(int, self.parts)
        ply, text = _previewed_move(press, user_id)
        dropped = _("Move {ply} of #{match}, {move}, wasn't played.")
        await replace_message(press, dropped.format(ply=ply, match=match_id, move=formatting.code(text)))


def _previewed_move(press: Press, user_id: int) -> tuple[int, str]:
    """Return ply and text of the move that a button hangs under. Raises `RequestRejected`."""
    if press.user.id != user_id:
        raise RequestRejected(_("It's somebody else's move."))
    found = move_in_preview(press.message.content) if press.message else None
    if found is None:
        raise RequestRejected(_(MOVE_UNKNOWN))
    return found


class MovesCog(Cog):
    """The commands that play a move or preview it."""

    @commands.command(aliases=["m"])
    async def move(self, ctx: CommandContext, *, text: str) -> None:
        """Play a move: `[#42] [17.] TEXT`."""
        await play_move(self.bot, ctx.message, parse_move_text(text), bare=False)

    @commands.command()
    async def preview(self, ctx: CommandContext, *, text: str) -> None:
        """Show the board after a move and play nothing: `[#42] [17.] TEXT`."""
        await preview_move(self.bot, ctx.message, parse_move_text(text))

    @app_commands.command(name="move", description="Play a move, or look at the board after it first")
    @app_commands.rename(text="move")
    @app_commands.describe(
        text="Your move, for example c4; or #42 17. c4",
        match="The number of the match, for example #42; the one that waits for you by default",
        preview="Show the board after the move, and play nothing",
    )
    @usable_everywhere
    async def move_by_slash(
        self,
        interaction: discord.Interaction[Any],
        text: str,
        match: str | None = None,
        preview: bool = False,  # noqa: FBT001, FBT002 - discord.py makes the form of these
    ) -> None:
        """Play a move, or preview it."""
        move_text = _in_match(parse_move_text(text), match)
        if preview:
            await preview_move(self.bot, interaction, move_text)
        else:
            await play_move(self.bot, interaction, move_text, bare=False)

    @move_by_slash.autocomplete("text")
    async def _complete(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        request = request_of(interaction)
        try:
            move_text = _in_match(parse_move_text(current), str(interaction.namespace.match or ""))
        except RequestRejected:  # of a match that isn't typed yet
            return []
        found = await complete_move(self.bot.context, request, move_text, MAX_CHOICES)
        return [Choice(name=completion_label(one), value=one.text) for one in found if len(one.text) <= CHOICE_LIMIT]


def _in_match(move_text: MoveText, match: str | None) -> MoveText:
    """Return a move in the match that is named beside it, if one is. Raises `RequestRejected`."""
    number = parse_match_number(match)
    return move_text if number is None else replace(move_text, match=number)


async def ask_again(bot: Client, post: Post) -> tuple[int, int | None]:
    """Ask the player to move, in reply to the message that can't be read, unless the match has moved on.

    The post mentions nobody: the board of this turn did.
    """
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
    if match.seq != post.seq or match.to_move is None:
        return match.home, None

    def is_this_post(message: discord.Message) -> bool:
        return message.reference is not None and message.reference.message_id == int(post.body["reply_to"])

    home = await bot.sender.open_home(match, post)
    content = _(
        "I was away, and here I can't read messages that don't mention me. {name}, if you sent your "
        "move meanwhile, please send it again: as a reply to the board with the ping on, or with `/move`."
    ).format(name=formatting.name(match.seats[match.to_move - 1]))
    return await bot.sender.send_once(post, home, is_this_post, content=content, reference=make_reference(post))
