"""Sentences that say why a plan is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.plans.limits import MOST_LINES, MOST_PLIES
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from storage.queries.rows import Match, Person

EXAMPLE = "`if d5: e6`"
PLAN_EXPECTED = N_("What do you plan? For example `if d5: e6`: if they play `d5`, I play `e6` for you.")
CONFIRMS_MOVES = N_(
    "You've asked to confirm your moves, so nothing was played. Send the move alone, then use `/match plan`."
)
ANY_NEEDS_CONFIRMATION = N_(
    "An answer to `any` move has to be confirmed, so nothing was played. Send the move alone, then use `/match plan`."
)
PREVIEW_IS_ONE_MOVE = N_("A preview shows one move, without a plan.")


def too_many_lines(count: int) -> str:
    """Reject a plan with too many lines."""
    return _("A plan has at most {most} lines, and this would make {count}. Nothing was saved.").format(
        most=MOST_LINES, count=count
    )


def line_too_long(count: int) -> str:
    """Reject a line with too many moves."""
    return _("A line has at most {most} moves, and this one has {count}. Nothing was saved.").format(
        most=MOST_PLIES, count=count
    )


def unreadable_line(line: str) -> str:
    """Reject a line that can't be taken apart."""
    return _("I can't read {line} as a plan. Write it like {example}. Nothing was saved.").format(
        line=formatting.code(line), example=EXAMPLE
    )


def no_answer(line: str) -> str:
    """Reject a line that ends with another player's move."""
    return _("{line} has no answer at its end. Put your move behind a colon: {example}.").format(
        line=formatting.code(line), example=EXAMPLE
    )


def at_ply(ply: int, text: str, reason: str) -> str:
    """Reject a plan for one of its moves: "Move 19, `e6`: e6 is taken."."""
    # Translators: {reason} is a clause or a sentence, with its full stop
    move = _("Move {ply}, {move}: {reason}").format(
        ply=ply, move=formatting.code(text), reason=formatting.sentence(reason)
    )
    return f"{move} " + _("Nothing was saved.")


def your_turn_there(person: Person) -> str:
    """Reject a move that is said to be another player's in a turn of the planner."""
    return _("it's your own turn there, {name}. Put your move behind a colon").format(name=formatting.name(person))


def others_turn_there(person: Person) -> str:
    """Reject an answer in another player's turn."""
    return _("it's {name}'s turn there. Name their move before yours, as in {example}").format(
        name=formatting.name(person), example=EXAMPLE
    )


OVER_BY_THEN = N_("the match would be over by then")
ENDS_THE_LINE = N_("nothing can follow that")
AGREES_TO_A_DRAW = N_("that answers a draw offer, as in `draw: agree`")
DRAW_TAKES_AGREE = N_("the only answer to a draw offer is `agree`, as in `draw: agree`")
ANY_ENDS_THE_LINE = N_("after `any` comes one answer, and nothing else")


def never_possible(tried: int) -> str:
    """Reject an answer to any move that fits none of those that were tried."""
    return ngettext(
        "I tried {n} move of theirs, and after none of them can you play that",
        "I tried {n} moves of theirs, and after none of them can you play that",
        tried,
    ).format(n=tried)


def no_draws(title: str) -> str:
    """Reject an answer to draw offers in a game without them."""
    return _("{game} has no draws").format(game=title)


def own_turn(match: Match) -> str:
    """Reject a plan in the planner's own turn."""
    return _(
        "It's your turn in #{match}, and a plan is for while you wait. Send both at once: `/move` takes `c4, if "
        "d5: e6`."
    ).format(match=match.id)
