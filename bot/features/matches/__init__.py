"""TODO bot/features/matches."""
