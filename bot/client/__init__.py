"""The discord.py client, and what features are built of: buttons, options of commands and their registration."""
