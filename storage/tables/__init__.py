"""TODO storage/tables."""
