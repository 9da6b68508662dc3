"""Open seats: a post where anybody may take the seat of a player who leaves."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.features.rules import RULES, RulesButton
from bot.interactions.own_messages import ends_with, read_custom_ids
from bot.interactions.replies import acknowledge_silently, person_of, reply, request_of
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.process import is_permanent
from bot.referee import formatting
from bot.referee.history.history import find_holders
from bot.referee.seats import OPEN_FOR, SeatTaken, give_open_seat, take_open_seat
from games.translation import gettext as _, gettext_noop as N_
from storage.queries import clocks, events, matches, open_seats, outbox

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.components import Press
    from storage.queries.rows import Match, OpenSeat, Person, Post

GIVE = N_("Let Turnpost play on")
# Translators: the small print of a post, by which it is recognized.
MARK = N_("-# open seat {number}")
"""The last line of a post, by which it is recognized."""


def open_post(open_seat: OpenSeat, match: Match, title: str, seat: str, *, timed: bool) -> str:
    """Return the post of a seat that is open; `seat` is what the game calls it, `timed` says there's a clock."""
    who = formatting.name(match.seats[open_seat.seat - 1])
    # Translators: {home} is a link to a channel, or "our direct messages".
    first = [
        _("{name}'s seat ({seat}) in **{title} #{match}** is open: {home}.").format(
            name=who, seat=_(seat), title=title, match=match.id, home=formatting.home(match)
        )
    ]
    if open_seat.seat == match.to_move:
        first.append(_("It's that seat's turn."))
    if timed and open_seat.stops_clock(match):
        first.append(_("The clock is paused until somebody plays on."))
    second = _("The first to press **Take the seat** plays on. The result won't count for them, and {name} comes last.")
    # Translators: {time} is "in 3 days".
    third = [
        _(
            "If nobody takes it, I play on {time}, or as soon as a player of the match presses "
            "**Let Turnpost play on**."
        ).format(time=formatting.ago(open_seat.opened_at + OPEN_FOR))
    ]
    if open_seat.seat in match.gone:
        third.append(_("It closes when one of the others moves, because {name} has left.").format(name=who))
    return "\n".join([" ".join(first), second.format(name=who), " ".join(third), _mark(open_seat)])


def closed_post(open_seat: OpenSeat, match: Match, title: str, left: Person, newcomer: Person) -> str:
    """Return what became of an open seat: `left` had it when it was opened, and `newcomer` after it was closed."""
    # Translators: {home} is a link to a channel, or "our direct messages".
    if open_seat.status in {"taken", "turnpost"}:
        what = _("{newcomer} plays on for {name} in **{title} #{match}**: {home}.")
        if newcomer.level:
            what = _("{newcomer} plays on in **{title} #{match}**: {home}.")
    elif open_seat.status == "kept":
        what = _("{name} keeps that seat in **{title} #{match}**: {home}.")
    elif open_seat.status == "ended":
        what = _("Nobody took {name}'s seat in **{title} #{match}**: {home}. The match is over.")
    else:
        what = _("Nobody took {name}'s seat in **{title} #{match}**: {home}. The match goes on without {name}.")
    what = what.format(
        newcomer=formatting.name(newcomer),
        name=formatting.name(left),
        title=title,
        match=match.id,
        home=formatting.home(match),
    )
    return f"{what}\n{_mark(open_seat)}"


def nowhere_to_post(match: Match, open_seat: OpenSeat) -> str:
    """Return what the players are told where an open seat can't be posted."""
    return _(
        "I can't post in {channel}, so nobody sees that {name}'s seat in #{match} is open. "
        "`/match do:substitute #{match}` has me play on instead."
    ).format(
        channel=formatting.channel(match.channel_id),
        name=formatting.name(match.seats[open_seat.seat - 1]),
        match=match.id,
    )


def taken(match: Match) -> str:
    """Return the reply to a person who took a seat."""
    # Translators: {home} is a link to a channel, or "our direct messages".
    taken_seat = _("You play on in #{match}: {home}. The board there says whose turn it is.")
    return taken_seat.format(match=match.id, home=formatting.home(match))


def _mark(open_seat: OpenSeat) -> str:
    return _(MARK).format(number=open_seat.id)


async def send_open_seat(bot: Client, post: Post) -> tuple[int, int | None]:
    """Offer a seat to anybody in the channel around the match, else where it lives; else its players are told."""
    opened, match = await _load(bot, post)
    people = [
        person.id
        for seat, person in enumerate(match.seats, 1)
        if person.is_reachable and seat not in {opened.seat, *match.gone}
    ]
    instead = partial(nowhere_to_post, match, opened)
    with fall_back_to(*(FallbackPost("tell", user_id, instead) for user_id in people)):
        try:
            return await _send(bot, post, match.channel_id, opened, match)
        except discord.HTTPException as error:
            if not is_permanent(error) or match.home == match.channel_id:
                raise
        return await _send(bot, post, match.home, opened, match)


async def rewrite_open_seat(bot: Client, post: Post) -> tuple[int, int | None]:
    """Turn the post into what became of the seat."""
    opened, match = await _load(bot, post)
    async with bot.context.database.read() as tx:
        posts = await outbox.open_seat_posts(tx, match.id, opened.id)
    await bot.sender.rewrite_all(posts, match.guild_id, await _content(bot, opened, match), None)
    return match.channel_id, None


async def _send(bot: Client, post: Post, channel_id: int, opened: OpenSeat, match: Match) -> tuple[int, int | None]:
    content, is_open = await _content(bot, opened, match), opened.status == "open"
    take, give = TakeSeatButton(_("Take the seat"), opened.id), GiveSeatButton(_(GIVE), opened.id)

    def is_this_post(message: discord.Message) -> bool:
        return take.custom_id in read_custom_ids(message) or ends_with(MARK, message.content, number=opened.id)

    return await bot.sender.send_once(
        post,
        bot.get_partial_messageable(channel_id, guild_id=match.guild_id),
        is_this_post,
        content=content,
        view=row(take, give, RulesButton(_(RULES), match.game)) if is_open else None,
    )


async def _content(bot: Client, opened: OpenSeat, match: Match) -> str:
    title = bot.context.title(match.game)
    if opened.status == "open":
        info = bot.context.rules(match.game).info
        async with bot.context.database.read() as tx:
            timed = await clocks.of_match(tx, match.id) is not None
        return open_post(opened, match, title, info.seats[opened.seat - 1], timed=timed)
    async with bot.context.database.read() as tx:
        log = await events.of_match(tx, match.id)
    left, *later = (people[opened.seat - 1] for people in find_holders(match, log)[opened.seq :])
    return closed_post(opened, match, title, left, next((one for one in later if one != left), left))


async def _load(bot: Client, post: Post) -> tuple[OpenSeat, Match]:
    async with bot.context.database.read() as tx:
        opened = await open_seats.require(tx, int(post.body["seat"]))
        return opened, await matches.require(tx, opened.match_id)


class TakeSeatButton(PersistentButton, template=r"take_seat:(\d+)"):
    """Takes an open seat, or keeps your own. Its part: the open seat."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Take it, and say privately where the match is; the post itself changes through the outbox."""
        newcomer = person_of(press.user)
        result = await take_open_seat(bot.context, request_of(press), int(self.parts[0]), newcomer)
        if isinstance(result, SeatTaken):
            kept = _("You keep your seat in #{match}.").format(match=result.match.id)
            await reply(press, kept if result.kept else taken(result.match))
        else:
            await acknowledge_silently(press)


class GiveSeatButton(PersistentButton, template=r"give_seat:(\d+)"):
    """Lets Turnpost take an open seat. Its part: the open seat."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Give it to Turnpost; the board and the post say so."""
        await give_open_seat(bot.context, request_of(press), int(self.parts[0]))
        await acknowledge_silently(press)


FEATURE = Feature(
    buttons=[TakeSeatButton, GiveSeatButton], posts={"open_seat": send_open_seat, "seat_closed": rewrite_open_seat}
)
