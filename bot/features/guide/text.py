r"""What the guided move says. Pure; its messages tell how far a player has got, so that presses read it back.

>>> chosen_labels("**Chomp #42**, move 17. Where to?\nSo far: `c1` `onto c2`")
('c1', 'onto c2')
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.destinations.text import FATAL_KEY
from bot.features.moves.text import move_in_preview, preview_small_print
from bot.interactions.own_messages import find_line
from bot.referee import formatting
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import pgettext_noop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.turns.guide import GuidedMove
    from games.contract import Choice
    from storage.queries.rows import Match, Person

MOVE = pgettext_noop("button", "Move")
MODAL_TITLE = N_("Type your move")
MODAL_LABEL = N_("Your move")
BACK, MORE, PLAY, PREVIEW = N_("Back"), N_("More"), N_("Play"), N_("Preview")
TYPE, TYPE_AGAIN = N_("Type it"), N_("Type it again")
CHOOSE = N_("Choose")
CHOOSE_MOVES = N_("Choose moves")
THIS_MOVE = N_("This move")
ADD_LINE = N_("Add to my plan")
GO_ON = N_("Go on")
ANOTHER_LINE = N_("Another line")
OVER_THEN = N_("The match would be over after that move, so there's nothing to answer. Go back and choose another.")
LINE_UNKNOWN = N_("I no longer know which line this was. Begin again with `/match plan`.")
LONGEST_HEADLINE = 1200
SO_FAR = N_("So far: {choices}")
_LINE = N_("-# Line: {line}")
_TYPED = N_("You typed {move}.")
_CODE = re.compile("`[^`]+`")


def step_text(guided: GuidedMove, heading: str, mark: str) -> str:
    """Return the question of a step, what was chosen so far, and the move if it can be played as it stands.

    `heading` stands before the question; `mark` is that of the small print.
    """
    snapshot, step = guided.snapshot, guided.step
    lines = [
        guided.stale_note,
        f"{heading}{step.question}",
        _so_far(guided.labels),
        _(FATAL_KEY) if step.highlights.fatal else "",
        _("You can play it as it stands.") if step.move else "",
        preview_small_print(replace(snapshot, ply=snapshot.ply + 1), step.move, mark) if step.move else "",
    ]
    return "\n".join(filter(None, lines))


def preview_text(labels: Sequence[str], headline: str, small_print: str) -> str:
    """Return what a whole move would do, chosen by `labels` or typed."""
    return "\n".join(filter(None, [_so_far(labels), headline[:LONGEST_HEADLINE], small_print]))


def plan_heading(title: str, match: Match, line: str) -> str:
    """Return the heading of a line in the making, which `line_so_far` reads back."""
    heading = _("**Your plan for {title} #{match}.** Nothing is played now.").format(title=title, match=match.id)
    return f"{heading}\n{_(_LINE).format(line=formatting.code(line, 900))}" if line else heading


def line_so_far(content: str) -> str:
    """Return the line that a message is about, empty if it has none yet."""
    found = find_line(_LINE, content, line=_CODE.pattern)
    return found["line"][1:-1] if found else ""


def whose_move(person: Person, *, own: bool) -> str:
    """Return the words before the question of a step in a plan."""
    words = _("Then you play.") if own else _("If {name} plays:").format(name=formatting.name(person))
    return f"{words} "


def line_is_whole(heading: str) -> str:
    """Return what is said of a line that ends with an answer."""
    whole = _("That's a whole line: if they play it, I answer for you.")
    return f"{heading}\n{whole}"


def line_added(line: str, match: Match) -> str:
    """Return what is said once a line is in the plan."""
    added = _("Added to your plan for #{match}: {line}. `/match plan` shows all of it.")
    return added.format(match=match.id, line=formatting.code(line, 900))


def _so_far(labels: Sequence[str]) -> str:
    return _(SO_FAR).format(choices=" ".join(f"`{label}`" for label in labels)) if labels else ""


def typed_text_rejected(heading: str, reason: str, typed: str) -> str:
    """Return why a typed move can't be played, and what was typed, which `typed_text` reads back."""
    return f"{heading}\n{reason[:LONGEST_HEADLINE]}\n{_(_TYPED).format(move=formatting.code(typed, 500))}".lstrip()


def chosen_labels(content: str) -> tuple[str, ...]:
    """Return the labels of the choices that a guided move's message lists."""
    found = find_line(SO_FAR, content, choices=f"(?:{_CODE.pattern} ?)+")
    return tuple(re.findall("`([^`]+)`", found["choices"])) if found else ()


def typed_text(content: str) -> str | None:
    """Return the text that a message says was typed, or the move that it previews; None for another one."""
    found = find_line(_TYPED, content, move=_CODE.pattern)
    if found:
        return found["move"][1:-1]
    preview = move_in_preview(content)
    return preview[1] if preview else None


def range_of(choices: Sequence[Choice]) -> str:
    """Return the placeholder of a menu with these choices."""
    first, last = choices[0].label, choices[-1].label
    return first if first == last else _("{first} to {last}").format(first=first, last=last)
