"""Searches that engines share."""
