"""What people read about what is kept of them. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_count

if TYPE_CHECKING:
    from bot.referee.privacy.deletion import Consequences

WOULD_BE_PUBLIC = (
    "Everyone can read this channel, so nothing is shown or deleted. Use `/privacy`, or ask me in a direct message."
)
WHAT_TO_DO = "`privacy show` sends you everything I keep of you, `privacy delete` deletes it."
NOT_YOURS = "Only the person who asked can confirm this."
SHOWN = "Everything I keep of you: as text to read, and as JSON for programs. `/privacy delete` deletes it."
DELETED = "Done: what I kept of you is deleted. If you play again, you begin anew."
NEARLY_DELETED = (
    "You're out of all matches, challenges and events. The rest is deleted once my last messages to you are out, "
    "usually within a minute."
)

TABLES = {
    "people": "Your preferences, and when your next daily list is due",
    "seats": "Your seats, and the name you had",
    "matches": "The matches you have a seat in",
    "events": "What you did in matches: moves, offers that were agreed, seats you gave up",
    "notes": "Your notes",
    "plans": "Your plans",
    "queued_moves": "Your queued moves",
    "analyses": "Your analyses",
    "ratings": "Your rating after each rated match",
    "watchers": "Matches you watch",
    "challenge_people": "Challenges you made or were asked to, and the name you had",
    "challenges": "Those challenges",
    "tournament_people": "Events you signed up for, and the name you had",
    "pairing_people": "Your pairings in events, and your places",
    "tournaments": "Events you set up",
    "corrections": "Results you corrected",
    "audit_log": "What you did as a manager or organizer, and managers to you, in the last 180 days",
    "blocks": "Servers that block you, and whom you blocked: when and why",
    "vacations": "Your vacations",
    "net_days": "Days the safety net took for you",
    "puzzle_attempts": "Puzzles you tried",
    "outbox": "Messages to you or about what you did: where I posted them, not what they showed",
    "heard": "How far I have read our direct messages",
    "set_aside_jobs": "Daily lists and deletions that failed and are tried again",
    "deletions": "That you asked for a deletion",
}
"""What each table of the files has, in the order of the text."""


def delete_question(found: Consequences) -> str:
    """Return what a deletion does, for the person to confirm."""
    leaves = [
        f"You resign {format_count(found.running, 'running match')}, and the result is posted."
        if found.running
        else "",
        f"{format_count(found.challenges, 'open challenge')} of yours will be closed." if found.challenges else "",
        f"You leave {format_count(found.events, 'event')}." if found.events else "",
    ]
    stay = (
        f"Matches you played ({found.matches:,}) stay under the name *{formatting.former_name()}*, with their results, "
        "so that nobody else's rating changes. Nothing leads from there to you."
        if found.matches
        else ""
    )
    lines = [
        " ".join(filter(None, leaves)),
        "Your names, preferences, notes, plans, analyses, puzzles, ratings, vacations and watched matches are deleted.",
        stay,
        f"You stay blocked on {format_count(found.blocks, 'server')}: your id alone is kept for that."
        if found.blocks
        else "",
        "What I have posted on Discord stays there.",
    ]
    return "\n".join(
        ["**Delete everything I keep of you?** You can't undo this.", *(f"- {line}" for line in lines if line)]
    )
