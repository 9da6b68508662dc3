"""TODO bot/features/catalogue."""
