"""What players read of hints. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from games.text import format_code_list, format_number, format_percent
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from engines.contract import Candidate, Thought
    from games.contract import Game

HINT = N_("Hint")
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
    # Translators: {does} is what the move does, as in "moves a small from c1 to c2."
    hint = _("**Hint**: {move}. It {does}").format(move=formatting.code(thought.move), does=formatting.sentence(does))
    lines = [hint, _reason(thought)]
    close = [each.move for each in thought.alternatives if _is_close(each, thought)][:MOST_ALTERNATIVES]
    if close:
        lines.append(_("Hardly worse: {moves}.").format(moves=format_code_list(close)))
    return "\n".join(line for line in lines if line)


def _is_close(candidate: Candidate, best: Thought) -> bool:
    return candidate.proved == best.proved and best.value - candidate.value <= CLOSE


def _reason(thought: Thought) -> str:
    """Return what was proved or counted about a move, in a sentence; empty if that is nothing."""
    if thought.proved == "win":
        if len(thought.line) <= 1:
            return _("It wins at once.")
        return _("It wins whatever comes, for example: {line}.").format(line=_line(thought))
    if thought.proved == "loss":
        return _("Every move loses against the best play; this one holds out longest.")
    losing = next((each for each in thought.alternatives if each.proved == "loss" and len(each.line) > 1), None)
    if losing is not None:
        lost = _("After {move}, for example, you would lose: {line}.")
        return lost.format(move=formatting.code(losing.move), line=_line(losing))
    if thought.playouts:
        won = ngettext(
            "It won {share} of {n} matches that I played out in my head.",
            "It won {share} of {n} matches that I played out in my head.",
            thought.playouts,
        )
        return won.format(share=format_percent(thought.value), n=format_number(thought.playouts))
    return ""


def _line(candidate: Candidate) -> str:
    shown = ", ".join(map(formatting.code, candidate.line[:LONGEST_LINE]))
    return shown if len(candidate.line) <= LONGEST_LINE else _("{moves} and so on").format(moves=shown)
