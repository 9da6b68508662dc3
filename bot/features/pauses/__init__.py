"""Pauses: the clock of a match stops while all players agree."""
