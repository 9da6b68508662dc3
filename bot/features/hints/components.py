"""Hints: moves that the engine recommends, for a person who plays against computer players alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton, row
from bot.features.hints.text import hint_text
from bot.features.moves.components import PlayPreviewButton
from bot.features.moves.text import PLAY, preview_small_print
from bot.gateway.message_queue import release_channel
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import is_private, request_of
from bot.referee.errors import RequestRejected
from bot.referee.people.display import private_display, shared_display
from bot.referee.request_results import AlreadyDone
from bot.referee.requests import MoveText
from bot.referee.rules_thread import run_rules
from bot.referee.turns.hints import find_turn_for_hint
from bot.referee.turns.play import preview_in_match
from bot.referee.turns.preview import take_snapshot_after
from bot.referee.turns.rejections import went_another_way
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source

HINT_COST = 4
"""What a hint takes of a person's requests in a minute: an engine thinks for it."""


async def show_hint(bot: Client, source: Source, number: int | None) -> None:
    """Reply with the engine's best move, why, and the board after it. Raises `RequestRejected`."""
    request = request_of(source)
    async with bot.cooldowns.admit(request, HINT_COST):
        turn = await find_turn_for_hint(bot.context, request, number)
        match, game = turn.match, bot.context.game(turn.match)
        release_channel()
        level = len(bot.context.engine(match.game).levels)
        thought = await bot.engines.think(game, turn.reached.state, level, turn.seed)
        move_text = MoveText(thought.move, match.id, turn.reached.ply + 1)
        preview = await preview_in_match(bot.context, request, move_text, match)
        if isinstance(preview, AlreadyDone):
            raise RequestRejected(went_another_way(match, turn.reached.ply + 1, thought.move))
        display = shared_display(match, game, preview.before)
        if is_private(source):
            display = await private_display(bot.context, match, request.user_id)
        snapshot = take_snapshot_after(bot.context, preview)
        picture = await bot.board_images.draw(game, snapshot, display, preview=True)
        text = await run_rules(hint_text, game, turn.reached.state, thought)
        small_print = preview_small_print(snapshot, preview.text)
        await reply_with_picture(
            source,
            f"{text}\n{small_print}",
            picture,
            f"turnpost-hint-{match.id}-{match.seq}.png",
            f"{text}\n```\n{picture.text}\n```\n{small_print}",
            view=row(PlayPreviewButton(_(PLAY), match.id, match.seq, request.user_id)),
        )


class HintButton(PersistentButton, template=r"advice:(\d+)"):
    """Asks for a hint, under a board of a match against computer players alone. Its part: the match."""

    action = "advice"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the hint, privately."""
        await show_hint(bot, press, int(self.parts[0]))
