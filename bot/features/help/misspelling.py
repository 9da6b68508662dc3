"""Text commands that somebody misspelled, or knows by another name."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

SYNONYMS = {
    "concede": "resign",
    "forfeit": "resign",
    "quit": "resign",
    "surrender": "resign",
    "elo": "profile",
    "rating": "profile",
    "ladder": "standings",
    "leaderboard": "standings",
    "ranking": "standings",
    "play": "challenge",
    "start": "challenge",
    "cancel": "decline",
    "score": "board",
    "show": "board",
    "clock": "games",
    "time": "games",
    "language": "preferences",
    "commands": "help",
}
"""Names under which other bots and game sites have commands of ours."""
SHORTEST = 5
"""Letters of the shortest name that is suggested: shorter ones are too like other words."""
SIMILARITY = 0.8
"""How alike two names must be, from 0 to 1 (`difflib.SequenceMatcher.ratio`)."""


def find_meant_command(written: str, names: Collection[str]) -> str | None:
    """Return the command that a name without a command of its own stands for, by meaning or spelling, None if none."""
    return SYNONYMS.get(written.lower()) or find_similar_command(written, names)


def find_similar_command(written: str, names: Collection[str]) -> str | None:
    """Return the command that a name is most like, None if it's like none of them."""
    found = get_close_matches(written.lower(), [name for name in names if len(name) >= SHORTEST], 1, SIMILARITY)
    return found[0] if found else None
