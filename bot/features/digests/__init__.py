"""TODO bot/features/digests."""
