"""What a player reads about their plans. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.match_text import player_left
from bot.interactions.own_messages import find_line
from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.plans.parser import format_line
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.plan_tree import Line
    from bot.referee.plans.check import Risk
    from bot.referee.plans.store import PlanInMatch
    from storage.queries.rows import Match

PLAN = N_("Plan")
ADD = N_("Type lines")
CLEAR = N_("Clear the plan")
ADD_ANYWAY = N_("Add it anyway")
CHOOSE_LINE = N_("Show the board after a line...")
MODAL_TITLE = N_("Your plan")
MODAL_LABEL = N_("If they play ...: I play ...")
CLEAR_WORD = "clear"
LINES_UNKNOWN = N_("I no longer know which plan this was. Please send it again.")
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
            "You have no plan for {title}. While you wait, tell me what you answer to what they may play: "
            "`if d5: e6, if e7: resign`. I play it at once, and tell nobody before."
        ).format(title=name)
    head = _("Your plan for {title}. I play it at once, and tell nobody before:").format(title=name)
    listed = [f"{number}. {formatting.code(format_line(each), 400)}" for number, each in enumerate(lines, 1)]
    kept = len(listed)
    while len("\n".join(listed[:kept])) > _ROOM:
        kept -= 1
    others = ngettext("... and {n} more line.", "... and {n} more lines.", len(listed) - kept)
    rest = [others.format(n=len(listed) - kept)] if kept < len(listed) else []
    picture = [] if line is None else [_("-# The picture shows the board after line {number}.").format(number=line + 1)]
    return "\n".join([head, *listed[:kept], *rest, *picture])


def line_label(number: int, line: Line) -> str:
    """Return the label of a line in a menu, at most 100 characters; `number` counts from 0."""
    label = f"{number + 1}. {format_line(line)}"
    return label if len(label) <= 100 else f"{label[:99]}\u2026"


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
        "Not saved yet: `any` answers whatever they play in #{match}, also the move that you didn't see coming. "
        "{risks} of their moves; after the others your plan is dropped, and I tell you."
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
