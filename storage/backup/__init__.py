"""TODO storage/backup."""
