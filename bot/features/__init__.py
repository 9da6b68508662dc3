"""The commands, as text and as slash commands."""
