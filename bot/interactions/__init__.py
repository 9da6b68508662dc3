"""TODO bot/interactions."""
