"""TODO bot/features/notes."""
