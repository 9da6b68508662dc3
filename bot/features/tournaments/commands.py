"""The commands and buttons of events, and the terms that organizers type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle, SelectOption, app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.block_exemptions import check_panel_command
from bot.client.components import (
    MAX_OPTIONS,
    ConfirmButton,
    PersistentButton,
    PersistentSelect,
    ask_to_confirm,
    rows,
)
from bot.client.feature import Cog
from bot.client.panels import (
    Field,
    PanelButton,
    PanelCommand,
    complete_words,
    list_panel_commands,
    run_typed,
    split_mentions,
    whom,
)
from bot.features.challenges.terms import parse_terms, take_options
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
from bot.referee.challenges.issue import parse_count, parse_yes_or_no, split_game
from bot.referee.errors import RequestRejected
from bot.referee.guilds.settings import load_settings
from bot.referee.people.display import page_display
from bot.referee.requests import AlreadyDone, parse_match_number
from bot.referee.times.time_control import parse_length
from bot.referee.tournaments import terms as event_terms
from bot.referee.tournaments.organize import cancel_now, correct_result, start_now
from bot.referee.tournaments.sign_up import (
    KINDS,
    TournamentTerms,
    check_organizer,
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
from games.translation import gettext as _, gettext_noop as N_, pgettext
from renderers.charts.cross_table import cross_table_text, draw_cross_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.client.panels import Run
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


async def show_page(
    bot: Client,
    source: Source,
    page: TournamentPage,
    press: Press | None = None,
    *,
    below: Sequence[PersistentButton] = (),
) -> None:
    """Reply with a page of an event and its cross table; with a `press`, turn the page in the message it is under.

    Buttons stand `below` those that turn the pages.
    """
    info = bot.context.rules(page.tournament.game).info
    release_channel()
    said, view = page_text(page, info, bot.context.now()), page_buttons(page, below)
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


def page_buttons(page: TournamentPage, below: Sequence[PersistentButton] = ()) -> View | None:
    """Return the buttons that turn the pages of an event, and others `below` them, None if there are none."""
    if page.pages == 1:
        return rows(below) if below else None
    turns = {pgettext("button", "Previous"): page.number - 1, pgettext("button", "Next"): page.number + 1}
    own = TournamentPageButton(pgettext("button", "Mine"), page.tournament.id, OWN)
    shown = {label: to for label, to in turns.items() if 0 <= to < page.pages}
    return rows([*(TournamentPageButton(label, page.tournament.id, to) for label, to in shown.items()), own], below)


async def create(bot: Client, source: Source, words: str) -> None:
    """Set up an event: `league chomp Spring League [3d]`, as `parse_typed_terms` reads it."""
    terms = parse_typed_terms(bot.context, words)
    made = await create_tournament(bot.context, request_of(source), terms, permissions_of(source), _channel_id(source))
    await reply_if_done(source, made, text.created)


async def show(bot: Client, source: Source, words: str) -> None:
    """Show one's own group of an event: `[3]`, or of the one that runs."""
    request = request_of(source)
    async with bot.cooldowns.admit(request, PICTURE_COST):
        async with bot.context.database.read() as tx:
            found = await find_tournament(tx, request.guild_id, parse_match_number(words))
        await show_page(bot, source, await load_page(bot.context, found.id, None, request.user_id))


async def list_events(bot: Client, source: Source, _words: str) -> None:
    """List the events of a server."""
    found = await list_tournaments(bot.context, request_of(source).guild_id)
    await reply(source, text.event_list(found, _titles(bot)))


def _titles(bot: Client) -> dict[str, str]:
    return {key: game.info.title for key, game in bot.context.games.items()}


async def withdraw(bot: Client, source: Source, words: str) -> None:
    """Withdraw from an event, after a confirmation: `[3]`."""
    request = request_of(source)
    found = await find_own_tournament(bot.context, request, parse_match_number(words))
    button = WithdrawButton(pgettext("button", "Withdraw"), found.id, request.user_id)
    await ask_to_confirm(source, text.ask_withdraw(found), button)


async def start(bot: Client, source: Source, words: str) -> None:
    """Begin an event before its sign-up is over: `[3]`."""
    found = await start_now(bot.context, request_of(source), parse_match_number(words), permissions_of(source))
    await _say(source, found, _("{event} begins within a minute."))


async def cancel(bot: Client, source: Source, words: str) -> None:
    """Cancel an event: `3`."""
    found = await cancel_now(bot.context, request_of(source), parse_match_number(words), permissions_of(source))
    await _say(source, found, _(text.CANCELLED))


async def remove(bot: Client, source: Source, words: str) -> None:
    """Take somebody out of an event: `[3] @Bob`."""
    people, rest = await split_mentions(bot, source, words)
    number = parse_match_number(next(iter(rest.split()), None))
    user_id = people[0].id if people else 0
    found = await remove_person(bot.context, request_of(source), number, user_id, permissions_of(source))
    await _say(source, found, _("{person} is out of {event}."), person=f"<@{user_id}>")


async def correct(bot: Client, source: Source, words: str) -> None:
    """Correct the result of a match of an event: `#42 @Ann`, `#42 draw`, `#42 void`."""
    number, __, result = words.partition(" ")
    match_id = parse_match_number(number)
    if match_id is None:
        raise RequestRejected(_("Which match? `!event correct #42 @winner`, or `draw`, or `void`."))
    done = await correct_result(bot.context, request_of(source), match_id, result, permissions_of(source))
    await reply_if_done(source, done, text.corrected)


async def _what_to_create(bot: Client, _interaction: Press, _number: int) -> list[Field]:
    games = dict(list(_titles(bot).items())[:MAX_OPTIONS])
    kinds = {
        "league": _("Everybody plays everybody in their group"),
        "cup": _("Groups, then a knock-out"),
        "tables": _("Tables of three to five"),
    }
    return [
        Field(label=_("What kind of event?"), choices=kinds, value="league", required=True),
        Field(label=_("The game"), choices=games, required=True),
        Field(label=_("What's it called?"), example=_("Spring League"), required=True),
        Field(label=_("Time for the moves"), hint=_("The server's usual clock if you leave it empty"), example="3d+1d"),
        Field(
            label=_("More"),
            hint=_("signup, most, vacation, pauses, net, table, rounds, and the game's options"),
            example="signup=3d most=2",
        ),
    ]


async def _what_to_correct(*_about: object) -> list[Field]:
    hint = _("The winner or all in order of their places, as @Ann @Bob; draw; or void")
    return [
        Field(label=_("Which match?"), hint=_("Its number, for example #42"), example="#42", required=True),
        Field(label=_("Who won?"), is_person=True),
        Field(label=_("Or another result"), hint=hint, example="@Ann @Bob"),
    ]


async def suggest_events(bot: Client, interaction: Press, typed: str) -> list[Choice[str]]:
    """Return the events of a server by their numbers."""
    found = await list_tournaments(bot.context, request_of(interaction).guild_id)
    numbers = [each for each in found if str(each.id).startswith(typed.lstrip("#"))]
    return [Choice(name=f"{each.id}: {each.name}"[:100], value=str(each.id)) for each in numbers[:MAX_OPTIONS]]


def _command(name: str, label: str, description: str, run: Run, **more: Any) -> PanelCommand:
    """Return a command of the panel of events, which as text is a word of `!event`."""
    return PanelCommand(
        name=name,
        panel="events",
        label=label,
        description=description,
        run=run,
        guild_only=True,
        as_text=False,
        **more,
    )


COMMANDS = (
    _command("list", N_("All events"), N_("The events of this server"), list_events),
    _command(
        "show",
        N_("Table"),
        N_("How an event is going: its table, who's to move, what's overdue"),
        show,
        usage="3",
        complete=suggest_events,
    ),
    _command("withdraw", N_("Withdraw"), N_("Leave an event"), withdraw, usage="3", complete=suggest_events),
    _command(
        "create",
        N_("Set up an event"),
        N_("Set up a league, a cup or tables that people sign up for"),
        create,
        usage="league chomp Spring League 3d",
        fields=_what_to_create,
        needs_words=True,
    ),
    _command(
        "start",
        N_("Begin now"),
        N_("For organizers: end sign-up and begin now"),
        start,
        usage="3",
        complete=suggest_events,
    ),
    _command(
        "cancel",
        N_("Cancel event"),
        N_("For organizers: cancel an event"),
        cancel,
        usage="3",
        complete=suggest_events,
    ),
    _command(
        "remove",
        N_("Remove someone"),
        N_("For organizers: take somebody out of an event"),
        remove,
        usage="3 @Bob",
        fields=whom,
        needs_words=True,
    ),
    _command(
        "correct",
        N_("Correct a result"),
        N_("For organizers: correct the result of a match"),
        correct,
        usage="#42 @Ann",
        fields=_what_to_correct,
        needs_words=True,
    ),
)


async def _organizes(bot: Client, interaction: Press) -> bool:
    """Return whether a person may manage events on the server."""
    async with bot.context.database.read() as tx:
        settings = await load_settings(tx, request_of(interaction).guild_id or 0)
    try:
        check_organizer(settings, permissions_of(interaction))
    except RequestRejected:
        return False
    return True


def _buttons(bot: Client, names: Iterable[str], number: int = 0) -> list[PanelButton]:
    return [PanelButton(_(bot.panel_commands[name].label), name, number) for name in names]


async def show_events(bot: Client, interaction: Press) -> None:
    """Show the panel of a server's events: all of them, to choose one, and what organizers do."""
    found = await list_tournaments(bot.context, request_of(interaction).guild_id)
    said = text.event_list(found, _titles(bot))
    options = [SelectOption(label=f"{each.id}: {each.name}"[:100], value=str(each.id)) for each in found[:MAX_OPTIONS]]
    menu = [EventSelect(options, _("Choose an event..."))] if options else []
    for_organizers = ["create", "correct"] if found else ["create"]
    offered = _buttons(bot, for_organizers) if await _organizes(bot, interaction) else []
    await reply(interaction, said, view=rows(menu, offered))


class EventSelect(PersistentSelect, template=r"event_panel"):
    """Chooses the event whose table is shown, with what a person can do about it."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the page of the event, privately."""
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            async with bot.context.database.read() as tx:
                found = await find_tournament(tx, request_of(press).guild_id, self.chosen_number(press))
            page = await load_page(bot.context, found.id, None, press.user.id)
            await show_page(bot, press, page, below=await self._offer(bot, press, page))

    async def _offer(self, bot: Client, press: Press, page: TournamentPage) -> list[PersistentButton]:
        event = page.tournament
        offered: list[PersistentButton] = []
        if event.status in {"open", "running"}:
            if any(each.user_id == press.user.id and each.withdrawn_at is None for each in page.people):
                offered += _buttons(bot, ["withdraw"], event.id)
            elif event.status == "open":
                offered.append(SignUpButton(pgettext("button", "Sign up"), event.id))
            if await _organizes(bot, press):
                offered += _buttons(bot, ["start"] if event.status == "open" else [], event.id)
                offered += _buttons(bot, ["remove"], event.id)
                offered.append(CancelEventButton(_("Cancel event"), event.id))
        return offered


class CancelEventButton(PersistentButton, template=r"event_cancel:(\d{1,9})"):
    """Asks an organizer whether to cancel an event. Its part: the event."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask, privately."""
        async with bot.context.database.read() as tx:
            found = await find_tournament(tx, request_of(press).guild_id, int(self.parts[0]))
        question = _("Cancel {event}? You can't undo this.").format(event=text.title(found))
        await ask_to_confirm(press, question, CancelSureButton(_("Cancel event"), found.id, press.user.id))


class CancelSureButton(ConfirmButton, template=r"event_cancel_sure:(\d{1,9}):(\d+)"):
    """Cancels an event. Its parts: the event, id of the organizer."""

    async def confirm(self, bot: Client, press: Press) -> str | AlreadyDone:
        """Cancel it."""
        done = await cancel_now(bot.context, request_of(press), int(self.parts[0]), permissions_of(press))
        return done if isinstance(done, AlreadyDone) else _(text.CANCELLED).format(event=text.title(done))


class TournamentsCog(Cog):
    """The commands about events."""

    @commands.command(name="event")
    @commands.guild_only()
    async def event_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `create league chomp Spring League [3d]`, `show [3]`, `list`, `correct #42 @Ann` and the like."""
        action, __, words = rest.strip().partition(" ")
        name = action.lower() or "show"
        command = next((each for each in COMMANDS if each.name == name), None)
        if command is None:
            raise RequestRejected(_(text.WHAT_TO_DO))
        await command.run(self.bot, ctx.message, words.strip())

    @app_commands.command(name="events", description="Leagues, cups and tables on this server")
    @app_commands.describe(do="For example show 3, or create; leave it empty to see all events and what you can do")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def events(self, interaction: discord.Interaction[Any], do: str = "") -> None:
        """Carry out what was typed, or show the panel."""
        if do.strip():
            await run_typed(self.bot, interaction, "events", do, 0)
            return
        await check_panel_command(self.bot.context, interaction, "list")
        await show_events(self.bot, interaction)

    @events.autocomplete("do")
    async def _complete(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return await complete_words(self.bot, interaction, list_panel_commands(self.bot, "events"), current)


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
