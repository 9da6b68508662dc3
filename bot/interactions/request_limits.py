"""How many expensive requests people may make, and what each of them counts as."""

PER_MINUTE = 30
"""What one person may spend in a minute, unless the operator sets another number."""
MAX_RUNNING_PER_PERSON = 10
"""Requests of one person that may be in progress at a time."""
MAX_RUNNING_PER_CHANNEL = 20
"""Requests in one channel that may be in progress at a time, so that a flood there leaves room for all others."""
MAX_RUNNING = 200
"""Requests of all people that may be in progress at a time."""

PICTURE_COST = 1
"""A picture, or a page of text."""
FILES_COST = 2
"""A match as files."""
REPLAY_COST = 6
"""An animation, or a review."""
