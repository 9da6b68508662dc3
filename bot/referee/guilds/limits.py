"""What a server can choose at most, and at least."""

LONGEST_PREFIX = 5
"""Characters of the prefix of text commands."""
MOST_CHANNELS = 20
"""Channels in which matches may start; Discord's menus take 25."""
MOST_MATCHES = 100
"""Running matches of a person."""
MOST_OPEN_CHALLENGES = 20
"""Open challenges of a person."""
MOST_DAILY_CHALLENGES = 1000
"""Challenges of a person in a day."""
LEAST_REQUESTS, MOST_REQUESTS = 6, 1000
"""Requests in a minute: a replay counts six times, so with fewer nobody could see one."""
