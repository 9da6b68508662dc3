"""TODO bot/features/hints."""
