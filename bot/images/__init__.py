"""TODO bot/images."""
