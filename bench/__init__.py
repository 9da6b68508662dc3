"""Measurements of the rules, to be run by hand; no test depends on their numbers."""
