"""Ends of matches that a person brings about: resigning, calling off, ending abandoned ones; and rematches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.components import CancelButton, ConfirmButton, PersistentButton, ask_to_confirm
from bot.client.feature import Cog, Feature
from bot.client.panels import Field, PanelCommand
from bot.features.challenges.text import JOINED, match_begins
from bot.features.crowds import ask_to_leave
from bot.interactions.member_permissions import can_manage_server, permissions_of
from bot.interactions.own_messages import find_line
from bot.interactions.replies import (
    acknowledge_silently,
    leave_no_answer,
    person_of,
    reply,
    request_of,
    sees_boards,
    sees_posts,
    user_of,
)
from bot.interactions.text import missing_argument
from bot.referee import endings, formatting
from bot.referee.challenges import answer
from bot.referee.endings import MAX_REASON, call_off, find_match_to_call_off, find_match_to_resign
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.history.history import can_have_substitutes
from bot.referee.requests import AlreadyDone, parse_first_number, parse_match_number
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_
from storage.queries import challenges, matches
from storage.queries.rows import Challenge, Match

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source


_REASON = N_("The reason: {reason}")


def abandon_question(match: Match, title: str, reason: str) -> str:
    """Return the question to a manager who is about to end a match; `reason_in` reads the reason from it."""
    people = ", ".join(formatting.name(person) for person in match.seats)
    question = _("End {title} #{match} ({names})? Nobody wins, and you can't undo this.")
    question = question.format(title=title, match=match.id, names=people)
    return f"{question}\n{_(_REASON).format(reason=formatting.code(reason, MAX_REASON))}" if reason else question


def reason_in(question: str) -> str:
    """Return the reason that such a question holds; empty if it holds none."""
    found = find_line(_REASON, question, reason="`.+`")
    return found["reason"][1:-1] if found else ""


async def abandon(bot: Client, source: Source, words: str) -> None:
    """Ask a manager to confirm the end of a match of the server: `#42 [reason]`. Raises `RequestRejected`."""
    typed, __, reason = words.partition(" ")
    if not typed:
        raise RequestRejected(missing_argument("match"))
    number = parse_match_number(typed)
    if number is None:
        raise RequestRejected(_("Which match? Give its number, for example `#42`."))
    await ask_to_abandon(bot, source, number, reason.strip())


async def what_to_abandon(*_about: object) -> list[Field]:
    """Return the questions which match a manager ends, and why."""
    return [
        Field(label=_("Which match?"), hint=_("Its number, for example #42"), example="#42", required=True),
        Field(label=_("Why?"), hint=_("All players see it")),
    ]


async def ask_to_abandon(bot: Client, source: Source, number: int, reason: str) -> None:
    """Ask a manager to confirm the end of a match. The question holds the reason: its button has no room for it."""
    request = request_of(source)
    match, why = await endings.check_abandon(bot.context, request, number, reason, manager=can_manage_server(source))
    button = Abandon(_("End #{match}").format(match=match.id), match.id, request.user_id)
    await ask_to_confirm(source, abandon_question(match, bot.context.title(match.game), why), button)


class Abandon(ConfirmButton, template=r"abandon:(\d+):(\d+)"):
    """Confirms that a match is ended. Its parts: match, id of the manager."""

    async def confirm(self, bot: Client, press: Press) -> str | AlreadyDone | None:
        """End the match, if the manager still may."""
        number = int(self.parts[0])
        why = reason_in(press.message.content if press.message else "")
        result = await endings.abandon_match(
            bot.context, request_of(press), number, why, manager=can_manage_server(press)
        )
        return _unless_seen(press, result, _("You ended #{match}.").format(match=number))


def _unless_seen(press: Press, result: Match | AlreadyDone, said: str) -> str | AlreadyDone | None:
    """Return what to say about the end of a match, None to a person who sees its board appear where they are."""
    if isinstance(result, AlreadyDone):
        return result
    return None if sees_boards(press, result) else said


class CallOffButton(PersistentButton, template=r"calloff:(\d+)"):
    """Asks the winner whether to call a match off. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask, privately."""
        await ask_to_call_off(bot, press, int(self.parts[0]))


class ConfirmCallOffButton(ConfirmButton, template=r"calloff_sure:(\d+):(\d+)"):
    """Calls a match off. Its parts: match, id of the winner."""

    async def confirm(self, bot: Client, press: Press) -> str | AlreadyDone | None:
        """Call it off."""
        number = int(self.parts[0])
        result = await call_off(bot.context, request_of(press), number)
        return _unless_seen(press, result, _("#{match} is called off: nobody wins.").format(match=number))


async def ask_to_call_off(bot: Client, source: Source, number: int | None) -> None:
    """Ask the winner of a match, or who waits in vain, whether to call it off. Raises `RequestRejected`."""
    request = request_of(source)
    match = await find_match_to_call_off(bot.context, request, number)
    late = format_list(formatting.name(person) for person in match.seats if person.id != request.user_id)
    question = _("Call off {title} #{match}, which {name} lost on time? Nobody wins, and you can't undo this.")
    if match.ended_at is None:
        late = formatting.name(match.player_to_move)
        question = _("Call off {title} #{match}, because {name} doesn't move? Nobody wins, and you can't undo this.")
    question = question.format(title=bot.context.title(match.game), match=match.id, name=late)
    sure = ConfirmCallOffButton(_("Call off #{match}").format(match=match.id), match.id, request.user_id)
    await ask_to_confirm(source, question, sure, directly=True)


REMATCH = N_("Rematch")


async def request_rematch(bot: Client, source: Source, user: discord.User | discord.Member, number: int | None) -> None:
    """Issue or accept the rematch of a match; say where it is unless it's posted there. Raises `RequestRejected`."""
    person = person_of(user)
    result = await answer.request_rematch(bot.context, request_of(source), person, number, permissions_of(source))
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    elif await _sees_rematch(bot, source, result):
        await leave_no_answer(source)
    elif isinstance(result, Match):
        await reply(source, match_begins(result))
    elif result.challenger.id == user.id:
        posted = _("Challenge {challenge}, the rematch of #{match}, is posted in {channel}.")
        channel = formatting.channel(result.channel_id)
        await reply(source, posted.format(challenge=result.id, match=result.rematch_of, channel=channel))
    else:
        await reply(source, _(JOINED))


async def _sees_rematch(bot: Client, source: Source, rematch: Challenge | Match) -> bool:
    """Return whether a person who issued a rematch, which may have begun at once, sees its post where they are."""
    async with bot.context.database.read() as tx:
        challenge_id = rematch.id if isinstance(rematch, Challenge) else rematch.challenge_id
        challenge = await challenges.require(tx, challenge_id or 0)
        before = await matches.require(tx, challenge.rematch_of or 0)
    issued = challenge.source_id == request_of(source).source_id
    return issued and (sees_boards(source, before) or sees_posts(source, challenge.channel_id))


class Rematch(PersistentButton, template=r"rematch:(\d+)"):
    """Challenges the other players of a match again, or accepts their challenge. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Issue or accept the challenge; its post comes through the outbox."""
        await request_rematch(bot, press, press.user, int(self.parts[0]))


def resign_question(match: Match, title: str, user_id: int) -> str:
    """Return the question to a player who is about to resign."""
    opponents = format_list(formatting.name(person) for person in match.seats if person.id != user_id)
    question = _("Resign {title} #{match} against {names}? You can't undo this.")
    question = question.format(title=title, match=match.id, names=opponents)
    if not can_have_substitutes(match):
        return question
    if match.is_direct:
        instead = _("With `/match do:substitute #{match}` I play on for you, if the others agree.")
    else:
        instead = _("With `/match do:substitute #{match}` I or anybody else can play on for you, if the others agree.")
    return f"{question} {instead.format(match=match.id)}"


class Resign(ConfirmButton, template=r"resign:(\d+):(\d+)"):
    """Confirms a resignation. Its parts: match, id of the player."""

    async def confirm(self, bot: Client, press: Press) -> str | AlreadyDone | None:
        """Resign the match."""
        number = int(self.parts[0])
        result = await endings.resign(bot.context, request_of(press), number)
        return _unless_seen(press, result, _("You resigned #{match}.").format(match=number))


async def ask_to_resign(bot: Client, source: Source, words: str) -> None:
    """Ask a player whether to resign a match: `[#42]`. Raises `RequestRejected`."""
    request = request_of(source)
    number = parse_first_number(words)
    match = await find_single_match(bot.context, request, number, "match do:resign")
    if match.crowd_of(request.user_id):
        await ask_to_leave(bot, source, match)
        return
    found = await find_match_to_resign(bot.context, request, number)
    question = resign_question(found, bot.context.title(found.game), request.user_id)
    button = Resign(_("Resign #{match}").format(match=found.id), found.id, request.user_id)
    await ask_to_confirm(source, question, button, directly=True)


async def call_off_by_words(bot: Client, source: Source, words: str) -> None:
    """Ask the winner whether to call a match off: `[#42]`. Raises `RequestRejected`."""
    await ask_to_call_off(bot, source, parse_first_number(words))


async def rematch(bot: Client, source: Source, words: str) -> None:
    """Challenge the other players of a match again, or accept their challenge: `[#42]`. Raises `RequestRejected`."""
    await request_rematch(bot, source, user_of(source), parse_match_number(words))


class EndingsCog(Cog):
    """The commands that end matches, or begin them again."""


COMMANDS = (
    PanelCommand(
        name="abandon",
        panel="server",
        label=N_("End a match"),
        description=N_("End a match of this server without a winner"),
        usage="#42 too old",
        run=abandon,
        fields=what_to_abandon,
        needs_words=True,
        often=True,
        guild_only=True,
    ),
    PanelCommand(
        name="resign",
        panel="match",
        label=N_("Resign"),
        description=N_("Resign a match"),
        run=ask_to_resign,
        applies=lambda situation: situation.is_playing or (situation.is_in_crowd and situation.is_running),
        often=True,
    ),
    PanelCommand(
        name="calloff",
        panel="match",
        label=N_("Call it off"),
        description=N_("Call off a match that you won on time: nobody wins"),
        run=call_off_by_words,
        applies=lambda situation: situation.can_call_off,
        often=True,
    ),
    PanelCommand(
        name="rematch",
        panel="match",
        label=REMATCH,
        description=N_("Play again with seats swapped"),
        run=rematch,
        applies=lambda situation: situation.has_played and not situation.is_running and not situation.match.has_crowd,
        often=True,
    ),
)

FEATURE = Feature(
    cogs=[EndingsCog],
    panel_commands=COMMANDS,
    buttons=[Abandon, CallOffButton, CancelButton, ConfirmCallOffButton, Rematch, Resign],
)
