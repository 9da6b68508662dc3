"""TODO bot/referee/turns."""
