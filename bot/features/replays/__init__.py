"""TODO bot/features/replays."""
