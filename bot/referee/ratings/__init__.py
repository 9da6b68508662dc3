"""Ratings: how strong people are at each game, from the matches that they have finished (docs/ratings.md)."""
