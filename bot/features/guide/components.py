"""The button Move and what is in the private message that it opens: menus, buttons and a modal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discord import ButtonStyle, SelectOption

from bot.client.persistent_button import PersistentButton, rows
from bot.client.persistent_modal import PersistentModal
from bot.client.persistent_select import MAX_OPTIONS, PersistentSelect
from bot.features.guide import text as wording
from bot.features.guide.message import show_preview, show_step
from bot.features.moves.components import PlayPreviewButton
from bot.interactions.acknowledge import is_acknowledged
from bot.interactions.replies import replace_message, reply, request_of
from bot.referee.errors import RequestRejected
from bot.referee.turns.guide import guide_move
from bot.referee.turns.preview import preview_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_item import Press
    from bot.referee.turns.guide import GuidedMove
    from games.contract import Choice
    from storage.tables.rows import Match

MAX_MENUS = 4
"""Menus in a message: Discord takes five rows, and one has the buttons."""


class MoveButton(PersistentButton, template=r"move:(\d+):(\d+)"):
    """Begins a move, under a board. Its parts: match, event that the board shows."""

    action = "move"
    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply privately with the first step."""
        match_id, seq = map(int, self.parts)
        guided = await guide_move(bot.context, request_of(press), match_id, seq)
        await show_step(bot, press, guided, _controls(bot, press, guided), new=True)


class ChoiceSelect(PersistentSelect, template=r"choose:(\d+):(\d+):(\d+)"):
    """Chooses how the move goes on. Its parts: match, event that the move follows, number of the menu."""

    action = "choose"

    @classmethod
    def of(cls, bot: Client, match: Match, choices: Sequence[Choice], number: int, placeholder: str) -> ChoiceSelect:
        """Return the menu of some choices; `placeholder` is what it shows until one is chosen."""
        options = [
            SelectOption(
                label=each.label,
                value=each.label,
                description=each.words[:100] or None,
                emoji=bot.piece_emojis.find(match.game, each.piece),
            )
            for each in choices
        ]
        return cls(options, placeholder, match.id, match.seq, number)

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the next step."""
        await _show(bot, press, self.parts, [*_chosen(press), self.chosen(press)])


class BackButton(PersistentButton, template=r"back:(\d+):(\d+):(\d+)"):
    """Goes back to an earlier step. Its parts: match, event that the move follows, how many choices are kept."""

    action = "back"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the step after the choices that are kept."""
        await _show(bot, press, self.parts, _chosen(press)[: int(self.parts[2])])


class MoreButton(PersistentButton, template=r"more:(\d+):(\d+):(\d+)"):
    """Shows more choices of a step. Its parts: match, event that the move follows, page of choices (from 0)."""

    action = "more"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show another page of the same step."""
        await _show(bot, press, self.parts, _chosen(press), page=int(self.parts[2]))


class PreviewButton(PersistentButton, template=r"foresight:(\d+):(\d+)"):
    """Shows the board after a move that could go on. Its parts: match, event that the move follows."""

    action = "foresight"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the board after the move as it stands."""
        await _show(bot, press, self.parts, _chosen(press), preview=True)


class TypeButton(PersistentButton, template=r"type:(\d+):(\d+)"):
    """Opens the modal in which a move is typed. Its parts: match, event that the move follows."""

    action = "type"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the modal with what was typed or chosen so far."""
        match_id, seq = map(int, self.parts)
        typed = wording.typed_text(press.message.content) if press.message else None
        if typed is None:
            typed = (await guide_move(bot.context, request_of(press), match_id, seq, _chosen(press))).text
        if is_acknowledged(press):  # a modal can only be the first response
            await reply(press, wording.PRESS_AGAIN)
            return
        await MoveModal(match_id, seq).open(press, typed)


class MoveModal(PersistentModal):
    """Takes a typed move. Its parts: match, event that the move follows."""

    action = "type"
    template = re.compile(r"type:(\d+):(\d+)")
    title = wording.MODAL_TITLE
    label = wording.MODAL_LABEL

    async def on_submit(self, bot: Client, press: Press, text: str) -> None:
        """Show the preview of the move, or why it can't be played."""
        match_id, seq = map(int, self.parts)
        try:
            preview = await preview_after(bot.context, request_of(press), match_id, seq, text)
        except RequestRejected as rejected:
            buttons = (TypeButton(wording.TYPE_AGAIN, match_id, seq), BackButton(wording.BACK, match_id, seq, 0))
            await replace_message(press, wording.typed_text_rejected(rejected.reason, text), rows(buttons))
            return
        await show_preview(bot, press, preview, (), _preview_controls(press, preview.match, 0))


def _chosen(press: Press) -> tuple[str, ...]:
    return wording.chosen_labels(press.message.content) if press.message else ()


async def _show(
    bot: Client, press: Press, parts: Sequence[str], labels: Sequence[str], *, page: int = 0, preview: bool = False
) -> None:
    """Replace the message by the step after some choices, or by the preview of a move that is whole."""
    request = request_of(press)
    try:
        guided = await guide_move(bot.context, request, int(parts[0]), int(parts[1]), labels)
        match, step = guided.snapshot.match, guided.step
        if step.move and (preview or not step.choices):
            kept = len(labels) if step.choices else len(labels) - 1
            foreseen = await preview_after(bot.context, request, match.id, match.seq, step.move)
            await show_preview(bot, press, foreseen, guided.labels, _preview_controls(press, match, kept))
        else:
            await show_step(bot, press, guided, _controls(bot, press, guided, page))
    except RequestRejected as rejected:
        await replace_message(press, rejected.reason)


def _controls(bot: Client, press: Press, guided: GuidedMove, page: int = 0) -> View:
    """Return the menus of a page of choices, and the buttons below them."""
    match, step = guided.snapshot.match, guided.step
    first = page * MAX_MENUS * MAX_OPTIONS
    starts = range(first, min(first + MAX_MENUS * MAX_OPTIONS, len(step.choices)), MAX_OPTIONS)
    parts = [step.choices[at : at + MAX_OPTIONS] for at in starts]
    names = [wording.range_of(part) if len(parts) > 1 else wording.CHOOSE for part in parts]
    menus = [ChoiceSelect.of(bot, match, *menu) for menu in zip(parts, starts, names, strict=True)]
    pages = -(-len(step.choices) // (MAX_MENUS * MAX_OPTIONS))
    buttons: list[PersistentButton] = []
    if step.move:
        buttons.append(PlayPreviewButton(wording.PLAY, match.id, match.seq, press.user.id))
        buttons.append(PreviewButton(wording.PREVIEW, match.id, match.seq))
    if guided.labels:
        buttons.append(BackButton(wording.BACK, match.id, match.seq, len(guided.labels) - 1))
    if pages > 1:
        buttons.append(MoreButton(wording.MORE, match.id, match.seq, (page + 1) % pages))
    buttons.append(TypeButton(wording.TYPE, match.id, match.seq))
    return rows(*([menu] for menu in menus), buttons)


def _preview_controls(press: Press, match: Match, kept: int) -> View:
    """Return the buttons below a preview; Back keeps so many of the choices."""
    return rows(
        [
            PlayPreviewButton(wording.PLAY, match.id, match.seq, press.user.id),
            BackButton(wording.BACK, match.id, match.seq, kept),
            TypeButton(wording.TYPE, match.id, match.seq),
        ]
    )
