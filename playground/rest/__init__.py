"""The bot's REST API."""
