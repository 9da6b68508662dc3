"""TODO bot/admin/verify."""
