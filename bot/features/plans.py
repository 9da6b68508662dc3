"""Plans: a player's answers to moves that others may play, which Turnpost plays for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle, SelectOption

from bot.client.components import MAX_OPTIONS, PersistentButton, PersistentModal, PersistentSelect, row, rows
from bot.client.feature import Feature
from bot.client.panels import PanelCommand
from bot.features.board_replies import OWN_BOARD_BUTTONS
from bot.features.guide.commands import ChooseMovesButton
from bot.features.match_text import player_left
from bot.features.moves.text import PLAN_WOULD_BE_PUBLIC
from bot.features.private_posts import send_directly_if_allowed
from bot.images.boards import Picture
from bot.interactions.limits import draw_private_board
from bot.interactions.own_messages import find_line
from bot.interactions.replies import (
    MAX_LENGTH,
    acknowledge_silently,
    is_private,
    replace_message,
    reply,
    request_of,
    show_private_board,
)
from bot.referee import formatting
from bot.referee.boards import take_snapshot
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.log.automatic_moves import explain_illegal
from bot.referee.people.display import private_display
from bot.referee.plans.parser import format_line
from bot.referee.plans.plans import RiskyPlan, add_plan, clear_plan, load_plan, snapshot_after_line
from bot.referee.requests import AlreadyDone, split_match_number
from games.translation import gettext as _, gettext_noop as N_, ngettext
from storage.queries import matches

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.interactions.replies import Source
    from bot.referee.plans.plans import PlanInMatch, Risk
    from storage.queries.rows import Match, Post

PLAN = N_("Plan")
ADD = N_("Type lines")
CLEAR = N_("Clear the plan")
CHOOSE_LINE = N_("Show the board after a line...")
MODAL_TITLE = N_("Your plan")
MODAL_LABEL = N_("If they play ...: I play ...")
CLEAR_WORD = "clear"
_RISKY_LINES = N_("-# Plan: {lines}")
_CAUSES = {
    "move": N_("{name} played {move}, so your plan for #{match} is gone."),
    "own": N_("You played {move} by hand, so your plan for #{match} is gone."),
    "takeback": N_("A move was taken back, so your plan for #{match} is gone."),
    "leave": N_("{outcome}, so your plan for #{match} is gone."),
    "substitute": N_("A substitute plays on, so your plan for #{match} is gone."),
    "illegal": N_("{move} can't be played now: {reason} That was your answer, so your plan for #{match} is gone."),
    "rules": N_("The rules changed, so your plan for #{match} is gone."),
}
_OTHER_CAUSE = N_("The match went another way, so your plan for #{match} is gone.")
_ROOM = MAX_LENGTH - 500
"""Characters for the lines of a plan; what else stands in the message is shorter than the rest."""


def plan_post(title: str, shown: PlanInMatch, line: int | None = None) -> str:
    """Return what waits in a match, for its owner alone; `line` is the number, from 0, of the one in the picture."""
    match, lines = shown.match, shown.lines
    name = f"**{title} #{match.id}**"
    if not lines:
        return _(
            "You have no plan for {title}. While you wait, tell me how you'd answer their moves: `if d5: e6, if e7: "
            "resign`. I play it at once, and tell nobody beforehand."
        ).format(title=name)
    head = _("Your plan for {title}. I play it at once, and tell nobody beforehand:").format(title=name)
    listed = [f"{number}. {formatting.code(format_line(each), 400)}" for number, each in enumerate(lines, 1)]
    kept = len(listed)
    while len("\n".join(listed[:kept])) > _ROOM:
        kept -= 1
    others = ngettext("... and {n} more line.", "... and {n} more lines.", len(listed) - kept)
    rest = [others.format(n=len(listed) - kept)] if kept < len(listed) else []
    picture = [] if line is None else [_("-# The picture shows the board after line {number}.").format(number=line + 1)]
    return "\n".join([head, *listed[:kept], *rest, *picture])


def plan_cleared(match: Match, *, waited: bool) -> str:
    """Return what is said once nothing waits any more."""
    text = _("Your plan for #{match} is gone.") if waited else _("You have no plan for #{match}.")
    return text.format(match=match.id)


def risk_question(match: Match, risks: Sequence[Risk], typed: str) -> str:
    """Return what an answer to any move risks; `lines_in_question` reads the lines back."""
    # Translators: one of a list that goes on with "of their moves".
    said = [
        _("{move} can be played after {possible} of {tried}").format(
            move=formatting.code(risk.answer), possible=risk.possible, tried=risk.tried
        )
        for risk in risks
    ]
    question = _(
        "Not saved yet: `any` answers whatever they play in #{match}, even a move that you didn't see coming. {risks} "
        "of their moves; after the others your plan is dropped, and I tell you."
    ).format(match=match.id, risks=", ".join(said))
    return f"{question}\n{_(_RISKY_LINES).format(lines=formatting.code(typed, MAX_LENGTH - 700))}"


def lines_in_question(content: str) -> str | None:
    """Return the lines that a risk question is about; None for other posts."""
    found = find_line(_RISKY_LINES, content, lines="`[^`]+`")
    return found["lines"][1:-1] if found else None


def one_line(typed: str) -> str:
    """Return the text of a plan on one line."""
    return "; ".join(line.strip() for line in typed.replace("`", "").splitlines() if line.strip())


def dropped_post(match: Match, body: Mapping[str, object], *, waits: bool) -> str:
    """Return the message to the owner of a plan that is gone; `waits` says that it's their turn now."""
    seat, text = body["seat"], str(body["text"])
    who = formatting.name(match.seats[seat - 1]) if isinstance(seat, int) else _("Somebody")
    gone = _(_CAUSES.get(str(body["why"]), _OTHER_CAUSE)).format(
        name=who,
        move=formatting.code(text),
        outcome=player_left(who, text),
        reason=formatting.sentence(str(body["reason"])),
        match=match.id,
    )
    return " ".join([gone, _("It's your turn.")]) if waits else gone


async def send_dropped_plan(bot: Client, post: Post) -> tuple[int, int | None]:
    """Tell a player why their plan is gone; return the channel and the message.

    A player who takes no direct messages isn't told, which is no failure.
    """
    async with bot.context.database.read() as tx:
        match = await matches.require(tx, post.match_id or 0)
    seat = match.seat_of(int(post.body["user"]))
    body = {**post.body, "reason": await _explain(bot, post, match)}
    content = dropped_post(match, body, waits=match.to_move == seat)
    button = PlanButton(_(PLAN), match.id, bot.sender.nonce(post))
    return await send_directly_if_allowed(bot, post, match, "A player of match", content, button)


@rules_outside_transaction
async def _explain(bot: Client, post: Post, match: Match) -> str:
    """Return why the planned answer can't be played, in the owner's language; the row has the mover's."""
    reason = str(post.body["reason"])
    if post.body["why"] != "illegal":
        return reason
    async with bot.context.database.read() as tx:
        state = (await take_snapshot(bot.context, tx, match, post.seq or 0)).state
    return await run_rules(explain_illegal, bot.context.game(match), state, str(post.body["text"]), reason)


class PlanButton(PersistentButton, template=r"plan:(\d+):([\w-]+)"):
    """Shows a player's plan. Its parts: match, the post it hangs under (`-` if that is a reply)."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with what waits, privately."""
        await show_plan(bot, press, await load_plan(bot.context, request_of(press), int(self.parts[0])))


def plan_button(match: Match, user_id: int) -> PlanButton | None:
    """Return the button for a player who waits for the others to move, None for anybody else."""
    seat = match.seat_of(user_id)
    waits = seat and match.to_move not in {None, seat} and seat not in match.gone
    return PlanButton(_(PLAN), match.id, "-") if waits else None


OWN_BOARD_BUTTONS.append(plan_button)


class AddLinesButton(PersistentButton, template=r"plan_add:(\d+)"):
    """Opens the form for more lines. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form."""
        del bot
        await PlanModal(*self.parts).open(press, "")


class ClearPlanButton(PersistentButton, template=r"plan_clear:(\d+)"):
    """Drops the plan. Its part: the match."""

    style = ButtonStyle.danger

    async def on_press(self, bot: Client, press: Press) -> None:
        """Drop it, and say so in place of the message."""
        match, waited = await clear_plan(bot.context, request_of(press), int(self.parts[0]))
        await replace_message(press, plan_cleared(match, waited=waited))


class KnowsRisksButton(PersistentButton, template=r"plan_any:(\d+):(\d+)"):
    """Adds lines that answer any move. Its parts: match, event after which they begin."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Take the lines out of the question, add them, and show the plan."""
        typed = lines_in_question(press.message.content) if press.message else None
        if typed is None:
            raise RequestRejected(_("I no longer know which plan this was. Please send it again."))
        number, seq = map(int, self.parts)
        added = await add_plan(bot.context, request_of(press), number, typed, seq=seq, knows_risks=True)
        await _answer(bot, press, added, typed, replace=True)


class LineSelect(PersistentSelect, template=r"plan_line:(\d+)"):
    """Chooses the line that the picture shows. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the board after that line."""
        line = self.chosen_number(press)
        shown = await load_plan(bot.context, request_of(press), int(self.parts[0]))
        await show_plan(bot, press, shown, line, replace=True)


class PlanModal(PersistentModal, template=r"plan_add:(\d+)"):
    """Takes the lines of a plan. Its part: the match."""

    title = MODAL_TITLE
    label = MODAL_LABEL

    async def on_submit(self, bot: Client, press: Press, text: str) -> None:
        """Add the lines, and show the plan or why they are rejected."""
        await add_by_text(bot, press, int(self.parts[0]), text, replace=True)


async def add_by_text(bot: Client, source: Source, number: int | None, typed: str, *, replace: bool = False) -> None:
    """Add lines to a plan and reply with what waits then, or ask whether a risk is meant.

    `replace` puts the reply in place of the message that was pressed. Raises `RequestRejected`.
    """
    added = await add_plan(bot.context, request_of(source), number, typed)
    await _answer(bot, source, added, typed, replace=replace)


async def _answer(
    bot: Client, source: Source, added: PlanInMatch | RiskyPlan | AlreadyDone, typed: str, *, replace: bool
) -> None:
    match added:
        case AlreadyDone():
            await acknowledge_silently(source)
        case RiskyPlan(match, risks):
            question = risk_question(match, risks, one_line(typed))
            await reply(source, question, view=row(KnowsRisksButton(_("Add it anyway"), match.id, match.seq)))
        case _:
            await show_plan(bot, source, added, replace=replace)


async def show_plan(
    bot: Client, source: Source, shown: PlanInMatch, line: int | None = None, *, replace: bool = False
) -> None:
    """Reply with what waits and the board after a line, by default the last one.

    `replace` puts the reply in place of the message that was pressed. A player who has asked for too many pictures goes
    on without one.
    """
    match, lines = shown.match, shown.lines
    number = min(len(lines) - 1 if line is None else line, len(lines) - 1)

    async def draw() -> Picture:
        after = await snapshot_after_line(bot.context, match, lines[number])
        display = await private_display(bot.context, match, request_of(source).user_id)
        return await bot.board_images.draw(bot.context.game(match), after, display, preview=True)

    picture = await draw_private_board(bot.cooldowns, source, draw) if lines else Picture(None, "", "")
    title = bot.context.title(match.game)
    content = plan_post(title, shown, number if picture.text else None)
    view, filename = _controls(shown, number), f"turnpost-plan-{match.id}-{match.seq}.png"
    await show_private_board(source, content, picture, filename, content, view, replace=replace)


def _controls(shown: PlanInMatch, number: int) -> View:
    """Return the menu of lines, if there are several, and the buttons that add lines or drop them all."""
    match, lines = shown.match, shown.lines
    labels = [f"{at}. {format_line(line)}" for at, line in enumerate(lines[:MAX_OPTIONS], 1)]
    options = [
        SelectOption(label=label if len(label) <= 100 else f"{label[:99]}\u2026", value=str(at), default=at == number)
        for at, label in enumerate(labels)
    ]
    menu = [LineSelect(options, _(CHOOSE_LINE), match.id)] if len(options) > 1 else []
    waiting = match.to_move != shown.seat
    buttons = [
        *([ChooseMovesButton(_("Choose moves"), match.id), AddLinesButton(_(ADD), match.id)] if waiting else []),
        *([ClearPlanButton(_(CLEAR), match.id)] if lines else []),
    ]
    return rows(menu, buttons)


async def plan(bot: Client, source: Source, words: str) -> None:
    """Show, extend or clear a player's plan, privately: `[#42] [if d5: e6]`, or `clear`. Raises `RequestRejected`."""
    if not is_private(source):
        raise RequestRejected(_(PLAN_WOULD_BE_PUBLIC))
    number, text = split_match_number(words)
    request, typed = request_of(source), text.strip()
    if not typed:
        await show_plan(bot, source, await load_plan(bot.context, request, number))
    elif typed.lower() == CLEAR_WORD:
        match, waited = await clear_plan(bot.context, request, number)
        await reply(source, plan_cleared(match, waited=waited))
    else:
        await add_by_text(bot, source, number, typed)


PLAN_COMMAND = PanelCommand(
    name="plan",
    panel="match",
    label=PLAN,
    description=N_("Answer moves before they are played; nobody else sees it until the match is over"),
    usage="if d5: e6",
    run=plan,
    applies=lambda situation: situation.is_waiting,
    often=True,
)

FEATURE = Feature(
    panel_commands=[PLAN_COMMAND],
    buttons=[PlanButton, AddLinesButton, ClearPlanButton, KnowsRisksButton, LineSelect],
    forms=[PlanModal],
    posts={"plan": send_dropped_plan},
)
