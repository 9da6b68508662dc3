"""The commands and buttons of events, and the terms that organizers type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import ButtonStyle, app_commands
from discord.ext import commands

from bot.client.components import ConfirmButton, PersistentButton, ask_to_confirm, rows
from bot.client.feature import Cog
from bot.client.options import add_game_choices
from bot.features.challenges.terms import parse_options, parse_terms, take_options
from bot.features.forum_posts import HowToPlay
from bot.features.rules import RULES, RulesButton
from bot.features.tournaments import text
from bot.features.tournaments.text import cross_table, page_text
from bot.gateway.message_queue import release_channel
from bot.interactions.limits import PICTURE_COST
from bot.interactions.member_permissions import permissions_of
from bot.interactions.replies import (
    channel_of,
    is_private,
    person_of,
    replace_message,
    replace_with_picture,
    reply,
    reply_if_done,
    reply_with_picture,
    request_of,
)
from bot.referee import formatting
from bot.referee.challenges.issue import parse_count, parse_game, parse_yes_or_no, split_game
from bot.referee.errors import RequestRejected
from bot.referee.people.display import page_display
from bot.referee.requests import AlreadyDone, parse_match_number
from bot.referee.times.time_control import parse_length
from bot.referee.tournaments import terms as event_terms
from bot.referee.tournaments.organize import cancel_now, correct_result, start_now
from bot.referee.tournaments.sign_up import (
    KINDS,
    TournamentTerms,
    create_tournament,
    find_own_tournament,
    find_tournament,
    leave_list,
    list_tournaments,
    remove_person,
    sign_up,
    withdraw_person,
)
from bot.referee.tournaments.standings import load_page
from bot.referee.tournaments.terms import LONGEST_NAME, MOST_AT_ONCE, MOST_ROUNDS  # noqa: TC001 - discord.py reads it
from games.translation import gettext as _, pgettext
from renderers.charts.cross_table import cross_table_text, draw_cross_table

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.context import Context
    from bot.referee.tournaments.standings import TournamentPage
    from storage.queries.rows import Tournament


def parse_typed_terms(context: Context, typed: str) -> TournamentTerms:
    """Read `league chomp Spring League [3d] [most=3] [signup=3d] [vacation=no] [option=value ...]`.

    Raises `RequestRejected`.
    """
    kind, __, rest = typed.strip().partition(" ")
    if kind.lower() not in KINDS:
        raise RequestRejected(
            _(
                "Name the kind (`league`, `cup` or `tables`), the game and the event, in this order, and a clock if "
                "you like: `3d`."
            )
        )
    names, words = parse_terms(rest)
    info, name = split_game(context, names)
    name, options = take_options(info, name)
    words |= options
    table = words.pop("table", None)
    return TournamentTerms(
        info,
        kind.lower(),
        " ".join(name),
        sign_up=parse_length(words.pop("signup")) if "signup" in words else event_terms.SIGN_UP,
        clock=words.pop("clock", None),
        vacation=parse_yes_or_no("vacation", words.pop("vacation", "yes")),
        pauses=parse_yes_or_no("pauses", words.pop("pauses", "no")),
        net=parse_yes_or_no("net", words.pop("net", "no")),
        at_once=parse_count("most", words.pop("most", str(event_terms.AT_ONCE))),
        table_size=parse_count("table", table) if table else None,
        rounds=parse_count("rounds", words.pop("rounds", str(event_terms.ROUNDS))),
        options=words,
    )


OWN = "own"
"""The page of whoever presses."""


class SignUpButton(PersistentButton, template=r"event_join:(\d{1,9})"):
    """Signs up for an event. Its part: the event."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Sign the person up, and say so privately; the post changes through the outbox."""
        person = person_of(press.user)
        result = await sign_up(bot.context, request_of(press), int(self.parts[0]), person)
        await reply(press, _(text.ALREADY_IN if isinstance(result, AlreadyDone) else text.SIGNED_UP))


class LeaveEventButton(PersistentButton, template=r"event_leave:(\d{1,9})"):
    """Takes oneself off the list of an event before it begins. Its part: the event."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Take the person off the list, and say so privately."""
        await leave_list(bot.context, request_of(press), int(self.parts[0]))
        await reply(press, _(text.LEFT))


class WithdrawButton(ConfirmButton, template=r"event_withdraw:(\d{1,9}):(\d+)"):
    """Withdraws from an event. Its parts: the event, id of the person."""

    async def confirm(self, bot: Client, press: Press) -> str:
        """Withdraw the person."""
        number = int(self.parts[0])
        tournament = await withdraw_person(bot.context, request_of(press), number, press.user.id)
        done = text.LEFT if tournament.status == "open" else text.WITHDRAWN
        return _(done)


class TournamentPageButton(PersistentButton, template=r"event_page:(\d{1,9}):(\d{1,4}|own)"):
    """Shows a page of an event. Its parts: the event, and the page from 0 or `own`."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Turn the page in a private reply; below a public post, reply with the page, privately."""
        number = None if self.parts[1] == OWN else int(self.parts[1])
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            page = await load_page(bot.context, int(self.parts[0]), number, press.user.id)
            own = press.message is not None and press.message.flags.ephemeral
            await show_page(bot, press, page, press if own else None)


async def show_page(bot: Client, source: Source, page: TournamentPage, press: Press | None = None) -> None:
    """Reply with a page of an event and its cross table; with a `press`, turn the page in the message it is under."""
    info = bot.context.rules(page.tournament.game).info
    release_channel()
    said, view = page_text(page, info, bot.context.now()), page_buttons(page)
    reader = request_of(source).user_id if is_private(source) else None
    table = cross_table(page, info.title)
    if table is None:
        await (replace_message(press, said, view) if press else reply(source, said, view=view))
        return
    display = await page_display(bot.context, reader)
    picture = await bot.chart_images.draw(draw_cross_table, cross_table_text, table, display)
    filename = f"turnpost-event-{page.tournament.id}-{page.number + 1}.png"
    if press and view:
        await replace_with_picture(press, said, picture, filename, said, view)
    else:
        await reply_with_picture(source, said, picture, filename, said, view=view)


def sign_up_buttons(tournament: Tournament) -> View | None:
    """Return the buttons under the post of an event, as far as there is something to do."""
    rules = RulesButton(_(RULES), tournament.game)
    if tournament.status == "open":
        label = pgettext("button", "Again") if tournament.previous_id else pgettext("button", "Sign up")
        leave = LeaveEventButton(pgettext("button", "Leave"), tournament.id)
        return rows([SignUpButton(label, tournament.id), leave, rules])
    if tournament.status == "cancelled":
        return None
    return rows([TournamentPageButton(pgettext("button", "Table"), tournament.id, OWN), rules])


def round_buttons(tournament: Tournament, nonce: str) -> View:
    """Return the buttons under the post of a round; `nonce` is that by which the bot knows the post."""
    table = TournamentPageButton(pgettext("button", "Table"), tournament.id, OWN)
    return rows([table, HowToPlay(_(RULES), tournament.game, nonce)])


def page_buttons(page: TournamentPage) -> View | None:
    """Return the buttons that turn the pages of an event, None if it has one page."""
    if page.pages == 1:
        return None
    turns = {pgettext("button", "Previous"): page.number - 1, pgettext("button", "Next"): page.number + 1}
    own = TournamentPageButton(pgettext("button", "Mine"), page.tournament.id, OWN)
    shown = {label: to for label, to in turns.items() if 0 <= to < page.pages}
    return rows([*(TournamentPageButton(label, page.tournament.id, to) for label, to in shown.items()), own])


EVENT = "Its number; the one that's running by default"


class TournamentsCog(Cog):
    """The commands about events."""

    event = app_commands.Group(
        name="event",
        description="Leagues, cups and tables on this server",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        add_game_choices(bot.context.games, self.create)

    @commands.command(name="event")
    @commands.guild_only()
    async def event_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `create league chomp Spring League [3d]`, `show [3]`, `list`, `correct #42 @Ann` and the like."""
        action, __, more = rest.strip().partition(" ")
        match action.lower():
            case "create":
                await self._create(ctx.message, parse_typed_terms(self.bot.context, more))
            case "correct":
                number, __, result = more.strip().partition(" ")
                await self._correct(ctx.message, number, result)
            case "remove":
                number = next((word for word in more.split() if not word.startswith("<@")), None)
                people = [user.id for user in ctx.message.mentions]
                await self._remove(ctx.message, number, people[0] if people else 0)
            case "list":
                await self._list(ctx.message)
            case "start":
                await self._start(ctx.message, more)
            case "cancel":
                await self._cancel(ctx.message, more)
            case "withdraw":
                await self._withdraw(ctx.message, more)
            case "show" | "":
                await self._show(ctx.message, more)
            case _:
                raise RequestRejected(_(text.WHAT_TO_DO))

    @event.command(name="create", description="Set up a league, a cup or tables that people sign up for")
    @app_commands.describe(
        kind="A league in groups, a cup with a knock-out, or tables of three to five",
        game="The game",
        name="What it's called",
        options="Game options, for example target=12",
        clock="3d is 3 days a move; 3d+1d is 3 days, plus 1 with each move; the server's clock by default",
        most=f"Matches that a person plays at a time at most; {event_terms.AT_ONCE} by default",
        table="For tables: people at a table, 3 to 5; 4 by default",
        rounds=f"For tables: how many matches each plays; {event_terms.ROUNDS} by default",
        signup="How long people can sign up, for example 3d; a week by default",
        vacation="Whether vacations stop clocks; yes by default",
        pauses="Whether players can pause a match; no by default",
        net="Whether the safety net takes vacation days; no by default",
    )
    async def create(  # noqa: PLR0913, PLR0917 - discord.py makes the form of these
        self,
        interaction: discord.Interaction[Any],
        kind: Literal["league", "cup", "tables"],
        game: str,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        options: str = "",
        clock: str | None = None,
        most: app_commands.Range[int, 1, MOST_AT_ONCE] = event_terms.AT_ONCE,
        table: app_commands.Range[int, 3, 5] | None = None,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] = event_terms.ROUNDS,
        signup: str | None = None,
        vacation: bool = True,  # noqa: FBT001, FBT002 - the form's
        pauses: bool = False,  # noqa: FBT001, FBT002 - the form's
        net: bool = False,  # noqa: FBT001, FBT002 - the form's
    ) -> None:
        """Set up an event from a form."""
        info = parse_game(self.bot.context, game)
        terms = TournamentTerms(
            info,
            kind,
            name,
            parse_options(info, options),
            clock,
            vacation=vacation,
            pauses=pauses,
            net=net,
            at_once=most,
            table_size=table,
            rounds=rounds,
            sign_up=parse_length(signup) if signup else event_terms.SIGN_UP,
        )
        await self._create(interaction, terms)

    @event.command(name="show", description="How an event is going: its table, who's to move, what's overdue")
    @app_commands.describe(event=EVENT)
    async def show(self, interaction: discord.Interaction[Any], event: str | None = None) -> None:
        """Show one's own group of an event."""
        await self._show(interaction, event)

    @event.command(name="list", description="The events of this server")
    async def list(self, interaction: discord.Interaction[Any]) -> None:
        """List the events of a server."""
        await self._list(interaction)

    @event.command(name="withdraw", description="Leave an event")
    @app_commands.describe(event=EVENT)
    async def withdraw(self, interaction: discord.Interaction[Any], event: str | None = None) -> None:
        """Withdraw from an event, after a confirmation."""
        await self._withdraw(interaction, event)

    @event.command(name="start", description="For organizers: end sign-up and begin now")
    @app_commands.describe(event=EVENT)
    async def start(self, interaction: discord.Interaction[Any], event: str | None = None) -> None:
        """Begin an event before its sign-up is over."""
        await self._start(interaction, event)

    @event.command(name="cancel", description="For organizers: cancel an event")
    @app_commands.describe(event="Its number")
    async def cancel(self, interaction: discord.Interaction[Any], event: str) -> None:
        """Cancel an event."""
        await self._cancel(interaction, event)

    @event.command(name="remove", description="For organizers: take somebody out of an event")
    @app_commands.describe(person="Who", event=EVENT)
    async def remove(
        self, interaction: discord.Interaction[Any], person: discord.User, event: str | None = None
    ) -> None:
        """Withdraw somebody from an event."""
        await self._remove(interaction, event, person.id)

    @event.command(name="correct", description="For organizers: correct the result of a match")
    @app_commands.describe(
        match="Its number, for example #42", result="@winner, or all in order of their places; draw; void"
    )
    async def correct(self, interaction: discord.Interaction[Any], match: str, result: str) -> None:
        """Correct the result of a match of an event."""
        await self._correct(interaction, match, result)

    async def _create(self, source: Source, terms: TournamentTerms) -> None:
        channel_id = _channel_id(source)
        made = await create_tournament(self.bot.context, request_of(source), terms, permissions_of(source), channel_id)
        await reply_if_done(source, made, text.created)

    async def _show(self, source: Source, typed: str | None) -> None:
        request = request_of(source)
        async with self.bot.cooldowns.admit(request, PICTURE_COST):
            async with self.bot.context.database.read() as tx:
                found = await find_tournament(tx, request.guild_id, parse_match_number(typed))
            await show_page(self.bot, source, await load_page(self.bot.context, found.id, None, request.user_id))

    async def _list(self, source: Source) -> None:
        titles = {key: game.info.title for key, game in self.bot.context.games.items()}
        found = await list_tournaments(self.bot.context, request_of(source).guild_id)
        await reply(source, text.event_list(found, titles))

    async def _withdraw(self, source: Source, typed: str | None) -> None:
        request = request_of(source)
        found = await find_own_tournament(self.bot.context, request, parse_match_number(typed))
        button = WithdrawButton(pgettext("button", "Withdraw"), found.id, request.user_id)
        await ask_to_confirm(source, text.ask_withdraw(found), button)

    async def _start(self, source: Source, typed: str | None) -> None:
        number = parse_match_number(typed)
        found = await start_now(self.bot.context, request_of(source), number, permissions_of(source))
        await _say(source, found, _("{event} begins within a minute."))

    async def _cancel(self, source: Source, typed: str | None) -> None:
        number = parse_match_number(typed)
        found = await cancel_now(self.bot.context, request_of(source), number, permissions_of(source))
        await _say(source, found, _("{event} is cancelled. Matches that began go on, and no longer count for it."))

    async def _remove(self, source: Source, typed: str | None, user_id: int) -> None:
        found = await remove_person(
            self.bot.context, request_of(source), parse_match_number(typed), user_id, permissions_of(source)
        )
        await _say(source, found, _("{person} is out of {event}."), person=f"<@{user_id}>")

    async def _correct(self, source: Source, number: str, typed: str) -> None:
        match_id = parse_match_number(number)
        if match_id is None:
            raise RequestRejected(_("Which match? `!event correct #42 @winner`, or `draw`, or `void`."))
        result = await correct_result(self.bot.context, request_of(source), match_id, typed, permissions_of(source))
        await reply_if_done(source, result, text.corrected)


async def _say(source: Source, result: Tournament | AlreadyDone, sentence: str, **more: str) -> None:
    """Reply with a sentence on an event, or acknowledge a request that was only delivered again."""

    def fill(event: Tournament) -> str:
        channel = formatting.channel(event.channel_id)
        return sentence.format(event=text.title(event), id=event.id, channel=channel, **more)

    await reply_if_done(source, result, fill)


def _channel_id(source: Source) -> int:
    """Return the channel in which an event is set up, that around it in a thread.

    Raises `RequestRejected` where Discord names none.
    """
    channel = channel_of(source)
    return channel.parent_id if isinstance(channel, discord.Thread) else channel.id
