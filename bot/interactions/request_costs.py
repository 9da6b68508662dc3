"""What expensive requests cost: how many of those that a person may make in a minute each counts as."""

PICTURE_COST = 1
"""A picture, or a page of text."""
FILES_COST = 2
"""A match as files."""
REPLAY_COST = 6
"""An animation, or a review."""
