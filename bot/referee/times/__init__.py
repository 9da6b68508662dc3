"""Pure functions of time: lengths and time controls, time zones and times of day, intervals that pause clocks."""
