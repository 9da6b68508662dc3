"""TODO bot/features/boards."""
