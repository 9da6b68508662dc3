"""The match of the week, in the channel that a server has for it."""
