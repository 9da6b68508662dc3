"""Backups that the running bot makes by a schedule, each checked after it is written (docs/backups.md)."""
