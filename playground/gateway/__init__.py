"""The bot's gateway."""
