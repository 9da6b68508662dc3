"""TODO bot/health."""
