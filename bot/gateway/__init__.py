"""TODO bot/gateway."""
