"""Clocks of matches: how they run, what pauses them (pauses, vacations, weekends, outages), and how to add time."""
