"""Boards that one person sees: by command, by the menu of a message, and by the buttons under boards and replays."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.components import PersistentButton, row
from bot.client.feature import Cog, Feature
from bot.client.options import add_look_choices, usable_everywhere
from bot.features.match_text import clock_lines, ended_without_result, event_sentences, leave_clause, outcome_clause
from bot.interactions.limits import PICTURE_COST
from bot.interactions.own_messages import MY_VIEW_ID, find_shown_match
from bot.interactions.replies import MAX_LENGTH, is_private, reply, reply_with_picture, request_of
from bot.referee import formatting
from bot.referee.boards import find_earlier_point, get_visible_match, show_board, take_snapshot
from bot.referee.context import rules_outside_transaction
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_shown, find_single_match, stale_board_note
from bot.referee.history.history import match_result
from bot.referee.people.display import BoardDisplay, private_display, shared_display
from bot.referee.requests import parse_match_number
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.boards import EarlierPoint, Snapshot, TextForm
    from games.contract import Game
    from storage.queries.rows import Match

MY_VIEW = N_("My view")


def board_footer(snapshot: Snapshot, *, content: bool | None = None) -> str:
    """Return the small print under a board: match, ply, notation, and how to move unless `content` is None.

    Without how to move the line has room for the match from whose position it began.
    """
    match, number = snapshot.match, f"#{snapshot.match.id}"
    if match.origin_id is not None and content is None:
        number = _("#{match} from #{origin}").format(match=match.id, origin=match.origin_id)
    parts = [number]
    if snapshot.ply:
        parts.append(_("move {ply}").format(ply=snapshot.ply))
    if snapshot.event and snapshot.event.kind == "move":
        parts.append(formatting.code(snapshot.event.text))
    if content is not None:
        parts.append(_ways_to_move(match, content=content))
    return "-# " + " \u00b7 ".join(parts)


def _ways_to_move(match: Match, *, content: bool) -> str:
    if not content:
        return _("reply with the ping on, mention me or `/move`")
    return _("reply, write here or `/move`") if match.thread_id else _("reply or `/move`")


def current_board_post(snapshot: Snapshot, game: Game[Any, Any], note: str) -> str:
    """Return the text above the current board, for a person who asked for it; `note` heads it."""
    match, result = snapshot.match, match_result(game, snapshot.match, snapshot.event, snapshot.state)
    if snapshot.ending:
        status = ended_without_result(match, game, snapshot.ending)
    elif result is not None:
        status = formatting.sentence(outcome_clause(match, game, result, leave_clause(snapshot)))
    else:
        mover = formatting.name(match.seats[(game.to_move(snapshot.state) or 1) - 1])
        task = formatting.sentence(game.task(snapshot.state))
        status = _("{name} to move, since {time}: {task}").format(name=mover, time=_time(match.since), task=task)
        if snapshot.deadline and snapshot.pause.late:
            ran_out = _("{name}'s time ran out {time}.")
            status += " " + ran_out.format(name=mover, time=formatting.ago(snapshot.deadline))
        else:
            status += formatting.time_until(snapshot.deadline)
    return "\n".join(part for part in (note, status, *clock_lines(snapshot), board_footer(snapshot)) if part)


def earlier_board_post(snapshot: Snapshot, game: Game[Any, Any], plies: int) -> str:
    """Return the text above an earlier board of a match that now has `plies` moves."""
    match, event = snapshot.match, snapshot.event
    at = _time(event.at if event else match.created_at)
    if snapshot.ply:
        headline = _("**{title} #{match}** as it stood after move {ply} of {n} ({time}).")
    else:
        headline = ngettext(
            "**{title} #{match}** as it stood at the start, before its {n} move ({time}).",
            "**{title} #{match}** as it stood at the start, before its {n} moves ({time}).",
            plies,
        )
    headline = headline.format(title=game.info.title, match=match.id, ply=snapshot.ply, n=plies, time=at)
    seat = game.to_move(snapshot.state)
    then = [_("Then it was {name}'s turn.").format(name=formatting.name(match.seats[seat - 1]))] if seat else []
    return "\n".join([headline, " ".join([*event_sentences(snapshot, game), *then]), board_footer(snapshot)])


def text_board_post(snapshot: Snapshot, game: Game[Any, Any], text: str, letters: str) -> str:
    """Return a text, the board in words and the position as one post, without a position that doesn't fit."""
    whole = with_text_board(text, letters, game.position(snapshot.state))
    if len(whole) <= MAX_LENGTH:
        return whole
    too_long = _("The position is too long for this post: `/board` with `text` shows it.")
    return f"{with_text_board(text, letters)}\n{too_long}"


def with_text_board(text: str, letters: str, position: str = "") -> str:
    """Return a text with the board in words below it, and the position's text if it is given."""
    heading = _("Position:")
    below = f"\n\n{heading}\n```\n{position}\n```" if position else ""
    return f"{text}\n```\n{letters}\n```{below}"


def _time(at: datetime) -> str:
    """Return a time as a date that each reader sees in their own zone."""
    return f"<t:{int(at.timestamp())}:f>"


OWN_BOARD_BUTTONS: list[Callable[[Match, int], PersistentButton | None]] = []
"""What makes further buttons below a board that one person sees, of a match and the person's id."""


async def show_board_privately(
    bot: Client,
    interaction: discord.Interaction[Any],
    match: Match,
    display: BoardDisplay,
    note: str = "",
    *,
    at: EarlierPoint | None = None,
    below: Sequence[PersistentButton] = (),
) -> None:
    """Reply to an interaction with the current or an earlier board of a match, and a button for a larger one.

    `note` heads the text; the buttons `below` come last.
    """
    snapshot = await load_snapshot(bot, match, at.seq if at else match.seq)
    larger = [] if display.size == "large" else [full_size_button(match, snapshot.seq, display)]
    buttons = [*larger, *below]
    await _show(bot, interaction, snapshot, display, _post(bot, snapshot, note, at), row(*buttons) if buttons else None)


async def show_text_board_privately(
    bot: Client,
    interaction: discord.Interaction[Any],
    match: Match,
    side: int | None,
    at: EarlierPoint | None,
    *,
    grid: bool,
) -> None:
    """Reply to an interaction with a board in sentences, or as a `grid` of letters, and the position's text.

    The grid has seat 1 at the bottom unless `side` names a seat.
    """
    snapshot = await load_snapshot(bot, match, at.seq if at else match.seq)
    game = bot.context.game(match)
    letters = await bot.board_images.draw_text(game, snapshot, side, grid=grid)
    post = _post(bot, snapshot, "", at)
    await reply(interaction, with_text_board(post, letters, game.position(snapshot.state)))


def _post(bot: Client, snapshot: Snapshot, note: str, at: EarlierPoint | None) -> str:
    game = bot.context.game(snapshot.match)
    return earlier_board_post(snapshot, game, at.plies) if at else current_board_post(snapshot, game, note)


async def choose_board_display(bot: Client, source: Source, snapshot: Snapshot) -> BoardDisplay:
    """Return how to draw a picture in a reply: in the asker's look if only they see it, else in the match's."""
    if is_private(source):
        return await private_display(bot.context, snapshot.match, request_of(source).user_id)
    return shared_display(snapshot.match, bot.context.game(snapshot.match), snapshot.state)


@rules_outside_transaction
async def load_snapshot(bot: Client, match: Match, seq: int) -> Snapshot:
    """Return a match as it stood after event `seq`."""
    async with bot.context.database.read() as tx:
        return await take_snapshot(bot.context, tx, match, seq)


class MyViewButton(PersistentButton, template=MY_VIEW_ID):
    """Shows the current board from the player's own side. Its parts: match, event shown, the post it hangs under."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the current board, privately, and say so if the post above the button shows an older one."""
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            number, seq = map(int, self.parts[:2])
            await show_my_view(bot, press, await get_visible_match(bot.context, request_of(press), number), seq)


async def show_my_view(bot: Client, interaction: discord.Interaction[Any], match: Match, shown: int | None) -> None:
    """Reply with the current board of a match from the person's own side.

    It says so if event `shown` isn't the last one any more; None stands for a message that shows no board.
    """
    own = bot.context.game(match).info.homes and match.seat_of(interaction.user.id)
    display = await private_display(bot.context, match, interaction.user.id, "mine" if own else None)
    note = ""
    if shown is not None and match.seq != shown:
        async with bot.context.database.read() as tx:
            note = await stale_board_note(tx, match, shown)
    below = filter(None, (make(match, interaction.user.id) for make in OWN_BOARD_BUTTONS))
    await show_board_privately(bot, interaction, match, display, note, below=tuple(below))


class FullSizeButton(PersistentButton, template=r"still:(\d+):(\d+):(\d+):(dark|light)"):
    """Shows one picture at full size. Its parts: match, event, seat at the bottom (0 for none), theme."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the picture, privately."""
        number, seq, side = map(int, self.parts[:3])
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            match = await get_visible_match(bot.context, request_of(press), number)
            snapshot = await load_snapshot(bot, match, seq)
            display = BoardDisplay(side or None, "light" if self.parts[3] == "light" else "dark", "large")
            headline = _("{title} #{match} after move {ply}.") if snapshot.ply else _("{title} #{match} at the start.")
            headline = headline.format(title=bot.context.title(match.game), match=number, ply=snapshot.ply)
            await _show(bot, press, snapshot, display, f"{headline}\n{board_footer(snapshot)}")


def full_size_button(match: Match, seq: int, display: BoardDisplay) -> FullSizeButton:
    """Return the button that shows the picture of a match after event `seq` at full size."""
    return FullSizeButton(_("Full size"), match.id, seq, display.side or 0, display.theme)


async def _show(
    bot: Client,
    interaction: discord.Interaction[Any],
    snapshot: Snapshot,
    display: BoardDisplay,
    text: str,
    view: discord.ui.View | None = None,
) -> None:
    picture = await bot.board_images.draw(bot.context.game(snapshot.match), snapshot, display)
    filename = f"turnpost-{snapshot.match.id}-{snapshot.seq}.png"
    await reply_with_picture(interaction, text, picture, filename, with_text_board(text, picture.text), view=view)


_MATCH = re.compile(r"#\d{1,9}", re.ASCII)
_TEXT_WORDS = ("text", "grid")
_PLY = re.compile(r"\d{1,5}\.?", re.ASCII)


class BoardsCog(Cog):
    """The command that shows the board of a match."""

    @commands.command(name="board")
    async def board_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[#42] [12] [text] [grid]`: the board of the match named, replied to, of this thread, or my only one."""
        request, words = request_of(ctx.message), rest.lower().split()
        numbers = [word for word in words if _MATCH.fullmatch(word)]
        plies = [word for word in words if _PLY.fullmatch(word)]
        unread = [word for word in words if word not in {*_TEXT_WORDS, *numbers, *plies}] + numbers[1:] + plies[1:]
        if unread:
            raise RequestRejected(
                _(
                    "I can't read {word} here. Everyone sees `{command} #42`; `{command} #42 12` shows the board "
                    "after move 12, `{command} #42 text` tells it in sentences, `{command} #42 text grid` in letters. "
                    "`/board` shows it only to you, from any side, in any theme and size."
                ).format(word=formatting.code(unread[0]), command=f"{ctx.clean_prefix}board")
            )
        async with self.bot.cooldowns.admit(request, PICTURE_COST):
            match = await find_single_match(self.bot.context, request, parse_match_number("".join(numbers)), "board")
            at = await find_earlier_point(self.bot.context, match, int(plies[0].rstrip("."))) if plies else None
            text: TextForm | None = "grid" if "grid" in words else "sentences" if "text" in words else None
            await show_board(self.bot.context, request, match, text=text, at=at)

    @app_commands.command(name="board", description="Show the board of a match")
    @app_commands.describe(
        match="Its number, for example #42",
        ply="The board after this move, for example 12; the current board by default",
        side="From whose side: mine, or a seat's name, for example north; your /me do:look by default",
        theme="Dark or light; your /me do:look by default",
        size="How large the picture is; your /me do:look by default",
        text="As text, for screen readers: in sentences, or as a grid of letters",
    )
    @add_look_choices("theme", "size")
    @usable_everywhere
    async def board_by_slash(  # noqa: PLR0917 - discord.py makes the form of these
        self,
        interaction: discord.Interaction[Any],
        match: str | None = None,
        ply: int | None = None,
        side: str | None = None,
        theme: str | None = None,
        size: str | None = None,
        text: Literal["sentences", "grid"] | None = None,
    ) -> None:
        """Show the board to one person, in the look they like."""
        request = request_of(interaction)
        async with self.bot.cooldowns.admit(request, PICTURE_COST):
            found = await find_single_match(self.bot.context, request, parse_match_number(match), "board")
            at = None if ply is None else await find_earlier_point(self.bot.context, found, ply)
            display = await private_display(self.bot.context, found, request.user_id, side, theme=theme, size=size)
            if text:
                own_side = display.side if side else None
                await show_text_board_privately(self.bot, interaction, found, own_side, at, grid=text == "grid")
            else:
                await show_board_privately(self.bot, interaction, found, display, at=at)


@usable_everywhere
@app_commands.context_menu(name="My view")
async def my_view_menu(interaction: discord.Interaction[Any], message: discord.Message) -> None:
    """Show the match of the message whose menu was used from one's own side."""
    bot: Client = interaction.client
    async with bot.cooldowns.admit(request_of(interaction), PICTURE_COST):
        request = replace(request_of(interaction), replied_to=message.id)
        match, seq = await find_shown(bot.context, request, find_shown_match(message))
        await show_my_view(bot, interaction, match, seq)


FEATURE = Feature(cogs=[BoardsCog], menus=[my_view_menu], buttons=[MyViewButton, FullSizeButton])
