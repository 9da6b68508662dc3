"""Calling a match off that was lost on time."""
