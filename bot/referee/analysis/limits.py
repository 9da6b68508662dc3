"""How large an analysis can be."""

MOST_MOVES = 200
"""Moves of all lines of an analysis, and so positions; also names, and also notes."""
LONGEST_NAME = 60
"""Characters of a point's name."""
LONGEST_NOTE = 300
"""Characters of a note."""
