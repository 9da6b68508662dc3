"""Settings of a Discord server (a guild): what its managers choose for everything that is played there."""
