"""TODO bot/features/clocks."""
