"""How large a plan can be."""

MOST_LINES = 30
"""Lines of a plan."""
MOST_PLIES = 30
"""Moves of a line, those of all players."""
LONGEST_MOVE = 200
"""Characters of a move as it is typed in a plan."""
