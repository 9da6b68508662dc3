"""A button that opens a short form for a match against the bot: the game and the level."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discord import ButtonStyle, SelectOption
from discord.ui import Label, Select

from bot.client.persistent_button import PersistentButton, row
from bot.client.persistent_form import PersistentForm
from bot.features.challenges import button_text, reply_text
from bot.features.challenges.form import GAME, first_value, game_options
from bot.features.challenges.issue import issue
from bot.features.challenges.terms import MOST_LEVELS
from bot.interactions.replies import reply
from bot.referee.challenges.name_parser import parse_game
from bot.referee.errors import RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_form import Values
    from bot.client.persistent_item import Press

LEVEL = "level"


class PlayMeForm(PersistentForm):
    """A form that begins a match against the bot."""

    action = "play_me_form"
    template = re.compile("play_me_form")
    title = button_text.PLAY_ME

    async def open_for(self, bot: Client, press: Press, game: str) -> None:
        """Open the form, with a game of this key chosen already if there is one."""
        games: Select[Any] = Select(custom_id=GAME, options=game_options(bot, game))
        levels: Select[Any] = Select(
            custom_id=LEVEL,
            options=[
                SelectOption(label=reply_text.level_choice(level), value=str(level), default=level == 1)
                for level in range(1, MOST_LEVELS + 1)
            ],
        )
        fields = [Label(text=_("The game"), component=games), Label(text=_("How well I play"), component=levels)]
        await self.open_with(press, fields)

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Begin the match, or say why not, with a button that opens the form again."""
        key = first_value(values, GAME)
        me = [bot.user] if bot.user else []
        try:
            await issue(bot, press, parse_game(bot.context, key), me, {LEVEL: first_value(values, LEVEL)})
        except RequestRejected as rejected:
            await reply(press, rejected.reason, view=row(PlayMeButton(_(button_text.PLAY_ME), key)))


class PlayMeButton(PersistentButton, template=r"play_me:([a-z0-9-]*)"):
    """Opens the form for a match against the bot. Its part: the key of the game that is chosen already, or nothing."""

    action = "play_me"
    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form."""
        await PlayMeForm().open_for(bot, press, self.parts[0])
