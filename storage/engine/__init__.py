"""TODO storage/engine."""
