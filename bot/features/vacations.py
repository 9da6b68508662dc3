"""Vacations: days on which a person's clocks are paused."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from discord.app_commands import Choice

from bot.client.feature import Feature
from bot.client.panels import Field, PanelCommand
from bot.features.clocks import board_buttons, load_match_and_deadline, send_home
from bot.features.private_posts import send_directly_if_allowed
from bot.interactions.replies import reply, reply_if_done, request_of
from bot.outbox.mentions import Mentions
from bot.referee import formatting
from bot.referee.clocks.vacations import DAYS_A_YEAR, END, begin_vacation, end_vacation, ends_vacation, load_vacation
from games.text import format_short_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.interactions.replies import Source
    from bot.referee.clocks.vacations import Vacation
    from storage.queries.rows import Match, Person, Post

VACATION = N_("Vacation")
CHOICES = {"3d": N_("3 days, today included"), "7d": N_("7 days"), "14d": N_("14 days"), END: N_("I'm back")}
"""The usual lengths of a vacation, by the words that the referee reads."""


def away_post(match: Match, person: Person, until: datetime | None, deadline: datetime) -> str:
    """Return the post that says that the player to move is away until `until`, or back if that is None."""
    name, time = formatting.name(person), formatting.until(deadline)
    if until is None:
        back = _("{name} is back: the clock of #{match} runs again, until {time}.")
        return back.format(name=name, match=match.id, time=time)
    away = _(
        "{name} is away until {until}. The clock of #{match} is paused until then; after that {name} has until {time}."
    )
    return away.format(name=name, until=formatting.until(until), match=match.id, time=time)


def net_message(match: Match, title: str, until: datetime, left: int) -> str:
    """Return the direct message to a player for whom the safety net took a day; `left` is how many they have left."""
    took = _(
        "Your time in **{title} #{match}** ran out, so I took one of your vacation days: the clock is paused until "
        "{time}, or until you move."
    ).format(title=title, match=match.id, time=formatting.until(until))
    more = ngettext("You have {n} vacation day left for this.", "You have {n} vacation days left for this.", left)
    more = more.format(n=left) if left else _("That was your last one.")
    move = _("Your move: {channel}.").format(channel=formatting.home(match))
    off = _("-# `/me do:preferences net=off` turns this off.")
    return f"{took} {more} {move}\n{off}"


def vacation_post(vacation: Vacation, *, how: bool = True) -> str:
    """Return how a person's vacation stands, and, unless that is shown otherwise, `how` it begins or ends."""
    sentences = [_("You have {left} of your {days} vacation days in {year} left.")]
    if vacation.net:
        sentences.append(_("The safety net took {net}."))
    if vacation.until is None:
        sentences.insert(0, _("You're not on vacation."))
        tip = _("`/me do:vacation until 2026-12-24` or `/me do:vacation 10d` starts one, and pauses your clocks.")
    else:
        away = [_("You're on vacation until {time}, and your clocks are paused.")]
        if exceptions := _exceptions(vacation):
            away = [_("You're on vacation until {time}."), *exceptions, _("Your other clocks are paused.")]
        sentences = [*away, *sentences]
        tip = _("You can still play; `/me do:vacation end` ends it early and gives back the days that haven't begun.")
    return " ".join([*sentences, *([tip] if how else [])]).format(
        left=vacation.left,
        days=DAYS_A_YEAR,
        year=vacation.year,
        net=vacation.net,
        time=formatting.until(vacation.until) if vacation.until else "",
    )


def _exceptions(vacation: Vacation) -> list[str]:
    """Return sentences on the matches whose clocks a vacation doesn't pause."""
    sentences: list[str] = []
    if vacation.late:
        # Translators: {matches} is "#3 and #5".
        up = _("Your time in {matches} is up already: move there before somebody claims it.")
        sentences.append(up.format(matches=format_short_list([f"#{number}" for number in vacation.late])))
    if vacation.unpaused:
        # Translators: {matches} is "#3 and #5".
        on = _("In {matches}, played without vacations, your clock runs on.")
        sentences.append(on.format(matches=format_short_list([f"#{number}" for number in vacation.unpaused])))
    return sentences


SILENT = Mentions(silent=True)


async def send_away(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell everyone that the player to move is away, or back; nobody is mentioned."""
    match, deadline = await load_match_and_deadline(bot, post)
    if deadline is None or match.to_move is None:
        return match.home, None
    until, mover = post.body["until"], match.seats[match.to_move - 1]
    if post.body.get("net"):
        content = _(
            "-# The safety net took one of {name}'s vacation days: the clock of #{match} is paused until {time}."
        ).format(name=formatting.name(mover), match=match.id, time=formatting.until(datetime.fromisoformat(until)))
        return await send_home(bot, post, match, content, mentions=SILENT)
    return await send_home(bot, post, match, away_post(match, mover, until and datetime.fromisoformat(until), deadline))


async def send_net_message(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell the player to move directly that the safety net took a vacation day for them.

    A player who takes no direct messages reads it in the thread.
    """
    match, deadline = await load_match_and_deadline(bot, post)
    if deadline is None:
        return match.home, None
    title, until = bot.context.title(match.game), datetime.fromisoformat(post.body["until"])
    content = net_message(match, title, until, int(post.body["left"]))
    who = "The player to move in"
    return await send_directly_if_allowed(bot, post, match, who, content, *board_buttons(bot, post, match))


async def change_vacation(bot: Client, source: Source, words: str) -> None:
    """Read `until 2026-12-24`, `10d` or `end`, or nothing to see the vacation."""
    request = request_of(source)
    if not words:
        await reply(source, vacation_post(await load_vacation(bot.context, request)))
        return
    if ends_vacation(words):
        result = await end_vacation(bot.context, request)
    else:
        result = await begin_vacation(bot.context, request, words)
    await reply_if_done(source, result, vacation_post)


async def _suggest(_bot: Client, _interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    found = {word: means for word, means in CHOICES.items() if word.startswith(typed.lower())}
    return [Choice(name=f"{word}: {_(means)}", value=word) for word, means in found.items()]


async def _fields(*_about: object) -> list[Field]:
    """Return the question until when a person is away."""
    hint = _("Your last day away (2026-12-24), or how long (10d); end when you're back")
    return [Field(label=_("Until when?"), hint=hint, example="10d", required=True)]


FEATURE = Feature(
    panel_commands=[
        PanelCommand(
            name="vacation",
            panel="me",
            label=VACATION,
            description=N_("Pause your clocks while you're away, or see your vacation"),
            run=change_vacation,
            fields=_fields,
            usage="10d",
            complete=_suggest,
            often=True,
        )
    ],
    posts={"away": send_away, "net": send_net_message},
)
