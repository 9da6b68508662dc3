"""The command Challenge in a person's menu: a form that issues a challenge."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle, SelectDefaultValue, SelectOption, app_commands
from discord.ui import Label, Select, TextInput, UserSelect

from bot.client.command_groups import ANYWHERE, BY_ANYONE
from bot.client.options import MAX_CHOICES
from bot.client.persistent_button import PersistentButton, row
from bot.client.persistent_form import PersistentForm
from bot.features.challenges import button_text, reply_text
from bot.features.challenges.issue import issue
from bot.features.challenges.terms import parse_options
from bot.interactions.replies import guild_id_of, reply
from bot.referee.challenges import rejections
from bot.referee.challenges.name_parser import parse_game
from bot.referee.errors import RequestRejected
from bot.referee.times.time_control import COMMON_CONTROLS, describe_choice
from games.translation import gettext as _
from storage.queries import challenges

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.client.client import Client
    from bot.client.persistent_form import Values
    from bot.client.persistent_item import Press

OPPONENTS, GAME, CLOCK, SEAT, OPTIONS = "opponents", "game", "clock", "seat", "options"
MOST_OPPONENTS = 4
USUAL_CLOCK = "usual"
"""The value for the clock that a server has chosen."""


class ChallengeForm(PersistentForm):
    """A form that issues a challenge."""

    action = "challenge_form"
    template = re.compile("challenge_form")
    title = reply_text.FORM_TITLE

    async def open_for(self, bot: Client, interaction: Press, opponents: Sequence[int], filled: Values) -> None:
        """Open the form for some opponents, with what was `filled` in before."""
        await self.open_with(interaction, _fields(bot, opponents, filled))

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Issue the challenge, or say why not, with a button that opens the form again as it was."""
        words = {name: given for name in (CLOCK, SEAT) if (given := first_value(values, name)) not in {"", USUAL_CLOCK}}
        try:
            info = parse_game(bot.context, first_value(values, GAME))
            words |= parse_options(first_value(values, OPTIONS))
            opponents = [await _find_user(bot, press, int(each)) for each in values.get(OPPONENTS, ())]
            await issue(bot, press, info, opponents, words)
        except RequestRejected as rejected:
            content = reply_text.form_rejected(rejected.reason, {name: list(given) for name, given in values.items()})
            await reply(press, content, view=row(FillInAgain(_(button_text.FILL_IN_AGAIN))))


class FillInAgain(PersistentButton, template=r"challenge_again"):
    """Opens the form again, filled in with what the message above it says."""

    action = "challenge_again"
    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form."""
        filled = reply_text.filled_in(press.message.content) if press.message else {}
        await ChallengeForm().open_for(bot, press, [int(each) for each in filled.get(OPPONENTS, ())], filled)


class ChallengeOthersButton(PersistentButton, template=r"challenge_others:(\d+):(\d+)"):
    """Opens the form of a challenge that somebody declined, without them. Its parts: the challenge, who declined it."""

    action = "challenge_others"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form for a person of the challenge."""
        number, declined_by = map(int, self.parts)
        async with bot.context.database.read() as tx:
            challenge = await challenges.require(tx, number)
        if press.user.id not in {person.id for person in challenge.people}:
            raise RequestRejected(rejections.not_invited(challenge.people[1:]))
        others = [
            person.id
            for person in challenge.people
            if person.is_reachable and person.id not in {press.user.id, declined_by}
        ][:MOST_OPPONENTS]
        filled = {
            GAME: [challenge.game],
            OPTIONS: [reply_text.typed_terms(challenge, bot.context.rules(challenge.game).info)],
        }
        if challenge.clock in COMMON_CONTROLS:
            filled[CLOCK] = [challenge.clock]
        await ChallengeForm().open_for(bot, press, others, filled)


def fill_in(opponents: Sequence[discord.abc.User], words: Mapping[str, str], game: str = "") -> dict[str, list[str]]:
    """Return what the form holds for a challenge: its opponents, its terms by name as they were typed, and its game."""
    rest = dict(words)
    clock, seat = rest.pop(CLOCK, ""), rest.pop(SEAT, "")
    usual = clock in COMMON_CONTROLS
    options = [*([] if usual or not clock else [clock]), *(f"{name}={value}" for name, value in rest.items())]
    filled = {
        OPPONENTS: [str(each.id) for each in opponents[:MOST_OPPONENTS]],
        GAME: [game],
        CLOCK: [clock if usual else ""],
        SEAT: [seat],
        OPTIONS: [" ".join(options)],
    }
    return {name: values for name, values in filled.items() if any(values)}


def challenge_menu(bot: Client) -> app_commands.ContextMenu:
    """Return the command of a person's menu that opens the form for a challenge to that person."""

    async def challenge(interaction: discord.Interaction[Any], person: discord.User) -> None:
        if person.bot and person != bot.user:
            raise RequestRejected(_(reply_text.NO_BOTS))
        await ChallengeForm().open_for(bot, interaction, [person.id], {})

    return app_commands.ContextMenu(
        name="Challenge", callback=challenge, allowed_contexts=ANYWHERE, allowed_installs=BY_ANYONE
    )


def _fields(bot: Client, opponents: Sequence[int], filled: Values) -> list[Label[Any]]:
    """Return the fields of the form: five, as many as Discord takes."""
    people: UserSelect[Any] = UserSelect(
        custom_id=OPPONENTS,
        required=True,
        max_values=MOST_OPPONENTS,
        default_values=[SelectDefaultValue.from_user(discord.Object(each)) for each in opponents],
    )
    games: Select[Any] = Select(custom_id=GAME, options=game_options(bot, first_value(filled, GAME)))
    clocks: Select[Any] = Select(custom_id=CLOCK, options=_clock_options(first_value(filled, CLOCK)), required=False)
    seat: TextInput[Any] = TextInput(custom_id=SEAT, default=first_value(filled, SEAT), required=False, max_length=40)
    options: TextInput[Any] = TextInput(
        custom_id=OPTIONS, default=first_value(filled, OPTIONS), required=False, max_length=200
    )
    return [
        Label(text=_("Your opponents"), description=_("One, or more in games for three or more"), component=people),
        Label(text=_("The game"), component=games),
        Label(text=_("Time for the moves"), component=clocks),
        Label(
            text=_("Your seat"),
            description=_("Random if you leave it empty; theirs lets them choose"),
            component=seat,
        ),
        Label(
            text=_("Options of the game"),
            description=_("For example target=12; or level=2 for me"),
            component=options,
        ),
    ]


def game_options(bot: Client, chosen: str) -> list[SelectOption]:
    """Return the games for a menu, one of them chosen by its key."""
    games = list(bot.context.games.values())[:MAX_CHOICES]
    return [
        SelectOption(label=info.title, value=info.key, description=_(info.pitch)[:100], default=info.key == chosen)
        for info in (game.info for game in games)
    ]


def _clock_options(chosen: str) -> list[SelectOption]:
    usual = SelectOption(label=_(reply_text.USUAL_CLOCK), value=USUAL_CLOCK, default=chosen == USUAL_CLOCK)
    controls = COMMON_CONTROLS[: MAX_CHOICES - 1]
    return [
        usual,
        *(SelectOption(label=describe_choice(each), value=each, default=each == chosen) for each in controls),
    ]


def first_value(values: Values, name: str) -> str:
    """Return the value of a field, or the first of several; empty without one."""
    return next(iter(values.get(name, ())), "")


async def _find_user(bot: Client, press: Press, user_id: int) -> discord.abc.User:
    """Return a person as they are called where the form was opened. Raises `RequestRejected` for one who left."""
    if bot.user and user_id == bot.user.id:
        return bot.user
    guild = press.guild if guild_id_of(press) else None
    try:
        return await (guild.fetch_member(user_id) if guild else bot.fetch_user(user_id))
    except discord.NotFound:
        gone = _("{name} isn't here any more. Choose somebody else.").format(name=f"<@{user_id}>")
        raise RequestRejected(gone) from None
