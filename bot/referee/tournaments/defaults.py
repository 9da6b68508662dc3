"""What an event is like unless its organizer says otherwise."""

from datetime import timedelta

CLOCK = "3d+1d"
"""On a server that has no clock of its own."""
SIGN_UP = timedelta(days=7)
"""How long people can sign up; also for the next season of a league."""
AT_ONCE = 3
"""Matches that a person plays at a time at most."""
ROUNDS = 4
"""Matches that each plays at tables."""
