"""TODO bot/referee/guilds."""
