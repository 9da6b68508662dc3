"""TODO bot/features/history."""
