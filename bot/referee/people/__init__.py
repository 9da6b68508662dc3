"""TODO bot/referee/people."""
