"""TODO bot/features/challenges."""
