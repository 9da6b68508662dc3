"""Buttons under the board of an analysis that leave the board as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton
from bot.features.analysis import text as wording
from bot.features.analysis.points import AT, WHOSE, read_point, read_target
from bot.features.analysis.turn import AnalysisTurn
from bot.features.guide.components import show_first_step
from bot.features.guide.text import line_added
from bot.interactions.replies import Attachment, reply, request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.analysis.plan import plan_line
from bot.referee.analysis.store import load_board, post_shared_board
from bot.referee.plans.parser import format_line
from bot.referee.rules_thread import run_rules

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_item import Press
    from bot.interactions.replies import Source
    from bot.referee.analysis.store import Target


class AddMoveButton(PersistentButton, template=rf"analysis_move:{AT}"):
    """Leads to a move at a point. Its parts: the point."""

    action = "analysis_move"
    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the first step of the move: in place of a person's own board, or privately beside the shared one."""
        target, point = read_target(press, self.parts), read_point(self.parts)
        turn = AnalysisTurn(bot, press, target, point)
        await show_first_step(bot, press, turn, await turn.guide(), new=target.shared)


class MakePlanButton(PersistentButton, template=rf"analysis_plan:{AT}"):
    """Makes the line that leads to a point the person's plan. Its parts: the point."""

    action = "analysis_plan"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Add the line to the plan, and say so."""
        target, point = read_target(press, self.parts), read_point(self.parts)
        match, line = await plan_line(bot.context, request_of(press), target, point)
        await reply(press, line_added(format_line(line), match))


class TogetherButton(PersistentButton, template=r"analysis_together:(\d+)"):
    """Posts the board on which everybody analyses a match that is over. Its part: the match."""

    action = "analysis_together"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Have it posted here."""
        await open_shared(bot, press, int(self.parts[0]))


class ExportButton(PersistentButton, template=rf"analysis_export:{WHOSE}"):
    """Sends an analysis as a text file. Its parts: match, whose analysis."""

    action = "analysis_export"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the file, privately."""
        await export(bot, press, read_target(press, self.parts))


async def open_shared(bot: Client, source: Source, match_id: int) -> None:
    """Have the shared board of a match posted where the request was made. Raises `RequestRejected`."""
    request = request_of(source)
    async with bot.cooldowns.admit(request, PICTURE_COST):
        await post_shared_board(bot.context, request, match_id)
    await reply(source, wording.together_soon(match_id))


async def export(bot: Client, source: Source, target: Target) -> None:
    """Reply with an analysis as a text file. Raises `RequestRejected`."""
    board = await load_board(bot.context, request_of(source), target)
    title, match = board.game.info.title, board.match
    text = await run_rules(wording.export_text, title, match, board.analysis, board.changes)
    file = Attachment(text.encode(), f"turnpost-analysis-{match.id}.txt")
    await reply(source, wording.exported(title, match), files=[file])
