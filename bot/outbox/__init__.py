"""Sending the posts that the outbox holds."""
