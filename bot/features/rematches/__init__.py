"""TODO bot/features/rematches."""
