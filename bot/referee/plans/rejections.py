"""Sentences that say why a plan is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.plan_tree import MOST_LINES, MOST_PLIES
from games.text import format_count

if TYPE_CHECKING:
    from storage.queries.rows import Match, Person

EXAMPLE = "`if d5: e6`"
PLAN_EXPECTED = f"What do you plan? For example {EXAMPLE}: if they play `d5`, I play `e6` for you."
CONFIRMS_MOVES = (
    "You've asked to confirm your moves, so nothing was played. Send the move alone, then use `/match plan`."
)
ANY_NEEDS_CONFIRMATION = (
    "An answer to `any` move has to be confirmed, so nothing was played. Send the move alone, then use `/match plan`."
)
PREVIEW_IS_ONE_MOVE = "A preview shows one move, without a plan."


def too_many_lines(count: int) -> str:
    """Reject a plan with too many lines."""
    return f"A plan has at most {MOST_LINES} lines, and this would make {count}. Nothing was saved."


def line_too_long(count: int) -> str:
    """Reject a line with too many moves."""
    return f"A line has at most {MOST_PLIES} moves, and this one has {count}. Nothing was saved."


def unreadable_line(line: str) -> str:
    """Reject a line that can't be taken apart."""
    return f"I can't read {formatting.code(line)} as a plan. Write it like {EXAMPLE}. Nothing was saved."


def no_answer(line: str) -> str:
    """Reject a line that ends with another player's move."""
    return f"{formatting.code(line)} has no answer at its end. Put your move behind a colon: {EXAMPLE}."


def at_ply(ply: int, text: str, reason: str) -> str:
    """Reject a plan for one of its moves: "Move 19, `e6`: e6 is taken."."""
    return f"Move {ply}, {formatting.code(text)}: {formatting.sentence(reason)} Nothing was saved."


def your_turn_there(person: Person) -> str:
    """Reject a move that is said to be another player's in a turn of the planner."""
    return f"it's your own turn there, {formatting.name(person)}. Put your move behind a colon"


def others_turn_there(person: Person) -> str:
    """Reject an answer in another player's turn."""
    return f"it's {formatting.name(person)}'s turn there. Name their move before yours, as in {EXAMPLE}"


OVER_BY_THEN = "the match would be over by then"
ENDS_THE_LINE = "nothing can follow that"
AGREES_TO_A_DRAW = "that answers a draw offer, as in `draw: agree`"
DRAW_TAKES_AGREE = "the only answer to a draw offer is `agree`, as in `draw: agree`"
ANY_ENDS_THE_LINE = "after `any` comes one answer, and nothing else"


def never_possible(tried: int) -> str:
    """Reject an answer to any move that fits none of those that were tried."""
    return f"I tried {format_count(tried, 'move')} of theirs, and after none of them can you play that"


def no_draws(title: str) -> str:
    """Reject an answer to draw offers in a game without them."""
    return f"{title} has no draws"


def own_turn(match: Match) -> str:
    """Reject a plan in the planner's own turn."""
    return (
        f"It's your turn in #{match.id}, and a plan is for while you wait. Send both at once: `/move` takes "
        "`c4, if d5: e6`."
    )
