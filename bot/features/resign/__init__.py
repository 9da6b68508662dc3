"""Resigning a match."""
