"""Matches as lines of JSON: write them, read them, check them and store them."""
