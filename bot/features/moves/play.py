"""Play or preview a move, however it was sent: by command, reply, mention, bare text or button."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.client.persistent_button import PersistentButton, row
from bot.features.destinations.components import ShowDestinationsButton
from bot.features.moves.preview import ask_to_confirm, show_preview
from bot.features.moves.queue import confirm_queue
from bot.features.moves.text import (
    MOVE_UNKNOWN,
    NOT_YOUR_QUESTION,
    PLAN_WOULD_BE_PUBLIC,
    SHOW_DESTINATIONS,
    move_played,
    plan_saved,
    text_in_question,
    which_match,
)
from bot.interactions.bot_mentions import expects_reply
from bot.interactions.cooldowns import TooManyRequests
from bot.interactions.replies import acknowledge_silently, is_in_home, is_private, reply, request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee import snapshots
from bot.referee.errors import MoveRejected, RequestRejected
from bot.referee.request_results import AlreadyDone, AmbiguousMatch, MovePlayed, MovePreview, StaleBoard
from bot.referee.requests import parse_move_text
from bot.referee.turns import find_match_of_move, play, preview, queue
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from bot.referee.context import Context
    from bot.referee.requests import MoveText, Request

    Result = MovePlayed | MovePreview | AlreadyDone | AmbiguousMatch | StaleBoard
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
        await confirm_queue(source, queued)
        return
    await _answer(bot, source, move_text, play.play_text if bare else play.play_move, PickMatchButton)


async def _refuse_public_plan(bot: Client, source: Source, move_text: MoveText, *, bare: bool) -> None:
    """Raise `RequestRejected` for a plan that others can read, and `NotAMove` if a `bare` text is chat."""
    if bare:
        await find_match_of_move.resolve_match(bot.context, request_of(source), move_text)
    raise RequestRejected(_(PLAN_WOULD_BE_PUBLIC))


async def preview_move(bot: Client, source: Source, move_text: MoveText) -> None:
    """Show the board after a move to the player whose turn it is, and play nothing. Raises `RequestRejected`."""
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        await _answer(bot, source, move_text, preview.preview_move, PickMatchForPreviewButton)


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
            await _confirm_elsewhere(source, result, with_plan=bool(move_text.plan))
        case MovePreview():
            await (show_preview if call is preview.preview_move else ask_to_confirm)(bot, source, result)
        case AlreadyDone(note) if note and _is_always_answered(source, move_text):
            await reply(source, note)
        case AlreadyDone():
            await acknowledge_silently(source)
        case AmbiguousMatch():
            picks = [
                pick(f"#{each.id} {bot.context.title(each.game)}", each.id, request.user_id) for each in result.matches
            ]
            question = which_match(move_text.whole)
            await reply(source, question, view=row(*picks[:MOST_BUTTONS]))
        case StaleBoard():
            try:
                async with bot.cooldowns.admit(request, PICTURE_COST):
                    await snapshots.show_board(bot.context, request, result.match, shown=result.shown)
            except TooManyRequests:  # what became of a move is always said
                await reply(source, result.note.removesuffix(_(find_match_of_move.HERE)))


def _is_always_answered(source: Source, move_text: MoveText) -> bool:
    """Return whether a move was sent in a message to the bot, or with the number of a match."""
    return isinstance(source, discord.Message) and (move_text.match is not None or expects_reply(source))


async def _confirm_elsewhere(source: Source, played: MovePlayed, *, with_plan: bool) -> None:
    """Confirm a move to a player who doesn't see the board appear where they are, and the plan that came with it."""
    if with_plan or not is_in_home(source, played.match):
        confirmed = move_played(played.match, played.ply, played.text)
        await reply(source, f"{confirmed} {plan_saved(played.match)}" if with_plan else confirmed)


class PickMatchButton(PersistentButton, template=r"pick:(\d+):(\d+)"):
    """Says which match a move is meant for. Its parts: match, id of the player who was asked."""

    action = "pick"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Take the move text out of the question and send it to the match."""
        match_id, user_id = map(int, self.parts)
        if press.user.id != user_id:
            raise RequestRejected(_(NOT_YOUR_QUESTION))
        text = text_in_question(press.message.content) if press.message else None
        if text is None:
            raise RequestRejected(_(MOVE_UNKNOWN))
        await self._send(bot, press, replace(parse_move_text(text), match=match_id))

    async def _send(self, bot: Client, press: Press, move_text: MoveText) -> None:
        await play_move(bot, press, move_text, bare=False)


class PickMatchForPreviewButton(PickMatchButton, template=r"foresee:(\d+):(\d+)"):
    """Says in which match to preview a move. Its parts are those of `PickMatchButton`."""

    action = "foresee"

    async def _send(self, bot: Client, press: Press, move_text: MoveText) -> None:
        await preview_move(bot, press, move_text)
