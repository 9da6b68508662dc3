"""TODO bot/features/offers."""
