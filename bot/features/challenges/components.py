"""The buttons under challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton, Press, row, rows
from bot.features.challenges import button_text, post_text, reply_text
from bot.features.challenges.foreign_posts import standing_button
from bot.features.rules.components import RulesButton
from bot.interactions.players import person_of
from bot.interactions.replies import acknowledge_silently, guild_id_of, is_foreign, replace_message, reply
from bot.outbox.mentions import choose_mentions
from bot.referee.challenges.name_parser import RANDOM
from bot.referee.challenges.respond import accept_challenge, decline_challenge
from games.translation import gettext as _
from games.translation import in_language, pgettext
from storage.queries import challenges, matches, outbox
from storage.queries.rows import DIRECT, Match, Person

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.interactions.replies import Source
    from games.contract import Info
    from storage.queries.rows import Challenge


class Accept(PersistentButton, template=r"accept:(\d+)"):
    """Accepts a challenge, or joins an open one. Its part: the challenge."""

    action = "accept"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Accept; the post itself changes through the outbox."""
        person = person_of(press.user)
        await _accept(bot, press, int(self.parts[0]), person)


class AcceptSeat(PersistentButton, template=r"seat:(\d+):(\d+)"):
    """Accepts a challenge with a seat of the player's choice. Its parts: challenge, seat."""

    action = "seat"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Accept, or change to that seat."""
        challenge, seat = self.parts
        person = person_of(press.user)
        await _accept(bot, press, int(challenge), person, seat)


class Decline(PersistentButton, template=r"decline:(\d+)"):
    """Declines or leaves a challenge, or withdraws your own. Its part: the challenge."""

    action = "decline"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Decline; the post itself changes through the outbox."""
        number, guild_id = int(self.parts[0]), guild_id_of(press)
        await decline_challenge(
            bot.context, number, press.user.id, press.id, guild_id=guild_id, channel_id=press.channel_id
        )
        await show_answer(bot, press, number)


async def _accept(bot: Client, press: Press, number: int, person: Person, seat: str = RANDOM) -> None:
    """Accept a challenge for the person who pressed, and tell them in a foreign place where the boards will come."""
    guild_id, channel_id = guild_id_of(press), press.channel_id
    result = await accept_challenge(
        bot.context, number, person, press.id, guild_id=guild_id, channel_id=channel_id, seat=seat
    )
    await show_answer(bot, press, number)
    if isinstance(result, Match) and is_foreign(press):
        await reply(press, reply_text.boards_come_directly(result, install_link(bot)))


async def show_answer(bot: Client, press: Press, number: int) -> None:
    """Show what became of a challenge: on its post at once where only a press can, else by the outbox."""
    if not is_foreign(press):
        await acknowledge_silently(press)
        return
    content, view = await show_in_place(bot, press, number)
    await replace_message(press, content, view)
    bot.foreign_places.remember(press)


async def show_in_place(bot: Client, source: Source, number: int) -> tuple[str, View]:
    """Return the text and the buttons of a challenge's post where only interactions reach, as everybody reads it."""
    language = await bot.languages.of_place(source)
    async with bot.context.database.read() as tx:
        challenge = await challenges.require(tx, number)
        match = await matches.get(tx, challenge.match_id) if challenge.match_id else None
        change = await outbox.of_challenge(tx, number, "refresh")
        mentions = await choose_mentions(bot.context, tx, DIRECT, challenge.people[1:])
    info, said = bot.context.rules(challenge.game).info, change.body if change else {}
    with in_language(language):
        if match:
            return post_text.started_post(match, info, challenge.clock), standing_button(match)
        if challenge.status == "open":
            return post_text.challenge_post(challenge, info, mentions), challenge_buttons(challenge, info)
        by = next((person for person in challenge.people if person.id == said.get("by")), None)
        return post_text.closed_post(challenge, info, by, str(said.get("word", ""))), row()


def install_link(bot: Client) -> str:
    """Return the page on which people add the bot to their own account."""
    link = discord.utils.oauth_url(bot.application_id or 0, scopes=["applications.commands"])
    return f"{link}&integration_type=1"


def challenge_buttons(challenge: Challenge, info: Info) -> View:
    """Return the buttons under a challenge that can be accepted: the seats to choose from, if any, above the others."""
    accept, decline = pgettext("button", button_text.ACCEPT), pgettext("button", button_text.DECLINE)
    accept_any, accept_as = _(button_text.ACCEPT_ANY_SEAT), _(button_text.ACCEPT_AS)
    if challenge.has_room:
        accept, decline = pgettext("button", button_text.JOIN), pgettext("button", button_text.LEAVE)
        accept_any, accept_as = _(button_text.JOIN_ANY_SEAT), _(button_text.JOIN_AS)
    names = {seat: _(info.seats[seat - 1]) for seat in challenge.free}
    seats = [AcceptSeat(accept_as.format(seat=name), challenge.id, seat) for seat, name in names.items()]
    accept_button = Accept(accept_any if challenge.theirs else accept, challenge.id)
    how_to_play = RulesButton(_(button_text.HOW_TO_PLAY), challenge.game)
    return rows(seats, [accept_button, Decline(decline, challenge.id), how_to_play])
