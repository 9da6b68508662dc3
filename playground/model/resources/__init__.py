"""What Discord's API is about, by the names of its documentation: users, guilds, channels and messages."""
