"""What disnake is used for on Discord, done against the playground."""
