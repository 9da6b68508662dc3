"""TODO bot/referee/clocks."""
