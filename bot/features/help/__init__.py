"""TODO bot/features/help."""
