"""TODO bot/referee/challenges."""
