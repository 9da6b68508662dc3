"""Counts in words, in what the operator's commands print."""

from __future__ import annotations


def plural(number: int, one: str, many: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "match", "matches"), plural(1200, "match", "matches")
    ('1 match', '1,200 matches')
    """
    return f"{number:,} {one if number == 1 else many}"


def count_all(matches: int, events: int) -> str:
    """Return the numbers of matches and of their events."""
    return f"{plural(matches, 'match', 'matches')}, {plural(events, 'event', 'events')}"
