"""Guesses of spectators who wins a match, and the table of people who guess well."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import RadioGroupOption, SelectOption
from discord.ui import Label, RadioGroup, Select

from bot.client.components import PersistentButton, PersistentForm, row
from bot.client.feature import Feature
from bot.client.panels import PanelButton, PanelCommand
from bot.interactions import text as wording
from bot.interactions.member_permissions import can_readers_see
from bot.interactions.replies import guild_id_of, is_private, person_of, reply, request_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.guesses import (
    DRAW,
    FEWEST_GUESSES,
    find_guess,
    list_percents,
    list_results,
    load_table,
    store_guess,
)
from bot.referee.requests import parse_first_number
from games.text import format_number, format_percent
from games.translation import gettext as _, gettext_noop as N_, ngettext
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client.client import Client
    from bot.client.components import Press, Values
    from bot.interactions.replies import Source
    from bot.referee.guesses import Guesser, GuessSummary
    from storage.queries.rows import Match

WHO_WINS, GUESSERS = N_("Who wins?"), N_("Good guessers")
MOST_LISTED = 20
"""People in the table."""


def result_label(match: Match, result: int) -> str:
    """Return what a guess says, plain: a player's name, or that nobody wins alone."""
    if result != DRAW:
        return formatting.plain_name(match.seats[result - 1])
    return _("A draw") if len(match.seats) == 2 else _("A draw, or several share first place")


def guess_saved(match: Match, result: int, percent: int) -> str:
    """Return what a person is told whose guess is stored."""
    saved = _("Saved for #{match}: {name} wins, and you're {percent} sure.")
    if result == DRAW:
        saved = _("Saved for #{match}: nobody wins alone, and you're {percent} sure.")
    name = formatting.name(match.seats[result - 1]) if result != DRAW else ""
    told = saved.format(match=match.id, name=name, percent=format_percent(percent / 100))
    rest = _("Nobody else sees it before the end. You can change it until a third of a usual match is played.")
    return f"{told}\n-# {rest}"


def summary_line(found: GuessSummary) -> str:
    """Return one line about the guesses of a match that has ended."""
    n = found.guesses
    text = ngettext("{n} guessed who wins, {right} right.", "{n} guessed who wins, {right} right.", n)
    if found.best is not None:
        text = ngettext(
            "{n} guessed who wins, {right} right. Best: {name}.",
            "{n} guessed who wins, {right} right. Best: {name}.",
            n,
        )
    name = formatting.name(Person(1, found.best or ""))
    return text.format(n=n, right=found.right, name=name)


def guessers_post(ranked: Sequence[Guesser], reader: int | None) -> str:
    """Return the table of a server: people with a place, and the line of its reader, who is None in public."""
    shown = [one for one in ranked if one.place is not None][:MOST_LISTED]
    lines = [_guesser(one, own=one.user_id == reader) for one in shown]
    own = next((one for one in ranked if one.user_id == reader), None)
    if own is not None and own not in shown:
        lines += [*(["..."] if own.place else []), _guesser(own, own=True)]
    head = _("**Good guessers** of this server:")
    if not shown:
        head = _("Nobody on this server has made enough guesses yet.")
    how = ngettext(
        "A guess that is sure and right has 100 points, even odds have 0, a wrong one loses some. The mean counts, "
        "from {n} guess on.",
        "A guess that is sure and right has 100 points, even odds have 0, a wrong one loses some. The mean counts, "
        "from {n} guesses on.",
        FEWEST_GUESSES,
    )
    return "\n".join([head, *lines, f"-# {how.format(n=FEWEST_GUESSES)}"])


def _guesser(one: Guesser, *, own: bool) -> str:
    you = " " + _("(you)") if own else ""
    guesses = ngettext("{n} guess", "{n} guesses", one.guesses).format(n=one.guesses)
    place = f"{one.place}." if one.place else "\u2013"
    return f"{place} {formatting.name(Person(one.user_id, one.name))}{you} **{format_number(one.points)}**, {guesses}"


async def ask_who_wins(bot: Client, source: Source, words: str) -> None:
    """Open the form in which a spectator guesses who wins: `[#42]`. Raises `RequestRejected`."""
    if isinstance(source, discord.Interaction):
        number = parse_first_number(words)
        match = await find_single_match(bot.context, request_of(source), number, "match do:guess")
        await GuessForm(match.id).ask(bot, source)


class GuessForm(PersistentForm, template=r"guess:(\d+)"):
    """Asks who wins and how sure the person is. Its part: the match."""

    title = WHO_WINS

    async def ask(self, bot: Client, press: Press) -> None:
        """Open it with what the person guessed before. Raises `RequestRejected`."""
        number = int(self.parts[0])
        match, before = await find_guess(bot.context, request_of(press), number, partial(can_readers_see, press))
        results = list_results(match, bot.context.rules(match.game).info)
        who = [
            SelectOption(
                label=result_label(match, result), value=str(result), default=bool(before and before.result == result)
            )
            for result in results
        ]
        sure = [
            RadioGroupOption(
                label=format_percent(percent / 100),
                value=str(percent),
                default=bool(before and before.percent == percent),
            )
            for percent in list_percents(len(results))
        ]
        only_you = _("Nobody else sees it before the end. The other results share what is left.")
        menu: Select[Any] = Select(custom_id="who", options=who, required=True)
        radio: RadioGroup[Any] = RadioGroup(custom_id="sure", options=sure, required=True)
        how_sure = Label[Any](text=_("How sure are you?"), description=only_you[:100], component=radio)
        await self.open_with(press, [Label[Any](text=_(WHO_WINS), component=menu), how_sure])

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Store the guess, and say so privately."""
        who, sure = ("".join(values.get(name, ())) for name in ("who", "sure"))
        if not (who.isdecimal() and sure.isdecimal()):
            raise RequestRejected(_(wording.FOREIGN_BUTTON))
        match = await store_guess(
            bot.context,
            request_of(press),
            person_of(press.user),
            int(self.parts[0]),
            result=int(who),
            percent=int(sure),
            can_see=partial(can_readers_see, press),
        )
        change = PanelButton(_(WHO_WINS), "guess", match.id)
        await reply(press, guess_saved(match, int(who), int(sure)), view=row(change, GuessersButton(_(GUESSERS))))


async def show_guessers(bot: Client, source: Source) -> None:
    """Show who guesses well on a server. Raises `RequestRejected`."""
    guild_id = guild_id_of(source)
    if guild_id is None:
        raise RequestRejected(_(wording.SERVER_ONLY))
    reader = request_of(source).user_id if is_private(source) else None
    await reply(source, guessers_post(await load_table(bot.context, guild_id), reader))


class GuessersButton(PersistentButton, template="guessers"):
    """Shows who guesses well on a server."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the table, privately."""
        await show_guessers(bot, press)


FEATURE = Feature(
    panel_commands=[
        PanelCommand(
            name="guess",
            panel="match",
            label=WHO_WINS,
            description=N_("Guess who wins and how sure you are; nobody else sees it before the end"),
            run=ask_who_wins,
            applies=lambda situation: situation.can_guess,
            as_text=False,
        )
    ],
    buttons=[GuessersButton],
    forms=[GuessForm],
)
