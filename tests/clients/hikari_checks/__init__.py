"""What hikari is used for on Discord, done against the playground."""
