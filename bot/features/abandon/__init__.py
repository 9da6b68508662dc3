"""TODO bot/features/abandon."""
