"""TODO bot/features/guild_settings."""
