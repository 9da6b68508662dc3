"""What players read of computer players. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from games.text import format_code_list

if TYPE_CHECKING:
    from engines.contract import Candidate, Thought
    from games.contract import Game

HINT = "Hint"
CLOSE = 0.05
"""How much less of the win an alternative may promise to be named beside the best move."""
MOST_ALTERNATIVES = 2
LONGEST_LINE = 6
"""Turns of a line that a sentence names."""


def hint_text(game: Game[Any, Any], state: Any, thought: Thought) -> str:
    """Return what a hint says above the picture: the best move, what it does, why as far as that is known, and others.

    Only what was proved or counted is given as a reason.
    """
    does = game.describe(state, game.parse(state, thought.move))
    lines = [f"**Hint**: {formatting.code(thought.move)}. It {formatting.sentence(does)}", _reason(thought)]
    close = [each.move for each in thought.alternatives if _is_close(each, thought)][:MOST_ALTERNATIVES]
    if close:
        lines.append(f"Hardly worse: {format_code_list(close)}.")
    return "\n".join(line for line in lines if line)


def _is_close(candidate: Candidate, best: Thought) -> bool:
    return candidate.proved == best.proved and best.value - candidate.value <= CLOSE


def _reason(thought: Thought) -> str:
    """Return what was proved or counted about a move, in a sentence; empty if that is nothing."""
    if thought.proved == "win":
        if len(thought.line) <= 1:
            return "It wins at once."
        return f"It wins whatever comes, for example: {_line(thought)}."
    if thought.proved == "loss":
        return "Every move loses against the best play; this one holds out longest."
    losing = next((each for each in thought.alternatives if each.proved == "loss" and len(each.line) > 1), None)
    if losing is not None:
        return f"After {formatting.code(losing.move)}, for example, you would lose: {_line(losing)}."
    if thought.playouts:
        played = f"{thought.playouts:,} matches"
        return f"It won {thought.value:.0%} of {played} that I played out in my head."
    return ""


def _line(candidate: Candidate) -> str:
    shown = ", ".join(map(formatting.code, candidate.line[:LONGEST_LINE]))
    return shown if len(candidate.line) <= LONGEST_LINE else f"{shown} and so on"
