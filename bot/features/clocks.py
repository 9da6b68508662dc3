"""Clocks: deadlines, alarms and time given, and pauses that all agree to."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from discord import ButtonStyle

from bot.client.components import PersistentButton, row
from bot.client.feature import Feature
from bot.client.panels import Field, PanelCommand
from bot.features.board_replies import MY_VIEW, MyViewButton
from bot.features.offers import OpenSeatButton, Substitute, make_offer
from bot.features.private_posts import send_directly, send_mention
from bot.features.sign_in import board_links
from bot.interactions.own_messages import has_mark
from bot.interactions.replies import acknowledge_silently, reply_elsewhere, request_of
from bot.outbox.mentions import NO_MENTIONS, choose_mentions
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.referee import formatting
from bot.referee.clocks.clock import give_time, parse_given_time, resume_clock
from bot.referee.endings import claim_match
from bot.referee.find_match import find_single_match
from bot.referee.history.history import can_have_substitutes, list_people
from bot.referee.people.preferences import load_preferences
from bot.referee.requests import AlreadyDone, parse_first_number
from bot.referee.times.time_control import describe_control, describe_length, parse_control, parse_length
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_
from storage.queries import clocks, events, matches

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.ui import Item

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.outbox.mentions import Mentions
    from bot.referee.situation import Situation
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
        sentences.append(_("{others} can claim it, which ends the match; `/match do:givetime` gives {name} more."))
    else:
        sentences.append(
            _("{others} can claim it, which takes {name} out of the match; `/match do:givetime` gives {name} more.")
        )
    if can_have_substitutes(match):
        sentences.append(_("`/match do:substitute` has me or anybody play on for {name}, if all agree."))
    sentences.append(_("Until then {name} can still move."))
    return " ".join(sentences).format(name=late, match=match.id, time=formatting.ago(since), others=others)


def list_claimants(match: Match) -> list[Person]:
    """Return who can claim the time of the player to move: all other people who are still in, no computer player."""
    others = [person for seat, person in enumerate(match.seats, 1) if seat not in {match.to_move, *match.gone}]
    return [person for person in others if person.is_reachable]


def claimed(match: Match) -> str:
    """Return the reply to a player who claimed a match."""
    return _("You claimed #{match}: the board is in {channel}.").format(match=match.id, channel=formatting.home(match))


async def load_match_and_deadline(bot: Client, post: Post) -> tuple[Match, datetime | None]:
    """Return the match of a row, and the deadline of the turn that the row is about: None if that is over."""
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
        clock = await clocks.of_match(tx, match.id)
    return match, clock.deadline if clock and match.seq == post.seq else None


async def _people(bot: Client, match: Match) -> dict[int, Person]:
    """Return the players of a match by id, with those whose seats substitutes have taken."""
    async with bot.context.database.read() as tx:
        log = await events.of_match(tx, match.id)
    return {person.id: person for person in list_people(match, log)}


def board_buttons(bot: Client, post: Post, match: Match) -> list[Item[Any]]:
    """Return the button that shows the board, whose custom_id ends with the mark of a row, and the link to its page."""
    return [MyViewButton(_(MY_VIEW), match.id, post.seq or 0, bot.sender.nonce(post)), *board_links(bot, match)]


async def send_home(
    bot: Client, post: Post, match: Match, text: str, *buttons: PersistentButton, mentions: Mentions = NO_MENTIONS
) -> tuple[int, int | None]:
    """Send a row's text where its match lives, with buttons, by default those that show the board.

    The custom_id of the first one ends with the row's mark, by which the message is recognized.
    """
    return await bot.sender.send_once(
        post,
        bot.get_partial_messageable(match.home, guild_id=match.guild_id),
        partial(has_mark, mark=bot.sender.nonce(post)),
        content=text,
        view=row(*(buttons or board_buttons(bot, post, match))),
        **mentions.send_options,
    )


async def send_alarm(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell the player to move directly that their time runs out; in the match's thread if that is refused.

    To those who want no alarms nothing is said.
    """
    match, deadline = await load_match_and_deadline(bot, post)
    async with bot.context.database.read() as tx:
        way = (await load_preferences(tx, int(post.body["user"]))).alarm
    if deadline is None or way == "nothing":
        return match.home, None
    content = alarm_post(match, bot.context.title(match.game), deadline)
    with fall_back_to(FallbackPost("nudge", int(post.body["user"]))):
        return await send_directly(bot, post, content, *board_buttons(bot, post, match))


async def send_nudge(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell them the same in the thread of the match, with a mention, or that a match without a clock waits for them.

    Other rows of the kind stand in for a link that couldn't be sent directly.
    """
    if "link" in post.body:
        return await send_mention(bot, post)
    match, deadline = await load_match_and_deadline(bot, post)
    if deadline is None and not await _waits_without_clock(bot, post, match):
        return match.home, None
    called = [one for one in match.seats if one.id == int(post.body["user"])]
    async with bot.context.database.read() as tx:
        mentions = await choose_mentions(bot.context, tx, match.guild_id, "alarm", called, must=True)
    if deadline is None:
        # Translators: {time} is a date with the time of day.
        nudge = _("{name}, it's your move in #{match}, since {time}.")
    else:
        nudge = _("{name}, it's your move in #{match}: you have until {time}.")
    time = formatting.until(deadline) if deadline else f"<t:{int(match.since.timestamp())}:f>"
    said = nudge.format(name=mentions(match.player_to_move), match=match.id, time=time)
    return await send_home(bot, post, match, said, mentions=mentions)


async def _waits_without_clock(bot: Client, post: Post, match: Match) -> bool:
    async with bot.context.database.read() as tx:
        return match.seq == post.seq and match.to_move is not None and await clocks.of_match(tx, match.id) is None


async def send_timeout(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell everyone that time is up, with a button that claims it; the people who can claim are mentioned."""
    match, deadline = await load_match_and_deadline(bot, post)
    if deadline is None or deadline > bot.context.now():
        return match.home, None
    claimants, buttons = list_claimants(match), list["PersistentButton"]()
    if claimants:
        buttons.append(Claim(_("Claim"), match.id, match.seq, bot.sender.nonce(post)))
    if claimants and can_have_substitutes(match):
        substitute, open_seat = _("Let Turnpost play on"), _("Open the seat")
        buttons += [Substitute(substitute, match.id), OpenSeatButton(open_seat, match.id)]
    async with bot.context.database.read() as tx:
        mentions = await choose_mentions(bot.context, tx, match.guild_id, "offers", claimants, post=post)
    content = timeout_post(match, datetime.fromisoformat(post.body["since"]), mentions)
    return await send_home(bot, post, match, content, *buttons, mentions=mentions)


async def send_gift(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell everyone that a player gave another one time."""
    match, deadline = await load_match_and_deadline(bot, post)
    people = await _people(bot, match)
    # Translators: {length} is "3 days".
    gift = _("{giver} gives {receiver} {length} more in #{match}.")
    if deadline:  # else the match has gone on
        gift = _("{giver} gives {receiver} {length} more in #{match}, until {time}.")
    content = gift.format(
        giver=formatting.name(people[int(post.body["from"])]),
        receiver=formatting.name(people[int(post.body["to"])]),
        length=describe_length(parse_length(str(post.body["length"]))),
        match=match.id,
        time=formatting.until(deadline) if deadline else "",
    )
    return await send_home(bot, post, match, content)


class Claim(PersistentButton, template=r"claim:(\d+):(\d+):([\w-]+)"):
    """Claims the time of the player to move. Its parts: match, event that began the turn, mark of its post."""

    style = ButtonStyle.danger

    async def on_press(self, bot: Client, press: Press) -> None:
        """Claim it; the board that follows says so."""
        match_id, seq = map(int, self.parts[:2])
        await claim_match(bot.context, request_of(press), match_id, seq)
        await acknowledge_silently(press)


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


async def send_paused(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell everyone that the clock is paused, with a button that ends the pause.

    A pause that is over by now is told all the same: to those who agreed to it, this is the answer.
    """
    match, deadline = await load_match_and_deadline(bot, post)
    if match.seq != post.seq or deadline is not None:
        over = _("The clock of #{match} was paused, as everyone agreed. That pause is over.")
        return await send_home(bot, post, match, over.format(match=match.id))
    button = Resume(_("Resume"), match.id, bot.sender.nonce(post))
    return await send_home(bot, post, match, paused_post(match), button)


async def send_resumed(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell everyone that a player ended the pause."""
    match, deadline = await load_match_and_deadline(bot, post)
    by = (await _people(bot, match))[int(post.body["by"])]
    return await send_home(bot, post, match, resumed_post(match, by, deadline))


class Resume(PersistentButton, template=r"resume:(\d+):([\w-]+)"):
    """Ends the pause of a match. Its parts: match, mark of its post."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """End the pause; a new post says so."""
        await resume_clock(bot.context, request_of(press), int(self.parts[0]))
        await acknowledge_silently(press)


async def claim(bot: Client, source: Source, words: str) -> None:
    """Claim a match: `[#42]`. Raises `RequestRejected`."""
    request = request_of(source)
    found = await find_single_match(bot.context, request, parse_first_number(words), "match do:claim")
    result = await claim_match(bot.context, request, found.id)
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    else:
        await reply_elsewhere(source, result, claimed(result))


async def give(bot: Client, source: Source, words: str) -> None:
    """Give the player to move time: `[#42] 1d`. Raises `RequestRejected`."""
    request, (number, length) = request_of(source), parse_given_time(words)
    found = await find_single_match(bot.context, request, number, "match do:givetime")
    result = await give_time(bot.context, request, found.id, length)
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
        return
    # Translators: {length} is "3 days".
    gave = _("You gave {length} in #{match}. The clock is paused.")
    if result.deadline:
        gave = _("You gave {length} in #{match}, until {time}.")
    until = formatting.until(result.deadline) if result.deadline else ""
    said = gave.format(length=describe_length(result.length), match=found.id, time=until)
    await reply_elsewhere(source, found, said)


async def how_much_time(_bot: Client, _interaction: Press, _number: int) -> list[Field]:
    """Return the question how much time to give."""
    return [
        Field(label=_("How much time?"), hint=_("Days, hours or minutes: 1d, 12h or 90m"), example="1d", required=True)
    ]


async def ask_for_pause(bot: Client, source: Source, words: str) -> None:
    """Ask for a pause, or agree to one: `[#42]`. Raises `RequestRejected`."""
    await make_offer(bot, source, "pause", parse_first_number(words))


async def resume(bot: Client, source: Source, words: str) -> None:
    """End a pause: `[#42]`. Raises `RequestRejected`."""
    request = request_of(source)
    found = await find_single_match(bot.context, request, parse_first_number(words), "match do:resume")
    result = await resume_clock(bot.context, request, found.id)
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    else:
        await reply_elsewhere(source, result, _("You ended the pause of #{match}.").format(match=result.id))


def _is_paused_by_agreement(situation: Situation) -> bool:
    """Return whether a person plays in a match whose clock all agreed to pause."""
    opened = situation.pause.open_seat
    waits_for_somebody = opened is not None and opened.stops_clock(situation.match)
    return situation.is_playing and situation.pause.paused and not waits_for_somebody


COMMANDS = (
    PanelCommand(
        name="claim",
        panel="match",
        label=N_("Claim"),
        description=N_("Claim a match when your opponent's time is up"),
        run=claim,
        applies=lambda situation: situation.is_waiting and situation.pause.late,
        often=True,
    ),
    PanelCommand(
        name="givetime",
        panel="match",
        label=N_("Give time"),
        description=N_("Give the player to move in a match more time"),
        usage="1d",
        run=give,
        fields=how_much_time,
        needs_words=True,
        applies=lambda situation: situation.is_waiting and situation.clock is not None,
    ),
    PanelCommand(
        name="pause",
        panel="match",
        label=N_("Pause"),
        description=N_("Ask to pause the clock of a match, or agree to a pause"),
        run=ask_for_pause,
        applies=lambda situation: "pause" in situation.can_offer,
    ),
    PanelCommand(
        name="resume",
        panel="match",
        label=N_("Resume"),
        description=N_("End the pause of a match"),
        run=resume,
        applies=_is_paused_by_agreement,
    ),
)

FEATURE = Feature(
    panel_commands=COMMANDS,
    buttons=[Claim, Resume],
    posts={
        "alarm": send_alarm,
        "nudge": send_nudge,
        "timeout": send_timeout,
        "gift": send_gift,
        "paused": send_paused,
        "resumed": send_resumed,
    },
)
