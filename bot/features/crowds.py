"""Seats for many: the post of a challenge that people join, proposals and votes, and leaving a crowd."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle, SelectOption

from bot.client.components import CancelButton, ConfirmButton, PersistentButton, PersistentSelect, ask_to_confirm, row
from bot.client.feature import Feature
from bot.features.next_match import NEXT_BOARD_BUTTONS, own_request_of
from bot.features.rules import RulesButton
from bot.interactions.member_permissions import permissions_of
from bot.interactions.replies import (
    acknowledge_silently,
    is_ephemeral,
    person_of,
    replace_message,
    reply,
    request_of,
    send_directly,
)
from bot.referee import formatting
from bot.referee.context import run_rules
from bot.referee.crowds import (
    begin_match,
    check_may_leave,
    count_members,
    join_crowd,
    leave_challenge,
    leave_crowd,
    load_standing,
    vote,
)
from bot.referee.requests import AlreadyDone, MoveProposed
from bot.referee.times.time_control import describe_length
from games.contract import describe_options
from games.guide import shorten_words
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext, pgettext_noop
from storage.queries import matches
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.referee.crowds import Standing
    from games.contract import Game, Info
    from storage.queries.rows import Challenge, Crowd, Match, Member

I_AM_IN = N_("I'm in")
VOTE = pgettext_noop("button", "Vote")
MOST_NAMED = 20
"""Members whom the post of a challenge names."""


def crowd_challenge_post(
    challenge: Challenge, info: Info, crowds: Sequence[Crowd], members: Sequence[Member], mark: str
) -> str:
    """Return the post of a challenge with crowds: who plays whom, how a crowd plays, and who is in.

    `mark` is its last line.
    """
    at_place = {crowd.place: crowd for crowd in crowds}
    sides = [
        _who_can_join(at_place[place]) if place in at_place else formatting.name(person)
        for place, person in enumerate(challenge.people)
    ]
    plays = format_list(sides)
    if len(sides) == 2:
        plays = _("{first} against {second}").format(first=sides[0], second=sides[1])
    first = _("{challenger} calls for **{game}**, {players}: {pitch}")
    if 0 not in at_place:
        first = _("{challenger} challenges {opponents} to **{game}**: {pitch}")
    options = describe_options(info, challenge.options)
    lines = [
        first.format(
            challenger=formatting.name(challenge.challenger),
            game=info.title,
            players=plays,
            opponents=format_list(sides[1:]),
            pitch=_(info.pitch),
        ),
        _(
            "Everyone who presses **I'm in** shares the seat: all propose moves and vote, and the move with most votes "
            "is played. A turn ends when all have voted, or after {time}."
        ).format(time=describe_length(timedelta(seconds=crowds[0].vote_time))),
        f"{'. '.join(options)}." if options else "",
        _seats_line(challenge, info, at_place.get(0)),
        _("Unrated, and without a clock."),
        *(_members_line(crowd, [each for each in members if each.number == crowd.number]) for crowd in crowds),
        _("{challenger} begins the match. Open until {until}.").format(
            challenger=formatting.name(challenge.challenger), until=formatting.until(challenge.expires_at)
        ),
        mark,
    ]
    return "\n".join(filter(None, lines))


def _who_can_join(crowd: Crowd) -> str:
    """Return a crowd by those who can be in it."""
    return _("everyone here") if crowd.role_id is None else f"**{formatting.plain(crowd.name)}**"


def _seats_line(challenge: Challenge, info: Info, own: Crowd | None) -> str:
    """Say who sits where as far as it is known; `own` is the crowd that the challenger is in."""
    if challenge.seat is None:
        return _("Seats are drawn at the start.")
    name = _name(own) if own else formatting.name(challenge.challenger)
    return _("{name} plays {seat}.").format(name=name, seat=_(info.seats[challenge.seat - 1]))


def _name(crowd: Crowd) -> str:
    return formatting.name(Person.crowd(crowd.number, crowd.name))


def _members_line(crowd: Crowd, members: Sequence[Member]) -> str:
    names = [f"**{formatting.plain(each.name[:32])}**" for each in members[:MOST_NAMED]]
    if len(members) > MOST_NAMED:
        names.append(ngettext("{n} more", "{n} more", len(members) - MOST_NAMED).format(n=len(members) - MOST_NAMED))
    # Translators: {crowd} is "The crowd" or the name of a role.
    line = _("In {crowd}: {people} ({n}).") if members else _("In {crowd}: nobody yet.")
    return line.format(crowd=_name(crowd), people=format_list(names), n=len(members))


def crowd_challenge_buttons(challenge: Challenge, crowds: Sequence[Crowd], how_to_play: str) -> View:
    """Return the buttons under a challenge with crowds: one to join each, to begin, to leave."""
    begin = BeginButton(pgettext("button", "Begin"), challenge.id)
    leave = LeaveChallengeButton(pgettext("button", "Leave"), challenge.id)
    return row(*join_buttons(challenge, crowds), begin, leave, RulesButton(how_to_play, challenge.game))


def join_buttons(challenge: Challenge, crowds: Sequence[Crowd]) -> list[JoinCrowdButton]:
    """Return the buttons that let people into the crowds of a challenge, also while its match goes on."""
    names = [formatting.shown_name(Person.crowd(each.number, each.name)) for each in crowds]
    labels = [_(I_AM_IN)] if len(crowds) == 1 else [f"{_(I_AM_IN)}: {name}" for name in names]
    return [JoinCrowdButton(label, challenge.id, each.number) for label, each in zip(labels, crowds, strict=False)]


class JoinCrowdButton(PersistentButton, template=r"crowd_in:(\d+):(\d+)"):
    """Lets the person into a crowd. Its parts: the challenge, the crowd's number."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Join; the post itself changes through the outbox, and a running match is named privately."""
        challenge_id, number = map(int, self.parts)
        person, allowed = person_of(press.user), permissions_of(press)
        result = await join_crowd(bot.context, request_of(press), challenge_id, number, person, allowed)
        if isinstance(result, AlreadyDone):
            await (reply(press, result.note) if result.note else acknowledge_silently(press))
        elif result.match_id is None:
            await acknowledge_silently(press)
        else:
            async with bot.context.database.read() as tx:
                match = await matches.require(tx, result.match_id)
            # Translators: {home} is a link to a channel.
            joined = _("You're in #{match}: {home}. Press **Move** under its board to propose a move, or **Vote**.")
            await reply(press, joined.format(match=match.id, home=formatting.home(match)))


class LeaveChallengeButton(PersistentButton, template=r"crowd_out:(\d+)"):
    """Takes the person out of a crowd before its match begins; the challenger withdraws the challenge."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Leave; the post itself changes through the outbox."""
        await leave_challenge(bot.context, request_of(press), int(self.parts[0]))
        await acknowledge_silently(press)


class BeginButton(PersistentButton, template=r"crowd_begin:(\d+)"):
    """Begins the match of a challenge with crowds. Its part: the challenge."""

    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Begin it; the post becomes a link to it through the outbox."""
        await begin_match(bot.context, request_of(press), int(self.parts[0]))
        await acknowledge_silently(press)


def standing_text(standing: Standing) -> str:
    """Return how the vote of a turn stands, to a member."""
    match = standing.match
    head = _("Move {ply} of #{match}. The move with most votes is played when all have voted, or {when}.").format(
        ply=standing.ply, match=match.id, when=formatting.ago(standing.until)
    )
    if not standing.proposals:
        return f"{head}\n" + _("Nobody has proposed a move yet: press **Move** under the board.")
    lines = [_proposal_line(each.text, len(each.voters), own=each == standing.own) for each in standing.proposals]
    voted = _("{n} of {size} have voted.").format(n=standing.voted, size=standing.size)
    return "\n".join([head, *lines, voted])


def _proposal_line(text: str, votes: int, *, own: bool) -> str:
    line = ngettext("- {move}: {n} vote", "- {move}: {n} votes", votes).format(move=formatting.code(text), n=votes)
    return f"{line}, " + _("with yours") if own else line


async def _vote_menu(bot: Client, standing: Standing) -> View | None:
    """Return the menu of the proposals, with what each does; None without any."""
    if not standing.proposals:
        return None
    options = await run_rules(_list_options, bot.context.game(standing.match), standing)
    return row(VoteSelect(options, _("Vote for a move"), standing.match.id, standing.match.seq))


def _list_options(game: Game[Any, Any], standing: Standing) -> list[SelectOption]:
    state = standing.state
    return [
        SelectOption(
            label=each.text[:100],
            value=str(each.id),
            description=shorten_words(game.describe(state, game.parse(state, each.text))),
            default=each == standing.own,
        )
        for each in standing.proposals
    ]


class VoteButton(PersistentButton, template=r"vote:(\d+)"):
    """Shows a member what is proposed, with a menu to vote. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply privately."""
        standing = await load_standing(bot.context, request_of(press), int(self.parts[0]))
        await reply(press, standing_text(standing), view=await _vote_menu(bot, standing))


def _vote_button(match: Match) -> VoteButton | None:
    if match.crowd_to_move is None:
        return None
    return VoteButton(pgettext("button", VOTE), match.id)


NEXT_BOARD_BUTTONS.append(_vote_button)


class VoteSelect(PersistentSelect, template=r"vote_for:(\d+):(\d+)"):
    """Votes for a proposal. Its parts: match, event that the turn follows."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Vote, and show how the vote stands then in place of the menu."""
        match_id, seq = map(int, self.parts)
        result = await vote(bot.context, request_of(press), match_id, seq, int(self.chosen(press)))
        await answer_proposal(bot, press, result)


async def answer_proposal(bot: Client, source: Source, result: MoveProposed | AlreadyDone) -> None:
    """Say how the vote stands after a member's vote, in place of the private message that was pressed if there was one.

    Where others read along, only that it was taken is said.
    """
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
        return
    request, move = request_of(source), formatting.code(result.text)
    view = None
    if result.played:
        text = _("All have voted. Move {ply} of #{match} is played: {move}.").format(
            ply=result.ply, match=result.match.id, move=formatting.code(result.played)
        )
    elif request.is_open:
        text = _("Proposed: {move}. Members vote with **Vote** under the board.").format(move=move)
    else:
        standing = await load_standing(bot.context, request, result.match.id)
        text = _("You vote for {move}.").format(move=move) + f" {standing_text(standing)}"
        view = await _vote_menu(bot, standing)
    if isinstance(source, discord.Interaction) and is_ephemeral(source):
        await replace_message(source, text, view)
    else:
        await reply(source, text, view=view)


async def ask_to_leave(bot: Client, source: Source, match: Match) -> None:
    """Ask a member whether to leave their crowd, and the last one what becomes of its seat.

    Raises `RequestRejected` after the end.
    """
    user_id = request_of(source).user_id
    seat = check_may_leave(match, user_id)
    game, number = bot.context.title(match.game), match.id
    if count_members(match, seat) > 1:
        question = _("Leave the crowd of {title} #{match}? The others play on, and your vote doesn't count any more.")
        sure = LeaveCrowdButton(_("Leave the crowd"), number, "on", user_id)
        await ask_to_confirm(source, question.format(title=game, match=number), sure, directly=True)
        return
    question = _("You're the last of the crowd in {title} #{match}. If you leave, who plays on?")
    choices = [LeaveCrowdButton(_("Nobody: give up"), number, "end", user_id), CancelButton(_("Cancel"), user_id)]
    if any(person.level is None for other, person in enumerate(match.seats, 1) if other not in {seat, *match.gone}):
        choices.insert(0, LeaveCrowdButton(_("Turnpost"), number, "turnpost", user_id))
    else:
        question = _("You're the last of the crowd in {title} #{match}. If you leave, it gives up.")
    ask = partial(reply, source, question.format(title=game, match=number), view=row(*choices))
    await send_directly(source, ask, _("Nothing is done yet: please confirm it in your direct messages."))


class LeaveCrowdButton(ConfirmButton, template=r"crowd_leave:(\d+):(on|turnpost|end):(\d+)"):
    """Leaves a crowd. Its parts: match, what becomes of a seat that nobody is left in, id of the member."""

    async def confirm(self, bot: Client, press: Press) -> str | AlreadyDone | None:
        """Leave it."""
        number, last = int(self.parts[0]), self.parts[1]
        result = await leave_crowd(bot.context, own_request_of(press), number, last=last)
        return (
            result if isinstance(result, AlreadyDone) else _("You've left the crowd in #{match}.").format(match=number)
        )


FEATURE = Feature(
    buttons=[JoinCrowdButton, LeaveChallengeButton, BeginButton, VoteButton, VoteSelect, LeaveCrowdButton]
)
