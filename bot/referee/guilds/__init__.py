"""Settings of a Discord server (a guild): what its admins choose for everything that is played there."""
