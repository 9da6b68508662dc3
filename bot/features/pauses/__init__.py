"""TODO bot/features/pauses."""
