"""TODO bot/features/moves."""
