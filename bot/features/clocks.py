"""Clocks: deadlines, alarms and time given, and pauses that all agree to."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from discord import ButtonStyle, app_commands
from discord.ext import commands

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.client.options import source_of
from bot.features.board_replies import MY_VIEW, MyViewButton
from bot.features.offers import OpenSeatButton, Substitute, make_offer
from bot.interactions.own_messages import has_mark
from bot.interactions.replies import acknowledge_silently, is_in_home, is_private, reply, request_of
from bot.outbox.mentions import NO_MENTIONS, choose_mentions, direct_message_options
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.referee import formatting
from bot.referee.clocks.clock import give_time, parse_given_time
from bot.referee.clocks.pauses import resume_clock
from bot.referee.endings import claim_match
from bot.referee.find_match import find_single_match
from bot.referee.history.history import can_have_substitutes, list_people
from bot.referee.requests import AlreadyDone, parse_match_number
from bot.referee.times.time_control import describe_control, describe_length, parse_control, parse_length
from games.text import format_list
from games.translation import gettext as _
from storage.queries import clocks, events, matches

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import timedelta

    import discord

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.outbox.mentions import Mentions
    from bot.outbox.sender import Sender
    from bot.outbox.worker import SendPost
    from bot.referee.context import Context
    from storage.queries.rows import Match, Person, Post

    NamePerson = Callable[[Person], str]


def time_control_sentence(clock: str) -> str:
    """Return the time control of a challenge as a sentence, with its notation; empty without a clock.

    >>> time_control_sentence("3d")
    '3 days a move (`3d`).'
    """
    control = parse_control(clock)
    return f"{describe_control(control)} ({formatting.code(str(control))})." if control else ""


def time_control_clause(clock: str) -> str:
    """Return the time control of a match that begins, as the end of a sentence; empty without a clock."""
    control = parse_control(clock)
    return f", {describe_control(control)}" if control else ""


def alarm_post(match: Match, title: str, deadline: datetime) -> str:
    """Return the direct message to the player to move when four fifths of their time are used."""
    alarm = _("It's your move in **{title} #{match}**: {channel}. You have until {time}.")
    return alarm.format(title=title, match=match.id, channel=formatting.home(match), time=formatting.until(deadline))


def nudge_post(match: Match, deadline: datetime, name_of: NamePerson) -> str:
    """Return the same for the thread of the match, where `name_of` names the player."""
    mover = match.player_to_move
    nudge = _("{name}, it's your move in #{match}: you have until {time}.")
    return nudge.format(name=name_of(mover), match=match.id, time=formatting.until(deadline))


def timeout_post(match: Match, since: datetime, name_of: NamePerson) -> str:
    """Return the post that says that the time of the player to move is up; `name_of` names those who can claim it."""
    late, claiming = formatting.name(match.player_to_move), list_claimants(match)
    others = format_list(map(name_of, claiming), "or")
    # Translators: {time} is "3 days ago".
    sentences = [_("{name}'s time in #{match} ran out {time}.")]
    if not claiming:
        sentences.append(_("Nobody can claim it, so {name} can still move."))
        return " ".join(sentences).format(name=late, match=match.id, time=formatting.ago(since))
    if len(match.seats) - len(match.gone) == 2:
        sentences.append(_("{others} can claim it, which ends the match; `/match givetime` gives {name} more."))
    else:
        sentences.append(
            _("{others} can claim it, which takes {name} out of the match; `/match givetime` gives {name} more.")
        )
    if can_have_substitutes(match):
        sentences.append(_("`/match substitute` has me or anybody play on for {name}, if all agree."))
    sentences.append(_("Until then {name} can still move."))
    return " ".join(sentences).format(name=late, match=match.id, time=formatting.ago(since), others=others)


def list_claimants(match: Match) -> list[Person]:
    """Return who can claim the time of the player to move: all other people who are still in, no computer player."""
    others = [person for seat, person in enumerate(match.seats, 1) if seat not in {match.to_move, *match.gone}]
    return [person for person in others if person.is_reachable]


def gift_post(match: Match, giver: Person, receiver: Person, length: str, deadline: datetime | None) -> str:
    """Return the post that says that a player gave another time; `deadline` is None once the match has gone on."""
    # Translators: {length} is "3 days".
    gift = _("{giver} gives {receiver} {length} more in #{match}.")
    if deadline:
        gift = _("{giver} gives {receiver} {length} more in #{match}, until {time}.")
    return gift.format(
        giver=formatting.name(giver),
        receiver=formatting.name(receiver),
        length=describe_length(parse_length(length)),
        match=match.id,
        time=formatting.until(deadline) if deadline else "",
    )


def claimed(match: Match) -> str:
    """Return the reply to a player who claimed a match."""
    return _("You claimed #{match}: the board is in {channel}.").format(match=match.id, channel=formatting.home(match))


def gave_time(match: Match, length: timedelta, deadline: datetime | None) -> str:
    """Return the reply to a player who gave time; `deadline` is None in a pause."""
    # Translators: {length} is "3 days".
    gave = _("You gave {length} in #{match}. The clock is paused.")
    if deadline:
        gave = _("You gave {length} in #{match}, until {time}.")
    until = formatting.until(deadline) if deadline else ""
    return gave.format(length=describe_length(length), match=match.id, time=until)


class TurnPosts:
    """Base of the senders of such posts. Each public method returns the channel and the message the row became.

    A post about a turn is dropped once that turn is over.
    """

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def _match_and_deadline(self, post: Post) -> tuple[Match, datetime | None]:
        """Return the match of a row, and the deadline of the turn that the row is about: None if that is over."""
        async with self._context.database.read() as tx:
            match = await matches.require(tx, post.match_id or 0)
            clock = await clocks.of_match(tx, match.id)
        return match, clock.deadline if clock and match.seq == post.seq else None

    async def _people(self, match: Match) -> dict[int, Person]:
        """Return the players of a match by id, with those whose seats substitutes have taken."""
        async with self._context.database.read() as tx:
            log = await events.of_match(tx, match.id)
        return {person.id: person for person in list_people(match, log)}

    def _board_button(self, post: Post) -> MyViewButton:
        return MyViewButton(_(MY_VIEW), post.match_id or 0, post.seq or 0, self._sender.nonce(post))

    def _home(self, match: Match) -> discord.PartialMessageable:
        return self._sender.client.get_partial_messageable(match.home, guild_id=match.guild_id)

    async def _send(
        self,
        post: Post,
        channel: discord.abc.Messageable,
        text: str,
        button: PersistentButton,
        send_options: Mapping[str, Any] = NO_MENTIONS.send_options,
        *others: PersistentButton,
    ) -> tuple[int, int | None]:
        """Send a row's text with buttons. The mark at the end of the first one's custom_id identifies the message."""
        mark = self._sender.nonce(post)

        sent = await self._sender.send_once(
            post, channel, partial(has_mark, mark=mark), content=text, view=row(button, *others), **send_options
        )
        return sent.channel.id, sent.id


class ClockPosts(TurnPosts):
    """Sends the outbox rows about clocks."""

    async def alarm(self, post: Post) -> tuple[int, int | None]:
        """Tell the player to move directly that their time runs out; in the match's thread if that is refused."""
        match, deadline = await self._match_and_deadline(post)
        if deadline is None:
            return match.home, None
        content = alarm_post(match, self._context.title(match.game), deadline)
        send_options = await direct_message_options(self._context, int(post.body["user"]))
        with fall_back_to(FallbackPost("nudge", int(post.body["user"]))):
            channel = await self._sender.open_direct_messages(post)
            return await self._send(post, channel, content, self._board_button(post), send_options)

    async def nudge(self, post: Post) -> tuple[int, int | None]:
        """Tell them the same in the thread of the match, with a mention."""
        match, deadline = await self._match_and_deadline(post)
        if deadline is None:
            return match.home, None
        mentions = await self._choose_mentions(match, [one for one in match.seats if one.id == int(post.body["user"])])
        content = nudge_post(match, deadline, mentions)
        return await self._send(post, self._home(match), content, self._board_button(post), mentions.send_options)

    async def timeout(self, post: Post) -> tuple[int, int | None]:
        """Tell everyone that time is up, with a button that claims it; the people who can claim are mentioned."""
        match, deadline = await self._match_and_deadline(post)
        if deadline is None or deadline > self._context.now():
            return match.home, None
        claimants, more_buttons = list_claimants(match), list["PersistentButton"]()
        first: PersistentButton = self._board_button(post)
        if claimants:
            first = Claim(_("Claim"), match.id, match.seq, self._sender.nonce(post))
        if claimants and can_have_substitutes(match):
            substitute, open_seat = _("Let Turnpost play on"), _("Open the seat")
            more_buttons = [Substitute(substitute, match.id), OpenSeatButton(open_seat, match.id)]
        mentions = await self._choose_mentions(match, claimants)
        content = timeout_post(match, datetime.fromisoformat(post.body["since"]), mentions)
        return await self._send(post, self._home(match), content, first, mentions.send_options, *more_buttons)

    async def gift(self, post: Post) -> tuple[int, int | None]:
        """Tell everyone that a player gave another one time."""
        match, deadline = await self._match_and_deadline(post)
        people = await self._people(match)
        giver, receiver = people[int(post.body["from"])], people[int(post.body["to"])]
        content = gift_post(match, giver, receiver, str(post.body["length"]), deadline)
        return await self._send(post, self._home(match), content, self._board_button(post))

    async def _choose_mentions(self, match: Match, people: Sequence[Person]) -> Mentions:
        async with self._context.database.read() as tx:
            return await choose_mentions(self._context, tx, match.guild_id, people)


class Claim(PersistentButton, template=r"claim:(\d+):(\d+):([\w-]+)"):
    """Claims the time of the player to move. Its parts: match, event that began the turn, mark of its post."""

    action = "claim"
    style = ButtonStyle.danger

    async def on_press(self, bot: Client, press: Press) -> None:
        """Claim it; the board that follows says so."""
        match_id, seq = map(int, self.parts[:2])
        await claim_match(bot.context, request_of(press), match_id, seq)
        await acknowledge_silently(press)


class ClocksCog(commands.Cog):
    """The commands that claim a match and give time."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Claim a match in which your opponent's time is up")
    @app_commands.describe(match="Its number, for example #42")
    async def claim(self, ctx: CommandContext, match: str | None = None) -> None:
        """Claim a match: `[#42]`."""
        source = source_of(ctx)
        request = request_of(source)
        found = await find_single_match(self.bot.context, request, parse_match_number(match), "match claim")
        result = await claim_match(self.bot.context, request, found.id)
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(source)
        else:
            await reply(source, claimed(result))

    @commands.command(name="givetime")
    async def give_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] 1d`."""
        number, length = parse_given_time(rest)
        await self._give(ctx.message, number, length)

    @app_commands.command(name="givetime", description="Give the player to move in a match more time")
    @app_commands.describe(time="How much: 1d, 12h or 90m", match="Its number, for example #42")
    async def give_by_slash(self, interaction: discord.Interaction[Any], time: str, match: str | None = None) -> None:
        """Take the same from a form."""
        await self._give(interaction, parse_match_number(match), parse_length(time))

    async def _give(self, source: Source, number: int | None, length: timedelta) -> None:
        request = request_of(source)
        found = await find_single_match(self.bot.context, request, number, "match givetime")
        result = await give_time(self.bot.context, request, found.id, length)
        seen = not is_private(source) and request.channel_id == found.home
        if isinstance(result, AlreadyDone) or seen:  # the post about it comes to the match's home
            await acknowledge_silently(source)
        else:
            await reply(source, gave_time(result.match, result.length, result.deadline))


def paused_post(match: Match) -> str:
    """Return the post that says that the clock of a match is paused."""
    paused = _("The clock of #{match} is paused, as everyone agreed, until the next move or until a player resumes it.")
    return paused.format(match=match.id)


def resumed_post(match: Match, by: Person, deadline: datetime | None) -> str:
    """Return the post that says that a player ended a pause; `deadline` is None once the match has gone on."""
    if deadline is None:
        return _("{name} ends the pause of #{match}.").format(name=formatting.name(by), match=match.id)
    return _("{name} ends the pause of #{match}: {mover} has until {time}.").format(
        name=formatting.name(by),
        match=match.id,
        mover=formatting.name(match.player_to_move),
        time=formatting.until(deadline),
    )


def resumed(match: Match) -> str:
    """Return the reply to a player who ended a pause."""
    return _("You ended the pause of #{match}.").format(match=match.id)


class PausePosts(TurnPosts):
    """Sends the outbox rows about pauses."""

    async def paused(self, post: Post) -> tuple[int, int | None]:
        """Tell everyone that the clock is paused, with a button that ends the pause.

        A pause that is over by now is told all the same: to those who agreed to it, this is the answer.
        """
        match, deadline = await self._match_and_deadline(post)
        if match.seq != post.seq or deadline is not None:
            return await self._send(
                post,
                self._home(match),
                _("The clock of #{match} was paused, as everyone agreed. That pause is over.").format(match=match.id),
                self._board_button(post),
            )
        button = Resume(_("Resume"), match.id, self._sender.nonce(post))
        return await self._send(post, self._home(match), paused_post(match), button)

    async def resumed(self, post: Post) -> tuple[int, int | None]:
        """Tell everyone that a player ended the pause."""
        match, deadline = await self._match_and_deadline(post)
        by = (await self._people(match))[int(post.body["by"])]
        content = resumed_post(match, by, deadline)
        return await self._send(post, self._home(match), content, self._board_button(post))


class Resume(PersistentButton, template=r"resume:(\d+):([\w-]+)"):
    """Ends the pause of a match. Its parts: match, mark of its post."""

    action = "resume"

    async def on_press(self, bot: Client, press: Press) -> None:
        """End the pause; a new post says so."""
        await resume_clock(bot.context, request_of(press), int(self.parts[0]))
        await acknowledge_silently(press)


class PausesCog(commands.Cog):
    """The commands that pause the clock of a match."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Ask to pause the clock of a match, or agree to a pause")
    @app_commands.describe(match="Its number, for example #42")
    async def pause(self, ctx: CommandContext, match: str | None = None) -> None:
        """Ask for a pause: `[#42]`."""
        await make_offer(self.bot, source_of(ctx), "pause", parse_match_number(match))

    @commands.hybrid_command(description="End the pause of a match")
    @app_commands.describe(match="Its number, for example #42")
    async def resume(self, ctx: CommandContext, match: str | None = None) -> None:
        """End a pause: `[#42]`."""
        source = source_of(ctx)
        request = request_of(source)
        found = await find_single_match(self.bot.context, request, parse_match_number(match), "match resume")
        result = await resume_clock(self.bot.context, request, found.id)
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(source)
        elif not is_in_home(source, result):
            await reply(source, resumed(result))


def _make_posts(bot: Client) -> Mapping[str, SendPost]:
    clocks = ClockPosts(bot.sender, bot.context)
    pauses = PausePosts(bot.sender, bot.context)
    return {
        "alarm": clocks.alarm,
        "nudge": clocks.nudge,
        "timeout": clocks.timeout,
        "gift": clocks.gift,
        "paused": pauses.paused,
        "resumed": pauses.resumed,
    }


FEATURE = Feature(cogs=[ClocksCog, PausesCog], buttons=[Claim, Resume], posts=_make_posts)
