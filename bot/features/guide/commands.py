"""The buttons and menus that lead through a move or a planned line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discord import ButtonStyle, SelectOption

from bot.client.components import PersistentButton, PersistentModal, PersistentSelect, rows
from bot.features.catalogue import PIECES, CatalogueButton
from bot.features.guide import turns
from bot.features.guide.turns import (
    FINAL_BUTTONS,
    TURN,
    WAYS_OUT,
    MatchTurn,
    PlanTurn,
    PuzzleTurn,
    ShownMove,
    find_turn,
    show_board,
    show_preview,
    show_step,
)
from bot.features.menus import FEW_BUTTONS, MAX_BUTTONS, MAX_LINES, are_buttons, split_into_menus
from bot.features.moves.commands import PlayPreviewButton
from bot.features.moves.text import MOVE_UNKNOWN, move_in_preview
from bot.features.next_match import NEXT_BOARD_BUTTONS
from bot.features.puzzle_messages import ANSWER, TRY_AGAIN, answered_right, answered_wrong, snapshot_of_puzzle, solved
from bot.features.sign_in import sign_in_links
from bot.interactions.replies import replace_message, request_of
from bot.referee.context import run_rules
from bot.referee.errors import ChoiceUnavailable, RequestRejected
from bot.referee.plans.parser import format_line
from bot.referee.plans.plans import PlanInMatch, add_plan, load_plan
from bot.referee.puzzles import judge, record_answer
from games.translation import gettext as _, pgettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord.ui import Item, View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.features.guide.turns import Parts, ShownStep, Turn
    from bot.features.menus import Menu
    from bot.referee.plans.plans import LinePosition
    from bot.referee.turns.aids import GuidedMove
    from games.contract import Choice
    from storage.queries.rows import Match


class ChooseMovesButton(PersistentButton, template=r"plan_choose:(\d+)"):
    """Begins a line. Its part: the match."""

    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask what another player may play, in place of the message."""
        shown = await load_plan(bot.context, request_of(press), int(self.parts[0]))
        await _ask(bot, press, PlanTurn(bot, press, shown.match.id, shown.match.seq, ""))


class PlanPlyButton(PersistentButton, template=r"plan_ply:(p\d+):(\d+)"):
    """Takes the previewed move into the line. Its parts: those of the turn."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask for the next move, or show the line that ends with an answer."""
        found = move_in_preview(press.message.content) if press.message else None
        if found is None:
            raise RequestRejected(_(turns.LINE_UNKNOWN))
        number, seq = int(self.parts[0].removeprefix("p")), int(self.parts[1])
        position = await PlanTurn.of_message(bot, press, number, seq).with_ply(found[1])
        if position.line[-1].own:
            await _show_line(bot, press, position, seq)
        elif position.mover is None:
            raise RequestRejected(
                _("The match would be over after that move, so there's nothing to answer. Go back and choose another.")
            )
        else:
            await _ask(bot, press, PlanTurn(bot, press, number, seq, format_line(position.line)))


FINAL_BUTTONS[PlanTurn] = lambda _press, _match, parts: PlanPlyButton(_("This move"), *parts)


class GoOnButton(PersistentButton, template=r"plan_on:(\d+):(\d+)"):
    """Goes on with a line after an answer. Its parts: match, event after which the line begins."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask for the next move."""
        await _ask(bot, press, PlanTurn.of_message(bot, press, *map(int, self.parts)))


class AddLineButton(PersistentButton, template=r"plan_take:(\d+):(\d+)"):
    """Adds the line to the plan. Its parts: match, event after which the line begins."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Add it, and say so in place of the message."""
        line = turns.line_so_far(press.message.content) if press.message else ""
        if not line:
            raise RequestRejected(_(turns.LINE_UNKNOWN))
        number, seq = map(int, self.parts)
        added = await add_plan(bot.context, request_of(press), number, line, seq=seq)
        if isinstance(added, PlanInMatch):
            again = ChooseMovesButton(_("Another line"), number)
            await replace_message(press, turns.line_added(line, added.match), rows([again]))


async def _ask(bot: Client, press: Press, turn: PlanTurn) -> None:
    await show_first_step(bot, press, turn, await turn.guide())


async def _show_line(bot: Client, press: Press, position: LinePosition, seq: int) -> None:
    """Show a line that ends with an answer, and the board after it."""
    match = position.match
    heading = turns.plan_heading(position.game.info.title, match, format_line(position.line))
    go_on = [] if position.mover is None else [GoOnButton(_("Go on"), match.id, seq)]
    buttons = [AddLineButton(_("Add to my plan"), match.id, seq), *go_on]
    whole = _("That's a whole line: if they play it, I answer for you.")
    shown = ShownMove(position.snapshot, f"{heading}\n{whole}", "")
    await show_preview(bot, press, shown, (), rows(buttons))


class MoveButton(PersistentButton, template=rf"move:{TURN}"):
    """Begins a move, under a board. Its parts: the turn."""

    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply privately with the first step."""
        turn = find_turn(bot, press, self.parts)
        shown = await turn.guide()
        await show_first_step(bot, press, turn, shown, new=True)
        if isinstance(turn, MatchTurn):
            bot.turn_answers.remember(press, shown.guided.snapshot.match.id)


NEXT_BOARD_BUTTONS.insert(0, lambda match: MoveButton(pgettext("button", turns.MOVE), match.id, match.seq))


class ChoiceSelect(PersistentSelect, template=rf"choose:{TURN}:(\d+)"):
    """Chooses how the move goes on. Its parts: the turn, number of the menu."""

    @classmethod
    def of(cls, bot: Client, game: str, parts: Parts, menu: Menu, number: int) -> ChoiceSelect:
        """Return a menu of a step, the first of which has the number 0."""
        options = [
            SelectOption(
                label=each.label,
                value=each.label,
                description=each.words[:100] or None,
                emoji=bot.piece_emojis.find(game, each.piece),
            )
            for each in menu.choices
        ]
        return cls(options, menu.name, *parts, number)

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the next step."""
        await _show(bot, press, self.parts, [*_chosen(press), self.chosen(press)])


class ChoiceButton(PersistentButton, template=rf"choice:{TURN}:(\d+):(.+)"):
    """Chooses how the move goes on, by one press; a second one chooses the same.

    Its parts: the turn, how many choices were made before, the label of the choice.
    """

    @classmethod
    def of(cls, bot: Client, game: str, parts: Parts, before: int, choice: Choice) -> ChoiceButton:
        """Return the button of a choice after so many others, with its piece."""
        button = cls(choice.label, *parts, before, choice.label)
        button.item.emoji = bot.piece_emojis.find(game, choice.piece)
        return button

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the next step."""
        await _show(bot, press, self.parts, [*_chosen(press)[: int(self.parts[2])], self.parts[3]])


class BackButton(PersistentButton, template=rf"back:{TURN}:(\d+)"):
    """Goes back to an earlier step. Its parts: the turn, how many choices are kept."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the step after the choices that are kept."""
        await _show(bot, press, self.parts, _chosen(press)[: int(self.parts[2])])


class MoreButton(PersistentButton, template=rf"more:{TURN}:(\d+)"):
    """Shows more choices of a step. Its parts: the turn, page of choices (from 0)."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show another page of the same step."""
        await _show(bot, press, self.parts, _chosen(press), page=int(self.parts[2]))


class PreviewButton(PersistentButton, template=rf"foresight:{TURN}"):
    """Shows the board after a move that could go on. Its parts: the turn."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the board after the move as it stands."""
        await _show(bot, press, self.parts, _chosen(press), preview=True)


class TypeButton(PersistentButton, template=rf"type:{TURN}"):
    """Opens the modal in which a move is typed. Its parts: the turn."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the modal with what was typed or chosen so far."""
        typed = turns.typed_text(press.message.content) if press.message else None
        if typed is None:
            typed = (await find_turn(bot, press, self.parts).guide(_chosen(press))).guided.text
        await MoveModal(*self.parts).open(press, typed)


class MoveModal(PersistentModal, template=rf"type:{TURN}"):
    """Takes a typed move. Its parts: the turn."""

    title = turns.MODAL_TITLE
    label = turns.MODAL_LABEL

    async def on_submit(self, bot: Client, press: Press, text: str) -> None:
        """Show the preview of the move, or why it can't be played."""
        turn = find_turn(bot, press, self.parts)
        try:
            shown = await turn.preview(text)
        except RequestRejected as rejected:
            buttons = (TypeButton(_(turns.TYPE_AGAIN), *self.parts), BackButton(_(turns.BACK), *self.parts, 0))
            content = turns.typed_text_rejected(await turn.heading(), rejected.reason, text)
            await replace_message(press, content, rows(buttons))
            return
        await show_preview(bot, press, shown, (), _preview_controls(press, turn, shown, 0))


class AnswerButton(PersistentButton, template=r"answer:([a-z][a-z0-9-]*):(\d+)"):
    """Gives the previewed move as the answer to a puzzle. Its parts: game and number of the puzzle."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Say that the answer is wrong, or lead on to the next move, or show the solution."""
        turn = PuzzleTurn.of_message(bot, press, self.parts[0], int(self.parts[1]))
        found = move_in_preview(press.message.content) if press.message else None
        if found is None:
            raise RequestRejected(_(MOVE_UNKNOWN))
        position = await turn.position()
        verdict = await run_rules(judge, position, found[1])
        if verdict.right and verdict.then:
            on = PuzzleTurn(bot, press, self.parts[0], int(self.parts[1]), verdict.then.moves)
            shown = await on.guide()
            guided = replace(shown.guided, stale_note=answered_right(verdict.then))
            await show_first_step(bot, press, on, replace(shown, guided=guided))
            return
        count = await record_answer(bot.context, press.user.id, position.puzzle, solved=verdict.right)
        if verdict.right:
            after = verdict.after
            await show_board(bot, press, solved(after, count), snapshot_of_puzzle(after, press.user.id))
        else:
            again = (BackButton(_(TRY_AGAIN), *self.parts, 0), TypeButton(_(turns.TYPE_AGAIN), *self.parts))
            await replace_message(press, f"{await turn.heading()}\n{answered_wrong(verdict)}", rows(again))


def _chosen(press: Press) -> tuple[str, ...]:
    return turns.chosen_labels(press.message.content) if press.message else ()


async def show_first_step(bot: Client, press: Press, turn: Turn, shown: ShownStep, *, new: bool = False) -> None:
    """Show the first step of a turn; `new` opens the private message, else it replaces what it showed."""
    await show_step(bot, press, shown, await _controls(bot, press, turn, shown), new=new)


async def _show(
    bot: Client, press: Press, parts: Sequence[str], labels: Sequence[str], *, page: int = 0, preview: bool = False
) -> None:
    """Replace the message by the step after some choices, or by the preview of a move that is whole."""
    turn = find_turn(bot, press, parts)
    try:
        shown = await turn.guide(labels)
        step = shown.guided.step
        if step.move and (preview or not step.choices):
            kept = len(labels) if step.choices else len(labels) - 1
            foreseen = await turn.preview(step.move)
            await show_preview(
                bot, press, foreseen, shown.guided.labels, _preview_controls(press, turn, foreseen, kept)
            )
        else:
            await show_step(bot, press, shown, await _controls(bot, press, turn, shown, page))
    except ChoiceUnavailable as gone:
        content = f"{await turn.heading()}\n{gone.reason}".lstrip()
        await replace_message(press, content, rows([BackButton(_("Begin again"), *parts[:2], 0)]))
    except RequestRejected as rejected:
        await replace_message(press, rejected.reason)


async def _controls(bot: Client, press: Press, turn: Turn, shown: ShownStep, page: int = 0) -> View:
    """Return the menus of a page of choices, and the buttons below them, the first of which leads to the site."""
    guided, step, match = shown.guided, shown.guided.step, shown.guided.snapshot.match
    at_turn = turn.parts(match)
    lines = _choice_lines(bot, at_turn, guided)
    pages = -(-len(lines) // MAX_LINES)
    buttons: list[Item[Any]] = []
    if not guided.labels and (path := turn.path(match)):
        buttons += await sign_in_links(bot, press, path)
    if step.move:
        buttons.append(PreviewButton(_(turns.PREVIEW), *at_turn))
    if guided.labels:
        buttons.append(BackButton(_(turns.BACK), *at_turn, len(guided.labels) - 1))
    elif (make := WAYS_OUT.get(type(turn))) and (way_out := make(at_turn)):
        buttons.append(way_out)
    if pages > 1:
        buttons.append(MoreButton(_(turns.MORE), *at_turn, (page + 1) % pages))
    buttons.append(TypeButton(_(turns.TYPE), *at_turn))
    if isinstance(turn, MatchTurn) and match.game in bot.board_images.catalogue_games and len(buttons) < MAX_BUTTONS:
        buttons.append(CatalogueButton(_(PIECES), match.id))
    return rows(*lines[page * MAX_LINES : (page + 1) * MAX_LINES], buttons)


def _choice_lines(bot: Client, at_turn: Parts, guided: GuidedMove) -> Sequence[Sequence[ChoiceButton | ChoiceSelect]]:
    """Return the rows of all choices of a step: of buttons, or each of one menu."""
    game, choices = guided.snapshot.match.game, guided.step.choices
    if are_buttons(choices):
        buttons = [ChoiceButton.of(bot, game, at_turn, len(guided.labels), each) for each in choices]
        wide = min(max(FEW_BUTTONS, -(-len(buttons) // MAX_LINES)), MAX_BUTTONS)
        return [buttons[at : at + wide] for at in range(0, len(buttons), wide)]
    menus = split_into_menus(choices)
    return [[ChoiceSelect.of(bot, game, at_turn, menu, number)] for number, menu in enumerate(menus)]


def _preview_controls(press: Press, turn: Turn, shown: ShownMove, kept: int) -> View:
    """Return the buttons below a preview; Back keeps so many of the choices."""
    match = shown.after.match
    back, again = BackButton(_(turns.BACK), *turn.parts(match), kept), TypeButton(_(turns.TYPE), *turn.parts(match))
    return rows([_play_button(press, turn, match), back, again])


def _play_button(press: Press, turn: Turn, match: Match) -> PersistentButton:
    """Return the button that takes a whole move: plays it, or does with it what the turn is for."""
    return FINAL_BUTTONS[type(turn)](press, match, turn.parts(match))


FINAL_BUTTONS[MatchTurn] = lambda press, match, _parts: PlayPreviewButton(
    _(turns.PLAY), match.id, match.seq, press.user.id
)
FINAL_BUTTONS[PuzzleTurn] = lambda _press, _match, parts: AnswerButton(_(ANSWER), *parts)
