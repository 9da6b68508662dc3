"""The panel of a match, behind *More* and `/match`: what a person can do about it, as it stands now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.client.components import MAX_OPTIONS, PersistentButton, PersistentSelect, rows
from bot.client.feature import Cog, Feature
from bot.client.options import usable_everywhere
from bot.client.panels import (
    Field,
    PanelButton,
    PanelCommand,
    PanelForm,
    PanelSelect,
    complete_words,
    list_panel_commands,
    panel_select,
    run_typed,
)
from bot.features.board_replies import MY_VIEW, show_my_view, show_text_board_privately
from bot.features.guesses import summary_line
from bot.features.lists import time_listed
from bot.features.match_search import (
    PAGE_PARTS,
    FoundMatchSelect,
    SearchPageButton,
    find_only_match,
    option_of_match,
    split_person,
)
from bot.features.offers import describe_offer
from bot.features.rules import RULES, show_rules
from bot.features.sign_in import board_path, sign_in_links
from bot.interactions.limits import PICTURE_COST
from bot.interactions.replies import reply, request_of, turn_page
from bot.referee import formatting
from bot.referee.boards import get_visible_match
from bot.referee.errors import NotInAMatch, RequestRejected
from bot.referee.find_match import find_match, find_single_match
from bot.referee.guesses import load_summary
from bot.referee.match_search import parse_query
from bot.referee.requests import AmbiguousMatch, parse_first_number, parse_match_number
from bot.referee.situation import load_situation
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discord.app_commands import Choice
    from discord.ui import Button, View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.referee.situation import Situation
    from storage.queries.rows import Match

MORE = N_("More")
RESULTS = {
    "won": N_("Won, by the person you name"),
    "lost": N_("Lost, by the person you name"),
    "drawn": N_("Drawn"),
    "rules": N_("Ended by the rules"),
    "resigned": N_("Ended with a resignation"),
    "agreed": N_("Ended with a draw agreed"),
    "time": N_("Lost on time"),
    "none": N_("Ended without a winner"),
}
"""The results that matches can be searched by, by the words that the referee accepts."""
BUTTONS_IN_A_ROW, MOST_ROWS = 5, 2


def choose_commands(found: Iterable[PanelCommand], situation: Situation | None) -> list[PanelCommand]:
    """Return the commands that apply to a match as a person sees it; without a match those that need none."""
    if situation is None:
        return [command for command in found if command.needs_no_match]
    return [command for command in found if not command.needs_no_match and command.applies(situation)]


def panel_text(situation: Situation, title: str, more: Sequence[str]) -> str:
    """Return the text of a panel: the match, whose turn it is and until when, and below that `more` lines."""
    match = situation.match
    name = f"**{title} #{match.id}**"
    if match.ended_at is not None:
        people = format_list(formatting.name(person) for person in match.seats)
        ended = _("{match} of {names} ended {when}.")
        return "\n".join([ended.format(match=name, names=people, when=formatting.ago(match.ended_at)), *more])
    # Translators: {when} is "until 5 March" or "paused by agreement".
    turn = _("{match}: {name} to move, {when}.").format(
        match=name,
        name=formatting.name(match.player_to_move),
        when=time_listed(match, situation.clock.deadline if situation.clock else None, situation.pause),
    )
    return "\n".join([turn, *more])


def panel_view(found: Sequence[PanelCommand], match_id: int, links: Sequence[Button[View]] = ()) -> View:
    """Return links and the often used commands as buttons, and the others in a menu below them."""
    most = BUTTONS_IN_A_ROW * MOST_ROWS
    buttons = [command for command in found if command.often][:most]
    others = [command for command in found if command not in buttons]
    line = [*links, *(PanelButton(_(command.label), command.name, match_id) for command in buttons)]
    lines = [line[at : at + BUTTONS_IN_A_ROW] for at in range(0, len(line), BUTTONS_IN_A_ROW)]
    return rows(*lines, [panel_select(others, "match", match_id)] if others else [])


async def load(bot: Client, match: Match, user_id: int) -> Situation:
    """Return how a match stands for a person. Raises `RequestRejected` if its rules are missing."""
    has_catalogue = match.game in bot.board_images.catalogue_games
    has_site = bot.web_url is not None
    return await load_situation(bot.context, match.id, user_id, has_catalogue=has_catalogue, has_site=has_site)


async def show_panel(
    bot: Client, interaction: discord.Interaction[Any], match: Match, *, replace: bool = False
) -> None:
    """Show the panel of a match to one person; with `replace` in place of the private message that was pressed."""
    situation = await load(bot, match, interaction.user.id)
    found = choose_commands(list_panel_commands(bot, "match"), situation)
    look = bot.panel_commands.get("look")  # one of `/me`, which people look for where they see a board
    more = [await describe_offer(bot.context, offer.id) for offer in situation.offers]
    if guesses := await load_summary(bot.context, situation.match):
        more.append(summary_line(guesses))
    text = panel_text(situation, bot.context.title(match.game), more)
    links = await sign_in_links(bot, interaction, board_path(match))
    view = panel_view([*found, look] if look else found, match.id, links)
    await (turn_page if replace else reply)(interaction, text, view=view)


class MoreButton(PersistentButton, template=r"panel_of:(\d+)(?::(\d+):([\w-]+))?"):
    """Opens the panel of a match, under a board. Its parts: the match; where *My view* is missing all those of it."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the panel, privately."""
        match = await get_visible_match(bot.context, request_of(press), int(self.parts[0]))
        await show_panel(bot, press, match)
        bot.turn_answers.remember(press, match.id)


class MatchSelect(PersistentSelect, template=r"panel_match"):
    """Chooses the match whose panel is shown."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show its panel in place of the menu."""
        match = await get_visible_match(bot.context, request_of(press), self.chosen_number(press))
        await show_panel(bot, press, match, replace=True)


async def open_panel(bot: Client, interaction: Press, number: int | None) -> None:
    """Show the panel of the match that is named or meant, or a menu of a person's matches with what needs none.

    Raises `RequestRejected`.
    """
    try:
        async with bot.context.database.read() as tx:
            found = await find_match(tx, request_of(interaction), number, to_move=False)
    except NotInAMatch:
        found = AmbiguousMatch(())
    if isinstance(found, AmbiguousMatch):
        await _ask_for_match(bot, interaction, found.matches)
    else:
        await show_panel(bot, interaction, found)


async def _ask_for_match(bot: Client, interaction: Press, found: Sequence[Match]) -> None:
    user_id = interaction.user.id
    waiting_first = sorted(found, key=lambda match: match.to_move != match.seat_of(user_id))
    options = [option_of_match(match, bot.context.title(match.game)) for match in waiting_first[:MAX_OPTIONS]]
    text = _("Which match?") if found else _("You're not playing a match here. `/play` starts one.")
    menu = [MatchSelect(options, _("Choose a match..."))] if found else []
    others = panel_select(choose_commands(list_panel_commands(bot, "match"), None), "match")
    await reply(interaction, text, view=rows(menu, [others]))


class MatchCog(Cog):
    """The slash command that opens the panel of a match, or does what one of its commands does."""

    @app_commands.command(description="What you can do about a match: resign, draw, takeback, plan, notes, replay, ...")
    @app_commands.describe(
        do="What to do, for example: resign, or givetime 1d; leave it empty to see what you can do",
        match="Its number, for example #42; the match of this thread by default",
    )
    @usable_everywhere
    async def match(self, interaction: discord.Interaction[Any], do: str = "", match: str | None = None) -> None:
        """Open the panel, or do what is typed."""
        number = parse_match_number(match)
        if do.strip():
            await run_typed(self.bot, interaction, "match", do, number or 0)
        else:
            await open_panel(self.bot, interaction, number)

    @match.autocomplete("do")
    async def _complete(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        found, situation = list_panel_commands(self.bot, "match"), await self._find_situation(interaction)
        if situation is not None:
            found = [command for command in found if command.needs_no_match or command.applies(situation)]
        return await complete_words(self.bot, interaction, found, current)

    async def _find_situation(self, interaction: discord.Interaction[Any]) -> Situation | None:
        """Return how the match stands that is named or meant, None if that isn't clear or its rules are missing."""
        try:
            number = parse_match_number(str(interaction.namespace.match or ""))
            async with self.bot.context.database.read() as tx:
                found = await find_match(tx, request_of(interaction), number, to_move=False)
            return await load(self.bot, found, interaction.user.id) if not isinstance(found, AmbiguousMatch) else None
        except RequestRejected:
            return None


class FoundPanelSelect(FoundMatchSelect, template=r"found_panel:([a-z]{1,8})"):
    """A menu of found matches that opens a panel."""

    placeholder = N_("Choose a match...")

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the panel of the match that was chosen, privately."""
        await show_panel(bot, press, await get_visible_match(bot.context, request_of(press), self.chosen_number(press)))


class FoundPanelsButton(SearchPageButton, template=f"found_panels:{PAGE_PARTS}"):
    """Turns to a page of matches whose panel can be opened."""

    menu = FoundPanelSelect


async def find_matches(bot: Client, source: Source, words: str) -> None:
    """List the ended matches that fit, or show the panel of the only one: `[@Bob] [chomp c4 d5] [won]`.

    Raises `RequestRejected`.
    """
    person, terms = split_person(source, words)
    query = parse_query(bot.context, terms)
    if terms and query.is_empty:
        raise RequestRejected(_("An opening of which game? Name the game, too."))
    if person is None and query.is_empty:
        raise RequestRejected(_("What shall I look for? A person, a game, how it began, or how it ended."))
    only = await find_only_match(bot, source, person, query, FoundPanelsButton)
    if only and isinstance(source, discord.Interaction):
        await show_panel(bot, source, only)


async def what_to_find(bot: Client, _interaction: Press, _number: int) -> list[Field]:
    """Return the questions of a search for matches."""
    games = {key: game.info.title for key, game in bot.context.games.items()}
    return [
        Field(label=_("Who played?"), is_person=True),
        Field(label=_("Game"), choices=dict(list(games.items())[:MAX_OPTIONS])),
        Field(label=_("How it began"), hint=_("The first one to three moves; they need a game"), example="c4 d5"),
        Field(label=_("How it ended"), choices={word: _(label) for word, label in RESULTS.items()}),
    ]


async def show_words(bot: Client, source: Source, words: str) -> None:
    """Show the board of a match in sentences, for screen readers: `[#42]`. Raises `RequestRejected`."""
    if isinstance(source, discord.Interaction):
        async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
            number = parse_first_number(words)
            match = await find_single_match(bot.context, request_of(source), number, "match do:words")
            await show_text_board_privately(bot, source, match, None, None, grid=False)


async def show_last_board(bot: Client, source: Source, words: str) -> None:
    """Show a person the board of a match from their own side: `[#42]`. Raises `RequestRejected`."""
    if isinstance(source, discord.Interaction):
        async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
            number = parse_first_number(words)
            match = await find_single_match(bot.context, request_of(source), number, "match do:view")
            await show_my_view(bot, source, match, None)


async def show_rules_of_match(bot: Client, source: Source, words: str) -> None:
    """Show the rules of the game of a match: `[#42]`. Raises `RequestRejected`."""
    match = await find_single_match(bot.context, request_of(source), parse_first_number(words), "match do:rules")
    await show_rules(bot, source, bot.context.game(match))


COMMANDS = (
    PanelCommand(
        name="rules",
        panel="match",
        label=RULES,
        description=N_("How the game of a match is played, and how you write its moves"),
        run=show_rules_of_match,
        often=True,
        as_text=False,
    ),
    PanelCommand(
        name="view",
        panel="match",
        label=MY_VIEW,
        description=N_("The last board from your side"),
        run=show_last_board,
        applies=lambda situation: situation.has_site or not situation.is_running,  # else it is under the board
        as_text=False,
    ),
    PanelCommand(
        name="words",
        panel="match",
        label=N_("Board in words"),
        description=N_("The board in sentences, for screen readers"),
        run=show_words,
        as_text=False,
    ),
    PanelCommand(
        name="find",
        panel="match",
        label=N_("Find matches"),
        description=N_("Find matches that ended, by person, game, opening or result"),
        usage="@Bob won",
        run=find_matches,
        fields=what_to_find,
        needs_words=True,
        needs_no_match=True,
        as_text=False,
    ),
)

FEATURE = Feature(
    cogs=[MatchCog],
    panel_commands=COMMANDS,
    buttons=[MoreButton, MatchSelect, PanelButton, PanelSelect, FoundPanelSelect, FoundPanelsButton],
    forms=[PanelForm],
)
