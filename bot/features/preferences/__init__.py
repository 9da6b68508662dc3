"""TODO bot/features/preferences."""
