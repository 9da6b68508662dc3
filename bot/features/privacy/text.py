"""What people read about what is kept of them. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.names import former_name
from games.text import format_number
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from bot.referee.privacy.deletion import Consequences

WOULD_BE_PUBLIC = N_(
    "Everyone can read this channel, so nothing is shown or deleted. Use `/privacy`, or ask me in a direct message."
)
WHAT_TO_DO = N_("`privacy show` sends you everything I keep of you, `privacy delete` deletes it.")
SHOWN = N_("Everything I keep of you: as text to read, and as JSON for programs. `/privacy delete` deletes it.")
DELETED = N_("Done: what I kept of you is deleted. If you play again, you begin anew.")
NEARLY_DELETED = N_(
    "You're out of all matches, challenges and events. The rest is deleted once my last messages to you are out, "
    "usually within a minute."
)

TABLES = {
    "people": N_("Your preferences, and when your next daily list is due"),
    "seats": N_("Your seats, and the name you had"),
    "matches": N_("The matches you have a seat in"),
    "events": N_("What you did in matches: moves, offers that were agreed, seats you gave up"),
    "notes": N_("Your notes"),
    "plans": N_("Your plans"),
    "queued_moves": N_("Your queued moves"),
    "analyses": N_("Your analyses"),
    "ratings": N_("Your rating after each rated match"),
    "watchers": N_("Matches you watch"),
    "challenge_people": N_("Challenges you made or were asked to, and the name you had"),
    "challenges": N_("Those challenges"),
    "tournament_people": N_("Events you signed up for, and the name you had"),
    "pairing_people": N_("Your pairings in events, and your places"),
    "tournaments": N_("Events you set up"),
    "corrections": N_("Results you corrected"),
    "audit_log": N_("What you did as a manager or organizer, and managers to you, in the last 180 days"),
    "blocks": N_("Servers that block you, and whom you blocked: when and why"),
    "vacations": N_("Your vacations"),
    "net_days": N_("Days the safety net took for you"),
    "puzzle_attempts": N_("Puzzles you tried"),
    "outbox": N_("Messages to you or about what you did: where I posted them, not what they showed"),
    "heard": N_("How far I have read our direct messages"),
    "set_aside_jobs": N_("Daily lists and deletions that failed and are tried again"),
    "deletions": N_("That you asked for a deletion"),
}
"""What each table of the files has, in the order of the text."""


def delete_question(found: Consequences) -> str:
    """Return what a deletion does, for the person to confirm."""
    lines = [
        " ".join(filter(None, [_resigns(found.running), _closes(found.challenges), _leaves(found.events)])),
        _(
            "Your names, preferences, notes, plans, analyses, puzzles, ratings, vacations and watched matches are "
            "deleted."
        ),
        _stays(found.matches),
        _stays_blocked(found.blocks),
        _("What I have posted on Discord stays there."),
    ]
    question = _("**Delete everything I keep of you?** You can't undo this.")
    return "\n".join([question, *(f"- {line}" for line in lines if line)])


def _resigns(n: int) -> str:
    if not n:
        return ""
    return ngettext(
        "You resign {n} running match, and the result is posted.",
        "You resign {n} running matches, and the result is posted.",
        n,
    ).format(n=n)


def _closes(n: int) -> str:
    if not n:
        return ""
    return ngettext(
        "{n} open challenge of yours will be closed.",
        "{n} open challenges of yours will be closed.",
        n,
    ).format(n=n)


def _leaves(n: int) -> str:
    if not n:
        return ""
    return ngettext(
        "You leave {n} event.",
        "You leave {n} events.",
        n,
    ).format(n=n)


def _stays(n: int) -> str:
    if not n:
        return ""
    stay = _(
        "Matches you played ({n}) stay under the name *{name}*, with their results, so that nobody else's rating "
        "changes. Nothing leads from there to you."
    )
    return stay.format(n=format_number(n), name=former_name())


def _stays_blocked(n: int) -> str:
    if not n:
        return ""
    return ngettext(
        "You stay blocked on {n} server: your id alone is kept for that.",
        "You stay blocked on {n} servers: your id alone is kept for that.",
        n,
    ).format(n=n)
