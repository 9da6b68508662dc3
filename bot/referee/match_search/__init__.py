"""Searches of matches that have ended: by person, game, opening and result."""
