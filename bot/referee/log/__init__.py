"""TODO bot/referee/log."""
