"""Copies of a whole database, the way back, and whole matches for export and import."""
