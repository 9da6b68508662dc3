"""What a player reads about their plans. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.interactions.replies import MAX_LENGTH
from bot.referee import formatting
from bot.referee.plans.parser import format_line
from games.text import format_count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.plan_tree import Line
    from bot.referee.plans.check import Risk
    from bot.referee.plans.store import PlanInMatch
    from storage.queries.rows import Match

PLAN = "Plan"
ADD = "Type lines"
CLEAR = "Clear the plan"
ADD_ANYWAY = "Add it anyway"
CHOOSE_LINE = "Show the board after a line..."
MODAL_TITLE = "Your plan"
MODAL_LABEL = "If they play ...: I play ..."
CLEAR_WORD = "clear"
PRESS_AGAIN = "That took too long for Discord to open a form. Press again."
LINES_UNKNOWN = "I no longer know which plan this was. Please send it again."
_RISKY_LINES = re.compile(r"^-# Plan: `([^`]+)`$", re.MULTILINE)
_ROOM = MAX_LENGTH - 500
"""Characters for the lines of a plan; what else stands in the message is shorter than the rest."""


def plan_post(title: str, shown: PlanInMatch, line: int | None = None) -> str:
    """Return what waits in a match, for its owner alone; `line` is the number, from 0, of the one in the picture."""
    match, lines = shown.match, shown.lines
    name = f"**{title} #{match.id}**"
    if not lines:
        return (
            f"You have no plan for {name}. While you wait, tell me what you answer to what they may play: "
            "`if d5: e6, if e7: resign`. I play it at once, and tell nobody before."
        )
    head = f"Your plan for {name}. I play it at once, and tell nobody before:"
    listed = [f"{number}. {formatting.code(format_line(each), 400)}" for number, each in enumerate(lines, 1)]
    kept = len(listed)
    while len("\n".join(listed[:kept])) > _ROOM:
        kept -= 1
    rest = [f"... and {format_count(len(listed) - kept, 'more line')}."] if kept < len(listed) else []
    picture = [] if line is None else [f"-# The picture shows the board after line {line + 1}."]
    return "\n".join([head, *listed[:kept], *rest, *picture])


def line_label(number: int, line: Line) -> str:
    """Return the label of a line in a menu, at most 100 characters; `number` counts from 0."""
    label = f"{number + 1}. {format_line(line)}"
    return label if len(label) <= 100 else f"{label[:99]}\u2026"


def plan_cleared(match: Match, *, waited: bool) -> str:
    """Return what is said once nothing waits any more."""
    return f"Your plan for #{match.id} is gone." if waited else f"You have no plan for #{match.id}."


def risk_question(match: Match, risks: Sequence[Risk], typed: str) -> str:
    """Return what an answer to any move risks; `lines_in_question` reads the lines back."""
    said = [f"{formatting.code(risk.answer)} can be played after {risk.possible} of {risk.tried}" for risk in risks]
    return (
        f"Not saved yet: `any` answers whatever they play in #{match.id}, also the move that you didn't see coming. "
        f"{', '.join(said)} of their moves; after the others your plan is dropped, and I tell you.\n"
        f"-# Plan: {formatting.code(typed, MAX_LENGTH - 700)}"
    )


def lines_in_question(content: str) -> str | None:
    """Return the lines that a risk question is about; None for other posts."""
    found = _RISKY_LINES.search(content)
    return found[1] if found else None


def one_line(typed: str) -> str:
    """Return the text of a plan on one line."""
    return "; ".join(line.strip() for line in typed.replace("`", "").splitlines() if line.strip())


def dropped_post(match: Match, body: Mapping[str, object], *, waits: bool) -> str:
    """Return the message to the owner of a plan that is gone; `waits` says that it's their turn now."""
    seat, move = body["seat"], formatting.code(str(body["text"]))
    who = formatting.name(match.seats[seat - 1]) if isinstance(seat, int) else "Somebody"
    causes = {
        "move": f"{who} played {move}",
        "own": f"You played {move} by hand",
        "takeback": "A move was taken back",
        "leave": f"{who} {formatting.plain(str(body['text']))}",
        "substitute": "A substitute plays on",
        "illegal": f"{move} can't be played now: {formatting.sentence(str(body['reason']))} That was your answer",
        "rules": "The rules changed",
    }
    cause = causes.get(str(body["why"]), "The match went another way")
    turn = " It's your turn." if waits else ""
    return f"{cause}, so your plan for #{match.id} is gone.{turn}"
