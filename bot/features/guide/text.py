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
from bot.referee import formatting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.turns.guide import GuidedMove
    from games.contract import Choice
    from storage.queries.rows import Match, Person

MODAL_TITLE = "Type your move"
MODAL_LABEL = "Your move"
BACK, MORE, PLAY, PREVIEW, TYPE, TYPE_AGAIN = "Back", "More", "Play", "Preview", "Type it", "Type it again"
CHOOSE = "Choose"
CHOOSE_MOVES = "Choose moves"
THIS_MOVE = "This move"
ADD_LINE = "Add to my plan"
GO_ON = "Go on"
ANOTHER_LINE = "Another line"
OVER_THEN = "The match would be over after that move, so there's nothing to answer. Go back and choose another."
LINE_UNKNOWN = "I no longer know which line this was. Begin again with `/match plan`."
PRESS_AGAIN = "That took too long. Press the button once more."
LONGEST_HEADLINE = 1200
_SO_FAR = re.compile(r"^So far: ((?:`[^`]+` ?)+)$", re.MULTILINE)
_LINE = re.compile(r"^-# Line: `([^`]+)`$", re.MULTILINE)
_TYPED = re.compile(r"^You typed `([^`]+)`\.$", re.MULTILINE)


def step_text(guided: GuidedMove, heading: str, mark: str) -> str:
    """Return the question of a step, what was chosen so far, and the move if it can be played as it stands.

    `heading` stands before the question; `mark` is that of the small print.
    """
    snapshot, step = guided.snapshot, guided.step
    lines = [
        guided.stale_note,
        f"{heading}{step.question}",
        _so_far(guided.labels),
        FATAL_KEY if step.highlights.fatal else "",
        "You can play it as it stands." if step.move else "",
        preview_small_print(replace(snapshot, ply=snapshot.ply + 1), step.move, mark) if step.move else "",
    ]
    return "\n".join(filter(None, lines))


def preview_text(labels: Sequence[str], headline: str, small_print: str) -> str:
    """Return what a whole move would do, chosen by `labels` or typed."""
    return "\n".join(filter(None, [_so_far(labels), headline[:LONGEST_HEADLINE], small_print]))


def plan_heading(title: str, match: Match, line: str) -> str:
    """Return the heading of a line in the making, which `line_so_far` reads back."""
    made = f"\n-# Line: {formatting.code(line, 900)}" if line else ""
    return f"**Your plan for {title} #{match.id}.** Nothing is played now.{made}"


def line_so_far(content: str) -> str:
    """Return the line that a message is about, empty if it has none yet."""
    found = _LINE.search(content)
    return found[1] if found else ""


def whose_move(person: Person, *, own: bool) -> str:
    """Return the words before the question of a step in a plan."""
    return "Then you play. " if own else f"If {formatting.name(person)} plays: "


def line_is_whole(heading: str) -> str:
    """Return what is said of a line that ends with an answer."""
    return f"{heading}\nThat's a whole line: if they play it, I answer for you."


def line_added(line: str, match: Match) -> str:
    """Return what is said once a line is in the plan."""
    return f"Added to your plan for #{match.id}: {formatting.code(line, 900)}. `/match plan` shows all of it."


def _so_far(labels: Sequence[str]) -> str:
    return f"So far: {' '.join(f'`{label}`' for label in labels)}" if labels else ""


def typed_text_rejected(heading: str, reason: str, typed: str) -> str:
    """Return why a typed move can't be played, and what was typed, which `typed_text` reads back."""
    return f"{heading}\n{reason[:LONGEST_HEADLINE]}\nYou typed {formatting.code(typed, 500)}.".lstrip()


def chosen_labels(content: str) -> tuple[str, ...]:
    """Return the labels of the choices that a guided move's message lists."""
    found = _SO_FAR.search(content)
    return tuple(re.findall("`([^`]+)`", found[1])) if found else ()


def typed_text(content: str) -> str | None:
    """Return the text that a message says was typed, or the move that it previews; None for another one."""
    found = _TYPED.search(content)
    if found:
        return found[1]
    preview = move_in_preview(content)
    return preview[1] if preview else None


def range_of(choices: Sequence[Choice]) -> str:
    """Return the placeholder of a menu with these choices."""
    first, last = choices[0].label, choices[-1].label
    return first if first == last else f"{first} to {last}"
