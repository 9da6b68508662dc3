"""The connection to Discord, and the messages that come over it."""
