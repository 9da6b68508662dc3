"""How a match stands, told where it began: in group messages, and on servers that didn't add the bot.

Only interactions reach such a place. The reply to `/challenge` is the challenge's post there, and each press on it
brings it up to date.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton, row
from bot.features.board_replies.components import load_snapshot
from bot.features.challenges import post_text
from bot.features.results.text import result_post
from bot.interactions.picture_replies import replace_with_picture
from bot.interactions.replies import replace_message, request_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.people.display import BoardDisplay
from bot.referee.rejections import no_such_match
from bot.referee.rules_thread import run_rules
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import in_language
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from storage.queries.rows import Match

STANDING = N_("How does it stand?")


class StandingButton(PersistentButton, template=r"standing:(\d+)"):
    """Brings the post of a match up to date in the place where it began. Its part: the match."""

    action = "standing"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Rewrite the post: how far the match is, or how it ended, with its last board."""
        number = int(self.parts[0])
        async with bot.context.database.read() as tx:
            match = await matches.get(tx, number)
        if match is None or not match.is_direct or match.channel_id != press.channel_id:
            raise RequestRejected(no_such_match(number, on_server=request_of(press).guild_id is not None))
        await show_standing(bot, press, match)


def standing_button(match: Match) -> View:
    """Return the button under the post of a match in the place where it began."""
    return row(StandingButton(_(STANDING), match.id))


async def show_standing(bot: Client, press: Press, match: Match) -> None:
    """Replace the message that was pressed by how a match stands."""
    game, snapshot = bot.context.game(match), await load_snapshot(bot, match, match.seq)
    language = await bot.languages.of_place(press)
    if match.ended_at is None:
        title, mover = game.info.title, match.player_to_move
        with in_language(language):
            content, view = (
                post_text.standing_post(match, title, snapshot.ply, formatting.name(mover)),
                standing_button(match),
            )
        await replace_message(press, content, view)
        bot.foreign_places.remember(press)
        return
    with in_language(language):
        content = await run_rules(result_post, snapshot, game)
    async with bot.context.database.write() as tx:
        await outbox.take_result(tx, match.id)
    with in_language(language):
        picture = await bot.board_images.draw_thumbnail(game, snapshot, BoardDisplay())
    await replace_with_picture(press, content, picture, f"turnpost-{match.id}-{match.seq}.png", content, row())
