"""Clocks of matches: how they run, what stops them (pauses, vacations, weekends, outages), and how to add time."""
