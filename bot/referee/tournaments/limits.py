"""How large an event can be, and how small."""

LONGEST_NAME = 60
"""Characters."""
MOST_AT_ONCE = 10
"""Matches that a person plays at a time."""
MOST_ROUNDS = 10
"""Matches that each plays at tables."""
FEWEST = {"league": 3, "cup": 8, "tables": 3}
"""How many people an event of each kind needs."""
