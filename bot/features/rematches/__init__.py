"""Rematches: the same game again, with seats swapped."""
